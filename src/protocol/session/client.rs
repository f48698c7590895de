//! The client's side: hold a lock, draw the entropy, keep the record, check what comes.

use super::seats::SeatsRecord;
use super::stray::{StrayError, stray};
use super::{Ack, Answer, Stopped};
use crate::protocol::check_link::Seat;
use crate::protocol::receipt::{Entropy, EntropyFrom, Id, Kept, Receipt};
use crate::protocol::transcript::entry::Outcome;
use crate::protocol::transcript::{ConfigHash, Entry, Head, Lock, MatchReport, TooLong, Transcript, View, Void};
use crate::verdict::{Line, Report};

mod error;

pub use error::{HoldError, SendError};

/// One player's client in one match, with none of its own rolls open. It holds no secret of the operator's.
///
/// It follows the whole match: the opponent's locks and receipts go through [`watch`](Self::watch). After a crash it is
/// rebuilt by watching the entries again, each own lock followed by [`note`](Self::note) of its record.
#[derive(Debug)]
#[must_use]
pub struct Client {
    seat: Seat,
    transcript: Transcript,
}

impl Client {
    /// The client of this seat, which records every entropy it sends. With `config`, a lock under another configuration is
    /// refused; without, one that differs from the first lock's.
    pub fn new(match_id: Id, seat: Seat, config: Option<ConfigHash>) -> Self {
        let transcript = Transcript::new(match_id, View::seat(seat).complete());
        Self {
            seat,
            transcript: match config {
                Some(config) => transcript.with_config(config),
                None => transcript,
            },
        }
    }

    /// The head to compare with the other player's.
    #[must_use]
    pub const fn head(&self) -> Head {
        self.transcript.head()
    }

    /// What acknowledges everything so far.
    #[must_use]
    pub fn ack(&self) -> Ack {
        Ack::new(self.transcript.match_id().clone(), self.transcript.head())
    }

    /// Follows an entry that is not this client's to answer; gives back the first check of it that failed.
    ///
    /// # Errors
    /// [`TooLong`] at the end of what a transcript holds.
    pub fn watch(&mut self, entry: &Entry) -> Result<Option<Line>, TooLong> {
        self.transcript.push(entry)
    }

    /// Attaches the record of an own lock that was just watched: for rebuilding a client after a crash.
    pub fn note(&mut self, kept: &Kept) {
        self.transcript.note(kept);
    }

    /// Holds a lock that this client has to answer. A lock that fails a check is refused: nothing is drawn for it, and the
    /// client is as it was, so a message that went astray does no harm. If the operator stands by a refused lock, it belongs
    /// to the match: [`watch`](Self::watch) it, and the report names what failed.
    ///
    /// # Errors
    /// A lock whose entropy is not this client's to make, one that fails a check, or one roll too many.
    pub fn hold(mut self, lock: Lock) -> Result<Holding, Stopped<Self, HoldError>> {
        let own = match lock.entropy_from() {
            EntropyFrom::Client => lock.seat() == self.seat,
            EntropyFrom::BothSeats => true,
            EntropyFrom::Operator => false,
        };
        if !own {
            let error = HoldError::NotYours;
            return Err(Stopped { state: self, error });
        }
        let error = match self.transcript.judge(&lock) {
            Ok(None) => {
                let _none = self.transcript.take(&Entry::Lock(lock.clone()));
                return Ok(Holding { client: self, lock });
            }
            Ok(Some(line)) => HoldError::Failed(line),
            Err(error) => HoldError::TooLong(error),
        };
        Err(Stopped { state: self, error })
    }

    /// Goes on after a crash that came when the record was kept and no receipt had come yet: the same answer is sent again.
    ///
    /// # Errors
    /// As [`hold`](Self::hold), or a record of other terms than the lock's, or of entropy from another maker.
    pub fn resume(self, lock: Lock, kept: &Kept) -> Result<Sent, Stopped<Self, HoldError>> {
        if kept.terms() != lock.terms() || kept.entropy_from() != lock.entropy_from() {
            let error = HoldError::OtherRecord;
            return Err(Stopped { state: self, error });
        }
        self.hold(lock).map(|holding| holding.sent(kept.clone()))
    }

    /// The verdict on the whole match; `other_head` is what the other player holds.
    pub fn finish(self, other_head: Option<Head>) -> MatchReport {
        self.transcript.finish(other_head)
    }
}

/// A client that holds a lock and has not drawn its entropy yet.
#[derive(Debug)]
#[must_use]
pub struct Holding {
    client: Client,
    lock: Lock,
}

impl Holding {
    /// The lock.
    #[must_use]
    pub const fn lock(&self) -> &Lock {
        &self.lock
    }

    /// Draws the entropy from the operating system, now that the lock is held, and keeps the record before anything is sent.
    ///
    /// # Errors
    /// No randomness, the caller's own error from `save`, or a lock that wants both seats' entropy. Nothing was sent then.
    #[cfg(feature = "std")]
    pub fn draw<E>(
        self,
        save: impl FnOnce(&Kept) -> Result<(), E>,
    ) -> Result<Sent, Stopped<Self, SendError<getrandom::Error, E>>> {
        self.draw_from(getrandom::fill, save)
    }

    /// [`draw`](Self::draw) from a cryptographic generator that the caller supplies.
    ///
    /// # Errors
    /// As there, with the generator's own error.
    pub fn draw_from<R, E>(
        self,
        fill: impl FnOnce(&mut [u8]) -> Result<(), R>,
        save: impl FnOnce(&Kept) -> Result<(), E>,
    ) -> Result<Sent, Stopped<Self, SendError<R, E>>> {
        let drawn = match self.lock.entropy_from() {
            EntropyFrom::Client => match Entropy::random_from(fill) {
                Ok(entropy) => Ok(Kept::new(self.lock.terms().clone(), entropy)),
                Err(error) => Err(SendError::Random(error)),
            },
            _ => Err(SendError::OtherMaker),
        };
        self.keep(drawn, save)
    }

    /// Takes the entropy that both seats made for this very lock.
    ///
    /// # Errors
    /// A record that was made for something else, a lock that does not want both seats' entropy, or the caller's own error
    /// from `save`.
    pub fn join<E>(
        self,
        record: &SeatsRecord,
        save: impl FnOnce(&Kept) -> Result<(), E>,
    ) -> Result<Sent, Stopped<Self, SendError<core::convert::Infallible, E>>> {
        let joint =
            self.lock.entropy_from() == EntropyFrom::BothSeats && record.context().as_bytes() == &self.lock.hash();
        let kept = if joint {
            Ok(Kept::joint(self.lock.terms().clone(), record.entropy()))
        } else {
            Err(SendError::OtherMaker)
        };
        self.keep(kept, save)
    }

    fn keep<R, E>(
        self,
        kept: Result<Kept, SendError<R, E>>,
        save: impl FnOnce(&Kept) -> Result<(), E>,
    ) -> Result<Sent, Stopped<Self, SendError<R, E>>> {
        let saved = kept.and_then(|kept| match save(&kept) {
            Ok(()) => Ok(kept),
            Err(error) => Err(SendError::Save(error)),
        });
        match saved {
            Ok(kept) => Ok(self.sent(kept)),
            Err(error) => Err(Stopped { state: self, error }),
        }
    }

    fn sent(mut self, kept: Kept) -> Sent {
        self.client.transcript.note(&kept);
        Sent {
            client: self.client,
            lock: self.lock,
            kept,
        }
    }

    /// Takes the void of this roll, before anything was sent. Gives back the first check that failed.
    ///
    /// # Errors
    /// A void that is not of this roll; the lock is still held, as in [`Sent::accept`].
    pub fn accept_void(mut self, void: Void) -> Result<(Client, Option<Line>), Stopped<Self, StrayError>> {
        if let Some(error) = stray(&self.lock, None, &Outcome::Void(&void)) {
            return Err(Stopped { state: self, error });
        }
        let failed = self.client.transcript.take(&Entry::Void(void));
        Ok((self.client, failed))
    }
}

/// A client that has its record and sends its answer, as often as it takes.
#[derive(Debug)]
#[must_use]
pub struct Sent {
    client: Client,
    lock: Lock,
    kept: Kept,
}

impl Sent {
    /// The answer to send. There is only this one: entropy is drawn once for a lock.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let terms = self.kept.terms();
        Answer::new(terms.match_id().clone(), terms.roll_id().clone(), self.kept.entropy())
    }

    /// The record.
    #[must_use]
    pub const fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Checks the receipt of this roll against the record and returns the report; the whole match goes on, whatever it says.
    ///
    /// The first receipt that is of this roll ends it, however bad: a bad one is evidence and stays in the match report, and
    /// an operator has no second one to offer.
    ///
    /// # Errors
    /// A stray receipt, which has nothing of this roll ([`StrayError`] says when): it is put aside and the roll stays open, so
    /// a message gone astray does no harm. If the operator stands by it, [`give_up`](Self::give_up) and
    /// [`watch`](Client::watch) it; then the report names what failed.
    ///
    /// ```
    /// # use provably_fair::{ServerSeed, protocol::{check_link::Seat, receipt::*, session::*, transcript::ConfigHash}};
    /// # let roll = |id: &str, nonce| NextRoll {
    /// #     roll_id: Id::new(id).unwrap(), nonce, seat: Seat::One, entropy_from: EntropyFrom::Client };
    /// # let save = |_: &Saved| Ok::<(), ()>(());
    /// # let draw = |client: Client, locked: &Locked, byte: u8| client.hold(locked.lock().clone()).unwrap()
    /// #     .draw_from(|bytes| { bytes.fill(byte); Ok::<(), ()>(()) }, |_| Ok::<(), ()>(())).unwrap();
    /// # let operator = Operator::open(Id::new("mat_1").unwrap(), ConfigHash::new([0; 32]));
    /// # let client = Client::new(Id::new("mat_1").unwrap(), Seat::One, None);
    /// # let locked = operator.lock(roll("rol_1", 1), ServerSeed::from_bytes(&[7; 32]), save).unwrap();
    /// # let sent = draw(client, &locked, 1);
    /// # let revealed = locked.accept(&sent.answer(), save).unwrap().reveal().unwrap();
    /// # let first = revealed.receipt().clone();
    /// # let (client, _) = sent.accept(first.clone()).unwrap();
    /// # let operator = revealed.acknowledge(&client.ack(), save).unwrap();
    /// # let locked = operator.lock(roll("rol_2", 2), ServerSeed::from_bytes(&[8; 32]), save).unwrap();
    /// # let sent = draw(client, &locked, 2);
    /// // The second roll is open, and the first one's receipt comes once more.
    /// let stopped = sent.accept(first).unwrap_err();
    /// assert_eq!(stopped.error, StrayError::OtherRoll(Id::new("rol_1").unwrap()));
    /// let sent = stopped.state; // as if it had not come
    /// # let revealed = locked.accept(&sent.answer(), save).unwrap().reveal().unwrap();
    /// let (client, report) = sent.accept(revealed.receipt().clone()).unwrap();
    /// assert_eq!(report.verdict(), provably_fair::Verdict::Verified);
    /// ```
    pub fn accept(mut self, receipt: Receipt) -> Result<(Client, Report), Stopped<Self, StrayError>> {
        if let Some(error) = stray(&self.lock, Some(&self.kept), &Outcome::Receipt(&receipt)) {
            return Err(Stopped { state: self, error });
        }
        let report = receipt.verify(Some(&self.kept), Some(self.lock.entropy_from()));
        let _in_the_match_report = self.client.transcript.take(&Entry::Receipt(receipt));
        Ok((self.client, report))
    }

    /// Takes the void of this roll that came instead of a receipt. Gives back the first check that failed.
    ///
    /// # Errors
    /// A void that is not of this roll, which stays open as in [`accept`](Self::accept).
    pub fn accept_void(mut self, void: Void) -> Result<(Client, Option<Line>), Stopped<Self, StrayError>> {
        if let Some(error) = stray(&self.lock, Some(&self.kept), &Outcome::Void(&void)) {
            return Err(Stopped { state: self, error });
        }
        let failed = self.client.transcript.take(&Entry::Void(void));
        Ok((self.client, failed))
    }

    /// Gives up waiting: the match report will say that entropy was sent and nothing came.
    pub fn give_up(self) -> Client {
        self.client
    }
}

//! The live protocol: its order, its errors, and a crash between any two steps.

use std::fmt::Write;

use provably_fair::protocol::check_link::{MatchNote, Seat};
use provably_fair::protocol::live_match::SealedMatch;
use provably_fair::protocol::match_dice::FirstRoll;
use provably_fair::protocol::receipt::{Entropy, EntropyFrom, Id, Kept, Receipt, RollSeed, Terms};
use provably_fair::protocol::session::seats::{
    self, Bound, ChooseError, Choosing, Context, MeetError, RestoredSeat, SeatBytes, SeatError, SeatHash, SeatSeed,
    SeatsRecord,
};
use provably_fair::protocol::session::{
    AcceptError, Ack, AckError, Answer, AnswerError, Client, HoldError, LockError, Locked, NextRoll, Operator,
    RestoreError, Restored, Saved, SendError, Sent, Stopped, restore,
};
use provably_fair::protocol::transcript::{ConfigHash, Entry, Head, Lock, Void};
use provably_fair::verdict::{Check, Finding};
use provably_fair::{ServerSeed, Verdict, hex};

mod client;
mod crashes;
mod operator;
mod saved;
mod two_seats;

type Never = std::convert::Infallible;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DiskFull;

fn game() -> Id {
    Id::new("mat_1").unwrap()
}

fn operator() -> Operator {
    Operator::open(game(), ConfigHash::new([0; 32]))
}

fn next(number: u64, seat: Seat, entropy_from: EntropyFrom) -> NextRoll {
    let roll_id = Id::new(&format!("rol_{number}")).unwrap();
    NextRoll {
        roll_id,
        nonce: number,
        seat,
        entropy_from,
    }
}

fn own(number: u64) -> NextRoll {
    next(number, Seat::One, EntropyFrom::Client)
}

fn seed(byte: u8) -> ServerSeed {
    ServerSeed::from_bytes(&[byte; 32])
}

#[allow(clippy::unnecessary_wraps, reason = "the shape of a save function")]
fn kept_safe<T: ?Sized>(_: &T) -> Result<(), Never> {
    Ok(())
}

#[allow(clippy::unnecessary_wraps, reason = "the shape of a save function")]
fn full<T: ?Sized>(_: &T) -> Result<(), DiskFull> {
    Err(DiskFull)
}

fn answer(number: u64, entropy: u8) -> Answer {
    Answer::new(
        game(),
        Id::new(&format!("rol_{number}")).unwrap(),
        Entropy::new([entropy; 16]),
    )
}

fn locked(number: u64) -> Locked {
    operator().lock(own(number), seed(7), kept_safe).unwrap()
}

/// What a step left in the operator's store.
#[derive(Default)]
struct Store {
    bytes: Vec<u8>,
    mark: u64,
}

impl Store {
    #[allow(clippy::unnecessary_wraps, reason = "the shape of a save function")]
    fn save(&mut self, saved: &Saved) -> Result<(), Never> {
        self.bytes = saved.secret_for_encrypted_store().to_vec();
        assert_eq!(saved.step(), self.mark + 1, "every save is a new step");
        self.mark = saved.step();
        Ok(())
    }

    fn restore(&self) -> Restored {
        restore(&self.bytes, self.mark).unwrap()
    }
}

fn client() -> Client {
    Client::new(game(), Seat::One, Some(ConfigHash::new([0; 32])))
}

fn drawn(client: Client, lock: &Lock, byte: u8) -> Sent {
    let fill = |bytes: &mut [u8]| {
        bytes.fill(byte);
        Ok::<(), Never>(())
    };
    client.hold(lock.clone()).unwrap().draw_from(fill, kept_safe).unwrap()
}

fn seat(context: Context, seat: Seat, byte: u8) -> Choosing {
    let fill = |bytes: &mut [u8]| {
        bytes.fill(byte);
        Ok::<(), Never>(())
    };
    Choosing::random_from(context, seat, fill, kept_safe).unwrap()
}

fn both(context: Context) -> (Bound, Bound) {
    let (one, two) = (seat(context, Seat::One, 1), seat(context, Seat::Two, 2));
    let (hash_one, hash_two) = (one.hash(), two.hash());
    (
        one.meet(&hash_two, kept_safe).unwrap(),
        two.meet(&hash_one, kept_safe).unwrap(),
    )
}

fn record(context: Context) -> SeatsRecord {
    let (one, two) = both(context);
    let (record, same) = (
        one.accept(&two.open()).unwrap(),
        two.accept(&one_again(context).open()).unwrap(),
    );
    assert_eq!(record, same);
    record
}

fn one_again(context: Context) -> Bound {
    both(context).0
}

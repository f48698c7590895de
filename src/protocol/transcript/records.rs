//! The player's own records against the entries: what was sent, what came of it, and what is missing.

use alloc::string::ToString;

use super::lock::seat_number;
use super::{Lock, Open, Outcome, Transcript};
use crate::protocol::check_link::Seat;
use crate::protocol::receipt::{EntropyFrom, Kept};
use crate::verdict::{Check, Finding};

impl Transcript {
    /// Attaches the player's own record to the open lock: to be called after the lock and before what comes of it.
    ///
    /// It is compared with the outcome, or, if none comes, it shows which of the two silences it is. A record without an open
    /// lock fails `kept_roll`; so does one on a lock that says that somebody else makes the entropy: a roll of the player's
    /// was credited to the other seat or to the operator.
    pub fn note(&mut self, kept: &Kept) {
        match &mut self.open {
            Some(open) if open.kept.is_none() => {
                open.kept = Some(kept.clone());
                let (at, credited) = (open.at, credited(&open.lock, kept, self.view.seat));
                if credited != Finding::Held {
                    self.fail_at(Check::KeptRoll, Some(at), credited);
                }
            }
            _ => self.stray(kept),
        }
    }

    /// A record that no roll of the transcript belongs to: the roll was dropped from the list.
    pub(super) fn stray(&mut self, kept: &Kept) {
        let expected = kept.terms().roll_id().to_string();
        self.fail(Check::KeptRoll, Finding::failed(&expected, &"no such roll"));
    }

    /// Two silences, told apart by the player's record: nothing was sent, or nothing came back.
    pub(super) fn silence(&mut self, open: &Open) {
        match &open.kept {
            Some(kept) => {
                let expected = alloc::format!("an answer to {}", kept.entropy());
                self.fail_at(Check::Answered, Some(open.at), Finding::failed(&expected, &"silence"));
                self.counts.never_answered += 1;
            }
            None if self.is_own(&open.lock) => self.counts.never_sent += 1,
            None => self.counts.open_of_others += 1,
        }
    }

    pub(super) fn check_kept(&mut self, open: &Open, outcome: &Outcome<'_>) {
        let own = self.is_own(&open.lock);
        self.counts.made(&open.lock, outcome, own, open.kept.is_some());
        let Some(kept) = &open.kept else {
            if own && self.view.complete && outcome.entropy().is_some() {
                let finding = Finding::failed(&"a record of what you sent", &"none, so somebody else made it");
                self.fail(Check::KeptRoll, finding);
            }
            return;
        };
        let entropy = outcome.entropy();
        for (check, finding) in kept.compare(outcome.terms(), entropy) {
            // A void that denies the entropy has a check of its own.
            match (check, outcome, entropy) {
                (Check::KeptEntropy, Outcome::Void(_), None) => self.check(Check::VoidEntropy, finding),
                _ => self.check(check, finding),
            }
        }
    }

    /// Whether this roll's entropy is the player's to make.
    fn is_own(&self, lock: &Lock) -> bool {
        match (lock.entropy_from(), self.view.seat) {
            (EntropyFrom::Operator, _) | (_, None) => false,
            (EntropyFrom::BothSeats, Some(_)) => true,
            (EntropyFrom::Client, Some(seat)) => seat == lock.seat(),
        }
    }
}

/// Whether a lock credits its entropy to whoever the record says made it; whose seat is whose is known only with `seat`.
fn credited(lock: &Lock, kept: &Kept, seat: Option<Seat>) -> Finding {
    let maker = Finding::equal(&kept.entropy_from().name(), &lock.entropy_from().name());
    match (maker, lock.entropy_from(), seat) {
        (Finding::Held, EntropyFrom::Client, Some(seat)) if seat != lock.seat() => {
            let shown = |seat| alloc::format!("a roll of seat {}", seat_number(seat));
            Finding::failed(&shown(seat), &shown(lock.seat()))
        }
        (maker, _, _) => maker,
    }
}

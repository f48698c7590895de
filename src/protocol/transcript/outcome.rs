//! A receipt or a void as the next entry: of the open lock, and of nothing that was used before.

use super::{Head, Open, Outcome, Transcript};
use crate::protocol::receipt::Receipt;
use crate::verdict::{Check, Finding};

impl Transcript {
    pub(super) fn outcome(&mut self, outcome: &Outcome<'_>) {
        let terms = outcome.terms();
        self.check(Check::SameMatch, Finding::equal(&self.match_id, terms.match_id()));
        let Some(open) = self.open.take() else {
            self.fail(Check::OfOpenLock, Finding::failed(&"an open lock", &terms.roll_id()));
            return;
        };
        self.check(Check::OfOpenLock, open.lock.of_lock(terms));
        self.check_seed(&open, outcome);
        match outcome {
            Outcome::Receipt(receipt) => self.check_dice(receipt),
            Outcome::Void(void) => {
                let dropped = void.dropped().ok().flatten().map(|rolled| rolled.dice);
                self.counts.void(dropped);
            }
        }
        if let Some(entropy) = outcome
            .entropy()
            .filter(|entropy| self.entropies.again(entropy.as_bytes()))
        {
            self.fail(Check::UniqueEntropy, Finding::failed(&"unused entropy", &entropy));
        }
        self.check_kept(&open, outcome);
        self.head = Head::after(&open.hash, Some(outcome));
    }

    /// The seed opens the lock's commitment, and did not open an earlier one.
    fn check_seed(&mut self, open: &Open, outcome: &Outcome<'_>) {
        let locked = open.lock.terms().commitment();
        let opens = outcome.seed().commitment();
        self.check(Check::Commitment, Finding::equal(&locked, &opens));
        // A seed was used before exactly if the commitment that it opens was: as its own lock's, or as another's.
        let elsewhere = opens != locked && self.commitments.contains(opens.digest().as_bytes());
        if elsewhere || (opens == locked && open.repeated) {
            let finding = Finding::failed(&"an unused server seed", &outcome.seed());
            self.fail(Check::UniqueServerSeed, finding);
        }
    }

    fn check_dice(&mut self, receipt: &Receipt) {
        self.counts.receipt(receipt.dice());
        let finding = match receipt.derive() {
            Ok(rolled) => Finding::equal(&rolled.dice, &receipt.dice()),
            Err(error) => Finding::failed(&error, &receipt.dice()),
        };
        self.check(Check::Dice, finding);
    }
}

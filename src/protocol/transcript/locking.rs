//! A lock as the next entry: everything that only what came before it can show.

use alloc::vec::Vec;

use super::{Head, Lock, MAX_ROLLS, Open, TooLong, Transcript, line};
use crate::protocol::receipt::Terms;
use crate::verdict::{Check, Finding, Line};

impl Transcript {
    /// The first check that a lock would fail as the next entry, which it does not become: nothing here changes.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub(crate) fn judge(&self, lock: &Lock) -> Result<Option<Line>, TooLong> {
        if self.rolls >= MAX_ROLLS {
            return Err(TooLong);
        }
        let first = self.lock_faults(lock).into_iter().next();
        Ok(first.map(|(check, finding)| line(check, Some(self.entries), finding)))
    }

    /// Every check that a lock fails as the next entry, in order.
    fn lock_faults(&self, lock: &Lock) -> Vec<(Check, Finding)> {
        let terms = lock.terms();
        let config = self.config.unwrap_or_else(|| lock.config());
        let overrun = self.open.as_ref().map(|open| overrun(open, terms));
        let rolls_again = matches!(overrun, Some((Check::NoSecondLock, _)));
        let mut faults = Vec::new();
        faults.push((Check::SameMatch, Finding::equal(&self.match_id, terms.match_id())));
        faults.push((Check::SameConfig, Finding::equal(&config, &lock.config())));
        faults.extend(overrun);
        faults.push((Check::LockChain, Finding::equal(&self.head_for_next(), &lock.prev())));
        if let Some(last) = self.last_nonce.filter(|last| terms.nonce() <= *last) {
            let expected = alloc::format!("above {last}");
            faults.push((Check::NonceUp, Finding::failed(&expected, &terms.nonce())));
        }
        let roll_id = terms.roll_id().as_str();
        if self.roll_ids.contains(roll_id.as_bytes()) && !rolls_again {
            let finding = Finding::failed(&"an unused roll id", &roll_id);
            faults.push((Check::UniqueRollId, finding));
        }
        if self.commitments.contains(terms.commitment().digest().as_bytes()) {
            let finding = Finding::failed(&"an unused commitment", &terms.commitment());
            faults.push((Check::UniqueCommitment, finding));
        }
        faults.retain(|(_, finding)| *finding != Finding::Held);
        faults
    }

    /// The head that the next lock carries: one that it overruns is left without an outcome.
    fn head_for_next(&self) -> Head {
        let overrun = self.open.as_ref().map(|open| Head::after(&open.hash, None));
        overrun.unwrap_or(self.head)
    }

    pub(super) fn lock(&mut self, lock: &Lock) {
        for (check, finding) in self.lock_faults(lock) {
            self.fail(check, finding);
        }
        self.head = self.head_for_next();
        if let Some(open) = self.open.take() {
            self.silence(&open);
        }
        let terms = lock.terms();
        self.config.get_or_insert_with(|| lock.config());
        self.last_nonce = self.last_nonce.max(Some(terms.nonce()));
        self.roll_ids.again(terms.roll_id().as_str().as_bytes());
        self.open = Some(Open {
            lock: lock.clone(),
            hash: lock.hash(),
            at: self.entries,
            repeated: self.commitments.again(terms.commitment().digest().as_bytes()),
            kept: None,
        });
    }
}

/// A lock that came while another was open: for the same roll, or for another one.
fn overrun(open: &Open, terms: &Terms) -> (Check, Finding) {
    let (old, new) = (open.lock.terms().roll_id(), terms.roll_id());
    let check = if old == new {
        Check::NoSecondLock
    } else {
        Check::OneOpenLock
    };
    let expected = alloc::format!("a receipt or a void of {old}");
    (check, Finding::failed(&expected, &alloc::format!("a lock of {new}")))
}

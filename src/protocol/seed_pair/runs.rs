//! Which nonces of one count were seen, in memory that grows with the gaps.

use alloc::collections::BTreeMap;

/// The nonces of one count as runs of consecutive ones, none touching the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    /// By first nonce.
    pub(super) runs: BTreeMap<u64, Run>,
    /// The last nonce, as far as the caller knows it.
    pub(super) last: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The last nonce of the run.
    pub(super) end: u64,
    /// The log's position of its first nonce.
    at: u64,
}

impl Runs {
    /// Adds a nonce; by how many the runs have grown (-1, 0 or 1), or `None` if it was there already.
    pub(super) fn insert(&mut self, nonce: u64, at: u64) -> Option<isize> {
        let before = self.runs.range_mut(..=nonce).next_back();
        let touching = match before {
            Some((_, run)) if run.end >= nonce => return None,
            Some((start, run)) if run.end + 1 == nonce => Some((*start, run.at)),
            _ => None,
        };
        let after = nonce.checked_add(1).and_then(|next| self.runs.remove(&next));
        let end = after.map_or(nonce, |run| run.end);
        let (start, at) = touching.unwrap_or((nonce, at));
        self.runs.insert(start, Run { end, at });
        Some(1 - isize::from(touching.is_some()) - isize::from(after.is_some()))
    }

    /// (position of the round after the gap, nonce that was due, nonce that came) of every gap, and of a start below
    /// `first`.
    pub(super) fn gaps(&self, first: u64) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        let due = core::iter::once(first).chain(self.runs.values().map(|run| run.end.saturating_add(1)));
        let runs = due.zip(&self.runs);
        runs.filter_map(|(due, (start, run))| (due != *start).then_some((run.at, due, *start)))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn runs_meet_at_both_ends_and_at_the_last_nonce() {
        let mut runs = Runs::default();
        // 5, then its two neighbours, then the middle of nothing, then what joins all.
        let grown: Vec<_> = [5, 4, 6, 8, 7, 6, u64::MAX, 0, u64::MAX, u64::MAX - 1]
            .into_iter()
            .zip(0..)
            .map(|(nonce, at)| runs.insert(nonce, at))
            .collect();
        assert_eq!(
            grown,
            [
                Some(1),
                Some(0),
                Some(0),
                Some(1),
                Some(-1),
                None,
                Some(1),
                Some(1),
                None,
                Some(0)
            ]
        );
        let left: Vec<_> = runs.runs.iter().map(|(start, run)| (*start, run.end, run.at)).collect();
        assert_eq!(left, [(0, 0, 7), (4, 8, 1), (u64::MAX - 1, u64::MAX, 9)]);
    }
}

//! A transcript and a player's records, read side by side.

use super::{Entry, Head, Lock, MatchReport, TooLong, Transcript};
use crate::protocol::receipt::Kept;

/// Checks a whole match: every entry in order, each record against its roll, and the other player's head.
///
/// Both are lists in the order in which things happened, read once and side by side, so neither has to fit in memory. A
/// record belongs to a lock if it shares its roll id, nonce or commitment with it: a lock that was changed in one of
/// them still meets its record, and fails the check of that name. A record that no lock meets fails `kept_roll`.
///
/// # Errors
/// [`TooLong`] for more than [`MAX_ROLLS`](super::MAX_ROLLS) rolls.
///
/// *What it does not show*: who made the opponent's entropy; that needs the opponent's records.
pub fn verify(
    mut transcript: Transcript,
    entries: impl IntoIterator<Item = Entry>,
    kept: impl IntoIterator<Item = Kept>,
    other_head: Option<Head>,
) -> Result<MatchReport, TooLong> {
    let mut kept = kept.into_iter().peekable();
    for entry in entries {
        let _failed = transcript.push(&entry)?;
        let Entry::Lock(lock) = entry else {
            continue;
        };
        while let Some(stray) = kept.next_if(|kept| !meets(kept, &lock) && is_older(kept, &lock)) {
            transcript.stray(&stray);
        }
        if let Some(own) = kept.next_if(|kept| meets(kept, &lock)) {
            transcript.note(&own);
        }
    }
    for stray in kept {
        transcript.stray(&stray);
    }
    Ok(transcript.finish(other_head))
}

fn meets(kept: &Kept, lock: &Lock) -> bool {
    let (seen, locked) = (kept.terms(), lock.terms());
    seen.roll_id() == locked.roll_id() || seen.nonce() == locked.nonce() || seen.commitment() == locked.commitment()
}

fn is_older(kept: &Kept, lock: &Lock) -> bool {
    kept.terms().nonce() < lock.terms().nonce()
}

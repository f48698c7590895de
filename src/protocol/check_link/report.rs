//! The verdict on a check link: every roll derived again, and what the player's own note adds.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{CheckLink, MatchNote, RollLine, WhichFirst, hint, program};
use crate::protocol::match_dice::{FirstRoll, NoDice, RollTrace, Rolls, SEALING, SeedError};
use crate::protocol::weak;
use crate::verdict::{Check, Finding, Report, Source, Verdict};

/// What a match check shows, and what it cannot (SPEC 6, known limit).
const PROTECTS: [&str; 2] = [
    "protects each player from a server that would change dice after both seeds were sent, if the player noted the \
     commitment before sending a seed",
    "does not protect a player from a server in league with the other seat: whoever contributes last and knows the server \
     seed controls the dice",
];

/// The verdict on a match: the [`Report`] of its checks, and every roll.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct MatchReport {
    report: Report,
    rolls: Vec<RollLine>,
    first: WhichFirst,
    games: Option<Vec<u32>>,
}

impl MatchReport {
    /// The checks, in order: commitment, hidden key, rolls, then the player's note.
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// What the checks add up to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.report.verdict()
    }

    /// Every roll of the link, in order.
    #[must_use]
    pub fn rolls(&self) -> &[RollLine] {
        &self.rolls
    }

    /// Which number the first roll has, and how that is known.
    #[must_use]
    pub const fn first_roll(&self) -> WhichFirst {
        self.first
    }

    /// How many rolls each game has, if the link says.
    #[must_use]
    pub fn games(&self) -> Option<&[u32]> {
        self.games.as_deref()
    }

    /// The position of each game's first roll.
    fn game_starts(&self) -> Vec<usize> {
        let games = self.games.iter().flatten();
        let next = |start: &mut usize, rolls: &u32| {
            let this = *start;
            *start = this.saturating_add(usize::try_from(*rolls).unwrap_or(usize::MAX));
            Some(this)
        };
        games.scan(0, next).collect()
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)?;
        let starts = self.game_starts();
        for (at, roll) in self.rolls.iter().enumerate() {
            if let Some(game) = starts.iter().position(|start| *start == at) {
                writeln!(f, "  game {}", game + 1)?;
            }
            write!(f, "    roll {:>4}  {}", roll.number, roll.stated)?;
            match roll.derived {
                Ok(_) if roll.held() => f.write_str("  held\n")?,
                Ok(derived) => writeln!(f, "  FAILED: the seeds give {derived}")?,
                Err(error) => writeln!(f, "  FAILED: {error}")?,
            }
        }
        Ok(())
    }
}

impl CheckLink {
    /// Verifies the match: the commitment, that it hid the key, every roll, and the player's own note.
    ///
    /// Without `first_roll` both numberings are tried and the report says which held; the numbering then was not fixed
    /// beforehand, so the verdict is at most *consistent*. The same holds for a note without the commitment or without a
    /// seed of the player's own.
    ///
    /// *What it does not show*: anything about a server in league with the other seat (SPEC 6, known limit).
    ///
    /// ```
    /// use provably_fair::protocol::check_link::{CheckLink, MatchNote, Seat};
    /// use provably_fair::protocol::match_dice::FirstRoll;
    /// use provably_fair::{PlayerSeed, verdict::Verdict};
    /// let link = CheckLink::parse("v=1&s=0707070707070707070707070707070707070707070707070707070707070707\
    ///     &c=4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0&p=white,black&r=62").unwrap();
    /// let alone = link.verify(Some(FirstRoll::Zero), &MatchNote::none());
    /// assert_eq!(alone.verdict(), Verdict::Consistent);
    /// let note = MatchNote::none().commitment(link.commitment()).seed(Seat::One, PlayerSeed::new("white").unwrap());
    /// assert_eq!(link.verify(Some(FirstRoll::Zero), &note).verdict(), Verdict::Verified);
    /// ```
    pub fn verify(&self, first_roll: Option<FirstRoll>, note: &MatchNote) -> MatchReport {
        let mut report = Report::new();
        self.check_seal(&mut report);
        let (first, rolls) = self.check_rolls(first_roll, &mut report);
        note.check(self, &mut report);
        report.remark(first.to_string());
        let [one, two] = &self.players;
        if one == two {
            report.remark("both players' seeds are the same: one of them adds nothing");
        }
        for text in weak::cautions(self.seed.text()) {
            report.remark(text);
        }
        for text in hint::all(self, report.first_failure().map(|line| line.check), first.used()) {
            report.remark(text);
        }
        for text in PROTECTS {
            report.remark(text);
        }
        MatchReport {
            report,
            rolls,
            first,
            games: self.games.clone(),
        }
    }

    /// The roll at this position of the link, step by step.
    ///
    /// # Errors
    /// No dice in any MAC, which an honest HMAC does not do.
    pub fn trace(&self, first_roll: FirstRoll, position: u32) -> Result<RollTrace, NoDice> {
        let number = first_roll.number() + u64::from(position);
        self.derivation().map_err(|_| NoDice { number })?.trace(number)
    }

    /// A Python program, standard library only, that recomputes this match and compares: the reader need not take this
    /// library's word. It exits with 0 if commitment and all rolls hold, with 1 otherwise.
    #[must_use]
    pub fn python(&self, first_roll: FirstRoll) -> String {
        program::match_dice(self, first_roll)
    }

    pub(super) fn derivation(&self) -> Result<Rolls<'_>, SeedError> {
        Rolls::new(&self.seed, &self.players)
    }

    fn check_seal(&self, report: &mut Report) {
        match SEALING.digest(&self.seed) {
            Ok(found) => report.compare(Check::Commitment, Source::Document, &self.commitment, &found),
            Err(error) => report.push(
                Check::Commitment,
                Source::Document,
                None,
                Finding::failed(&self.commitment, &error),
            ),
        }
        let hidden = match SEALING.hides_key(&self.seed) {
            Ok(true) => Finding::Held,
            Ok(false) => Finding::failed(&"a commitment that hides the key", &"the key's own hash"),
            Err(error) => Finding::failed(&"a hex seed", &error),
        };
        report.push(Check::CommitmentHidesKey, Source::Document, None, hidden);
    }
}

//! The verdict on a check link: every roll derived again, and what the player's own note adds.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{CheckLink, program};
use crate::commit::Commitment;
use crate::dice::Pair;
use crate::protocol::Seat;
use crate::protocol::match_dice::{FirstRoll, NoDice, RollTrace, Rolls, SEALING, SeedError};
use crate::seed::PlayerSeed;
use crate::verdict::{Check, Finding, Report, Source, Verdict};

/// What a match check shows, and what it cannot (SPEC 6, known limit).
const PROTECTS: [&str; 2] = [
    "protects each player from a server that would change dice after both seeds were sent, if the player noted the \
     commitment before sending a seed",
    "does not protect a player from a server in league with the other seat: whoever contributes last and knows the server \
     seed controls the dice",
];

/// What a player wrote down: the commitment seen before any seed was sent, and the seed sent then.
///
/// ```
/// use provably_fair::protocol::check_link::{MatchNote, Seat};
/// use provably_fair::PlayerSeed;
/// let seen = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0".parse().unwrap();
/// let note = MatchNote::none().commitment(seen).seed(Seat::One, PlayerSeed::new("white").unwrap());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct MatchNote {
    commitment: Option<Commitment>,
    seeds: [Option<PlayerSeed>; 2],
}

impl MatchNote {
    /// No note: the verdict is at most *consistent*.
    pub const fn none() -> Self {
        Self {
            commitment: None,
            seeds: [None, None],
        }
    }

    /// With the commitment that the player saw before sending a seed.
    pub const fn commitment(mut self, seen: Commitment) -> Self {
        self.commitment = Some(seen);
        self
    }

    /// With the seed that the player in this seat sent.
    pub fn seed(mut self, seat: Seat, own: PlayerSeed) -> Self {
        let [one, two] = &mut self.seeds;
        match seat {
            Seat::One => *one = Some(own),
            Seat::Two => *two = Some(own),
        }
        self
    }
}

/// Which number of the first roll fits a link, when the caller did not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhichFirst {
    /// The caller said; nothing was tried.
    Given(FirstRoll),
    /// Only this one fits.
    Fits(FirstRoll),
    /// Both fit, which a short match can do by chance; the report uses 0.
    Both,
    /// Neither fits; the report uses the one that goes wrong later, 0 at a tie.
    Neither(FirstRoll),
}

impl WhichFirst {
    /// The numbering that the report uses.
    #[must_use]
    pub const fn used(self) -> FirstRoll {
        match self {
            Self::Given(first) | Self::Fits(first) | Self::Neither(first) => first,
            Self::Both => FirstRoll::Zero,
        }
    }
}

impl fmt::Display for WhichFirst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self.used().number();
        match self {
            Self::Given(_) => write!(f, "the first roll is number {used}, as the caller said"),
            Self::Fits(_) => write!(
                f,
                "the number of the first roll was not given: 0 and 1 were tried, {used} holds"
            ),
            Self::Both => f.write_str("the number of the first roll was not given: 0 and 1 were tried, both hold"),
            Self::Neither(_) => write!(
                f,
                "the number of the first roll was not given: 0 and 1 were tried, neither holds, {used} is shown"
            ),
        }
    }
}

/// One roll of a match: what the link states, and what the seeds give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RollLine {
    /// The roll's number in the message.
    pub number: u64,
    /// The dice in the link.
    pub stated: Pair,
    /// The dice that the seeds give, or none if no MAC has a usable byte.
    pub derived: Result<Pair, NoDice>,
}

impl RollLine {
    /// Whether the link states what the seeds give.
    #[must_use]
    pub fn held(&self) -> bool {
        self.derived == Ok(self.stated)
    }
}

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
        self.check_note(note, &mut report);
        report.remark(first.to_string());
        let [one, two] = &self.players;
        if one == two {
            report.remark("both players' seeds are the same: one of them adds nothing");
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

    fn derivation(&self) -> Result<Rolls<'_>, SeedError> {
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

    fn check_rolls(&self, given: Option<FirstRoll>, report: &mut Report) -> (WhichFirst, Vec<RollLine>) {
        let zero = || (FirstRoll::Zero, self.roll_lines(FirstRoll::Zero));
        let one = || (FirstRoll::One, self.roll_lines(FirstRoll::One));
        let (first, lines) = match given {
            Some(first) => (WhichFirst::Given(first), self.roll_lines(first)),
            None => choose(zero(), one()),
        };
        match first_wrong(&lines).and_then(|at| lines.get(at).map(|line| (at, line))) {
            None => report.push(Check::Roll, Source::Document, None, Finding::Held),
            Some((at, line)) => {
                let expected = line
                    .derived
                    .map_or_else(|error| error.to_string(), |dice| dice.to_string());
                let at = u64::try_from(at).ok();
                report.push(
                    Check::Roll,
                    Source::Document,
                    at,
                    Finding::failed(&expected, &line.stated),
                );
            }
        }
        if given.is_none() {
            let reason = "the operator's numbering was not given: ask for it and say whether the first roll is 0 or 1";
            report.push(Check::FirstRoll, Source::Player, None, Finding::NotChecked { reason });
        }
        (first, lines)
    }

    fn roll_lines(&self, first: FirstRoll) -> Vec<RollLine> {
        let derivation = self.derivation();
        let derive = |number| match &derivation {
            Ok(rolls) => rolls.roll(number).map(|roll| roll.dice),
            Err(_) => Err(NoDice { number }),
        };
        let lines = self.rolls.iter().zip(first.number()..);
        lines
            .map(|(stated, number)| RollLine {
                number,
                stated: *stated,
                derived: derive(number),
            })
            .collect()
    }

    fn check_note(&self, note: &MatchNote, report: &mut Report) {
        match &note.commitment {
            Some(seen) => report.compare(Check::NotedCommitment, Source::Player, seen, &self.commitment),
            None => report.push(
                Check::NotedCommitment,
                Source::Player,
                None,
                Finding::NotChecked {
                    reason: "compare the commitment with the one you were shown before you sent your seed",
                },
            ),
        }
        let sent = note.seeds.iter().zip(&self.players).zip(0..);
        let sent: Vec<_> = sent
            .filter_map(|((sent, used), seat)| sent.as_ref().map(|sent| (seat, sent, used)))
            .collect();
        for (seat, sent, used) in &sent {
            let finding = if sent == used {
                Finding::Held
            } else {
                Finding::failed(&sent.as_str(), &used.as_str())
            };
            report.push(Check::NotedSeed, Source::Player, Some(*seat), finding);
        }
        if sent.is_empty() {
            report.push(
                Check::NotedSeed,
                Source::Player,
                None,
                Finding::NotChecked {
                    reason: "compare your seed with the one you sent",
                },
            );
        }
    }
}

fn first_wrong(lines: &[RollLine]) -> Option<usize> {
    lines.iter().position(|line| !line.held())
}

/// Which of two numberings a report uses: one that holds, else the one that goes wrong later, 0 before 1.
fn choose(zero: (FirstRoll, Vec<RollLine>), one: (FirstRoll, Vec<RollLine>)) -> (WhichFirst, Vec<RollLine>) {
    match (first_wrong(&zero.1), first_wrong(&one.1)) {
        (None, None) => (WhichFirst::Both, zero.1),
        (None, Some(_)) => (WhichFirst::Fits(zero.0), zero.1),
        (Some(_), None) => (WhichFirst::Fits(one.0), one.1),
        (Some(a), Some(b)) if b > a => (WhichFirst::Neither(one.0), one.1),
        (Some(_), Some(_)) => (WhichFirst::Neither(zero.0), zero.1),
    }
}

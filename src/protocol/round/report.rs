//! The verdict on a claimed round.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{RoundClaim, RoundError, caution, hint};
use crate::commit::Commitment;
use crate::layout::{Deal, Game, Value};
use crate::scheme::Scheme;
use crate::verdict::{Check, Finding, Quoted, Report, Source, Verdict};

/// What a round check shows, and what it cannot.
const PROTECTS: [&str; 3] = [
    "protects you from a server that would change the result after it saw your client seed, if you noted the commitment before \
     you chose that seed",
    "does not show that no round was left out or played twice: follow the nonces of all your rounds under this seed",
    "does not show how far the game was read: that follows from your actions, which only you know",
];

/// What a player wrote down: the commitment seen before the client seed was chosen, that seed, the bet's nonce, and which game
/// was played by which rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct RoundNote {
    commitment: Option<Commitment>,
    client: Option<String>,
    nonce: Option<u64>,
    settings: Option<(Scheme, Game)>,
}

impl RoundNote {
    /// No note: the verdict is at most *consistent*.
    pub const fn none() -> Self {
        Self {
            commitment: None,
            client: None,
            nonce: None,
            settings: None,
        }
    }

    /// With the commitment that the player saw before choosing a client seed.
    pub const fn commitment(mut self, seen: Commitment) -> Self {
        self.commitment = Some(seen);
        self
    }

    /// With the client seed that the player chose, byte for byte.
    pub fn client_seed(mut self, own: &str) -> Self {
        self.client = Some(own.to_owned());
        self
    }

    /// With the nonce that the bet had.
    pub const fn nonce(mut self, nonce: u64) -> Self {
        self.nonce = Some(nonce);
        self
    }

    /// With the scheme and the game as the player was shown them before the bet, the game's version and parameters (weights,
    /// cells, return) among it. Without this note whoever states the round could choose among the rules afterwards: under two
    /// schemes one seed gives two results, and both agree with the commitment.
    ///
    /// ```
    /// use provably_fair::layout::Value;
    /// use provably_fair::protocol::round::{RoundClaim, RoundNote};
    /// use provably_fair::verdict::Verdict;
    /// use provably_fair::{CURSOR_V1, Commitment, Revealed, STAKE_V1, games};
    /// let commitment: Commitment = "b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06".parse().unwrap();
    /// let game = |cells| games::MINES.with(&[("cells", Value::Size(cells)), ("mines", Value::Size(1))]).unwrap();
    /// let claim = RoundClaim::new(CURSOR_V1, game(9), Revealed::from_text("server"), "client", 0)
    ///     .commitment(commitment)
    ///     .stated(&["2"]).unwrap();
    /// let note = RoundNote::none().commitment(commitment).client_seed("client").nonce(0);
    /// assert_eq!(claim.verify(&note).verdict(), Verdict::Consistent);
    /// assert_eq!(claim.verify(&note.clone().settings(CURSOR_V1, &game(9))).verdict(), Verdict::Verified);
    /// assert_eq!(claim.verify(&note.clone().settings(STAKE_V1, &game(9))).verdict(), Verdict::Mismatch);
    /// assert_eq!(claim.verify(&note.settings(CURSOR_V1, &game(12))).verdict(), Verdict::Mismatch);
    /// ```
    pub fn settings(mut self, scheme: Scheme, shown: &Game) -> Self {
        self.settings = Some((scheme, shown.clone()));
        self
    }
}

/// The verdict on a round: the [`Report`] of its checks, and what the seeds give.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct RoundReport {
    report: Report,
    deal: Result<Deal, RoundError>,
}

impl RoundReport {
    /// The checks, in order: commitment, hidden key, deal, then the player's note.
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// What the checks add up to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.report.verdict()
    }

    /// What the seeds give.
    ///
    /// # Errors
    /// Why nothing can be dealt; the check `deal` has then failed.
    pub fn deal(&self) -> Result<&Deal, &RoundError> {
        self.deal.as_ref()
    }
}

impl fmt::Display for RoundReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)?;
        let parts = self
            .deal
            .iter()
            .flat_map(|deal| deal.parts().iter().map(move |part| (deal, part)));
        for (deal, part) in parts.filter(|(_, part)| !part.items().is_empty()) {
            write!(f, "    {}:", part.segment().name())?;
            for shown in part.items().iter().filter_map(|item| deal.shown(part, item)) {
                write!(f, " {}", part.segment().text(shown))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl RoundClaim {
    /// Verifies the round: the commitment, that it hid the key, the dealt result, and the player's own note.
    ///
    /// What was not stated is *not checked*. On a mismatch some ordinary mistakes are tried (another encoding of a seed, white
    /// space, a neighbouring or cut nonce, swapped seeds, another scheme, another order of the items), where at most 1,024 items
    /// were read: what would fit is named in a remark and is never a success. Remarks also warn of seeds that are easily guessed
    /// or mistaken.
    ///
    /// *What it does not show*: that no round was left out, or how far the game should have been read.
    pub fn verify(&self, note: &RoundNote) -> RoundReport {
        let mut report = Report::new();
        let deal = self.deal();
        self.check_seal(note, &mut report);
        self.check_deal(&deal, &mut report);
        self.check_note(note, &mut report);
        if self.scheme.id() != self.game.row().scheme() {
            let (row, own, used) = (self.game.row().id(), self.game.row().scheme(), self.scheme.id());
            report.remark(format!(
                "caution: {row} is played under {own}, and was dealt under {used} here"
            ));
        }
        if self.commitment.is_none() && self.stated.is_none() {
            report.remark("caution: neither a commitment nor a result was stated, so this only deals the round");
        }
        for text in caution::all(self.scheme, &self.seed, &self.client) {
            report.remark(text);
        }
        for text in hint::all(self, report.first_failure().map(|line| line.check)) {
            report.remark(text);
        }
        for text in PROTECTS {
            report.remark(text);
        }
        RoundReport { report, deal }
    }

    /// Where no commitment was stated, the one that the player noted is what the seed has to open.
    fn check_seal(&self, note: &RoundNote, report: &mut Report) {
        let (sealing, document) = (self.scheme.sealing(), Source::Document);
        let found = sealing.digest(&self.seed);
        let stated = self.commitment.map(|stated| (stated, document));
        match (stated.or(note.commitment.map(|noted| (noted, Source::Player))), found) {
            (Some((sealed, source)), Ok(found)) => report.compare(Check::Commitment, source, &sealed, &found),
            (Some((sealed, source)), Err(error)) => {
                report.push(Check::Commitment, source, None, Finding::failed(&sealed, &error));
            }
            (None, _) => {
                let reason = "no commitment was given, the operator's or the one you noted";
                report.push(Check::Commitment, document, None, Finding::NotChecked { reason });
            }
        }
        let hidden = match sealing.hides_key(&self.seed) {
            Ok(true) => Finding::Held,
            Ok(false) => Finding::failed(&"a commitment that hides the key", &"the key's own hash"),
            Err(error) => Finding::failed(&"a hex seed", &error),
        };
        report.push(Check::CommitmentHidesKey, document, None, hidden);
    }

    fn check_deal(&self, deal: &Result<Deal, RoundError>, report: &mut Report) {
        let not_checked = |reason| (None, Finding::NotChecked { reason });
        let (at, finding) = match deal {
            Err(error) => (None, Finding::failed(&"a result", error)),
            Ok(deal) if deal.parts().iter().all(|part| part.items().is_empty()) => {
                not_checked("nothing of the round was read: say how far the game went")
            }
            Ok(_) if self.stated.is_none() => {
                not_checked("no result was stated: compare the dealt one with what you were shown")
            }
            Ok(deal) => match self.first_wrong(deal) {
                None => (None, Finding::Held),
                Some((at, dealt, stated)) => (u64::try_from(at).ok(), Finding::failed(&dealt, &stated)),
            },
        };
        report.push(Check::Deal, Source::Document, at, finding);
    }

    fn check_note(&self, note: &RoundNote, report: &mut Report) {
        let used = self
            .commitment
            .or_else(|| self.scheme.sealing().digest(&self.seed).ok());
        let commitment = note.commitment.map(|noted| match used {
            Some(used) => held_or(used == noted, &noted, &used),
            None => Finding::failed(&noted, &"a seed that is not hex"),
        });
        let client = note.client.as_ref().map(|noted| {
            let held = *noted == self.client;
            held_or(held, &Quoted(noted), &Quoted(&self.client))
        });
        let nonce = note
            .nonce
            .map(|noted| held_or(noted == self.nonce, &noted, &self.nonce));
        let noted = [
            (
                Check::NotedCommitment,
                commitment,
                "compare the commitment with the one you were shown before you chose your client seed",
            ),
            (
                Check::NotedClientSeed,
                client,
                "compare the client seed with the one you chose",
            ),
            (Check::NotedNonce, nonce, "compare the nonce with the one your bet had"),
        ];
        for (check, finding, reason) in noted {
            let finding = finding.unwrap_or(Finding::NotChecked { reason });
            report.push(check, Source::Player, None, finding);
        }
        report.push(Check::NotedSettings, Source::Player, None, self.noted_settings(note));
    }

    fn noted_settings(&self, note: &RoundNote) -> Finding {
        let Some((scheme, game)) = &note.settings else {
            let reason = "compare scheme, game and its parameters with the ones you were shown before you bet";
            return Finding::NotChecked { reason };
        };
        let ids = |scheme: &Scheme, game: &Game| format!("{} under {}", game.row().id(), scheme.id());
        let (noted, used) = (ids(scheme, game), ids(&self.scheme, &self.game));
        if noted != used {
            return Finding::failed(&noted, &used);
        }
        // Ids are the caller's words where a scheme or a row is the caller's own.
        if *scheme != self.scheme || !game.row().reads_like(self.game.row()) {
            return Finding::failed(&noted, &format!("another rule under the name {used}"));
        }
        let both = game.params().iter().zip(self.game.params());
        let other = both.filter(|(noted, used)| noted != used);
        let (noted, used): (Vec<_>, Vec<_>) = other.map(|(noted, used)| (set(noted), set(used))).unzip();
        let (noted, used) = (noted.join(" "), used.join(" "));
        held_or(noted == used, &noted, &used)
    }
}

fn set((name, value): &(&'static str, Value<'static>)) -> String {
    format!("{name}={value}")
}

fn held_or(held: bool, expected: &impl ToString, found: &impl ToString) -> Finding {
    if held {
        Finding::Held
    } else {
        Finding::failed(expected, found)
    }
}

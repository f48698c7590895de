//! The verdict on a ticket: what was stated of it, and the player's own note.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{Link, Ticket};
use crate::hex;
use crate::mac::Digest;
use crate::verdict::{Check, Finding, Quoted, Report, Source, Verdict, variants};

/// What a ticket check shows, and what it cannot.
const SHOWS: [&str; 2] = [
    "shows that the balls follow from the ticket's two strings, and nothing about when either was chosen",
    "nothing on a ticket commits to its salt: whoever could still choose it after the numbers were bet on could try salts \
     until the balls suit; and whoever knew both strings before knew the balls",
];

impl Ticket {
    /// Verifies the ticket: the stated links, the stated balls, then the player's own note.
    ///
    /// *What it does not show*: that hash and salt were fixed before the bet, and unknown to whoever bet. Only a note can.
    pub fn verify(&self, note: &TicketNote) -> TicketReport {
        let links = self.links();
        let mut report = Report::new();
        self.check_links(&links, &mut report);
        self.check_balls(&links, &mut report);
        let found = hex::encode(&self.hash);
        let no_hash = "compare the random hash with the one you saw before you bet";
        check_note(&mut report, Check::NotedHash, note.hash.as_ref(), &found, no_hash);
        let no_salt = "compare the salt with one that was fixed before you bet: nothing on the ticket commits to it";
        let (noted, salt) = (note.salt.as_deref().map(quoted), quoted(&self.salt));
        check_note(&mut report, Check::NotedSalt, noted.as_ref(), &salt, no_salt);
        for text in SHOWS {
            report.remark(text);
        }
        TicketReport { report, links }
    }

    fn check_links(&self, links: &[Link], report: &mut Report) {
        let reason = "no link was stated";
        let finding = if self.links.is_empty() {
            Finding::NotChecked { reason }
        } else {
            Finding::Held
        };
        for (at, stated) in &self.links {
            let derived = links.get(*at).map(|link| link.hash);
            let stated = Digest::Sha256(*stated);
            if derived != Some(stated) {
                let expected =
                    derived.map_or_else(|| "no such link: a ticket has ten".to_string(), |hash| hash.to_hex());
                let finding = Finding::failed(&expected, &stated);
                report.push(Check::TicketLink, Source::Document, u64::try_from(*at).ok(), finding);
                return;
            }
        }
        report.push(Check::TicketLink, Source::Document, None, finding);
    }

    fn check_balls(&self, links: &[Link], report: &mut Report) {
        let Some(stated) = &self.balls else {
            let reason = "no balls were stated: compare them with the ones you were shown";
            return report.not_checked(Check::Ball, Source::Document, reason);
        };
        let text = |ball: Option<u32>| ball.map_or_else(|| "nothing".to_string(), |ball| ball.to_string());
        let length = links.len().max(stated.len());
        let both = (0..length).map(|at| (at, links.get(at).map(|link| link.ball), stated.get(at).copied()));
        let wrong = both.into_iter().find(|(_, derived, stated)| derived != stated);
        let Some((at, derived, found)) = wrong else {
            report.push(Check::Ball, Source::Document, None, Finding::Held);
            return;
        };
        let finding = Finding::failed(&text(derived), &text(found));
        report.push(Check::Ball, Source::Document, u64::try_from(at).ok(), finding);
        let sorted = |mut balls: Vec<u32>| {
            balls.sort_unstable();
            balls
        };
        let drawn = sorted(links.iter().map(|link| link.ball).collect());
        if sorted(stated.clone()) == drawn {
            report.remark("hint: these are the same ten balls in another order; a ticket draws them in order");
        } else if sorted(stated.iter().map(|ball| ball.saturating_add(1)).collect()) == drawn {
            report.remark("hint: these are the same ten balls counted from 0; a ticket's are 1 to 40");
        } else {
            self.hint_salt(report);
        }
    }

    /// Another text of the salt that gives the stated balls.
    fn hint_salt(&self, report: &mut Report) {
        for (what, salt) in variants(&self.salt) {
            let other = Self { salt, ..self.clone() };
            if self.balls.as_ref() == Some(&other.balls()) {
                report.remark(format!(
                    "hint: the salt {what} would give the stated balls; that is not what was claimed"
                ));
            }
        }
    }
}

/// Two salts are equal when their quoted forms are.
fn quoted(salt: &str) -> String {
    Quoted(salt).to_string()
}

fn check_note(report: &mut Report, check: Check, noted: Option<&String>, found: &String, reason: &'static str) {
    match noted {
        Some(noted) => report.compare(check, Source::Player, noted, found),
        None => report.not_checked(check, Source::Player, reason),
    }
}

/// What a player wrote down before the draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct TicketNote {
    hash: Option<String>,
    salt: Option<String>,
}

impl TicketNote {
    /// No note: the verdict is at most *consistent*.
    pub const fn none() -> Self {
        Self { hash: None, salt: None }
    }

    /// With the random hash that the player saw before betting; its hex is read in either case.
    pub fn hash(mut self, seen: &str) -> Self {
        self.hash = Some(seen.to_ascii_lowercase());
        self
    }

    /// With the salt, if it was fixed before the bet in a way that the player can vouch for.
    pub fn salt(mut self, seen: &str) -> Self {
        self.salt = Some(seen.to_owned());
        self
    }
}

/// The verdict on a ticket: the [`Report`] of its checks, and its ten links.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct TicketReport {
    report: Report,
    links: Vec<Link>,
}

impl TicketReport {
    /// The checks, in order: links, balls, then the player's note.
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// What the checks add up to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.report.verdict()
    }

    /// The ten links, each with its ball.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }
}

impl fmt::Display for TicketReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)?;
        for (at, link) in self.links.iter().enumerate() {
            writeln!(f, "    link {at}  {}  ball {}", link.hash, link.ball)?;
        }
        Ok(())
    }
}

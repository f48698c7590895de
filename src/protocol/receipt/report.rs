//! The verdict on one receipt: the two checks it can stand by itself, and the five that only a kept record allows.

use super::{EntropyFrom, Kept, Receipt, SEALING};
use crate::hex;
use crate::protocol::weak;
use crate::seed::Revealed;
use crate::verdict::{Check, Finding, Report, Source};

/// The five checks against a kept record, each with what is missing without it.
pub(crate) const KEPT: [(Check, &str); 5] = [
    (
        Check::KeptMatchId,
        "without your record nothing shows that this receipt belongs to your match",
    ),
    (
        Check::KeptRollId,
        "without your record nothing shows that the roll id was not picked after your entropy",
    ),
    (
        Check::KeptNonce,
        "without your record nothing shows that the nonce was not picked after your entropy",
    ),
    (
        Check::KeptCommitment,
        "without your record nothing shows that the lock came before your entropy",
    ),
    (
        Check::KeptEntropy,
        "without your record nothing shows that this entropy is the one your device sent",
    ),
];

pub(crate) const UNKNOWN_MAKER: &str =
    "nobody said who made the entropy: ask for the lock, or bring your record if your device did";
pub(crate) const OPERATOR_MADE: &str =
    "the operator made both numbers: the result shows only that nothing changed after the commitment";

/// What every receipt leaves open (SPEC 7).
const OPEN: [&str; 2] = [
    "says nothing about the opponent's rolls, and not that no roll was started again before the last was played: that takes \
     the whole match with its locks",
    "says nothing about connections, odds or payment",
];

/// What two seats' entropy is worth without their record.
pub(crate) const SERVER_ALONE: &str = "without the record of both seats' hashes this protects you from the server alone, not from a server in league with \
     the other seat";

/// An unsigned note is evidence for its owner only.
pub(crate) const OWNER_ONLY: &str = "your record is unsigned: it convinces you, and nobody else. For a third party the operator has to sign the \
     lock's bytes";

impl Receipt {
    /// Checks the receipt, in SPEC's order: commitment (and that it hid the key), dice, then the five of the kept record.
    ///
    /// Without `kept` those five are *not checked*, each with its reason, and the verdict is at most *consistent*.
    /// `made_by` is what the lock or the caller knows about the entropy. A record knows it too
    /// ([`Kept::entropy_from`]), and `entropy_source` fails where the two disagree. Without a record, if the operator made the
    /// entropy or nobody says who did, that check is *not checked* and the verdict at most *consistent*.
    ///
    /// *What it does not show*: anything about the opponent's rolls, or that no roll was started again before the last was
    /// played; [`transcript`](crate::protocol::transcript) does. The record is unsigned and convinces its owner only.
    pub fn verify(&self, kept: Option<&Kept>, made_by: Option<EntropyFrom>) -> Report {
        let mut report = Report::new();
        self.check_seal(&mut report);
        self.check_dice(&mut report);
        self.check_kept(kept, &mut report);
        check_maker(made_by, kept.map(Kept::entropy_from), &mut report);
        let both = Some(EntropyFrom::BothSeats);
        if made_by == both || kept.map(Kept::entropy_from) == both {
            report.remark(SERVER_ALONE);
        }
        for text in weak::cautions(&hex::encode(self.seed.as_bytes())) {
            report.remark(text);
        }
        if let Some(text) = weak::entropy_caution("the entropy", &hex::encode(self.entropy.as_bytes())) {
            report.remark(text);
        }
        for text in OPEN {
            report.remark(text);
        }
        report
    }

    fn check_seal(&self, report: &mut Report) {
        let found = self.seed.commitment();
        report.compare(Check::Commitment, Source::Document, &self.terms.commitment(), &found);
        // 32 bytes never outgrow a block, so this holds by the type; SPEC 1 wants it said right here.
        let hidden = match SEALING.hides_key(&Revealed::from_bytes(self.seed.as_bytes())) {
            Ok(true) => Finding::Held,
            _ => Finding::failed(&"a commitment that hides the key", &"the key's own hash"),
        };
        report.push(Check::CommitmentHidesKey, Source::Document, None, hidden);
    }

    fn check_kept(&self, kept: Option<&Kept>, report: &mut Report) {
        let Some(kept) = kept else {
            for (check, reason) in KEPT {
                report.not_checked(check, Source::Player, reason);
            }
            return;
        };
        for (check, finding) in kept.compare(&self.terms, Some(self.entropy)) {
            report.push(check, Source::Player, None, finding);
        }
        report.remark(OWNER_ONLY);
    }

    fn check_dice(&self, report: &mut Report) {
        let finding = match self.derive() {
            Ok(rolled) => Finding::equal(&rolled.dice, &self.dice),
            Err(error) => Finding::failed(&error, &self.dice),
        };
        report.push(Check::Dice, Source::Document, None, finding);
    }
}

/// Who made the entropy: the record, the lock or the caller says so, and a record is not overruled.
fn check_maker(made_by: Option<EntropyFrom>, recorded: Option<EntropyFrom>, report: &mut Report) {
    let (source, finding) = match (recorded, made_by) {
        (Some(kept), made_by) => (
            Source::Player,
            Finding::equal(&kept.name(), &made_by.unwrap_or(kept).name()),
        ),
        (None, Some(EntropyFrom::Operator)) => (Source::Document, Finding::NotChecked { reason: OPERATOR_MADE }),
        (None, None) => (Source::Document, Finding::NotChecked { reason: UNKNOWN_MAKER }),
        (None, Some(_)) => return,
    };
    report.push(Check::EntropySource, source, None, finding);
}

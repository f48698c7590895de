//! Why a rule gives no outcome.

use core::fmt;

use crate::chain::link::OtherKind;

/// Why a rule gives no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleError {
    /// The rule is played on another kind of chain.
    OtherKind(OtherKind),
    /// The rule needs a salt, and none was given.
    SaltMissing,
    /// A salt was given, and the rule takes none.
    SaltUnused,
    /// The rule needs the game's signature, and none, or an empty one, was given.
    SignatureMissing,
    /// A signature was given, and the rule takes none.
    SignatureUnused,
}

impl RuleError {
    /// The error as a fixed sentence.
    pub(in crate::chain) const fn reason(self) -> &'static str {
        match self {
            Self::OtherKind(_) => "the rule is played on another kind of chain",
            Self::SaltMissing => "the rule needs a salt",
            Self::SaltUnused => "a salt was given, and the rule takes none",
            Self::SignatureMissing => "the rule needs the game's signature",
            Self::SignatureUnused => "a signature was given, and the rule takes none",
        }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKind(error) => error.fmt(f),
            other => f.write_str(other.reason()),
        }
    }
}

impl core::error::Error for RuleError {}

//! The one list of checks: what each says, and its name in machine-readable output.

/// Writes the enum and its names from one table, so that neither can miss an entry.
macro_rules! checks {
    ($($(#[$doc:meta])+ $check:ident = $name:literal,)+) => {
        /// A single check. A report lists its checks in the order of its protocol.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Check {
            $($(#[$doc])+ $check,)+
        }

        impl Check {
            /// Every check there is.
            pub const ALL: &'static [Self] = &[$(Self::$check,)+];

            /// The check's name in machine-readable output.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$check => $name,)+
                }
            }
        }
    };
}

checks! {
    /// The revealed seed hashes to the commitment in the document.
    Commitment = "commitment",
    /// The commitment was not the HMAC key itself (SPEC 1).
    CommitmentHidesKey = "commitment_hides_key",
    /// A roll of a match is the derived one.
    Roll = "roll",
    /// The number of the first roll was given beforehand, not chosen to fit.
    FirstRoll = "first_roll",
    /// A draw is the derived one.
    Draw = "draw",
    /// The rules are those whose hash was committed to.
    Configuration = "configuration",
    /// The commitment is the one that the client saw before it sent its entropy.
    KeptCommitment = "kept_commitment",
    /// The scheme id is the one that the client saw before it sent its entropy.
    KeptScheme = "kept_scheme",
    /// The match is the one that the client saw before it sent its entropy.
    KeptMatchId = "kept_match_id",
    /// The seats, their random bytes and who makes their entropy are those that the client saw.
    KeptSeat = "kept_seat",
    /// The number of the roll is the one that the client saw before it sent its entropy.
    KeptRollNumber = "kept_roll_number",
    /// The nonce is the one that the client saw before it sent its entropy.
    KeptNonce = "kept_nonce",
    /// The configuration's hash is the one that the client saw before it sent its entropy.
    KeptConfiguration = "kept_configuration",
    /// It is known who made the entropy, and it was not the operator.
    EntropySource = "entropy_source",
    /// The entropy is the one that the client sent.
    KeptEntropy = "kept_entropy",
    /// The document's commitment is the one that the player noted before sending a seed.
    NotedCommitment = "noted_commitment",
    /// The player's seed in the document is the one that the player sent.
    NotedSeed = "noted_seed",
    /// A link is the stated game of its chain, or each link of a list hashes to the one before it.
    Chain = "chain",
    /// The chain does not run forwards: no link follows from one revealed before it.
    ChainDirection = "chain_direction",
    /// A game's crash point is the derived one.
    CrashPoint = "crash_point",
    /// The published link of a chain is the one that the player noted before the game.
    NotedTerminating = "noted_terminating",
    /// A game of a chain is the one that the player bet on.
    NotedNumber = "noted_number",
    /// A crash rule and its salt or signature are the ones that the player noted before the game.
    NotedRule = "noted_rule",
    /// No nonce is in a log twice under one server seed and client seed, nor within the count that the site keeps.
    NonceReused = "nonce_reused",
    /// The nonces of a log run without a gap.
    NonceGap = "nonce_gap",
    /// The last nonce of a log is the one that the caller knows of.
    NonceEnd = "nonce_end",
    /// The stated result of a round is the dealt one.
    Deal = "deal",
    /// The client seed of a round is the one that the player chose.
    NotedClientSeed = "noted_client_seed",
    /// The nonce of a round is the one that the player's bet had.
    NotedNonce = "noted_nonce",
    /// The scheme and the game of a round, its version and parameters among it, are the ones that the player was shown.
    NotedSettings = "noted_settings",
    /// A stated link of a keno ticket is the derived one.
    TicketLink = "ticket_link",
    /// A stated ball of a keno ticket is the derived one.
    Ball = "ball",
    /// The random hash of a keno ticket is the one that the player saw before betting.
    NotedHash = "noted_hash",
    /// The salt of a keno ticket is the one that was fixed before the bet.
    NotedSalt = "noted_salt",
    /// The dice of a receipt are the derived ones.
    Dice = "dice",
    /// The roll id is the one that the client saw before it sent its entropy.
    KeptRollId = "kept_roll_id",
    /// Every entry of a transcript belongs to one match.
    SameMatch = "same_match",
    /// Every lock of a transcript names the same configuration.
    SameConfig = "same_config",
    /// A lock carries the head of everything before it.
    LockChain = "lock_chain",
    /// Nonces go strictly up.
    NonceUp = "nonce_up",
    /// No lock came while another roll was open.
    OneOpenLock = "one_open_lock",
    /// The open roll was not locked a second time, which would be rolling it again.
    NoSecondLock = "no_second_lock",
    /// No roll id was used before; a void burns its id.
    UniqueRollId = "unique_roll_id",
    /// No commitment was used before.
    UniqueCommitment = "unique_commitment",
    /// A receipt or a void belongs to the open lock: same roll id, nonce and commitment.
    OfOpenLock = "of_open_lock",
    /// No server seed was used before.
    UniqueServerSeed = "unique_server_seed",
    /// No client entropy was used before.
    UniqueEntropy = "unique_entropy",
    /// A void names the entropy that the client sent.
    VoidEntropy = "void_entropy",
    /// The entropy that the client sent was answered by a receipt or a void.
    Answered = "answered",
    /// Every kept record has its roll in the transcript, and, if the player says that its records are complete, every
    /// roll made for it has a record.
    KeptRoll = "kept_roll",
    /// Both players hold the same transcript: their heads are equal.
    SameTranscript = "same_transcript",
    /// The seats' hashes were made for this very commitment or lock.
    SeatContext = "seat_context",
    /// A seat's seed is the one that it was bound to by its hash.
    SeatHash = "seat_hash",
    /// The entropy is the one that both seats' seeds give.
    JointEntropy = "joint_entropy",
}

#[cfg(test)]
mod tests {
    use super::Check;

    #[test]
    fn names_are_unique() {
        for (at, check) in Check::ALL.iter().enumerate() {
            let later = Check::ALL.iter().skip(at + 1);
            assert_eq!(
                later.filter(|other| other.name() == check.name()).count(),
                0,
                "{check:?}"
            );
        }
    }
}

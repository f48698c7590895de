//! What an operator saves, and how it comes back.

use core::fmt;

use zeroize::Zeroizing;

use super::operator::{Answered, Locked, Operator, REMEMBERED, Table, Voided};
use crate::commit::Commitment;
use crate::mac::Digest;
use crate::protocol::receipt::{Entropy, EntropyFrom, Id, SEALING, Terms};
use crate::protocol::stable_bytes::{BytesError, Reader, Writer};
use crate::protocol::transcript::lock::{seat_number, seat_of};
use crate::protocol::transcript::{ConfigHash, Head, Lock};
use crate::seed::{Encoding, SeedRef, ServerSeed};
use alloc::vec::Vec;

const TAG: &str = "provably-fair/operator/1";

/// A state of the operator as bytes, **with the secret seed** of an open roll. Redacted, not `Clone`, wiped on drop.
///
/// It is handed to the caller's `save` and goes nowhere else: it is for an encrypted store that only the operator reads.
/// It must be durable when `save` returns `Ok`, and it replaces the match's state before it.
///
/// It is no document and has no other way out:
/// ```compile_fail,E0277
/// fn print<T: core::fmt::Display>() {}
/// print::<provably_fair::protocol::session::Saved>();
/// ```
/// ```
/// fn print<T: core::fmt::Debug>() {}
/// print::<provably_fair::protocol::session::Saved>(); // redacted
/// ```
pub struct Saved {
    bytes: Zeroizing<Vec<u8>>,
    step: u64,
}

impl Saved {
    pub(super) fn new(table: &Table, step: u64, kind: &Kind<'_>) -> Self {
        Self {
            bytes: Zeroizing::new(kind.write(table, step)),
            step,
        }
    }

    /// The state, secret seed included, for an encrypted store. The one way out.
    #[must_use]
    pub fn secret_for_encrypted_store(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of this step: it goes up with every save, that of a failed one is not used again. The highest that was
    /// saved, kept apart from the store, is the mark that [`restore`] asks for.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.step
    }
}

impl fmt::Debug for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Saved")
            .field("step", &self.step)
            .finish_non_exhaustive()
    }
}

/// Which state is saved.
pub(super) enum Kind<'s> {
    Idle,
    Locked(&'s Lock, &'s ServerSeed),
    Answered(&'s Lock, &'s ServerSeed, Entropy),
    Voided(&'s Lock, &'s ServerSeed, Option<Entropy>),
}

impl Kind<'_> {
    fn write(&self, table: &Table, step: u64) -> Vec<u8> {
        let (name, open, entropy) = match self {
            Self::Idle => ("idle", None, None),
            Self::Locked(lock, seed) => ("locked", Some((lock, seed)), None),
            Self::Answered(lock, seed, entropy) => ("answered", Some((lock, seed)), Some(*entropy)),
            Self::Voided(lock, seed, entropy) => ("voided", Some((lock, seed)), *entropy),
        };
        let last = table.last_nonce.map(u64::to_be_bytes);
        let writer = Writer::new(TAG)
            .number(step)
            .field(table.match_id.as_str().as_bytes())
            .field(table.config.as_bytes())
            .field(table.head.as_bytes())
            .maybe(last.as_ref().map(<[u8; 8]>::as_slice))
            .field(&table.public.concat())
            .field(name.as_bytes());
        match open {
            None => writer.finish(),
            Some((lock, seed)) => write_roll(writer, lock, seed, entropy),
        }
    }
}

/// The open roll of a saved state, its secret seed included.
fn write_roll(writer: Writer, lock: &Lock, seed: &ServerSeed, entropy: Option<Entropy>) -> Vec<u8> {
    let terms = lock.terms();
    let secret = SeedRef::from(seed).material(Encoding::Bytes).unwrap_or_default();
    writer
        .field(terms.roll_id().as_str().as_bytes())
        .number(terms.nonce())
        .field(terms.commitment().digest().as_bytes())
        .field(&[seat_number(lock.seat())])
        .field(lock.entropy_from().name().as_bytes())
        .field(&secret)
        .maybe(entropy.as_ref().map(|entropy| entropy.as_bytes().as_slice()))
        .finish()
}

/// The state that was saved.
#[derive(Debug)]
#[must_use]
#[allow(clippy::large_enum_variant, reason = "one lives at a time; a box would only move it")]
pub enum Restored {
    /// No roll is open.
    Operator(Operator),
    /// A roll is locked: publish its lock again.
    Locked(Locked),
    /// A roll is answered: reveal it (again).
    Answered(Answered),
    /// A roll is void: publish its void again.
    Voided(Voided),
}

/// Brings a saved state back.
///
/// `at_least` is the caller's own high-water mark: the highest [`Saved::step`] that it knows to have been saved, kept where a
/// rolled-back store cannot take it along. Without it, a lock restored from an old backup could be answered a second time
/// with other entropy; with it, that is an error.
///
/// # Errors
/// An older state, one whose step is the last number there is, bytes that are not a saved state, or a seed that does not open
/// its own commitment.
///
/// ```
/// use provably_fair::ServerSeed;
/// use provably_fair::protocol::{check_link::Seat, receipt::*, session::*, transcript::ConfigHash};
/// let mut store = Vec::new();
/// let operator = Operator::open(Id::new("mat_1").unwrap(), ConfigHash::new([0; 32]));
/// let roll = NextRoll {
///     roll_id: Id::new("rol_1").unwrap(), nonce: 1, seat: Seat::One, entropy_from: EntropyFrom::Client };
/// let locked = operator.lock(roll, ServerSeed::from_bytes(&[7; 32]), |saved| {
///     store = saved.secret_for_encrypted_store().to_vec();
///     Ok::<(), ()>(())
/// }).unwrap();
/// let mark = locked.step();
/// drop(locked); // a crash
/// let Ok(Restored::Locked(locked)) = restore(&store, mark) else { panic!() };
/// assert_eq!(locked.lock().terms().roll_id().as_str(), "rol_1");
/// assert_eq!(restore(&store, mark + 1).err(), Some(RestoreError::Old { step: 1, at_least: 2 }));
/// ```
pub fn restore(bytes: &[u8], at_least: u64) -> Result<Restored, RestoreError> {
    let mut reader = Reader::new(bytes, TAG).map_err(RestoreError::Bytes)?;
    let (table, name) = read_table(&mut reader).map_err(RestoreError::Bytes)?;
    if table.step < at_least {
        let step = table.step;
        return Err(RestoreError::Old { step, at_least });
    }
    if table.step == u64::MAX {
        return Err(RestoreError::LastStep);
    }
    if name == Name::Idle {
        reader.finish().map_err(RestoreError::Bytes)?;
        return Ok(Restored::Operator(Operator { table }));
    }
    let (lock, seed, entropy) = read_roll(reader, &table).map_err(RestoreError::Bytes)?;
    if SEALING.commit(&seed).ok() != Some(lock.terms().commitment()) {
        return Err(RestoreError::Seed);
    }
    let locked = Locked { table, lock, seed };
    match (name, entropy) {
        (Name::Locked, None) => Ok(Restored::Locked(locked)),
        (Name::Voided, entropy) => Ok(Restored::Voided(Voided::of(locked, entropy))),
        (Name::Answered, Some(entropy)) => Ok(Restored::Answered(Answered { locked, entropy })),
        _ => Err(RestoreError::Entropy),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    Idle,
    Locked,
    Answered,
    Voided,
}

fn read_table(reader: &mut Reader<'_>) -> Result<(Table, Name), BytesError> {
    let step = reader.number("step")?;
    let match_id = reader.text("match_id", |text| Id::new(text).ok())?;
    let config = ConfigHash::new(reader.array("config")?);
    let head = Head::new(reader.array("head")?);
    let last_nonce = reader.maybe("last_nonce")?.map(u64::from_be_bytes);
    let public = reader.arrays("public", REMEMBERED)?;
    let name = reader.text("state", |text| match text {
        "idle" => Some(Name::Idle),
        "locked" => Some(Name::Locked),
        "answered" => Some(Name::Answered),
        "voided" => Some(Name::Voided),
        _ => None,
    })?;
    let table = Table {
        match_id,
        config,
        head,
        last_nonce,
        public,
        step,
        next: step.saturating_add(1),
    };
    Ok((table, name))
}

fn read_roll(mut reader: Reader<'_>, table: &Table) -> Result<(Lock, ServerSeed, Option<Entropy>), BytesError> {
    let roll_id = reader.text("roll_id", |text| Id::new(text).ok())?;
    let nonce = reader.number("nonce")?;
    let commitment = Commitment::new(Digest::Sha256(reader.array("commitment")?));
    let seat = reader.text("seat", |text| match text.as_bytes() {
        [seat] => seat_of(*seat),
        _ => None,
    })?;
    let from = reader.text("entropy_from", EntropyFrom::of_name)?;
    let seed = Zeroizing::new(reader.array::<32>("seed")?);
    let entropy = reader.maybe("entropy")?.map(Entropy::new);
    let terms = Terms::of(table.match_id.clone(), roll_id, nonce, commitment);
    reader.finish()?;
    let lock = Lock::new(terms, seat, from, table.config, table.head);
    Ok((lock, ServerSeed::from_bytes(seed.as_slice()), entropy))
}

/// Why a saved state does not come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RestoreError {
    /// It is older than the caller's high-water mark: going on from it could roll a roll twice.
    Old {
        /// The step of these bytes.
        step: u64,
        /// The caller's mark.
        at_least: u64,
    },
    /// Its step is 2^64 - 1, which no operator saves: nothing could be numbered after it.
    LastStep,
    /// The bytes are not a saved state.
    Bytes(BytesError),
    /// The seed does not open the lock's commitment.
    Seed,
    /// An answered state without entropy, or a locked one with.
    Entropy,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Old { step, at_least } => write!(f, "step {step} was saved before step {at_least}, which is known"),
            Self::LastStep => f.write_str("step 2^64 - 1 is never saved: nothing could come after it"),
            Self::Bytes(error) => write!(f, "not a saved state: {error}"),
            Self::Seed => f.write_str("the saved seed does not open its lock's commitment"),
            Self::Entropy => f.write_str("the saved state and its entropy do not go together"),
        }
    }
}

impl core::error::Error for RestoreError {}

//! The table of formats: for each document its keys in order, what they hold, and how the value is made of them.

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::field::{Field, Fields, Wire};
use super::{Document, DocumentError, VERSION, format_of, read, sealed, write};
use crate::commit::Commitment;
use crate::protocol::check_link::Seat;
use crate::protocol::receipt::{Entropy, EntropyFrom, ID as RECEIPT, Id, Kept, Receipt, RollSeed, Terms, TermsError};
use crate::protocol::session::seats::{Context, ID as SEATS, SeatBytes, SeatHash, SeatSeed, SeatsRecord};
use crate::protocol::session::{Ack, Answer};
use crate::protocol::transcript::{ConfigHash, Entry, Head, Lock, Void};
use alloc::string::String;

/// One format. A key's value is taken from the document by the expression after `=`, and the document is made of all of
/// them, already checked, by the expression after `=>`.
macro_rules! format {
    ($type:ty, $name:literal, $scheme:expr, |$document:ident| { $($key:ident: $field:ty = $get:expr,)* } => $make:expr) => {
        impl sealed::Sealed for $type {}

        impl Document for $type {
            const FORMAT: &'static str = $name;
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $document = self;
                let keys: &[&str] = &["format", "version", "scheme", $(stringify!($key)),*];
                let mut map = serializer.serialize_struct($name, keys.len())?;
                map.serialize_field("format", $name)?;
                map.serialize_field("version", &VERSION)?;
                map.serialize_field("scheme", $scheme)?;
                $(map.serialize_field(stringify!($key), &($get).to_wire())?;)*
                map.end()
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Reader;

                impl<'de> Visitor<'de> for Reader {
                    type Value = $type;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str(concat!("a document of format ", $name))
                    }

                    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<$type, A::Error> {
                        const KEYS: &[&str] = &["format", "version", "scheme", $(stringify!($key)),*];
                        let mut fields = Fields::new(map, KEYS);
                        fields.constant("format", &Wire::Text($name.into()))?;
                        fields.constant("version", &Wire::Number(VERSION))?;
                        fields.constant("scheme", &Wire::Text($scheme.into()))?;
                        $(let $key: $field = fields.next(stringify!($key))?;)*
                        fields.finish()?;
                        let made: Result<$type, TermsError> = $make;
                        made.map_err(A::Error::custom)
                    }
                }

                deserializer.deserialize_map(Reader)
            }
        }
    };
}

format!(Lock, "lock", RECEIPT, |lock| {
    match_id: Id = lock.terms().match_id(),
    roll_id: Id = lock.terms().roll_id(),
    nonce: u64 = lock.terms().nonce(),
    commitment: Commitment = lock.terms().commitment(),
    seat: Seat = lock.seat(),
    entropy_from: EntropyFrom = lock.entropy_from(),
    config: ConfigHash = lock.config(),
    prev: Head = lock.prev(),
} => Ok(Lock::new(Terms::of(match_id, roll_id, nonce, commitment), seat, entropy_from, config, prev)));

format!(Receipt, "receipt", RECEIPT, |receipt| {
    match_id: Id = receipt.terms().match_id(),
    roll_id: Id = receipt.terms().roll_id(),
    nonce: u64 = receipt.terms().nonce(),
    commitment: Commitment = receipt.terms().commitment(),
    entropy: Entropy = receipt.entropy(),
    server_seed: RollSeed = receipt.seed(),
    dice: [u8; 2] = [receipt.dice().first, receipt.dice().second],
} => Receipt::new(Terms::of(match_id, roll_id, nonce, commitment), entropy, server_seed, dice));

format!(Void, "void", RECEIPT, |void| {
    match_id: Id = void.terms().match_id(),
    roll_id: Id = void.terms().roll_id(),
    nonce: u64 = void.terms().nonce(),
    commitment: Commitment = void.terms().commitment(),
    entropy: Option<Entropy> = void.entropy(),
    server_seed: RollSeed = void.seed(),
} => Ok(Void::new(Terms::of(match_id, roll_id, nonce, commitment), server_seed, entropy)));

format!(Kept, "kept", RECEIPT, |kept| {
    match_id: Id = kept.terms().match_id(),
    roll_id: Id = kept.terms().roll_id(),
    nonce: u64 = kept.terms().nonce(),
    commitment: Commitment = kept.terms().commitment(),
    entropy_from: EntropyFrom = kept.entropy_from(),
    entropy: Entropy = kept.entropy(),
} => Kept::of(Terms::of(match_id, roll_id, nonce, commitment), entropy_from, entropy));

format!(Answer, "answer", RECEIPT, |answer| {
    match_id: Id = answer.match_id(),
    roll_id: Id = answer.roll_id(),
    entropy: Entropy = answer.entropy(),
} => Ok(Answer::new(match_id, roll_id, entropy)));

format!(Ack, "ack", RECEIPT, |ack| {
    match_id: Id = ack.match_id(),
    head: Head = ack.head(),
} => Ok(Ack::new(match_id, head)));

format!(SeatHash, "seat_hash", SEATS, |sent| {
    context: Context = sent.context(),
    seat: Seat = sent.seat(),
    hash: [u8; 32] = *sent.hash(),
} => Ok(SeatHash::new(context, seat, hash)));

format!(SeatSeed, "seat_seed", SEATS, |opened| {
    context: Context = opened.context(),
    seat: Seat = opened.seat(),
    seed: SeatBytes = opened.seed(),
} => Ok(SeatSeed::new(context, seat, seed)));

format!(SeatsRecord, "seats_record", SEATS, |record| {
    context: Context = record.context(),
    hash_1: [u8; 32] = first(record.hashes()),
    hash_2: [u8; 32] = second(record.hashes()),
    seed_1: SeatBytes = first(record.seeds()),
    seed_2: SeatBytes = second(record.seeds()),
} => Ok(SeatsRecord::new(context, [hash_1, hash_2], [seed_1, seed_2])));

const fn first<T: Copy>([first, _]: &[T; 2]) -> T {
    *first
}

const fn second<T: Copy>([_, second]: &[T; 2]) -> T {
    *second
}

impl Entry {
    /// Reads one line of a transcript: a lock, a receipt or a void, as its format says.
    ///
    /// # Errors
    /// As [`read`]; a text of another format is refused by the reader of receipts.
    pub fn read(text: &str) -> Result<Self, DocumentError> {
        match format_of(text) {
            Some(Lock::FORMAT) => read(text).map(Self::Lock),
            Some(Void::FORMAT) => read(text).map(Self::Void),
            _ => read(text).map(Self::Receipt),
        }
    }

    /// Writes it as one line.
    #[must_use]
    pub fn write(&self) -> String {
        match self {
            Self::Lock(lock) => write(lock),
            Self::Receipt(receipt) => write(receipt),
            Self::Void(void) => write(void),
        }
    }
}

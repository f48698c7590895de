//! The values that fields hold: each type's one way to and from JSON.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::commit::Commitment;
use crate::hex;
use crate::mac::Hash;
use crate::protocol::check_link::Seat;
use crate::protocol::receipt::{Entropy, EntropyFrom, Id, RollSeed};
use crate::protocol::session::seats::{Context, SeatBytes};
use crate::protocol::transcript::lock::{seat_number, seat_of};
use crate::protocol::transcript::{ConfigHash, Head};

/// The JSON values in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wire {
    Text(String),
    Number(u64),
    Pair([u64; 2]),
    Null,
}

impl Serialize for Wire {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Pair(pair) => pair.serialize(serializer),
            Self::Null => serializer.serialize_unit(),
        }
    }
}

/// As it stands in a document.
impl fmt::Display for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Number(number) => number.fmt(f),
            Self::Pair([first, second]) => write!(f, "[{first},{second}]"),
            Self::Null => f.write_str("null"),
        }
    }
}

impl<'de> Deserialize<'de> for Wire {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WireVisitor)
    }
}

struct WireVisitor;

impl<'de> Visitor<'de> for WireVisitor {
    type Value = Wire;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text, a whole number, two of them in a list, or null")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Wire, E> {
        Ok(Wire::Text(text.to_string()))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Wire, E> {
        Ok(Wire::Number(number))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Wire, E> {
        Ok(Wire::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Wire, A::Error> {
        let two = || de::Error::custom("expected exactly two numbers");
        let first = list.next_element()?.ok_or_else(two)?;
        let second = list.next_element()?.ok_or_else(two)?;
        match list.next_element::<u64>()? {
            Some(_) => Err(two()),
            None => Ok(Wire::Pair([first, second])),
        }
    }
}

/// A type that a field can hold.
pub(super) trait Field: Sized {
    fn to_wire(&self) -> Wire;
    fn from_wire(wire: Wire) -> Result<Self, String>;
}

/// Types whose text is their `Display`, read by their `FromStr`.
macro_rules! text_fields {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn to_wire(&self) -> Wire {
                Wire::Text(self.to_string())
            }

            fn from_wire(wire: Wire) -> Result<Self, String> {
                Self::from_str(&text(wire)?).map_err(|error| error.to_string())
            }
        }
    )*};
}
text_fields!(Id, Entropy, RollSeed, ConfigHash, Head, Context, SeatBytes);

fn text(wire: Wire) -> Result<String, String> {
    match wire {
        Wire::Text(text) => Ok(text),
        other => Err(format!("expected text, found {}", other.kind())),
    }
}

impl Wire {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Number(_) => "a number",
            Self::Pair(_) => "a list",
            Self::Null => "null",
        }
    }
}

impl Field for u64 {
    fn to_wire(&self) -> Wire {
        Wire::Text(self.to_string())
    }

    fn from_wire(wire: Wire) -> Result<Self, String> {
        let text = text(wire)?;
        // A sign or a leading zero would be a second text for the same number.
        let number = text.parse::<Self>().ok().filter(|number| number.to_string() == text);
        number.ok_or_else(|| "expected a number below 2^64 as decimal text, without sign or leading zero".into())
    }
}

impl Field for Commitment {
    fn to_wire(&self) -> Wire {
        Wire::Text(self.to_string())
    }

    fn from_wire(wire: Wire) -> Result<Self, String> {
        Self::from_hex(Hash::Sha256, &text(wire)?).map_err(|error| error.to_string())
    }
}

/// A hash of a seat.
impl Field for [u8; 32] {
    fn to_wire(&self) -> Wire {
        Wire::Text(hex::encode(self))
    }

    fn from_wire(wire: Wire) -> Result<Self, String> {
        hex::decode_array(text(wire)?).map_err(|error| error.to_string())
    }
}

/// Two faces.
impl Field for [u8; 2] {
    fn to_wire(&self) -> Wire {
        Wire::Pair(self.map(u64::from))
    }

    fn from_wire(wire: Wire) -> Result<Self, String> {
        let expected = || String::from("expected two faces 1 to 6");
        let Wire::Pair([first, second]) = wire else {
            return Err(expected());
        };
        let face = |face: u64| u8::try_from(face).ok().filter(|face| (1..=6).contains(face));
        Ok([face(first).ok_or_else(expected)?, face(second).ok_or_else(expected)?])
    }
}

impl Field for Seat {
    fn to_wire(&self) -> Wire {
        Wire::Number(seat_number(*self).into())
    }

    fn from_wire(wire: Wire) -> Result<Self, String> {
        let seat = match wire {
            Wire::Number(number) => u8::try_from(number).ok().and_then(seat_of),
            _ => None,
        };
        seat.ok_or_else(|| "expected seat 1 or 2".into())
    }
}

impl Field for EntropyFrom {
    fn to_wire(&self) -> Wire {
        Wire::Text(self.name().into())
    }

    fn from_wire(wire: Wire) -> Result<Self, String> {
        Self::of_name(&text(wire)?).ok_or_else(|| "expected client, both_seats or operator".into())
    }
}

impl Field for Option<Entropy> {
    fn to_wire(&self) -> Wire {
        self.as_ref().map_or(Wire::Null, Field::to_wire)
    }

    fn from_wire(wire: Wire) -> Result<Self, String> {
        match wire {
            Wire::Null => Ok(None),
            wire => Field::from_wire(wire).map(Some),
        }
    }
}

/// Reads the fields of a document in their one order.
pub(super) struct Fields<A> {
    map: A,
    keys: &'static [&'static str],
    read: usize,
}

impl<'de, A: MapAccess<'de>> Fields<A> {
    pub(super) const fn new(map: A, keys: &'static [&'static str]) -> Self {
        Self { map, keys, read: 0 }
    }

    /// The value of the next key, which has to be this one.
    pub(super) fn next<T: Field>(&mut self, key: &'static str) -> Result<T, A::Error> {
        match self.map.next_key::<String>()? {
            None => return Err(at_field(key, "is missing")),
            Some(found) if found != key => return Err(self.misplaced(&found, Some(key))),
            Some(_) => self.read += 1,
        }
        let wire = self.map.next_value::<Wire>().map_err(|error| at_field(key, error))?;
        T::from_wire(wire).map_err(|error| at_field(key, error))
    }

    /// A value that has to be this one: the format, its version, the scheme.
    pub(super) fn constant(&mut self, key: &'static str, expected: &Wire) -> Result<(), A::Error> {
        let Constant(found) = self.next(key)?;
        if found == *expected {
            Ok(())
        } else {
            Err(at_field(key, format!("expected {expected}, found {found}")))
        }
    }

    pub(super) fn finish(mut self) -> Result<(), A::Error> {
        match self.map.next_key::<String>()? {
            None => Ok(()),
            Some(found) => Err(self.misplaced(&found, None)),
        }
    }

    fn misplaced(&self, found: &str, expected: Option<&'static str>) -> A::Error {
        match (self.keys.iter().position(|key| *key == found), expected) {
            (Some(at), _) if at < self.read => at_field(found, "is repeated or out of order"),
            (Some(_), Some(expected)) => at_field(expected, "is missing or out of order"),
            _ => at_field(&found.escape_debug().to_string(), "is unknown"),
        }
    }
}

/// Any value, to be compared.
struct Constant(Wire);

impl Field for Constant {
    fn to_wire(&self) -> Wire {
        self.0.clone()
    }

    fn from_wire(wire: Wire) -> Result<Self, String> {
        Ok(Self(wire))
    }
}

fn at_field<E: de::Error>(key: &str, reason: impl fmt::Display) -> E {
    de::Error::custom(format!("field {key}: {reason}"))
}

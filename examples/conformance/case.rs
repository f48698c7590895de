//! One case of a vector file: every field is either asked for or a fault, and every answer is compared.

use std::cell::RefCell;
use std::collections::BTreeSet;

use provably_fair::hex;
use serde_json::{Map, Value, json};

/// A field that is not as it should be.
#[derive(Debug)]
pub struct Fault {
    pub field: String,
    pub expected: String,
    pub found: String,
}

impl Fault {
    #[allow(clippy::needless_pass_by_value, reason = "callers pass temporaries")]
    pub fn new(field: &str, expected: impl ToString, found: impl ToString) -> Self {
        Self {
            field: field.into(),
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }
}

/// Whether one case is answered rightly.
pub type Checked = Result<(), Fault>;

/// Fields that a case of some scheme has and another of the same scheme may leave at `null`.
const MAY_BE_NULL: [&str; 18] = [
    "at",
    "cap100",
    "commitment",
    "commitment_hex",
    "config",
    "games",
    "item",
    "kept",
    "limbo100",
    "mac_hex",
    "roll_index",
    "rolls",
    "rtp",
    "server_seed_hex",
    "server_seed_text",
    "spin",
    "tolerance",
    "weights",
];

/// The fields of a case, each remembered once it was asked for.
pub struct Case<'v> {
    fields: &'v Map<String, Value>,
    asked: RefCell<BTreeSet<String>>,
    /// Where this case stands in the outer one, so that a fault names its whole path.
    path: String,
}

impl<'v> Case<'v> {
    pub fn new(fields: &'v Map<String, Value>) -> Self {
        Self {
            fields,
            asked: RefCell::default(),
            path: String::new(),
        }
    }

    fn at(&self, field: &str) -> String {
        format!("{}{field}", self.path)
    }

    /// The fault of an input that is not of its kind.
    pub fn wrong(&self, field: &str, expected: &str) -> Fault {
        Fault::new(
            &self.at(field),
            expected,
            self.fields.get(field).unwrap_or(&Value::Null),
        )
    }

    /// A field that has to be there, `null` included.
    pub fn value(&self, field: &str) -> Result<&'v Value, Fault> {
        self.asked.borrow_mut().insert(field.into());
        self.fields
            .get(field)
            .ok_or_else(|| Fault::new(&self.at(field), "a value", "no such field"))
    }

    /// An input that may be absent; `null` is absent too.
    pub fn given(&self, field: &str) -> Option<&'v Value> {
        self.value(field).ok().filter(|value| !value.is_null())
    }

    /// Whether an answer stands in the case, so that it has to be compared.
    pub fn has(&self, field: &str) -> bool {
        self.fields.get(field).is_some_and(|value| !value.is_null())
    }

    pub fn text(&self, field: &str) -> Result<&'v str, Fault> {
        self.value(field)?.as_str().ok_or_else(|| self.wrong(field, "text"))
    }

    pub fn hex(&self, field: &str) -> Result<Vec<u8>, Fault> {
        hex::decode(self.text(field)?).map_err(|_| self.wrong(field, "hex"))
    }

    pub fn bytes<const N: usize>(&self, field: &str) -> Result<[u8; N], Fault> {
        hex::decode_array(self.text(field)?).map_err(|_| self.wrong(field, &format!("{N} bytes of hex")))
    }

    /// A JSON number that is exactly a u64.
    pub fn integer<T: TryFrom<u64>>(&self, field: &str) -> Result<T, Fault> {
        integer(self.value(field)?).ok_or_else(|| self.wrong(field, "an integer in range"))
    }

    /// A u64 as decimal text, without sign or leading zero.
    pub fn decimal(&self, field: &str) -> Result<u64, Fault> {
        decimal(self.text(field)?).ok_or_else(|| self.wrong(field, "a u64 in decimal text"))
    }

    pub fn list(&self, field: &str) -> Result<&'v [Value], Fault> {
        self.value(field)?
            .as_array()
            .map(Vec::as_slice)
            .ok_or_else(|| self.wrong(field, "a list"))
    }

    pub fn texts(&self, field: &str) -> Result<Vec<&'v str>, Fault> {
        let texts = self.list(field)?.iter().map(Value::as_str);
        texts
            .collect::<Option<_>>()
            .ok_or_else(|| self.wrong(field, "a list of texts"))
    }

    pub fn integers<T: TryFrom<u64>>(&self, field: &str) -> Result<Vec<T>, Fault> {
        let integers = self.list(field)?.iter().map(integer);
        integers
            .collect::<Option<_>>()
            .ok_or_else(|| self.wrong(field, "a list of integers in range"))
    }

    /// A case within this one. Its own fields have to be finished by its reader.
    pub fn inner(&self, field: &str) -> Result<Case<'v>, Fault> {
        let fields = self
            .value(field)?
            .as_object()
            .ok_or_else(|| self.wrong(field, "an object"))?;
        Ok(Case {
            path: format!("{}{field}.", self.path),
            ..Case::new(fields)
        })
    }

    /// Compares an answer.
    pub fn answer(&self, field: &str, found: &Value) -> Checked {
        let expected = self.value(field)?;
        if expected == found {
            Ok(())
        } else {
            Err(Fault::new(&self.at(field), expected, found))
        }
    }

    /// Compares an answer in hex by its bytes.
    pub fn answer_hex(&self, field: &str, found: &[u8]) -> Checked {
        if self.hex(field)? == found {
            Ok(())
        } else {
            Err(self.wrong_answer(field, &json!(hex::encode(found))))
        }
    }

    /// Compares a double by the hex digits of its bits.
    pub fn answer_bits(&self, field: &str, found: f64) -> Checked {
        self.answer_hex(field, &found.to_bits().to_be_bytes())
    }

    fn wrong_answer(&self, field: &str, found: &Value) -> Fault {
        Fault::new(&self.at(field), self.fields.get(field).unwrap_or(&Value::Null), found)
    }

    /// Refuses a field that nobody asked for: a check that was not made must not pass. A `null` in a field that other cases
    /// have says that there is nothing to ask for.
    pub fn finish(&self) -> Checked {
        const NEVER_COMPARED: [&str; 4] = ["id", "why", "note", "source"];
        let asked = self.asked.borrow();
        let nothing = |field: &String| self.fields[field].is_null() && MAY_BE_NULL.contains(&field.as_str());
        let unknown =
            |field: &&String| !asked.contains(*field) && !NEVER_COMPARED.contains(&field.as_str()) && !nothing(field);
        match self.fields.keys().find(unknown) {
            Some(field) => Err(Fault::new(
                &self.at(field),
                "no field of this name",
                &self.fields[field],
            )),
            None => Ok(()),
        }
    }
}

/// A JSON number that is exactly a u64 and fits.
pub fn integer<T: TryFrom<u64>>(value: &Value) -> Option<T> {
    value.as_u64().and_then(|value| T::try_from(value).ok())
}

/// A u64 in decimal, without sign or leading zero.
pub fn decimal(text: &str) -> Option<u64> {
    let value: u64 = text.parse().ok()?;
    (value.to_string() == text).then_some(value)
}

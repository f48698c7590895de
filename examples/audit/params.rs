//! The parameters of a game, read strictly.

use std::fmt;

use provably_fair::layout::{Row, Value};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// Names and values as they are written. A map would keep the last of two with one name, and nobody would know.
#[derive(Default)]
pub struct Params(pub Vec<(String, String)>);

impl<'de> Deserialize<'de> for Params {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Params;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Params, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Params(pairs))
            }
        }
        from.deserialize_map(Pairs)
    }
}

/// The parameters as the row takes them.
pub fn values<'a>(row: Row, given: &[(&'a str, &str)]) -> Result<Vec<(&'a str, Value<'static>)>, String> {
    let mut values: Vec<(&str, Value<'static>)> = Vec::with_capacity(given.len());
    for (name, text) in given {
        let param = row.params().iter().find(|param| param.name == *name);
        let param = param.ok_or_else(|| format!("field params: {} has no parameter {name}", row.id()))?;
        if values.iter().any(|(known, _)| known == name) {
            return Err(format!("field params: {name} is given twice"));
        }
        let value = Value::parse(param.kind, text).filter(|_| written_once(text));
        values.push((
            name,
            value.ok_or_else(|| format!("field params: {name} is not a value"))?,
        ));
    }
    Ok(values)
}

/// Whether no number in the text (`3`, `5,3,2`, `99/100`, `28.07`) begins with a zero that could be left out: one value has one
/// text.
pub fn written_once(text: &str) -> bool {
    text.split([',', '/'])
        .all(|number| !matches!(number.as_bytes(), [b'0', b'0'..=b'9', ..]))
}

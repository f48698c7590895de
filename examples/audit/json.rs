//! Lines of JSON, and what to say of one that is no record: the field first, for that is what somebody will look for.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// A JSON object as one of the record types, which name unknown and missing fields themselves.
pub fn json<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, String> {
    serde_json::from_str(line).map_err(|error| why(line, &error))
}

/// Why a line is no record, if it does not begin as an object does.
pub fn no_object(line: &str) -> String {
    let why = match serde_json::from_str::<IgnoredAny>(line) {
        Ok(_) => "JSON, but no object",
        Err(_) => "not JSON, and the first line names no columns",
    };
    why.into()
}

fn why(line: &str, error: &serde_json::Error) -> String {
    let text = error.to_string().replace(" at line 1 column ", " at byte ");
    let key = key_before(line, error.column()).filter(|_| text.starts_with("invalid "));
    let field = key.map_or_else(String::new, |key| format!("field {key}: "));
    // Many languages round a JSON number that is larger, so those are texts: nobody would guess it.
    let number = text.starts_with("invalid type: integer") || text.starts_with("invalid type: floating");
    let hint = if number && text.contains("expected a string") {
        "; numbers that can pass 2^53 are decimal text"
    } else {
        ""
    };
    format!("{field}{text}{hint}")
}

/// The last key of the outermost object that ends before a byte.
fn key_before(line: &str, column: usize) -> Option<&str> {
    let (mut depth, mut string, mut escaped) = (0_u32, None, false);
    let (mut last, mut key) = ("", None);
    for (at, byte) in line.bytes().enumerate().take(column) {
        match (string, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(start), b'"') => {
                last = line.get(start..at)?;
                string = None;
            }
            (None, b'"') => string = Some(at + 1),
            (None, b'{' | b'[') => depth += 1,
            (None, b'}' | b']') => depth = depth.saturating_sub(1),
            (None, b':') if depth == 1 => key = Some(last),
            _ => {}
        }
    }
    key
}

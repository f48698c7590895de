//! Stable bytes: a tag, then fields, each with its length before it. What is hashed, signed or saved is written this way.
//!
//! A field is one length byte and up to 255 bytes; a number is the field of its eight big-endian bytes. So no two different
//! lists of fields share their bytes, and a reader who knows the tag knows what follows. The tag is a field as well.

use alloc::vec::Vec;
use core::fmt;

/// Writes fields one after the other.
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// Begins with the tag that names what follows, and its version.
    pub(crate) fn new(tag: &'static str) -> Self {
        // Reserved for the largest of them, so that a secret is not left behind in a buffer that was outgrown.
        let writer = Self {
            bytes: Vec::with_capacity(1024),
        };
        writer.field(tag.as_bytes())
    }

    /// A field of at most 255 bytes; every caller's types are shorter than that.
    pub(crate) fn field(mut self, field: &[u8]) -> Self {
        let field = field.get(..255).unwrap_or(field);
        self.bytes.push(u8::try_from(field.len()).unwrap_or(u8::MAX));
        self.bytes.extend_from_slice(field);
        self
    }

    pub(crate) fn number(self, number: u64) -> Self {
        self.field(&number.to_be_bytes())
    }

    /// A field that may be absent: then it is empty.
    pub(crate) fn maybe(self, field: Option<&[u8]>) -> Self {
        self.field(field.unwrap_or_default())
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads what a [`Writer`] wrote, strictly.
pub(crate) struct Reader<'b> {
    bytes: &'b [u8],
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    /// Reads the tag first.
    pub(crate) fn new(bytes: &'b [u8], tag: &'static str) -> Result<Self, BytesError> {
        let mut reader = Self { bytes, rest: bytes };
        let found = reader.field("tag")?;
        reader.check("tag", found == tag.as_bytes())?;
        Ok(reader)
    }

    pub(crate) fn field(&mut self, name: &'static str) -> Result<&'b [u8], BytesError> {
        let end = self.error(name);
        let (length, rest) = self.rest.split_first().ok_or(end)?;
        let (field, rest) = rest.split_at_checked(usize::from(*length)).ok_or(end)?;
        self.rest = rest;
        Ok(field)
    }

    pub(crate) fn array<const N: usize>(&mut self, name: &'static str) -> Result<[u8; N], BytesError> {
        let error = self.error(name);
        self.field(name)?.try_into().map_err(|_| error)
    }

    /// An array, or nothing where the field is empty.
    pub(crate) fn maybe<const N: usize>(&mut self, name: &'static str) -> Result<Option<[u8; N]>, BytesError> {
        let error = self.error(name);
        match self.field(name)? {
            [] => Ok(None),
            field => field.try_into().map(Some).map_err(|_| error),
        }
    }

    /// A field of arrays, one after the other, and of no more than `most`.
    pub(crate) fn arrays<const N: usize>(
        &mut self,
        name: &'static str,
        most: usize,
    ) -> Result<Vec<[u8; N]>, BytesError> {
        let error = self.error(name);
        let field = self.field(name)?;
        let arrays = field.chunks(N).map(<[u8; N]>::try_from);
        let arrays = arrays.collect::<Result<Vec<_>, _>>().map_err(|_| error)?;
        if arrays.len() > most { Err(error) } else { Ok(arrays) }
    }

    pub(crate) fn number(&mut self, name: &'static str) -> Result<u64, BytesError> {
        self.array(name).map(u64::from_be_bytes)
    }

    /// A field that `read` makes something of.
    pub(crate) fn text<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&'b str) -> Option<T>,
    ) -> Result<T, BytesError> {
        let error = self.error(name);
        let text = core::str::from_utf8(self.field(name)?).map_err(|_| error)?;
        read(text).ok_or(error)
    }

    pub(crate) fn finish(self) -> Result<(), BytesError> {
        self.check("end", self.rest.is_empty())
    }

    fn check(&self, name: &'static str, good: bool) -> Result<(), BytesError> {
        if good { Ok(()) } else { Err(self.error(name)) }
    }

    const fn error(&self, field: &'static str) -> BytesError {
        BytesError {
            field,
            at: self.bytes.len() - self.rest.len(),
        }
    }
}

/// Saved or signed bytes are not what they should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BytesError {
    /// The field that could not be read; `end` when something follows the last.
    pub field: &'static str,
    /// Position of that field's length byte; of the byte after the tag, if the tag is another one.
    pub at: usize,
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the field {} at byte {} cannot be read", self.field, self.at)
    }
}

impl core::error::Error for BytesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_told_apart_and_read_strictly() {
        let bytes = |a: &[u8], b: &[u8]| Writer::new("t/1").field(a).field(b).finish();
        assert_eq!(bytes(b"ab", b"c"), b"\x03t/1\x02ab\x01c");
        assert_ne!(bytes(b"ab", b"c"), bytes(b"a", b"bc"));
        let whole = Writer::new("t/1").number(258).maybe(None).finish();
        let mut reader = Reader::new(&whole, "t/1").unwrap();
        assert_eq!(reader.number("n"), Ok(258));
        assert_eq!(reader.maybe::<4>("m"), Ok(None));
        assert_eq!(reader.finish(), Ok(()));
        assert_eq!(Reader::new(&whole, "t/2").err().map(|error| error.field), Some("tag"));
        for cut in 0..whole.len() {
            let read = Reader::new(&whole[..cut], "t/1").and_then(|mut reader| {
                reader.number("n")?;
                reader.maybe::<4>("m")?;
                reader.finish()
            });
            assert!(read.is_err(), "cut at {cut}");
        }
        let long = [whole.as_slice(), &[0]].concat();
        let mut reader = Reader::new(&long, "t/1").unwrap();
        reader.number("n").unwrap();
        reader.maybe::<4>("m").unwrap();
        assert_eq!(
            reader.finish(),
            Err(BytesError {
                field: "end",
                at: long.len() - 1
            })
        );
    }
}

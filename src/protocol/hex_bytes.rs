//! The types of bytes that documents show as hex.

/// Bytes of one fixed length that are shown as lower-case hex and read in either case.
macro_rules! hex_bytes {
    ($(#[$doc:meta])* $name:ident, $bytes:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name([u8; $bytes]);

        impl $name {
            /// These bytes.
            #[must_use]
            pub const fn new(bytes: [u8; $bytes]) -> Self {
                Self(bytes)
            }

            /// The bytes.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; $bytes] {
                &self.0
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(&$crate::hex::encode(&self.0))
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl core::str::FromStr for $name {
            type Err = $crate::hex::HexError;

            /// Reads exactly the digits of these bytes, in either case.
            fn from_str(text: &str) -> Result<Self, $crate::hex::HexError> {
                $crate::hex::decode_array(text).map(Self)
            }
        }
    };
}
pub(super) use hex_bytes;

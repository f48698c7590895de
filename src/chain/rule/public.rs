//! What a rule reads beside the link, and how both go into a hash.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroizing;

use super::{Material, RuleError};
use crate::chain::link::Link;
use crate::hex;
use crate::seed::Encoding;
use crate::verdict::Quoted;

/// What a rule takes beside the link, public before the game ends: a salt for the whole chain, a signature for one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Public<'p> {
    pub(super) salt: Option<&'p str>,
    pub(super) signature: Option<&'p [u8]>,
}

impl<'p> Public<'p> {
    /// Nothing: for a rule that takes the link alone.
    pub const NONE: Self = Self {
        salt: None,
        signature: None,
    };

    /// The chain's salt, exactly as published. An empty salt is one (SPEC 2: empty keys are legal); none at all is
    /// [`NONE`](Self::NONE), and a rule that needs one refuses it.
    #[must_use]
    pub const fn salt(salt: &'p str) -> Self {
        Self {
            salt: Some(salt),
            signature: None,
        }
    }

    /// The game's signature, as bytes: no signature is empty. Whether it is valid is for a verifier of signatures to say.
    #[must_use]
    pub const fn signature(signature: &'p [u8]) -> Self {
        Self {
            salt: None,
            signature: Some(signature),
        }
    }

    pub(in crate::chain) const fn salt_text(&self) -> Option<&'p str> {
        self.salt
    }

    pub(in crate::chain) const fn signature_bytes(&self) -> Option<&'p [u8]> {
        self.signature
    }

    /// Whether a salt or signature is given and is nothing but zeros, with or without `0x`.
    pub(in crate::chain) fn is_zero(&self) -> bool {
        let zeros = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit == b'0');
        let salt = self
            .salt
            .is_some_and(|salt| zeros(salt.strip_prefix("0x").unwrap_or(salt)));
        salt || self
            .signature
            .is_some_and(|bytes| !bytes.is_empty() && bytes.iter().all(|byte| *byte == 0))
    }

    pub(super) fn material(&self, link: &Link, material: Material) -> Result<Zeroizing<Vec<u8>>, RuleError> {
        let signature = self.signature.filter(|bytes| !bytes.is_empty());
        let public = match material {
            Material::LinkText => return Ok(link_material(link, Encoding::Text)),
            Material::LinkBytes => return Ok(link_material(link, Encoding::Bytes)),
            Material::Salt => self.salt.map(str::as_bytes).ok_or(RuleError::SaltMissing)?,
            Material::Signature => signature.ok_or(RuleError::SignatureMissing)?,
            Material::SignatureText(then) => {
                let text = String::from_utf8_lossy(signature.ok_or(RuleError::SignatureMissing)?);
                return Ok(Zeroizing::new([text.as_bytes(), then.as_bytes()].concat()));
            }
            Material::Text(text) => text.as_bytes(),
        };
        Ok(Zeroizing::new(public.to_vec()))
    }
}

impl fmt::Display for Public<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.salt, self.signature) {
            (Some(salt), _) => write!(f, "salt {}", Quoted(salt)),
            (None, Some(signature)) => write!(f, "signature {}", hex::encode(signature)),
            (None, None) => f.write_str("nothing"),
        }
    }
}

/// The link as a hash takes it.
pub(super) fn link_material(link: &Link, encoding: Encoding) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(match encoding {
        Encoding::Text => link.to_string().into_bytes(),
        Encoding::Bytes => link.as_bytes().to_vec(),
    })
}

//! A served chain as one secret line, and back.

use alloc::string::String;
use core::fmt;

use zeroize::Zeroizing;

use super::ServedChain;
use crate::chain::link::Kind;
use crate::chain::walk::plain_decimal;
use crate::hex::HexError;

const VERSION: &str = "served-chain/1";

impl ServedChain {
    /// **The secret itself**, as one line of text that [`restore`](Self::restore) reads: `served-chain/1`, kind, length,
    /// start, terminating hash.
    ///
    /// Whoever reads it knows every game. It does not hold the position: that is a public number, written down at each
    /// game, and an old copy of this line must not bring old games back.
    ///
    /// ```
    /// use provably_fair::ServerSeed;
    /// use provably_fair::chain::{Kind, ServedChain};
    /// let mut served = ServedChain::make(Kind::Bytes, 9, &ServerSeed::from_bytes(&[7; 32])).unwrap();
    /// let secret = served.export_secret();
    /// served.next_game().unwrap();
    /// let mut restored = ServedChain::restore(&secret, served.next_number()).unwrap();
    /// assert_eq!(restored.next_game().unwrap().reveal(), served.next_game().unwrap().reveal());
    /// ```
    #[must_use]
    pub fn export_secret(&self) -> Zeroizing<String> {
        let (kind, length, start, end) = (self.chain.kind(), self.length, *self.start, self.chain.link());
        // One allocation of the final size, so that growing leaves no copy behind.
        let mut text = Zeroizing::new(String::with_capacity(512));
        // Writing to a String cannot fail.
        let _ = fmt::Write::write_fmt(&mut *text, format_args!("{VERSION} {kind} {length} {start} {end}"));
        text
    }

    /// The chain that was saved, to go on with game `next`: 1 for a fresh one, `length + 1` for one that is played out.
    ///
    /// Makes the chain again (`length` hashes) and refuses it if it does not end in the saved terminating hash.
    ///
    /// # Errors
    /// See [`RestoreError`]; game 0 is refused, since the terminating hash is no game.
    ///
    /// ```
    /// use provably_fair::ServerSeed;
    /// use provably_fair::chain::{Kind, RestoreError, ServedChain};
    /// let served = ServedChain::make(Kind::Bytes, 9, &ServerSeed::from_bytes(&[7; 32])).unwrap();
    /// let secret = served.export_secret();
    /// assert_eq!(ServedChain::restore(&secret, 0).unwrap_err(), RestoreError::GameZero);
    /// assert_eq!(ServedChain::restore(&secret, 11).unwrap_err(), RestoreError::Beyond { length: 9 });
    /// ```
    pub fn restore(secret: &str, next: u64) -> Result<Self, RestoreError> {
        if next == 0 {
            return Err(RestoreError::GameZero);
        }
        let mut fields = secret.split(' ');
        let mut field = || fields.next().ok_or(RestoreError::Fields);
        if field()? != VERSION {
            return Err(RestoreError::Version);
        }
        let kind = Kind::from_name(field()?).ok_or(RestoreError::Kind)?;
        let length = plain_decimal(field()?).ok_or(RestoreError::Length)?;
        let start = Zeroizing::new(kind.link(field()?).map_err(RestoreError::Start)?);
        let end = kind.link(field()?).map_err(RestoreError::Terminating)?;
        if fields.next().is_some() {
            return Err(RestoreError::Fields);
        }
        if next - 1 > length {
            return Err(RestoreError::Beyond { length });
        }
        let mut served = Self::from_start(start, length).map_err(|_| RestoreError::Length)?;
        if served.chain.link() != end {
            return Err(RestoreError::OtherChain);
        }
        served.skip_to(next);
        Ok(served)
    }
}

/// Why a saved chain is not restored. None of these shows any of the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// `next`: 0, which is the terminating hash and no game.
    GameZero,
    /// `next`: more than one beyond the last game.
    Beyond {
        /// How many games the chain has.
        length: u64,
    },
    /// A field is missing, or there is one too many.
    Fields,
    /// Not `served-chain/1`.
    Version,
    /// No kind of chain has this name.
    Kind,
    /// `length`: not a plain decimal number from 1 to [`ServedChain::MAX_LENGTH`].
    Length,
    /// `start`: not a link of its kind.
    Start(HexError),
    /// `terminating`: not a link of its kind.
    Terminating(HexError),
    /// The start does not lead to the saved terminating hash: one of the two is damaged.
    OtherChain,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameZero => f.write_str("next: game 0 is the terminating hash, which is no game"),
            Self::Beyond { length } => write!(f, "next: beyond the {length} games of the chain"),
            Self::Fields => f.write_str("a saved chain has five fields"),
            Self::Version => write!(f, "a saved chain begins with {VERSION}"),
            Self::Kind => f.write_str("no kind of chain has this name"),
            Self::Length => f.write_str("length: not a plain decimal number in range"),
            Self::Start(error) => write!(f, "start: {error}"),
            Self::Terminating(error) => write!(f, "terminating: {error}"),
            Self::OtherChain => f.write_str("terminating: the start leads elsewhere"),
        }
    }
}

impl core::error::Error for RestoreError {}

//! What a seat saves, and how it comes back.

use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroizing;

use super::{Bound, Choosing, Context, SeatHash};
use crate::protocol::check_link::Seat;
use crate::protocol::stable_bytes::{BytesError, Reader, Writer};
use crate::protocol::transcript::lock::{seat_number, seat_of};

const SAVED_TAG: &str = "provably-fair/seat-state/1";

/// A seat's state as bytes, **with its secret seed**. Redacted, not `Clone`, wiped on drop.
pub struct SavedSeat {
    bytes: Zeroizing<Vec<u8>>,
}

impl SavedSeat {
    pub(super) fn new(own: &Choosing, other: Option<&SeatHash>) -> Self {
        let bytes = Writer::new(SAVED_TAG)
            .field(own.context.as_bytes())
            .field(&[seat_number(own.seat)])
            .field(own.seed.as_slice())
            .maybe(other.map(|other| other.hash().as_slice()));
        Self {
            bytes: Zeroizing::new(bytes.finish()),
        }
    }

    /// The state, secret seed included, for an encrypted store. The one way out.
    #[must_use]
    pub fn secret_for_encrypted_store(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for SavedSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SavedSeat").finish_non_exhaustive()
    }
}

/// The state of a seat that was saved.
#[derive(Debug)]
#[must_use]
pub enum RestoredSeat {
    /// The other's hash was not in yet.
    Choosing(Choosing),
    /// Both hashes were in.
    Bound(Bound),
}

/// Brings a saved seat back. Only the newest state that was saved may be used: an older one would meet a second hash.
///
/// # Errors
/// Bytes that are not a saved seat.
pub fn restore(bytes: &[u8]) -> Result<RestoredSeat, BytesError> {
    let mut reader = Reader::new(bytes, SAVED_TAG)?;
    let context = Context::new(reader.array("context")?);
    let seat = reader.text("seat", |text| match text.as_bytes() {
        [seat] => seat_of(*seat),
        _ => None,
    })?;
    let seed = Zeroizing::new(reader.array("seed")?);
    let other = reader.maybe("other")?;
    reader.finish()?;
    let own = Choosing { context, seat, seed };
    let theirs = match seat {
        Seat::One => Seat::Two,
        Seat::Two => Seat::One,
    };
    Ok(match other {
        None => RestoredSeat::Choosing(own),
        Some(hash) => RestoredSeat::Bound(Bound {
            own,
            other: SeatHash::new(context, theirs, hash),
        }),
    })
}

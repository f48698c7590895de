//! Who looks at a transcript.

use crate::protocol::check_link::Seat;

/// Who is looking: which rolls are its own, and whether its records are all there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct View {
    pub(super) seat: Option<Seat>,
    pub(super) complete: bool,
}

impl View {
    /// Somebody who was not at the table, or does not say: the verdict is at most *consistent*.
    pub const fn outside() -> Self {
        Self {
            seat: None,
            complete: false,
        }
    }

    /// The player of this seat.
    pub const fn seat(seat: Seat) -> Self {
        Self {
            seat: Some(seat),
            complete: false,
        }
    }

    /// ... who says that it has a record of every entropy it ever sent: a roll made in its name without one then fails
    /// `kept_roll`, instead of being *not checked*.
    pub const fn complete(mut self) -> Self {
        self.complete = true;
        self
    }
}

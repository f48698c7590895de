//! How many rolls of a match were whose, and what became of them.

use core::fmt;

use super::entry::Outcome;
use super::lock::Lock;
use crate::dice::Pair;
use crate::protocol::check_link::Seat;
use crate::protocol::receipt::EntropyFrom;

/// Dice by outcome, (first - 1) * 6 + (second - 1).
type Table = [u64; 36];

/// How many rolls of a match were whose, and what became of the others. Nothing here is an opinion; it is for counting.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    seat: Option<Seat>,
    /// Rolls played with the entropy of the first and of the second seat's client, as their locks say.
    pub by_seat: [u64; 2],
    /// Rolls played with the entropy of both seats.
    pub both_seats: u64,
    /// Rolls played with the operator's own entropy: only later change is excluded.
    pub operator_made: u64,
    /// Own rolls and voids that were compared with a record.
    pub recorded: u64,
    /// Own rolls, and own voids with entropy, without a record.
    pub unrecorded: u64,
    /// Voids before any entropy came, as the operator says.
    pub voids_before_entropy: u64,
    /// Those of them that were own rolls without a record: only complete records show that the player sent nothing.
    pub voids_unrecorded: u64,
    /// Voids after the entropy had come: see [`dropped`](Self::dropped).
    pub voids_after_entropy: u64,
    /// Own locks left open for which the player has no record: it never sent its entropy, if its records are all there.
    pub never_sent: u64,
    /// Locks left open after the player had sent its entropy: no receipt came.
    pub never_answered: u64,
    /// Locks left open that were not the player's to answer, or whose player is not known.
    pub open_of_others: u64,
    /// The dice played, by outcome.
    pub played: Table,
    /// The dice dropped by voids after the entropy: an operator that drops what it dislikes shows here.
    pub dropped: Table,
}

impl Counts {
    pub(super) const fn new(seat: Option<Seat>) -> Self {
        Self {
            seat,
            by_seat: [0; 2],
            both_seats: 0,
            operator_made: 0,
            recorded: 0,
            unrecorded: 0,
            voids_before_entropy: 0,
            voids_unrecorded: 0,
            voids_after_entropy: 0,
            never_sent: 0,
            never_answered: 0,
            open_of_others: 0,
            played: [0; 36],
            dropped: [0; 36],
        }
    }

    /// The player's own rolls, those that both seats made not counted; none if its seat is not known.
    #[must_use]
    pub fn own(&self) -> Option<u64> {
        let [one, two] = self.by_seat;
        self.seat.map(|seat| if seat == Seat::One { one } else { two })
    }

    /// The opponent's rolls; none if the player's seat is not known.
    #[must_use]
    pub fn opponents(&self) -> Option<u64> {
        let [one, two] = self.by_seat;
        self.seat.map(|seat| if seat == Seat::One { two } else { one })
    }

    pub(super) fn made(&mut self, lock: &Lock, outcome: &Outcome<'_>, own: bool, recorded: bool) {
        let [one, two] = &mut self.by_seat;
        if matches!(outcome, Outcome::Receipt(_)) {
            *match (lock.entropy_from(), lock.seat()) {
                (EntropyFrom::Operator, _) => &mut self.operator_made,
                (EntropyFrom::BothSeats, _) => &mut self.both_seats,
                (EntropyFrom::Client, Seat::One) => one,
                (EntropyFrom::Client, Seat::Two) => two,
            } += 1;
        }
        self.recorded += u64::from(recorded);
        let came = outcome.entropy().is_some();
        self.unrecorded += u64::from(own && !recorded && came);
        self.voids_unrecorded += u64::from(own && !recorded && !came);
    }

    pub(super) fn receipt(&mut self, dice: Pair) {
        add(&mut self.played, dice);
    }

    pub(super) fn void(&mut self, dropped: Option<Pair>) {
        match dropped {
            Some(dice) => {
                self.voids_after_entropy += 1;
                add(&mut self.dropped, dice);
            }
            None => self.voids_before_entropy += 1,
        }
    }
}

/// Dice are checked to be 1 to 6 where they are read; anything else is not counted.
fn add(table: &mut Table, dice: Pair) {
    let cell = (dice.first.checked_sub(1).zip(dice.second.checked_sub(1))).map(|(a, b)| usize::from(a * 6 + b));
    if let Some(count) = cell.and_then(|cell| table.get_mut(cell)) {
        *count += 1;
    }
}

impl Counts {
    /// Three lines of a match's report: rolls, voids, locks left open.
    pub(super) fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            by_seat: [one, two],
            both_seats,
            operator_made,
            voids_before_entropy,
            voids_after_entropy,
            never_sent,
            never_answered,
            open_of_others,
            ..
        } = self;
        match (self.own(), self.opponents()) {
            (Some(own), Some(opponents)) => write!(f, "  rolls: {own} own, {opponents} of the opponent")?,
            _ => write!(f, "  rolls: {one} of seat 1, {two} of seat 2")?,
        }
        writeln!(f, ", {both_seats} of both seats, {operator_made} made by the operator")?;
        writeln!(
            f,
            "  voids: {voids_before_entropy} before entropy came, {voids_after_entropy} after"
        )?;
        writeln!(
            f,
            "  left open: {never_sent} for which you sent nothing, {never_answered} after you sent, {open_of_others} of others"
        )
    }
}

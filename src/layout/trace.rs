//! A deal step by step: every message, digest and number, and what it gave.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::params::Source;
use super::{Deal, DealError, Item, Part, Shape};
use crate::mac::Digest;
use crate::pool::{Order, Pool};
use crate::stream::Round;
use crate::trace::IndexTrace;

/// One number of a deal, step by step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StepTrace {
    /// The segment it belongs to.
    pub segment: &'static str,
    /// The item as it was dealt.
    pub item: Item,
    /// The exact HMAC message.
    pub message: String,
    /// The digest.
    pub digest: Digest,
    /// How the index was read; none where the number itself is what the game reads.
    pub index: Option<IndexTrace>,
    /// What the item is shown as.
    pub shown: Option<String>,
    note: String,
}

impl fmt::Display for StepTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.index, self.item.number) {
            (Some(index), _) => index.fmt(f)?,
            (None, number) => {
                writeln!(f, "cursor {}", self.item.cursor)?;
                writeln!(f, "  message  {}", self.message.escape_debug())?;
                writeln!(f, "  HMAC     {}", self.digest)?;
                if let Some(number) = number {
                    writeln!(f, "  number   {number}")?;
                }
            }
        }
        if let Some(drawn) = self.item.drawn.filter(|_| !self.note.is_empty()) {
            writeln!(f, "  item     {}  ({})", drawn.item, self.note)?;
        }
        match &self.shown {
            Some(shown) => writeln!(f, "  {:<8} {shown}", self.segment),
            None => Ok(()),
        }
    }
}

/// A deal, step by step. Made by [`Deal::trace`].
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct DealTrace {
    /// The steps, in cursor order.
    pub steps: Vec<StepTrace>,
}

impl fmt::Display for DealTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| step.fmt(f))
    }
}

impl Deal {
    /// The deal step by step, from the round that it was dealt from.
    ///
    /// # Errors
    /// As [`Game::deal`](super::Game::deal). A round that gives another index than the deal holds is an error, never a trace
    /// of something else.
    ///
    /// ```
    /// use provably_fair::{CURSOR_V1, Revealed, games};
    /// let seed = Revealed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// let trace = games::SIC_BO.deal(&round, &[1]).unwrap().trace(&round).unwrap();
    /// assert!(trace.to_string().ends_with("\
    ///   product  0.22971314284253413 * 6 = 1.378278857055205
    ///   index    1  (floor, kept below 6)
    ///   dice     2
    /// "));
    /// ```
    /// A draw without replacement says what moves into its place:
    /// ```
    /// use provably_fair::{CURSOR_V1, Revealed, games};
    /// let seed = Revealed::from_text("server");
    /// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    /// let trace = games::VIDEO_POKER.deal(&round, &[1, 0]).unwrap().trace(&round).unwrap();
    /// assert!(trace.to_string().ends_with("\
    ///   index    11  (floor, kept below 52)
    ///   item     11  (at place 11 of the 52 left, from 0; the last one left, 51, hops into it)
    ///   deal     K\u{2663}
    /// "));
    /// ```
    pub fn trace(&self, round: &Round<'_>) -> Result<DealTrace, DealError> {
        let mut steps = Vec::new();
        let mut pool = None;
        for part in self.parts() {
            for (i, item) in (0..).zip(part.items()) {
                let note = self.note(part, i, item, &mut pool)?;
                steps.push(self.step(round, part, item, note)?);
            }
        }
        Ok(DealTrace { steps })
    }

    /// How draw `i` of a part came to its item; the pool in hand is drawn from once more, to say what moves.
    fn note(&self, part: &Part, i: u32, item: &Item, pool: &mut Option<Pool>) -> Result<String, DealError> {
        let segment = part.segment().name();
        let (from, drawn) = match (part.segment().shape(), item.drawn) {
            (Shape::Pick { from }, Some(drawn)) => (from, drawn),
            (Shape::Weighted { .. }, _) => return Ok("the first whose running sum exceeds the ticket".into()),
            _ => return Ok(String::new()), // the number or the index itself
        };
        if let Some(source) = Source::of(from, &self.settings).map_err(DealError::Param)? {
            let renewed = source.renew(i, pool);
            renewed.map_err(|error| DealError::Pool {
                segment,
                error: Some(error),
            })?;
        }
        let pool = pool.as_mut().ok_or(DealError::Pool { segment, error: None })?;
        let (left, last) = (pool.left(), pool.items().last().copied());
        if pool.draw_index(drawn.index) != Some(drawn.item) {
            return Err(DealError::OtherRound { segment });
        }
        let moves = match (pool.order(), last) {
            (_, Some(last)) if last == drawn.item => "the last one, so nothing moves".into(),
            (Order::PoolHop, Some(last)) => format!("the last one left, {last}, hops into it"),
            _ => "those after it move up by one".into(),
        };
        Ok(format!("at place {} of the {left} left, from 0; {moves}", drawn.index))
    }

    fn step(&self, round: &Round<'_>, part: &Part, item: &Item, note: String) -> Result<StepTrace, DealError> {
        let segment = part.segment().name();
        let fail = |error| DealError::Draw { segment, error };
        let index = item
            .drawn
            .map(|drawn| round.trace(item.cursor, drawn.n))
            .transpose()
            .map_err(fail)?;
        let message = round.message(item.cursor).map_err(fail)?;
        let digest = round.digest(item.cursor).map_err(fail)?;
        let of_index = index.as_ref().map(|trace| trace.index) == item.drawn.map(|drawn| drawn.index);
        let of_number = item.number.is_none_or(|number| {
            round
                .number(item.cursor)
                .is_ok_and(|own| own.to_bits() == number.to_bits())
        });
        if !(of_index && of_number) {
            return Err(DealError::OtherRound { segment });
        }
        Ok(StepTrace {
            segment,
            item: *item,
            message: index.as_ref().map_or(message, |trace| trace.message.clone()),
            digest: index.as_ref().map_or(digest, |trace| trace.digest),
            index,
            shown: self.shown(part, item).map(|shown| part.segment().text(shown)),
            note,
        })
    }
}

//! Bingo of a finished deal: the card, the balls, and which ball completes the first line.
//!
//! Lines are the five rows, the five columns and the two diagonals; the middle cell is a number like any other, since cursor
//! 12 draws it. Both are *decided here*: the source gives the draws and no rule of winning.

use super::BINGO;
use crate::layout::Deal;

/// A card and its balls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bingo {
    /// `columns[c][r]`: the number in row r of column c, 15c + 1 to 15c + 15.
    pub columns: [[u32; 5]; 5],
    /// The balls, in the order drawn.
    pub balls: alloc::vec::Vec<u32>,
}

/// A line of the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// This row, 0 to 4.
    Row(u32),
    /// This column, 0 to 4.
    Column(u32),
    /// From the first row of the first column down.
    Down,
    /// From the last row of the first column up.
    Up,
}

/// A line that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    /// The line.
    pub line: Line,
    /// Position of the ball that completed it, from 0.
    pub ball: u32,
}

impl Bingo {
    /// Reads a deal; `None` for another game or before the card is whole.
    #[must_use]
    pub fn read(deal: &Deal) -> Option<Self> {
        if *deal.row() != BINGO {
            return None;
        }
        let cells: [u32; 25] = deal.items("columns").try_into().ok()?;
        let mut columns = [[0; 5]; 5];
        for (slot, number) in columns.as_flattened_mut().iter_mut().zip(cells) {
            *slot = number;
        }
        let balls = deal.items("balls");
        Some(Self { columns, balls })
    }

    /// The twelve lines and their numbers: rows, columns, then the diagonals.
    pub fn lines(&self) -> impl Iterator<Item = (Line, [u32; 5])> + '_ {
        let cell = |c: usize, r: usize| {
            self.columns
                .get(c)
                .and_then(|column| column.get(r))
                .copied()
                .unwrap_or(0)
        };
        let line = move |cell_of: &dyn Fn(usize) -> (usize, usize)| {
            core::array::from_fn(|i| {
                let (c, r) = cell_of(i);
                cell(c, r)
            })
        };
        let rows = (0..5)
            .zip(0..)
            .map(move |(r, name)| (Line::Row(name), line(&|i| (i, r))));
        let columns = (0..5)
            .zip(0..)
            .map(move |(c, name)| (Line::Column(name), line(&|i| (c, i))));
        let diagonals = [(Line::Down, line(&|i| (i, i))), (Line::Up, line(&|i| (i, 4 - i)))];
        rows.chain(columns).chain(diagonals)
    }

    /// The lines that the balls complete, by the ball that does it, then in the order of [`lines`](Self::lines).
    ///
    /// ```
    /// use provably_fair::games::bingo::{Bingo, Completed, Line};
    /// let columns = core::array::from_fn(|c| core::array::from_fn(|r| (15 * c + r + 1) as u32));
    /// let bingo = Bingo { columns, balls: vec![75, 1, 16, 31, 61, 46] };
    /// assert_eq!(bingo.completed(), [Completed { line: Line::Row(0), ball: 5 }]);
    /// ```
    #[must_use]
    pub fn completed(&self) -> alloc::vec::Vec<Completed> {
        let drawn_at = |number: &u32| {
            self.balls
                .iter()
                .zip(0_u32..)
                .find(|(ball, _)| *ball == number)
                .map(|(_, at)| at)
        };
        let complete = self.lines().filter_map(|(line, numbers)| {
            let at: Option<alloc::vec::Vec<u32>> = numbers.iter().map(drawn_at).collect();
            let ball = at?.into_iter().max()?;
            Some(Completed { line, ball })
        });
        let mut complete: alloc::vec::Vec<Completed> = complete.collect();
        complete.sort_by_key(|completed| completed.ball); // stable: lines keep their order
        complete
    }
}

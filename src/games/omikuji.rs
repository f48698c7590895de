//! Omikuji of a finished deal: the tier, the cells that win, and what fills the others.

use alloc::vec;
use alloc::vec::Vec;

use super::OMIKUJI;
use crate::layout::{Deal, Setting};

/// A slip, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omikuji {
    /// The tier.
    pub tier: u32,
    /// The three winning cells, in draw order.
    pub winning_cells: [u32; 3],
    /// The symbols of the other cells, in ascending order of cells, as far as they were dealt.
    pub fillers: Vec<u32>,
    /// The board, cell by cell.
    pub board: Vec<Cell>,
}

/// A cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// It shows the tier.
    Wins,
    /// It shows this filler.
    Filler(u32),
    /// Its filler was not dealt.
    Unread,
}

impl Omikuji {
    /// Reads a deal; `None` for another game or before tier and winning cells are dealt.
    ///
    /// ```
    /// use provably_fair::games::{self, omikuji::{Cell, Omikuji}};
    /// use provably_fair::layout::Value;
    /// use provably_fair::{CURSOR_V1, Revealed};
    /// let game = games::OMIKUJI.with(&[
    ///     ("tier_weights", Value::weights(&[90, 9, 1])),
    ///     ("cells", Value::Size(5)),
    ///     ("filler_weights", Value::weights(&[1, 1, 1])),
    /// ]).unwrap();
    /// let seed = Revealed::from_text("server");
    /// let deal = game.deal(&CURSOR_V1.round(&seed, "client", 0).unwrap(), &[1, 3, 1]).unwrap();
    /// let slip = Omikuji::read(&deal).unwrap();
    /// assert_eq!((slip.tier, slip.winning_cells, slip.fillers), (0, [1, 4, 0], vec![0]));
    /// assert_eq!(slip.board, [Cell::Wins, Cell::Wins, Cell::Filler(0), Cell::Unread, Cell::Wins]);
    /// ```
    #[must_use]
    pub fn read(deal: &Deal) -> Option<Self> {
        let (tier, Some(Setting::Size(cells))) = (deal.items("tier"), deal.setting("cells")) else {
            return None;
        };
        if *deal.row() != OMIKUJI {
            return None;
        }
        let winning_cells: [u32; 3] = deal.items("winning_cells").try_into().ok()?;
        let fillers = deal.items("fillers");
        let mut next = fillers.iter();
        let mut board = vec![];
        let mut filler = || next.next().map_or(Cell::Unread, |symbol| Cell::Filler(*symbol));
        for cell in 0..cells {
            board.push(if winning_cells.contains(&cell) {
                Cell::Wins
            } else {
                filler()
            });
        }
        Some(Self {
            tier: tier.first().copied()?,
            winning_cells,
            fillers,
            board,
        })
    }
}

//! Dice of a finished deal: sic bo's three, chinchiro's attempts.
//!
//! An index below 6 is a face less one. What a sum or a triple pays, and who wins at chinchiro, the source does not say.

use super::{CHINCHIRO, SIC_BO};
use crate::layout::Deal;

/// Three dice, each 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Three {
    /// The faces, in cursor order.
    pub faces: [u32; 3],
}

impl Three {
    /// The sum, 3 to 18.
    #[must_use]
    pub fn sum(self) -> u32 {
        self.faces.iter().sum()
    }

    /// All three show the same.
    #[must_use]
    pub fn is_triple(self) -> bool {
        let [a, b, c] = self.faces;
        a == b && b == c
    }

    fn of(indices: &[u32]) -> Option<Self> {
        let indices: [u32; 3] = indices.try_into().ok()?;
        let faces = indices.map(|index| index + 1);
        Some(Self { faces })
    }
}

/// Sic bo's dice; `None` for another game or before three dice are dealt.
///
/// ```
/// use provably_fair::games::{self, dice};
/// use provably_fair::{CURSOR_V1, Revealed};
/// let seed = Revealed::from_text("server");
/// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
/// let dice = dice::sic_bo(&games::SIC_BO.deal(&round, &[3]).unwrap()).unwrap();
/// assert_eq!((dice.faces, dice.sum(), dice.is_triple()), ([2, 2, 3], 7, false));
/// ```
#[must_use]
pub fn sic_bo(deal: &Deal) -> Option<Three> {
    (*deal.row() == SIC_BO)
        .then(|| Three::of(&deal.items("dice")))
        .flatten()
}

/// Chinchiro's attempts, `[side][attempt]`; `None` where an attempt was not read. `None` at all for another game.
///
/// ```
/// use provably_fair::games::{self, dice};
/// use provably_fair::{CURSOR_V1, Revealed};
/// let seed = Revealed::from_text("server");
/// let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
/// let sides = dice::chinchiro(&games::CHINCHIRO.deal(&round, &[3, 9]).unwrap()).unwrap();
/// assert_eq!(sides[0].map(|attempt| attempt.map(|dice| dice.faces)), [Some([2, 2, 3]), None, None]);
/// assert_eq!(sides[1][2].unwrap().faces, [6, 3, 3]);
/// ```
#[must_use]
pub fn chinchiro(deal: &Deal) -> Option<[[Option<Three>; 3]; 2]> {
    let side = |segment: &str| {
        let dice = deal.items(segment);
        let mut attempts = dice.chunks(3).map(Three::of);
        core::array::from_fn(|_| attempts.next().flatten())
    };
    (*deal.row() == CHINCHIRO).then(|| [side("side_0"), side("side_1")])
}

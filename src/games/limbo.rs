//! Limbo of a finished deal: the outcome in hundredths, by [`mod@crate::limbo`].

use super::LIMBO;
use crate::layout::{Deal, Setting};
use crate::limbo::limbo;

/// The outcome in hundredths; `None` for another game or before the number is dealt.
///
/// ```
/// use provably_fair::games::{self, limbo};
/// use provably_fair::layout::Value;
/// use provably_fair::limbo::Ratio;
/// use provably_fair::{CURSOR_V1, Revealed};
/// let settings = [("rtp", Value::Ratio(Ratio { num: 99, den: 100 })), ("cap100", Value::Hundredths(100_000_000))];
/// let game = games::LIMBO.with(&settings).unwrap();
/// let seed = Revealed::from_text("server");
/// let deal = game.deal(&CURSOR_V1.round(&seed, "client", 0).unwrap(), &[1]).unwrap();
/// assert_eq!(limbo::outcome(&deal), Some(430));
/// ```
#[must_use]
pub fn outcome(deal: &Deal) -> Option<u64> {
    let number = deal.numbers("outcome").first().copied()?;
    (*deal.row() == LIMBO).then(|| point(number, deal)).flatten()
}

/// The row's column: what the number stands for under the deal's return and cap.
pub(super) fn point(number: f64, deal: &Deal) -> Option<u64> {
    match (deal.setting("rtp"), deal.setting("cap100")) {
        (Some(Setting::Ratio(rtp)), Some(Setting::Hundredths(cap))) => limbo(number, rtp, cap).ok(),
        _ => None,
    }
}

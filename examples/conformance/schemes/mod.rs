//! The table of schemes: which function reads a scheme's inputs, asks the library and compares the answers.

use super::case::{Case, Checked};

mod chain;
mod core;
mod duel;
mod games;
mod openv2;
mod payouts;
mod receipt;
mod rolls;
mod stake;
mod tagged;
mod words;

/// Reads a case's inputs and compares every answer.
type Check = fn(&Case<'_>) -> Checked;

/// Every scheme that vector files may name.
pub const SCHEMES: &[(&str, Check)] = &[
    ("commitment", core::commitment),
    ("unit", core::unit),
    ("index", core::index),
    ("cursor", core::cursor),
    ("pool_hop", core::pool_hop),
    ("dice_bytes", core::dice_bytes),
    ("match_dice", core::match_dice),
    ("match_link", core::match_link),
    ("crash", core::crash),
    ("chain", chain::chain),
    ("chain-sha256-hex-text", chain::sha256_hex_text),
    ("chain-sha512-hex-text", chain::sha512_hex_text),
    ("stake-crash", chain::stake_crash),
    ("stake-slide", chain::stake_slide),
    ("stake-crash-raw", chain::stake_crash_raw),
    ("stake-zoo", chain::stake_zoo),
    ("duel-crash", duel::crash),
    ("duel-mines", duel::mines),
    ("duel-plinko", duel::plinko),
    ("duel-castle-roulette", duel::castle_roulette),
    ("bustabit-v2", chain::bustabit_v2),
    ("bcgame-limbo-digest", chain::bcgame_limbo),
    ("thrill-limbo", games::thrill_limbo),
    ("openv2-ticket", openv2::ticket),
    ("drand-randomness", openv2::randomness),
    ("skin-club", rolls::skin_club),
    ("freebitco-in", rolls::freebitco_in),
    ("tagged/1", tagged::tagged),
    ("liqd-dice", words::liqd_dice),
    ("duel-dice", words::duel_dice),
    ("primedice-classic", words::primedice_classic),
    ("just-dice", words::just_dice),
    ("games", games::games),
    ("number_maps", games::number_maps),
    ("keno", games::keno),
    ("stake-dice", stake::dice),
    ("stake-primedice", stake::dice),
    ("stake-limbo", stake::limbo),
    ("stake-limbo-1e8", stake::limbo_1e8),
    ("stake-roulette", stake::roulette),
    ("stake-mines", stake::mines),
    ("stake-keno", stake::keno),
    ("stake-plinko-slot", stake::plinko_slot),
    ("stake-plinko", payouts::plinko),
    ("stake-wheel", payouts::wheel),
    ("stake-cases", payouts::cases),
    ("stake-pump", payouts::pump),
    ("stake-chicken", payouts::chicken),
    ("stake-slots-reels", stake::slots_reels),
    ("stake-diamonds", stake::diamonds),
    ("stake-cards-with-replacement", stake::cards_with_replacement),
    ("stake-cards-without-replacement", stake::cards_without_replacement),
    ("stake-flip", stake::flip),
    ("stake-rps", stake::rock_paper_scissors),
    ("stake-snakes-rolls", stake::snakes_rolls),
    ("stake-dragon-tower", stake::dragon_tower),
    ("stake-moles", stake::moles),
    ("stake-drill", stake::drill),
    ("stake-bytes", stake::bytes),
    ("stake-floats", stake::floats),
    ("stake-darts-floats", stake::darts_floats),
    ("stake-pick-order", stake::pick_order),
    ("receipt", receipt::receipt),
];

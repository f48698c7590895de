//! Value stability: a settled round must replay forever, so every row has literal values here.
//!
//! They come from a Python program that follows the description literally (`hmac`, `hashlib`, `fractions`; a pool as a list, a
//! double as `int / 2**64`), not from this crate. An entry is an item; of a plain number its bits; of a multiplier hundredths.

use provably_fair::games;
use provably_fair::layout::{Deal, Kind, Param, Row, Shown, Shows, Value};
use provably_fair::limbo::Ratio;
use provably_fair::{Encoding, Revealed, hex, scheme};

type Rows = &'static [(&'static str, &'static [(&'static str, &'static [u64])])];

/// Server seed, client seed, nonce. Where a scheme decodes its seed, the hex of this one's bytes.
const PLAIN: (&str, &str, u64) = ("server", "client", 0);
/// Beyond ASCII, and the last nonce there is.
const FAR: (&str, &str, u64) = ("f2ac89b608eeb01312d115bce6741b32", "caf\u{e9} \u{1f340}", u64::MAX);

/// The parameters of the literals.
fn value(row: &Row, param: &Param) -> Value<'static> {
    match (row.id(), param.name, param.kind) {
        (_, "tier_weights", _) => Value::weights(&[41, 23, 47, 47, 14]),
        (_, "filler_weights", _) => Value::weights(&[8, 7, 9, 5, 1, 8]),
        (_, _, Kind::Weights) => Value::weights(&[29, 19, 26, 17, 10, 39, 1, 2]),
        (_, _, Kind::Ratio) => Value::Ratio(Ratio { num: 99, den: 100 }),
        (_, _, Kind::Hundredths) => Value::Hundredths(100_000_000),
        (_, "cells", _) if *row == games::OMIKUJI => Value::Size(9),
        ("stake_dragon_tower/1", "tiles", _) => Value::Size(4),
        ("stake_moles/1", ..) => Value::Size(2),
        ("stake_mines/1", ..) | (_, "hazards", _) => Value::Size(10),
        (_, "cells", _) => Value::Size(25),
        (_, "mines", _) => Value::Size(5),
        (_, "tiles" | "eggs", _) => Value::Size(3),
        (_, "rows", _) => Value::Size(16),
        (_, "segments", _) => Value::Size(50),
        (id, name, _) => panic!("{id} has a parameter {name} without a literal"),
    }
}

/// A segment's values in the literals' form.
fn values(deal: &Deal, segment: &str) -> Vec<u64> {
    let part = deal
        .parts()
        .iter()
        .find(|part| part.segment().name() == segment)
        .unwrap();
    let items = part.items().iter();
    items
        .map(|item| match (item.drawn, deal.shown(part, item).unwrap()) {
            (Some(drawn), _) => u64::from(drawn.item),
            (None, Shown::Value(value)) => value,
            (None, Shown::Number(number)) => number.to_bits(),
        })
        .collect()
}

fn check((server, client, nonce): (&str, &str, u64), rows: Rows) {
    for (row, (id, segments)) in games::all().zip(rows) {
        assert_eq!(row.id(), *id, "every row has literals, in the table's order");
        let scheme = scheme::by_id(row.scheme()).unwrap();
        let decoded = scheme.sealing().key_with() == Encoding::Bytes;
        let seed = if decoded && hex::decode(server).is_err() {
            Revealed::from_text(&hex::encode(server.as_bytes()))
        } else {
            Revealed::from_text(server)
        };
        let round = scheme.round(&seed, client, nonce).unwrap();
        let params: Vec<_> = row
            .params()
            .iter()
            .map(|param| (param.name, value(&row, param)))
            .collect();
        let counts: Vec<u32> = segments
            .iter()
            .map(|(_, values)| u32::try_from(values.len()).unwrap())
            .collect();
        let deal = row.with(&params).unwrap().deal(&round, &counts).unwrap();
        for ((name, expected), segment) in segments.iter().zip(row.segments()) {
            assert_eq!(segment.name(), *name, "{id}");
            assert_eq!(values(&deal, name), *expected, "{id} {name}");
        }
        assert_eq!(segments.len(), row.segments().len(), "{id}");
    }
    assert_eq!(rows.len(), games::all().count());
}

#[test]
fn every_row_keeps_its_values() {
    check(PLAIN, PLAIN_VALUES);
}

#[test]
fn every_row_keeps_its_values_with_unusual_seeds_and_the_last_nonce() {
    check(FAR, FAR_VALUES);
}

/// The names that items are shown by, of the same deals.
#[test]
fn shown_items_keep_their_text() {
    let seed = Revealed::from_text(PLAIN.0);
    let text = |row: Row, counts: &[u32]| {
        let round = scheme::by_id(row.scheme())
            .unwrap()
            .round(&seed, PLAIN.1, PLAIN.2)
            .unwrap();
        row.deal(&round, counts)
            .unwrap()
            .all_texts()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        text(games::VIDEO_POKER, &[5, 5]),
        "K\u{2663} 3\u{2666} 6\u{2666} 4\u{2666} A\u{2663} 10\u{2665} 2\u{2666} Q\u{2660} 9\u{2663} 5\u{2665}"
    );
    assert_eq!(text(games::SIC_BO, &[3]), "2 2 3");
    assert_eq!(text(games::stake::DICE, &[1]), "87.83");
    assert_eq!(text(games::stake::LIMBO, &[1]), "1.12");
    assert_eq!(text(games::stake::DIAMONDS, &[5]), "blue blue cyan purple red");
    assert_eq!(
        text(games::stake::CARDS_WITH_REPLACEMENT, &[3]),
        "K-heart K-spade 10-diamond"
    );
    assert_eq!(text(games::stake::FLIP, &[4]), "H H H T");
    // Every column has a name for each of its items.
    for row in games::all() {
        for segment in row.segments() {
            if let Shows::Names(names) = segment.shows() {
                assert!(names.iter().all(|name| !name.is_empty()), "{}", row.id());
            }
        }
    }
}

#[rustfmt::skip]
const PLAIN_VALUES: Rows = &[
    ("roulette/1", &[("pocket", &[8])]),
    ("sicbo/1", &[("dice", &[1, 1, 2])]),
    ("blackjack/1", &[("deal", &[11, 14, 18, 16]), ("hits", &[13, 37, 14, 19, 9, 36, 25, 12])]),
    ("video_poker/1", &[("deal", &[11, 14, 17, 15, 12]), ("replacements", &[34, 13, 49, 7, 29])]),
    ("holdem/1", &[("player", &[11, 14]), ("dealer", &[17, 15]), ("flop", &[12, 34, 13]), ("turn", &[49]), ("river", &[7])]),
    ("andar_bahar/1", &[("heads", &[0x3fcd_673d_81fc_2af2, 0x3fd2_271a_b6ca_1295, 0x3fd6_9871_1116_3e2a, 0x3fd4_17bf_e50b_b12b]), ("joker", &[13]), ("race", &[37, 14, 18, 8, 32, 22, 10, 9, 0, 49, 35, 16, 48, 19, 21, 33, 7, 27, 29, 30, 44, 51, 12, 50, 17, 39, 41, 31, 23, 20, 28, 24, 34, 1, 6, 38, 42, 45, 4, 40, 5, 43, 26, 36, 25, 11, 2, 47, 3, 15, 46])]),
    ("bingo/1", &[("columns", &[4, 15, 5, 14, 3, 26, 20, 29, 18, 23, 38, 34, 33, 31, 44, 58, 51, 52, 60, 57, 74, 63, 71, 73, 72]), ("balls", &[26, 33, 31, 50, 46, 45, 40, 30, 68, 61, 69, 71, 75, 7, 25, 28, 3, 42, 22, 4, 67, 53, 12, 27, 47, 56, 66, 18, 16, 65, 15, 6, 59, 5, 51, 54, 41, 24])]),
    ("hanabi/1", &[("base", &[1, 1, 2, 1, 1, 5, 1, 2, 0, 4, 2, 1, 1, 0, 2]), ("free", &[5, 2, 2, 2, 3, 5, 0, 5, 5, 5, 2, 2, 2, 4, 3, 3, 3, 2, 2, 5, 3, 5, 2, 0, 2, 2, 0, 5, 2, 0])]),
    ("koban/1", &[("flips", &[0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1])]),
    ("chinchiro/1", &[("side_0", &[1, 1, 2, 1, 1, 4, 1, 2, 1]), ("side_1", &[4, 2, 1, 1, 0, 2, 5, 2, 2])]),
    ("pagoda/1", &[("floors", &[0, 0, 1, 0, 0, 2, 0, 1, 0, 2, 1, 0])]),
    ("fukubukuro/1", &[("item", &[1])]),
    ("omikuji/1", &[("tier", &[0]), ("winning_cells", &[2, 8, 7]), ("fillers", &[1, 3, 1, 1, 0, 3])]),
    ("limbo/1", &[("outcome", &[430])]),
    ("mines/1", &[("mines", &[5, 6, 8, 23, 24])]),
    ("plinko/1", &[("rows", &[0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1])]),
    ("stake_dice/1", &[("roll", &[8783])]),
    ("stake_limbo/2", &[("outcome", &[112])]),
    ("stake_limbo/1", &[("outcome", &[112])]),
    ("stake_roulette/1", &[("pocket", &[32])]),
    ("stake_mines/1", &[("mines", &[21, 22, 14, 4, 11, 6, 0, 24, 20, 10])]),
    ("stake_keno/1", &[("balls", &[36, 35, 24, 8, 19, 11, 2, 40, 37, 17])]),
    ("stake_plinko/1", &[("rows", &[1, 1, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0])]),
    ("stake_diamonds/1", &[("gems", &[6, 6, 4, 1, 3])]),
    ("stake_cards_with_replacement/1", &[("cards", &[45, 46, 32, 9, 24, 13, 2, 50, 47, 22, 31, 0, 13, 40, 19, 16, 13, 47, 1, 25])]),
    ("stake_cards_without_replacement/1", &[("cards", &[45, 46, 31, 9, 23, 13, 2, 50, 44, 21, 30, 0, 14, 39, 19, 16, 12, 48, 3, 27, 49, 28, 40, 11, 8, 42, 20, 17, 22, 5, 38, 4, 34, 35, 10, 43, 7, 41, 29, 37, 24, 26, 18, 51, 6, 47, 25, 32, 1, 36, 33, 15])]),
    ("stake_pump/1", &[("hazards", &[21, 22, 14, 4, 11, 6, 0, 24, 20, 10])]),
    ("stake_chicken/1", &[("hazards", &[17, 18, 11, 3, 8, 4, 0, 19, 15, 7])]),
    ("stake_dragon_tower/1", &[("eggs", &[3, 2, 1, 0, 2, 1, 0, 3, 2, 1, 2, 0, 1, 3, 0, 1, 0, 3, 0, 2, 3, 2, 3, 0, 0, 3, 1])]),
    ("stake_moles/1", &[("moles", &[6, 5, 4, 1, 3, 1, 0, 6, 6, 2, 4, 0, 1, 5, 2, 1])]),
    ("stake_flip/1", &[("flips", &[1, 1, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0])]),
    ("stake_rps/1", &[("throws", &[2, 2, 1, 0, 1, 0, 0, 2, 2, 1, 1, 0, 0, 2, 1, 0, 0, 2, 0, 1])]),
    ("stake_snakes/1", &[("dice", &[5, 5, 3, 1, 2, 1, 0, 5, 5, 2])]),
    ("stake_drill/1", &[("stages", &[805, 953, 265])]),
    ("stake_darts/1", &[("throw", &[0x3fec_1b00_9160_0000, 0x3fec_b670_4740_0000])]),
    ("stake_wheel/1", &[("segment", &[43])]),
    ("stake_cases/1", &[("number", &[0x3fec_1b00_9160_0000])]),
    ("stake_slots/1", &[("reels", &[0x3fec_1b00_9160_0000, 0x3fec_b670_4740_0000, 0x3fe4_337c_9f60_0000, 0x3fc8_9105_8680_0000, 0x3fde_9e8a_1700_0000, 0x3fd0_fe86_e9c0_0000, 0x3fa7_587d_4800_0000, 0x3fef_3f1b_40c0_0000, 0x3fed_093b_6a40_0000, 0x3fdc_0954_e340_0000])]),
    ("liqd_dice/1", &[("roll", &[3323])]),
    ("duel_dice/1", &[("roll", &[6043])]),
    ("duel_plinko/1", &[("rows", &[1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1])]),
    ("duel_mines/1", &[("shuffle", &[23, 18, 2, 4, 12, 0, 13, 7, 10, 3, 22, 6, 11, 16, 17, 15, 9, 24, 5, 1, 8, 14, 19, 20])]),
    ("primedice_classic/1", &[("roll", &[6051])]),
    ("just_dice/1", &[("roll", &[126_592])]),
];

#[rustfmt::skip]
const FAR_VALUES: Rows = &[
    ("roulette/1", &[("pocket", &[2])]),
    ("sicbo/1", &[("dice", &[0, 3, 5])]),
    ("blackjack/1", &[("deal", &[2, 32, 46, 51]), ("hits", &[2, 34, 27, 32, 35, 20, 15, 19])]),
    ("video_poker/1", &[("deal", &[2, 32, 44, 48, 1]), ("replacements", &[31, 24, 28, 29, 16])]),
    ("holdem/1", &[("player", &[2, 32]), ("dealer", &[44, 48]), ("flop", &[1, 31, 24]), ("turn", &[28]), ("river", &[29])]),
    ("andar_bahar/1", &[("heads", &[0x3fad_0f7f_3c09_ecee, 0x3fe4_2013_d766_4762, 0x3fec_cab2_b44e_9292, 0x3fef_de3a_e254_de65]), ("joker", &[2]), ("race", &[34, 26, 30, 32, 18, 13, 16, 39, 35, 10, 7, 1, 25, 47, 50, 15, 5, 44, 17, 0, 49, 36, 37, 33, 22, 45, 28, 24, 11, 8, 41, 23, 21, 31, 20, 3, 12, 46, 29, 14, 40, 51, 27, 48, 6, 4, 42, 38, 43, 9, 19])]),
    ("bingo/1", &[("columns", &[1, 9, 12, 13, 15, 26, 23, 24, 28, 20, 35, 36, 42, 40, 33, 48, 46, 54, 56, 57, 67, 63, 75, 73, 61]), ("balls", &[63, 14, 46, 42, 60, 37, 49, 50, 33, 25, 67, 58, 29, 2, 70, 12, 68, 35, 24, 57, 36, 74, 44, 65, 45, 61, 64, 59, 23, 27, 39, 75, 10, 38, 72, 55, 73, 53])]),
    ("hanabi/1", &[("base", &[0, 3, 5, 7, 0, 4, 3, 3, 4, 2, 1, 2, 5, 5, 1]), ("free", &[0, 0, 4, 5, 5, 2, 0, 2, 3, 0, 5, 0, 3, 3, 5, 3, 5, 5, 2, 2, 2, 5, 2, 0, 3, 0, 5, 3, 2, 2])]),
    ("koban/1", &[("flips", &[0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1])]),
    ("chinchiro/1", &[("side_0", &[0, 3, 5, 5, 0, 4, 3, 3, 4]), ("side_1", &[2, 1, 2, 5, 4, 1, 1, 0, 3])]),
    ("pagoda/1", &[("floors", &[0, 1, 2, 2, 0, 2, 1, 1, 2, 1, 0, 1])]),
    ("fukubukuro/1", &[("item", &[0])]),
    ("omikuji/1", &[("tier", &[0]), ("winning_cells", &[5, 7, 6]), ("fillers", &[0, 3, 2, 2, 3, 1])]),
    ("limbo/1", &[("outcome", &[1744])]),
    ("mines/1", &[("mines", &[1, 15, 20, 21, 0])]),
    ("plinko/1", &[("rows", &[0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0])]),
    ("stake_dice/1", &[("roll", &[4201])]),
    ("stake_limbo/2", &[("outcome", &[235])]),
    ("stake_limbo/1", &[("outcome", &[235])]),
    ("stake_roulette/1", &[("pocket", &[15])]),
    ("stake_mines/1", &[("mines", &[10, 13, 23, 4, 21, 5, 0, 6, 19, 7])]),
    ("stake_keno/1", &[("balls", &[17, 23, 39, 8, 35, 9, 1, 10, 32, 11])]),
    ("stake_plinko/1", &[("rows", &[0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1])]),
    ("stake_diamonds/1", &[("gems", &[2, 3, 6, 1, 6])]),
    ("stake_cards_with_replacement/1", &[("cards", &[21, 28, 49, 10, 45, 11, 1, 9, 40, 10, 36, 21, 25, 25, 30, 33, 13, 4, 13, 34])]),
    ("stake_cards_without_replacement/1", &[("cards", &[21, 28, 49, 9, 44, 11, 0, 10, 40, 12, 36, 23, 26, 27, 32, 35, 14, 3, 15, 37, 42, 24, 46, 4, 51, 17, 45, 25, 5, 43, 39, 1, 29, 20, 2, 50, 31, 22, 8, 7, 30, 13, 6, 16, 19, 41, 18, 48, 47, 34, 38, 33])]),
    ("stake_pump/1", &[("hazards", &[10, 13, 23, 4, 21, 5, 0, 6, 19, 7])]),
    ("stake_chicken/1", &[("hazards", &[8, 11, 19, 3, 16, 4, 0, 5, 15, 6])]),
    ("stake_dragon_tower/1", &[("eggs", &[1, 2, 3, 0, 3, 1, 0, 1, 3, 0, 3, 1, 1, 2, 3, 2, 0, 1, 1, 2, 3, 1, 3, 0, 3, 0, 2])]),
    ("stake_moles/1", &[("moles", &[2, 4, 6, 1, 6, 1, 0, 2, 5, 1, 4, 2, 3, 2, 4, 3])]),
    ("stake_flip/1", &[("flips", &[0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1])]),
    ("stake_rps/1", &[("throws", &[1, 1, 2, 0, 2, 0, 0, 0, 2, 0, 2, 1, 1, 1, 1, 1, 0, 0, 0, 1])]),
    ("stake_snakes/1", &[("dice", &[2, 3, 5, 1, 5, 1, 0, 1, 4, 1])]),
    ("stake_drill/1", &[("stages", &[168, 212, 2181])]),
    ("stake_darts/1", &[("throw", &[0x3fda_e26c_b400_0000, 0x3fe1_40ec_37a0_0000])]),
    ("stake_wheel/1", &[("segment", &[21])]),
    ("stake_cases/1", &[("number", &[0x3fda_e26c_b400_0000])]),
    ("stake_slots/1", &[("reels", &[0x3fda_e26c_b400_0000, 0x3fe1_40ec_37a0_0000, 0x3fee_9004_02e0_0000, 0x3fc8_f763_1980_0000, 0x3feb_fc21_6480_0000, 0x3fcc_66c5_d280_0000, 0x3f96_24cc_7000_0000, 0x3fc8_34fa_1f00_0000, 0x3fe9_1252_84a0_0000, 0x3fc9_6d7c_5e00_0000])]),
    ("liqd_dice/1", &[("roll", &[9834])]),
    ("duel_dice/1", &[("roll", &[1406])]),
    ("duel_plinko/1", &[("rows", &[0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1])]),
    ("duel_mines/1", &[("shuffle", &[9, 3, 8, 7, 17, 13, 11, 2, 4, 23, 19, 1, 0, 12, 18, 24, 5, 10, 15, 6, 16, 22, 14, 20])]),
    ("primedice_classic/1", &[("roll", &[2681])]),
    ("just_dice/1", &[("roll", &[715_996])]),
];

//! Rows against the slow twin, and the property that makes a round a list: dealing more never changes what was dealt.
//!
//! The twin does no floating-point arithmetic and knows nothing of rows: each game is said once more, after SPEC 8.

mod naive;

use provably_fair::layout::{Count, Game, Kind, Row, Shape, Value};
use provably_fair::limbo::Ratio;
use provably_fair::{CURSOR_V1, Revealed, games, scheme};

/// Numbers for the tests, from a seed: splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Of 0..=most.
    fn up_to(&mut self, most: u32) -> u32 {
        u32::try_from(self.next() % (u64::from(most) + 1)).unwrap()
    }

    fn weights(&mut self) -> Vec<u32> {
        let mut weights: Vec<u32> = (0..=self.up_to(11)).map(|_| self.up_to(60)).collect();
        weights.push(1 + self.up_to(9));
        weights
    }

    fn seeds(&mut self) -> (String, String, u64) {
        let server = format!("{:016x}{:016x}", self.next(), self.next());
        let long = "client".repeat(usize::try_from(self.up_to(12)).unwrap());
        (
            server,
            format!("{long}{:x}", self.next()),
            self.next() >> self.up_to(63),
        )
    }

    /// A row with parameters within its ranges, none of them large.
    fn game(&mut self, row: Row) -> Game {
        loop {
            let params: Vec<_> = row
                .params()
                .iter()
                .map(|param| {
                    let value = match param.kind {
                        Kind::Size { min, max } => Value::Size(min + self.up_to((max - min).min(30))),
                        Kind::Weights => Value::Weights(self.weights().into()),
                        Kind::Ratio => Value::Ratio(Ratio {
                            num: 1 + self.next() % 200,
                            den: 100,
                        }),
                        Kind::Hundredths => Value::Hundredths(100 + self.next() % 1_000_000),
                    };
                    (param.name, value)
                })
                .collect();
            // Some are refused together: more mines than cells.
            if let Ok(game) = row.with(&params) {
                return game;
            }
        }
    }
}

/// As far as a test reads an open segment.
const FAR: u32 = 40;

fn lengths(game: &Game) -> Vec<u32> {
    let open = |row: &Row| {
        row.segments()
            .iter()
            .map(|segment| matches!(segment.count(), Count::Open { .. }))
            .collect::<Vec<_>>()
    };
    let capacities = game.capacity().into_iter().zip(open(game.row()));
    capacities
        .map(|(capacity, open)| if open { capacity.min(FAR) } else { capacity })
        .collect()
}

#[test]
fn dealing_more_never_changes_what_was_dealt() {
    let mut random = Random(8);
    for row in (0..12).flat_map(|_| games::all()) {
        let game = random.game(row);
        let (server, client, nonce) = random.seeds();
        let seed = Revealed::from_text(&server);
        let round = scheme::by_id(row.scheme())
            .unwrap()
            .round(&seed, client.as_str(), nonce)
            .unwrap();
        let whole = lengths(&game);
        let all = game.deal(&round, &whole).unwrap();
        // A prefix by cursor, which is how a round is played.
        let last: u32 = whole.iter().sum();
        let read = game.counts_to(random.up_to(last).into());
        let read: Vec<u32> = read.iter().zip(&whole).map(|(read, whole)| *read.min(whole)).collect();
        let part = game.deal(&round, &read).unwrap();
        assert_eq!(part.counts(), read);
        for (all, part) in all.parts().iter().zip(part.parts()) {
            assert_eq!(
                all.items()[..part.items().len()],
                *part.items(),
                "{} {read:?}",
                row.id()
            );
        }
        // The replay splits the same list in two.
        let replay = game.replay(&round, &read, FAR).unwrap();
        assert_eq!(
            replay.read_cursors().len(),
            usize::try_from(read.iter().sum::<u32>()).unwrap()
        );
        for (part, read, unread) in replay.parts() {
            assert_eq!([read, unread].concat(), part.items());
            let first = part.segment().first();
            assert!(
                part.items()
                    .iter()
                    .zip(first..)
                    .all(|(item, cursor)| item.cursor == cursor)
            );
        }
        // A trace goes through the same items.
        let trace = part.trace(&round).unwrap();
        assert!(
            trace
                .steps
                .iter()
                .map(|step| step.item)
                .eq(part.parts().iter().flat_map(|part| part.items().iter().copied()))
        );
    }
}

#[test]
fn every_row_of_spec_8_is_the_twins() {
    let mut random = Random(11);
    for _ in 0..6 {
        let (server, client, nonce) = random.seeds();
        let seed = Revealed::from_text(&server);
        let round = CURSOR_V1.round(&seed, client.as_str(), nonce).unwrap();
        let number = |cursor| naive::cursor_number(&server, &client, nonce, cursor);
        let numbers = |first: u64, count: u64| (first..first + count).map(number).collect::<Vec<f64>>();
        let each = |first, count, n| {
            numbers(first, count)
                .iter()
                .map(|u| naive::index(*u, n))
                .collect::<Vec<u32>>()
        };

        let roulette = games::ROULETTE.deal(&round, &[1]).unwrap();
        assert_eq!(roulette.items("pocket"), each(0, 1, 37));
        assert_eq!(games::SIC_BO.deal(&round, &[3]).unwrap().items("dice"), each(0, 3, 6));
        assert_eq!(games::KOBAN.deal(&round, &[9]).unwrap().items("flips"), each(0, 9, 2));
        let shoe = games::BLACKJACK.deal(&round, &[4, 9]).unwrap();
        assert_eq!([shoe.items("deal"), shoe.items("hits")].concat(), each(0, 13, 52));
        let dice = games::CHINCHIRO.deal(&round, &[9, 9]).unwrap();
        assert_eq!([dice.items("side_0"), dice.items("side_1")].concat(), each(0, 18, 6));

        let deck = naive::pool_hop(0, 52, &numbers(0, 10));
        let poker = games::VIDEO_POKER.deal(&round, &[5, 5]).unwrap();
        assert_eq!([poker.items("deal"), poker.items("replacements")].concat(), deck);
        let holdem = games::HOLDEM.deal(&round, &[2, 2, 3, 1, 1]).unwrap();
        let streets = ["player", "dealer", "flop", "turn", "river"]
            .map(|street| holdem.items(street))
            .concat();
        assert_eq!(streets, deck[..9]);

        let andar = games::ANDAR_BAHAR.deal(&round, &[4, 1, 51]).unwrap();
        assert_eq!([andar.numbers("heads"), andar.numbers("joker")].concat(), numbers(0, 5));
        assert_eq!(
            [andar.items("joker"), andar.items("race")].concat(),
            naive::pool_hop(0, 52, &numbers(4, 52))
        );

        let bingo = games::BINGO.deal(&round, &[25, 38]).unwrap();
        let columns = (0..5_u32).flat_map(|c| naive::pool_hop(15 * c + 1, 15, &numbers(5 * u64::from(c), 5)));
        assert_eq!(bingo.items("columns"), columns.collect::<Vec<_>>());
        assert_eq!(bingo.items("balls"), naive::pool_hop(1, 75, &numbers(25, 38)));

        weighted_rows(&mut random, &round, &numbers);
        sized_rows(&mut random, &round, &numbers);
    }
}

fn weighted_rows(random: &mut Random, round: &provably_fair::Round<'_>, numbers: &dyn Fn(u64, u64) -> Vec<f64>) {
    let (one, two) = (random.weights(), random.weights());
    let picks = |first, count, weights: &[u32]| {
        numbers(first, count)
            .iter()
            .map(|u| naive::weighted(*u, weights))
            .collect::<Vec<u32>>()
    };
    let hanabi = games::HANABI.with(&[("weights", Value::weights(&one))]).unwrap();
    let spins = hanabi.deal(round, &[15, 30]).unwrap();
    assert_eq!([spins.items("base"), spins.items("free")].concat(), picks(0, 45, &one));
    let bag = games::FUKUBUKURO.with(&[("weights", Value::weights(&two))]).unwrap();
    assert_eq!(bag.deal(round, &[1]).unwrap().items("item"), picks(0, 1, &two));
    let cells = 3 + random.up_to(12);
    let slip = games::OMIKUJI
        .with(&[
            ("filler_weights", Value::weights(&two)),
            ("cells", Value::Size(cells)),
            ("tier_weights", Value::weights(&one)),
        ])
        .unwrap();
    let slip = slip.deal(round, &[1, 3, cells - 3]).unwrap();
    assert_eq!(slip.items("tier"), picks(0, 1, &one));
    assert_eq!(slip.items("winning_cells"), naive::pool_hop(0, cells, &numbers(1, 3)));
    assert_eq!(slip.items("fillers"), picks(4, u64::from(cells) - 3, &two));
}

fn sized_rows(random: &mut Random, round: &provably_fair::Round<'_>, numbers: &dyn Fn(u64, u64) -> Vec<f64>) {
    let each = |count, n| {
        numbers(0, count)
            .iter()
            .map(|u| naive::index(*u, n))
            .collect::<Vec<u32>>()
    };
    let tiles = 1 + random.up_to(9);
    let pagoda = games::PAGODA.with(&[("tiles", Value::Size(tiles))]).unwrap();
    assert_eq!(pagoda.deal(round, &[12]).unwrap().items("floors"), each(12, tiles));
    let plinko = games::PLINKO.with(&[("rows", Value::Size(12))]).unwrap();
    assert_eq!(plinko.deal(round, &[12]).unwrap().items("rows"), each(12, 2));
    let (cells, mines) = (20 + random.up_to(20), 1 + random.up_to(19));
    let board = games::MINES
        .with(&[("cells", Value::Size(cells)), ("mines", Value::Size(mines))])
        .unwrap();
    let drawn = board.deal(round, &[mines]).unwrap().items("mines");
    assert_eq!(drawn, naive::pool_hop(0, cells, &numbers(0, mines.into())));
    let (num, den, cap) = (
        1 + random.next() % 300,
        1 + random.next() % 300,
        100 + random.next() % 1_000_000_000,
    );
    let limbo = games::LIMBO
        .with(&[
            ("rtp", Value::Ratio(Ratio { num, den })),
            ("cap100", Value::Hundredths(cap)),
        ])
        .unwrap();
    let outcome = games::limbo::outcome(&limbo.deal(round, &[1]).unwrap());
    assert_eq!(outcome, Some(naive::limbo(numbers(0, 1)[0], num, den, cap)));
}

/// Stake's order of draws against the twin's, and its present limbo over every bucket there is.
#[test]
fn stakes_limbo_differs_from_exact_rationals_in_44_of_its_buckets() {
    let mut differ = Vec::new();
    for bucket in 0..1_u64 << 24 {
        #[allow(clippy::cast_precision_loss, reason = "below 2^24")]
        let number = bucket as f64 / 16_777_216.0;
        let exact = (99 * (1 << 24) / (bucket + 1)).max(100);
        let paid = games::stake::limbo(number);
        if paid != exact {
            assert_eq!(paid + 1, exact, "the site pays a cent less");
            differ.push(bucket);
        }
    }
    assert_eq!(differ.len(), 44);
    // From Python: int(2**24 / (k + 1) * 0.99 * 100) against 99 * 2**24 // (k + 1).
    assert_eq!(differ[..3], [2, 5, 8]);
}

/// The scheme's rejection reaches rows as well: a LIQD-like round draws indices, and has no plain numbers.
#[test]
fn a_scheme_without_plain_numbers_deals_every_row_that_needs_none() {
    let seed = Revealed::from_text("00112233445566778899aabbccddeeff");
    let round = provably_fair::LIQD_DICE_V1.round(&seed, "audittest", 0).unwrap();
    let needs_numbers = |row: &Row| row.segments().iter().any(|segment| segment.shape() == Shape::Number);
    let mut random = Random(3);
    for row in games::all() {
        let game = random.game(row);
        let counts = lengths(&game);
        assert_eq!(game.deal(&round, &counts).is_err(), needs_numbers(&row), "{}", row.id());
        if let Ok(deal) = game.deal(&round, &counts) {
            for item in deal.parts().iter().flat_map(provably_fair::layout::Part::items) {
                let drawn = item.drawn.unwrap();
                assert_eq!(
                    (round.index(item.cursor, drawn.n), item.number),
                    (Ok(drawn.index), None)
                );
            }
        }
    }
}

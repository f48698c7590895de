//! Readings of finished deals: every poker hand counted, bingo's lines, and what a reading refuses.

use core::cmp::Ordering;

use provably_fair::games::bingo::{Bingo, Completed, Line};
use provably_fair::games::cards::{Card, NAMES};
use provably_fair::games::poker::{Category, Hand, Holdem, video_poker};
use provably_fair::games::{self, andar_bahar::AndarBahar, blackjack, dice, omikuji::Omikuji, stake};
use provably_fair::layout::Value;
use provably_fair::{CURSOR_V1, Revealed, STAKE_V1};

fn cards(numbers: &[u32]) -> Vec<Card> {
    Card::all(numbers).unwrap()
}

/// All C(52, 5) hands; the counts are the well-known frequencies of five-card poker.
#[test]
fn every_hand_of_five_is_counted() {
    let deck = cards(&(0..52).collect::<Vec<_>>());
    let mut counts = [0_u32; 9];
    let mut royal = 0;
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        let hand = Hand::of([deck[a], deck[b], deck[c], deck[d], deck[e]]);
                        counts[hand.category as usize] += 1;
                        royal += u32::from(hand.category == Category::StraightFlush && hand.ranks[0] == Card::ACE);
                    }
                }
            }
        }
    }
    assert_eq!(
        counts,
        [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
    );
    assert_eq!(royal, 4);
}

#[test]
fn hands_of_a_kind_are_decided_by_ranks() {
    // Suits of a card do not matter here: ranks r of the first suit, 13 + r of the second, ...
    let hand = |numbers: [u32; 5]| Hand::of(cards(&numbers).try_into().unwrap());
    let ascending = [
        [0, 14, 2, 3, 5],    // 2 3 4 5 7
        [0, 14, 2, 3, 6],    // 2 3 4 5 8
        [0, 13, 1, 2, 3],    // a pair of twos, 5 4 3
        [0, 13, 12, 2, 3],   // a pair of twos, ace
        [12, 25, 0, 1, 2],   // a pair of aces
        [0, 13, 1, 14, 2],   // threes and twos, 4
        [0, 13, 1, 14, 12],  // threes and twos, ace
        [0, 13, 26, 1, 2],   // three twos
        [12, 13, 1, 2, 3],   // five high straight
        [0, 14, 2, 3, 4],    // six high straight
        [8, 22, 10, 11, 12], // ace high straight
        [0, 1, 2, 3, 5],     // seven high flush
        [0, 13, 26, 12, 25], // twos full of aces
        [1, 14, 27, 0, 13],  // threes full of twos
        [0, 13, 26, 39, 12], // four twos
        [12, 0, 1, 2, 3],    // five high straight flush
        [8, 9, 10, 11, 12],  // royal
    ];
    for two in ascending.windows(2) {
        assert!(hand(two[0]) < hand(two[1]), "{two:?}");
    }
    assert_eq!(hand([0, 14, 2, 3, 5]), hand([13, 1, 15, 16, 18])); // the same ranks split
    // No straight goes round the corner.
    assert_eq!(hand([11, 25, 0, 1, 2]).category, Category::HighCard);
}

#[test]
fn the_best_of_seven_uses_any_five() {
    let seven = cards(&[8, 9, 10, 11, 12, 25, 38]); // a royal flush beside three aces
    assert_eq!(Hand::best(&seven).unwrap().category, Category::StraightFlush);
    assert_eq!(Hand::best(&seven[..4]), None);
    assert_eq!(Hand::best(&[seven.clone(), cards(&[0])].concat()), None);
    assert_eq!(Hand::best(&seven[2..]).unwrap().category, Category::Three);
}

#[test]
fn holdem_shows_down_only_when_all_is_dealt() {
    let holdem = |player: &[u32], dealer: &[u32], board: &[u32]| Holdem {
        player: cards(player),
        dealer: cards(dealer),
        board: cards(board),
    };
    let board = [0, 14, 28, 42, 12]; // 2 3 4 5 and an ace: both play the five high straight
    assert_eq!(holdem(&[20, 21], &[35, 36], &board).showdown(), Some(Ordering::Equal));
    assert_eq!(holdem(&[20, 4], &[35, 36], &board).showdown(), Some(Ordering::Greater)); // with a six
    assert_eq!(holdem(&[20, 21], &[35, 4], &board).showdown(), Some(Ordering::Less));
    let flop = holdem(&[20, 21], &[35, 36], &board[..3]);
    assert_eq!(flop.showdown(), None);
    assert!(flop.hands().is_some());
    assert_eq!(holdem(&[20, 21], &[35, 36], &[]).hands(), None);
}

#[test]
fn bingos_lines_complete_with_their_last_ball() {
    let columns = core::array::from_fn(|c| core::array::from_fn(|r| u32::try_from(15 * c + r + 1).unwrap()));
    let completed = |balls: &[u32]| {
        Bingo {
            columns,
            balls: balls.to_vec(),
        }
        .completed()
    };
    assert_eq!(completed(&[]), []);
    assert_eq!(completed(&[1, 2, 3, 4]), []);
    assert_eq!(
        completed(&[1, 75, 2, 3, 5, 4]),
        [Completed {
            line: Line::Column(0),
            ball: 5
        }]
    );
    // Column c, row c: 1, 17, 33, 49, 65; column c, row 4 - c: 5, 19, 33, 47, 61.
    assert_eq!(
        completed(&[1, 17, 33, 49, 65]),
        [Completed {
            line: Line::Down,
            ball: 4
        }]
    );
    let both = [
        Completed {
            line: Line::Down,
            ball: 8,
        },
        Completed {
            line: Line::Up,
            ball: 8,
        },
    ];
    assert_eq!(completed(&[1, 17, 49, 65, 5, 19, 47, 61, 33]), both);
    let row = [Completed {
        line: Line::Row(4),
        ball: 6,
    }];
    assert_eq!(completed(&[65, 2, 50, 35, 3, 20, 5]), row);
    let all: Vec<u32> = (1..=75).collect();
    assert_eq!(completed(&all).len(), 12);
    let lines: Vec<Line> = Bingo { columns, balls: vec![] }.lines().map(|(line, _)| line).collect();
    assert_eq!(lines.len(), 12);
}

#[test]
fn blackjack_counts_aces_as_it_must() {
    let total = |numbers: &[u32]| blackjack::total(&cards(numbers));
    assert_eq!(
        (total(&[]).points, total(&[8, 9]).points, total(&[10, 11]).points),
        (0, 20, 20)
    );
    assert_eq!((total(&[12, 25]).points, total(&[12, 25]).soft), (12, true));
    assert_eq!(
        (total(&[12, 25, 38, 51]).points, total(&[12, 25, 38, 51]).soft),
        (14, true)
    );
    assert_eq!((total(&[12, 9, 8]).points, total(&[12, 9, 8]).soft), (21, false));
    assert_eq!(total(&[10, 11, 0]).points, 22);
    assert!(total(&[12, 8]).natural && !total(&[12, 3, 4]).natural && !total(&[8, 9, 12]).natural);
}

#[test]
fn cards_have_names_of_their_own() {
    let mut names = NAMES.to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 52);
    assert_eq!(
        [NAMES[0], NAMES[12], NAMES[13], NAMES[51]],
        ["2\u{2663}", "A\u{2663}", "2\u{2666}", "A\u{2660}"]
    );
    assert_eq!(
        stake::CARDS[..5],
        ["2-diamond", "2-heart", "2-spade", "2-club", "3-diamond"]
    );
    assert_eq!((Card::new(51).unwrap().rank(), Card::new(51).unwrap().suit()), (12, 3));
    assert_eq!(Card::all(&[0, 52]), None);
}

#[test]
fn a_reading_refuses_another_game_and_what_was_not_dealt() {
    let seed = Revealed::from_text("server");
    let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    let roulette = games::ROULETTE.deal(&round, &[1]).unwrap();
    assert_eq!(Bingo::read(&roulette), None);
    assert_eq!(AndarBahar::read(&roulette), None);
    assert_eq!(Omikuji::read(&roulette), None);
    assert_eq!(Holdem::read(&roulette), None);
    assert_eq!(blackjack::Table::read(&roulette), None);
    assert_eq!((dice::sic_bo(&roulette), dice::chinchiro(&roulette)), (None, None));
    assert_eq!(
        (games::limbo::outcome(&roulette), stake::plinko_slot(&roulette)),
        (None, None)
    );
    assert_eq!(
        (video_poker(&roulette, [true; 5]), stake::snakes_rolls(&roulette)),
        (None, None)
    );
    assert_eq!(
        (stake::safe_steps(&roulette), stake::highest_multiplier(&roulette)),
        (None, None)
    );
    assert_eq!(
        (stake::cases_tier(&roulette, &[0]), stake::slots_reels(&roulette)),
        (None, None)
    );

    assert_eq!(Bingo::read(&games::BINGO.deal(&round, &[24, 0]).unwrap()), None);
    assert_eq!(
        AndarBahar::read(&games::ANDAR_BAHAR.deal(&round, &[4, 0, 0]).unwrap()),
        None
    );
    assert_eq!(
        AndarBahar::read(&games::ANDAR_BAHAR.deal(&round, &[3, 1, 0]).unwrap()),
        None
    );
    assert_eq!(
        blackjack::Table::read(&games::BLACKJACK.deal(&round, &[3, 0]).unwrap()),
        None
    );
    assert_eq!(dice::sic_bo(&games::SIC_BO.deal(&round, &[2]).unwrap()), None);
    let sides = dice::chinchiro(&games::CHINCHIRO.deal(&round, &[4, 0]).unwrap()).unwrap();
    assert_eq!(
        sides.map(|side| side.map(|attempt| attempt.is_some())),
        [[true, false, false], [false; 3]]
    );
    let rolls = stake::snakes_rolls(
        &stake::SNAKES
            .deal(&STAKE_V1.round(&seed, "client", 0).unwrap(), &[5])
            .unwrap(),
    );
    assert_eq!(rolls, Some([Some(12), Some(6), None, None, None])); // dice 5 5 3 1 2, from Python
}

#[test]
fn the_race_ends_at_a_card_of_the_jokers_rank() {
    let seed = Revealed::from_text("server");
    let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    // From Python: the joker is card 13, a two; the race's cards 0, 26 and 39 are the other twos, card 0 at position 8.
    let read = |race| {
        AndarBahar::read(&games::ANDAR_BAHAR.deal(&round, &[4, 1, race]).unwrap())
            .unwrap()
            .matched()
    };
    assert_eq!((read(8), read(9), read(51)), (None, Some(8), Some(8)));
}

#[test]
fn stakes_bytes_run_on_over_blocks() {
    let seed = Revealed::from_text("some server seed");
    let round = STAKE_V1.round(&seed, "some client seed", 1).unwrap();
    let read = |first, count| {
        stake::bytes(&round, first)
            .take(count)
            .collect::<Result<Vec<u8>, _>>()
            .unwrap()
    };
    let all = read(0, 100);
    for first in [0, 1, 31, 32, 33, 63, 64, 65] {
        let at = usize::try_from(first).unwrap();
        assert_eq!(read(first, 35), all[at..at + 35], "{first}");
    }
    // Where the published list ends: block 1, byte 7.
    assert_eq!(all[38..40], [153, 83]);
}

#[test]
fn omikujis_board_has_every_cell_once() {
    let seed = Revealed::from_text("server");
    let round = CURSOR_V1.round(&seed, "client", 0).unwrap();
    let weights = || Value::weights(&[1, 1]);
    let params = [
        ("tier_weights", weights()),
        ("cells", Value::Size(9)),
        ("filler_weights", weights()),
    ];
    let game = games::OMIKUJI.with(&params).unwrap();
    let slip = Omikuji::read(&game.deal(&round, &[1, 3, 6]).unwrap()).unwrap();
    assert_eq!(slip.winning_cells, [2, 8, 7]); // from Python
    let fillers: Vec<u32> = slip
        .board
        .iter()
        .filter_map(|cell| match cell {
            games::omikuji::Cell::Filler(symbol) => Some(*symbol),
            _ => None,
        })
        .collect();
    assert_eq!((fillers, slip.board.len()), (slip.fillers.clone(), 9));
    for cell in slip.winning_cells {
        assert_eq!(slip.board[cell as usize], games::omikuji::Cell::Wins);
    }
    assert_eq!(Omikuji::read(&game.deal(&round, &[0, 3, 6]).unwrap()), None);
}

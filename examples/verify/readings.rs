//! What a finished deal comes to in the words of its game, where the library reads one.

use std::cmp::Ordering;

use provably_fair::games::andar_bahar::AndarBahar;
use provably_fair::games::bingo::{Bingo, Line};
use provably_fair::games::blackjack::{Table, Total, total};
use provably_fair::games::cards::Card;
use provably_fair::games::dice::{Three, chinchiro, sic_bo};
use provably_fair::games::omikuji::{Cell, Omikuji};
use provably_fair::games::operators::duel_mines;
use provably_fair::games::poker::{Category, Hand, Holdem, video_poker};
use provably_fair::games::stake::{highest_multiplier, plinko_slot, safe_steps, slots_reels};
use provably_fair::games::{Action, VIDEO_POKER};
use provably_fair::layout::Deal;

/// A line for each thing that can be said; none for a game whose items are its result.
pub fn of(deal: &Deal, actions: &[Action]) -> Vec<String> {
    let each = [
        sic_bo(deal).map(|dice| vec![format!("dice {}", three(dice))]),
        chinchiro(deal).map(|sides| attempts(&sides)),
        Table::read(deal).map(|table| table_lines(&table)),
        draw_poker(deal, actions).map(|hand| vec![hand]),
        Holdem::read(deal).map(|dealt| showdown(&dealt)),
        AndarBahar::read(deal).map(|read| vec![race(&read)]),
        Bingo::read(deal).map(|card| completed(&card)),
        Omikuji::read(deal).map(|slip| vec![board(&slip)]),
        plinko_slot(deal).map(|slot| vec![format!("slot {slot}, from 0 at the left")]),
        hazards(deal).map(|hazards| vec![hazards]),
        slots_reels(deal).map(|reels| spins(&reels)),
        duel_mines(deal).map(|mines| vec![format!("mines {}", numbers(&mines))]),
    ];
    each.into_iter().flatten().flatten().collect()
}

fn three(dice: Three) -> String {
    let [a, b, c] = dice.faces;
    let triple = if dice.is_triple() { ", a triple" } else { "" };
    format!("{a} {b} {c}: sum {}{triple}", dice.sum())
}

fn attempts(sides: &[[Option<Three>; 3]; 2]) -> Vec<String> {
    let all = (0..).zip(sides).flat_map(|(side, attempts)| {
        let thrown = (1..).zip(attempts);
        thrown.filter_map(move |(attempt, dice)| {
            dice.map(|dice| format!("side {side}, attempt {attempt}: {}", three(dice)))
        })
    });
    all.collect()
}

fn table_lines(table: &Table) -> Vec<String> {
    let line = |who: &str, hand: &[Card]| {
        let Total { points, soft, natural } = total(hand);
        let kind = match (natural, soft) {
            (true, _) => ", a natural",
            (false, true) => ", soft",
            (false, false) => "",
        };
        format!("{who}: {} = {points}{kind}", names(hand))
    };
    let hits =
        (!table.hits.is_empty()).then(|| format!("cards taken, by whom only the players know: {}", names(&table.hits)));
    let dealt = [line("player", &table.player), line("dealer", &[table.up, table.hole])];
    dealt.into_iter().chain(hits).collect()
}

/// Video poker's last hand: after the replacements if it was said which cards were held, else as it was dealt.
fn draw_poker(deal: &Deal, actions: &[Action]) -> Option<String> {
    let held = actions.iter().find_map(|action| match action {
        Action::Hold(held) => Some(*held),
        _ => None,
    });
    let (what, hand) = match held {
        Some(held) => ("hand", video_poker(deal, held)?),
        None if *deal.row() == VIDEO_POKER => ("hand as dealt", video_poker(deal, [true; 5])?),
        None => return None,
    };
    Some(format!("{what}: {}, {}", names(&hand), category(Hand::of(hand))))
}

fn showdown(dealt: &Holdem) -> Vec<String> {
    let hands = dealt.hands().map(|(player, dealer)| {
        let better = match dealt.showdown() {
            None => "not played to the end",
            Some(Ordering::Greater) => "the player's is better",
            Some(Ordering::Less) => "the dealer's is better",
            Some(Ordering::Equal) => "they are equal",
        };
        format!("player {}, dealer {}: {better}", category(player), category(dealer))
    });
    hands.into_iter().collect()
}

fn race(read: &AndarBahar) -> String {
    let found = read.matched().map_or_else(
        || "no card of its rank was raced".to_owned(),
        |at| format!("the first of its rank is card {} of the race", at + 1),
    );
    format!("joker {}: {found}", read.joker)
}

fn completed(card: &Bingo) -> Vec<String> {
    let lines = card.completed();
    if lines.is_empty() {
        return vec!["no line is complete".to_owned()];
    }
    let lines = lines.into_iter().map(|completed| {
        let line = match completed.line {
            Line::Row(row) => format!("row {}", row + 1),
            Line::Column(column) => format!("column {}", column + 1),
            Line::Down => "the diagonal down".to_owned(),
            Line::Up => "the diagonal up".to_owned(),
        };
        format!("{line} is complete with ball {}", completed.ball + 1)
    });
    lines.collect()
}

fn board(slip: &Omikuji) -> String {
    let cells = slip.board.iter().map(|cell| match cell {
        Cell::Wins => "*".to_owned(),
        Cell::Filler(symbol) => symbol.to_string(),
        Cell::Unread => "?".to_owned(),
    });
    format!(
        "board, * of tier {}: {}",
        slip.tier,
        cells.collect::<Vec<_>>().join(" ")
    )
}

fn hazards(deal: &Deal) -> Option<String> {
    let (steps, most) = (safe_steps(deal)?, highest_multiplier(deal)?);
    Some(format!(
        "{steps} safe steps, for at most {}.{:02}x",
        most / 100,
        most % 100
    ))
}

fn spins(reels: &[u32]) -> Vec<String> {
    let spins = (1..).zip(reels.chunks(5));
    spins
        .map(|(spin, reels)| {
            let rest = if reels.len() < 5 { ", not read to its end" } else { "" };
            format!("spin {spin}: reels {}{rest}", numbers(reels))
        })
        .collect()
}

fn numbers(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

fn names(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

const fn category(hand: Hand) -> &'static str {
    match hand.category {
        Category::HighCard => "no pair",
        Category::Pair => "a pair",
        Category::TwoPairs => "two pairs",
        Category::Three => "three of a kind",
        Category::Straight => "a straight",
        Category::Flush => "a flush",
        Category::FullHouse => "a full house",
        Category::Four => "four of a kind",
        Category::StraightFlush => "a straight flush",
    }
}

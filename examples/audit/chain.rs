//! Ties games to the terminating hashes of their chains without walking every link of every game.
//!
//! A worker sorts the games of its batch into runs whose links hash to one another. The runs then arrive in the order of the
//! log, and each is tied to the nearest game already tied: in a log in the order of play (or backwards) a single step. A link
//! that does not fit its neighbours is a run of its own, and fails alone.

use std::collections::VecDeque;

use provably_fair::chain::{Chain, Link, Progress};

use crate::crash::Game;

/// The longest gap that a worker walks within a batch; longer ones are left to the budget of steps.
const GAP: u64 = 4_096;
/// How many runs of a batch a game is tried against.
const TRIES: usize = 4;
/// How many tied games of a chain, and how many chains, are remembered.
const REMEMBERED: usize = 64;

/// Games of one batch, in ascending order, whose links hash to one another.
pub struct Run {
    pub games: Vec<Game>,
}

impl Run {
    fn ends(&self) -> Option<[&Game; 2]> {
        Some([self.games.first()?, self.games.last()?])
    }

    fn takes(&self, game: &Game) -> bool {
        self.ends().is_some_and(|[_, last]| {
            let near = game.number - last.number <= GAP;
            near && last.terminating == game.terminating
                && hashes_to((game.number, game.link), (last.number, last.link))
        })
    }
}

/// Sorts a batch's games into runs.
pub fn runs(mut games: Vec<Game>) -> Vec<Run> {
    games.sort_by_key(|game| (game.number, game.place));
    let mut runs: Vec<Run> = Vec::new();
    for game in games {
        match runs.iter().rev().take(TRIES).position(|run| run.takes(&game)) {
            Some(back) => {
                let at = runs.len() - 1 - back;
                runs[at].games.push(game);
                let last = runs.len() - 1;
                runs.swap(at, last);
            }
            None => runs.push(Run { games: vec![game] }),
        }
    }
    runs
}

/// Whether the later game's link hashes to the earlier one's in exactly the steps between their numbers.
fn hashes_to(later: (u64, Link), earlier: (u64, Link)) -> bool {
    match later.0.checked_sub(earlier.0) {
        None => false,
        Some(0) => later.1 == earlier.1,
        Some(apart) => {
            matches!(Chain::new(earlier.1).check(later.1, apart), Ok(Progress::Game(game)) if game.number() == apart)
        }
    }
}

/// Whether a run belongs to its chain.
#[derive(Debug, PartialEq, Eq)]
pub enum Tied {
    Yes,
    No,
    /// More steps than the budget has left.
    TooFar,
}

/// What is known of the chains of a log.
pub struct Chains {
    known: VecDeque<(Link, VecDeque<(u64, Link)>)>,
    steps: u64,
}

impl Chains {
    /// With a budget of links to hash.
    pub const fn new(steps: u64) -> Self {
        Self {
            known: VecDeque::new(),
            steps,
        }
    }

    /// Ties a run to its chain.
    pub fn tie(&mut self, run: &Run) -> Tied {
        let Some([low, high]) = run.ends() else {
            return Tied::Yes;
        };
        let at = self.place(low.terminating);
        let (_, tied) = &mut self.known[at];
        let (low, high) = ((low.number, low.link), (high.number, high.link));
        // The terminating hash is game 0 of every chain, so there is one below.
        let games = || tied.iter().copied();
        let below = games().filter(|game| game.0 <= low.0).max_by_key(|game| game.0);
        let above = games().filter(|game| game.0 >= high.0).min_by_key(|game| game.0);
        let from_below = below.map_or(u64::MAX, |game| low.0 - game.0);
        let from_above = above.map_or(u64::MAX, |game| game.0 - high.0);
        let apart = from_below.min(from_above);
        if apart > self.steps {
            return Tied::TooFar;
        }
        self.steps -= apart;
        let (later, earlier) = match (below, above) {
            (Some(below), _) if from_below <= from_above => (low, below),
            (_, Some(above)) => (above, high),
            _ => return Tied::TooFar,
        };
        if !hashes_to(later, earlier) {
            return Tied::No;
        }
        tied.extend([low, high]);
        while tied.len() > REMEMBERED {
            tied.remove(1); // never the terminating hash
        }
        Tied::Yes
    }

    fn place(&mut self, terminating: Link) -> usize {
        if let Some(at) = self.known.iter().position(|(known, _)| *known == terminating) {
            return at;
        }
        if self.known.len() >= REMEMBERED {
            self.known.pop_front();
        }
        self.known.push_back((terminating, VecDeque::from([(0, terminating)])));
        self.known.len() - 1
    }
}

//! Ties games to the terminating hashes of their chains without walking every link of every game.
//!
//! A worker sorts the games of its batch into runs whose links hash to one another. The runs then arrive in the order of the
//! log, and each is tied to the nearest game already tied: in a log in the order of play (or backwards) a single step. A link
//! that does not fit its neighbours is a run of its own, and fails alone.
//!
//! All of it is paid from one budget of steps, and all of it can be stopped.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};

use provably_fair::chain::{Chain, Link, Progress};

use crate::crash::Game;

/// The longest gap that a worker walks within a batch; longer ones are left to the budget of steps.
const GAP: u64 = 4_096;
/// How many runs of a batch a game is tried against.
const TRIES: usize = 4;
/// How many tied games of a chain are remembered, and of how many chains: 5 MB of them.
const GAMES: usize = 64;
pub const CHAINS: usize = 1_024;
/// How many links are hashed between two looks at whether to stop.
const STRIDE: u64 = 1 << 20;

/// Games of one batch, in ascending order, whose links hash to one another.
pub struct Run {
    pub games: Vec<Game>,
}

/// The runs of a batch, and how many links were hashed for them.
#[derive(Default)]
pub struct Runs {
    pub runs: Vec<Run>,
    pub spent: u64,
}

impl Run {
    fn ends(&self) -> Option<[&Game; 2]> {
        Some([self.games.first()?, self.games.last()?])
    }

    /// Whether the game belongs at the end of the run, found out with what is left of a budget.
    fn takes(&self, game: &Game, left: &mut u64) -> bool {
        let Some([_, last]) = self.ends() else { return false };
        let apart = game.number - last.number;
        if apart > GAP.min(*left) || last.terminating != game.terminating {
            return false;
        }
        *left -= apart;
        // At most `GAP` links: nobody waits for that.
        let going = AtomicBool::new(false);
        hashes_to((game.number, game.link), (last.number, last.link), &going) == Some(true)
    }
}

/// Sorts a batch's games into runs, hashing at most so many links. Games that it does not last for are runs of their own.
pub fn runs(mut games: Vec<Game>, budget: u64) -> Runs {
    games.sort_by_key(|game| (game.number, game.place));
    let (mut runs, mut left) = (Vec::<Run>::new(), budget);
    for game in games {
        let mut near = runs.iter().rev().take(TRIES);
        match near.position(|run| run.takes(&game, &mut left)) {
            Some(back) => {
                let at = runs.len() - 1 - back;
                runs[at].games.push(game);
                let last = runs.len() - 1;
                runs.swap(at, last);
            }
            None => runs.push(Run { games: vec![game] }),
        }
    }
    let spent = budget - left;
    Runs { runs, spent }
}

/// Whether the later game's link hashes to the earlier one's in exactly the steps between their numbers; `None` if it was
/// stopped before it knew.
fn hashes_to(later: (u64, Link), earlier: (u64, Link), stop: &AtomicBool) -> Option<bool> {
    let Some(apart) = later.0.checked_sub(earlier.0) else {
        return Some(false);
    };
    if apart == 0 {
        return Some(later.1 == earlier.1);
    }
    let Ok(mut walk) = Chain::new(earlier.1).walk(later.1) else {
        return Some(false);
    };
    while walk.steps() < apart {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Progress::Game(game) = walk.step(STRIDE.min(apart - walk.steps())) {
            return Some(game.number() == apart);
        }
        if walk.progress() == Progress::Published {
            return Some(false);
        }
    }
    Some(false)
}

/// Whether a run belongs to its chain.
#[derive(Debug, PartialEq, Eq)]
pub enum Tied {
    Yes,
    No,
    /// More steps than the budget has left.
    TooFar,
    /// The audit was stopped on the way.
    Stopped,
}

/// What is known of a chain: games that are tied, and when it was asked for last.
struct Known {
    tied: VecDeque<(u64, Link)>,
    asked: u64,
}

/// What is known of the chains of a log.
pub struct Chains<'a> {
    known: HashMap<Link, Known>,
    asked: u64,
    steps: u64,
    stop: &'a AtomicBool,
}

impl<'a> Chains<'a> {
    /// With a budget of links to hash.
    pub fn new(steps: u64, stop: &'a AtomicBool) -> Self {
        Self {
            known: HashMap::new(),
            asked: 0,
            steps,
            stop,
        }
    }

    /// Takes what a batch hashed off the budget.
    pub const fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
    }

    /// Whether nothing is left of the budget. From then on no game is tied, however near: what batches that are under way were
    /// still given must not show.
    pub const fn is_spent(&self) -> bool {
        self.steps == 0
    }

    /// Ties a run to its chain.
    pub fn tie(&mut self, run: &Run) -> Tied {
        let Some([low, high]) = run.ends() else {
            return Tied::Yes;
        };
        if self.is_spent() {
            return Tied::TooFar;
        }
        let terminating = low.terminating;
        let (low, high) = ((low.number, low.link), (high.number, high.link));
        let (steps, stop) = (self.steps, self.stop);
        let tied = &mut self.known(terminating).tied;
        // The terminating hash is game 0 of every chain, so there is one below.
        let games = || tied.iter().copied();
        let below = games().filter(|game| game.0 <= low.0).max_by_key(|game| game.0);
        let above = games().filter(|game| game.0 >= high.0).min_by_key(|game| game.0);
        let from_below = below.map_or(u64::MAX, |game| low.0 - game.0);
        let from_above = above.map_or(u64::MAX, |game| game.0 - high.0);
        let apart = from_below.min(from_above);
        let (later, earlier) = match (below, above) {
            (Some(below), _) if from_below <= from_above => (low, below),
            (_, Some(above)) => (above, high),
            _ => return Tied::TooFar,
        };
        if apart > steps {
            return Tied::TooFar;
        }
        let found = hashes_to(later, earlier, stop);
        if found == Some(true) {
            tied.extend([low, high]);
            while tied.len() > GAMES {
                tied.remove(1); // never the terminating hash
            }
        }
        self.spend(apart);
        found.map_or(Tied::Stopped, |fits| if fits { Tied::Yes } else { Tied::No })
    }

    /// A chain; if there are too many, the one asked for longest ago is forgotten.
    fn known(&mut self, terminating: Link) -> &mut Known {
        self.asked += 1;
        if self.known.len() >= CHAINS && !self.known.contains_key(&terminating) {
            let oldest = self.known.iter().min_by_key(|(_, known)| known.asked);
            if let Some(oldest) = oldest.map(|(link, _)| *link) {
                self.known.remove(&oldest);
            }
        }
        let known = self.known.entry(terminating).or_insert_with(|| Known {
            tied: VecDeque::from([(0, terminating)]),
            asked: 0,
        });
        known.asked = self.asked;
        known
    }
}

//! Plays a match as the operator: commit, take the players' seeds, roll, reveal. `verify` accepts the link it prints.
//!
//! ```text
//! cargo run --release --example operator -- --games 12,9
//! ```

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use provably_fair::protocol::check_link::CheckLink;
use provably_fair::protocol::live_match::{LiveMatch, MAX_ROLLS, SealedMatch};
use provably_fair::protocol::match_dice::FirstRoll;
use provably_fair::{PlayerSeed, ServerSeed, hex};
use serde_json::json;

#[path = "shared/usage.rs"]
mod usage;

/// Play a match of dice end to end, as a game server does, and print what each side sees, in order.
///
/// The server seed comes from the system's generator. A player's seed that is not given is made like an app makes it: 32 hex
/// digits, after the commitment is shown. Exit codes: 0 played, 1 the system has no randomness, 64 wrong usage.
#[derive(Parser)]
struct Args {
    /// The first player's seed: 1 to 128 of A-Z a-z 0-9 _ -
    #[arg(long, value_name = "SEED", value_parser = PlayerSeed::new)]
    one: Option<PlayerSeed>,
    /// The second player's seed.
    #[arg(long, value_name = "SEED", value_parser = PlayerSeed::new)]
    two: Option<PlayerSeed>,
    /// The rolls in each game, at least 1 each.
    #[arg(long, value_name = "ROLLS,...", value_delimiter = ',', default_values_t = [10, 8])]
    games: Vec<usize>,
    /// Number the first roll 1, not 0.
    #[arg(long)]
    from_one: bool,
    /// One JSON object instead of the story.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let args = match usage::parse::<Args>() {
        Ok(args) => args,
        Err(code) => return code,
    };
    let total: usize = args.games.iter().fold(0, |sum, rolls| sum.saturating_add(*rolls));
    if args.games.contains(&0) || total > MAX_ROLLS {
        eprintln!("operator: each game has at least 1 roll, a match at most {MAX_ROLLS}");
        return ExitCode::from(64);
    }
    match play(&args, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("operator: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play(args: &Args, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    // 1. Commit. From here on the server seed cannot be changed; it has not left this process either.
    let sealed = SealedMatch::new(ServerSeed::random()?)?;
    if !args.json {
        writeln!(out, "commitment  {}", sealed.commitment())?;
        writeln!(
            out,
            "            shown to both players; each notes it before sending a seed"
        )?;
    }
    // 2. The players send their seeds, in seat order.
    let players = [player(args.one.as_ref())?, player(args.two.as_ref())?];
    if !args.json {
        let [one, two] = &players;
        writeln!(out, "seeds       {}\n            {}", one.as_str(), two.as_str())?;
    }
    // 3. Every roll follows from the three seeds and its number.
    let first_roll = if args.from_one { FirstRoll::One } else { FirstRoll::Zero };
    let mut live = sealed.seat(players, first_roll)?;
    for (game, rolls) in args.games.iter().enumerate() {
        let dice = roll_game(&mut live, *rolls)?;
        if !args.json {
            writeln!(out, "game {:<6} {dice}", game + 1)?;
        }
    }
    // 4. The match is over: only now the server seed is revealed, inside the check link.
    tell(args, first_roll, &live.finish()?, out)
}

fn player(given: Option<&PlayerSeed>) -> Result<PlayerSeed, Box<dyn Error>> {
    if let Some(seed) = given {
        return Ok(seed.clone());
    }
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(PlayerSeed::new(&hex::encode(&bytes))?)
}

fn roll_game(live: &mut LiveMatch, rolls: usize) -> Result<String, Box<dyn Error>> {
    let mut dice = Vec::with_capacity(rolls);
    for _ in 0..rolls {
        dice.push(live.roll()?.to_string());
    }
    live.end_game()?;
    Ok(dice.join(" "))
}

fn tell(args: &Args, first_roll: FirstRoll, link: &CheckLink, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    if args.json {
        let rolls: Vec<_> = link.rolls().iter().map(|dice| [dice.first, dice.second]).collect();
        let all = json!({
            "commitment": link.commitment().to_string(),
            "player_seeds": link.players().each_ref().map(PlayerSeed::as_str),
            "first_roll": first_roll.number(),
            "rolls": rolls,
            "games": link.games(),
            "server_seed": link.seed().text(),
            "link": link.to_string(),
        });
        writeln!(out, "{all}")?;
    } else {
        writeln!(out, "server seed {}", link.seed().text())?;
        writeln!(out, "check link  {link}")?;
    }
    Ok(())
}

//! `amalgam play`: a game in the terminal, full screen or line by line.

use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, Read};
use std::time::Instant;

use amalgam::Outcome;
use amalgam::Solver;
use amalgam::session::{HintLevel, Player, Session, Setup, SetupError, Start};
use amalgam_play::{Ended, Options, Patience, plain, screen};
use clap::Args;

use crate::arguments::{GameArgs, LimitArgs};
use crate::failure::{Answer, Failure};
use crate::script_file;

#[derive(Args, Debug)]
#[command(
    after_help = "Without a position the full screen asks how to set the game up, and --plain \
    draws a start at random.\n\
    Opponents: perfect wins whenever it can, as quickly as it can, and moves at random when it \
    cannot; longest is perfect too and makes a lost game last; skill:0.2 makes a random move with \
    probability 0.2 and a perfect one otherwise; human is another person.\n\n\
    Examples:\n  \
    amalgam play\n  \
    amalgam play \"[3,4,5]\"\n  \
    amalgam play --game nim --random-n 10 --opponent skill:0.2 --hints winner\n  \
    amalgam play --game \"take 1..3, merge\" 5 7 --first you\n  \
    amalgam play --import game.txt\n  \
    printf 'take 3 from 4\\nmoves\\n' | amalgam play \"[3,4,5]\" --plain"
)]
pub(crate) struct PlayArgs {
    /// The start: a position, or a sum of games with their positions
    #[arg(allow_negative_numbers = true, conflicts_with_all = ["random", "random_p", "random_n"])]
    position: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// A random start with heaps of up to this many coins
    #[arg(long, value_name = "SIZE", conflicts_with_all = ["random_p", "random_n"])]
    random: Option<u64>,
    /// A random start that the player who begins loses
    #[arg(long, value_name = "SIZE", conflicts_with = "random_n")]
    random_p: Option<u64>,
    /// A random start that the player who begins wins
    #[arg(long, value_name = "SIZE")]
    random_n: Option<u64>,
    /// Where chance comes from: the same seed gives the same game [default: another each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Who begins: me (the person) or you (the opponent)
    #[arg(long, value_name = "me|you", value_parser = ["me", "you"], default_value = "me")]
    first: String,
    /// pip, juno, ada, perfect, longest, skill:RATE or human
    #[arg(long, default_value = "perfect", value_name = "WHO")]
    opponent: String,
    /// How much help: nothing, winner, heaps or moves
    #[arg(long, default_value = "nothing", value_name = "LEVEL")]
    hints: String,
    /// Line by line, for pipes and screen readers
    #[arg(long)]
    plain: bool,
    /// Go on with a game in a file, or - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all =
        ["position", "random", "random_p", "random_n", "seed", "first", "opponent", "misere", "game"])]
    import: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &PlayArgs) -> Result<Answer, Failure> {
    let patience = patience(args);
    let level: HintLevel = args.hints.parse()?;
    let (setup, session) = match &args.import {
        Some(file) => import(file)?,
        None => {
            let setup = setup(args)?;
            let limits = patience.limits();
            let session = setup.begin(&Solver::within(&limits)).map_err(refused)?;
            (setup, session)
        }
    };
    let options = Options { setup, session, level, patience };
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let own = script_file::is_script(&args.game.game);
    if args.plain || own || !terminal {
        if own && !args.plain {
            crate::output::print("(Your own games go line by line.)\n")?;
        } else if !args.plain {
            crate::output::print("(This is no terminal, so the game goes line by line.)\n")?;
        }
        let echo = !std::io::stdin().is_terminal();
        plain::run(&options, std::io::stdin().lock(), crate::output::lines()?, echo)?;
        return Ok(Answer::Yes);
    }
    let chosen = args.import.is_some() || !args.position.is_empty() || random(args).is_some();
    match screen::run(&options, !chosen)? {
        (Ended::Left, text) => {
            crate::output::print(&text)?;
            Ok(Answer::Yes)
        }
        (Ended::Interrupted, text) => {
            crate::output::print(&text)?;
            Err(Failure::interrupted("the game was interrupted".to_owned()))
        }
    }
}

fn patience(args: &PlayArgs) -> Patience {
    let limits = args.limits.limits();
    let time = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let default = Patience::default();
    let memory = limits.memory.min(default.memory);
    Patience { memory, time: time.unwrap_or(default.time) }
}

/// The size of a random start and who wins it, if one was asked for.
fn random(args: &PlayArgs) -> Option<(u64, Option<Outcome>)> {
    let p = args.random_p.map(|size| (size, Some(Outcome::P)));
    let n = args.random_n.map(|size| (size, Some(Outcome::N)));
    args.random.map(|size| (size, None)).or(p).or(n)
}

/// The largest heap of a start when nothing was said about it.
const SIZE: u64 = 7;

fn setup(args: &PlayArgs) -> Result<Setup, Failure> {
    let opponent: Player = args.opponent.parse()?;
    let players = match args.first.as_str() {
        "you" => [opponent, Player::Human],
        _ => [Player::Human, opponent],
    };
    let start = if args.position.is_empty() {
        let (size, outcome) = random(args).unwrap_or((SIZE, None));
        Start::Random { game: args.game.game()?, size, outcome }
    } else {
        Start::Given(args.game.sum(&args.position, &args.limits.limits())?)
    };
    let seed = args.seed.unwrap_or_else(any_seed);
    Ok(Setup { start, play: args.game.play(), players, seed })
}

/// The standard library has no random numbers but these; only seeds come from them.
pub(crate) fn any_seed() -> u64 {
    RandomState::new().hash_one(Instant::now()) >> 32
}

fn refused(error: SetupError) -> Failure {
    match error {
        SetupError::Solve(error) => error.into(),
        error => Failure::of(&error, None),
    }
}

/// The longest file that is read.
const LONGEST_FILE: u64 = 1 << 20;

fn import(file: &str) -> Result<(Setup, Session), Failure> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => std::io::stdin().lock().take(LONGEST_FILE + 1).read_to_end(&mut bytes),
        file => std::fs::File::open(file)
            .and_then(|opened| opened.take(LONGEST_FILE + 1).read_to_end(&mut bytes)),
    };
    read.map_err(|error| Failure::input(format!("{file} cannot be read: {error}"), None))?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(Failure::input(format!("{file} is too large to be a game"), None));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("{file} is not a text"), None))?;
    let session = Session::from_text(&text)?;
    let start = Start::Given(session.start().clone());
    let (play, players, seed) = (session.play(), session.players(), session.seed());
    Ok((Setup { start, play, players, seed }, session))
}

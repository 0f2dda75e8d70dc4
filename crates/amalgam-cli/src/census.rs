//! `amalgam census`: every position up to so many coins, and looking into the tables.

use std::path::PathBuf;

use amalgam::census::CensusError;
use amalgam::census::Partitions;
use amalgam::formula::{Formula, NoFacts, Point};
use amalgam::{ParseError, Position};
use amalgam_export::Error;
use amalgam_export::census::{self, Filter, LayerCounts, Step, Task};
use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::arguments::{GameArgs, LimitArgs, ThreadArgs, heap_rules};
use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  \
    amalgam census --coins 40\n  \
    amalgam census --coins 60 --out census60\n  \
    amalgam census --coins 60 --out nim60 --game nim --grundy\n  \
    amalgam census show census60 --parity even --not-mirror --limit 5\n  \
    amalgam census show census60 --where \"coins % 2 == 0 && !mirror\"\n  \
    amalgam census verify census60 --sample 1000\n\n\
    A census in a directory can be interrupted at any time: the same command goes on with it, and \
    a larger --coins takes it further."
)]
pub(crate) struct CensusArgs {
    #[command(subcommand)]
    action: Option<Action>,
    /// The largest number of coins
    #[arg(long, value_name = "N", required = true, allow_hyphen_values = true)]
    coins: Option<u64>,
    /// Write the tables to this directory, or go on with the census that is there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    /// Keep the Grundy value of every position as well
    #[arg(long)]
    grundy: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// P-positions of a census that meet conditions
    Show(ShowArgs),
    /// Check the files of a census, and its positions against the definition
    Verify(VerifyArgs),
}

#[derive(Args, Debug)]
struct ShowArgs {
    /// The directory of the census
    dir: PathBuf,
    /// A condition in the conjecture language, such as "coins % 2 == 0 && !mirror"
    #[arg(long = "where", value_name = "FORMULA")]
    condition: Option<String>,
    /// So many coins
    #[arg(long, value_name = "N")]
    coins: Option<usize>,
    /// No heap taller than this
    #[arg(long, value_name = "H")]
    heights: Option<u64>,
    /// So many heaps
    #[arg(long, value_name = "K")]
    heaps: Option<usize>,
    /// An even or an odd number of coins
    #[arg(long)]
    parity: Option<Parity>,
    /// Some height occurs an odd number of times
    #[arg(long)]
    not_mirror: bool,
    /// Show at most so many
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Parity {
    Even,
    Odd,
}

#[derive(Args, Debug)]
struct VerifyArgs {
    /// The directory of the census
    dir: PathBuf,
    /// Derive about so many P-positions and as many others anew, instead of all
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadArgs,
}

pub(crate) fn run(args: &CensusArgs) -> Result<Answer, Failure> {
    match &args.action {
        None => make(args),
        Some(Action::Show(args)) => show(args),
        Some(Action::Verify(args)) => args.threads.install(|| verify(args)),
    }
}

fn make(args: &CensusArgs) -> Result<Answer, Failure> {
    let game = args.game.game()?;
    let coins = args.coins.and_then(|coins| usize::try_from(coins).ok());
    let Some(partitions) = coins.and_then(Partitions::new) else {
        return Err(Failure::Input(
            format!("a census goes up to {} coins", Partitions::MOST),
            Some("there are 190569292 positions of 100 coins alone".to_owned()),
        ));
    };
    let coins = partitions.most();
    let task = Task {
        name: game.name(),
        rules: heap_rules(&game)?,
        play: args.game.play(),
        coins,
        grundy: args.grundy,
    };
    let limits = args.limits.limits();
    let bar = bar((0..=coins).map(|n| partitions.count(n)).sum());
    let layers = args.threads.install(|| {
        let mut watch = |step: Step| {
            bar.inc(step.layer.positions);
            bar.set_message(format!("layer {} of {coins}", step.layer.coins));
        };
        let made = match &args.out {
            None => census::decide(&task, &limits, &mut watch),
            Some(dir) => census::run(dir, &task, &limits, &mut watch).map(|made| made.layers),
        };
        made.map_err(|error| failure(error, args.out.is_some()))
    });
    bar.finish_and_clear();
    let mut layers = layers?;
    // The census that was there may go further than this question.
    layers.truncate(coins + 1);
    if args.json {
        output::print_json(&json!({
            "schema": "amalgam/census/1",
            "game": game.name(),
            "misere": args.game.misere,
            "coins": coins,
            "layers": layers,
        }))?;
    } else {
        output::print(&table(&layers))?;
    }
    Ok(Answer::Yes)
}

/// The counts in columns, and their sums.
fn table(layers: &[LayerCounts]) -> String {
    let titles = ["coins", "positions", "P-positions", "mirror"].map(str::to_owned).to_vec();
    let row = |coins: String, numbers: [u64; 3]| {
        [vec![coins], numbers.map(|number| number.to_string()).to_vec()].concat()
    };
    let numbers = |l: &LayerCounts| [l.positions, l.p_positions, l.mirror_p_positions];
    let mut rows = vec![titles];
    rows.extend(layers.iter().map(|layer| row(layer.coins.to_string(), numbers(layer))));
    let sum = |i: usize| layers.iter().map(|layer| numbers(layer)[i]).sum();
    rows.push(row("all".to_owned(), [sum(0), sum(1), sum(2)]));
    output::columns(&rows, 0)
}

fn show(args: &ShowArgs) -> Result<Answer, Failure> {
    let filter = Filter {
        coins: args.coins,
        heights: args.heights,
        heaps: args.heaps,
        even: args.parity.map(|parity| matches!(parity, Parity::Even)),
        not_mirror: args.not_mirror,
    };
    let formula = args.condition.as_deref().map(read_condition).transpose()?;
    let mut machine = formula.as_ref().map(Formula::machine);
    let mut fault = None;
    let mut condition = |position: &Position| {
        let (Some(formula), Some(machine)) = (&formula, &mut machine) else { return true };
        let Some(point) = Point::new(position.heaps()) else { return false };
        match formula.evaluate(machine, &point, &NoFacts) {
            Ok(holds) => holds,
            Err(error) => {
                fault.get_or_insert(error);
                false
            }
        }
    };
    let found = census::look(&args.dir, &filter, &mut condition, args.limit)
        .map_err(|error| failure(error, false))?;
    if let (Some(fault), Some(formula)) = (fault, &formula) {
        return Err(ParseError::new(formula.text(), fault.span(), fault.to_string()).into());
    }
    if args.json {
        let heaps: Vec<&[u64]> = found.positions.iter().map(Position::heaps).collect();
        output::print_json(&json!({
            "schema": "amalgam/census-show/1",
            "total": found.total,
            "positions": heaps,
        }))?;
        return Ok(Answer::Yes);
    }
    let mut text: String = found.positions.iter().map(|p| format!("{p}\n")).collect();
    let shown = found.positions.len() as u64;
    if found.total == 0 {
        text = "no P-position of the census is like that\n".to_owned();
    } else if shown < found.total {
        text += &format!("… and {} more; --limit shows more of them\n", found.total - shown);
    }
    output::print(&text)?;
    Ok(Answer::Yes)
}

/// Reads a condition in the conjecture language. A census knows the heaps of its positions and that
/// they are P, and nothing else of the game.
fn read_condition(text: &str) -> Result<Formula, Failure> {
    let formula: Formula = text.parse()?;
    let mentions = formula.mentions();
    if mentions.outcome || mentions.misere || mentions.grundy || mentions.completion.is_some() {
        return Err(Failure::Input(
            "a census lists P-positions by their heaps; P, N, misere_P, grundy and f(a,b) are not in it"
                .to_owned(),
            Some("use coins, heaps, mirror, x, y, z, w, h[i], c[i], all and any".to_owned()),
        ));
    }
    Ok(formula)
}

fn verify(args: &VerifyArgs) -> Result<Answer, Failure> {
    let bar = bar(0);
    let watch = |checked: u64| {
        bar.inc_length(checked);
        bar.inc(checked);
    };
    let verdict = census::verify(&args.dir, args.sample, &watch);
    bar.finish_and_clear();
    let verdict = verdict.map_err(|error| failure(error, false))?;
    let sound = verdict.problems.is_empty();
    if args.json {
        output::print_json(&json!({
            "schema": "amalgam/census-verify/1",
            "sound": sound,
            "layers": verdict.layers,
            "files": verdict.files,
            "p_positions": verdict.p_positions,
            "n_positions": verdict.n_positions,
            "problems": verdict.problems.iter().map(|p| Value::from(p.as_str())).collect::<Vec<_>>(),
        }))?;
    } else {
        let mut text = format!("{} layers, {} sound files\n", verdict.layers, verdict.files);
        if verdict.p_positions + verdict.n_positions > 0 {
            text += &format!(
                "looked at the moves of {} P-positions and of {} others\n",
                verdict.p_positions, verdict.n_positions
            );
        }
        for problem in verdict.problems.iter().take(20) {
            text += &format!("wrong: {problem}\n");
        }
        text += if sound { "the census is right\n" } else { "the census is not right\n" };
        output::print(&text)?;
    }
    Ok(if sound { Answer::Yes } else { Answer::No })
}

/// A bar on standard error, if that is a terminal.
fn bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::new(positions);
    let style = "{msg} [{bar:20}] {percent}% {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).unwrap_or(ProgressStyle::default_bar()));
    bar
}

/// What went wrong with a table, and what to do about it.
pub(crate) fn failure(error: Error, kept: bool) -> Failure {
    let help = match &error {
        Error::Stopped { .. } if kept => Some("the same command goes on from there"),
        Error::Stopped { .. } => Some("--out DIR keeps the layers that are done"),
        Error::Full { .. } if kept => {
            Some("the layers before are safe: make room, and the same command goes on from there")
        }
        Error::Full { .. } => Some("make room, or write to another disk"),
        Error::Census(CensusError::Limit(_)) => Some("lower --coins"),
        Error::Census(_) => Some("raise --memory or lower --coins"),
        Error::Other { .. } | Error::NotACensus(_) => Some("choose another directory for --out"),
        Error::NoCensus(_) => Some("`amalgam census --coins N --out DIR` makes one"),
        Error::Newer { .. } => Some("use that version, or make the census anew elsewhere"),
        Error::Damaged { .. } => Some("nothing of it was used; make the census anew elsewhere"),
        Error::Busy(_) => Some("wait for it, or choose another directory"),
        Error::Io { .. } | Error::Contradiction(_) => None,
    };
    let (message, help) = (error.to_string(), help.map(str::to_owned));
    match error.is_limit() {
        true => Failure::Limit(message, help),
        false => Failure::Input(message, help),
    }
}

//! `amalgam census`: every position up to so many coins, and looking into the tables.

use std::path::PathBuf;

use amalgam::engines::bulk::NoFacts;
use amalgam::engines::census::{
    CensusError, LayerCounts, Partitions, Shares, bytes, largest_within,
};
use amalgam::lab::formula::{Formula, Point};
use amalgam::{Budget, ParseError, Position};
use amalgam_export::Error;
use amalgam_export::census::{self, Filter, Mended, Wanted};
use amalgam_export::table_answers::{self, Foreseen};
use clap::{Args, Subcommand, ValueEnum};

use crate::arguments::{GameArgs, LimitArgs, ThreadArgs, heap_rules};
use crate::failure::{Answer, Failure};
use crate::output;
use crate::watch::{self, Watch};

#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  \
    amalgam census --coins 40\n  \
    amalgam census --coins 60 --out census60\n  \
    amalgam census --coins 60 --out nim60 --game nim --grundy\n  \
    amalgam census --coins 150 --dry-run --ranks 64\n  \
    amalgam census show census60 --parity even --not-mirror --limit 5\n  \
    amalgam census show census60 --where \"coins % 2 == 0 && !mirror\"\n  \
    amalgam census verify census60 --sample 1000\n  \
    amalgam census repair census60\n\n\
    A census in a directory can be interrupted at any time: the same command goes on with it, and \
    a larger --coins takes it further. A directory that holds something else is left alone."
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
    /// Decide nothing: tell the memory that it takes, and how many coins fit
    #[arg(long)]
    dry_run: bool,
    /// With --dry-run: as so many ranks of a cluster would share it (`amalgam-mpi`)
    #[arg(long, value_name = "R", requires = "dry_run", conflicts_with = "grundy")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=65536))]
    ranks: Option<u64>,
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
    /// Find the layers of a census anew whose files are damaged
    Repair(RepairArgs),
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

#[derive(Args, Debug)]
struct RepairArgs {
    /// The directory of the census
    dir: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &CensusArgs) -> Result<Answer, Failure> {
    match &args.action {
        None => make(args),
        Some(Action::Show(args)) => show(args),
        Some(Action::Verify(args)) => verify(args),
        Some(Action::Repair(args)) => mend(args),
    }
}

fn make(args: &CensusArgs) -> Result<Answer, Failure> {
    let game = args.game.game()?;
    let coins = args.coins.and_then(|coins| usize::try_from(coins).ok());
    let Some(coins) = coins.filter(|&coins| coins <= Partitions::MOST) else {
        return Err(Failure::input(
            format!("a census goes up to {} coins", Partitions::MOST),
            Some("there are 190569292 positions of 100 coins alone".to_owned()),
        ));
    };
    let wanted = Wanted {
        name: game.name(),
        rules: heap_rules(&game)?,
        play: args.game.play(),
        coins,
        grundy: args.grundy,
    };
    if args.dry_run {
        return foresee(args, &wanted);
    }
    let limits = watch::until_interrupted(args.threads.of(args.limits.limits()));
    let watch = Watch::listening(None);
    let layers = match &args.out {
        None => census::decide(&wanted, &limits, &watch)
            .map_err(|error| or_interrupted(error.into(), "nothing was written")),
        Some(dir) => census::run(dir, &wanted, &limits, &watch)
            .map(|made| made.layers)
            .map_err(|error| or_interrupted(unfinished(error), GOES_ON)),
    };
    watch.done();
    let mut layers = layers?;
    // The census that was there may go further than this question.
    layers.truncate(coins + 1);
    if args.json {
        let answer = table_answers::census(game.name(), args.game.misere, coins, &layers);
        output::print_json(&answer)?;
    } else {
        output::print(&table(&layers))?;
    }
    Ok(Answer::Yes)
}

/// What a census would take.
fn foresee(args: &CensusArgs, wanted: &Wanted<'_>) -> Result<Answer, Failure> {
    let (rules, coins, memory) = (wanted.rules, wanted.coins, args.limits.limits().memory);
    let ranks = args.ranks.map(|ranks| ranks as usize);
    let (bytes, fits) = match ranks {
        Some(_) if !rules.takes_any() => {
            return Err(Failure::input(
                "ranks share a census only where any number may be taken and no heap is split"
                    .to_owned(),
                Some("leave out --ranks".to_owned()),
            ));
        }
        Some(ranks) => {
            let shares =
                Shares::new(coins, ranks).ok_or(Error::Census(CensusError::TooManyCoins))?;
            (shares.bytes(rules), Shares::largest_within(rules, ranks, memory))
        }
        None => {
            let needed = bytes(rules, coins, wanted.grundy)
                .ok_or(Error::Census(CensusError::TooManyCoins))?;
            (vec![needed], largest_within(rules, wanted.grundy, memory))
        }
    };
    let positions = Partitions::new(coins).ok_or(Error::Census(CensusError::TooManyCoins))?;
    let positions = (0..=coins).map(|n| positions.count(n)).sum();
    if args.json {
        let foreseen = Foreseen { coins, positions, ranks, bytes, memory, fits };
        output::print_json(&table_answers::census_dry_run(
            wanted.name,
            args.game.misere,
            &foreseen,
        ))?;
        return Ok(Answer::Yes);
    }
    let most = bytes.iter().max().copied().unwrap_or(0);
    let mib = |bytes: u64| format!("{} MiB", bytes.div_ceil(1 << 20));
    let mut rows = vec![
        ["positions".to_owned(), positions.to_string()].to_vec(),
        ["memory".to_owned(), mib(most)].to_vec(),
    ];
    if let Some(ranks) = ranks {
        rows[1][1] +=
            &format!(" for the largest of {ranks} ranks, {} in all", mib(bytes.iter().sum()));
    }
    rows.push(["fits".to_owned(), format!("{fits} coins in {}", mib(memory))].to_vec());
    output::print(&output::columns(&rows, 0))?;
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
    let found = census::look(&args.dir, &filter, &mut condition, args.limit)?;
    if let (Some(fault), Some(formula)) = (fault, &formula) {
        return Err(ParseError::new(formula.text(), fault.span(), fault.to_string()).into());
    }
    if args.json {
        output::print_json(&table_answers::census_show(&found))?;
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
        return Err(Failure::input(
            "a census lists P-positions by their heaps; P, N, misere_P, grundy and f(a,b) are not in it"
                .to_owned(),
            Some("use coins, heaps, mirror, x, y, z, w, h[i], c[i], all and any".to_owned()),
        ));
    }
    Ok(formula)
}

fn verify(args: &VerifyArgs) -> Result<Answer, Failure> {
    let watch = Watch::listening(None);
    let limits = watch::until_interrupted(args.threads.of(Budget::default()));
    let verdict = census::verify(&args.dir, args.sample, &limits, &watch);
    watch.done();
    let verdict = verdict
        .map_err(|error| or_interrupted(error.into(), "nothing is claimed of the census"))?;
    let sound = verdict.problems.is_empty();
    if args.json {
        output::print_json(&table_answers::census_verify(&verdict))?;
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

fn mend(args: &RepairArgs) -> Result<Answer, Failure> {
    let watch = Watch::listening(None);
    let limits = watch::until_interrupted(args.threads.of(args.limits.limits()));
    let mended = census::repair(&args.dir, &limits, &watch);
    watch.done();
    let mended = mended.map_err(|error| or_interrupted(unfinished(error), GOES_ON))?;
    if args.json {
        output::print_json(&table_answers::census_repair(&mended))?;
        return Ok(Answer::Yes);
    }
    let Mended { layers, found_anew, csv } = mended;
    let mut text: String = found_anew
        .iter()
        .map(|coins| format!("the layer of {coins} coins was found anew\n"))
        .collect();
    if csv {
        text += "layers.csv was written anew\n";
    }
    text += &format!("{layers} layers, every file as it should be\n");
    output::print(&text)?;
    Ok(Answer::Yes)
}

/// What is left of a census in a directory that somebody has stopped.
const GOES_ON: &str = "the layers before are safe, and the same command goes on from there";

/// Ctrl-C instead of the bound that it looks like to the work.
fn or_interrupted(failure: Failure, left: &str) -> Failure {
    match watch::interrupted() {
        true => Failure::interrupted(format!("interrupted; {left}")),
        false => failure,
    }
}

/// Why a census in a directory was not finished, and what to do about it.
fn unfinished(error: Error) -> Failure {
    let help = match error {
        Error::Census(CensusError::Stopped { .. }) => "the same command goes on from there",
        Error::Full { .. } => {
            "the layers before are safe: make room, and the same command goes on from there"
        }
        error => return error.into(),
    };
    Failure::of(&error, Some(help))
}

//! `amalgam-mpi-rank`: a rank of a census on many machines. `amalgam-mpi` starts it:
//!
//! ```text
//! mpirun -n 4 amalgam-mpi census --coins 120 --out DIR
//! ```
//!
//! The mathematics and the files are those of `amalgam census`: [`SlicedCensus`] decides, [`Book`] keeps.
//! Here are only the ranks of the job, and what can go wrong when there are several of them. Each step
//! that can fail on one rank is followed by asking all ([`agree`]): the job ends on all of them, with one
//! sentence.

mod exchange;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use amalgam::engines::census::{Exchange, Layer, LayerCounts, Partitions, Shares, SlicedCensus};
use amalgam::games::AnyGame;
use amalgam::{Budget, Classified, Fault, Play};
use amalgam_export::census::{self, Book, Manifest, PRows, Wanted};
use amalgam_export::table_answers;
use clap::{Parser, Subcommand};
use exchange::World;
use mpi::Threading;

/// A census on many machines: the ranks of an MPI job share the positions
#[derive(Parser, Debug)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Decide every position up to this many coins, as `amalgam census` does
    Census(CensusArgs),
}

#[derive(clap::Args, Debug)]
struct CensusArgs {
    /// The largest number of coins
    #[arg(long, value_name = "N")]
    coins: usize,
    /// Write the tables to this directory, which all ranks must see, or go on with the census there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A named game or rules in words, in which any number may be taken and no heap is split
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    game: String,
    /// Who makes the last move loses
    #[arg(long)]
    misere: bool,
    /// Memory bound of each rank in MiB [default: half of its machine's, shared by the ranks there]
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
    /// Threads of each rank
    #[arg(long, value_name = "T", default_value = "1")]
    threads: NonZeroUsize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Why there is no census: the exit code, and a sentence.
struct Failure(u8, String);

impl<E: Classified + std::fmt::Display> From<E> for Failure {
    fn from(error: E) -> Failure {
        let code = if error.fault() == Fault::Limit { 3 } else { 2 };
        Failure(code, error.to_string())
    }
}

fn main() -> ExitCode {
    // That it starts at all is asked so, outside of any job.
    if std::env::args_os().skip(1).eq(["--version"]) {
        println!("amalgam-mpi {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
        eprintln!("error: MPI could not be started");
        return ExitCode::from(2);
    };
    let mut world = World(universe.world());
    let code = match run(&mut world) {
        Ok(()) => 0,
        Err(Failure(code, text)) => {
            if world.rank() == 0 && !text.is_empty() {
                eprintln!("error: {text}");
            }
            code
        }
    };
    ExitCode::from(code)
}

fn run(world: &mut World) -> Result<(), Failure> {
    let parsed = Arguments::try_parse();
    let help = matches!(&parsed, Err(error) if !error.use_stderr());
    if help {
        if let (Err(error), 0) = (&parsed, world.rank()) {
            print!("{error}");
        }
        return Ok(());
    }
    let parsed = parsed.map_err(|error| {
        let text = error.to_string();
        Failure(2, text.strip_prefix("error: ").unwrap_or(&text).trim_end().to_owned())
    });
    let Arguments { verb: Verb::Census(args) } = agree(world, parsed)?;
    // The version first: a rank that is not like the others would misunderstand all that follows.
    let me = format!("version {}, {args:?}", env!("CARGO_PKG_VERSION"));
    let all = world.all_gather(me.into_bytes());
    if let Some(other) = all.iter().position(|one| *one != all[0]) {
        let words = [0, other].map(|rank| String::from_utf8_lossy(&all[rank]).into_owned());
        let [first, second] = words;
        let text = format!(
            "rank {other} was not started as rank 0 was: {second}; rank 0: {first}; start all ranks \
             with the same program and the same arguments"
        );
        return Err(Failure(2, text));
    }
    let game: Result<AnyGame, _> = args.game.parse();
    let game = game.map_err(|error| Failure(2, format!("{error} in {:?}", args.game)))?;
    let rules = game.rules().filter(|rules| rules.takes_any()).ok_or_else(|| {
        let text = "ranks share a census only where any number may be taken and no heap is split; \
                    `amalgam census` takes all rules";
        Failure(2, text.to_owned())
    })?;
    let play = if args.misere { Play::Misere } else { Play::Normal };
    let name = game.name();
    let wanted = Wanted { name, rules, play, coins: args.coins, grundy: false };
    let layers = make(world, &args, &wanted)?;
    if world.rank() == 0 {
        let layers = &layers[..=args.coins];
        match args.json {
            true => println!("{}", table_answers::census(name, args.misere, args.coins, layers)),
            false => print!("{}", census::counts_csv(layers)),
        }
    }
    Ok(())
}

/// The counts of all layers, which are decided unless they are there.
fn make(
    world: &mut World,
    args: &CensusArgs,
    wanted: &Wanted<'_>,
) -> Result<Vec<LayerCounts>, Failure> {
    let too_many = || Failure(2, format!("a census goes up to {} coins", Partitions::MOST));
    let shares = Shares::new(args.coins, world.size()).ok_or_else(too_many)?;
    let memory = args.memory.map_or_else(default_memory, |mib| mib << 20);
    let limits = Budget { memory, threads: Some(args.threads), ..Budget::default() };
    let (rank, partitions) = (world.rank(), shares.partitions().clone());
    if let Some(dir) = &args.out {
        let done = if rank == 0 { census::done(dir, wanted) } else { Ok(None) };
        let done = agree(world, done.map_err(Failure::from))?;
        let told = world.all_gather(vec![u8::from(done.is_some())]);
        if told[0] == [1] {
            return Ok(done.map_or_else(|| no_layers(args.coins), |manifest| manifest.layers));
        }
    }
    let part = SlicedCensus::new(wanted.rules, wanted.play, shares, rank, &limits);
    let mut part = agree(world, part.map_err(Failure::from))?.ok_or_else(too_many)?;
    let (mut book, mut layers) = (None, Vec::new());
    if let Some(dir) = &args.out {
        let opened = if rank == 0 { Book::open(dir, wanted).map(Some) } else { Ok(None) };
        book = agree(world, opened.map_err(Failure::from))?;
        layers = restore(world, dir, &mut part, &partitions)?;
    }
    loop {
        let found = part.advance(&limits, world).map(|layer| layer.map(|layer| layer.counts()));
        let Some(counts) = agree(world, found.map_err(Failure::from))? else { break };
        layers.push(counts);
        if args.out.is_some()
            && let Some(layer) = part.layer()
        {
            let kept = keep(world, &limits, &mut book, &layer, counts);
            agree(world, kept)?;
        }
    }
    let closed = book.map_or(Ok(()), |book| book.close().map(drop));
    agree(world, closed.map_err(Failure::from))?;
    Ok(layers)
}

/// Writes a layer: all ranks encode its rows, turn by turn, and the one with the book appends them.
fn keep(
    world: &mut World,
    limits: &Budget,
    book: &mut Option<Book>,
    layer: &Layer<'_>,
    counts: LayerCounts,
) -> Result<(), Failure> {
    // One for each thread.
    let groups = limits.threads.map_or(1, NonZeroUsize::get);
    let mut file = book.as_ref().map(|book| book.p_file(layer.coins)).transpose();
    let mut rows = PRows::new(layer);
    let (rank, ranks) = (world.rank(), world.size());
    let mut encoded = Ok(());
    while !rows.is_done() {
        rows.skip(rank * groups);
        let mine = limits.on_threads(|| rows.encode(groups));
        rows.skip((ranks - 1 - rank) * groups);
        // Who fails goes on with the others, who wait for it.
        let mine = mine.map_err(Failure::from).and_then(|mine| mine.map_err(Failure::from));
        let mine = mine.unwrap_or_else(|failure| {
            encoded = Err(failure);
            Vec::new()
        });
        let mut out = vec![Vec::new(); ranks];
        for group in mine {
            out[0].extend((group.len() as u64).to_le_bytes());
            out[0].extend(group);
        }
        let came = world.all_to_all(out);
        if let Ok(Some(writer)) = &mut file {
            let written = came
                .iter()
                .flat_map(|bytes| groups_of(bytes))
                .try_for_each(|group| writer.append(group));
            file = written.and(file);
        }
    }
    // A file that lacks a group must not get into the book.
    agree(world, encoded)?;
    match (book, file?) {
        (Some(book), Some(file)) => Ok(book.add(file, counts)?),
        _ => Ok(()),
    }
}

/// Takes apart the groups of rows that a rank has sent, each after its length.
fn groups_of(mut bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    std::iter::from_fn(move || {
        let (length, rest) = bytes.split_first_chunk()?;
        let (group, rest) = rest.split_at_checked(u64::from_le_bytes(*length) as usize)?;
        bytes = rest;
        Some(group.to_vec())
    })
}

/// Takes the layers that are in a directory.
fn restore(
    world: &mut World,
    dir: &Path,
    part: &mut SlicedCensus<'_>,
    partitions: &Partitions,
) -> Result<Vec<LayerCounts>, Failure> {
    let seen = world.all_gather(std::fs::read(dir.join("manifest.json")).unwrap_or_default());
    if let Some(other) = seen.iter().position(|manifest| *manifest != seen[0]) {
        let text = format!(
            "rank {other} does not see in {} what rank 0 sees there: choose a directory that all \
             machines share",
            dir.display()
        );
        return Err(Failure(2, text));
    }
    let manifest = agree(world, Manifest::load(dir).map_err(Failure::from))?;
    let mut layers = Vec::new();
    for &layer in manifest.layers.iter().take(partitions.most() + 1) {
        let p = census::layer(dir, &manifest, partitions, layer).map_err(Failure::from);
        let p = agree(world, p)?;
        agree(world, part.restore(p).map_err(Failure::from))?;
        layers.push(layer);
    }
    Ok(layers)
}

/// Fails on all ranks if it failed on one, with the words of the first that did.
fn agree<T>(world: &mut World, mine: Result<T, Failure>) -> Result<T, Failure> {
    let told = match &mine {
        Ok(_) => Vec::new(),
        Err(Failure(code, text)) => [&[*code], text.as_bytes()].concat(),
    };
    let all = world.all_gather(told);
    let failed: Vec<usize> = (0..all.len()).filter(|&rank| !all[rank].is_empty()).collect();
    let Some(&first) = failed.first() else { return mine };
    let text = String::from_utf8_lossy(&all[first][1..]).into_owned();
    // What all ranks say is nobody's in particular.
    let who = if failed.len() == all.len() { String::new() } else { format!("rank {first}: ") };
    Err(Failure(all[first][0], who + &text))
}

/// Half of the machine's memory, shared by the ranks on it; 2 GiB where the system does not tell.
fn default_memory() -> u64 {
    let meminfo = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kib = meminfo.lines().find_map(|line| {
        line.strip_prefix("MemTotal:")?.split_whitespace().next()?.parse::<u64>().ok()
    });
    let here = ["OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS_PER_NODE"];
    let here = here.iter().find_map(|name| std::env::var(name).ok()?.parse::<u64>().ok());
    kib.map_or(2 << 30, |kib| (kib << 10) / 2 / here.unwrap_or(1).max(1))
}

/// What the other ranks need of layers that only the first one prints.
fn no_layers(coins: usize) -> Vec<LayerCounts> {
    let none = LayerCounts { coins: 0, positions: 0, p_positions: 0, mirror_p_positions: 0 };
    vec![none; coins + 1]
}

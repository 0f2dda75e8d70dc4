//! `census`: every position up to n coins.

pub(super) mod look;
pub(super) mod repair;
pub(super) mod verify;

use std::io;
use std::path::PathBuf;

use amalgam::AnyGame;
use amalgam::engines::bulk::count_layers;
use amalgam::engines::census::{
    CensusError, LayerCounts, Partitions, Shares, bytes, largest_within,
};
use amalgam_export::Error;
use amalgam_export::census::{self, Wanted};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::Played;
use crate::answer::Answer;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells};

/// Every position up to n coins, as tables
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(after_help = "Examples:\n  \
    amalgam census --coins 40\n  \
    amalgam census --coins 60 --out census60\n  \
    amalgam census --coins 20 --game wythoff\n  \
    amalgam census --coins 60 --out nim60 --game nim --grundy\n  \
    amalgam census --coins 150 --dry-run --ranks 64\n  \
    amalgam census show census60 --parity even --not-mirror --limit 5\n  \
    amalgam census show census60 --where \"coins % 2 == 0 && !mirror\"\n  \
    amalgam census verify census60 --sample 1000\n  \
    amalgam census repair census60\n\n\
    You can interrupt a census in a directory at any time: the same command goes on with it, and \
    a larger --coins takes it further. A directory that holds something else is left alone.")]
pub struct Census {
    /// The largest number of coins
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub coins: u64,
    /// Write the tables to this directory, or go on with the census that is there
    #[arg(long, value_name = "DIR")]
    #[serde(default)]
    #[schemars(extend("x-local" = true))]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) played: Played,
    /// Also store the Grundy value of every position
    #[arg(long)]
    #[serde(default)]
    pub grundy: bool,
    /// Decide nothing: say how much memory it takes, and how many coins fit
    #[arg(long)]
    #[serde(default)]
    pub dry_run: bool,
    /// With --dry-run: as R ranks of a cluster would share it (`amalgam-mpi`)
    #[arg(long, value_name = "R", requires = "dry_run", conflicts_with = "grundy")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=65536))]
    #[serde(default)]
    pub ranks: Option<u64>,
}

/// What `census` answers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CensusMade {
    /// The counts of each layer.
    Counts(Counts),
    /// What it would take.
    Foreseen(Foreseen),
}

/// The counts of each layer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Counts {
    /// The game.
    pub game: String,
    /// Whether whoever makes the last move loses.
    pub misere: bool,
    /// The largest number of coins.
    pub coins: usize,
    /// For 0, 1, … coins.
    #[schemars(with = "Vec<Layer>")]
    pub layers: Vec<LayerCounts>,
}

/// The positions of n coins.
#[derive(Debug, Serialize, JsonSchema)]
#[allow(dead_code, reason = "it describes `LayerCounts`")]
pub struct Layer {
    /// n
    pub coins: usize,
    /// How many there are.
    pub positions: u64,
    /// How many are P-positions.
    pub p_positions: u64,
    /// How many of these are mirror positions.
    pub mirror_p_positions: u64,
}

/// What a census would take.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Foreseen {
    /// The game.
    pub game: String,
    /// Whether whoever makes the last move loses.
    pub misere: bool,
    /// The largest number of coins.
    pub coins: usize,
    /// How many positions there are up to it.
    pub positions: u64,
    /// How many ranks would share it.
    pub ranks: Option<usize>,
    /// The bytes of memory; a list if there are ranks.
    pub bytes: Bytes,
    /// The bytes that each process may have.
    pub memory: u64,
    /// The largest number of coins for which that is enough.
    pub fits: usize,
}

/// Bytes of memory.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Bytes {
    /// Of the one process.
    One(u64),
    /// Of each rank.
    Ranks(Vec<u64>),
}

impl Question for Census {
    const NAME: &'static str = "census";
    const EXAMPLE: &'static str = "coins=20";
    type Answer = CensusMade;

    fn answer(&self, host: &Host<'_>) -> Result<CensusMade, Problem> {
        let game = host.game(&self.played.game)?;
        let coins = usize::try_from(self.coins).ok().filter(|&coins| coins <= Partitions::MOST);
        let Some(coins) = coins else {
            let message = format!("a census goes up to {} coins", Partitions::MOST);
            let problem = Problem::input(message).field("coins");
            return Err(problem.suggest("there are 190569292 positions of 100 coins alone"));
        };
        let Some(rules) = game.rules() else {
            return Ok(CensusMade::Counts(self.count(&game, coins, host)?));
        };
        let wanted = Wanted {
            name: game.name(),
            rules,
            play: self.played.play(),
            coins,
            grundy: self.grundy,
        };
        if self.dry_run {
            return Ok(CensusMade::Foreseen(self.foresee(&wanted, host)?));
        }
        let mut layers = match &self.out {
            None => census::decide(&wanted, &host.limits, host.progress)
                .map_err(|error| stopped(error, host, "nothing was written"))?,
            Some(dir) => {
                let dir = host.door.folder(dir)?;
                census::run(&dir, &wanted, &host.limits, host.progress)
                    .map_err(|error| stopped(error, host, GOES_ON))?
                    .layers
            }
        };
        // The census that was there may go further than this question.
        layers.truncate(coins + 1);
        let (game, misere) = (game.name().to_owned(), self.played.misere);
        Ok(CensusMade::Counts(Counts { game, misere, coins, layers }))
    }
}

/// What is left of a census in a directory that somebody has stopped.
pub(super) const GOES_ON: &str =
    "the layers before are safe, and the same command goes on from there";

/// Why a census was not finished. To the work an interruption looks like a bound.
pub(super) fn stopped(error: impl Into<Error>, host: &Host<'_>, left: &str) -> Problem {
    if host.is_stopped() {
        return Problem::interrupted(format!("interrupted; {left}"));
    }
    let error = error.into();
    let suggestion = match &error {
        Error::Census(CensusError::Stopped { .. }) if left == GOES_ON => {
            "the same command goes on from there"
        }
        Error::Full { .. } => {
            "the layers before are safe: make room, and the same command goes on from there"
        }
        _ => return error.into(),
    };
    Problem::of(&error).suggest(suggestion)
}

impl Census {
    /// The counts of a game that has no heap rules: by one search from all positions, and no tables.
    fn count(&self, game: &AnyGame, coins: usize, host: &Host<'_>) -> Result<Counts, Problem> {
        let given =
            [(self.out.is_some(), "out"), (self.grundy, "grundy"), (self.dry_run, "dry_run")];
        if let Some((_, option)) = given.into_iter().find(|&(given, _)| given) {
            let flag = option.replace('_', "-");
            let message = format!("--{flag} needs heap rules, and {game} has other moves");
            let help =
                format!("leave out --{flag}: the counts are there for every game with heaps");
            return Err(Problem::input(message).field(option).suggest(help));
        }
        let play = self.played.play();
        let layers = count_layers(game, play, coins, &host.limits, host.progress)?;
        Ok(Counts { game: game.name().to_owned(), misere: self.played.misere, coins, layers })
    }

    fn foresee(&self, wanted: &Wanted<'_>, host: &Host<'_>) -> Result<Foreseen, Problem> {
        let (rules, coins, memory) = (wanted.rules, wanted.coins, host.limits.memory);
        let ranks = self.ranks.map(|ranks| ranks as usize);
        let too_many = || Problem::from(Error::Census(CensusError::TooManyCoins));
        let (bytes, fits) = match ranks {
            Some(_) if !rules.takes_any() => {
                let message =
                    "ranks share a census only where any number may be taken and no heap is split";
                return Err(Problem::input(message).field("ranks").suggest("leave out --ranks"));
            }
            Some(ranks) => {
                let shares = Shares::new(coins, ranks).ok_or_else(too_many)?;
                let fits = Shares::largest_within(rules, ranks, memory);
                (Bytes::Ranks(shares.bytes(rules)), fits)
            }
            None => {
                let needed = bytes(rules, coins, wanted.grundy).ok_or_else(too_many)?;
                (Bytes::One(needed), largest_within(rules, wanted.grundy, memory))
            }
        };
        let positions = Partitions::new(coins).ok_or_else(too_many)?;
        let positions = (0..=coins).map(|n| positions.count(n)).sum();
        let (game, misere) = (wanted.name.to_owned(), self.played.misere);
        Ok(Foreseen { game, misere, coins, positions, ranks, bytes, memory, fits })
    }
}

impl Answer for CensusMade {
    fn schema(&self) -> &'static str {
        match self {
            CensusMade::Counts(_) => "amalgam/census/1",
            CensusMade::Foreseen(_) => "amalgam/census-dry-run/1",
        }
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        match self {
            CensusMade::Counts(counts) => counts.say(page),
            CensusMade::Foreseen(foreseen) => foreseen.say(page),
        }
    }
}

impl Counts {
    /// The counts in columns, and their sums.
    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let numbers = |l: &LayerCounts| [l.positions, l.p_positions, l.mirror_p_positions];
        let row = |coins: String, [all, p, mirror]: [u64; 3]| cells![coins, all, p, mirror];
        let mut rows = vec![cells!["coins", "positions", "P-positions", "mirror"]];
        rows.extend(self.layers.iter().map(|layer| row(layer.coins.to_string(), numbers(layer))));
        let sum = |i: usize| self.layers.iter().map(|layer| numbers(layer)[i]).sum();
        rows.push(row("all".to_owned(), [sum(0), sum(1), sum(2)]));
        page.columns(&rows, 0)
    }
}

impl Foreseen {
    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let mib = |bytes: u64| format!("{} MiB", bytes.div_ceil(1 << 20));
        let memory = match &self.bytes {
            Bytes::One(bytes) => mib(*bytes),
            Bytes::Ranks(ranks) => format!(
                "{} for the largest of {} ranks, {} in all",
                mib(ranks.iter().max().copied().unwrap_or(0)),
                ranks.len(),
                mib(ranks.iter().sum())
            ),
        };
        page.columns(
            &[
                cells!["positions", self.positions],
                cells!["memory", memory],
                cells!["fits", format!("{} coins in {}", self.fits, mib(self.memory))],
            ],
            0,
        )
    }
}

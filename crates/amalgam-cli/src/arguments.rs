//! Arguments that several verbs share.

use std::time::Duration;

use amalgam::engines::rows::{Setting, Values};
use amalgam::engines::three::table::Table;
use amalgam::games::AnyGame;
use amalgam::games::rules::Family;
use amalgam::theory::free_pairs::FreePairs;
use amalgam::{Budget, ParseError, Play, Position, Rules, Sum};
use amalgam_ask::Host;
use amalgam_ask::verbs::{cells_of, parse_rest};
use clap::Args;

use crate::bounds::{parse_duration, parse_memory};
use crate::failure::Failure;
use crate::{memory, script_file};

/// Which game is played, and how it is won.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// A named game, rules in words such as "take 1..3, merge if min >= 2", or a script of one's
    /// own, ./mygame.rhai
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES|FILE")]
    pub(crate) game: String,
    /// Who makes the last move loses
    #[arg(long, alias = "misère")]
    pub(crate) misere: bool,
}

impl GameArgs {
    pub(crate) fn game(&self) -> Result<AnyGame, ParseError> {
        game(&self.game)
    }

    pub(crate) fn play(&self) -> Play {
        if self.misere { Play::Misere } else { Play::Normal }
    }

    /// Reads a position or a sum; a part without a game is played by `--game`.
    pub(crate) fn sum(&self, words: &[String], limits: &Budget) -> Result<Sum, Failure> {
        if script_file::is_script(&self.game) {
            let own = script_file::load(&self.game)?;
            return Ok(Sum::parse_own(&words.join(" "), &own, limits)?);
        }
        Ok(Sum::parse(&words.join(" "), &self.game()?)?)
    }
}

/// Reads a game, for the verbs that take no scripts.
pub(crate) fn game(text: &str) -> Result<AnyGame, ParseError> {
    if script_file::is_script(text) {
        let error = ParseError::new(text, 0..text.len(), "this verb takes no scripts");
        return Err(
            error.suggest("`solve`, `moves` and `equivalent` do, and `play` with a position")
        );
    }
    text.parse()
}

/// The heap rules of a game, for the verbs that need them.
pub(crate) fn heap_rules(game: &AnyGame) -> Result<&Rules, Failure> {
    game.rules().ok_or_else(|| no_heap_rules(game.name()))
}

/// A game is not described by heap rules.
pub(crate) fn no_heap_rules(game: &str) -> Failure {
    Failure::input(
        format!("{game} has no heap rules in words, which this verb needs"),
        Some("`amalgam solve` and `amalgam moves` take every game".to_owned()),
    )
}

/// The free pairs of a game, if the theorem on them applies to these heaps and of all smaller ones.
pub(crate) fn free_pairs(game: &AnyGame, heaps: &[u64]) -> Result<FreePairs, Failure> {
    let pairs = FreePairs::of(heap_rules(game)?).filter(|pairs| pairs.speaks_of(heaps));
    pairs.ok_or_else(|| {
        Failure::input(
            format!("the theorem on free pairs does not speak of such heaps of {game}"),
            Some("restricted-amalgamation(r) with an even r is a game it speaks of".to_owned()),
        )
    })
}

/// Which game is played with three heaps.
#[derive(Args, Debug)]
pub(crate) struct FamilyArgs {
    /// amalgamation, restricted-amalgamation(r), merge-take-one or nim
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    pub(crate) game: String,
}

impl FamilyArgs {
    /// The game, and its rows of completions.
    pub(crate) fn setting(&self) -> Result<(AnyGame, Setting), Failure> {
        let game = game(&self.game)?;
        let setting = Setting::new(heap_rules(&game)?, Play::Normal, Values::Completions)?;
        Ok((game, setting))
    }

    pub(crate) fn family(&self) -> Result<(AnyGame, Family), Failure> {
        let game = game(&self.game)?;
        match game.rules().and_then(Rules::family_of_rows) {
            Some(family) => Ok((game, family)),
            None => Err(Failure::input(
                format!("three-heap rows are known for games other than {game}"),
                Some(
                    "use amalgamation, restricted-amalgamation(r), merge-take-one or nim"
                        .to_owned(),
                ),
            )),
        }
    }
}

/// A table of f(a,b), or of f(R,a,b) beside a rest R.
#[derive(Args, Debug)]
pub(crate) struct TableOf {
    #[command(flatten)]
    pub(crate) game: FamilyArgs,
    /// Heaps that stand beside a and b, such as "[2]" for f(2,a,b)
    #[arg(long, value_name = "HEAPS")]
    pub(crate) rest: Option<String>,
}

impl TableOf {
    pub(crate) fn table(
        &self,
        rows: usize,
        cols: usize,
        limits: &Budget,
    ) -> Result<(AnyGame, Table), Failure> {
        let host = Host::within(limits.clone());
        Ok(cells_of(&host, &self.game.game, self.rest.as_deref(), (rows, cols))?)
    }
}

/// Which row.
#[derive(Args, Debug)]
pub(crate) struct RowOf {
    /// The rest: all heaps except two, such as 7 or "[2,3]"
    #[arg(value_name = "REST")]
    row: String,
    #[command(flatten)]
    game: FamilyArgs,
}

impl RowOf {
    /// The game, its rows, and the rest.
    pub(crate) fn read(&self) -> Result<(AnyGame, Setting, Position), Failure> {
        let rest = parse_rest(&self.row)?;
        let (game, setting) = self.game.setting()?;
        Ok((game, setting, rest))
    }
}

/// How much memory may be used.
#[derive(Args, Debug)]
pub(crate) struct MemoryArgs {
    /// Memory bound, such as 512MiB or 4GiB, at most what there is [default: half of it]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,
}

impl MemoryArgs {
    pub(crate) fn bytes(&self) -> u64 {
        self.memory.unwrap_or_else(memory::half)
    }

    pub(crate) fn limits(&self) -> Budget {
        Budget { memory: self.bytes(), ..Budget::default() }
    }
}

/// How much memory and time may be used.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    memory: MemoryArgs,
    /// Time bound, such as 500ms, 10s or 2m [default: none]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    time: Option<Duration>,
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Budget {
        let limits = self.memory.limits();
        match self.time {
            Some(time) => limits.with_time(time),
            None => limits,
        }
    }
}

/// How far the rows of a table or a picture may be followed.
#[derive(Args, Debug)]
pub(crate) struct RowLimitArgs {
    /// Give a row up after looking at this many columns
    #[arg(long, value_name = "N", default_value_t = Budget::default().max_columns)]
    max_columns: u64,
    #[command(flatten)]
    limits: LimitArgs,
}

impl RowLimitArgs {
    pub(crate) fn limits(&self) -> Budget {
        Budget { max_columns: self.max_columns, ..self.limits.limits() }
    }
}

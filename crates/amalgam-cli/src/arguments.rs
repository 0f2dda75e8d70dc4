//! Arguments that several verbs share.

use std::num::NonZeroUsize;
use std::time::Duration;

use amalgam::engines::rests::{self, Setting, Values};
use amalgam::engines::three::table::Table;
use amalgam::games::AnyGame;
use amalgam::games::rules::Family;
use amalgam::theory::free_pairs::FreePairs;
use amalgam::{Budget, ParseError, Play, Rules, Sum};
use clap::Args;

use crate::failure::Failure;
use crate::rest_rows::parse_rest;
use crate::{memory, script_file, scripted};

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

    /// The heap rules of the game, for the verbs that need them.
    pub(crate) fn heap_game(&self) -> Result<(AnyGame, Rules), Failure> {
        let game = self.game()?;
        let rules = heap_rules(&game)?.clone();
        Ok((game, rules))
    }

    pub(crate) fn play(&self) -> Play {
        if self.misere { Play::Misere } else { Play::Normal }
    }

    /// Reads a position or a sum; a part without a game is played by `--game`.
    pub(crate) fn sum(&self, words: &[String], limits: &Budget) -> Result<Sum, Failure> {
        if scripted::is_script(&self.game) {
            let own = script_file::load(&self.game)?;
            let sum = Sum::parse_own(&words.join(" "), &own, &scripted::bounded(limits))?;
            scripted::try_show(&sum);
            return Ok(sum);
        }
        Ok(Sum::parse(&words.join(" "), &self.game()?)?)
    }
}

/// Reads a game, for the verbs that take no scripts.
pub(crate) fn game(text: &str) -> Result<AnyGame, ParseError> {
    if scripted::is_script(text) {
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

/// The free pairs of a game, if the theorem on them speaks of these heaps and of all smaller ones.
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
        memory: u64,
    ) -> Result<(AnyGame, Table), Failure> {
        let Some(rest) = &self.rest else {
            let (game, family) = self.game.family()?;
            return Ok((game, Table::new(family, rows, cols, memory)?));
        };
        let (game, setting) = rest_setting(&self.game.game)?;
        let table = rests::table::table(&setting, &parse_rest(rest)?, rows, cols, memory);
        Ok((game, table??))
    }
}

/// A game in which every rest has a row of completions.
pub(crate) fn rest_setting(text: &str) -> Result<(AnyGame, Setting), Failure> {
    let game = game(text)?;
    let setting = Setting::new(heap_rules(&game)?, Play::Normal, Values::Completions);
    Ok((game, setting?))
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
    /// Give a row up after looking at so many columns
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

/// How many threads may work.
#[derive(Args, Debug)]
pub(crate) struct ThreadArgs {
    /// Threads to work with; the results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// A budget with so many threads.
    pub(crate) fn of(&self, limits: Budget) -> Budget {
        Budget { threads: self.threads.and_then(|n| NonZeroUsize::new(n.into())), ..limits }
    }
}

/// A bound that is there to be kept: more than there is would be none.
fn parse_memory(text: &str) -> Result<u64, String> {
    let asked = parse_size(text)?;
    match memory::there_is() {
        Some(there_is) if asked > there_is => Err(format!(
            "there are {} MiB, of the machine or of what it gives to this process; ask for less, or \
             leave --memory out",
            there_is >> 20
        )),
        _ => Ok(asked),
    }
}

fn parse_size(text: &str) -> Result<u64, String> {
    let units = [
        ("", 1),
        ("B", 1),
        ("K", 1 << 10),
        ("M", 1 << 20),
        ("G", 1 << 30),
        ("T", 1 << 40),
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("TiB", 1 << 40),
        ("kB", 1000),
        ("KB", 1000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("TB", 1_000_000_000_000),
    ];
    parse_with_unit(text, &units).ok_or_else(|| "write a size such as 512MiB or 4GiB".to_owned())
}

fn parse_duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("min", 60_000), ("h", 3_600_000)];
    parse_with_unit(text, &units)
        .map(Duration::from_millis)
        .ok_or_else(|| "write a duration such as 500ms, 10s or 2m".to_owned())
}

fn parse_with_unit(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..digits].parse().ok()?;
    let unit = text[digits..].trim();
    let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
    number.checked_mul(*factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_durations() {
        assert_eq!(parse_size("512MiB"), Ok(512 << 20));
        assert_eq!(parse_size("4G"), Ok(4 << 30));
        assert_eq!(parse_size("1000"), Ok(1000));
        assert!(parse_size("-1").is_err());
        assert!(parse_size("99999999999999T").is_err());
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert!(parse_duration("soon").is_err());
        assert!(parse_duration("5").is_err());
    }
}

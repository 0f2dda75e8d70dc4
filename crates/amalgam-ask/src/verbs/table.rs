//! `table`: f(a,b) for three heaps, as the slides print it, or a count of P-positions.

use std::io::{self, Write};
use std::sync::Arc;

use amalgam::engines::rests;
use amalgam::engines::search::{Visit, gather};
use amalgam::engines::three::table::{Count, Table as Cells, TableError, count};
use amalgam::solve::Cost;
use amalgam::{AnyGame, Budget, Play, Position};
use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};

use super::asked::amalgamation;
use super::rowed::parse_rest;
use crate::answer::Answer;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells};

/// The table of f(a,b), of Grundy values or of outcomes, or a count of P-positions
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "f(a,b) is the one heap that makes [a,b,f(a,b)] a P-position: for amalgamation and its kin, and nim. \
    Grundy values and outcomes are those of [a,b], for every game with heaps.\n\nExamples:\n  \
    amalgam table --rows 28 --cols 35\n  \
    amalgam table --rows 8 --cols 13 --show offset\n  \
    amalgam table --game \"restricted-amalgamation(3)\" --rows 9 --cols 9\n  \
    amalgam table --rest \"[2]\"    f(2,a,b), which makes [2,a,b,f(2,a,b)] a P-position\n  \
    amalgam table --game wythoff --show outcome --rows 8 --cols 13\n  \
    amalgam table --max 8000 --count --json"
)]
pub struct Table {
    /// The game: a name, or rules in words such as "take any, merge if min >= 2"
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    #[serde(default = "amalgamation")]
    pub game: String,
    /// Heaps that stand beside a and b, such as 2 for f(2,a,b)
    #[arg(long, value_name = "HEAPS")]
    #[serde(default)]
    pub rest: Option<String>,
    /// How many rows, a = 0, 1, …
    #[arg(long, default_value_t = USUAL)]
    #[serde(default = "usual")]
    pub rows: usize,
    /// How many columns, b = 0, 1, …
    #[arg(long, default_value_t = USUAL)]
    #[serde(default = "usual")]
    pub cols: usize,
    /// What to show in a cell
    #[arg(long, value_enum, default_value_t = Show::F)]
    #[serde(default)]
    pub show: Show,
    /// With --count: the largest heap
    #[arg(long, value_name = "N", requires = "count", conflicts_with_all = ["rows", "cols", "show", "rest"])]
    #[serde(default)]
    pub max: Option<u64>,
    /// Count the P-positions 1 <= a <= b <= c <= N instead of printing cells
    #[arg(long, requires = "max")]
    #[serde(default)]
    pub count: bool,
}

const USUAL: usize = 9;

fn usual() -> usize {
    USUAL
}

/// What a cell of a table shows.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// f(a,b)
    #[default]
    F,
    /// f(a,b) − b
    Offset,
    /// The Grundy value of the heaps a and b
    Grundy,
    /// Whether the heaps a and b are a P-position: 1 if they are, else 0
    Outcome,
}

/// What `table` answers: the cells, or a count.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum TableAnswered {
    /// The cells.
    Cells(TableMade),
    /// A count.
    Count(TableCounted),
}

/// A table.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableMade {
    /// The game.
    pub game: String,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub cols: usize,
    /// What a cell shows.
    pub show: Show,
    /// The heaps that stand beside a and b.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u64>,
    /// The cells, row by row. They are written one by one, since a table can have more of them than there is memory
    /// for as JSON.
    #[schemars(with = "Vec<Vec<i64>>")]
    cells: Shown,
}

impl TableMade {
    /// A table that was made before.
    pub fn new(game: String, table: Arc<Cells>, show: Show) -> TableMade {
        TableMade {
            game,
            rows: table.rows(),
            cols: table.cols(),
            show,
            rest: table.rest().heaps().to_vec(),
            cells: Shown { table: Source::Completions(table), show },
        }
    }

    /// The values of [a,b] beside a rest, in any game.
    fn of_values(
        game: &AnyGame,
        rest: &Position,
        show: Show,
        (rows, cols): (usize, usize),
        host: &Host<'_>,
    ) -> Result<TableMade, Problem> {
        host.check_room(game, rest.heaps().len() + 2, "rest")?;
        if rows == 0 || cols == 0 {
            return Err(Problem::input("a table has at least one row and one column").field("rows"));
        }
        let at = |a: usize, b: usize| rest.with(a as u64).with(b as u64);
        // Each pair beyond the diagonal is a position that the search knows already.
        let each = |visit: &mut Visit<'_>| {
            (0..rows).try_for_each(|a| (0..cols).try_for_each(|b| visit(at(a, b))))
        };
        let found = gather(game, each, Play::Normal, &host.limits)?;
        let cell = |a: usize, b: usize| {
            let value = found.of(at(a, b).heaps()).expect("it was asked for");
            match show {
                Show::Outcome => i64::from(value.outcome.is_p()),
                _ => value.grundy as i64,
            }
        };
        let all = (0..rows).flat_map(|a| (0..cols).map(move |b| cell(a, b))).collect();
        Ok(TableMade {
            game: game.name().to_owned(),
            rows,
            cols,
            show,
            rest: rest.heaps().to_vec(),
            cells: Shown { table: Source::Values { all, cols }, show },
        })
    }
}

/// Where cells come from.
#[derive(Debug)]
enum Source {
    Completions(Arc<Cells>),
    /// Row by row.
    Values {
        all: Vec<i64>,
        cols: usize,
    },
}

/// The cells of a table as they are shown.
#[derive(Debug)]
struct Shown {
    table: Source,
    show: Show,
}

impl Shown {
    fn at(&self, a: usize, b: usize) -> i64 {
        match &self.table {
            Source::Completions(table) if self.show == Show::Offset => {
                table.offset(a, b).unwrap_or(0)
            }
            Source::Completions(table) => table.get(a, b).map_or(0, |f| f as i64),
            Source::Values { all, cols } => all[a * cols + b],
        }
    }

    fn rows(&self) -> usize {
        match &self.table {
            Source::Completions(table) => table.rows(),
            Source::Values { all, cols } => all.len() / cols,
        }
    }

    fn cols(&self) -> usize {
        match &self.table {
            Source::Completions(table) => table.cols(),
            Source::Values { cols, .. } => *cols,
        }
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        struct Line<'a>(&'a Shown, usize);
        impl Serialize for Line<'_> {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_seq((0..self.0.cols()).map(|b| self.0.at(self.1, b)))
            }
        }
        let mut rows = to.serialize_seq(Some(self.rows()))?;
        (0..self.rows()).try_for_each(|a| rows.serialize_element(&Line(self, a)))?;
        rows.end()
    }
}

/// P-positions of three heaps, counted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableCounted {
    /// The game.
    pub game: String,
    /// The largest heap.
    pub max: u64,
    /// How many there are.
    pub p_positions: u64,
    /// The sum of their largest heaps; a text if it does not fit in 64 bits.
    #[serde(serialize_with = "number_or_text")]
    #[schemars(with = "u64")]
    pub sum_of_largest: u128,
}

fn number_or_text<S: Serializer>(number: &u128, to: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*number) {
        Ok(number) => to.serialize_u64(number),
        Err(_) => to.collect_str(number),
    }
}

impl Question for Table {
    const NAME: &'static str = "table";
    const EXAMPLE: &'static str = "rows=9&cols=13&show=offset";
    type Answer = TableAnswered;

    fn cost(&self, _: &Host<'_>) -> Result<Cost, Problem> {
        Ok(match (&self.rest, self.count) {
            _ if matches!(self.show, Show::Grundy | Show::Outcome) => Cost::Unknown,
            (None, false) => Cost::Entries(self.rows as u128 * self.cols as u128),
            _ => Cost::Unknown,
        })
    }

    fn answer(&self, host: &Host<'_>) -> Result<TableAnswered, Problem> {
        match (self.max, self.count) {
            (Some(max), true) => {
                let (game, family) = host.family(&self.game)?;
                let Count { p_positions, sum_of_largest, .. } = count(family, max, &host.limits)?;
                Ok(TableAnswered::Count(TableCounted { game, max, p_positions, sum_of_largest }))
            }
            (None, false) if matches!(self.show, Show::Grundy | Show::Outcome) => {
                let game = host.game(&self.game)?;
                let rest = self.rest.as_deref().map(parse_rest).transpose();
                let rest = rest.map_err(|error| Problem::from(error).field("rest"))?;
                let (rest, size) = (rest.unwrap_or_default(), (self.rows, self.cols));
                let made = TableMade::of_values(&game, &rest, self.show, size, host)?;
                Ok(TableAnswered::Cells(made))
            }
            (None, false) => {
                let rest = self.rest.as_deref();
                let (game, table) = cells_of(host, &self.game, rest, (self.rows, self.cols))?;
                let game = game.name().to_owned();
                Ok(TableAnswered::Cells(TableMade::new(game, Arc::new(table), self.show)))
            }
            _ => Err(Problem::input("`max` and `count` go together").field("max")),
        }
    }
}

/// The table of f(a,b), or of f(R,a,b) beside a rest R, and the name of its game.
///
/// # Errors
/// If there is no such table, or a bound is met.
pub fn cells_of(
    host: &Host<'_>,
    game: &str,
    rest: Option<&str>,
    (rows, cols): (usize, usize),
) -> Result<(AnyGame, Cells), Problem> {
    let limits: &Budget = &host.limits;
    match rest {
        None => {
            let (named, family) = host.family_game(game)?;
            Ok((named, Cells::new(family, rows, cols, limits)?))
        }
        Some(text) => {
            let (named, setting) = host.row_setting(game, false)?;
            let rest = parse_rest(text).map_err(|error| Problem::from(error).field("rest"))?;
            Ok((named, rests::table::table(&setting, &rest, rows, cols, limits)??))
        }
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Problem {
        let problem = Problem::of(&error);
        match error {
            TableError::Memory { .. } => problem.suggest("ask for less, or raise --memory"),
            TableError::Limit(limit) => limit.into(),
            _ => problem,
        }
    }
}

impl Answer for TableAnswered {
    fn schema(&self) -> &'static str {
        match self {
            TableAnswered::Cells(_) => "amalgam/table/1",
            TableAnswered::Count(_) => "amalgam/table-count/1",
        }
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        match self {
            TableAnswered::Cells(made) => made.cells.say(page.out()),
            TableAnswered::Count(TableCounted { game, max, p_positions, sum_of_largest }) => {
                page.line(format!("1 <= a <= b <= c <= {max} in {game}"))?;
                let rows = [
                    cells!["P-positions", p_positions],
                    cells!["sum of largest heaps", sum_of_largest],
                ];
                page.columns(&rows, 2)
            }
        }
    }
}

impl Shown {
    /// Headers above and at the left, everything aligned to the right.
    fn say(&self, out: &mut (dyn Write + Send)) -> io::Result<()> {
        let (rows, columns) = (self.rows(), 0..self.cols());
        let all = || (0..rows).flat_map(|a| columns.clone().map(move |b| self.at(a, b)));
        let ends = [all().min(), all().max(), Some(columns.len() as i64 - 1)];
        let widest = ends.into_iter().flatten().map(|end| end.to_string().len()).max().unwrap_or(1);
        let left = (rows - 1).to_string().len().max("a\\b".len());
        write!(out, "{:>left$} |", "a\\b")?;
        for b in columns.clone() {
            write!(out, " {b:>widest$}")?;
        }
        writeln!(out)?;
        writeln!(out, "{}-+{}", "-".repeat(left), "-".repeat((widest + 1) * columns.len()))?;
        for a in 0..rows {
            write!(out, "{a:>left$} |")?;
            for b in columns.clone() {
                write!(out, " {:>widest$}", self.at(a, b))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

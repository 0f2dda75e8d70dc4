//! `amalgam export`: tables, rows, sequences and graphs in the formats others read.

mod positions;
mod three;

use std::io::IsTerminal;
use std::ops::Range;
use std::path::{Path, PathBuf};

use amalgam_export::format::{Export, ExportError, FORMATS, Format, Kind};
use amalgam_export::whole_file::WholeFile;
use clap::{Args, Subcommand};

use crate::arguments::{FamilyArgs, GameArgs, LimitArgs, RowLimitArgs, RowOf, TableOf};
use crate::failure::{Answer, Failure};
use crate::found::TreeArgs;
use crate::written::{self, OutArgs, rule};

#[derive(Args, Debug)]
#[command(after_help = concat!("Without --out the result goes to standard output. ", rule!(),
    "\n\nExamples:\n  \
    amalgam export row 7 --to 100 --format bfile --out b000007.txt\n  \
    amalgam export row \"[2,3]\" --to 100\n  \
    amalgam export antidiagonals --terms 1000 --format bfile\n  \
    amalgam export table --rows 1000 --cols 1000 --format parquet --out f.parquet\n  \
    amalgam export periods --to 20 --format latex\n  \
    amalgam export lists 7 --format latex\n  \
    amalgam export tree \"[1,2,2]\" --depth 2 --format dot"))]
pub(crate) struct ExportArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// f(a,b), a cell a record
    Table(TableExport),
    /// f(a,b) for one row
    Row(RowExport),
    /// The antidiagonals of f as one sequence: f(0,0), f(0,1), f(1,0), f(0,2), …
    Antidiagonals(AntidiagonalsExport),
    /// How many P-positions of three heaps have n coins
    Counts(CountsExport),
    /// Preperiod and period of every row
    Periods(PeriodsExport),
    /// The lists L1 and L2 of a row
    Lists(ListsExport),
    /// The pairs of a row
    Matching(MatchingExport),
    /// Grundy values of three heaps
    Cube(CubeExport),
    /// The P-positions of a census that `amalgam census --out` made, or their number by coins
    Census(CensusExport),
    /// The game tree of a position, a move a record
    Tree(TreeExport),
    #[command(external_subcommand)]
    Unknown(Vec<String>),
}

const WHATS: [&str; 10] = [
    "table",
    "row",
    "antidiagonals",
    "counts",
    "periods",
    "lists",
    "matching",
    "cube",
    "census",
    "tree",
];

#[derive(Args, Debug)]
struct FileArgs {
    /// bfile, csv, jsonl, parquet, latex or dot
    #[arg(long, short)]
    format: String,
    #[command(flatten)]
    out: OutArgs,
}

#[derive(Args, Debug)]
struct TableExport {
    #[command(flatten)]
    of: TableOf,
    /// How many rows, a = 0, 1, …
    #[arg(long, default_value_t = 9)]
    rows: usize,
    /// How many columns, b = 0, 1, …
    #[arg(long, default_value_t = 9)]
    cols: usize,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct RowExport {
    #[command(flatten)]
    of: RowOf,
    /// The column after the last
    #[arg(long, default_value_t = 100)]
    to: u64,
    #[command(flatten)]
    file: FileArgs,
}

#[derive(Args, Debug)]
struct AntidiagonalsExport {
    /// How many terms
    #[arg(long, default_value_t = 1000)]
    terms: u64,
    #[command(flatten)]
    game: FamilyArgs,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct CountsExport {
    /// The most coins
    #[arg(long, value_name = "N", default_value_t = 100)]
    coins: u64,
    #[command(flatten)]
    game: FamilyArgs,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct PeriodsExport {
    /// The last row
    #[arg(long, value_name = "A")]
    to: u64,
    #[command(flatten)]
    game: FamilyArgs,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: RowLimitArgs,
}

#[derive(Args, Debug)]
struct ListsExport {
    #[command(flatten)]
    of: RowOf,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct MatchingExport {
    #[command(flatten)]
    of: RowOf,
    /// The first column
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The column after the last
    #[arg(long, default_value_t = 40)]
    to: u64,
    #[command(flatten)]
    file: FileArgs,
}

#[derive(Args, Debug)]
struct CubeExport {
    /// The largest heap
    #[arg(long, value_name = "N", default_value_t = 20)]
    max: u64,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct CensusExport {
    /// The directory of the census
    dir: PathBuf,
    /// Only how many P-positions there are with n coins, a sequence
    #[arg(long)]
    counts: bool,
    #[command(flatten)]
    file: FileArgs,
}

#[derive(Args, Debug)]
struct TreeExport {
    #[command(flatten)]
    tree: TreeArgs,
    #[command(flatten)]
    file: FileArgs,
}

pub(crate) fn run(args: &ExportArgs) -> Result<Answer, Failure> {
    match &args.what {
        What::Table(args) => three::table(args),
        What::Row(args) => three::row(args),
        What::Antidiagonals(args) => three::antidiagonals(args),
        What::Counts(args) => three::counts(args),
        What::Periods(args) => three::periods(args),
        What::Lists(args) => three::lists(args),
        What::Matching(args) => three::matching(args),
        What::Cube(args) => positions::cube(args),
        What::Census(args) => positions::census(args),
        What::Tree(args) => positions::tree(args),
        What::Unknown(words) => Err(Failure::unknown("export", words.first(), &WHATS)),
    }
}

const SEQUENCE: [(&str, Kind); 2] = [("n", Kind::Number), ("value", Kind::Number)];

fn not_empty(range: Range<u64>) -> Result<Range<u64>, Failure> {
    if range.is_empty() {
        let message = format!("the range {}..{} is empty", range.start, range.end);
        return Err(Failure::input(message, None));
    }
    Ok(range)
}

fn comments(game: &str) -> Vec<String> {
    vec![format!("game: {game}"), format!("{}: {}", written::PROGRAM, written::command())]
}

/// Where an export goes, and how.
struct Target {
    format: &'static dyn Format,
    file: WholeFile,
}

impl Target {
    fn new(args: &FileArgs) -> Result<Target, Failure> {
        let Some(&format) = FORMATS.iter().find(|format| format.name() == args.format) else {
            let known = FORMATS.map(|format| format.name());
            return Err(Failure::unknown("format", Some(&args.format), &known));
        };
        let file = args.out.open()?;
        let terminal = written::is_stdout(&file) && std::io::stdout().is_terminal();
        if format.name() == "parquet" && (file.is_none() || terminal) {
            return Err(Failure::input(
                "Parquet is not for a terminal".to_owned(),
                Some("name a file with --out FILE.parquet".to_owned()),
            ));
        }
        let file = file.map_or_else(|| WholeFile::open(Path::new("-"), false), Ok)?;
        Ok(Target { format, file })
    }

    fn write(mut self, mut export: Export<'_>) -> Result<Answer, Failure> {
        let written = self.format.write(&mut export, &mut self.file);
        written.map_err(|error| failure(&self.file, error))?;
        self.file.finish()?;
        Ok(Answer::Yes)
    }
}

fn failure(file: &WholeFile, error: ExportError) -> Failure {
    match error {
        ExportError::Io(error) => file.failed(error).into(),
        ExportError::Unfit { instead, .. } => {
            Failure::input(error.to_string(), Some(format!("use --format {instead}")))
        }
        ExportError::TooLarge { format, what, fits } => {
            Failure::input(format!("{what} is too large for {format}"), Some(fits))
        }
    }
}

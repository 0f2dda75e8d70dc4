//! `amalgam export`: tables, rows, sequences and graphs in the formats others read.

use std::ops::Range;
use std::path::{Path, PathBuf};

use amalgam::cube::{Cube, CubeError, Keep};
use amalgam::three::row;
use amalgam::three::rows::{Limits, RowReport};
use amalgam::three::table::Table;
use amalgam_export::census::{Filter, Manifest, look};
use amalgam_export::format::{Cell, Export, ExportError, FORMATS, Format, Kind, Shape};
use clap::{Args, Subcommand};

use crate::arguments::{FamilyArgs, GameArgs, LimitArgs, MemoryArgs};
use crate::failure::{Answer, Failure};
use crate::plot::{find, find_tree, table_failure, unknown};
use crate::written::{self, OutArgs};

#[derive(Args, Debug)]
#[command(after_help = "Without --out the result goes to standard output.\n\nExamples:\n  \
    amalgam export row 7 --to 100 --format bfile --out b000007.txt\n  \
    amalgam export antidiagonals --terms 1000 --format bfile\n  \
    amalgam export table --rows 1000 --cols 1000 --format parquet --out f.parquet\n  \
    amalgam export periods --to 20 --format latex\n  \
    amalgam export lists 7 --format latex\n  \
    amalgam export tree \"[1,2,2]\" --depth 2 --format dot")]
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
    game: FamilyArgs,
    /// How many rows, a = 0, 1, …
    #[arg(long, default_value_t = 9)]
    rows: usize,
    /// How many columns, b = 0, 1, …
    #[arg(long, default_value_t = 9)]
    cols: usize,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    memory: MemoryArgs,
}

#[derive(Args, Debug)]
struct RowExport {
    /// The row
    row: u64,
    /// The column after the last
    #[arg(long, default_value_t = 100)]
    to: u64,
    #[command(flatten)]
    game: FamilyArgs,
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
    memory: MemoryArgs,
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
    memory: MemoryArgs,
}

#[derive(Args, Debug)]
struct PeriodsExport {
    /// The last row
    #[arg(long, value_name = "A")]
    to: u64,
    #[command(flatten)]
    game: FamilyArgs,
    /// Give a row up after so many columns
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_columns: u64,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct ListsExport {
    /// The row
    row: u64,
    #[command(flatten)]
    game: FamilyArgs,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Args, Debug)]
struct MatchingExport {
    /// The row
    row: u64,
    /// The first column
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The column after the last
    #[arg(long, default_value_t = 40)]
    to: u64,
    #[command(flatten)]
    game: FamilyArgs,
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
    /// A position
    #[arg(required = true, allow_negative_numbers = true)]
    position: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// How many moves deep
    #[arg(long, default_value_t = 2)]
    depth: usize,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &ExportArgs) -> Result<Answer, Failure> {
    match &args.what {
        What::Table(args) => table(args),
        What::Row(args) => row(args),
        What::Antidiagonals(args) => antidiagonals(args),
        What::Counts(args) => counts(args),
        What::Periods(args) => periods(args),
        What::Lists(args) => lists(args),
        What::Matching(args) => matching(args),
        What::Cube(args) => cube(args),
        What::Census(args) => census(args),
        What::Tree(args) => tree(args),
        What::Unknown(words) => Err(unknown("export", words, &WHATS)),
    }
}

const SEQUENCE: [(&str, Kind); 2] = [("n", Kind::Number), ("value", Kind::Number)];

fn table(args: &TableExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, family) = args.game.family()?;
    let cells = Table::new(family, args.rows, args.cols, args.memory.bytes());
    let cells = cells.map_err(table_failure)?;
    let mut places = (0..args.rows).flat_map(|a| (0..args.cols).map(move |b| (a, b)));
    target.write(Export {
        title: format!("f(a,b) for 0 <= a < {}, 0 <= b < {}", args.rows, args.cols),
        comments: comments(game.name()),
        columns: vec![("a", Kind::Number), ("b", Kind::Number), ("f", Kind::Number)],
        shape: Shape::Grid { columns: args.cols },
        next: Box::new(move |record| {
            let Some((a, b)) = places.next() else { return false };
            let f = cells.get(a, b).map_or(Cell::Unknown, Cell::from);
            record.extend([Cell::from(a as u64), Cell::from(b as u64), f]);
            true
        }),
    })
}

/// f(a,b) of row `row` for b in `0..to`.
fn row(args: &RowExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, family) = args.game.family()?;
    let columns = not_empty(0..args.to)?;
    let mut values = vec![0; 0];
    if args.row > 0 {
        let pairs = row::matching(family, args.row, columns)?;
        values.resize(args.to as usize, 0);
        for [b, c] in pairs.into_iter().flat_map(|[b, c]| [[b, c], [c, b]]) {
            if b < args.to {
                values[b as usize] = c;
            }
        }
    }
    let (zero, to) = (args.row == 0, args.to);
    let mut b = 0;
    target.write(Export {
        title: format!("f({},n) for 0 <= n < {to}", args.row),
        comments: comments(game.name()),
        columns: SEQUENCE.to_vec(),
        shape: Shape::Sequence,
        next: Box::new(move |record| {
            if b == to {
                return false;
            }
            let value = if zero { b } else { values[b as usize] };
            record.extend([Cell::from(b), Cell::from(value)]);
            b += 1;
            true
        }),
    })
}

fn antidiagonals(args: &AntidiagonalsExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, family) = args.game.family()?;
    not_empty(0..args.terms)?;
    // The last antidiagonal d has the terms d(d+1)/2 and on.
    let last = (args.terms.saturating_mul(2)).isqrt() as usize + 1;
    let cells = Table::new(family, last + 1, last + 1, args.memory.bytes());
    let cells = cells.map_err(table_failure)?;
    let (mut n, mut a, mut diagonal) = (0, 0, 0);
    let terms = args.terms;
    target.write(Export {
        title: "f(a,b) read by antidiagonals: f(0,0), f(0,1), f(1,0), f(0,2), ...".to_owned(),
        comments: comments(game.name()),
        columns: SEQUENCE.to_vec(),
        shape: Shape::Sequence,
        next: Box::new(move |record| {
            if n == terms {
                return false;
            }
            let f = cells.get(a, diagonal - a).map_or(Cell::Unknown, Cell::from);
            record.extend([Cell::from(n), f]);
            n += 1;
            (a, diagonal) = if a == diagonal { (0, diagonal + 1) } else { (a + 1, diagonal) };
            true
        }),
    })
}

fn counts(args: &CountsExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, family) = args.game.family()?;
    let coins = args.coins;
    // a <= b <= c, so that a is at most a third and b less than half of the coins.
    let side = |part: u64| usize::try_from(coins / part).ok().and_then(|side| side.checked_add(1));
    let (rows, cols) = (side(3).unwrap_or(usize::MAX), side(2).unwrap_or(usize::MAX));
    let cells = Table::new(family, rows, cols, args.memory.bytes()).map_err(table_failure)?;
    let mut counts = vec![0_u64; coins as usize + 1];
    for a in 1..rows {
        for b in a..cols {
            let c = cells.get(a, b).unwrap_or(0);
            let total = a as u64 + b as u64 + c;
            if c >= b as u64 && total <= coins {
                counts[total as usize] += 1;
            }
        }
    }
    let mut counts = counts.into_iter().zip(0_u64..);
    target.write(Export {
        title: format!("P-positions of three non-empty heaps with n coins, n <= {coins}"),
        comments: comments(game.name()),
        columns: SEQUENCE.to_vec(),
        shape: Shape::Sequence,
        next: Box::new(move |record| {
            let Some((count, n)) = counts.next() else { return false };
            record.extend([Cell::from(n), Cell::from(count)]);
            true
        }),
    })
}

fn periods(args: &PeriodsExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, family) = args.game.family()?;
    let limits = args.limits.limits();
    let limits =
        Limits { max_columns: args.max_columns, memory: limits.memory, deadline: limits.deadline };
    let reports = find(family, args.to, &limits)?;
    let mut reports = reports.into_iter();
    target.write(Export {
        title: format!("preperiod and period of the rows 1 to {} of f(a,b)", args.to),
        comments: comments(game.name()),
        columns: vec![
            ("row", Kind::Number),
            ("preperiod", Kind::Number),
            ("period", Kind::Number),
            ("cover", Kind::Truth),
            ("status", Kind::Text),
        ],
        shape: Shape::Records,
        next: Box::new(move |record| {
            let Some(report) = reports.next() else { return false };
            record.extend(period_record(&report));
            true
        }),
    })
}

fn period_record(report: &RowReport) -> [Cell; 5] {
    let (preperiod, period, status) = match report.proved() {
        Some(proved) => (Cell::from(proved.preperiod), Cell::from(proved.period), "proved"),
        None => (Cell::Unknown, Cell::Unknown, "unknown"),
    };
    let (row, cover) = (Cell::from(report.row), Cell::Truth(report.cover));
    [row, preperiod, period, cover, Cell::Text(status.to_owned())]
}

fn lists(args: &ListsExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, family) = args.game.family()?;
    let limits = args.limits.limits();
    let limits = Limits { memory: limits.memory, deadline: limits.deadline, ..Limits::default() };
    let reports = find(family, args.row, &limits)?;
    let proved = reports.last().and_then(RowReport::proved);
    let unknown = amalgam::three::progress::SearchError::Unknown { row: args.row };
    let lists = row::lists_of(family, args.row, proved.ok_or(unknown)?)?;
    let pairs = lists.once.clone().into_iter().map(|pair| (1, pair));
    let mut pairs = pairs.chain(lists.repeating.clone().into_iter().map(|pair| (2, pair)));
    target.write(Export {
        title: format!("L1({0}) and L2({0}), period {1}", args.row, lists.period),
        comments: comments(game.name()),
        columns: vec![("list", Kind::Number), ("b", Kind::Number), ("c", Kind::Number)],
        shape: Shape::Lists(lists),
        next: Box::new(move |record| {
            let Some((list, [b, c])) = pairs.next() else { return false };
            record.extend([Cell::Number(list), Cell::from(b), Cell::from(c)]);
            true
        }),
    })
}

fn matching(args: &MatchingExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (game, family) = args.game.family()?;
    let columns = not_empty(args.from..args.to)?;
    let mut pairs = row::matching(family, args.row, columns)?.into_iter();
    target.write(Export {
        title: format!("row {} as a matching, {} <= b < {}", args.row, args.from, args.to),
        comments: comments(game.name()),
        columns: vec![("b", Kind::Number), ("f", Kind::Number)],
        shape: Shape::Matching,
        next: Box::new(move |record| {
            let Some([b, c]) = pairs.next() else { return false };
            record.extend([Cell::from(b), Cell::from(c)]);
            true
        }),
    })
}

fn cube(args: &CubeExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let game = args.game.game()?;
    let cube = Cube::new(game.rules(), args.max, Keep::Values, &args.limits.limits()).map_err(
        |error| match error {
            CubeError::Limit(limit) => limit.into(),
            CubeError::Memory { .. } => {
                Failure::Limit(error.to_string(), Some("raise --memory or lower --max".to_owned()))
            }
            _ => Failure::Input(error.to_string(), None),
        },
    )?;
    let mut values = cube.values();
    target.write(Export {
        title: format!("Grundy values of [a,b,c] with a <= b <= c <= {}", args.max),
        comments: comments(game.name()),
        columns: ["a", "b", "c", "grundy"].map(|name| (name, Kind::Number)).to_vec(),
        shape: Shape::Records,
        next: Box::new(move |record| {
            let Some((heaps, value)) = values.next() else { return false };
            record.extend(heaps.into_iter().chain([value]).map(|x| Cell::Number(x.into())));
            true
        }),
    })
}

/// One layer of a census is in memory at a time.
fn census(args: &CensusExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let refused = |error| crate::census::failure(error, false);
    let manifest = Manifest::load(&args.dir).map_err(refused)?;
    let about = comments(&manifest.game);
    let mut layers = manifest.layers.iter().map(|layer| (layer.coins, layer.p_positions));
    if args.counts {
        return target.write(Export {
            title: "P-positions with n coins".to_owned(),
            comments: about,
            columns: SEQUENCE.to_vec(),
            shape: Shape::Sequence,
            next: Box::new(move |record| {
                let Some((coins, number)) = layers.next() else { return false };
                record.extend([Cell::from(coins as u64), Cell::from(number)]);
                true
            }),
        });
    }
    // Damage is to be known before anything is written.
    look(&args.dir, &Filter::default(), &mut |_| true, 0).map_err(refused)?;
    let mut damage = None;
    let mut positions = Vec::new().into_iter();
    let mut coins = 0;
    let written = target.write(Export {
        title: "all P-positions by coins".to_owned(),
        comments: about,
        columns: vec![("coins", Kind::Number), ("position", Kind::Text)],
        shape: Shape::Records,
        next: Box::new(|record| {
            loop {
                if let Some(position) = positions.next() {
                    let position: &amalgam::Position = &position;
                    record.extend([Cell::from(coins as u64), Cell::Text(position.to_string())]);
                    return true;
                }
                let Some((next, _)) = layers.next() else { return false };
                coins = next;
                let filter = Filter { coins: Some(coins), ..Filter::default() };
                match look(&args.dir, &filter, &mut |_| true, usize::MAX) {
                    Ok(found) => positions = found.positions.into_iter(),
                    Err(error) => {
                        damage = Some(error);
                        return false;
                    }
                }
            }
        }),
    });
    match damage {
        Some(error) => Err(refused(error)),
        None => written,
    }
}

fn tree(args: &TreeExport) -> Result<Answer, Failure> {
    let target = Target::new(&args.file)?;
    let (name, tree) = find_tree(&args.game, &args.position, args.depth, &args.limits)?;
    let nodes = &tree.nodes;
    let mut edges =
        nodes.iter().flat_map(|node| node.options.iter().map(move |&i| (node, &nodes[i])));
    target.write(Export {
        title: format!("the game tree of {} to depth {}", tree.nodes[0].position, args.depth),
        comments: comments(&name),
        columns: vec![
            ("depth", Kind::Number),
            ("position", Kind::Text),
            ("option", Kind::Text),
            ("outcome", Kind::Text),
            ("grundy", Kind::Number),
        ],
        shape: Shape::Graph(tree.to_dot()),
        next: Box::new(move |record| {
            let Some((node, option)) = edges.next() else { return false };
            record.extend([
                Cell::from(node.depth as u64),
                Cell::Text(node.position.to_string()),
                Cell::Text(option.position.to_string()),
                Cell::Text(option.outcome.to_string()),
                Cell::from(option.grundy),
            ]);
            true
        }),
    })
}

fn not_empty(range: Range<u64>) -> Result<Range<u64>, Failure> {
    if range.is_empty() {
        let message = format!("the range {}..{} is empty", range.start, range.end);
        return Err(Failure::Input(message, None));
    }
    Ok(range)
}

fn comments(game: &str) -> Vec<String> {
    vec![format!("game: {game}"), format!("{}: {}", written::PROGRAM, written::command())]
}

/// Where an export goes, and how.
struct Target<'a> {
    format: &'static dyn Format,
    path: Option<&'a Path>,
}

impl<'a> Target<'a> {
    fn new(args: &'a FileArgs) -> Result<Target<'a>, Failure> {
        let Some(&format) = FORMATS.iter().find(|format| format.name() == args.format) else {
            let known = FORMATS.map(|format| format.name());
            return Err(unknown("format", std::slice::from_ref(&args.format), &known));
        };
        let path = args.out.out.as_deref();
        match path {
            Some(path) => written::check(path, args.out.force)?,
            None if format.name() == "parquet" => {
                return Err(Failure::Input(
                    "Parquet is not for a terminal".to_owned(),
                    Some("name a file with --out FILE.parquet".to_owned()),
                ));
            }
            None => {}
        }
        Ok(Target { format, path })
    }

    fn write(&self, mut export: Export<'_>) -> Result<Answer, Failure> {
        match self.path {
            Some(path) => {
                written::write(path, |file| self.format.write(&mut export, file).map_err(failure))?
            }
            None => {
                let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout());
                self.format.write(&mut export, &mut out).map_err(failure)?;
                std::io::Write::flush(&mut out)?;
            }
        }
        Ok(Answer::Yes)
    }
}

fn failure(error: ExportError) -> Failure {
    match error {
        ExportError::Io(error) => Failure::Output(error),
        ExportError::Unfit { instead, .. } => {
            Failure::Input(error.to_string(), Some(format!("use --format {instead}")))
        }
        ExportError::TooLarge { format, what, fits } => {
            Failure::Input(format!("{what} is too large for {format}"), Some(fits))
        }
    }
}

//! `amalgam table`: f(a,b) for three heaps, as the slides print it, or a count of P-positions.

use amalgam::Budget;
use amalgam::engines::three::table::{Table, count};
use amalgam::games::rules::Family;
use amalgam_export::three_answers;
use clap::{Args, ValueEnum};

use crate::arguments::{LimitArgs, TableOf, ThreadArgs};
use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(
    after_help = "f(a,b) is the one heap that makes [a,b,f(a,b)] a P-position.\n\nExamples:\n  \
    amalgam table --rows 28 --cols 35\n  \
    amalgam table --rows 8 --cols 13 --show offset\n  \
    amalgam table --game \"restricted-amalgamation(3)\" --rows 9 --cols 9\n  \
    amalgam table --rest \"[2]\"    f(2,a,b), which makes [2,a,b,f(2,a,b)] a P-position\n  \
    amalgam table --max 8000 --count --json"
)]
pub(crate) struct TableArgs {
    #[command(flatten)]
    of: TableOf,
    /// How many rows, a = 0, 1, …
    #[arg(long, default_value_t = 9)]
    rows: usize,
    /// How many columns, b = 0, 1, …
    #[arg(long, default_value_t = 9)]
    cols: usize,
    /// What to show in a cell
    #[arg(long, value_enum, default_value_t = Show::F)]
    show: Show,
    /// With --count: the largest heap
    #[arg(long, value_name = "N", requires = "count", conflicts_with_all = ["rows", "cols", "show", "rest"])]
    max: Option<u64>,
    /// Count the P-positions 1 <= a <= b <= c <= N instead of printing cells
    #[arg(long, requires = "max")]
    count: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// f(a,b)
    F,
    /// f(a,b) − b
    Offset,
}

pub(crate) fn run(args: &TableArgs) -> Result<Answer, Failure> {
    if let Some(max) = args.max {
        let (game, family) = args.of.game.family()?;
        return run_count(args, game.name(), family, max);
    }
    let limits = args.limits.limits();
    let (game, table) = args.of.table(args.rows, args.cols, &limits)?;
    if args.json {
        let cells = match args.show {
            Show::F => three_answers::Cells::F,
            Show::Offset => three_answers::Cells::Offset,
        };
        output::print_json_within(&limits, &three_answers::table(game.name(), &table, cells))?;
    } else {
        print(&table, args.show, &limits)?;
    }
    Ok(Answer::Yes)
}

/// Headers above and at the left, everything aligned to the right.
fn print(table: &Table, show: Show, limits: &Budget) -> Result<(), Failure> {
    let value = |a, b| match show {
        Show::F => table.get(a, b).map_or(0, |f| f as i64),
        Show::Offset => table.offset(a, b).unwrap_or(0),
    };
    let columns = 0..table.cols();
    let cells = || (0..table.rows()).flat_map(|a| columns.clone().map(move |b| value(a, b)));
    let ends = [cells().min(), cells().max(), Some(table.cols() as i64 - 1)];
    let widest = ends.into_iter().flatten().map(|end| end.to_string().len()).max().unwrap_or(1);
    let left = (table.rows() - 1).to_string().len().max("a\\b".len());
    output::stream_within(limits, |out| {
        write!(out, "{:>left$} |", "a\\b")?;
        for b in columns.clone() {
            write!(out, " {b:>widest$}")?;
        }
        writeln!(out)?;
        writeln!(out, "{}-+{}", "-".repeat(left), "-".repeat((widest + 1) * table.cols()))?;
        for a in 0..table.rows() {
            write!(out, "{a:>left$} |")?;
            for b in columns.clone() {
                write!(out, " {:>widest$}", value(a, b))?;
            }
            writeln!(out)?;
        }
        Ok(())
    })
}

fn run_count(args: &TableArgs, game: &str, family: Family, max: u64) -> Result<Answer, Failure> {
    let counted = count(family, max, &args.threads.of(args.limits.limits()))?;
    if args.json {
        output::print_json(&three_answers::table_count(game, max, &counted))?;
    } else {
        let rows = [
            vec!["P-positions".to_owned(), counted.p_positions.to_string()],
            vec!["sum of largest heaps".to_owned(), counted.sum_of_largest.to_string()],
        ];
        let title = format!("1 <= a <= b <= c <= {max} in {game}\n");
        output::print(&format!("{title}{}", output::columns(&rows, 2)))?;
    }
    Ok(Answer::Yes)
}

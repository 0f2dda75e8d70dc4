//! `amalgam values`: the Grundy values of single heaps.

use std::io::{self, Write};

use amalgam::engines::sequence::Values;
use amalgam_export::format::{Cell, Export, ExportError, FORMATS, Kind, Shape};
use amalgam_export::single_answers;
use clap::{Args, ValueEnum};

use crate::arguments::{LimitArgs, ThreadArgs};
use crate::failure::{Answer, Failure};
use crate::{output, single_heaps, written};

#[derive(Args, Debug)]
#[command(
    after_help = "GAME is a named game, octal(CODE) or rules in words, without merges. In a code \
    d0.d1d2d3… the digit dk says what taking k coins may leave: 1 nothing, 2 one heap, 4 two heaps, \
    8 three heaps, and sums of these. A run of minutes is kept now and then; interrupted or killed, it \
    goes on from there when it is started again.\n\n\
    Examples:\n  \
    amalgam values kayles --to 50\n  \
    amalgam values \"octal(0.137)\" --to 1000 --format bfile\n  \
    amalgam values \"subtraction(1,2,5)\" --to 20 --json\n  \
    amalgam values \"take 1..3, split\" --to 100 --format csv"
)]
pub(crate) struct ValuesArgs {
    /// The game
    #[arg(required = true, value_name = "GAME")]
    game: Vec<String>,
    /// The largest heap
    #[arg(long, value_name = "N", default_value_t = 100, allow_hyphen_values = true)]
    to: u64,
    /// How the values are written
    #[arg(long, short, value_enum, default_value_t = Layout::Text)]
    format: Layout,
    /// Start anew, whatever an interrupted run has left
    #[arg(long)]
    fresh: bool,
    /// Print one JSON object, as --format json does
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Layout {
    /// Ten values a line
    Text,
    /// The OEIS's: index and value on each line
    Bfile,
    /// Columns n and value
    Csv,
    /// One object
    Json,
}

pub(crate) fn run(args: &ValuesArgs) -> Result<Answer, Failure> {
    let (name, moves) = single_heaps::read(&args.game)?;
    let limits = args.threads.of(args.limits.limits());
    let sequence = single_heaps::up_to(moves, args.to, args.fresh, &limits)?;
    let values = sequence.values();
    match if args.json { Layout::Json } else { args.format } {
        Layout::Json => output::print_json(&single_answers::values(&name, values))?,
        Layout::Text => output::stream(|out| text(&name, values, out))?,
        Layout::Bfile => export("bfile", &name, values)?,
        Layout::Csv => export("csv", &name, values)?,
    }
    Ok(Answer::Yes)
}

fn text(name: &str, values: &Values, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let width = |number: u64| number.to_string().len();
    let heaps = width(values.len() as u64 - 1);
    let wide = width(values.largest().into());
    writeln!(out, "Grundy values of single heaps 0 to {} in {name}", values.len() - 1)?;
    for (heap, value) in values.iter().enumerate() {
        match heap % 10 {
            0 if heap > 0 => write!(out, "\n  {heap:>heaps$} ")?,
            0 => write!(out, "  {heap:>heaps$} ")?,
            _ => {}
        }
        write!(out, " {value:>wide$}")?;
    }
    out.write_all(b"\n")
}

fn export(format: &str, name: &str, values: &Values) -> Result<(), Failure> {
    let mut heaps = values.iter().enumerate();
    let mut export = Export {
        title: format!("Grundy values of single heaps n = 0 to {} in {name}", values.len() - 1),
        comments: vec![format!("{}: {}", written::PROGRAM, written::command())],
        columns: vec![("n", Kind::Number), ("value", Kind::Number)],
        shape: Shape::Sequence,
        next: Box::new(move |record| {
            let Some((heap, value)) = heaps.next() else { return false };
            record.extend([Cell::from(heap as u64), Cell::Number(value.into())]);
            true
        }),
    };
    let format = FORMATS.iter().find(|known| known.name() == format);
    output::stream(|out| {
        let written = format.map_or(Ok(()), |format| format.write(&mut export, out));
        written.map_err(|error| match error {
            ExportError::Io(error) => error,
            error => io::Error::other(error.to_string()),
        })
    })
}

//! `amalgam cube`: the Grundy values of three heaps.

use std::path::PathBuf;

use amalgam::engines::cube::{Cube, Keep, Summary};
use amalgam_export::cube::CubeFile;
use amalgam_export::table_answers;
use clap::Args;

use crate::arguments::{self, LimitArgs, ThreadArgs, heap_rules};
use crate::census::failure;
use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    amalgam cube --max 100\n  \
    amalgam cube --max 400 --game restricted-amalgamation --json\n  \
    amalgam cube --max 200 --out cube200.parquet")]
pub(crate) struct CubeArgs {
    /// The largest heap
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    max: u64,
    /// A named game, or rules in words such as "take any, merge if min >= 2"
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    game: String,
    /// Write a, b, c and the Grundy value of every position to this Parquet file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &CubeArgs) -> Result<Answer, Failure> {
    let game = arguments::game(&args.game)?;
    let limits = args.limits.limits();
    let keep = if args.out.is_some() { Keep::Values } else { Keep::Summary };
    // Opened first, so that a wrong place is known before the work is done.
    let file = args.out.as_deref().map(CubeFile::create).transpose();
    let file = file.map_err(|error| failure(error, false))?;
    let cube =
        args.threads.install(|| Ok(Cube::new(heap_rules(&game)?, args.max, keep, &limits)?))?;
    if let Some(file) = file {
        file.write(&cube).map_err(|error| failure(error, false))?;
    }
    let Summary { positions, zeros, sum, largest, nim_sum_agreement: agreement } = *cube.summary();
    if args.json {
        output::print_json(&table_answers::cube(game.name(), args.max, cube.summary()))?;
        return Ok(Answer::Yes);
    }
    let rows = [
        ("positions", positions),
        ("value 0", zeros),
        ("largest value", largest),
        ("sum of the values", sum),
        ("value = nim-sum", agreement.exact),
        ("lowest bit alone", agreement.lowest_bit_alone),
        ("different", agreement.different),
    ];
    let rows = rows.map(|(what, number)| vec![what.to_owned(), number.to_string()]);
    output::print(&output::columns(&rows, 0))?;
    Ok(Answer::Yes)
}

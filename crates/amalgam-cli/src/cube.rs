//! `amalgam cube`: the Grundy values of three heaps.

use amalgam::engines::cube::{Cube, Keep, Summary};
use amalgam::games::AnyGame;
use amalgam_export::table_answers;
use clap::Args;

use crate::arguments::{self, LimitArgs, ThreadArgs, heap_rules};
use crate::failure::{Answer, Failure};
use crate::written::{self, OutArgs};
use crate::{output, written::rule};

#[derive(Args, Debug)]
#[command(after_help = concat!("--out writes a, b, c and the Grundy value of every position to a \
    Parquet file. ", rule!(), " With --out - nothing else is printed.\n\nExamples:\n  \
    amalgam cube --max 100\n  \
    amalgam cube --max 400 --game restricted-amalgamation --json\n  \
    amalgam cube --max 400 --game restricted-amalgamation --theorem\n  \
    amalgam cube --max 200 --out cube200.parquet"))]
pub(crate) struct CubeArgs {
    /// The largest heap
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    max: u64,
    /// A named game, or rules in words such as "take any, merge if min >= 2"
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    game: String,
    #[command(flatten)]
    out: OutArgs,
    /// Value the positions by the theorem on free pairs instead of searching: two ways that must agree
    #[arg(long, conflicts_with = "out")]
    theorem: bool,
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
    let limits = args.threads.of(args.limits.limits());
    if args.theorem {
        let pairs = arguments::free_pairs(&game, &[args.max; 3])?;
        let value =
            |heaps: [u64; 3]| heaps[0] ^ heaps[1] ^ heaps[2] ^ u64::from(pairs.flips(&heaps));
        print(&game, args, &Summary::by(args.max, value, &limits)?)?;
        return Ok(Answer::Yes);
    }
    let file = args.out.open_beside(args.json)?;
    let keep = if file.is_some() { Keep::Values } else { Keep::Summary };
    let cube = Cube::new(heap_rules(&game)?, args.max, keep, &limits)?;
    let only_file = written::is_stdout(&file);
    // The answer is known and told, also if the file could not be written.
    let written = file.map(|file| amalgam_export::cube::write(file, &cube)).transpose();
    if !only_file {
        print(&game, args, cube.summary())?;
    }
    written?;
    Ok(Answer::Yes)
}

fn print(game: &AnyGame, args: &CubeArgs, summary: &Summary) -> Result<(), Failure> {
    let Summary { positions, zeros, sum, largest, nim_sum_agreement: agreement } = *summary;
    if args.json {
        return output::print_json(&table_answers::cube(game.name(), args.max, summary));
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
    output::print(&output::columns(&rows, 0))
}

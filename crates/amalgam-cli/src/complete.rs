//! `amalgam complete`: the one heap that makes a P-position.

use amalgam::{Position, Solver};
use amalgam_export::answers;
use clap::Args;

use crate::arguments::{GameArgs, LimitArgs};
use crate::cached_rows::CachedRows;
use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    amalgam complete \"[3,4]\"          prints 8: [3,4,8] is a P-position\n  \
    amalgam complete --game nim 5 9\n  \
    amalgam complete \"[11,999999999999999999]\" --explain\n  \
    amalgam complete 1 2 3 4 --json")]
pub(crate) struct CompleteArgs {
    /// The heaps that are there
    #[arg(required = true, allow_negative_numbers = true)]
    rest: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Say what the answer rests on
    #[arg(long)]
    explain: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &CompleteArgs) -> Result<Answer, Failure> {
    let (game, rules) = args.game.heap_game()?;
    let rest: Position = args.rest.join(" ").parse()?;
    let limits = args.limits.limits();
    let rows = CachedRows::new(&limits);
    let solver = Solver::within(&limits).play(args.game.play()).rows(&rows);
    let (size, reason) = solver.complete(&rules, &rest)?;
    if args.json {
        output::print_json(&answers::complete(
            game.name(),
            args.game.play(),
            &rest,
            size,
            &reason,
        ))?;
    } else {
        let why = if args.explain { format!("proved by {reason}\n") } else { String::new() };
        output::print(&format!("{size}\n{why}"))?;
    }
    Ok(Answer::Yes)
}

//! `amalgam complete`: the one heap that makes a P-position.

use amalgam::Position;
use amalgam::completion::{self, CompletionError};
use clap::Args;
use serde_json::json;

use crate::arguments::{GameArgs, LimitArgs};
use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    amalgam complete \"[3,4]\"          prints 8: [3,4,8] is a P-position\n  \
    amalgam complete --game nim 5 9\n  \
    amalgam complete 1 2 3 4 --json")]
pub(crate) struct CompleteArgs {
    /// The heaps that are there
    #[arg(required = true, allow_negative_numbers = true)]
    rest: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &CompleteArgs) -> Result<Answer, Failure> {
    let game = args.game.game()?;
    let rest: Position = args.rest.join(" ").parse()?;
    let size = completion::completion(game.rules(), &rest, args.game.play(), &args.limits.limits())
        .map_err(|error| match error {
            CompletionError::Limit(limit) => limit.into(),
            CompletionError::NotUnique => Failure::Input(
                format!("{game} has no completion: {error}"),
                Some("try --game amalgamation or --game nim".to_owned()),
            ),
            CompletionError::TooManyCoins => Failure::Input(error.to_string(), None),
        })?;
    if args.json {
        output::print_json(&json!({
            "schema": "amalgam/complete/1",
            "game": game.name(),
            "misere": args.game.misere,
            "rest": rest.heaps(),
            "completion": size,
        }))?;
    } else {
        output::print(&format!("{size}\n"))?;
    }
    Ok(Answer::Yes)
}

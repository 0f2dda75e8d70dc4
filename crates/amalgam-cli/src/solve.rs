//! `amalgam solve`: who wins, how, and why.

use std::fmt::Write;

use amalgam::solve::Known;
use amalgam::solve::explain::{self, move_cells, reason, title};
use amalgam::{Outcome, Play, Solver, Sum};
use amalgam_export::answers;
use clap::Args;

use crate::arguments::{GameArgs, LimitArgs};
use crate::cached_rows::CachedRows;
use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    amalgam solve \"[3,4,5]\"\n  \
    amalgam solve --game nim \"[34,16,45]\" --explain\n  \
    amalgam solve --misere 1 1 2\n  \
    amalgam solve \"amalgamation[3,4,5] + nim[2,7] + lasker[6]\"\n  \
    amalgam solve --game \"take 1..3, merge if equal\" 4 4 --json")]
pub(crate) struct SolveArgs {
    /// A position, or a sum of games with their positions
    #[arg(required = true, allow_negative_numbers = true)]
    position: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Show the steps that lead to the answer
    #[arg(long)]
    explain: bool,
    /// Only say who wins: much quicker for large positions
    #[arg(long, conflicts_with_all = ["explain"])]
    outcome: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &SolveArgs) -> Result<Answer, Failure> {
    let limits = args.limits.limits();
    let sum = args.game.sum(&args.position, &limits)?;
    let play = args.game.play();
    let rows = CachedRows::new(&limits);
    let solver = Solver::within(&limits).play(play).rows(&rows);
    if args.outcome {
        return only_outcome(args, &sum, play, solver.outcome(&sum)?);
    }
    let answer = solver.solve(&sum)?;
    let explanation = if args.explain { Some(explain::explain(&answer)?) } else { None };
    if args.json {
        output::print_json(&answers::solve(&answer, explanation))?;
    } else {
        output::print(&text(&answer, explanation.as_deref()))?;
    }
    Ok(Answer::Yes)
}

fn only_outcome(
    args: &SolveArgs,
    sum: &Sum,
    play: Play,
    outcome: Outcome,
) -> Result<Answer, Failure> {
    if args.json {
        output::print_json(&answers::outcome(sum, play, outcome))?;
    } else {
        output::print(&format!("{outcome}\n"))?;
    }
    Ok(Answer::Yes)
}

fn text(answer: &amalgam::Answer, explanation: Option<&str>) -> String {
    let Known { outcome, grundy, remoteness } = answer.known();
    let sum = answer.sum();
    let mut text = format!("{}\n", title(sum, answer.play()));
    text += match outcome {
        Outcome::P => "P-position: the player who just moved wins\n",
        Outcome::N => "N-position: the player to move wins\n",
    };
    let mut facts = Vec::new();
    facts.extend(grundy.map(|value| vec!["Grundy value".to_owned(), value.to_string()]));
    facts.extend(remoteness.map(|moves| vec!["remoteness".to_owned(), moves.to_string()]));
    text += &output::columns(&facts, 2);
    let winning = answer.winning_moves();
    match winning.len() {
        0 => {}
        1 if !answer.is_complete() => text += "a winning move\n",
        1 => text += "the winning move\n",
        n if !answer.is_complete() => {
            let _ = writeln!(text, "{n} winning moves, perhaps not all");
        }
        n => {
            let _ = writeln!(text, "the {n} winning moves");
        }
    }
    let cells: Vec<_> = winning.iter().map(|action| move_cells(action, sum)).collect();
    text += &output::columns(&cells, 2);
    let _ = writeln!(text, "proved by {}", reason(answer));
    if let Some(explanation) = explanation {
        let _ = write!(text, "\n{explanation}");
    }
    text
}

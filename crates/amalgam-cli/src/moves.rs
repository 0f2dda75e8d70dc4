//! `amalgam moves`: all moves with what they are worth.

use amalgam::Solver;
use amalgam::solve;
use amalgam::solve::explain::{move_cells, title};
use amalgam_export::answers;
use clap::Args;

use crate::arguments::{GameArgs, LimitArgs};
use crate::cached_rows::CachedRows;
use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(after_help = "Winning moves come first, the quickest win first; then losing moves, the \
    longest defence first. Where there are too many to list, those that win are shown.\n\nExamples:\n  \
    amalgam moves \"[3,4,5]\"\n  \
    amalgam moves --game kayles 5\n  \
    amalgam moves \"nim[3] + lasker[4]\" --json")]
pub(crate) struct MovesArgs {
    /// A position, or a sum of games with their positions
    #[arg(required = true, allow_negative_numbers = true)]
    position: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &MovesArgs) -> Result<Answer, Failure> {
    let limits = args.limits.limits();
    let sum = args.game.sum(&args.position, &limits)?;
    let play = args.game.play();
    let rows = CachedRows::new(&limits);
    let solver = Solver::within(&limits).play(play).rows(&rows);
    solve::check_moves(&sum, play)?;
    let answer = solver.solve(&sum)?;
    let (moves, of) = answer.best_moves()?;
    if args.json {
        output::print_json(&answers::moves(&answer, &moves, of.is_none()))?;
        return Ok(Answer::Yes);
    }
    let mut text = format!("{}\n", title(&sum, play));
    let others = match (of, moves.is_empty()) {
        (None, true) => "no move is left\n".to_owned(),
        (None, false) => String::new(),
        (Some(most), true) => {
            format!("every move loses: there are up to {most}, too many to list\n")
        }
        (Some(most), false) => {
            format!("every other move loses: there are up to {most}, too many to list\n")
        }
    };
    if moves.is_empty() {
        output::print(&(text + others.as_str()))?;
        return Ok(Answer::Yes);
    }
    let shown = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
    let headings = ["outcome", "Grundy", "remoteness", "move"];
    let mut rows = vec![headings.iter().map(|&heading| heading.to_owned()).collect::<Vec<_>>()];
    for (action, known) in &moves {
        let mut row = vec![known.outcome.to_string(), shown(known.grundy), shown(known.remoteness)];
        row.extend(move_cells(action, &sum));
        rows.push(row);
    }
    text += &output::columns(&rows, 2);
    text += &others;
    output::print(&text)?;
    Ok(Answer::Yes)
}

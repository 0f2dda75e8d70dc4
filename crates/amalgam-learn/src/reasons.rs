//! Why a position is won or lost where heaps merge, in the terms of somebody who plays.
//!
//! "73 positions were valued" is a proof, and no help at the next position. What helps is completion:
//! where any number of coins may be taken from a heap, two positions that differ in one heap cannot both
//! be P, because a move leads from the larger to the smaller. So each rest R of heaps is completed to a
//! P-position by one heap and by no other, and a heap that is larger than that can be cut down to it.
//! What is left are the merges, and each of those has an answer that can be named.

use crate::session::say;
use amalgam_core::{Move, Outcome, Play, Position, Rules, Sum};
use amalgam_solve::{Cost, Plan, Solver, Want};

/// As many moves are told.
const MOST: usize = 4;

/// The reasons as sentences; none where the game is of another kind or a bound was met.
///
/// ```
/// use amalgam::{Play, Solver, Sum, learn::reasons};
/// let sum = Sum::parse("[3,4,5]", &"amalgamation".parse()?)?;
/// let why = reasons::why(&sum, Play::Normal, &Solver::new());
/// assert_eq!(why[0], "[3,5] is completed by 1 and by nothing else: with any other heap beside \
///     them, whoever is to move wins. Here that is `take 3 from 4`.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn why(sum: &Sum, play: Play, solver: &Solver<'_>) -> Vec<String> {
    told(sum, &solver.clone().play(play)).unwrap_or_default()
}

/// The same where the solver is sure to find them in milliseconds, else none: for whoever is waiting.
pub fn why_at_once(sum: &Sum, play: Play, solver: &Solver<'_>) -> Vec<String> {
    match Plan::new(sum.clone(), play, Want::Everything).cost() <= AT_ONCE {
        true => why(sum, play, solver),
        false => Vec::new(),
    }
}

/// What is at most so much work takes milliseconds.
pub const AT_ONCE: Cost = Cost::Entries(50_000);

fn told(sum: &Sum, solver: &Solver<'_>) -> Option<Vec<String>> {
    let part = sum.as_single()?.as_heaps()?;
    let rules = part.game.rules().filter(|rules| !rules.merges().is_empty())?;
    // Whether each rest has one completion is the business of the solver.
    solver.complete(rules, &Position::new([])).ok()?;
    match solver.outcome(sum).ok()? {
        Outcome::N => won(sum, rules, &part.position, solver),
        Outcome::P => lost(sum, &part.position, solver),
    }
}

fn won(sum: &Sum, rules: &Rules, position: &Position, solver: &Solver<'_>) -> Option<Vec<String>> {
    let mut reasons = Vec::new();
    for winning in &solver.solve(sum).ok()?.first_winning_moves(MOST) {
        let said = say(sum, winning);
        reasons.push(match winning.action {
            Move::Take { from, to } => {
                let rest = position.without(position.heaps().iter().position(|&h| h == from)?);
                // The solver has just said that this is a P-position; say it only if both agree.
                let (heap, _) = solver.complete(rules, &rest).ok()?;
                if heap != to {
                    return None;
                }
                match heap {
                    0 => format!("{rest} is a P-position by itself, so `{said}` wins."),
                    heap => format!(
                        "{rest} is completed by {heap} and by nothing else: with any other heap \
                         beside them, whoever is to move wins. Here that is `{said}`."
                    ),
                }
            }
            _ => format!("`{said}` leaves {}, a P-position.", sum.show_result(winning)),
        });
    }
    Some(reasons)
}

/// Taking is hopeless for one reason; each merge has an answer of its own.
fn lost(sum: &Sum, position: &Position, solver: &Solver<'_>) -> Option<Vec<String>> {
    let mut reasons = Vec::new();
    if position.is_empty() {
        return None;
    }
    let rests: Vec<String> = position
        .distinct()
        .map(|(index, heap)| format!("{} by {heap}", position.without(index)))
        .collect();
    reasons.push(format!(
        "Taking is no use: each heap is the only one that completes the others ({}).",
        rests.join(", ")
    ));
    let merges: Vec<_> = crate::session::legal_moves(sum)
        .into_iter()
        .filter(|action| matches!(action.action, Move::Merge { .. }))
        .collect();
    for merge in merges.iter().take(MOST) {
        let after = sum.after(merge);
        let reply = solver.solve(&after).ok()?.winning_move()?;
        reasons.push(format!(
            "`{}` leaves {}, and `{}` answers it with {}.",
            say(sum, merge),
            sum.show_result(merge),
            say(&after, &reply),
            after.show_result(&reply),
        ));
    }
    if merges.len() > MOST {
        reasons.push(format!("The other {} merges have answers too.", merges.len() - MOST));
    }
    Some(reasons)
}

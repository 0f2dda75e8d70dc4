//! What an address can ask of a game: a move, a gesture, the opponent's reply.

use amalgam::Solver;
use amalgam::session::{Gesture, Session};
use amalgam::{Budget, PartMove};
use axum::http::StatusCode;

use super::view::View;
use crate::Problem;
use crate::params::Params;

/// What happens next.
pub(super) enum Next {
    /// The game has a new address.
    Go(String),
    /// The opponent has to move.
    Reply(View),
    /// The page is shown, perhaps with a problem.
    Show(View, Option<Problem>),
}

/// Reads the address and does what it asks.
pub(super) fn act(params: &Params) -> Result<Next, Problem> {
    act_on(View::read(params)?, params)
}

/// Does what an address asks of a game.
pub(super) fn act_on(mut view: View, params: &Params) -> Result<Next, Problem> {
    let asked = match (params.text("move"), view.pick.is_empty()) {
        (Some(words), _) => {
            view.pick = Gesture::default();
            let said = words.split('@').next().unwrap_or(words);
            view.game.read_move(said).map(Some).map_err(|error| Problem::from(error).field("move"))
        }
        (None, false) => point(&view.game, &mut view.pick),
        (None, true) => Ok(None),
    };
    let action = match asked {
        Ok(action) => action,
        Err(problem) => return Ok(Next::Show(view, Some(problem))),
    };
    let Some(action) = action else {
        let turn = !view.game.is_over() && !view.game.awaits_human();
        return Ok(match params.text("reply") {
            Some("any") if turn => any(view)?,
            Some(_) if turn => Next::Reply(view),
            Some(_) => Next::Go(view.address()),
            None => Next::Show(view, None),
        });
    };
    if !view.game.awaits_human() {
        let problem = Problem::new(StatusCode::CONFLICT, "it is the opponent's turn");
        return Ok(Next::Show(view, Some(problem)));
    }
    let mut after = view.clone();
    // Of several equal heaps the one that was pointed at changes; in words a mark says which.
    let made = match params.text("move") {
        Some(words) => after.game.read_and_make(words).map_err(Problem::from),
        None => {
            after.game.make_with(&action, &view.pick.heaps).map_err(|error| Problem::of(&error))
        }
    };
    let after = match made.and_then(|()| after.moved()) {
        Ok(after) => after,
        Err(problem) => return Ok(Next::Show(view, Some(problem))),
    };
    let replies = !after.game.is_over() && !after.game.awaits_human();
    Ok(match replies && !params.ticked("pause") {
        true => Next::Reply(after),
        false => Next::Go(after.address()),
    })
}

/// The move that a gesture means, if there is only one and more than a heap was chosen.
fn point(game: &Session, gesture: &mut Gesture) -> Result<Option<PartMove>, Problem> {
    let following = game.follow(gesture);
    if following.moves.is_empty() {
        let takes = game.follow(&Gesture { take: None, ..gesture.clone() }).takes;
        let problem = match (gesture.take, takes.as_slice()) {
            (Some(take), [least, .., most]) => Problem::input(format!(
                "you cannot take {take} coins there: the rules allow from {least} to {most}, \
                 perhaps not every number between"
            )),
            (Some(take), [one]) => {
                Problem::input(format!("you cannot take {take} coins there, only {one}"))
            }
            _ => Problem::input("no legal move begins like that"),
        };
        *gesture = Gesture { take: None, ..gesture.clone() };
        if takes.is_empty() {
            *gesture = Gesture::default();
        }
        return Err(problem);
    }
    let decided = gesture.take.is_some() || gesture.heaps.len() > 1;
    Ok(match following.moves.as_slice() {
        [only] if decided => Some(only.clone()),
        _ => None,
    })
}

/// The opponent moves. Returns the address of the game after that.
pub(super) fn reply(view: &View, limits: &Budget) -> Result<String, Problem> {
    let mut view = view.clone();
    let evaluation = view.game.evaluate(&Solver::within(limits))?;
    if let Some(action) = view.game.reply(&evaluation) {
        view.game.make(&action).map_err(|error| Problem::of(&error))?;
    }
    view.moved().map(|view| view.address())
}

/// An opponent that found no answer makes a random move.
fn any(mut view: View) -> Result<Next, Problem> {
    if let Some(action) = view.game.any_move() {
        view.game.make(&action).map_err(|error| Problem::of(&error))?;
    }
    view.moved().map(|view| Next::Go(view.address()))
}

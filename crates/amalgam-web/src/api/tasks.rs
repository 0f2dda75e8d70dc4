//! How each question of the API is answered.

use amalgam::engines::rows::Proved;
use amalgam::lab::claims;
use amalgam::solve::{Solver, Want, explain};
use amalgam::{ParseError, Play, Position, Sum, nearest};
use amalgam_ask::verbs::parse_rest;
use amalgam_ask::{Door, Host, ask};
use amalgam_export::{answers, claim_answers};
use serde_json::{Map, Value, json};

use super::Task;
use crate::Problem;
use crate::app::Shared;
use crate::params::Params;
use crate::pool::Lane;
use crate::question::{self, MOVES_LISTED, Question};
use crate::verdicts::EFFORT;

/// The most rows and columns of a table. Tables cannot be interrupted; one of this size takes
/// milliseconds, and its JSON fits in an answer.
pub(crate) const MOST_CELLS: u64 = 900;
/// The last row that can be asked for. A row that is not found in time is unknown.
pub(crate) const LAST_ROW: u64 = 100;
/// The last column of a matching. Matchings cannot be interrupted either.
pub(crate) const LAST_COLUMN: u64 = 10_000;
/// The lists of a row are written out up to this many columns.
const LONGEST_LIST: u64 = 100_000;
/// The most bytes of a list in an answer.
const ROOM: usize = 3_000_000;
/// What the cells of a table may show.
pub(super) const SHOW: &[&str] = &["f", "offset"];

type Found = Result<Task, Problem>;

pub(super) fn solve(params: &Params, app: &Shared) -> Found {
    let question = Question::read(params, "position", Want::Everything)?.kept(&app.rows);
    let explained = params.ticked("explain");
    Ok(Task::new(question.lane(), move |limits| {
        let decided = question.solve(limits)?;
        let explanation = match explained {
            true => {
                check_moves(&question.sum)?;
                Some(explain::explain(&decided)?)
            }
            false => None,
        };
        Ok(cut(answers::solve(&decided, explanation), "winning_moves"))
    }))
}

pub(super) fn outcome(params: &Params, app: &Shared) -> Found {
    let question = Question::read(params, "position", Want::Outcome)?.kept(&app.rows);
    Ok(Task::new(question.lane(), move |limits| {
        let outcome = question.outcome(limits)?;
        Ok(answers::outcome(&question.sum, question.play, outcome).into())
    }))
}

pub(super) fn moves(params: &Params, app: &Shared) -> Found {
    let question = Question::read(params, "position", Want::Everything)?.kept(&app.rows);
    Ok(Task::new(question.lane(), move |limits| {
        check_moves(&question.sum)?;
        let answer = question.solve(limits)?;
        Ok(cut(answers::moves(&answer, &answer.moves()?, true), "moves"))
    }))
}

fn check_moves(sum: &Sum) -> Result<(), Problem> {
    if question::can_list_moves(sum) {
        return Ok(());
    }
    let most = sum.moves_at_most();
    Err(Problem::limit(format!("there are up to {most} moves, too many to list here"))
        .suggest(format!("at most {MOVES_LISTED} moves are listed; solve shows the winning ones")))
}

/// Cuts a list of an answer to [`ROOM`], and says so with the key `…_complete`.
fn cut(mut answer: Map<String, Value>, list: &str) -> Value {
    let mut room = ROOM;
    if let Some(Value::Array(items)) = answer.get_mut(list) {
        let mut fits = |item: &Value| {
            let left = room.checked_sub(item.to_string().len() + 1);
            room = left.unwrap_or(0);
            left.is_some()
        };
        let fitting = items.iter().take_while(|item| fits(item)).count();
        if fitting < items.len() {
            items.truncate(fitting);
            answer.insert(format!("{list}_complete"), false.into());
        }
    }
    answer.into()
}

pub(super) fn complete(params: &Params, app: &Shared) -> Found {
    let kept = app.rows.clone();
    let (game, play) = (question::game(params)?, question::play(params));
    let rest = question::position(params, "rest")?;
    let Some(rules) = game.rules().cloned() else {
        return Err(Problem::input(format!("{game} has no completions"))
            .suggest("amalgamation and nim have them"));
    };
    let lane =
        Question::new(Sum::single(game.clone(), rest.clone()), play, Want::Everything).lane();
    Ok(Task::new(lane, move |limits| {
        let (size, reason) =
            Solver::within(limits).rows(kept.store()).play(play).complete(&rules, &rest)?;
        Ok(answers::complete(game.name(), play, &rest, size, &reason))
    }))
}

pub(super) fn equivalent(params: &Params, _: &Shared) -> Found {
    let read = |name| {
        let sum = question::sum(params, name)?;
        Ok::<_, Problem>(Question::new(sum, Play::Normal, Want::Everything))
    };
    let sums = [read("left")?, read("right")?];
    let witness = params.ticked("witness");
    let light = sums.iter().all(|question| question.lane() == Lane::Light) && !witness;
    let [left, right] = sums.map(|question| question.sum);
    Ok(Task::new(if light { Lane::Light } else { Lane::Heavy }, move |limits| {
        let solver = Solver::within(limits);
        let equivalence = solver.equivalent(&left, &right)?;
        let outcome = |sum: &Sum, heap| solver.outcome(sum.plus_nim(heap));
        let told_apart = match equivalence.witness().filter(|_| witness) {
            Some(heap) => Some((heap, [outcome(&left, heap)?, outcome(&right, heap)?])),
            None => None,
        };
        Ok(answers::equivalent(&left, &right, &equivalence, told_apart))
    }))
}

pub(super) fn table(params: &Params, app: &Shared) -> Found {
    let (rows, cols) = (cells(params, "rows", 9)?, cells(params, "cols", 9)?);
    let show = params.one_of("show", SHOW)?;
    let parameters = json!({"game": game(params)?, "rows": rows, "cols": cols, "show": show});
    Ok(Task { lane: table_lane(rows, cols), ..asked("table", parameters, app) })
}

/// A number of rows or columns, at least one.
pub(crate) fn cells(params: &Params, name: &'static str, default: u64) -> Result<usize, Problem> {
    match params.number(name, default, MOST_CELLS)? {
        0 => Err(Problem::input(format!("{name} must be at least 1"))),
        number => Ok(number as usize),
    }
}

/// Small tables take a millisecond.
pub(crate) fn table_lane(rows: usize, cols: usize) -> Lane {
    if rows * cols <= 40_000 { Lane::Light } else { Lane::Heavy }
}

/// A row from 1.
pub(crate) fn row_number(
    params: &Params,
    name: &'static str,
    default: u64,
) -> Result<u64, Problem> {
    match params.number(name, default, LAST_ROW)? {
        0 => {
            Err(Problem::input("row 0 has no period to find: f(0,b) = b")
                .suggest("rows start at 1"))
        }
        row => Ok(row),
    }
}

// A search for rows may take all its time, so it is never light.

pub(super) fn rows(params: &Params, app: &Shared) -> Found {
    let to = row_number(params, "to", 1)?;
    Ok(asked("rows", json!({"game": game(params)?, "to": to}), app))
}

pub(super) fn row(params: &Params, app: &Shared) -> Found {
    let rest = rest(params)?;
    Ok(asked("row", json!({"game": game(params)?, "row": rest.heaps()}), app))
}

/// A question that every door asks in the same way.
fn asked(verb: &'static str, parameters: Value, app: &Shared) -> Task {
    let kept = app.rows.clone();
    Task::new(Lane::Heavy, move |limits| {
        let host = Host { rows: Some(kept.store()), door: &Server, ..Host::within(limits.clone()) };
        Ok(ask(verb, parameters.clone(), &host)?.json())
    })
}

/// What a question may do here: no files, no long lists.
struct Server;

impl Door for Server {
    fn longest_list(&self) -> u64 {
        LONGEST_LIST
    }
}

/// The parameter `game`, if it names rules on heaps.
fn game(params: &Params) -> Result<String, Problem> {
    question::game(params)?;
    Ok(params.text("game").unwrap_or(question::DEFAULT_GAME).to_owned())
}

/// The parameter `row`: a heap or a rest.
fn rest(params: &Params) -> Result<Position, Problem> {
    let text = params.text("row").unwrap_or_default();
    let rest = parse_rest(text).map_err(|error| Problem::from(error).field("row"))?;
    match rest.coins() > u128::from(LAST_ROW) {
        true => Err(Problem::input(format!("row must be at most {LAST_ROW}"))
            .suggest(format!("a rest may have at most {LAST_ROW} coins here"))),
        false => Ok(rest),
    }
}

/// Lists cannot be interrupted, so long ones are refused or summarised.
pub(crate) fn check_list(row: u64, proved: &Proved) -> Result<(), Problem> {
    match proved.preperiod.saturating_add(proved.period) {
        columns if columns > LONGEST_LIST => Err(Problem::limit(format!(
            "row {row} repeats after {columns} columns, too many to list here"
        ))
        .suggest(format!(
            "at most {LONGEST_LIST} columns are listed; `amalgam row {row}` lists more"
        ))),
        _ => Ok(()),
    }
}

pub(super) fn matching(params: &Params, app: &Shared) -> Found {
    let rest = rest(params)?;
    let columns = columns(params)?;
    let columns = format!("{}..{}", columns.start, columns.end);
    let parameters = json!({"game": game(params)?, "row": rest.heaps(), "matching": columns});
    Ok(asked("row", parameters, app))
}

/// Columns from `from` up to `to`, at least one.
pub(crate) fn columns(params: &Params) -> Result<std::ops::Range<u64>, Problem> {
    let from = params.number("from", 0, LAST_COLUMN)?;
    let to = params.number("to", from.saturating_add(40).min(LAST_COLUMN), LAST_COLUMN)?;
    match from < to {
        true => Ok(from..to),
        false => Err(Problem::input("there are no columns from `from` up to `to`")
            .suggest("`to` must be larger than `from`")),
    }
}

pub(super) fn covers(params: &Params, app: &Shared) -> Found {
    let to = row_number(params, "to", 1)?;
    Ok(asked("covers", json!({"game": game(params)?, "to": to}), app))
}

pub(super) fn claims(params: &Params, app: &Shared) -> Found {
    let id = params.text("id").map(str::to_owned);
    if let Some(id) = &id
        && claims::find(id).is_none()
    {
        let error = ParseError::new(id, 0..id.len(), format!("there is no claim `{id}`"));
        let near = nearest(id, claims::all().iter().map(|claim| claim.id));
        let error = match near {
            Some(near) => error.suggest(format!("did you mean `{near}`?")),
            None => error.suggest("/api/v1/claims lists them"),
        };
        return Err(Problem::from(error).field("id"));
    }
    let all = app.verdicts.look(app.memory);
    Ok(Task::new(Lane::Light, move |_| {
        let wanted =
            |claim: &claims::Claim| id.as_ref().is_none_or(|id| claim.id.eq_ignore_ascii_case(id));
        let all = || all.iter().filter(|(claim, _)| wanted(claim));
        let mut object =
            claim_answers::claims(EFFORT, all().filter_map(|(_, found)| found.as_ref()));
        let pending = all().filter(|(_, found)| found.is_none()).map(|(claim, _)| claim.id);
        object["pending"] = pending.collect::<Vec<_>>().into();
        Ok(object)
    }))
}

pub(super) fn games(_: &Params, _: &Shared) -> Found {
    Ok(Task::new(Lane::Light, |_| Ok(answers::games()?)))
}

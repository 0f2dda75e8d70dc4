//! Questions about three heaps that are answered here, as long as the list of verbs does not have them; and the ledger,
//! which this server checks in the background.

use amalgam::Budget;
use amalgam::engines::three::progress::{SearchError, Silent};
use amalgam::engines::three::rows::{self, Proved, RowReport};
use amalgam::engines::three::table::Table;
use amalgam::engines::three::{covers as cover_rows, row as one_row};
use amalgam::lab::claims;
use amalgam::nearest;
use amalgam_ask::verbs::ClaimSaid;
use amalgam_ask::{Parameter, ParameterKind as Kind};
use amalgam_export::three_answers::{self, Cells};
use serde_json::{Value, json};

use crate::Problem;
use crate::app::Shared;
use crate::params::Params;
use crate::pool::Lane;
use crate::question;
use crate::verdicts::EFFORT;

/// What a question needs: a lane, and the work that answers it there.
pub(super) struct Task {
    lane: Lane,
    work: Work,
}

type Work = Box<dyn Fn(&Budget) -> Result<Value, Problem> + Send + Sync>;

impl Task {
    fn new(
        lane: Lane,
        work: impl Fn(&Budget) -> Result<Value, Problem> + Send + Sync + 'static,
    ) -> Task {
        Task { lane, work: Box::new(work) }
    }
}

/// How a question is answered.
pub(super) type Route = fn(&Params) -> Result<Task, Problem>;

/// The questions: name, what is answered, an example, parameters.
type Told = (&'static str, &'static str, &'static str, Vec<Parameter>, Route);

pub(super) fn routes() -> [Told; 5] {
    let of = |name: &str, kind: Kind, required: bool, about: &str| Parameter {
        name: name.to_owned(),
        about: about.to_owned(),
        kind,
        required,
        default: None,
        local: false,
    };
    let words = |words: &[&str]| Kind::Choice(words.iter().map(|&word| word.to_owned()).collect());
    let number = |name: &str, about: &str| of(name, Kind::Number, false, about);
    let game = || {
        let about = "amalgamation (the default), restricted-amalgamation(r), merge-take-one or nim";
        of("game", Kind::Text, false, about)
    };
    let row = || of("row", Kind::Number, true, "The row a, at least 1");
    let to = || of("to", Kind::Number, true, "The last row");
    let (rows_of, cols) = (number("rows", "How many rows"), number("cols", "How many columns"));
    let show = of("show", words(SHOW), false, "f(a,b), or the offset f(a,b) − b");
    let columns = [number("from", "The first column"), number("to", "The column after the last")];
    let [first, last] = columns;
    [
        (
            "table",
            "The table of f(a,b) for three heaps",
            "rows=9&cols=13&show=offset",
            vec![game(), rows_of, cols, show],
            table,
        ),
        (
            "rows",
            "The period of every row of f(a,b): proved, or unknown if the time was too short",
            "to=12",
            vec![game(), to()],
            rows,
        ),
        (
            "row",
            "One row as the papers write it: the lists L1 and L2",
            "row=7",
            vec![row(), game()],
            one,
        ),
        (
            "matching",
            "The pairs [b, f(a,b)] of a row in which b or f(a,b) lies in the given columns",
            "row=7&from=0&to=40",
            vec![row(), game(), first, last],
            matching,
        ),
        (
            "covers",
            "Which of the rows 8m and 8m + 6 are cover rows: proved, excluded or open",
            "to=30",
            vec![game(), to()],
            covers,
        ),
    ]
}

/// Answers a question.
pub(super) async fn answer(
    route: Route,
    parameters: &[Parameter],
    app: &Shared,
    params: &Params,
) -> Result<String, Problem> {
    let known = || parameters.iter().map(|parameter| parameter.name.as_str());
    if let Some(stranger) = params.names().find(|name| known().all(|known| known != *name)) {
        let problem = Problem::input(format!("there is no parameter `{stranger}`"));
        return Err(match nearest(stranger, known()) {
            Some(near) => problem.suggest(format!("did you mean `{near}`?")),
            None => problem.suggest("/api/openapi.json describes the parameters"),
        });
    }
    for parameter in parameters.iter().filter(|parameter| parameter.required) {
        if params.text(&parameter.name).is_none() {
            return Err(Problem::input(format!("the parameter `{}` is missing", parameter.name)));
        }
    }
    let Task { lane, work } = route(params)?;
    // Writing a large answer takes time too, so the lane does it.
    app.pool.run(lane, move |limits| Ok(work(limits)?.to_string())).await
}

/// The most rows and columns of a table. Tables cannot be interrupted; one of this size takes
/// milliseconds, and its JSON fits in an answer.
pub(crate) const MOST_CELLS: u64 = 900;
/// The last row that can be asked for. A row that is not found in time is unknown.
pub(crate) const LAST_ROW: u64 = 100;
/// The last column of a matching. Matchings cannot be interrupted either.
pub(crate) const LAST_COLUMN: u64 = 10_000;
/// The lists of a row are written out up to this many columns.
const LONGEST_LIST: u64 = 100_000;
/// What the cells of a table may show.
const SHOW: &[&str] = &["f", "offset"];

type Found = Result<Task, Problem>;

fn table(params: &Params) -> Found {
    let (game, family) = question::family(params)?;
    let (rows, cols) = (cells(params, "rows", 9)?, cells(params, "cols", 9)?);
    let show = match params.one_of("show", SHOW)? {
        "f" => Cells::F,
        _ => Cells::Offset,
    };
    Ok(Task::new(table_lane(rows, cols), move |limits| {
        let table = Table::new(family, rows, cols, limits)?;
        Ok(json!(three_answers::table(game.name(), &table, show)))
    }))
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

fn rows(params: &Params) -> Found {
    let (game, family) = question::family(params)?;
    let to = row_number(params, "to", 1)?;
    Ok(Task::new(Lane::Heavy, move |limits| {
        let reports = rows::find(family, to, limits, &Silent)?;
        Ok(three_answers::rows(game.name(), &reports))
    }))
}

fn one(params: &Params) -> Found {
    let (game, family) = question::family(params)?;
    let row = row_number(params, "row", 1)?;
    Ok(Task::new(Lane::Heavy, move |limits| {
        let reports = rows::find(family, row, limits, &Silent)?;
        let Some(proved) = reports.last().and_then(RowReport::proved) else {
            return Err(SearchError::Unknown { row }.into());
        };
        if check_list(row, proved).is_err() {
            return Ok(three_answers::long_row(game.name(), row, proved));
        }
        Ok(three_answers::row(game.name(), &one_row::lists_of(family, row, proved)?))
    }))
}

/// Lists cannot be interrupted, so long ones are refused or summarised.
pub(crate) fn check_list(row: u64, proved: &Proved) -> Result<(), Problem> {
    match proved.preperiod.saturating_add(proved.period) {
        columns if columns > LONGEST_LIST => Err(Problem::limit(format!(
            "the lists of row {row} reach to column {columns}, too far to list here"
        ))
        .suggest(format!(
            "at most {LONGEST_LIST} columns are listed; `amalgam row {row}` lists more"
        ))),
        _ => Ok(()),
    }
}

fn matching(params: &Params) -> Found {
    let (game, family) = question::family(params)?;
    let row = row_number(params, "row", 1)?;
    let columns = columns(params)?;
    Ok(Task::new(Lane::Heavy, move |_| {
        let pairs = one_row::matching(family, row, columns.clone())?;
        Ok(three_answers::matching(game.name(), row, &columns, &pairs))
    }))
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

fn covers(params: &Params) -> Found {
    let (game, family) = question::family(params)?;
    let to = row_number(params, "to", 1)?;
    Ok(Task::new(Lane::Heavy, move |limits| {
        let found = cover_rows::decide(family, to, None, limits, &Silent)?;
        Ok(three_answers::covers(game.name(), to, &found))
    }))
}

/// What the checks of the ledger have found so far, if the question is about them. `pending` names the claims whose
/// check is not done; other efforts are checked as everywhere.
pub(super) fn claims(asked: &Value, app: &Shared) -> Result<Option<String>, Problem> {
    if asked["effort"] != EFFORT.to_string() {
        return Ok(None);
    }
    let id = asked["id"].as_str().map(str::trim);
    if id.is_some_and(|id| claims::find(id).is_none()) {
        return Ok(None);
    }
    let all = app.verdicts.look(app.memory);
    let wanted = |claim: &claims::Claim| id.is_none_or(|id| claim.id.eq_ignore_ascii_case(id));
    let all = || all.iter().filter(|(claim, _)| wanted(claim));
    let found = all().filter_map(|(_, found)| found.as_ref());
    let pending = all().filter(|(_, found)| found.is_none()).map(|(claim, _)| claim.id);
    let object = json!({
        "schema": "amalgam/claims/1",
        "effort": EFFORT.to_string(),
        "claims": found.map(ClaimSaid::new).collect::<Vec<_>>(),
        "pending": pending.collect::<Vec<_>>(),
    });
    Ok(Some(object.to_string()))
}

//! Rows, their periods, and covers.

use std::ops::Range;

use amalgam::engines::rows::{self, Rows, Store, Wanted};
use amalgam::{Budget, Position};
use amalgam_ask::Host;
use amalgam_draw::row::{Row, columns};
use amalgam_draw::{matching as arcs_of, period};
use amalgam_export::kept::Folder;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use serde_json::{Value, json};

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::game::NativeGame;
use crate::{json as as_json, picture, position, work};

/// A rest: 7 is [7].
fn rest(row: &Bound<'_, PyAny>) -> PyResult<Position> {
    if !row.is_instance_of::<PyInt>() {
        return position::read(row);
    }
    match position::heap(row)? {
        0 => Err(Failure::input(rows::RowError::Zero.to_string(), "rows start at 1").into()),
        heap => Ok(Position::new([heap])),
    }
}

/// The folder of rows that the command line uses, too.
fn folder() -> Option<Folder> {
    Folder::of_user(|words| eprintln!("warning: {words}"))
}

fn store(folder: &Option<Folder>) -> Option<&dyn Store> {
    folder.as_ref().map(|folder| folder as &dyn Store)
}

/// Asks as every door does.
fn ask(py: Python<'_>, verb: &str, parameters: Value, bounds: Bounds) -> PyResult<Value> {
    work::long(py, bounds, |budget, progress| {
        let folder = folder();
        let rows = store(&folder);
        let host = Host { progress, rows, ..Host::within(budget.clone()) };
        Ok::<_, Failure>(amalgam_ask::ask(verb, parameters, &host)?.json())
    })
}

/// L1 and L2 of the row of a rest.
pub(crate) fn row<'py>(
    game: &NativeGame,
    row: &Bound<'py, PyAny>,
    bounds: Bounds,
) -> PyResult<Bound<'py, PyAny>> {
    let py = row.py();
    let rest = rest(row)?;
    let (game, _) = game.setting(false)?;
    let parameters = json!({"game": game.name(), "row": rest.heaps()});
    as_json::python(py, &ask(py, "row", parameters, bounds)?)
}

/// The pairs of a row with an end in some columns.
pub(crate) fn matching(
    game: &NativeGame,
    row: &Bound<'_, PyAny>,
    columns: Range<u64>,
    bounds: Bounds,
) -> PyResult<Vec<[u64; 2]>> {
    let rest = rest(row)?;
    let (_, setting) = game.setting(false)?;
    work::apart(row.py(), bounds, move |budget, _| rows::matching(&setting, &rest, columns, budget))
}

/// A row as a picture: its offsets, or its pairs as arcs.
pub(crate) fn row_svg(
    game: &NativeGame,
    row: &Bound<'_, PyAny>,
    (from, to): (Option<u64>, Option<u64>),
    arcs: bool,
    bounds: Bounds,
) -> PyResult<String> {
    let py = row.py();
    let from = from.unwrap_or(0);
    let rest = rest(row)?;
    let name = rows::name(&rest);
    let (game, setting) = game.setting(false)?;
    if arcs {
        let columns = from..to.unwrap_or(from.saturating_add(40));
        arcs_of::check(&columns).map_err(Failure::from)?;
        let pairs = work::long(py, bounds, |budget, _| {
            rows::matching(&setting, &rest, columns.clone(), budget)
        })?;
        let caption = picture::caption(game.name(), &format!("row({name}).matching"));
        let scene = arcs_of::draw(&name, columns, &pairs, &caption).map_err(Failure::from)?;
        return Ok(scene.to_svg());
    }
    let (proved, range, pairs) = work::long(py, bounds, |limits, progress| {
        let folder = folder();
        let finder = Rows { store: store(&folder), limits, progress };
        let (_, proved) = finder.row(&setting, &rest)?;
        let last = to.or_else(|| columns(proved.preperiod, proved.period));
        let range = last.map(|last| from..last).filter(|range| !range.is_empty());
        let Some(range) = range else {
            let period = proved.period;
            let message = format!("row {name} repeats after {period} columns: which ones to draw?");
            return Err(Failure::input(message, "say from= and to="));
        };
        let pairs = rows::matching(&setting, &rest, range.clone(), limits)?;
        Ok::<_, Failure>((proved, range, pairs))
    })?;
    let caption = picture::caption(game.name(), &format!("row({name})"));
    let heaps = name.trim_matches(['[', ']']);
    let row = Row::new(heaps, proved.preperiod, proved.period, &pairs, range);
    Ok(amalgam_draw::row::draw(&row, &caption).map_err(Failure::from)?.to_svg())
}

/// What is proved of the period of each row, and a picture of it.
pub(crate) fn rows<'py>(
    py: Python<'py>,
    game: &NativeGame,
    to: u64,
    max_columns: Option<u64>,
    bounds: Bounds,
) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
    let (game, setting) = game.setting(false)?;
    let caption = picture::caption(game.name(), &format!("rows({to})"));
    let parameters = json!({"game": game.name(), "to": to, "max_columns": max_columns});
    let (found, svg) = work::long(py, bounds, |budget, progress| {
        let folder = folder();
        let host = Host { progress, rows: store(&folder), ..Host::within(budget.clone()) };
        let found = amalgam_ask::ask("rows", parameters, &host)?.json();
        // What was found a moment ago is kept, or found again as quickly.
        let max_columns = max_columns.unwrap_or(budget.max_columns);
        let limits = Budget { max_columns, ..budget.clone() };
        let wanted = Wanted::Beside(Position::default(), to);
        let again = Rows { limits: &limits, ..host.rows() }.find(&setting, &wanted);
        let scene = again.ok().and_then(|rows| period::draw(&rows, &caption).ok());
        Ok::<_, Failure>((found, scene.map(|scene| scene.to_svg())))
    })?;
    Ok((as_json::python(py, &found)?, svg))
}

/// Which rows are covers, proved either way.
pub(crate) fn covers<'py>(
    py: Python<'py>,
    game: &NativeGame,
    to: u64,
    max_columns: Option<u64>,
    bounds: Bounds,
) -> PyResult<Bound<'py, PyAny>> {
    let (game, _) = game.family()?;
    let parameters = json!({"game": game.name(), "to": to, "max_columns": max_columns});
    as_json::python(py, &ask(py, "covers", parameters, bounds)?)
}

//! Three heaps: rows, their periods, covers; and the rows of rests.

use std::ops::Range;

use amalgam::Budget;
use amalgam::engines::rests::{self, Closure, RestError, Status};
use amalgam::engines::three::covers::Search;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::row::{LONGEST_LIST, lists_of, matching as pairs_of};
use amalgam::engines::three::rows::{self, RowReport};
use amalgam_draw::row::{Row, columns};
use amalgam_draw::{matching as arcs_of, period};
use amalgam_export::{rest_answers, three_answers};
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::game::NativeGame;
use crate::{json, picture, position, work};

/// Which row: of a heap beside two others, or of a rest.
enum Which {
    Heap(u64),
    Rest(amalgam::Position),
}

impl Which {
    fn read(row: &Bound<'_, PyAny>) -> PyResult<Which> {
        if !row.is_instance_of::<PyInt>() {
            return Ok(Which::Rest(position::read(row)?));
        }
        match position::heap(row)? {
            0 => Err(Failure::input(SearchError::RowZero.to_string(), "rows start at 1").into()),
            heap => Ok(Which::Heap(heap)),
        }
    }
}

/// L1 and L2 of a row, or of the row of a rest.
pub(crate) fn row<'py>(
    game: &NativeGame,
    row: &Bound<'py, PyAny>,
    bounds: Bounds,
) -> PyResult<Bound<'py, PyAny>> {
    let py = row.py();
    let object = match Which::read(row)? {
        Which::Heap(row) => {
            let (game, family) = game.family()?;
            work::long(py, bounds, |budget, watch| {
                let reports = rows::find(family, row, budget, watch)?;
                let proved = reports.last().and_then(RowReport::proved);
                let proved = proved.ok_or(SearchError::Unknown { row })?;
                if proved.preperiod.saturating_add(proved.period) > LONGEST_LIST {
                    return Ok(three_answers::long_row(game.name(), row, proved));
                }
                let lists = lists_of(family, row, proved)?;
                let mut object = three_answers::row(game.name(), &lists);
                object["preperiod"] = proved.preperiod.into();
                Ok::<_, SearchError>(object)
            })?
        }
        Which::Rest(rest) => {
            let (game, setting) = game.setting(false)?;
            let lists = work::long(py, bounds, |budget, watch| {
                rests::lists(&setting, &rest, budget, watch)
            })?;
            rest_answers::row(game.name(), setting.values(), &lists)
        }
    };
    json::python(py, &object)
}

/// The pairs of a row with an end in some columns.
pub(crate) fn matching(
    game: &NativeGame,
    row: &Bound<'_, PyAny>,
    columns: Range<u64>,
    bounds: Bounds,
) -> PyResult<Vec<[u64; 2]>> {
    match Which::read(row)? {
        Which::Heap(heap) => {
            let (_, family) = game.family()?;
            work::apart(row.py(), bounds, move |_, _| pairs_of(family, heap, columns))
        }
        Which::Rest(rest) => {
            let (_, setting) = game.setting(false)?;
            work::long(row.py(), bounds, |budget, _| {
                rests::matching(&setting, &rest, columns, budget)
            })
        }
    }
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
    let which = Which::read(row)?;
    if arcs {
        let Which::Heap(heap) = which else {
            let message = "a matching is drawn of a row of three heaps";
            return Err(Failure::input(message, "give the number of a row").raise(py));
        };
        let (game, family) = game.family()?;
        let columns = from..to.unwrap_or(from.saturating_add(40));
        arcs_of::check(&columns).map_err(Failure::from)?;
        let pairs = work::long(py, bounds, |_, _| pairs_of(family, heap, columns.clone()))?;
        let caption = picture::caption(game.name(), &format!("row({heap}).matching"));
        let scene = arcs_of::draw(heap, columns, &pairs, &caption).map_err(Failure::from)?;
        return Ok(scene.to_svg());
    }
    let seen = |name: &str, preperiod: u64, period: u64| -> Result<Range<u64>, Failure> {
        let last = to.or_else(|| columns(preperiod, period));
        last.map(|last| from..last).filter(|range| !range.is_empty()).ok_or_else(|| {
            let message = format!("row {name} repeats after {period} columns: which ones to draw?");
            Failure::input(message, "say from= and to=")
        })
    };
    let (game, name, (preperiod, period), range, pairs) = match which {
        Which::Heap(heap) => {
            let (game, family) = game.family()?;
            let (found, range, pairs) = work::long(py, bounds, |budget, watch| {
                let reports = rows::find(family, heap, budget, watch).map_err(Failure::from)?;
                let proved = reports.last().and_then(RowReport::proved);
                let proved = proved.ok_or(SearchError::Unknown { row: heap })?;
                let range = seen(&heap.to_string(), proved.preperiod, proved.period)?;
                let pairs = pairs_of(family, heap, range.clone())?;
                Ok::<_, Failure>(((proved.preperiod, proved.period), range, pairs))
            })?;
            (game, heap.to_string(), found, range, pairs)
        }
        Which::Rest(rest) => {
            let (game, setting) = game.setting(false)?;
            let (found, range, pairs) = work::long(py, bounds, |budget, watch| {
                let closure = Closure::below(&setting, std::slice::from_ref(&rest), budget)?;
                let found = rests::find(&setting, &closure, budget, watch)?;
                let found = match found.into_iter().next_back().map(|row| row.status) {
                    Some(Status::Proved(proved)) => (proved.preperiod, proved.period),
                    Some(Status::Unknown(why)) => {
                        return Err(RestError::Unknown { rest: rest.clone().into(), why }.into());
                    }
                    None => return Err(Failure::broken("there is no row")),
                };
                let range = seen(&rest.to_string(), found.0, found.1)?;
                let pairs = rests::matching(&setting, &rest, range.clone(), budget)?;
                Ok((found, range, pairs))
            })?;
            (game, rest.to_string(), found, range, pairs)
        }
    };
    let caption = picture::caption(game.name(), &format!("row({name})"));
    let row = Row::new(name.trim_matches(['[', ']']), preperiod, period, &pairs, range);
    Ok(amalgam_draw::row::draw(&row, &caption).map_err(Failure::from)?.to_svg())
}

/// What is proved of the period of each row, and a picture of it.
pub(crate) fn rows<'py>(
    py: Python<'py>,
    game: &NativeGame,
    to: u64,
    max_columns: Option<u64>,
    mut bounds: Bounds,
) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
    let (game, family) = game.family()?;
    bounds.budget.max_columns = max_columns.unwrap_or(Budget::default().max_columns);
    let reports = work::long(py, bounds, |budget, watch| rows::find(family, to, budget, watch))?;
    let caption = picture::caption(game.name(), &format!("rows({to})"));
    let svg = period::draw(&reports, &caption).ok().map(|scene| scene.to_svg());
    Ok((json::python(py, &three_answers::rows(game.name(), &reports))?, svg))
}

/// Which rows are covers, proved either way.
pub(crate) fn covers<'py>(
    py: Python<'py>,
    game: &NativeGame,
    to: u64,
    max_columns: Option<u64>,
    bounds: Bounds,
) -> PyResult<Bound<'py, PyAny>> {
    let (game, family) = game.family()?;
    let decided = work::long(py, bounds, |budget, watch| {
        let mut search = Search::new(family, to, max_columns).map_err(Failure::from)?;
        match search.advance(budget, watch)? {
            Some(decided) => Ok(decided),
            None => Err(Failure::limit(
                "stopped before the search for covers was finished",
                "nothing is claimed; raise time=, or ask for fewer rows",
            )),
        }
    })?;
    json::python(py, &three_answers::covers(game.name(), to, &decided))
}

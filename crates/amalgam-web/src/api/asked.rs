//! How much the pages about three heaps may ask for.

use amalgam::engines::rows::Proved;

use crate::Problem;
use crate::params::Params;
use crate::pool::Lane;

/// The most rows and columns of a table. Tables cannot be interrupted; one of this size takes
/// milliseconds, and its JSON fits in an answer.
pub(crate) const MOST_CELLS: u64 = 900;
/// The last row that can be asked for. A row that is not found in time is unknown.
pub(crate) const LAST_ROW: u64 = 100;
/// The last column of a matching. Matchings cannot be interrupted either.
pub(crate) const LAST_COLUMN: u64 = 10_000;
/// The lists of a row are written out up to this many columns.
pub(crate) const LONGEST_LIST: u64 = 100_000;
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

//! One row of three heaps: its lists and its matching, however large its heap may be.

use super::columns::walk_choices;
use super::progress::RowError;
use crate::lists::{LONGEST_LIST, Lists, split};
use crate::rests::Values;
use crate::row::Proved;
use amalgam_core::Position;
use amalgam_core::games::rules::Family;
use std::ops::Range;

/// Matchings are listed left of this column.
pub const LAST_MATCHED: u64 = 1 << 24;

/// The lists L1 and L2 of a row whose period is known.
///
/// # Errors
/// If the period is too long to list.
pub fn lists_of(family: Family, row: u64, proved: &Proved) -> Result<Lists, RowError> {
    let rest = Position::new([row]);
    let (preperiod, period) = (proved.preperiod, proved.period);
    let end = preperiod.saturating_add(period);
    if end > LONGEST_LIST {
        return Err(RowError::TooLong { rest: rest.into(), period, most: LONGEST_LIST });
    }
    let mut choices = Vec::with_capacity(end as usize);
    walk_choices(family, row, end, &[], |_, choice| choices.push(choice))?;
    // A column that chooses nothing was matched from the left.
    let offset = |column: u64| match choices[column as usize] {
        0 => -1,
        choice => i64::from(choice),
    };
    Ok(split(&rest, (preperiod, period), Values::Completions, offset))
}

/// The pairs [b, f(a,b)] of row a that have an end in `columns`, by smaller end.
///
/// ```
/// use amalgam::engines::three::row;
/// use amalgam::games::rules::Family;
/// assert_eq!(row::matching(Family::AMALGAMATION, 2, 0..6)?, [[0, 2], [1, 4], [3, 6], [5, 8]]);
/// # Ok::<(), amalgam::engines::rows::RowError>(())
/// ```
///
/// # Errors
/// If the columns are too far to the right, or a heap does not fit in 64 bits.
pub fn matching(family: Family, row: u64, columns: Range<u64>) -> Result<Vec<[u64; 2]>, RowError> {
    if columns.end > LAST_MATCHED {
        return Err(RowError::TooFar { column: columns.end, most: LAST_MATCHED });
    }
    let mut pairs = Vec::new();
    walk_choices(family, row, columns.end, &[], |b, choice| {
        let c = b + u64::from(choice);
        if choice > 0 && (columns.contains(&b) || columns.contains(&c)) {
            pairs.push([b, c]);
        }
    })?;
    Ok(pairs)
}

//! One row as the papers write it: the lists L1 and L2, and the matching.

use super::columns::walk_choices;
use super::progress::{Progress, SearchError};
use super::rows::{self, Proved};
use amalgam_core::base::budget::Budget;
use amalgam_core::games::rules::Family;
use std::ops::Range;

/// L(j), cut into pairs that do not repeat and pairs that do.
///
/// A pair [b, c] with 1 <= b < c of row j *repeats* if [b + tp, c + tp] is a pair of the row for
/// every t >= 1, p being the row's period. `once` are the pairs that don't, `repeating` those that
/// do and are no translate of an earlier pair. So L(j) is `once` together with `repeating` + pℕ, no
/// pair is listed twice, and no pair of `once` could be dropped. (Locke & Handley let L2 start where
/// it suits them; as sets their lists and these agree. As they do, we leave out the pair [0, j].)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    /// The row j.
    pub row: u64,
    /// The row's least period p.
    pub period: u64,
    /// L1(j), by smaller heap.
    pub once: Vec<[u64; 2]>,
    /// One pair for each class of L2(j), by smaller heap.
    pub repeating: Vec<[u64; 2]>,
}

/// The longest period that is listed.
pub const LONGEST_LIST: u64 = 1 << 22;
/// Matchings are listed left of this column.
pub const LAST_MATCHED: u64 = 1 << 24;

/// The lists L1 and L2 of a row. Its period is found and proved first.
///
/// ```
/// use amalgam::engines::three::{progress::Silent, row};
/// use amalgam::games::rules::Family;
/// let lists = row::lists(Family::AMALGAMATION, 4, &Default::default(), &Silent)?;
/// assert_eq!(lists.once, [[1, 2], [3, 8], [5, 6], [7, 12], [9, 11]]);
/// assert_eq!((lists.repeating, lists.period), (vec![[10, 13], [15, 16]], 4));
/// # Ok::<(), amalgam::engines::three::progress::SearchError>(())
/// ```
///
/// # Errors
/// If the period of the row is not found within the limits, or is too long to list.
pub fn lists(
    family: Family,
    row: u64,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Lists, SearchError> {
    let report = rows::find(family, row, limits, progress)?;
    match report.last().and_then(|last| last.proved()) {
        Some(proved) => lists_of(family, row, proved),
        None => Err(SearchError::Unknown { row }),
    }
}

/// The lists L1 and L2 of a row whose period is known.
///
/// # Errors
/// If the period is too long to list.
pub fn lists_of(family: Family, row: u64, proved: &Proved) -> Result<Lists, SearchError> {
    let (preperiod, period) = (proved.preperiod, proved.period);
    let end = preperiod.saturating_add(period);
    if end > LONGEST_LIST {
        return Err(SearchError::TooLong { row, period, limit: LONGEST_LIST });
    }
    let mut choices = Vec::with_capacity(end as usize);
    walk_choices(family, row, end, &[], |_, choice| choices.push(u64::from(choice)))?;
    let mut lists = Lists { row, period, once: Vec::new(), repeating: Vec::new() };
    for b in 1..end {
        let choice = choices[b as usize];
        if choice == 0 {
            continue;
        }
        let same = |column: u64| choices[column as usize] == choice;
        let mut translates = (b..end).step_by(period as usize).skip(1);
        if !translates.all(same) {
            lists.once.push([b, b + choice]);
        } else if b <= period || !same(b - period) {
            lists.repeating.push([b, b + choice]);
        }
    }
    Ok(lists)
}

/// The pairs [b, f(a,b)] of row a that have an end in `columns`, by smaller end.
///
/// ```
/// use amalgam::engines::three::row;
/// use amalgam::games::rules::Family;
/// assert_eq!(row::matching(Family::AMALGAMATION, 2, 0..6)?, [[0, 2], [1, 4], [3, 6], [5, 8]]);
/// # Ok::<(), amalgam::engines::three::progress::SearchError>(())
/// ```
///
/// # Errors
/// If the columns are too far to the right, or a heap does not fit in 64 bits.
pub fn matching(
    family: Family,
    row: u64,
    columns: Range<u64>,
) -> Result<Vec<[u64; 2]>, SearchError> {
    if columns.end > LAST_MATCHED {
        return Err(SearchError::TooFar { column: columns.end, limit: LAST_MATCHED });
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

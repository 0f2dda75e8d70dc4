//! The row of a rest as the papers write rows: the lists L1 and L2, and the matching.

use std::ops::Range;

use super::chain::{self, Single};
use super::setting::{RestError, Setting, Values};
use super::walk::{CHUNK, Walk, Word};
use super::{Closure, Status, periodic, singles};
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, Progress, Silent, reserve};

/// L(R), cut into pairs that do not repeat and pairs that do.
///
/// A pair [b, c] of row R, with b <= c and c = f(R,b), *repeats* if [b + tp, c + tp] is a pair of the row
/// for every t >= 1, p being the row's period. `once` are the pairs that don't, `repeating` those that do
/// and are no translate of an earlier pair: L(R) is `once` together with `repeating` + pℕ, and no pair is
/// listed twice. A heap may be its own partner, [b, b]. As in the lists of three heaps, the pair of 0 is
/// left out. For Grundy values the pairs are [c, g(R,c)], by column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    /// The rest R.
    pub rest: Position,
    /// The row's least preperiod.
    pub preperiod: u64,
    /// The row's least period p.
    pub period: u64,
    /// L1(R).
    pub once: Vec<[u64; 2]>,
    /// One pair for each class of L2(R).
    pub repeating: Vec<[u64; 2]>,
}

/// The longest period that is listed.
pub const LONGEST_LIST: u64 = 1 << 22;
/// Matchings are listed left of this column.
pub const LAST_LISTED: u64 = 1 << 22;

/// The lists L1 and L2 of a rest. Its period is found and proved first.
///
/// ```
/// use amalgam::{Play, Position, engines::rests::{self, Setting, Values}};
/// let rules = "take any, merge".parse()?;
/// let setting = Setting::new(&rules, Play::Normal, Values::Completions)?;
/// let rest = Position::new([2, 2]);
/// let lists = rests::lists(&setting, &rest, &Default::default(), &amalgam::base::budget::Silent)?;
/// assert_eq!((lists.once, lists.repeating, lists.period), (vec![], vec![[1, 1]], 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the rest is too large, its row is not known within the limits, or the lists would be too long.
pub fn lists(
    setting: &Setting,
    rest: &Position,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Lists, RestError> {
    let (preperiod, period, offsets) = offsets(setting, rest, limits, progress)?;
    let offset = |column: u64| offsets[periodic::fold(column, preperiod, period) as usize];
    let mut lists =
        Lists { rest: rest.clone(), preperiod, period, once: vec![], repeating: vec![] };
    // Where the row repeats from column 0 on, the class of that column begins a period later.
    for column in 1..preperiod.max(1) + period {
        let this = offset(column);
        if this < 0 && setting.values() == Values::Completions {
            continue;
        }
        let pair = [column, column.saturating_add_signed(this)];
        let later = (column..preperiod + period).step_by(period as usize).skip(1);
        if !later.into_iter().all(|column| offset(column) == this) {
            lists.once.push(pair);
        } else if column <= period || offset(column - period) != this {
            lists.repeating.push(pair);
        }
    }
    Ok(lists)
}

/// Preperiod, period, and the offsets up to the end of one period.
fn offsets(
    setting: &Setting,
    rest: &Position,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<(u64, u64, Vec<i64>), RestError> {
    if let Some(single) = single(setting, rest, limits, progress)? {
        let offsets = single.offsets().iter().map(|&offset| offset.into()).collect();
        return Ok((single.preperiod, single.period, offsets));
    }
    let closure = Closure::below(setting, std::slice::from_ref(rest), limits)?;
    let found = super::find(setting, &closure, limits, progress)?;
    let (preperiod, period) = match found.last().map(|row| &row.status) {
        Some(Status::Proved(proved)) => (proved.preperiod, proved.period),
        Some(Status::Unknown(why)) => {
            return Err(RestError::Unknown { rest: rest.clone().into(), why: why.clone() });
        }
        None => unreachable!("a closure has the empty rest at least"),
    };
    let end = preperiod.saturating_add(period);
    if end > LONGEST_LIST {
        return Err(RestError::TooLong { rest: rest.clone().into(), period, most: LONGEST_LIST });
    }
    let values = near(setting, rest, end, limits)?;
    let offset = |(column, value): (u64, u64)| value as i64 - column as i64;
    Ok((preperiod, period, (0..).zip(values).map(offset).collect()))
}

/// The row of a single heap, which may be larger than other rests; `None` if it is no single heap or not
/// known.
fn single(
    setting: &Setting,
    rest: &Position,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Option<Single>, RestError> {
    match rest.heaps() {
        &[heap] if heap <= chain::REACH => {
            let rows = singles::walked(setting, heap, limits, progress)?;
            Ok(rows.into_iter().nth(heap as usize).flatten())
        }
        _ => Ok(None),
    }
}

/// The pairs [b, f(R,b)] with an end in `columns`, by smaller end; for Grundy values [c, g(R,c)] for
/// each column.
///
/// ```
/// use amalgam::{Play, Position, engines::rests::{self, Setting, Values}};
/// let rules = "take any, merge".parse()?;
/// let setting = Setting::new(&rules, Play::Normal, Values::Completions)?;
/// let pairs = rests::matching(&setting, &Position::new([2]), 0..6, &Default::default())?;
/// assert_eq!(pairs, [[0, 2], [1, 4], [3, 6], [5, 8]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the rest is too large, or a bound is met before the last column.
pub fn matching(
    setting: &Setting,
    rest: &Position,
    columns: Range<u64>,
    limits: &Budget,
) -> Result<Vec<[u64; 2]>, RestError> {
    let values = near(setting, rest, columns.end, limits)?;
    let completions = setting.values() == Values::Completions;
    let pair = |(column, &value): (usize, &u64)| [column as u64, value];
    let wanted = |&[column, value]: &[u64; 2]| {
        let inside = columns.contains(&column) || (completions && columns.contains(&value));
        inside && (!completions || column <= value)
    };
    Ok(values.iter().enumerate().map(pair).filter(wanted).collect())
}

/// The values of a row at the columns before `end`, by walking from column 0.
///
/// # Errors
/// If the rest is too large, or the columns are too many to walk.
pub fn near(
    setting: &Setting,
    rest: &Position,
    end: u64,
    limits: &Budget,
) -> Result<Vec<u64>, RestError> {
    if end > LAST_LISTED {
        return Err(RestError::TooFar { column: end, most: LAST_LISTED });
    }
    if let Some(single) = single(setting, rest, limits, &Silent)? {
        let value = |column: u64| column.saturating_add_signed(single.offset(column));
        return Ok((0..end).map(value).collect());
    }
    let closure = Closure::below(setting, std::slice::from_ref(rest), limits)?;
    let number = closure.number(rest).expect("a rest is in its own closure");
    let mut walk = Walk::<u128>::new((setting, &closure));
    let mut values: Vec<u64> = Vec::new();
    while (values.len() as u64) < end {
        limits.check(values.len() as u64)?;
        walk.advance((setting, &closure), CHUNK);
        reserve(&mut values, CHUNK)?;
        for word in walk.done(number) {
            values.push((values.len() as u64).saturating_add_signed(word.offset()));
        }
    }
    values.truncate(end as usize);
    Ok(values)
}

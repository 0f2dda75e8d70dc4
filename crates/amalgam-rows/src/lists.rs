//! The row of a rest as the papers write rows: the lists L1 and L2, the matching, the values near the beginning.

use std::ops::Range;

use crate::error::RowError;
use crate::rests::{Closure, Setting, Values, chain, periodic, singles, walk};
use crate::row::{Obstacle, Row};
use crate::three;
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, Silent, reserve};
use walk::{CHUNK, Walk, Word};

/// L(R), cut into pairs that do not repeat and pairs that do.
///
/// A pair [b, c] of row R, with b <= c and c = f(R,b), *repeats* if [b + tp, c + tp] is a pair of the row
/// for every t >= 1, p being the row's period. `once` are the pairs that don't, `repeating` those that do
/// and are no translate of an earlier pair: L(R) is `once` together with `repeating` + pℕ, no pair is
/// listed twice, and no pair of `once` could be dropped. A heap may be its own partner, [b, b], but not beside
/// a single heap. The pair of 0 is left out, as Locke & Handley do. (They let L2 start where it suits them; as
/// sets their lists and these agree.) For Grundy values the pairs are [c, g(R,c)], by column.
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
/// Values are listed left of this column.
pub const LAST_LISTED: u64 = 1 << 22;

/// The lists L1 and L2 of a row whose period is known.
///
/// ```
/// use amalgam::{Budget, Play, Position, base::budget::Silent, engines::rows::{self, Setting, Values, Wanted}};
/// let (rules, limits) = ("take any, merge".parse()?, Budget::default());
/// let setting = Setting::new(&rules, Play::Normal, Values::Completions)?;
/// let found = rows::find(&setting, &Wanted::Rest(Position::new([2, 2])), &limits, &Silent)?;
/// let lists = rows::lists(&setting, &found[0], &limits)?;
/// assert_eq!((lists.once, lists.repeating, lists.period), (vec![], vec![[1, 1]], 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the row is not known, the rest is too large, a bound is met, or the lists would be too long.
pub fn lists(setting: &Setting, row: &Row, limits: &Budget) -> Result<Lists, RowError> {
    let rest = &row.rest;
    let proved = row.proved().ok_or_else(|| RowError::unknown(rest, Obstacle::Unsought))?;
    let (preperiod, period) = (proved.preperiod, proved.period);
    let end = preperiod.saturating_add(period);
    if end > LONGEST_LIST {
        return Err(RowError::TooLong { rest: rest.clone().into(), period, most: LONGEST_LIST });
    }
    let values = values(setting, rest, end, limits)?;
    let offset = |column: u64| values[column as usize] as i64 - column as i64;
    Ok(split(rest, (preperiod, period), setting.values(), offset))
}

/// The lists of a row from its offsets before the end of one period. Of completions only the offsets that are
/// not negative count.
pub(crate) fn split(
    rest: &Position,
    (preperiod, period): (u64, u64),
    values: Values,
    offset: impl Fn(u64) -> i64,
) -> Lists {
    let offset = |column: u64| offset(periodic::fold(column, preperiod, period));
    let mut lists =
        Lists { rest: rest.clone(), preperiod, period, once: vec![], repeating: vec![] };
    // Where the row repeats from column 0 on, the class of that column begins a period later.
    for column in 1..preperiod.max(1) + period {
        let this = offset(column);
        if this < 0 && values == Values::Completions {
            continue;
        }
        let pair = [column, column.saturating_add_signed(this)];
        let mut later = (column..preperiod + period).step_by(period as usize).skip(1);
        if !later.all(|column| offset(column) == this) {
            lists.once.push(pair);
        } else if column <= period || offset(column - period) != this {
            lists.repeating.push(pair);
        }
    }
    lists
}

/// The pairs [b, f(R,b)] with an end in `columns`, by smaller end; for Grundy values [c, g(R,c)] for
/// each column.
///
/// ```
/// use amalgam::{Play, Position, engines::rows::{self, Setting, Values}};
/// let rules = "take any, merge".parse()?;
/// let setting = Setting::new(&rules, Play::Normal, Values::Completions)?;
/// let pairs = rows::matching(&setting, &Position::new([2]), 0..6, &Default::default())?;
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
) -> Result<Vec<[u64; 2]>, RowError> {
    if let (Some(family), &[heap]) = (setting.family(), rest.heaps()) {
        return three::row::matching(family, heap, columns);
    }
    let values = values(setting, rest, columns.end, limits)?;
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
pub fn values(
    setting: &Setting,
    rest: &Position,
    end: u64,
    limits: &Budget,
) -> Result<Vec<u64>, RowError> {
    if end > LAST_LISTED {
        return Err(RowError::TooFar { column: end, most: LAST_LISTED });
    }
    let mut values: Vec<u64> = Vec::new();
    if let &[heap] = rest.heaps() {
        if let Some(family) = setting.family() {
            values.extend(0..end);
            for [b, c] in three::row::matching(family, heap, 0..end)? {
                for [b, c] in [[b, c], [c, b]].into_iter().filter(|[b, _]| *b < end) {
                    values[b as usize] = c;
                }
            }
            return Ok(values);
        }
        if heap <= chain::REACH {
            let rows = singles::walked(setting, heap, limits, &Silent)?;
            if let Some(single) = rows.into_iter().nth(heap as usize).flatten() {
                let value = |column: u64| column.saturating_add_signed(single.offset(column));
                return Ok((0..end).map(value).collect());
            }
        }
    }
    let closure = Closure::below(setting, std::slice::from_ref(rest), limits)?;
    let number = closure.number(rest).expect("a rest is in its own closure");
    let mut walk = Walk::<u128>::new((setting, &closure));
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

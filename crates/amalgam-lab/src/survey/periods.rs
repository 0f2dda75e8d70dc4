//! The periods of the rows of a member: proved where something proves them, else observed.

use super::Part;
use amalgam_core::base::budget::{Budget, Silent};
use amalgam_core::games::rules::Rules;
use amalgam_core::{Play, Position};
use amalgam_rows::{Row, RowError, Setting, Values, Wanted, find};
use amalgam_solve::theory::merging::NimCriterion;
use amalgam_tables::bulk::Pairs;

/// What is known of the period of a row: f(a,b+p) = f(a,b) + p for all b ≥ s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowPeriod {
    /// The least preperiod s and period p, proved.
    Proved {
        /// s.
        preperiod: u64,
        /// p.
        period: u64,
    },
    /// The columns up to `to` look like that (see [`observe`]); nothing is said beyond.
    Observed {
        /// s.
        preperiod: u64,
        /// p.
        period: u64,
        /// The last column that was looked at.
        to: u64,
    },
    /// No period shows in the columns up to `to`.
    NoneTo {
        /// The last column that was looked at.
        to: u64,
    },
    /// A bound was met first.
    Unknown(String),
}

/// A row is given up by the row machine after this many columns.
const MAX_COLUMNS: u64 = 1 << 24;

/// Where the row machine does not apply, rows are looked at up to this column.
const OBSERVED_TO: u64 = 512;

/// The most rows whose periods are looked for.
pub(super) const MOST_ROWS: u64 = 128;

pub(super) fn periods(
    rules: &Rules,
    nim: NimCriterion,
    rows: u64,
    limits: &Budget,
) -> Part<Vec<RowPeriod>> {
    if !rules.takes_any() {
        return Part::Absent("no completion is promised, so there is no f(a,b)");
    }
    let rows = rows.min(MOST_ROWS);
    if nim == NimCriterion::Nim || rows == 0 {
        return Part::Found((1..=rows).map(nim_period).collect());
    }
    let limits = &Budget { max_columns: MAX_COLUMNS, ..limits.clone() };
    let found = proved(rules, rows, limits);
    if rules.family_of_rows().is_none() {
        return match (observed(rules, rows, limits), found) {
            (Part::Found(mut found), Ok(proved)) => {
                for (row, proved) in found.iter_mut().zip(proved) {
                    *row = proved.unwrap_or_else(|| row.clone());
                }
                Part::Found(found)
            }
            (observed, _) => observed,
        };
    };
    let bound = || RowPeriod::Unknown("the row machine met a bound".to_owned());
    match found {
        Ok(found) => Part::Found(found.into_iter().map(|row| row.unwrap_or_else(bound)).collect()),
        Err(error) => Part::Unknown(error.to_string()),
    }
}

/// The rows of single heaps, where the theorem on rests is about the rules; `None` for those that met a bound.
fn proved(rules: &Rules, rows: u64, limits: &Budget) -> Result<Vec<Option<RowPeriod>>, RowError> {
    let setting = Setting::new(rules, Play::Normal, Values::Completions)?;
    let found = find(&setting, &Wanted::Beside(Position::default(), rows), limits, &Silent)?;
    let period = |row: &Row| {
        let proved = row.proved()?;
        Some(RowPeriod::Proved { preperiod: proved.preperiod, period: proved.period })
    };
    Ok(found.iter().map(period).collect())
}

/// f(a,b) = a ⊕ b. If 2^k is the highest digit of a, then f(a,b) > b exactly if b has no digit 2^k,
/// so no period is shorter than 2^(k+1); and adding that to b changes no digit that a has.
fn nim_period(row: u64) -> RowPeriod {
    RowPeriod::Proved { preperiod: 0, period: 2 << row.ilog2() }
}

fn observed(rules: &Rules, rows: u64, limits: &Budget) -> Part<Vec<RowPeriod>> {
    let pairs = match Pairs::new(rules, Play::Normal, OBSERVED_TO, limits, &Silent) {
        Ok(pairs) => pairs,
        Err(limit) => return Part::Unknown(limit.to_string()),
    };
    let row = |a| {
        let values: Vec<u64> = (0..=OBSERVED_TO).filter_map(|b| pairs.get(a, b)).collect();
        match observe(&values) {
            Some((preperiod, period)) => RowPeriod::Observed { preperiod, period, to: OBSERVED_TO },
            None => RowPeriod::NoneTo { to: OBSERVED_TO },
        }
    };
    Part::Found((1..=rows).map(row).collect())
}

/// The least period p, and for it the least s, with f(b + p) = f(b) + p for all b ≥ s within the
/// values f(0), f(1), …. Three periods must fit after s, and s must lie in the first half: the last
/// few values of a row always repeat in some way.
///
/// ```
/// use amalgam::lab::survey::observe;
/// let nim_row_1 = [1, 0, 3, 2, 5, 4, 7, 6];
/// assert_eq!(observe(&nim_row_1), Some((0, 2)));
/// assert_eq!(observe(&nim_row_1[..5]), None); // too short to say
/// ```
pub fn observe(values: &[u64]) -> Option<(u64, u64)> {
    let last = values.len();
    (1..=last / 3).find_map(|period| {
        let breaks = |&b: &usize| values[b + period] != values[b].saturating_add(period as u64);
        let start = (0..last - period).rev().find(breaks).map_or(0, |b| b + 1);
        (start + 3 * period <= last && 2 * start <= last).then_some((start as u64, period as u64))
    })
}

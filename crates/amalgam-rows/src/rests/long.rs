//! Periods that are never walked: by the Synchronisation Theorem.
//!
//! The rows of [1,b] see the rows of all single heaps up to b + 1, and their periods soon have nothing in
//! common. Here the theorem of [`synchronise`](super::synchronise) gives a multiple P of the period, and
//! three kinds of columns that are a few thousand wide do the rest: those at the beginning, walked; for each
//! prime q those P/q behind some of them, where one value that differs shows that P/q is no period; and
//! those a multiple of P behind the beginning, where the last difference gives the preperiod, as in
//! [`joint`](super::joint). The far ones are had from "unknown" by [`far`](super::far).

use rustc_hash::FxHashMap;

use super::closure::Closure;
use super::far::Far;
use super::periodic::{lcm, primes};
use super::setting::{REACH, RowError, Setting};
use super::stretch::Stretch;
use super::synchronise::{Left, synchronise};
use crate::row::{Obstacle, Proof, Proved, Status};
use amalgam_core::base::budget::{Budget, Progress, Step, Task};

/// This many columns are walked at the beginning.
const BEGINNING: u64 = 1 << 16;
/// Of these the last are compared with far ones to refute shorter periods.
const COMPARED: u64 = 256;
/// One joint period of the rests of few coins may take this many rows and columns.
const FEW_STEPS: u64 = 1 << 26;

/// Finds the periods of a closure whose joint period is too long to walk.
pub(super) fn find(
    setting: &Setting,
    closure: &Closure,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Status>, RowError> {
    find_beyond(FEW_STEPS, setting, closure, limits, progress)
}

/// The same, where one joint period of the rests of few coins may take this many rows and columns.
fn find_beyond(
    few_steps: u64,
    setting: &Setting,
    closure: &Closure,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Status>, RowError> {
    let far = Far::new(setting.clone(), closure.clone(), few_steps, limits, progress)?;
    let end = BEGINNING + 2 * closure.most_coins() + COMPARED;
    let beginning = Stretch::near(setting, closure.clone(), 0..end, limits)?;
    let mut long = Long { setting, closure, far, beginning, limits, distant: FxHashMap::default() };
    let mut rows: Vec<Status> = Vec::new();
    for row in 0..closure.rests().len() {
        limits
            .watch(progress, Step::of(Task::Columns, row as u64, closure.rests().len() as u64))?;
        let status = match long.known(row) {
            Some(status) => status,
            None => match long.row(row, &rows) {
                Ok(proved) => proved.into(),
                Err(Open::Because(why)) => Status::unknown(why),
                Err(Open::Error(error)) => return Err(error),
            },
        };
        rows.push(status);
    }
    Ok(rows)
}

struct Long<'a> {
    setting: &'a Setting,
    closure: &'a Closure,
    far: Far,
    beginning: Stretch,
    limits: &'a Budget,
    /// The columns behind some far ones.
    distant: FxHashMap<u64, Stretch>,
}

/// Why a row stays open.
enum Open {
    Because(Obstacle),
    Error(RowError),
}

impl From<Obstacle> for Open {
    fn from(why: Obstacle) -> Open {
        Open::Because(why)
    }
}

impl Long<'_> {
    /// What is known without the theorem: the rests of few coins, and single heaps.
    fn known(&self, row: usize) -> Option<Status> {
        let rest = &self.closure.rests()[row];
        if let Some(status) = self.far.known_few(rest) {
            return Some(status.clone());
        }
        let &[heap] = rest.heaps() else { return None };
        Some(match self.far.single(heap) {
            Some(proved) => proved.into(),
            None => Status::unknown(Obstacle::Columns),
        })
    }

    fn row(&mut self, row: usize, rows: &[Status]) -> Result<Proved, Open> {
        let inputs = &self.closure.inputs[row];
        let rest = &self.closure.rests()[row];
        let (mut masks_from, mut masks_period) = (0, 1u64);
        for input in inputs {
            let Status::Proved(below) = &rows[input.row] else {
                return Err(Obstacle::Below(self.closure.rests()[input.row].clone()).into());
            };
            masks_from = masks_from.max(below.preperiod.saturating_add_signed(-input.ahead));
            masks_period = lcm(masks_period, below.period).ok_or(Obstacle::Columns)?;
        }
        let regular = self.setting.regular_from(self.closure.most_coins(), REACH);
        let start = masks_from.max(regular);
        let masks = (start..BEGINNING).map(|column| self.beginning.mask(inputs, column));
        let reach = self.setting.reach(rest) as u64;
        let fixed = self.far.fixed(row);
        let forgotten = synchronise(masks, reach, fixed.is_some());
        let (took, left) = forgotten.ok_or(Obstacle::Apart)?;
        let same_parity = fixed.is_some() && masks_period % 2 == 0;
        let divides = match left {
            Left::Two(_) if !same_parity => masks_period.checked_mul(2).ok_or(Obstacle::Columns)?,
            _ => masks_period,
        };
        let home = start + took + reach;
        if home + COMPARED > BEGINNING {
            return Err(Obstacle::Columns.into());
        }
        for prime in primes(divides) {
            let behind = divides / prime;
            let columns = BEGINNING - COMPARED..BEGINNING;
            if self.differ(row, columns, behind)?.is_none() {
                return Err(Obstacle::Shorter.into());
            }
        }
        let behind =
            divides.checked_mul((2 * BEGINNING).div_ceil(divides)).ok_or(Obstacle::Columns)?;
        let last = self.differ(row, 0..home, behind)?;
        Ok(Proved {
            preperiod: last.map_or(0, |column| column + 1),
            period: divides,
            fixed: fixed.map(|_| 0),
            offsets: None,
            mask: None,
            proof: Proof::Synchronised { column: start, stretch: took, divides },
        })
    }

    /// The last of some columns where the row differs from itself this many columns later.
    fn differ(
        &mut self,
        row: usize,
        columns: std::ops::Range<u64>,
        behind: u64,
    ) -> Result<Option<u64>, Open> {
        let from = columns.start.checked_add(behind).ok_or(Obstacle::Columns)?;
        let far = |this: &Self| {
            // Longer than is asked, so that later rows find theirs too.
            let end = if columns.start == 0 { BEGINNING } else { columns.end };
            let end = end.checked_add(behind).ok_or(Obstacle::Columns)?;
            this.far.stretch(&[row], from..end, this.limits).map_err(|error| match error {
                RowError::Unknown { why, .. } => Open::Because(why),
                error => Open::Error(error),
            })
        };
        let key = from;
        let kept = self.distant.get(&key).is_some_and(|stretch| stretch.from[row] <= from);
        if !kept {
            let stretch = far(self)?;
            self.distant.insert(key, stretch);
        }
        let stretch = &self.distant[&key];
        let differs = |&column: &u64| {
            self.beginning.offset(row, column) != stretch.offset(row, column + behind)
        };
        Ok(columns.rev().find(differs))
    }
}

#[cfg(test)]
mod tests {
    use super::super::setting::Values;
    use super::*;
    use amalgam_core::Play;
    use amalgam_core::base::budget::Silent;

    /// Rows of rests that forget have the periods and preperiods that walking a joint period finds.
    #[test]
    fn what_synchronises_has_the_period_that_is_walked() {
        let mut synchronised = 0;
        for (rules, coins) in [
            ("take any, merge", amalgam_tier::size(11, 14)),
            ("take any, merge if unequal", amalgam_tier::size(11, 13)),
            ("take any, merge if min >= 3", amalgam_tier::size(11, 13)),
        ] {
            let rules = rules.parse().unwrap();
            let setting = Setting::new(&rules, Play::Normal, Values::Completions).unwrap();
            let closure = Closure::coins(&setting, coins, &Budget::default()).unwrap();
            let limits = Budget::default();
            let walked = super::super::find(&setting, &closure, &limits, &Silent).unwrap();
            let found = find_beyond(1 << 13, &setting, &closure, &limits, &Silent).unwrap();
            for (row, status) in walked.iter().zip(&found) {
                let Status::Proved(proved) = status else { continue };
                let expected = row.proved().expect("few coins");
                let told = (proved.preperiod, proved.period);
                assert_eq!(told, (expected.preperiod, expected.period), "{rules}, {}", row.rest);
                if let Proof::Synchronised { divides, .. } = proved.proof {
                    assert_eq!(divides % expected.period, 0);
                    assert!(proved.fixed.is_none_or(|fixed| Some(fixed) == expected.fixed));
                    synchronised += 1;
                }
            }
        }
        assert!(synchronised > 20, "{synchronised} rows synchronised");
    }
}

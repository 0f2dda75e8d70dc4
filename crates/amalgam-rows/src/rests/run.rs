//! A search for the rows of a closure that can be stopped and taken up again.

use super::chain::Single;
use super::joint::Search;
use super::setting::{RowError, Setting, Values};
use super::singles::walked;
use super::walk::Walk;
use super::{Closure, Row, long, periodic};
use crate::row::mark_covers;
use amalgam_core::base::budget::{Budget, Progress};

/// The periods of all rows of a closure, on their way.
///
/// ```
/// use amalgam::{Play, base::budget::Silent, engines::rests::{Closure, Run, Setting, Values}};
/// let rules = "take any, merge".parse()?;
/// let setting = Setting::new(&rules, Play::Normal, Values::Completions)?;
/// let closure = Closure::coins(&setting, 4, &Default::default())?;
/// let mut run = Run::new(setting.clone(), closure.clone(), &Default::default(), &Silent)?;
/// let rows = run.advance(&Default::default(), &Silent)?;
/// let mut again = Run::from_bytes(setting, closure, &run.to_bytes())?;
/// assert_eq!(again.advance(&Default::default(), &Silent)?, rows);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Run {
    pub(super) setting: Setting,
    pub(super) closure: Closure,
    /// The joint search; none where the periods are too long to be walked.
    pub(super) search: Option<Search>,
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("setting", &self.setting).finish_non_exhaustive()
    }
}

/// Rows are walked jointly where one period of all takes at most about this many rows and columns.
const WALKED: u64 = 1 << 31;

impl Run {
    /// A run that has not started. Only the rows of single heaps are looked at, to see what is to be done.
    ///
    /// # Errors
    /// If a bound is met.
    pub fn new(
        setting: Setting,
        closure: Closure,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Run, RowError> {
        Run::by(None, setting, closure, limits, progress)
    }

    /// The same, where it is said whether periods are walked.
    pub(crate) fn by(
        walked_jointly: Option<bool>,
        setting: Setting,
        closure: Closure,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Run, RowError> {
        let singles = walked(&setting, closure.largest_single(), limits, progress)?;
        let hint = hint(&singles, &closure);
        let one_period = hint.saturating_mul(closure.rests().len() as u64);
        let short = one_period <= WALKED || setting.values() == Values::Grundy;
        let short = walked_jointly.unwrap_or(short);
        if short {
            let rows = closure.rests().len() as u64;
            let bytes = Walk::<u64>::bytes((&setting, &closure));
            limits.foresee(rows, u128::from(closure.bytes()) + 4 * u128::from(bytes))?;
        }
        let search = short.then(|| Search::new((&setting, &closure), hint, 16 * WALKED));
        Ok(Run { setting, closure, search })
    }

    /// The rests it is about.
    pub(crate) fn closure(&self) -> &Closure {
        &self.closure
    }

    /// Whether the run can be taken up where it was stopped. Where periods are not walked it begins again.
    pub fn goes_on(&self) -> bool {
        self.search.is_some()
    }

    /// Goes on until every row is proved or given up. What it finds does not depend on where it was
    /// stopped.
    ///
    /// # Errors
    /// If a bound is met first, or `progress` says stop; the run can be taken up then if it
    /// [goes on](Run::goes_on).
    pub fn advance(
        &mut self,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Vec<Row>, RowError> {
        let Run { setting, closure, search } = self;
        let found = match search {
            Some(search) => search.advance((setting, closure), limits, progress)?,
            None => long::find(setting, closure, limits, progress)?,
        };
        let rests = closure.rests().iter().cloned().zip(found);
        let mut rows: Vec<Row> = rests.map(|(rest, status)| Row::new(rest, status)).collect();
        mark_covers(&mut rows);
        Ok(rows)
    }
}

/// A multiple of the periods of the single heaps in a closure, as far as they are known: what the rows
/// of the other rests may be expected to divide.
pub(super) fn hint(singles: &[Option<Single>], closure: &Closure) -> u64 {
    let heaps = (0..=closure.largest_single()).zip(singles);
    let lcm = |hint: u64, row: &Option<Single>| periodic::lcm(hint, row.as_ref()?.period);
    heaps.into_iter().try_fold(1, |hint, (_, row)| lcm(hint, row)).unwrap_or(u64::MAX)
}

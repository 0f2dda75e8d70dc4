//! Single heaps wherever their rows are known: walked, or as rows of three heaps.
//!
//! Behind row 44 of Amalgamation Nim there are rows whose periods nobody walks. What is known of them by the
//! structure of their blocks is known of the rests \[a\] as well, at any column.

use super::chain::{self, Single};
use super::setting::{RowError, Setting};
use crate::row::{Proved, Row};
use crate::three::oracle::RowOracle;
use crate::three::rows::Run;
use amalgam_core::base::budget::{Budget, Progress};

/// The rows of the heaps 0, 1, … up to some heap.
pub(super) struct Singles {
    walked: Vec<Option<Single>>,
    /// Where some were not walked: what is known of the rows of three heaps, and their values.
    known: Vec<Row>,
    three: Option<RowOracle>,
}

/// Up to here walking takes no time; behind it rows of three heaps are known by their structure.
const QUICK: u64 = 44;

/// The rows of the heaps 0..=`to` that are worth walking.
pub(crate) fn walked(
    setting: &Setting,
    to: u64,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Option<Single>>, RowError> {
    let last = if setting.family().is_some() { to.min(QUICK) } else { to };
    let mut walked = chain::find(setting, last, limits, progress)?;
    walked.resize(walked.len() + (to - last).min(chain::REACH) as usize, None);
    Ok(walked)
}

impl Singles {
    /// The rows of the heaps 0..=`to`, as far as they are found within the limits.
    pub fn find(
        setting: &Setting,
        to: u64,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Singles, RowError> {
        let walked = walked(setting, to, limits, progress)?;
        let known = walked.iter().flatten().count() as u64 > to;
        let family = setting.family().filter(|_| !known);
        let found = family.map(|family| {
            let mut run = Run::new(family, to)?;
            run.advance(limits, progress)?;
            let known = run.report();
            RowOracle::from_run(run).map(|oracle| (known, oracle)).ok_or(RowError::stopped(to))
        });
        let (known, three) = match found {
            Some(Ok((known, oracle))) => (known, Some(oracle)),
            Some(Err(RowError::Limit(limit))) => {
                limits.check(to)?;
                return Err(limit.into());
            }
            Some(Err(_)) | None => (Vec::new(), None),
        };
        Ok(Singles { walked, known, three })
    }

    /// The rows that were walked.
    pub fn walked(&self) -> &[Option<Single>] {
        &self.walked
    }

    /// The value at a column less the column, if the row is known.
    pub fn offset(&self, heap: u64, column: u64) -> Option<i64> {
        if let Some(Some(single)) = self.walked.get(heap as usize) {
            return Some(single.offset(column));
        }
        let value = self.three.as_ref()?.f(heap, column).ok()?;
        Some(value.wrapping_sub(column) as i64)
    }

    /// What is proved of the row of a heap.
    pub fn proved(&self, heap: u64) -> Option<Proved> {
        if let Some(Some(single)) = self.walked.get(heap as usize) {
            return Some(single.proved());
        }
        self.known.get(usize::try_from(heap).ok()?.checked_sub(1)?)?.proved().cloned()
    }
}

//! Single heaps wherever their rows are known: walked, or as rows of three heaps.
//!
//! Behind row 44 of Amalgamation Nim there are rows whose periods nobody walks. What is known of them by the
//! structure of their blocks is known of the rests \[a\] as well, at any column.

use super::chain::{self, Single};
use super::report::{Proof, Proved};
use super::setting::{RestError, Setting, Values};
use crate::three::oracle::RowOracle;
use crate::three::progress::SearchError;
use amalgam_core::Play;
use amalgam_core::base::budget::{Budget, Progress};
use amalgam_core::games::rules::Family;

/// The rows of the heaps 0, 1, … up to some heap.
pub(super) struct Singles {
    walked: Vec<Option<Single>>,
    /// Where some were not walked.
    three: Option<RowOracle>,
}

/// Up to here walking takes no time; behind it rows of three heaps are known by their structure.
const QUICK: u64 = 44;

/// The game whose rows of three heaps are those of single heaps.
fn family(setting: &Setting) -> Option<Family> {
    let is_row = setting.play() == Play::Normal && setting.values() == Values::Completions;
    setting.rules().family_of_rows().filter(|_| is_row)
}

/// The rows of the heaps 0..=`to` that are worth walking.
pub(super) fn walked(
    setting: &Setting,
    to: u64,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Option<Single>>, RestError> {
    let last = if family(setting).is_some() { to.min(QUICK) } else { to };
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
    ) -> Result<Singles, RestError> {
        let walked = walked(setting, to, limits, progress)?;
        let known = walked.iter().flatten().count() as u64 > to;
        let family = family(setting).filter(|_| !known);
        let three = match family.map(|family| RowOracle::find(family, to, limits, progress)) {
            Some(Ok(oracle)) => Some(oracle),
            Some(Err(SearchError::Limit(limit))) => return Err(limit.into()),
            Some(Err(SearchError::Stopped)) => {
                limits.check(to)?;
                return Err(RestError::stopped(to));
            }
            Some(Err(_)) | None => None,
        };
        Ok(Singles { walked, three })
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
            let once = &single.offsets()[single.preperiod as usize..];
            let narrow = |offset: &i16| i8::try_from(*offset).ok();
            return Some(Proved {
                preperiod: single.preperiod,
                period: single.period,
                fixed: Some(once.iter().filter(|&&offset| offset == 0).count() as u64),
                offsets: once.iter().min().and_then(narrow).zip(once.iter().max().and_then(narrow)),
                proof: Proof::Recurrence { column: single.preperiod, columns: single.period },
            });
        }
        let row = self.three.as_ref()?.period(heap)?;
        // Rows of three heaps have no fixed points: [a,c,c] has a move to [c,c].
        Some(Proved {
            preperiod: row.preperiod,
            period: row.period,
            fixed: Some(0),
            offsets: None,
            proof: Proof::ThreeHeaps,
        })
    }
}

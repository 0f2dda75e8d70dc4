//! Any number of heaps: the row of a rest.

mod chain;
mod closure;
mod far;
mod joint;
mod long;
pub mod periodic;
mod report;
mod row;
mod setting;
mod stretch;
mod synchronise;
mod walk;

pub use chain::Single;
pub use closure::Closure;
pub use report::{Obstacle, Proof, Proved, RestRow, Status};
pub use row::{LAST_LISTED, LONGEST_LIST, Lists, lists, matching, near};
pub use setting::{RestError, Setting, Values};
pub use stretch::Stretch;

use crate::Position;
use crate::base::budget::{Budget, Progress};

/// Finds and proves the period of every row of a closure, as far as the limits allow.
pub fn find(
    setting: &Setting,
    closure: &Closure,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<RestRow>, RestError> {
    let (singles, _) = chain::find(setting, closure.largest_single(), limits, progress)?;
    let hint = hint(&singles, closure);
    let one_period = hint.saturating_mul(closure.rests().len() as u64);
    let found = match one_period <= WALKED || setting.values() == Values::Grundy {
        true => joint::find(setting, closure, (hint, 16 * WALKED), limits, progress)?,
        false => long::find(setting, closure, limits, progress)?,
    };
    let row = |(rest, status): (&Position, Status)| RestRow { rest: rest.clone(), status };
    Ok(closure.rests().iter().zip(found).map(row).collect())
}

/// Rows are walked jointly where one period of all takes at most about so many rows and columns.
const WALKED: u64 = 1 << 31;

/// A multiple of the periods of the single heaps in a closure, as far as they are known: what the rows
/// of the other rests may be expected to divide.
fn hint(singles: &[Single], closure: &Closure) -> u64 {
    let heaps = (0..=closure.largest_single()).zip(singles);
    heaps.fold(1, |hint, (_, row)| periodic::lcm(hint, row.period).unwrap_or(u64::MAX))
}

//! Any number of heaps: the row of a rest.

mod chain;
mod closure;
mod joint;
pub mod periodic;
mod report;
mod row;
mod setting;
mod walk;

pub use chain::Single;
pub use closure::Closure;
pub use report::{Obstacle, Proof, Proved, RestRow, Status};
pub use row::{LAST_LISTED, LONGEST_LIST, Lists, lists, matching, near};
pub use setting::{RestError, Setting, Values};

use crate::Position;
use crate::base::budget::{Budget, Progress};

/// Finds and proves the period of every row of a closure, as far as the limits allow.
pub fn find(
    setting: &Setting,
    closure: &Closure,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<RestRow>, RestError> {
    let hint = hint(setting, closure, limits, progress)?;
    let found = joint::find(setting, closure, (hint, STEPS), limits, progress)?;
    let row = |(rest, status): (&Position, Status)| RestRow { rest: rest.clone(), status };
    Ok(closure.rests().iter().zip(found).map(row).collect())
}

/// A joint walk does at most about so many rows and columns.
const STEPS: u64 = 1 << 35;

/// A multiple of the periods of the single heaps in a closure, as far as they are known: what the rows
/// of the other rests may be expected to divide.
fn hint(
    setting: &Setting,
    closure: &Closure,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<u64, RestError> {
    let heaps = closure.rests().iter().filter(|rest| rest.heaps().len() == 1);
    let largest = heaps.map(|rest| rest.largest()).max().unwrap_or(0);
    let (singles, _) = chain::find(setting, largest, limits, progress)?;
    Ok(singles.iter().try_fold(1, |hint, row| periodic::lcm(hint, row.period)).unwrap_or(u64::MAX))
}

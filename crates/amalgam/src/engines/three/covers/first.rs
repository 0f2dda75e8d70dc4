//! The first cover, which no cover below it proves: by the joint period of all rows up to it.

use super::{CoverProof, may_cover};
use crate::engines::three::columns::{Columns, highest};
use crate::games::rules::Family;
use std::collections::HashMap;

/// Joint periods are walked up to this length.
const LONGEST_JOINT_PERIOD: u64 = 1 << 17;
/// Joint periods are looked for up to this half width.
const LARGEST_JOINT_HALF: u64 = 16;
/// A row must have covered for so many columns before its joint period is looked for.
const QUIET: u64 = 2048;

/// The first cover row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct First {
    pub half: u64,
    pub from: u64,
    /// Where the joint windows of the rows up to it recur, and after how many columns.
    pub joint: (u64, u64),
}

impl First {
    /// The least cover that shows by this column, if one does. `broken` holds the last columns at
    /// which the covers were broken, `tried` those for which no joint period was found.
    pub fn find(family: Family, column: u64, broken: &[u64], tried: &mut [u64]) -> Option<First> {
        let halves = (1..broken.len() as u64).take_while(|&half| half <= LARGEST_JOINT_HALF);
        halves.filter(|&half| may_cover(half)).find_map(|half| {
            let from = broken[half as usize] + 1;
            let known = from + QUIET >= column
                || std::mem::replace(&mut tried[half as usize], from) == from;
            let joint = if known { None } else { joint_period(family, half, from) };
            joint.map(|joint| First { half, from, joint })
        })
    }

    pub fn proof(&self) -> CoverProof {
        let (column, period) = self.joint;
        CoverProof::Period { column, period }
    }
}

/// The least column from which the joint windows of the rows 1..=2k repeat, and their period.
pub(super) fn joint_period(family: Family, half: u64, from: u64) -> Option<(u64, u64)> {
    if half > LARGEST_JOINT_HALF {
        return None;
    }
    let mut rows = Columns::<1>::new(family, 2 * half);
    let start = from.max(2 * half + 1);
    rows.walk(&mut vec![[0; 1]; start as usize], |_, _, _| {});
    let mut seen = HashMap::new();
    let mut mask = [[0; 1]];
    while rows.column < start + LONGEST_JOINT_PERIOD {
        if let Some(first) = seen.insert(rows.windows.clone(), rows.column) {
            return Some((first, rows.column - first));
        }
        rows.walk(&mut mask, |_, _, _| {});
        if highest(&mask[0]) > Some(half) {
            return None;
        }
    }
    None
}

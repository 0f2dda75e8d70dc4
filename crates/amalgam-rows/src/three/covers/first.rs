//! The first cover, which no cover below it proves: by the joint period of all rows up to it.

use super::{CoverProof, may_cover};
use crate::rests::periodic::lcm;
use crate::three::columns::{Columns, highest};
use crate::three::period::primes;
use amalgam_core::games::rules::Family;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// Joint periods are walked up to this length.
const LONGEST_JOINT_PERIOD: u64 = 1 << 17;
/// Joint periods are looked for up to this half width.
const LARGEST_JOINT_HALF: u64 = 16;
/// A row must have covered for this many columns before its joint period is looked for.
const QUIET: u64 = 2048;

/// The first cover row.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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

/// The least column, not left of `from`, from which all offsets of some rows repeat, negative ones
/// included, and the least period with which they do: given that they do with `period` from `column` on.
pub(crate) fn on_both_sides(
    family: Family,
    rows: RangeInclusive<u64>,
    from: u64,
    (column, period): (u64, u64),
) -> (u64, u64) {
    let [from, column, period] = [from, column.max(from), period].map(|number| number as usize);
    let (mut first, mut least) = (from, 1);
    let mut masks = vec![[0; 1]; column + 2 * period];
    let mut offsets = vec![0i32; masks.len()];
    Columns::<1>::new(family, *rows.end()).walk(&mut masks, |row, picks, _| {
        if !rows.contains(&row) {
            return;
        }
        for (b, pick) in picks.iter().map(|&pick| usize::from(pick)).enumerate() {
            if pick > 0 {
                offsets[b] = pick as i32;
                offsets.iter_mut().skip(b + pick).take(1).for_each(|there| *there = -(pick as i32));
            }
        }
        let differ = |&b: &usize| offsets[b] != offsets[b + period];
        first = (from..column).rev().find(differ).map_or(first, |last| first.max(last + 1));
        let mut own = period;
        for prime in primes(period as u64).into_iter().map(|prime| prime as usize) {
            let repeats = |p| (column..column + period).all(|b| offsets[b] == offsets[b + p]);
            while own.is_multiple_of(prime) && repeats(own / prime) {
                own /= prime;
            }
        }
        // It divides the period that is given.
        least = lcm(least, own as u64).unwrap_or(period as u64);
    });
    (first as u64, least)
}

//! The walk along the columns, all rows together, on which covers show; and the search as a whole.

use super::gaps::Gap;
use super::proofs::Proofs;
use super::{CHUNK, Covers, FIRST_LOOK, default_columns};
use crate::engines::three::columns::{Columns, MAX_ROW, Words, highest};
use crate::engines::three::progress::{Progress, SearchError, Step, Task};
use crate::games::rules::Family;
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Joint periods of the first covers are walked up to this length.
const LONGEST_JOINT_PERIOD: u64 = 1 << 17;
/// Joint periods are looked for up to this half width.
const LARGEST_JOINT_HALF: u64 = 16;

/// A search for covers that can be paused, stored and taken up again.
#[derive(Clone)]
pub(crate) struct Search {
    family: Family,
    to: u64,
    /// The column to which is searched.
    limit: u64,
    /// The rows above the covers found, at the column the walk has come to.
    pub rows: Columns<4>,
    /// For each half width the last column at which the cover is broken, as far as is known.
    pub broken: Vec<u64>,
    /// For each half width the `from` for which a joint period was looked for in vain.
    pub tried: Vec<u64>,
    /// Row 0 and the covers found, in order.
    pub found: Vec<Found>,
    /// What is left to be walked between two of them.
    pub gaps: Vec<Gap>,
    /// The proofs found, once all covers are.
    pub proofs: Option<Proofs>,
}

/// A cover row as the search meets it: its half width, `from`, and joint period if that proves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub half: u64,
    pub from: u64,
    pub joint: Option<(u64, u64)>,
}

impl Search {
    /// A search for the covers up to row `to` that has not started.
    pub fn new(family: Family, to: u64, columns: Option<u64>) -> Result<Self, SearchError> {
        match to {
            0 => return Err(SearchError::RowZero),
            1..=MAX_ROW => {}
            _ => return Err(SearchError::RowTooLarge { row: to, max: MAX_ROW }),
        }
        let halves = (to / 2) as usize;
        Ok(Search {
            family,
            to,
            limit: columns.unwrap_or_else(|| default_columns(to)),
            rows: Columns::new(family, to / 2 * 2),
            broken: vec![0; halves + 1],
            tried: vec![u64::MAX; halves + 1],
            found: vec![Found { half: 0, from: 0, joint: None }],
            gaps: Vec::new(),
            proofs: None,
        })
    }

    /// Goes on to the end, or until it is told to stop; then it can go on later. What it finds does
    /// not depend on pauses.
    pub fn advance(&mut self, progress: &dyn Progress) -> ControlFlow<(), Covers> {
        match self.to {
            0..=62 => self.advance_in::<1>(progress),
            63..=126 => self.advance_in::<2>(progress),
            127..=190 => self.advance_in::<3>(progress),
            _ => self.advance_in::<4>(progress),
        }
    }

    fn advance_in<const W: usize>(&mut self, progress: &dyn Progress) -> ControlFlow<(), Covers> {
        let mut rows = self.rows.resized::<W>();
        let walked = self.walk(&mut rows, progress);
        self.rows = rows.resized();
        walked?;
        self.fill_gaps(progress)?;
        // A search that found all it was asked for has nothing left to walk but the gaps.
        let searched_to_column = if self.found.len() == 1 { self.rows.column } else { self.limit };
        let mut proofs = self.proofs.take().unwrap_or_else(|| self.proofs());
        let covers = proofs.find::<W>(&self.found, progress);
        self.proofs = Some(proofs);
        ControlFlow::Continue(Covers { covers: covers?, searched_to_column })
    }

    /// The walk on which the proofs are looked for, before it has started.
    pub fn proofs(&self) -> Proofs {
        Proofs::new(self.family, self.found.last().map_or(0, |cover| 2 * cover.half))
    }

    /// Whether all columns have been walked.
    pub fn is_walked(&self) -> bool {
        is_walked(&self.rows, self.limit, &self.found)
    }

    fn walk<const W: usize>(
        &mut self,
        rows: &mut Columns<W>,
        progress: &dyn Progress,
    ) -> ControlFlow<()> {
        let Search { family, limit, broken, tried, found, gaps, .. } = self;
        let mut masks = Vec::new();
        while !is_walked(rows, *limit, found) {
            progress.tick(Step::new(Task::Covers, rows.column))?;
            let start = rows.column;
            masks.resize((*limit - start).min(CHUNK) as usize, [0; W]);
            rows.walk(&mut masks, |row, _, masks| {
                if row % 2 == 0 {
                    let last = &mut broken[(row / 2) as usize];
                    *last = last_broken(row / 2, start, masks).unwrap_or(*last);
                }
            });
            while let Some(next) = next_cover(*family, rows, found, broken, tried) {
                if next.joint.is_none() {
                    gaps.push(Gap::new(rows, next.half, broken));
                }
                rows.drop_below(next.half);
                found.push(next);
            }
        }
        ControlFlow::Continue(())
    }

    /// Walks what is left between two covers, each gap for itself.
    fn fill_gaps(&mut self, progress: &dyn Progress) -> ControlFlow<()> {
        let (limit, gaps) = (self.limit, std::mem::take(&mut self.gaps));
        let filled: Vec<(Vec<Found>, Vec<Gap>)> =
            gaps.into_par_iter().with_max_len(1).map(|gap| gap.fill(limit, progress)).collect();
        for (found, left) in filled {
            self.found.extend(found);
            self.gaps.extend(left);
        }
        self.found.sort_by_key(|cover| cover.half);
        if self.gaps.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Whether there is nothing left to walk, or no cover shows for so long that none is expected.
fn is_walked<const W: usize>(rows: &Columns<W>, limit: u64, found: &[Found]) -> bool {
    let none_shows = found.len() == 1 && rows.column >= FIRST_LOOK;
    rows.column >= limit || rows.windows.is_empty() || none_shows
}

/// The last column, if any, at which the rows whose choices `masks` holds break the cover.
fn last_broken<const W: usize>(half: u64, start: u64, masks: &[Words<W>]) -> Option<u64> {
    let (word, bit) = ((half / 64) as usize, half % 64);
    let mut last = None;
    for (place, mask) in masks.iter().enumerate().rev() {
        let column = start + place as u64;
        if last.is_some_and(|last| column + 64 * W as u64 <= last) {
            break;
        }
        if mask[word] >> bit > 1 || mask[word + 1..].iter().any(|&w| w != 0) {
            last = last.max(highest(mask).map(|offset| column + offset));
        }
    }
    last
}

/// The least cover above those found that this column proves.
fn next_cover<const W: usize>(
    family: Family,
    rows: &Columns<W>,
    found: &[Found],
    broken: &[u64],
    tried: &mut [u64],
) -> Option<Found> {
    let below = found.last()?;
    for half in below.half + 1..broken.len() as u64 {
        let from = broken[half as usize] + 1;
        let n = half - below.half;
        if rows.column <= 2 * half || rows.column < below.from {
            break;
        }
        if lemma_holds(family, below.half, n) {
            if balanced(below.half, &rows.windows[..2 * n as usize]) {
                return Some(Found { half, from, joint: None });
            }
        } else if half <= LARGEST_JOINT_HALF
            && from + CHUNK / 2 < rows.column
            && std::mem::replace(&mut tried[half as usize], from) != from
        {
            let joint = joint_period(family, half, from);
            if joint.is_some() {
                return Some(Found { half, from, joint });
            }
        }
    }
    None
}

/// Whether the Balanced Lemma speaks of the 2n rows after the cover row 2k.
fn lemma_holds(family: Family, half: u64, n: u64) -> bool {
    let least_forbidden = family.forbidden_offset(2 * half + 1).unwrap_or(u64::MAX);
    n <= half && least_forbidden > half + n
}

/// Whether these windows of the 2n rows after a cover row make their column balanced.
pub(super) fn balanced<const W: usize>(half: u64, windows: &[Words<W>]) -> bool {
    let n = windows.len() as u64 / 2;
    (0..64 * W as u64).all(|v| {
        let (word, bit) = ((v / 64) as usize, v % 64);
        let taken: u64 = windows.iter().map(|window| window[word] >> bit & 1).sum();
        taken == if v <= half { n } else { (half + n).saturating_sub(v) }
    })
}

/// The least column from which the joint windows of the rows 1..=2k repeat, and their period.
fn joint_period(family: Family, half: u64, from: u64) -> Option<(u64, u64)> {
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

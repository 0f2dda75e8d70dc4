//! Values of one heap up to 3N and of two heaps up to N and 2N: where merges of three heaps lead.

use std::ops::Range;

use super::tiles::SIDE;
use crate::sequence::{self, HeapMoves};
use amalgam_core::Rules;
use amalgam_core::base::bits;
use amalgam_core::base::budget::{Budget, LimitReached, Meter, reserved, zeros};

/// The values of two heaps x ≤ N and y ≤ 2N, and what two heaps up to N merge into.
pub(super) struct Two {
    side: usize,
    /// The value of `[x,y]` at y·(N + 1) + x.
    values: Vec<u16>,
    /// The same at x·(2N + 1) + y, where rows of positions are asked for.
    rests: Vec<u16>,
    /// For each kind of merge the heap that x and y give, at x·(N + 1) + y, or `NONE`.
    merged: Vec<Vec<u32>>,
}

const NONE: u32 = u32::MAX;

/// A number for each position of a row of a tile: the value of an option, or [`NO_VALUE`].
pub(super) type MergeRow = [u16; SIDE];

/// No position of a cube has this value.
const NO_VALUE: u16 = u16::MAX;

/// Bytes for heaps up to `max`.
pub(super) fn bytes(rules: &Rules, max: u64) -> u128 {
    let side = u128::from(max) + 1;
    let merges = rules.merges().len() as u128;
    side * (2 * side) * 2 + side * side * 4 * merges + side * 8 * width(max as usize) as u128
}

impl Two {
    pub(super) fn new(rules: &Rules, max: usize, limits: &Budget) -> Result<Two, LimitReached> {
        let one = sequence::values(HeapMoves::in_one_heap(rules), 3 * max as u64, limits)?;
        let side = max + 1;
        let mut values: Vec<u16> = zeros(side * (2 * max + 1))?;
        let words = width(max);
        // Values seen in the row of x, that is at smaller y.
        let mut rows: Vec<u64> = zeros(side * words)?;
        let mut meter = Meter::new(limits, words);
        let mut seen = Seen { words: vec![0; words] };
        for y in 0..=2 * max {
            // Values seen in the column of y, that is at smaller x.
            let mut column = vec![0u64; words];
            for x in 0..=max {
                meter.count()?;
                let row = &mut rows[x * words..(x + 1) * words];
                seen.words.fill(0);
                if rules.take().is_any() {
                    seen.words.iter_mut().zip(&*row).for_each(|(seen, bits)| *seen |= bits);
                    seen.words.iter_mut().zip(&column).for_each(|(seen, bits)| *seen |= bits);
                } else {
                    meter.work(x + y)?;
                    for taken in rules.take().up_to(x as u64) {
                        seen.see(values[y * side + x - taken as usize]);
                    }
                    for taken in rules.take().up_to(y as u64) {
                        seen.see(values[(y - taken as usize) * side + x]);
                    }
                }
                for heap in rules.merged(x as u64, y as u64) {
                    seen.see(one[heap as usize] as u16);
                }
                let value = seen.mex();
                values[y * side + x] = value;
                bits::set(row, value.into());
                bits::set(&mut column, value.into());
            }
        }
        let mut kind = |merge: &amalgam_core::games::rules::Merge| {
            let mut heaps = reserved(side * side)?;
            for x in 0..side as u64 {
                meter.work(side)?;
                let heap = |y| merge.merged(x, y).map_or(NONE, |heap| heap as u32);
                heaps.extend((0..side as u64).map(heap));
            }
            Ok(heaps)
        };
        let merged = rules.merges().iter().map(&mut kind).collect::<Result<_, _>>()?;
        Ok(Two { side, values, rests: Vec::new(), merged })
    }

    /// The same, and rows of positions can be asked for.
    pub(super) fn with_rests(mut self) -> Result<Two, LimitReached> {
        let heaps = 2 * self.side - 1;
        self.rests = zeros(self.values.len())?;
        for (y, row) in self.values.chunks_exact(self.side).enumerate() {
            row.iter().enumerate().for_each(|(x, &value)| self.rests[x * heaps + y] = value);
        }
        Ok(self)
    }

    /// Tells for [x,y,z] with x in `heaps` the values of their options that merge two heaps, a row for
    /// each way to merge.
    pub(super) fn merge_rows(
        &self,
        heaps: Range<usize>,
        [y, z]: [usize; 2],
        rows: &mut Vec<MergeRow>,
    ) {
        rows.clear();
        let rests = |rest: usize| &self.rests[rest * (2 * self.side - 1)..][..2 * self.side - 1];
        for merged in &self.merged {
            // x with one, and the other is left.
            for (with, rest) in [(y, rests(z)), (z, rests(y))] {
                let merged = &merged[with * self.side..][heaps.clone()];
                let value = |&heap: &u32| rest.get(heap as usize).copied().unwrap_or(NO_VALUE);
                let mut row = [NO_VALUE; SIDE];
                row.iter_mut().zip(merged).for_each(|(row, heap)| *row = value(heap));
                rows.push(row);
            }
            let heap = merged[z * self.side + y];
            if heap != NONE {
                let values = &self.values[heap as usize * self.side..][heaps.clone()];
                let mut row = [NO_VALUE; SIDE];
                row.iter_mut().zip(values).for_each(|(row, &value)| *row = value);
                rows.push(row);
            }
        }
    }

    /// Calls `see` with the value of each option of `[a,b,c]` that merges two heaps.
    #[inline]
    pub(super) fn each_merge(&self, a: usize, b: usize, c: usize, mut see: impl FnMut(u16)) {
        for merged in &self.merged {
            for (x, y, rest) in [(a, b, c), (a, c, b), (b, c, a)] {
                let heap = merged[x * self.side + y];
                if heap != NONE {
                    see(self.values[heap as usize * self.side + rest]);
                }
            }
        }
    }
}

/// Words for the values of up to three heaps of up to `max` coins: the longest play lowers coins and
/// heaps together with each move, and ends with none.
pub(super) fn width(max: usize) -> usize {
    bits::words(3 * max + 4)
}

/// A set of values.
pub(super) struct Seen {
    pub(super) words: Vec<u64>,
}

impl Seen {
    #[inline]
    pub(super) fn see(&mut self, value: u16) {
        bits::set(&mut self.words, value.into());
    }

    #[inline]
    pub(super) fn mex(&self) -> u16 {
        bits::mex(&self.words) as u16
    }
}

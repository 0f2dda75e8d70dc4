//! Which values the options of the heap in hand have: a byte for each value.
//!
//! Marking is what all the time goes into, so it is done in ways that leave nothing but the marks
//! to be made one by one. Pairs in order: their nim-sums are taken a block after the other, by wide
//! instructions. One heap with the heaps beside it, for [`LANES`] tables at a time: a rare heap x and
//! the heaps y, y + 1, … are pairs of as many heaps in a row, whose values come in one load. A heap that is
//! looked at alone has its rare pairs marked in one table, a block after the other.
//!
//! A value is marked by a stamp, so that nothing is wiped but once in 255 rounds.

use std::ops::BitOr;

/// Heaps whose marks are kept side by side.
pub(super) const LANES: usize = 8;

/// Nim-sums that are taken together.
const BLOCK: usize = 32;

/// As many values as 16 bits hold: all have a place from the start, so that a narrow value needs no
/// look whether it has.
const NARROW: usize = 1 << 16;

/// Tables start so much farther apart than they are long: the same value in each of them is not to
/// fall into the same part of the cache.
const APART: usize = 576;

/// A value as it is kept: in 16 bits or in 32.
pub(super) trait Value:
    Sync + Copy + Default + Eq + Into<u32> + BitOr<Output = Self>
{
    /// A value that fits.
    fn of(value: u32) -> Self;

    /// All ones if both are the same, otherwise nothing.
    fn equal(self, other: Self) -> Self;

    /// The nim-sum of two values.
    fn sum(self, other: Self) -> Self;

    /// Marks some values.
    fn mark(values: &[Self], lane: usize, marks: &mut Marks);

    /// In the tables of all lanes marks what heaps give with a heap beside them: in the first table
    /// with the heap that makes `coins` of it, in the next with the heap after that, and so on. Tells
    /// whether it can do so at all. The heaps are less than `coins`.
    fn beside(heaps: &[u32], values: &[Self], coins: usize, marks: &mut Marks) -> bool {
        let _ = (heaps, values, coins, marks);
        false
    }
}

impl Value for u16 {
    #[inline]
    fn of(value: u32) -> u16 {
        value as u16
    }

    #[inline]
    fn equal(self, other: u16) -> u16 {
        if self == other { u16::MAX } else { 0 }
    }

    #[inline]
    fn sum(self, other: u16) -> u16 {
        self ^ other
    }

    #[inline]
    fn mark(values: &[u16], lane: usize, marks: &mut Marks) {
        let start = lane * marks.stride;
        let stamp = marks.stamp;
        if let Some(bytes) = marks.bytes[start..].first_chunk_mut::<NARROW>() {
            values.iter().for_each(|&value| bytes[usize::from(value)] = stamp);
        }
    }

    fn beside(heaps: &[u32], values: &[u16], coins: usize, marks: &mut Marks) -> bool {
        const STRIDE: usize = NARROW + APART;
        let stamp = marks.stamp;
        let bytes = marks.bytes.first_chunk_mut::<{ LANES * STRIDE }>();
        let Some(bytes) = bytes.filter(|_| marks.stride == STRIDE) else { return false };
        for heap in heaps.iter().map(|&heap| heap as usize) {
            let Some(row) = values[coins - heap..].first_chunk::<LANES>() else {
                return false;
            };
            // Four sums in a word.
            let value = u64::from(values[heap]) * 0x0001_0001_0001_0001;
            for (half, four) in row.as_chunks::<4>().0.iter().enumerate() {
                let low = u64::from(four[0]) | u64::from(four[1]) << 16;
                let high = u64::from(four[2]) | u64::from(four[3]) << 16;
                let sums = (low | high << 32) ^ value;
                for i in 0..4 {
                    let sum = usize::from((sums >> (16 * i)) as u16);
                    bytes[(4 * half + i) * STRIDE + sum] = stamp;
                }
            }
        }
        true
    }
}

impl Value for u32 {
    #[inline]
    fn of(value: u32) -> u32 {
        value
    }

    #[inline]
    fn equal(self, other: u32) -> u32 {
        if self == other { u32::MAX } else { 0 }
    }

    #[inline]
    fn sum(self, other: u32) -> u32 {
        self ^ other
    }

    #[inline]
    fn mark(values: &[u32], lane: usize, marks: &mut Marks) {
        let (bytes, stamp) = (&mut marks.bytes[lane * marks.stride..], marks.stamp);
        values.iter().for_each(|&value| bytes[value as usize] = stamp);
    }
}

/// The values marked for [`LANES`] heaps.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    bytes: Vec<u8>,
    /// The table of a lane starts at this many times its number.
    stride: usize,
    stamp: u8,
}

impl Marks {
    pub(super) fn new() -> Marks {
        let stride = NARROW + APART;
        Marks { bytes: vec![0; LANES * stride], stride, stamp: 1 }
    }

    /// Makes room for the nim-sums of values up to this one. If there was none, all marks are gone.
    pub(super) fn reach(&mut self, value: u32) {
        let size = (value as usize + 1).next_power_of_two();
        if size + APART > self.stride {
            self.stride = size + APART;
            self.bytes = vec![0; LANES * self.stride];
        }
    }

    /// Takes all marks back.
    pub(super) fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.bytes.fill(0);
            self.stamp = 1;
        }
    }

    /// Whether the value is marked; it must not be more than twice the largest there is room for.
    #[inline]
    pub(super) fn contains(&self, lane: usize, value: u32) -> bool {
        let value = value as usize;
        value < self.stride && self.bytes[lane * self.stride + value] == self.stamp
    }

    /// Marks a value for which there is room.
    #[inline]
    pub(super) fn mark(&mut self, lane: usize, value: u32) {
        self.bytes[lane * self.stride + value as usize] = self.stamp;
    }

    /// Marks the nim-sums of the first with the last, of the second with the last but one, and so on:
    /// as many as there are in both.
    pub(super) fn pairs<V: Value>(&mut self, lane: usize, rising: &[V], falling: &[V]) {
        let mut left = rising.chunks_exact(BLOCK);
        let mut right = falling.rchunks_exact(BLOCK);
        for (xs, ys) in left.by_ref().zip(right.by_ref()) {
            let mut sums = [V::default(); BLOCK];
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = xs[i].sum(ys[BLOCK - 1 - i]);
            }
            V::mark(&sums, lane, self);
        }
        for (&x, &y) in left.remainder().iter().zip(right.remainder().iter().rev()) {
            self.mark(lane, x.sum(y).into());
        }
    }

    /// Marks in the first table what heaps, all less than `coins`, give with the heap that makes `coins` of
    /// it.
    pub(super) fn with<V: Value>(&mut self, heaps: &[u32], values: &[V], coins: usize) {
        for heaps in heaps.chunks(BLOCK) {
            let mut sums = [V::default(); BLOCK];
            for (sum, &heap) in sums.iter_mut().zip(heaps) {
                *sum = values[heap as usize].sum(values[coins - heap as usize]);
            }
            V::mark(&sums[..heaps.len()], 0, self);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn pairs_are_marked_from_both_ends_and_forgotten_at_once() {
        let mut marks = Marks::new();
        for (length, lane) in [(0, 0), (1, 3), (31, 1), (32, 7), (33, 2), (100, 5)] {
            let narrow: Vec<u16> = (0..length).map(|x| x * x % 977).collect();
            let wide: Vec<u32> = narrow.iter().map(|&x| u32::from(x) + 70_000).collect();
            for _ in 0..300 {
                marks.clear();
                assert!(!(0..2000).any(|value| marks.contains(lane, value)));
            }
            marks.pairs(lane, &narrow, &narrow);
            let sums = narrow.iter().zip(narrow.iter().rev()).map(|(x, y)| u32::from(x ^ y));
            let sums: BTreeSet<u32> = sums.collect();
            assert!((0..70_000).all(|v| marks.contains(lane, v) == sums.contains(&v)));
            assert!(!(0..70_000).any(|v| marks.contains((lane + 1) % LANES, v)));
            let mut marks = marks.clone();
            marks.clear();
            marks.reach(71_000);
            marks.pairs(lane, &wide, &wide);
            let sums = wide.iter().zip(wide.iter().rev()).map(|(x, y)| x ^ y);
            let sums: BTreeSet<u32> = sums.collect();
            assert!((0..131_072).all(|v| marks.contains(lane, v) == sums.contains(&v)));
        }
    }

    #[test]
    fn a_heap_and_those_beside_it_give_a_sum_to_each_lane() {
        let values: Vec<u16> = (0..400u32).map(|x| (x * x * 31 % 65_521) as u16).collect();
        let heaps = [8, 9, 50, 51, 299];
        let mut marks = Marks::new();
        assert!(u16::beside(&heaps, &values, 300, &mut marks));
        for lane in 0..LANES {
            let sum =
                |&heap: &u32| u32::from(values[heap as usize] ^ values[300 + lane - heap as usize]);
            let sums: BTreeSet<u32> = heaps.iter().map(sum).collect();
            assert!((0..66_000).all(|v| marks.contains(lane, v) == sums.contains(&v)));
        }
        let beside = marks.clone();
        marks.clear();
        marks.with(&heaps, &values, 300);
        assert!((0..66_000).all(|v| marks.contains(0, v) == beside.contains(0, v)));
        // Where values are wide, or a heap has none beside it yet, nothing is claimed.
        assert!(!u16::beside(&[3], &values, 400, &mut marks));
        assert!(!u32::beside(&[], &[], 0, &mut marks));
        marks.reach(70_000);
        assert!(!u16::beside(&heaps, &values, 300, &mut marks));
    }
}

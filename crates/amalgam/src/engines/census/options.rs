//! The Grundy value of one position, from those of its options, which are found by their rank: for all
//! rules.

use std::sync::atomic::{AtomicU16, Ordering};

use super::nearby::Nearby;
use super::partitions::{Neighbour, Partitions, distinct};
use crate::Rules;
use crate::base::nimber::mex_of_bits;
use crate::games::rules::Split;

/// Values positions whose options have been valued.
pub(super) struct Options<'a> {
    rules: &'a Rules,
    partitions: &'a Partitions,
    neighbour: Neighbour<'a>,
    seen: Seen<'a>,
}

/// Values of options.
struct Seen<'a> {
    values: &'a [Vec<AtomicU16>],
    /// A value is at most the length of the longest play, and each coin is taken at most once, each
    /// heap made by a split or lost by a merge at most once for each of them: no more than three moves a
    /// coin.
    bits: Vec<u64>,
}

impl Seen<'_> {
    #[inline]
    fn see(&mut self, layer: usize, rank: u64) {
        let value = self.values[layer][rank as usize].load(Ordering::Relaxed);
        self.bits[usize::from(value / 64)] |= 1 << (value % 64);
    }
}

impl<'a> Options<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        partitions: &'a Partitions,
        values: &'a [Vec<AtomicU16>],
    ) -> Options<'a> {
        let seen = Seen { values, bits: vec![0; 3 * partitions.most() / 64 + 1] };
        Options { rules, partitions, neighbour: Neighbour::new(partitions), seen }
    }

    /// Values the positions of n coins with these ranks.
    pub(super) fn value_all(&mut self, n: usize, ranks: &[u64]) {
        let mut near = Nearby::new(self.partitions);
        for &rank in ranks {
            near.set(n, rank);
            let value = self.value(&near, n);
            self.seen.values[n][rank as usize].store(value, Ordering::Relaxed);
        }
    }

    fn value(&mut self, near: &Nearby<'_>, n: usize) -> u16 {
        self.seen.bits.fill(0);
        let rules = self.rules;
        let heaps = near.heaps();
        for (i, heap) in distinct(heaps) {
            let same = heaps[i..].iter().take_while(|&&other| other == heap).count();
            for taken in rules.take().up_to(u64::from(heap)) {
                let taken = taken as usize;
                let rank = near.rank_lowered(i + same - 1, usize::from(heap) - taken);
                self.seen.see(n - taken, rank);
            }
            for taken in rules.take_split().up_to(u64::from(heap)) {
                self.see_splits(n, heaps, i, taken as usize);
            }
            if let Some(split) = rules.split() {
                near.each_parting(i, |x, y, rank| {
                    if split == Split::Any || x != y {
                        self.seen.see(n, rank);
                    }
                });
            }
            if !rules.merges().is_empty() {
                self.see_merges(n, heaps, i);
            }
        }
        mex_of_bits(&self.seen.bits) as u16
    }

    #[inline]
    fn see(&mut self, layer: usize, heaps: &[u16], gone: &[usize], new: &[usize]) {
        let rank = self.neighbour.rank(heaps, gone, new);
        self.seen.see(layer, rank);
    }

    fn see_splits(&mut self, n: usize, heaps: &[u16], i: usize, taken: usize) {
        let coins = usize::from(heaps[i]) - taken;
        for x in 1..=coins / 2 {
            self.see(n - taken, heaps, &[i], &[x, coins - x]);
        }
    }

    fn see_merges(&mut self, n: usize, heaps: &[u16], i: usize) {
        for (j, other) in distinct(&heaps[i + 1..]) {
            let (x, y) = (u64::from(heaps[i]), u64::from(other));
            for to in self.rules.merged(x, y) {
                let lost = (x + y - to) as usize;
                self.see(n - lost, heaps, &[i, i + 1 + j], &[to as usize]);
            }
        }
    }
}

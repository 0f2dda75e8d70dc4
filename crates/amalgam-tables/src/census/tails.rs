//! The last few heaps of a position: what their ranks are without some of them, once for all.
//!
//! The rank of a position is a sum over its heaps, each with the coins from it on (see
//! [`Partitions`]). So the heaps at the end, the *tail*, add the same whatever stands before them,
//! and the tails that can follow the same heaps are the first ones by rank among the partitions of
//! what is left. Those below rank 64 are few: they are listed here.

use super::partitions::{Neighbour, Partitions, distinct};

/// The partitions of each number of coins with ranks below 64.
pub(super) struct Tails {
    /// By coins, then by rank.
    tails: Vec<Vec<Tail>>,
}

/// A partition, and what is left of it.
pub(super) struct Tail {
    /// Each different heap with the rank of the others, largest first.
    pub(super) without: Vec<(u16, u64)>,
    /// Each two heaps that are different or occur twice, the larger first.
    pub(super) pairs: Vec<Pair>,
    /// The heaps, largest first.
    pub(super) heaps: Vec<u16>,
}

/// Two heaps of a tail.
pub(super) struct Pair {
    pub(super) larger: u16,
    pub(super) smaller: u16,
    /// The rank of the heaps besides the two.
    pub(super) without: u64,
    /// The rank of the tail in which the two are one heap.
    pub(super) merged: u64,
}

impl Tails {
    pub(super) fn new(partitions: &Partitions) -> Tails {
        let mut neighbour = Neighbour::new(partitions);
        let tail = |n: usize, rank: u64, neighbour: &mut Neighbour<'_>| {
            let mut heaps = Vec::new();
            partitions.unrank(n, rank, &mut heaps);
            let different: Vec<(usize, u16)> = distinct(&heaps).collect();
            let without =
                different.iter().map(|&(i, heap)| (heap, neighbour.rank(&heaps, &[i], &[])));
            let without = without.collect();
            let mut pairs = Vec::new();
            for (at, &(i, larger)) in different.iter().enumerate() {
                let twice = (heaps.get(i + 1) == Some(&larger)).then_some((i + 1, larger));
                for (j, smaller) in twice.into_iter().chain(different[at + 1..].iter().copied()) {
                    let both = usize::from(larger) + usize::from(smaller);
                    pairs.push(Pair {
                        larger,
                        smaller,
                        without: neighbour.rank(&heaps, &[i, j], &[]),
                        merged: neighbour.rank(&heaps, &[i, j], &[both]),
                    });
                }
            }
            Tail { without, pairs, heaps }
        };
        let of = |n: usize, neighbour: &mut Neighbour<'_>| {
            (0..partitions.count(n).min(64)).map(|rank| tail(n, rank, neighbour)).collect()
        };
        Tails { tails: (0..=partitions.most()).map(|n| of(n, &mut neighbour)).collect() }
    }

    /// The partition of n with this rank.
    #[inline]
    pub(super) fn get(&self, n: usize, rank: u64) -> &Tail {
        &self.tails[n][rank as usize]
    }
}

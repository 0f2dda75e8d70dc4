//! Ranks of a position's neighbours from its own: most of the sum stays.
//!
//! The rank of L₁ ≥ L₂ ≥ … is Σ q(nᵢ, Lᵢ − 1), with nᵢ the coins from heap i on. Taking a heap away
//! lowers nᵢ for the heaps before it and leaves the terms after it. Parting a heap h into x ≤ y
//! leaves the terms before it; the heaps that then stand between h's place and y's have h coins more
//! behind them, those between y's place and x's have x more, and the terms after x's place stay.

use super::partitions::Partitions;

/// A position with what its neighbours' ranks share.
pub(super) struct Nearby<'a> {
    partitions: &'a Partitions,
    heaps: Vec<u16>,
    /// The coins from each heap on; 0 at the end.
    rest: Vec<usize>,
    /// The sum of the terms from each heap on; 0 at the end.
    terms: Vec<u64>,
}

impl<'a> Nearby<'a> {
    pub(super) fn new(partitions: &'a Partitions) -> Nearby<'a> {
        Nearby { partitions, heaps: Vec::new(), rest: Vec::new(), terms: Vec::new() }
    }

    /// Looks at another position of n coins, given by its rank.
    pub(super) fn set(&mut self, n: usize, rank: u64) {
        let mut heaps = std::mem::take(&mut self.heaps);
        self.partitions.unrank(n, rank, &mut heaps);
        self.heaps = heaps;
        self.rest.clear();
        self.terms.clear();
        let (mut rest, mut terms) = (n, rank);
        for &heap in &self.heaps {
            self.rest.push(rest);
            self.terms.push(terms);
            terms -= self.partitions.count_below(rest, usize::from(heap) - 1);
            rest -= usize::from(heap);
        }
        self.rest.push(rest);
        self.terms.push(terms);
    }

    /// The heaps, largest first.
    pub(super) fn heaps(&self) -> &[u16] {
        &self.heaps
    }

    /// The rank without the heap at index `i`.
    #[inline]
    pub(super) fn rank_without(&self, i: usize) -> u64 {
        let gone = usize::from(self.heaps[i]);
        let before: u64 = (0..i).map(|j| self.term(j, self.rest[j] - gone)).sum();
        before + self.terms[i + 1]
    }

    /// Calls `visit` with each x ≤ y into which the heap at index `i`, the first of its size, can be
    /// parted, and with the rank of that position.
    #[inline]
    pub(super) fn each_parting(&self, i: usize, mut visit: impl FnMut(usize, usize, u64)) {
        let heap = usize::from(self.heaps[i]);
        let size = |j: usize| usize::from(self.heaps[j]);
        let before = self.terms[0] - self.terms[i];
        // The place of y, and the terms of the heaps between h's place and it.
        let (mut place, mut passed) = (i + 1, 0);
        // The place of x, which moves towards the front as x grows.
        let mut last = self.heaps.len();
        for x in 1..=heap / 2 {
            let y = heap - x;
            while place < self.heaps.len() && size(place) >= y {
                passed += self.term(place, self.rest[place] + heap);
                place += 1;
            }
            while last > place && size(last - 1) < x {
                last -= 1;
            }
            let mut rank = before + passed;
            rank += self.partitions.count_below(self.rest[place] + heap, y - 1);
            rank += (place..last).map(|j| self.term(j, self.rest[j] + x)).sum::<u64>();
            rank += self.partitions.count_below(self.rest[last] + x, x - 1);
            visit(x, y, rank + self.terms[last]);
        }
    }

    /// The term of heap j with this many coins from it on.
    #[inline]
    fn term(&self, j: usize, rest: usize) -> u64 {
        self.partitions.count_below(rest, usize::from(self.heaps[j]) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::partitions::{Neighbour, distinct};
    use super::*;

    #[test]
    fn neighbours_have_the_ranks_that_counting_from_scratch_gives() {
        let partitions = Partitions::new(22).unwrap();
        let mut nearby = Nearby::new(&partitions);
        let mut neighbour = Neighbour::new(&partitions);
        for n in 0..=22 {
            for rank in 0..partitions.count(n) {
                nearby.set(n, rank);
                let heaps = nearby.heaps().to_vec();
                assert_eq!(nearby.terms[0], partitions.rank(&heaps));
                for (i, heap) in distinct(&heaps) {
                    assert_eq!(nearby.rank_without(i), neighbour.rank(&heaps, &[i], &[]));
                    let mut count = 0;
                    nearby.each_parting(i, |x, y, rank| {
                        assert_eq!(x + y, usize::from(heap));
                        assert_eq!(rank, neighbour.rank(&heaps, &[i], &[x, y]), "{heaps:?} {x}");
                        count += 1;
                    });
                    assert_eq!(count, heap / 2);
                }
            }
        }
    }
}

//! Positions of n coins as the numbers 0, 1, 2, …: ranking partitions.
//!
//! A position of n coins is a partition of n. Partitions are ordered by their largest part, then by
//! what remains without it, ordered in the same way. With q(n, k) partitions of n into parts of at
//! most k, the partition L₁ ≥ L₂ ≥ … of n has rank
//!
//! > rank = Σ q(nᵢ, Lᵢ − 1), where nᵢ = n − L₁ − … − Lᵢ₋₁ is what remains before part i:
//!
//! those with a smaller first part come before, and the others follow the order of the rest. Two
//! things make this order the right one for a census: the map is onto 0..p(n), so that a layer is a
//! dense bit array and nothing rests on a hash; and all partitions that begin with the same parts
//! are neighbours, in the order of their rests, so that removing one of those parts moves a whole
//! run of bits to another run of bits.

/// The numbers q(n, k) up to some n, and the ranks they give.
///
/// ```
/// use amalgam::engines::census::Partitions;
/// let partitions = Partitions::new(60).unwrap();
/// assert_eq!(partitions.count(60), 966_467);
/// let mut heaps = Vec::new();
/// partitions.unrank(7, 6, &mut heaps);
/// assert_eq!(heaps, [3, 2, 2]);
/// assert_eq!(partitions.rank(&heaps), 6);
/// ```
#[derive(Clone, Debug)]
pub struct Partitions {
    most: usize,
    /// q(n, k) at n·(most + 1) + k; 0 < k ≤ most also where k > n.
    counts: Vec<u64>,
}

impl Partitions {
    /// The largest n for which every rank fits in 55 bits with room to spare.
    pub const MOST: usize = 300;

    /// The table up to n = `most`, or `None` if `most` exceeds [`MOST`](Partitions::MOST).
    pub fn new(most: usize) -> Option<Partitions> {
        if most > Self::MOST {
            return None;
        }
        let width = most + 1;
        let mut counts = vec![0u64; width * width];
        for n in 0..=most {
            for k in 0..=most {
                // Either no part is k, or one is.
                let without = if k == 0 { u64::from(n == 0) } else { counts[n * width + k - 1] };
                let with = if k > 0 && k <= n { counts[(n - k) * width + k] } else { 0 };
                counts[n * width + k] = without + with;
            }
        }
        Some(Partitions { most, counts })
    }

    /// The largest n the table knows.
    pub fn most(&self) -> usize {
        self.most
    }

    /// p(n): how many positions have n coins.
    pub fn count(&self, n: usize) -> u64 {
        self.count_below(n, self.most)
    }

    /// q(n, k): how many positions of n coins have no heap above k.
    #[inline]
    pub fn count_below(&self, n: usize, k: usize) -> u64 {
        self.counts[n * (self.most + 1) + k]
    }

    /// The rank of a position, whose heaps are given largest first and are not empty.
    ///
    /// # Panics
    /// If there are more coins than the table knows.
    #[inline]
    pub fn rank(&self, heaps: &[u16]) -> u64 {
        let mut rest: usize = heaps.iter().map(|&heap| usize::from(heap)).sum();
        let mut rank = 0;
        for &heap in heaps {
            rank += self.count_below(rest, usize::from(heap) - 1);
            rest -= usize::from(heap);
        }
        rank
    }

    /// What the first heaps of a position, largest first, add to its rank when those at the indices
    /// `gone` are away, the heaps `new`, smallest first, have their places among them, and `after` coins
    /// follow them all.
    #[inline]
    pub(super) fn rank_of_first(
        &self,
        first: &[u16],
        gone: &[usize],
        mut new: &[usize],
        mut after: usize,
    ) -> u64 {
        let mut rank = 0;
        let mut add = |heap: usize| {
            after += heap;
            rank += self.count_below(after, heap - 1);
        };
        for (_, &heap) in first.iter().enumerate().rev().filter(|(j, _)| !gone.contains(j)) {
            while let Some((&least, others)) = new.split_first()
                && least < usize::from(heap)
            {
                add(least);
                new = others;
            }
            add(heap.into());
        }
        new.iter().for_each(|&heap| add(heap));
        rank
    }

    /// Puts the heaps of the position of n coins with this rank into `heaps`, largest first.
    ///
    /// # Panics
    /// If n or the rank is too large.
    pub fn unrank(&self, n: usize, rank: u64, heaps: &mut Vec<u16>) {
        heaps.clear();
        assert!(rank < self.count(n), "there are only {} positions of {n} coins", self.count(n));
        self.unrank_onto(n, n, rank, heaps);
    }

    /// Appends the partition of n with this rank, none of whose parts exceeds `largest`.
    #[inline]
    pub(super) fn unrank_onto(&self, n: usize, largest: usize, rank: u64, heaps: &mut Vec<u16>) {
        let (mut rest, mut rank, mut heap) = (n, rank, largest.min(n));
        while rest > 0 {
            heap = heap.min(rest);
            // The first part is the least k with rank < q(rest, k).
            while heap > 0 && rank < self.count_below(rest, heap - 1) {
                heap -= 1;
            }
            rank -= self.count_below(rest, heap - 1);
            heaps.push(heap as u16);
            rest -= heap;
        }
    }
}

/// The different heaps of a list in which equal heaps are neighbours, with their first index.
#[inline]
pub(super) fn distinct(heaps: &[u16]) -> impl Iterator<Item = (usize, u16)> + '_ {
    (0..heaps.len()).filter(|&i| i == 0 || heaps[i] != heaps[i - 1]).map(|i| (i, heaps[i]))
}

/// Turns a partition, largest part first, into the next one by rank: the shortest tail that is not
/// the largest of its kind makes way for the least one after it.
pub(super) fn next_partition(heaps: &mut Vec<u16>) {
    let mut tail = 0usize;
    while let Some(last) = heaps.pop() {
        let before = heaps.last().copied().unwrap_or(u16::MAX);
        tail += usize::from(last);
        if before > last && tail > usize::from(last) {
            heaps.push(last + 1);
            heaps.extend(std::iter::repeat_n(1, tail - usize::from(last) - 1));
            return;
        }
    }
}

/// The ranks of a position's neighbours: some of its heaps replaced by others.
pub(super) struct Neighbour<'a> {
    partitions: &'a Partitions,
    heaps: Vec<u16>,
}

impl<'a> Neighbour<'a> {
    pub(super) fn new(partitions: &'a Partitions) -> Neighbour<'a> {
        Neighbour { partitions, heaps: Vec::with_capacity(partitions.most() + 2) }
    }

    /// The rank of `heaps` without those at the ascending indices `gone`, with the heaps `new` (of
    /// which those of size 0 don't count).
    #[inline]
    pub(super) fn rank(&mut self, heaps: &[u16], gone: &[usize], new: &[usize]) -> u64 {
        self.heaps.clear();
        let mut from = 0;
        for &index in gone {
            self.heaps.extend_from_slice(&heaps[from..index]);
            from = index + 1;
        }
        self.heaps.extend_from_slice(&heaps[from..]);
        for &heap in new.iter().filter(|&&heap| heap > 0) {
            let heap = heap as u16;
            let mut at = self.heaps.len();
            self.heaps.push(heap);
            while at > 0 && self.heaps[at - 1] < heap {
                self.heaps[at] = self.heaps[at - 1];
                at -= 1;
            }
            self.heaps[at] = heap;
        }
        self.partitions.rank(&self.heaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_each_layer_without_gaps() {
        let partitions = Partitions::new(30).unwrap();
        let mut heaps = Vec::new();
        for n in 0..=30 {
            let mut before: Option<Vec<u16>> = None;
            for rank in 0..partitions.count(n) {
                partitions.unrank(n, rank, &mut heaps);
                assert_eq!(heaps.iter().map(|&h| h as usize).sum::<usize>(), n);
                assert!(heaps.is_sorted_by(|x, y| x >= y) && !heaps.contains(&0));
                assert_eq!(partitions.rank(&heaps), rank);
                assert!(before.is_none_or(|before| before < heaps), "{n} {rank}");
                before = Some(heaps.clone());
            }
        }
    }

    #[test]
    fn the_counts_are_eulers() {
        let partitions = Partitions::new(Partitions::MOST).unwrap();
        assert_eq!(partitions.count(0), 1);
        assert_eq!(partitions.count(80), 15_796_476);
        assert_eq!(partitions.count(100), 190_569_292);
        assert_eq!(partitions.count(300), 9_253_082_936_723_602);
        assert!(partitions.count(Partitions::MOST) < 1 << 55);
        assert!(Partitions::new(Partitions::MOST + 1).is_none());
    }

    #[test]
    fn the_next_partition_has_the_next_rank() {
        let partitions = Partitions::new(24).unwrap();
        for n in 0..=24 {
            let mut heaps = vec![1; n];
            for rank in 0..partitions.count(n) {
                assert_eq!(partitions.rank(&heaps), rank, "{heaps:?}");
                next_partition(&mut heaps);
            }
            assert!(heaps.is_empty());
        }
    }
}

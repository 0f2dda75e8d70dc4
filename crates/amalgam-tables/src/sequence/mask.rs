//! Which values are rare: the best choice of a sparse space.

use super::marks::Value;

/// A line between rare and common heaps.
///
/// Heap n is *rare* if the number of ones in `g(n) & mask` is even; where `positions` is set, if it
/// has the parity of n − t, where t is the parity of every amount that leaves two heaps. Winning
/// Ways (chapter 4, "Sparse space") and, for positions, Flammenkamp describe how games come to have
/// few rare heaps; here it does not matter why, only how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mask {
    pub(super) mask: u32,
    pub(super) positions: bool,
    /// The parity t.
    pub(super) parity: u32,
}

impl Mask {
    /// Whether the number of ones in the masked value is odd.
    #[inline]
    pub(super) fn class(self, value: u32) -> u32 {
        (value & self.mask).count_ones() & 1
    }

    /// The class that only pairs of a rare and a common heap give as options of heap n.
    #[inline]
    pub(super) fn mixed(self, heap: usize) -> u32 {
        if self.positions { 1 ^ (heap as u32 & 1) ^ self.parity } else { 1 }
    }

    #[inline]
    pub(super) fn is_rare(self, heap: usize, value: u32) -> bool {
        self.class(value) != self.mixed(heap)
    }

    /// The mask that leaves the fewest of these heaps rare; positions count if `parity` says of
    /// which parity all amounts that leave two heaps are.
    pub(super) fn best<V: Value>(values: &[V], parity: Option<u32>) -> Mask {
        let largest = values.iter().map(|&value| value.into()).max().unwrap_or(0);
        let size = (largest as usize + 1).next_power_of_two().max(2);
        let mut best = (i64::MAX, Mask::default());
        for positions in [None].into_iter().chain(parity.map(Some)) {
            let mut scores = vec![0; size];
            for (heap, &value) in values.iter().enumerate().skip(1) {
                let odd = positions.is_some_and(|parity| (heap as u32 ^ parity) & 1 == 1);
                scores[value.into() as usize] += if odd { -1 } else { 1 };
            }
            transform(&mut scores);
            // scores[m] is now the number of rare heaps less that of common ones, for the mask m.
            let (mask, &score) = scores
                .iter()
                .enumerate()
                .skip(1)
                .min_by_key(|(_, score)| **score)
                .unwrap_or((1, &0));
            if score < best.0 {
                let parity = positions.unwrap_or(0);
                best = (score, Mask { mask: mask as u32, positions: positions.is_some(), parity });
            }
        }
        best.1
    }
}

/// The Walsh–Hadamard transform: `a[m]` becomes the sum over v of `a[v]`, with a minus sign where
/// `v & m` has an odd number of ones.
fn transform(a: &mut [i64]) {
    let mut step = 1;
    while step < a.len() {
        for block in a.chunks_exact_mut(2 * step) {
            let (low, high) = block.split_at_mut(step);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        step *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_mask_leaves_fewest_rare() {
        let values: [u32; 24] =
            [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
        for parity in [None, Some(0), Some(1)] {
            let rare = |mask: Mask| {
                (1..values.len()).filter(|&heap| mask.is_rare(heap, values[heap])).count()
            };
            let all = (1..8).flat_map(|mask| {
                let plain = Mask { mask, positions: false, parity: 0 };
                let positions = parity.map(|parity| Mask { mask, positions: true, parity });
                [Some(plain), positions].into_iter().flatten()
            });
            let fewest = all.map(rare).min().unwrap();
            assert_eq!(rare(Mask::best(&values, parity)), fewest);
        }
    }
}

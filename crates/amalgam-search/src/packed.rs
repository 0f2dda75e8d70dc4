//! Heap positions packed into one 128-bit word.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use amalgam_core::Move;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Game, Position};

/// How positions of a bounded size fit into a word: heaps side by side, the smallest lowest, each
/// in the same number of bits. Unused places are 0, so a word has exactly one meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    bits: u32,
}

/// The heaps of a packed position, smallest first.
pub(crate) type Heaps = SmallVec<[u64; 8]>;

impl Packing {
    /// A packing for all positions with at most this many coins and heaps, if there is one.
    pub(crate) fn new(coins: u128, heaps: u128) -> Option<Packing> {
        let bits = (u128::BITS - coins.leading_zeros()).max(1);
        let fits = bits <= 64 && heaps.checked_mul(u128::from(bits))? <= 128;
        fits.then_some(Packing { bits })
    }

    /// A packing for everything below `positions` under `rules`: coins never grow, and heaps grow
    /// only by splitting, up to the number of coins.
    pub(crate) fn below<'a>(
        rules: &Rules,
        positions: impl IntoIterator<Item = &'a Position>,
    ) -> Option<Packing> {
        let (mut coins, mut heaps) = (0, 0);
        for position in positions {
            coins = coins.max(position.coins());
            heaps = heaps.max(position.heaps().len() as u128);
        }
        Packing::new(coins, if rules.splits() { coins } else { heaps })
    }

    /// The word of a position, if it fits.
    pub(crate) fn try_pack(self, position: &Position) -> Option<u128> {
        let heaps = position.heaps();
        let fits = heaps.len() as u32 * self.bits <= 128
            && position.largest() <= u64::MAX >> (64 - self.bits);
        fits.then(|| self.pack(heaps))
    }

    /// The word of a position that is known to fit.
    pub(crate) fn pack(self, heaps: &[u64]) -> u128 {
        let place = |(i, &heap): (usize, &u64)| u128::from(heap) << (i as u32 * self.bits);
        heaps.iter().enumerate().map(place).fold(0, |word, heap| word | heap)
    }

    #[inline]
    pub(crate) fn unpack(self, mut word: u128) -> Heaps {
        let mut heaps = Heaps::new();
        while word != 0 {
            heaps.push(self.lowest(word));
            word = self.shift_down(word, 1);
        }
        heaps
    }

    #[inline]
    fn lowest(self, word: u128) -> u64 {
        word as u64 & (u64::MAX >> (64 - self.bits))
    }

    /// The word with one coin less in the heap at `index`, which must be the first of its size.
    #[inline]
    pub(crate) fn decrement(self, word: u128, index: usize, heap: u64) -> u128 {
        match heap {
            1 => self.shift_down(word, 1), // the first heap of size 1 is the lowest of all
            _ => word - (1 << (index as u32 * self.bits)),
        }
    }

    /// The word without the heap at `index`.
    #[inline]
    pub(crate) fn remove(self, word: u128, index: usize) -> u128 {
        let below = word & self.low(index);
        below | self.shift_down(word, index + 1).checked_shl(index as u32 * self.bits).unwrap_or(0)
    }

    /// The word with one more heap, which must fit.
    #[inline]
    pub(crate) fn insert(self, word: u128, heap: u64) -> u128 {
        if heap == 0 {
            return word;
        }
        let (mut index, mut above) = (0, word);
        while above != 0 && self.lowest(above) < heap {
            above = self.shift_down(above, 1);
            index += 1;
        }
        let place = index as u32 * self.bits;
        let above = above.checked_shl(place + self.bits).unwrap_or(0);
        word & self.low(index) | u128::from(heap) << place | above
    }

    fn low(self, places: usize) -> u128 {
        match places as u32 * self.bits {
            0 => 0,
            bits => u128::MAX.checked_shr(128 - bits.min(128)).unwrap_or(0),
        }
    }

    fn shift_down(self, word: u128, places: usize) -> u128 {
        word.checked_shr(places as u32 * self.bits).unwrap_or(0)
    }
}

/// Rules played on packed positions.
pub(crate) struct PackedRules<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) packing: Packing,
}

impl Game for PackedRules<'_> {
    type Position = u128;
    type Move = Move;

    fn each_move<F>(&self, &word: &u128, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, u128) -> ControlFlow<()>,
    {
        let position = Position::new(self.packing.unpack(word));
        self.rules.each_move(&position, |m, result| visit(m, self.packing.pack(result.heaps())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_edits_match_edits_of_positions(
            heaps in prop::collection::vec(1u64..40, 1..10),
            extra in 0u64..40,
            pick in 0usize..10,
        ) {
            let position = Position::new(heaps);
            let packing = Packing::new(63, 20).unwrap();
            let word = packing.pack(position.heaps());
            prop_assert_eq!(&packing.unpack(word)[..], position.heaps());
            let index = pick % position.heaps().len();
            let without = position.without(index);
            prop_assert_eq!(packing.remove(word, index), packing.pack(without.heaps()));
            let with = position.with(extra);
            prop_assert_eq!(packing.insert(word, extra), packing.pack(with.heaps()));
            for (i, heap) in position.distinct() {
                let less = position.replace(&[i], &[heap - 1]);
                prop_assert_eq!(packing.decrement(word, i, heap), packing.pack(less.heaps()));
            }
        }

        #[test]
        fn a_full_word_has_no_edge(heap in 1u64..=u64::MAX) {
            let packing = Packing::new(u128::from(u64::MAX), 2).unwrap();
            let word = packing.pack(&[heap, u64::MAX]);
            prop_assert_eq!(packing.remove(word, 0), u128::from(u64::MAX));
            prop_assert_eq!(packing.insert(packing.remove(word, 1), u64::MAX), word);
        }
    }
}

//! The values that long ranges of moves reach, kept from one heap to the next.
//!
//! Where 5 to 900 coins may be taken, the heaps that can be left of n + 1 are those that can be left
//! of n, less one, plus one. So the values are counted as they come and go, at two steps a heap,
//! however wide the range is; a range without an end never loses a value.

use amalgam_core::base::bits;

/// A multiset of values, with the least one that is not in it at hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Base {
    counts: Vec<u64>,
    /// A bit for each value that is present.
    present: Vec<u64>,
    /// All words before this one are full.
    full: usize,
}

impl Base {
    pub(super) fn enter(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.counts.len() {
            self.counts.resize((value + 1).next_power_of_two().max(64), 0);
            self.present.resize(self.counts.len() / 64, 0);
        }
        self.counts[value] += 1;
        bits::set(&mut self.present, value);
    }

    /// Takes back one [`enter`](Base::enter) of the value.
    pub(super) fn leave(&mut self, value: u32) {
        let value = value as usize;
        self.counts[value] -= 1;
        if self.counts[value] == 0 {
            self.present[value / 64] &= !(1 << (value % 64));
            self.full = self.full.min(value / 64);
        }
    }

    #[inline]
    pub(super) fn contains(&self, value: u32) -> bool {
        self.counts.get(value as usize).is_some_and(|&count| count > 0)
    }

    /// The least value that is not present.
    pub(super) fn mex(&mut self) -> u32 {
        while self.present.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
        let word = self.present.get(self.full).copied().unwrap_or(0);
        self.full as u32 * 64 + word.trailing_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_and_go() {
        let mut base = Base::default();
        assert_eq!(base.mex(), 0);
        (0..130).for_each(|value| base.enter(value));
        assert_eq!(base.mex(), 130);
        base.enter(7);
        base.leave(7);
        assert_eq!(base.mex(), 130);
        base.leave(7);
        assert_eq!((base.mex(), base.contains(7), base.contains(8)), (7, false, true));
        base.enter(7);
        assert_eq!((base.mex(), base.contains(1000)), (130, false));
    }
}

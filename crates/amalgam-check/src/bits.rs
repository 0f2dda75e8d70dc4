//! A set of small offsets as a fixed number of machine words.

/// A set of numbers below 64·W.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Bits([0; W]);

    /// The numbers `low..high`, as far as they fit.
    pub fn range(low: usize, high: usize) -> Self {
        let mut set = Self::EMPTY;
        (low..high.min(64 * W)).for_each(|i| set.insert(i));
        set
    }

    /// Adds `i`, which must be below 64·W.
    pub fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// The members in increasing order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..64 * W).filter(|i| self.0[i / 64] >> (i % 64) & 1 == 1)
    }

    /// The least member of a set that has one.
    pub fn least(&self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(W);
        64 * word + self.0.get(word).map_or(0, |word| word.trailing_zeros() as usize)
    }

    /// The union.
    pub fn or(self, other: Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The least number not in the set, as a set of one; empty if all 64·W numbers are in it.
    /// Adding 1 turns the run of ones at the bottom to zeros and the zero above it to one.
    pub fn mex(self) -> Self {
        let mut carry = true;
        Bits(self.0.map(|word| {
            let (sum, over) = word.overflowing_add(u64::from(carry));
            carry = over;
            !word & sum
        }))
    }

    /// Every member one less; 0 drops out.
    pub fn down(self) -> Self {
        let above = |i: usize| if i + 1 < W { self.0[i + 1] << 63 } else { 0 };
        Bits(std::array::from_fn(|i| self.0[i] >> 1 | above(i)))
    }

    /// The set `{i − from + to}` in V words; members that do not fit drop out.
    pub fn moved<const V: usize>(&self, from: usize, to: usize) -> Bits<V> {
        // Word j of the result starts at bit 64·j + from − to of this set; with 64·V added, since
        // that may be negative.
        let word = |i: usize| i.checked_sub(V).and_then(|i| self.0.get(i)).copied().unwrap_or(0);
        let start = (64 * V + from) - to;
        let (at, by) = (start / 64, start % 64);
        Bits(std::array::from_fn(|j| {
            let above = if by > 0 { word(at + j + 1) << (64 - by) } else { 0 };
            word(at + j) >> by | above
        }))
    }
}

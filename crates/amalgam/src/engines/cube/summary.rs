//! What a cube of values amounts to.

/// Counts and sums over all positions of a cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Summary {
    /// How many positions there are.
    pub positions: u64,
    /// How many of them have value 0, that is, are P-positions under normal play.
    pub zeros: u64,
    /// The sum of the values.
    pub sum: u64,
    /// The largest value.
    pub largest: u64,
    /// How the values compare with Nim's.
    pub nim_sum_agreement: Agreement,
}

/// How often the value is the nim-sum a ⊕ b ⊕ c. Manabe conjectures for the restricted game that the
/// two differ in the lowest bit at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Agreement {
    /// Equal.
    pub exact: u64,
    /// Different in the lowest bit alone.
    pub lowest_bit_alone: u64,
    /// Different in a higher bit.
    pub different: u64,
}

impl Summary {
    #[inline]
    pub(super) fn count(&mut self, [a, b, c]: [usize; 3], value: u16) {
        self.positions += 1;
        self.zeros += u64::from(value == 0);
        self.sum += u64::from(value);
        self.largest = self.largest.max(u64::from(value));
        let difference = (a ^ b ^ c) ^ usize::from(value);
        self.nim_sum_agreement.exact += u64::from(difference == 0);
        self.nim_sum_agreement.lowest_bit_alone += u64::from(difference == 1);
        self.nim_sum_agreement.different += u64::from(difference > 1);
    }

    /// The summary of two cubes that have no position in common.
    pub(super) fn join(self, other: Summary) -> Summary {
        let (mine, theirs) = (self.nim_sum_agreement, other.nim_sum_agreement);
        Summary {
            positions: self.positions + other.positions,
            zeros: self.zeros + other.zeros,
            sum: self.sum + other.sum,
            largest: self.largest.max(other.largest),
            nim_sum_agreement: Agreement {
                exact: mine.exact + theirs.exact,
                lowest_bit_alone: mine.lowest_bit_alone + theirs.lowest_bit_alone,
                different: mine.different + theirs.different,
            },
        }
    }
}

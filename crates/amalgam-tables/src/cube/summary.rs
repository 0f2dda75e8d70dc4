//! What a cube of values amounts to.

use rayon::prelude::*;

use super::{Cube, CubeError};
use amalgam_core::base::budget::Budget;

/// Counts and sums over all positions of a cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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

/// How often the value is the nim-sum a ⊕ b ⊕ c. In the restricted game the two differ in the lowest
/// bit at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Agreement {
    /// Equal.
    pub exact: u64,
    /// Different in the lowest bit alone.
    pub lowest_bit_alone: u64,
    /// Different in a higher bit.
    pub different: u64,
}

impl Summary {
    /// What the values that a formula gives amount to: a check of the engines, without any table. The
    /// heaps come in ascending order, and no value must exceed 2^16.
    ///
    /// # Errors
    /// If a bound is met first.
    pub fn by(
        max: u64,
        value: impl Fn([u64; 3]) -> u64 + Sync,
        limits: &Budget,
    ) -> Result<Summary, CubeError> {
        if max > Cube::MOST {
            return Err(CubeError::TooLarge);
        }
        // The last heap has the most positions below it.
        let of = |c: usize| {
            let c = c as u64;
            let mut summary = Summary::default();
            for b in 0..=c {
                limits.check(summary.positions)?;
                for a in 0..=b {
                    summary.count([a, b, c].map(|heap| heap as usize), value([a, b, c]));
                }
            }
            Ok(summary)
        };
        limits.on_threads(|| {
            let layers = (0..max as usize + 1).into_par_iter().rev().map(of);
            layers.try_reduce(Summary::default, |one, other| Ok(one.join(other)))
        })?
    }

    #[inline]
    pub(super) fn count(&mut self, [a, b, c]: [usize; 3], value: u64) {
        self.positions += 1;
        self.zeros += u64::from(value == 0);
        self.sum += value;
        self.largest = self.largest.max(value);
        let difference = (a ^ b ^ c) as u64 ^ value;
        self.nim_sum_agreement.exact += u64::from(difference == 0);
        self.nim_sum_agreement.lowest_bit_alone += u64::from(difference == 1);
        self.nim_sum_agreement.different += u64::from(difference > 1);
    }

    /// Counts the positions [x,b,c] for x = a, a + 1, … with these values: some of a row.
    pub(super) fn count_row(&mut self, a: usize, [b, c]: [usize; 2], values: &[u16]) {
        let mut rest = Summary { positions: values.len() as u64, ..Summary::default() };
        let (mut sum, mut largest, mut zeros, mut exact, mut alone) =
            (0u32, 0u16, 0u16, 0u16, 0u16);
        let other = (b ^ c) as u16;
        for (x, &value) in (a as u16..).zip(values) {
            let difference = x ^ other ^ value;
            sum += u32::from(value);
            largest = largest.max(value);
            zeros += u16::from(value == 0);
            exact += u16::from(difference == 0);
            alone += u16::from(difference == 1);
        }
        rest.sum = sum.into();
        rest.largest = largest.into();
        rest.zeros = zeros.into();
        let different = rest.positions - u64::from(exact) - u64::from(alone);
        rest.nim_sum_agreement =
            Agreement { exact: exact.into(), lowest_bit_alone: alone.into(), different };
        *self = self.join(rest);
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

//! The rows of a block as a machine that also runs backwards (docs/certificate.md §8, Theorem 15).
//!
//! Its state at a column is, for each value from there on, the set of rows that have taken it; the last
//! row may be one that the game does not have, which takes what the others leave.

use std::collections::VecDeque;

/// 2n rows over a half width k, in a state in which they use the offsets k+1..k+n at every column.
pub(crate) struct Machine {
    half_width: usize,
    slots: usize,
    /// The rows as bits.
    all: u64,
    /// For each value from the column on, the rows in which it is taken.
    taken: VecDeque<u64>,
    /// For the last n + k values of each row, the offset with which it was taken.
    offsets: Vec<Vec<i64>>,
    column: usize,
}

impl Machine {
    /// The machine whose rows have taken these cells. There must be an even number of rows, at most 64.
    pub fn new(half_width: usize, registers: &[Vec<bool>]) -> Self {
        let (rows, slots) = (registers.len(), registers.len() / 2);
        let cell = |x: usize| {
            let taken = registers.iter().enumerate().filter(|(_, cells)| cells[x]);
            taken.fold(0, |set, (row, _)| set | 1 << row)
        };
        let taken = (0..half_width + slots).map(cell).collect();
        let offsets = vec![vec![0; half_width + slots + 1]; rows];
        Machine { half_width, slots, all: u64::MAX >> (64 - rows), taken, offsets, column: 0 }
    }

    /// Exchanges two sets in the first row in which they differ, which must be in the first of them.
    fn cross(first: &mut u64, second: &mut u64) -> Option<usize> {
        let row = (*first ^ *second).trailing_zeros();
        let bit = 1_u64.checked_shl(row).filter(|bit| *first & bit != 0)?;
        (*first, *second) = (*first ^ bit, *second ^ bit);
        Some(row as usize)
    }

    /// Goes back one column. `None` if no column can have come before.
    pub fn back(&mut self) -> Option<()> {
        let mut free = 0;
        self.taken.push_front(0);
        for slot in (1..=self.slots).rev() {
            Self::cross(&mut self.taken[self.half_width + slot], &mut free)?;
        }
        self.taken[0] = self.all & !free;
        (self.taken.pop_back() == Some(0)).then_some(())
    }

    /// Goes on one column, and returns the offsets of the rows at it. Where the value of the column was
    /// taken before the machine was last turned round, the offset is wrong.
    pub fn forth(&mut self) -> Option<Vec<i64>> {
        let size = self.half_width + self.slots + 1;
        let mut free = self.all & !self.taken[0];
        let mut offsets: Vec<i64> =
            self.offsets.iter().map(|row| -row[self.column % size]).collect();
        self.taken.push_back(0);
        for slot in 1..=self.slots {
            let offset = self.half_width + slot;
            let row = Self::cross(&mut free, &mut self.taken[offset])?;
            offsets[row] = offset as i64;
            self.offsets[row][(self.column + offset) % size] = offset as i64;
        }
        self.taken.pop_front();
        self.column += 1;
        (free == 0).then_some(offsets)
    }
}

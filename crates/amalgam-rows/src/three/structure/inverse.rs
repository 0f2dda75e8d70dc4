//! The rows of a block walked backwards.
//!
//! See a column from the side. Let F be the rows that are free at b, and S_i the rows in which b + k + i
//! is taken, i = 1, …, n. The rows choose one after the other, each the least offset it can; one may as
//! well let the offsets choose, each the least free row in which it is not taken: both are the one stable
//! matching in which rows and offsets are preferred in order. So offset k + i does this, for i = 1, …, n
//! in turn:
//!
//! ```text
//!        F    1 0 1 1 0 1            the first row of F − S_i moves from F to S_i
//!        S_i  1 0 0 1 1 0
//!                 ↑
//! ```
//!
//! With the n-th even row balanced (no defects), |F| = |S_i| + 1 when offset k + i chooses, so there is
//! such a row; and under the conditions, with no clash to come, the first row in which F and S_i differ
//! at all is in F (for odd rows and for even rows alike: that is what part (4) and the absence of
//! clashes say). So an offset exchanges F and S_i in the first row where they differ, which is its own
//! inverse. Backwards: begin with F empty, let the offsets k + n, …, k + 1 do the same again, and in the
//! end b is taken in just the rows outside F.
//!
//! So a state that recurs has one past that recurs, and no period has to be walked to see it: if the
//! state at s is that at s + P, then the state at s + P − D is the inverse taken D times from s. The
//! preperiod of every row is where this past parts from the real columns.
//!
//! An odd prefix 1..=2j+1 needs no balanced row after it: a row with the register h_j, which takes what
//! is left, makes it balanced. It is added here.

use std::collections::VecDeque;

/// The rows 1..=2j+1 of a block and the row that takes what is left, walking left.
pub(crate) struct Backwards {
    half: u32,
    /// The rows, without the one added.
    rows: usize,
    /// For the values from the column on: the rows in which they are taken.
    taken: VecDeque<u64>,
}

impl Backwards {
    /// The registers of the rows 1..=2j+1 (and, if it is without defects, 2j+2) at some column, where
    /// their last holes are `holes`. At most 63 rows.
    pub fn new(half: u32, registers: &[u128], holes: u128) -> Self {
        let rows = (registers.len() - 1) / 2 * 2 + 1;
        debug_assert!(rows < 64);
        let all = half as usize + rows / 2 + 1;
        let column = |cell: usize| {
            let bit = |row: usize| u64::from(registers[row] >> cell & 1 == 1) << row;
            (0..rows).fold(u64::from(holes >> cell & 1 == 1) << rows, |all, row| all | bit(row))
        };
        Backwards { half, rows, taken: (0..=all).map(column).collect() }
    }

    /// Goes one column to the left. Gives the offset that each row takes there, counted from k + 1.
    pub fn step(&mut self) -> Vec<Option<u8>> {
        let offsets = self.rows / 2 + 1;
        let mut free = 0u64;
        let mut choices = vec![None; self.rows + 1];
        for slot in (0..offsets).rev() {
            // Before the step the value b + x stands at x − 1.
            let taken = &mut self.taken[self.half as usize + slot];
            let differ = free ^ *taken;
            if differ != 0 {
                let row = differ.trailing_zeros();
                (free, *taken) = (free ^ 1 << row, *taken ^ 1 << row);
                choices[row as usize] = Some(slot as u8);
            }
        }
        let all = (1u64 << (self.rows + 1)) - 1;
        self.taken.push_front(all & !free);
        self.taken.pop_back();
        choices
    }
}

//! Subtraction games: a ring of marks, one word for each heap that a move can reach from here.
//!
//! Where the numbers that may be taken are s1 < … < sk, a heap has at most k options, so its value
//! is at most k, and for k ≤ 63 the values of all its options fit one word. As soon as g(n) is known,
//! it is marked in the words of the heaps n + s from which n can be reached. The word of n + 1 is
//! then complete, and its value is the number of ones at its lower end. Words are needed for as
//! many heaps as the largest s; the value of a heap costs k marks, and no comparison at all.

use super::HeapMoves;

/// The most amounts that one word can answer for.
const MOST_AMOUNTS: u64 = 63;

/// The longest ring: eight mebibytes.
const LONGEST: u64 = 1 << 20;

#[derive(Clone, Debug)]
pub(super) struct Ring {
    amounts: Vec<usize>,
    /// The word of heap n is `marks[n % marks.len()]`; `at` is that place for the next heap.
    marks: Vec<u64>,
    at: usize,
    started: bool,
}

impl Ring {
    /// A ring for these moves, if they only take, and few enough amounts.
    pub(super) fn new(moves: &HeapMoves) -> Option<Ring> {
        let most = moves.most().filter(|&most| most < LONGEST && moves.most_heaps() == 1)?;
        let all = moves.one.union(&moves.nothing);
        if all.count_up_to(most) > MOST_AMOUNTS {
            return None;
        }
        let mut marks = vec![0; most as usize + 1];
        // The empty heap has the value 0, and can be reached where taking may leave nothing.
        moves.nothing.up_to(most).for_each(|taken| marks[taken as usize] |= 1);
        let amounts = moves.one.up_to(most).map(|taken| taken as usize).collect();
        Some(Ring { amounts, marks, at: 0, started: false })
    }

    /// The value of the next heap, from 0 on.
    #[inline]
    pub(super) fn next(&mut self) -> u32 {
        let length = self.marks.len();
        let value = std::mem::take(&mut self.marks[self.at]).trailing_ones();
        // Reaching the empty heap is marked from the start: not every move may leave nothing.
        if self.started {
            for &taken in &self.amounts {
                let place = self.at + taken;
                let place = if place >= length { place - length } else { place };
                self.marks[place] |= 1 << value;
            }
        }
        self.started = true;
        self.at = if self.at + 1 == length { 0 } else { self.at + 1 };
        value
    }
}

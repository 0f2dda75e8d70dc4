//! Games in which any number from some on may be taken and no heap splits: Nim, and Nim with a few
//! amounts left out.
//!
//! Let all amounts from L on be allowed, and k smaller ones. The options of a heap n are the heaps
//! 0, 1, …, n − L and k others. The values of the former form a set that only grows with n, and so does
//! the least value that it lacks. So a heap costs one insertion and a look at its k other options,
//! wherever the least free value is: in all, linear in n.

use super::HeapMoves;

/// More smaller amounts than this are left to the other engines.
const MOST_SMALLER: u64 = 1 << 10;

#[derive(Clone, Debug)]
pub(super) struct Prefix {
    /// L: this amount and all larger ones may be taken.
    from: usize,
    /// The smaller ones that may be taken too.
    smaller: Vec<usize>,
    /// The values of the heaps up to n − L, and the least one that is not there.
    seen: Vec<bool>,
    least: usize,
}

impl Prefix {
    /// `None` where heaps split, or only boundedly many amounts may be taken.
    pub(super) fn new(moves: &HeapMoves) -> Option<Prefix> {
        let &(from, last) = moves.one.ranges().last()?;
        let only_takes = moves.most_heaps() == 1 && moves.one == moves.nothing;
        let few = moves.one.count_up_to(from - 1) <= MOST_SMALLER;
        if last != u64::MAX || !only_takes || !few {
            return None;
        }
        let smaller = moves.one.up_to(from - 1).map(|amount| amount as usize).collect();
        let from = usize::try_from(from).ok()?;
        Some(Prefix { from, smaller, seen: Vec::new(), least: 0 })
    }

    /// The value of the next heap, whose smaller ones have these values, and how many steps it took.
    pub(super) fn next<V: Copy + Into<u32>>(&mut self, values: &[V]) -> (u32, usize) {
        let heap = values.len();
        if let Some(last) = heap.checked_sub(self.from) {
            let value = values[last].into() as usize;
            if value >= self.seen.len() {
                self.seen.resize(value + 1, false);
            }
            self.seen[value] = true;
            while self.seen.get(self.least) == Some(&true) {
                self.least += 1;
            }
        }
        // The least value that is neither there nor taken by one of the few others.
        let others = self.smaller.iter().filter_map(|&amount| heap.checked_sub(amount));
        let mut others: Vec<usize> = others.map(|option| values[option].into() as usize).collect();
        others.sort_unstable();
        let mut value = self.least;
        while self.seen.get(value) == Some(&true) || others.binary_search(&value).is_ok() {
            value += 1;
        }
        (value as u32, 1 + self.smaller.len())
    }
}

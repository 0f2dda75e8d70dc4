//! From a P-position backwards: everything that has a move to it is an N-position.
//!
//! P-positions are few, so it is cheaper to mark their predecessors than to look at the options of
//! every position. This is exact for all rules: when a layer is due, each of its positions that has
//! a move to a P-position has been marked, and the others are P.

use super::bits::Ranks;
use super::nearby::Nearby;
use super::partitions::{Neighbour, distinct};
use amalgam_core::games::rules::{Merge, Rules, Split};

/// The order within a layer that moves which keep all coins ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Every move loses coins.
    Any,
    /// Merges keep them, so positions of fewer heaps come first.
    FewerHeapsFirst,
    /// Splits keep them, so positions of more heaps come first.
    MoreHeapsFirst,
}

impl Order {
    pub(super) fn of(rules: &Rules) -> Order {
        // Rules that have both never end, and are refused by `Rules::new`.
        if rules.merges().iter().any(|merge| merge.then_take == 0) {
            Order::FewerHeapsFirst
        } else if rules.split().is_some() {
            Order::MoreHeapsFirst
        } else {
            Order::Any
        }
    }
}

/// How many coins a move can lose whose option is looked up: takes have bits of their own where any
/// number may be taken.
pub(super) fn reach(rules: &Rules, coins: usize) -> usize {
    if !rules.takes_any() {
        return if Order::of(rules) != Order::Any && only_keeps_coins(rules) { 0 } else { coins };
    }
    let lost = rules.merges().iter().map(|merge| merge.then_take).max().unwrap_or(0);
    usize::try_from(lost).map_or(coins, |lost| lost.min(coins))
}

fn only_keeps_coins(rules: &Rules) -> bool {
    let merges_keep = rules.merges().iter().all(|merge| merge.then_take == 0);
    rules.take().is_empty() && rules.take_split().is_empty() && merges_keep
}

/// What is known of positions not yet decided.
pub(super) struct Marks<'a> {
    pub(super) rules: &'a Rules,
    /// The largest layer.
    pub(super) coins: usize,
    /// Positions with a move to a P-position.
    pub(super) marked: &'a [Ranks],
}

impl Marks<'_> {
    /// Marks what has a move to a P-position of n coins.
    pub(super) fn mark_before(&self, near: &Nearby<'_>, neighbour: &mut Neighbour<'_>, n: usize) {
        let heaps = near.heaps();
        self.mark_takes(neighbour, heaps, n);
        self.mark_splits(neighbour, heaps, n);
        for merge in self.rules.merges() {
            match merge.then_take {
                0 => self.mark_whole_merges(merge, near, n),
                _ => self.mark_merges(merge, neighbour, heaps, n),
            }
        }
    }

    /// A heap was two heaps with all its coins.
    fn mark_whole_merges(&self, merge: &Merge, near: &Nearby<'_>, n: usize) {
        for (i, _) in distinct(near.heaps()) {
            near.each_parting(i, |x, y, rank| {
                if merge.conditions.iter().all(|c| c.holds(x as u64, y as u64)) {
                    self.marked[n].insert(rank);
                }
            });
        }
    }

    /// A heap of h coins, or none, was a heap of h + taken.
    fn mark_takes(&self, neighbour: &mut Neighbour<'_>, heaps: &[u16], n: usize) {
        for (gone, heap) in each_heap_or_none(heaps) {
            for taken in self.rules.take().up_to((self.coins - n) as u64) {
                let taken = taken as usize;
                let rank = neighbour.rank(heaps, gone.as_slice(), &[heap + taken]);
                self.marked[n + taken].insert(rank);
            }
        }
    }

    /// Two heaps were one, and possibly some coins more.
    fn mark_splits(&self, neighbour: &mut Neighbour<'_>, heaps: &[u16], n: usize) {
        if !self.rules.splits() {
            return;
        }
        for (i, x) in distinct(heaps) {
            for (j, y) in distinct(heaps).filter(|&(j, _)| j >= i) {
                let j = if i == j { i + 1 } else { j };
                if heaps.get(j) != Some(&y) {
                    continue;
                }
                let whole = usize::from(x) + usize::from(y);
                match self.rules.split() {
                    None => {}
                    Some(Split::Unequal) if x == y => {}
                    Some(_) => self.marked[n].insert(neighbour.rank(heaps, &[i, j], &[whole])),
                }
                for taken in self.rules.take_split().up_to((self.coins - n) as u64) {
                    let taken = taken as usize;
                    let rank = neighbour.rank(heaps, &[i, j], &[whole + taken]);
                    self.marked[n + taken].insert(rank);
                }
            }
        }
    }

    /// A heap of h coins, or none, was two heaps of h + lost together.
    fn mark_merges(&self, merge: &Merge, neighbour: &mut Neighbour<'_>, heaps: &[u16], n: usize) {
        let lost = usize::try_from(merge.then_take).ok();
        let Some(lost) = lost.filter(|&lost| lost <= self.coins - n) else { return };
        for (gone, heap) in each_heap_or_none(heaps) {
            let both = heap + lost;
            for x in 1..=both / 2 {
                let y = both - x;
                if merge.merged(x as u64, y as u64) == Some(heap as u128) {
                    let rank = neighbour.rank(heaps, gone.as_slice(), &[x, y]);
                    self.marked[n + lost].insert(rank);
                }
            }
        }
    }
}

/// Each different heap with its index, and the empty heap, which has none.
fn each_heap_or_none(heaps: &[u16]) -> impl Iterator<Item = (Option<usize>, usize)> + '_ {
    distinct(heaps).map(|(i, heap)| (Some(i), usize::from(heap))).chain([(None, 0)])
}

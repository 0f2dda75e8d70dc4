//! The first heaps of a position, and what moves among them do to a whole run of positions.
//!
//! Positions that begin with the same heaps, the *prefix*, are neighbours in rank (see
//! [`Partitions`]). Without one of these heaps they are neighbours again, in another layer, and so
//! they are with two of them merged: the heaps that follow add the same to all these ranks. So each
//! such move is a distance between ranks, the same for the whole run and for all longer prefixes,
//! and a few words of bits tell where it leads for up to 64 positions at once.

use super::partitions::Partitions;
use amalgam_core::games::rules::Rules;

/// The positions of n coins that begin with the same heaps. There are q(rest, largest) of them.
pub(super) struct Prefix<'a> {
    partitions: &'a Partitions,
    rules: &'a Rules,
    /// The heaps, largest first.
    heaps: Vec<u16>,
    /// The coins from each heap on.
    from: Vec<usize>,
    /// What the heaps before each add to the rank; one more entry for all of them.
    before: Vec<u64>,
    /// The index of the first heap of each size.
    different: Vec<usize>,
    /// Coins outside the prefix.
    rest: usize,
    /// For each different heap, the positions without it.
    pub(super) removals: Vec<Step>,
    /// For each two heaps that may merge, the positions where they have; but for merges that lose
    /// coins and leave a heap smaller than both, or none larger than the second.
    pub(super) merges: Vec<Step>,
    scratch: Vec<u64>,
}

/// Where a move leads a run of positions.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// How many coins are left.
    pub(super) layer: usize,
    /// How far the ranks there are from the ranks here, modulo 2⁶⁴.
    pub(super) distance: u64,
}

/// How long the lists were before a heap was added.
pub(super) struct Before(usize, usize, bool);

impl<'a> Prefix<'a> {
    /// The empty prefix of the positions of n coins.
    pub(super) fn new(partitions: &'a Partitions, rules: &'a Rules, n: usize) -> Prefix<'a> {
        Prefix {
            partitions,
            rules,
            heaps: Vec::new(),
            from: Vec::new(),
            before: vec![0],
            different: Vec::new(),
            rest: n,
            removals: Vec::new(),
            merges: Vec::new(),
            scratch: Vec::new(),
        }
    }

    pub(super) fn heaps(&self) -> &[u16] {
        &self.heaps
    }

    /// Coins outside the prefix.
    #[inline]
    pub(super) fn rest(&self) -> usize {
        self.rest
    }

    /// No heap that follows is larger.
    #[inline]
    pub(super) fn largest(&self) -> usize {
        self.heaps.last().map_or(self.rest, |&heap| usize::from(heap).min(self.rest))
    }

    /// The rank of the first of the positions.
    #[inline]
    pub(super) fn base(&self) -> u64 {
        self.before[self.heaps.len()]
    }

    /// How many positions there are.
    #[inline]
    pub(super) fn size(&self) -> u64 {
        self.partitions.count_below(self.rest, self.largest())
    }

    /// The coins of the positions.
    fn coins(&self) -> usize {
        self.from.first().copied().unwrap_or(self.rest)
    }

    /// Adds a heap, no larger than [`largest`](Prefix::largest).
    pub(super) fn push(&mut self, heap: usize) -> Before {
        let new = self.heaps.last() != Some(&(heap as u16));
        let before = Before(self.removals.len(), self.merges.len(), new);
        let base = self.base() + self.partitions.count_below(self.rest, heap - 1);
        if new {
            let without = self.sums_without(heap);
            let distance = without.wrapping_sub(base);
            self.removals.push(Step { layer: self.coins() - heap, distance });
            for at in 0..self.different.len() {
                self.add_merges(self.different[at], heap, base);
            }
            self.different.push(self.heaps.len());
        } else if let Some(&first) = self.different.last()
            && first + 1 == self.heaps.len()
        {
            self.sums_without(heap);
            self.add_merges(first, heap, base);
        }
        self.heaps.push(heap as u16);
        self.from.push(self.rest);
        self.before.push(base);
        self.rest -= heap;
        before
    }

    /// Takes away the last heap.
    pub(super) fn pop(&mut self, Before(removals, merges, new): Before) {
        self.before.pop();
        self.rest = self.from.pop().unwrap_or(0);
        self.heaps.pop();
        self.removals.truncate(removals);
        self.merges.truncate(merges);
        if new {
            self.different.pop();
        }
    }

    fn add_merges(&mut self, i: usize, heap: usize, base: u64) {
        let (x, y) = (u64::from(self.heaps[i]), heap as u64);
        let rules = self.rules;
        for merge in rules.merges() {
            let Some(merged) = merge.merged(x, y) else { continue };
            let Ok(lost) = usize::try_from(merge.then_take) else { continue };
            let merged = merged as usize;
            // A small heap comes after heaps that are not known yet: no longer neighbours.
            if 0 < merged && merged < heap {
                continue;
            }
            let there = match lost {
                0 => self.merged(i, heap),
                _ => {
                    let after = self.rest - heap;
                    let new = if merged > 0 { &[merged][..] } else { &[] };
                    self.partitions.rank_of_first(&self.heaps, &[i], new, after)
                }
            };
            let layer = self.coins() - lost;
            self.merges.push(Step { layer, distance: there.wrapping_sub(base) });
        }
    }

    /// What the heaps add to the rank when `heap` of the coins after them are gone. Notes the sums
    /// from each heap on, for [`merged`](Prefix::merged).
    #[inline]
    pub(super) fn sums_without(&mut self, heap: usize) -> u64 {
        let count = self.heaps.len();
        self.scratch.resize(count + 1, 0);
        self.scratch[count] = 0;
        let mut sum = 0;
        let places = self.scratch[..count].iter_mut().zip(&self.from).zip(&self.heaps);
        for ((noted, from), &own) in places.rev() {
            sum += self.partitions.count_below(from - heap, usize::from(own) - 1);
            *noted = sum;
        }
        sum
    }

    /// What the heaps add to the rank when the one at index `i`, the first of its size, and `heap` of
    /// the coins after them have become one heap. [`sums_without`](Prefix::sums_without) `heap` comes
    /// first.
    #[inline]
    pub(super) fn merged(&self, i: usize, heap: usize) -> u64 {
        // The heap goes towards the front; those that it passes have its coins no longer behind
        // them, those between its old place and the tail have `heap` coins less.
        let whole = usize::from(self.heaps[i]) + heap;
        self.inserted(i, whole) + self.scratch[i + 1]
    }

    /// What the heaps before index `end` and a heap of `whole` coins add to the rank, when that many
    /// coins behind them are now this heap.
    #[inline]
    pub(super) fn inserted(&self, end: usize, whole: usize) -> u64 {
        let mut sum = 0;
        let mut place = end;
        while place > 0 && usize::from(self.heaps[place - 1]) < whole {
            place -= 1;
            let heap = usize::from(self.heaps[place]);
            sum += self.partitions.count_below(self.from[place] - whole, heap - 1);
        }
        let from = self.from.get(place).copied().unwrap_or(self.rest);
        sum + self.before[place] + self.partitions.count_below(from, whole - 1)
    }

    /// The index of the first heap of each size.
    pub(super) fn different(&self) -> &[usize] {
        &self.different
    }

    /// Whether the last heap occurs once.
    pub(super) fn last_is_single(&self) -> bool {
        self.different.last().is_some_and(|&first| first + 1 == self.heaps.len())
    }
}

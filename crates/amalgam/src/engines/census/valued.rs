//! Grundy values of a whole run of positions at a time, where no heap splits.
//!
//! A run is the positions that begin with the same heaps, the *first* ones, and go on with a tail whose
//! heaps are at most `bound` ([`Joined`]). A move that leaves the tails as they are leads the run to
//! another run, value by value; what a move adds to or takes from a tail is a table, the same for all
//! first heaps. So each kind of move is one loop over lists, and what ranks share is counted once.
//!
//! Merges that keep all coins lead to higher ranks of the same layer. Those within the run are merges
//! in a tail; they are looked at last, from the highest rank down.

use std::sync::atomic::{AtomicU16, Ordering};

use super::joined::Joined;
use super::partitions::{Partitions, distinct};
use crate::Rules;
use crate::base::nimber::mex_of_bits;

/// What is known while a layer is valued.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) rules: &'a Rules,
    pub(super) partitions: &'a Partitions,
    pub(super) joined: &'a Joined,
    /// The number of coins.
    pub(super) n: usize,
    /// The values of the layers below n, and of n as far as they have been found.
    pub(super) values: &'a [Vec<AtomicU16>],
}

/// Values positions, from the highest rank down. A value is less than 64 W.
pub(super) struct Valuer<'a, const W: usize> {
    known: Known<'a>,
    /// The first heaps, and how many coins follow.
    first: Vec<u16>,
    rest: usize,
    /// Values of the options of each position of the run, as bits.
    seen: Vec<[u64; W]>,
}

/// A run, with the heaps that all its positions begin with.
#[derive(Clone, Copy)]
struct Run {
    /// No heap that follows is larger.
    bound: usize,
    /// Coins that follow.
    rest: usize,
    size: usize,
}

/// Some of the first heaps go and one comes.
#[derive(Clone, Copy)]
struct Change<'a> {
    /// The indices of those that go.
    gone: &'a [usize],
    /// What comes; 0 for none.
    new: usize,
    /// How many coins there are in all.
    layer: usize,
}

impl<'a, const W: usize> Valuer<'a, W> {
    pub(super) fn new(known: Known<'a>) -> Valuer<'a, W> {
        Valuer { known, first: Vec::new(), rest: known.n, seen: Vec::new() }
    }

    /// Values the positions that begin with these heaps.
    pub(super) fn value(&mut self, first: impl Iterator<Item = u16>) {
        self.first.clear();
        self.first.extend(first);
        self.rest = self.known.n - self.first.iter().map(|&heap| usize::from(heap)).sum::<usize>();
        self.descend();
    }

    fn descend(&mut self) {
        let Known { partitions, joined, .. } = self.known;
        let rest = self.rest;
        let largest = self.first.last().map_or(rest, |&heap| rest.min(heap.into()));
        let bound = largest.min(joined.bound(rest));
        for heap in (bound + 1..=largest).rev() {
            self.first.push(heap as u16);
            self.rest = rest - heap;
            self.descend();
            self.first.pop();
        }
        self.rest = rest;
        let size = partitions.count_below(rest, bound) as usize;
        self.value_run(Run { bound, rest, size });
    }

    fn value_run(&mut self, run: Run) {
        self.seen.clear();
        self.seen.resize(run.size, [0; W]);
        let first = std::mem::take(&mut self.first);
        self.see_moves_of_first(&first, run);
        for heap in 1..=run.bound {
            self.see_moves_with_tail(&first, run, heap);
        }
        self.finish(&first, run);
        self.first = first;
    }

    /// Takes from the first heaps, and merges of two of them.
    fn see_moves_of_first(&mut self, first: &[u16], run: Run) {
        let Known { rules, n, .. } = self.known;
        let all = |tail: usize| tail;
        for (i, heap) in distinct(first) {
            for taken in rules.take().up_to(heap.into()) {
                let new = usize::from(heap) - taken as usize;
                let change = Change { gone: &[i], new, layer: n - taken as usize };
                self.see(first, change, run, run.rest, all);
            }
            for (j, other) in distinct(&first[i + 1..]) {
                for new in rules.merged(heap.into(), other.into()) {
                    let lost = usize::from(heap) + usize::from(other) - new as usize;
                    let gone = &[i, i + 1 + j];
                    let change = Change { gone, new: new as usize, layer: n - lost };
                    self.see(first, change, run, run.rest, all);
                }
            }
        }
    }

    /// Moves of a heap of the tail: takes, and merges with a first heap or with one of the tail that is
    /// not larger.
    fn see_moves_with_tail(&mut self, first: &[u16], run: Run, heap: usize) {
        let Known { rules, joined, n, .. } = self.known;
        let others = run.rest - heap;
        let with = joined.with(others, heap);
        let at = |tail: usize| with[tail] as usize;
        for taken in rules.take().up_to(heap as u64) {
            let taken = taken as usize;
            let change = Change { gone: &[], new: heap - taken, layer: n - taken };
            self.see(first, change, run, others, at);
        }
        if rules.merges().is_empty() {
            return;
        }
        for (i, larger) in distinct(first) {
            for new in rules.merged(larger.into(), heap as u64) {
                let lost = usize::from(larger) + heap - new as usize;
                let change = Change { gone: &[i], new: new as usize, layer: n - lost };
                self.see(first, change, run, others, at);
            }
        }
        for smaller in 1..=heap.min(others) {
            let both = joined.with(others - smaller, smaller);
            let at = |tail: usize| with[both[tail] as usize] as usize;
            for new in rules.merged(heap as u64, smaller as u64) {
                let new = new as usize;
                let lost = heap + smaller - new;
                // The others lead to positions of this run.
                if lost > 0 || new > run.bound {
                    let change = Change { gone: &[], new, layer: n - lost };
                    self.see(first, change, run, others - smaller, at);
                }
            }
        }
    }

    /// Looks at what a change of the first heaps makes of those positions of the run that have tails of
    /// `rest` coins besides the heaps that change; `at` tells which these are.
    #[inline]
    fn see(
        &mut self,
        first: &[u16],
        change: Change<'_>,
        run: Run,
        rest: usize,
        at: impl Fn(usize) -> usize,
    ) {
        let Known { partitions, joined, values, .. } = self.known;
        let Change { gone, new, layer } = change;
        let count = partitions.count_below(rest, run.bound) as usize;
        let values = &values[layer];
        let seen = &mut self.seen;
        if new == 0 || new > run.bound {
            let start = partitions.rank_of_first(first, gone, new, rest) as usize;
            for (tail, value) in values[start..start + count].iter().enumerate() {
                mark(&mut seen[at(tail)], value);
            }
        } else {
            let start = partitions.rank_of_first(first, gone, 0, rest + new) as usize;
            let values = &values[start..];
            for (tail, &to) in joined.with(rest, new)[..count].iter().enumerate() {
                mark(&mut seen[at(tail)], &values[to as usize]);
            }
        }
    }

    /// What merges within the run remain, and the values.
    fn finish(&mut self, first: &[u16], run: Run) {
        let Known { partitions, joined, values, n, .. } = self.known;
        let start = partitions.rank_of_first(first, &[], 0, run.rest) as usize;
        let values = &values[n][start..start + run.size];
        for (rank, seen) in self.seen.iter_mut().enumerate().rev() {
            for &merged in joined.merged(run.rest, rank) {
                // Above the bound of this run.
                let Some(value) = values.get(merged as usize) else { break };
                mark(seen, value);
            }
            values[rank].store(mex_of_bits(seen) as u16, Ordering::Relaxed);
        }
    }
}

#[inline]
fn mark<const W: usize>(seen: &mut [u64; W], value: &AtomicU16) {
    let value = usize::from(value.load(Ordering::Relaxed));
    seen[value / 64 % W] |= 1 << (value % 64);
}

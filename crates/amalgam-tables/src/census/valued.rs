//! Grundy values of a whole run of positions at a time.
//!
//! A run is the positions that begin with the same heaps, the *first* ones, and go on with a tail whose
//! heaps are at most `bound` ([`Joined`]). A move that leaves the tails as they are leads the run to
//! another run, value by value; what a move adds to or takes from a tail is a table, the same for all
//! first heaps. So each kind of move is one loop over lists, and what ranks share is counted once.
//!
//! Merges that keep all coins lead to higher ranks of the same layer, splits to lower ones: so ranks are
//! looked at from the highest down or from the lowest up. Such moves that stay within the run are moves
//! of its tails; they are looked at last, in the same order.

use std::sync::atomic::{AtomicU16, Ordering};

use super::joined::Joined;
use super::marks::Order;
use super::partitions::{Partitions, distinct};
use amalgam_core::Rules;
use amalgam_core::base::bits;
use amalgam_core::games::rules::{Split, halves};

/// What is known while a layer is valued.
#[derive(Clone, Copy)]
pub(super) struct Unvalued<'a> {
    pub(super) rules: &'a Rules,
    pub(super) partitions: &'a Partitions,
    pub(super) joined: &'a Joined,
    /// The number of coins.
    pub(super) n: usize,
    /// The values of the layers below n, and of n as far as they have been found.
    pub(super) values: &'a [Vec<AtomicU16>],
}

/// Values positions in the order of their ranks that the rules ask for. A value is less than 64 W.
pub(super) struct Valuer<'a, const W: usize> {
    known: Unvalued<'a>,
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

/// Some of the first heaps go and others come.
#[derive(Clone, Copy)]
struct Change<'a> {
    /// The indices of those that go.
    gone: &'a [usize],
    /// What comes, the smaller first; 0 for none. None of two is 0.
    new: &'a [usize],
    /// How many coins there are in all.
    layer: usize,
}

impl<'a, const W: usize> Valuer<'a, W> {
    pub(super) fn new(known: Unvalued<'a>) -> Valuer<'a, W> {
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
        let Unvalued { rules, partitions, joined, .. } = self.known;
        let rest = self.rest;
        let largest = self.first.last().map_or(rest, |&heap| rest.min(heap.into()));
        let bound = largest.min(joined.bound(rest));
        let size = partitions.count_below(rest, bound) as usize;
        let run = Run { bound, rest, size };
        let rising = Order::of(rules) == Order::MoreHeapsFirst;
        if rising {
            self.value_run(run);
        }
        for at in bound + 1..=largest {
            let heap = if rising { at } else { bound + 1 + largest - at };
            self.first.push(heap as u16);
            self.rest = rest - heap;
            self.descend();
            self.first.pop();
        }
        self.rest = rest;
        if !rising {
            self.value_run(run);
        }
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

    /// Takes from the first heaps, splits of them, and merges of two.
    fn see_moves_of_first(&mut self, first: &[u16], run: Run) {
        let Unvalued { rules, n, .. } = self.known;
        let all = |tail: usize| tail;
        for (i, heap) in distinct(first) {
            // Where a tail has such a heap too, that one makes the move.
            let without = (run.rest, run.bound.min(usize::from(heap) - 1));
            for taken in rules.take().up_to(heap.into()) {
                let new = usize::from(heap) - taken as usize;
                let change = Change { gone: &[i], new: &[new], layer: n - taken as usize };
                self.see(first, change, run, without, all);
            }
            each_split(rules, heap.into(), |lost, parts| {
                let change = Change { gone: &[i], new: &parts, layer: n - lost };
                self.see(first, change, run, without, all);
            });
            for (j, other) in distinct(&first[i + 1..]) {
                for new in rules.merged(heap.into(), other.into()) {
                    let lost = usize::from(heap) + usize::from(other) - new as usize;
                    let gone = &[i, i + 1 + j];
                    let change = Change { gone, new: &[new as usize], layer: n - lost };
                    self.see(first, change, run, (run.rest, run.bound), all);
                }
            }
        }
    }

    /// Moves of a heap of the tail: takes, splits, and merges with a first heap or with one of the tail that is
    /// not larger.
    fn see_moves_with_tail(&mut self, first: &[u16], run: Run, heap: usize) {
        let Unvalued { rules, joined, n, .. } = self.known;
        let others = run.rest - heap;
        let with = joined.with(others, heap);
        let at = |tail: usize| with[tail] as usize;
        for taken in rules.take().up_to(heap as u64) {
            let taken = taken as usize;
            let change = Change { gone: &[], new: &[heap - taken], layer: n - taken };
            self.see(first, change, run, (others, run.bound), at);
        }
        each_split(rules, heap, |lost, parts| {
            // The others lead to positions of this run.
            if lost > 0 {
                let change = Change { gone: &[], new: &parts, layer: n - lost };
                self.see(first, change, run, (others, run.bound), at);
            }
        });
        if rules.merges().is_empty() {
            return;
        }
        for (i, larger) in distinct(first) {
            for new in rules.merged(larger.into(), heap as u64) {
                let lost = usize::from(larger) + heap - new as usize;
                let change = Change { gone: &[i], new: &[new as usize], layer: n - lost };
                self.see(first, change, run, (others, run.bound), at);
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
                    let change = Change { gone: &[], new: &[new], layer: n - lost };
                    self.see(first, change, run, (others - smaller, run.bound), at);
                }
            }
        }
    }

    /// Looks at what a change of the first heaps makes of those positions of the run that have, besides
    /// the heaps that change, tails of `rest` coins with no heap above `most`; `at` tells which these are.
    #[inline]
    fn see(
        &mut self,
        first: &[u16],
        change: Change<'_>,
        run: Run,
        (rest, most): (usize, usize),
        at: impl Fn(usize) -> usize,
    ) {
        let Unvalued { partitions, joined, values, .. } = self.known;
        let Change { gone, new, layer } = change;
        let count = partitions.count_below(rest, most) as usize;
        let values = &values[layer];
        let seen = &mut self.seen;
        // What is small joins the tails, the others have their places among the first.
        let small = new.iter().take_while(|&&heap| heap <= run.bound).count();
        let (small, large) = new.split_at(small);
        let coins = rest + small.iter().sum::<usize>();
        let start = partitions.rank_of_first(first, gone, large, coins) as usize;
        let values = &values[start..];
        let ranks = match *small {
            [] | [0] => {
                for (tail, value) in values[..count].iter().enumerate() {
                    mark(&mut seen[at(tail)], value);
                }
                return;
            }
            [heap] => joined.with(rest, heap),
            [x, y, ..] => joined.with_two(rest, x, y),
        };
        for (tail, &rank) in ranks[..count].iter().enumerate() {
            mark(&mut seen[at(tail)], &values[rank as usize]);
        }
    }

    /// What moves within the run remain, and the values.
    fn finish(&mut self, first: &[u16], run: Run) {
        let Unvalued { rules, partitions, joined, values, n, .. } = self.known;
        let start = partitions.rank_of_first(first, &[], &[], run.rest) as usize;
        let values = &values[n][start..start + run.size];
        let rising = Order::of(rules) == Order::MoreHeapsFirst;
        for at in 0..run.size {
            let rank = if rising { at } else { run.size - 1 - at };
            let seen = &mut self.seen[rank];
            for &to in joined.turned(run.rest, rank) {
                // Above the bound of this run.
                let Some(value) = values.get(to as usize) else { break };
                mark(seen, value);
            }
            values[rank].store(bits::mex(seen) as u16, Ordering::Relaxed);
        }
    }
}

/// Calls `visit` with each way to make two heaps of one, the smaller first, and with the coins that are
/// lost.
#[inline]
fn each_split(rules: &Rules, heap: usize, mut visit: impl FnMut(usize, [usize; 2])) {
    let heap = heap as u64;
    let kept = rules.split().map(|split| (0, split));
    let lost = rules.take_split().up_to(heap).map(|taken| (taken, Split::Any));
    for (taken, split) in kept.into_iter().chain(lost) {
        for parts in halves(heap - taken, split) {
            visit(taken as usize, parts.map(|part| part as usize));
        }
    }
}

#[inline]
fn mark<const W: usize>(seen: &mut [u64; W], value: &AtomicU16) {
    let value = usize::from(value.load(Ordering::Relaxed));
    seen[value / 64 % W] |= 1 << (value % 64);
}

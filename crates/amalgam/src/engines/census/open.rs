//! Which positions have no take to a P-position, where any number may be taken: a whole run of
//! positions at a time.
//!
//! Each rest R has one completion f(R) (see [`completion`](crate::engines::completion)). When layers are
//! decided by rising number of coins, "f(R) has been found" means exactly that R + h has a take to a
//! P-position for every h that is still to come. So one bit for each rest, `closed`, replaces all
//! takes: a position has a take to a P-position iff one of its rests is closed.
//!
//! Positions that begin with the same heaps are neighbours in rank, and so are they without one of
//! those heaps (see [`Partitions`]). So the largest heaps are looked at for up to 64 positions at
//! once, with a shift and an OR; most runs are gone after one or two of them. Only the few positions
//! that are left are taken apart.

use rayon::prelude::*;

use super::bits::Bits;
use super::partitions::{Partitions, distinct};

/// Ranks of positions with their number of heaps, in one word: rank · 512 + heaps.
pub(super) fn pack(rank: u64, heaps: usize) -> u64 {
    rank << 9 | heaps as u64
}

/// The rank and the number of heaps.
pub(super) fn unpack(word: u64) -> (u64, usize) {
    (word >> 9, (word & 511) as usize)
}

/// The positions of n ≥ 1 coins that are not marked and none of whose rests is closed, by rank.
/// `None` if `stop` said so.
pub(super) fn open_positions(
    partitions: &Partitions,
    n: usize,
    closed: &[Bits],
    marked: &Bits,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<u64>> {
    let root = Run { prefix: Vec::new(), rest: n, largest: n, base: 0, removals: Vec::new() };
    let look = |run: &Run| {
        if stop() {
            return None;
        }
        let mut search = Search { partitions, closed, marked, found: Vec::new() };
        search.descend(&mut run.clone());
        Some(search.found)
    };
    // Waking a thread costs more than a few positions do.
    let count = partitions.count(n);
    if count <= FEW {
        return look(&root);
    }
    // Enough parts to keep the cores busy, whatever their number: the parts never show.
    let mut parts = Vec::new();
    root.part(partitions, (count / 256).max(FEW), &mut parts);
    let found: Option<Vec<Vec<u64>>> = parts.par_iter().map(look).collect();
    Some(found?.concat())
}

/// Positions that one thread looks at in a go.
const FEW: u64 = 1 << 12;

/// The positions that begin with the heaps of `prefix`: neighbours, the first of which has rank
/// `base`. There are q(rest, largest) of them.
#[derive(Clone)]
struct Run {
    prefix: Vec<u16>,
    /// Coins outside the prefix.
    rest: usize,
    /// The last heap of the prefix, which bounds those that follow.
    largest: usize,
    base: u64,
    /// For each different heap of the prefix the layer of the positions without it, and how far
    /// their ranks are from those of this run, modulo 2⁶⁴. The distance is the same for all longer
    /// prefixes, since the heaps that come later add the same to both ranks.
    removals: Vec<(usize, u64)>,
}

impl Run {
    /// Puts the runs below this one that have at most `size` positions into `parts`.
    fn part(&self, partitions: &Partitions, size: u64, parts: &mut Vec<Run>) {
        if self.rest == 0 || partitions.count_below(self.rest, self.largest) <= size {
            parts.push(self.clone());
            return;
        }
        for heap in 1..=self.largest.min(self.rest) {
            let mut next = self.clone();
            next.push(partitions, heap);
            next.part(partitions, size, parts);
        }
    }

    /// Lengthens the prefix; returns what [`pop`](Run::pop) needs.
    #[inline]
    fn push(&mut self, partitions: &Partitions, heap: usize) -> (u64, usize, bool) {
        let before = (self.base, self.largest);
        self.base += partitions.count_below(self.rest, heap - 1);
        let new = self.prefix.last() != Some(&(heap as u16));
        if new {
            let without = rank_without(partitions, &self.prefix, self.rest, heap);
            let coins = self.rest + self.prefix.iter().map(|&h| usize::from(h)).sum::<usize>();
            self.removals.push((coins - heap, without.wrapping_sub(self.base)));
        }
        self.prefix.push(heap as u16);
        self.rest -= heap;
        self.largest = heap;
        (before.0, before.1, new)
    }

    #[inline]
    fn pop(&mut self, (base, largest, new): (u64, usize, bool)) {
        self.rest += self.largest;
        self.prefix.pop();
        if new {
            self.removals.pop();
        }
        (self.base, self.largest) = (base, largest);
    }
}

/// What the heaps of a prefix add to the rank when `heap` of the `rest` coins after it are gone.
#[inline]
fn rank_without(partitions: &Partitions, prefix: &[u16], rest: usize, heap: usize) -> u64 {
    let mut after = rest - heap;
    let mut rank = 0;
    for &part in prefix.iter().rev() {
        after += usize::from(part);
        rank += partitions.count_below(after, usize::from(part) - 1);
    }
    rank
}

struct Search<'a> {
    partitions: &'a Partitions,
    closed: &'a [Bits],
    marked: &'a Bits,
    found: Vec<u64>,
}

impl Search<'_> {
    fn descend(&mut self, run: &mut Run) {
        let size = self.partitions.count_below(run.rest, run.largest);
        if size <= 64 {
            return self.look(run, size);
        }
        for heap in 1..=run.largest.min(run.rest) {
            let before = run.push(self.partitions, heap);
            self.descend(run);
            run.pop(before);
        }
    }

    /// Looks at the at most 64 positions of a run.
    #[inline]
    fn look(&mut self, run: &mut Run, size: u64) {
        let mut open = !self.marked.run(run.base) & (u64::MAX >> (64 - size));
        for &(layer, distance) in &run.removals {
            if open == 0 {
                return;
            }
            open &= !self.closed[layer].run(run.base.wrapping_add(distance));
        }
        let known = run.prefix.len();
        while open != 0 {
            let index = u64::from(open.trailing_zeros());
            open &= open - 1;
            self.partitions.unrank_onto(run.rest, run.largest, index, &mut run.prefix);
            if !self.has_closed_rest(&run.prefix, known, run.rest) {
                self.found.push(pack(run.base + index, run.prefix.len()));
            }
            run.prefix.truncate(known);
        }
    }

    /// Whether removing one of the heaps from index `known` on, which have `rest` coins together,
    /// leaves a closed rest.
    fn has_closed_rest(&self, heaps: &[u16], known: usize, rest: usize) -> bool {
        let (prefix, tail) = heaps.split_at(known);
        let coins = rest + prefix.iter().map(|&h| usize::from(h)).sum::<usize>();
        distinct(tail).filter(|&(_, heap)| prefix.last() != Some(&heap)).any(|(i, heap)| {
            let heap = usize::from(heap);
            let mut after = rest - heap;
            let mut rank = rank_without(self.partitions, prefix, rest, heap);
            for &part in tail[..i].iter().chain(&tail[i + 1..]) {
                rank += self.partitions.count_below(after, usize::from(part) - 1);
                after -= usize::from(part);
            }
            self.closed[coins - heap].get(rank)
        })
    }
}

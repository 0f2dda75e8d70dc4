//! The last heaps of a position with one or two heaps more: their ranks, once for all.
//!
//! Positions that begin with the same heaps and go on with heaps of at most `bound` coins, the *tail*,
//! are neighbours in rank, in the order of their tails (see [`Partitions`]). A tail of r coins with its
//! heap t is a tail of r − t coins, *joined* by t; so the moves of a heap t of the tail are one list of
//! positions without it and two of these tables: where each of them is with t, and where with what
//! becomes of t.

use super::partitions::{Neighbour, Partitions, distinct};
use amalgam_core::Rules;
use amalgam_core::games::rules::halves;

/// Tails of each number of coins that are few enough to be looked at together.
pub(super) struct Joined {
    tails: Vec<Tails>,
}

/// Tails of the same number of coins.
struct Tails {
    /// No heap is larger.
    bound: usize,
    /// By a heap that joins them, 0 for none: the rank of each tail with it.
    with: Vec<Vec<u32>>,
    /// By two heaps that join them, the smaller first: the rank of each tail with them. Only where heaps
    /// split.
    with_two: Vec<Vec<Vec<u32>>>,
    /// The ranks of what moves that keep all coins make of each tail, rising, and where those of each tail
    /// end.
    turned: Vec<u32>,
    ends: Vec<usize>,
}

impl Joined {
    /// The tails of positions, with bounds such that at most `few` have the same number of coins.
    pub(super) fn new(partitions: &Partitions, rules: &Rules, few: u64) -> Joined {
        let mut neighbour = Neighbour::new(partitions);
        let coins = partitions.most();
        // A tail of more coins has no larger heaps, as long as there are few of them.
        let largest = (0..=coins).take_while(|&n| partitions.count(n) <= few).last().unwrap_or(0);
        let tails = (0..=coins).map(|n| {
            let is_few = |&bound: &usize| partitions.count_below(n, bound) <= few;
            let bound = (1..=largest).take_while(is_few).last().unwrap_or(0);
            let joins = bound.min(coins - n);
            let pairs = |y: usize| if rules.splits() { y.min(coins - n - y) } else { 0 };
            let mut tails = Tails {
                bound,
                with: vec![Vec::new(); joins + 1],
                with_two: (0..=joins).map(|y| vec![Vec::new(); pairs(y) + 1]).collect(),
                turned: Vec::new(),
                ends: Vec::new(),
            };
            let mut heaps = Vec::new();
            for rank in 0..partitions.count_below(n, bound) {
                heaps.clear();
                partitions.unrank_onto(n, bound, rank, &mut heaps);
                for (heap, ranks) in tails.with.iter_mut().enumerate() {
                    ranks.push(neighbour.rank(&heaps, &[], &[heap]) as u32);
                }
                for (y, ranks) in tails.with_two.iter_mut().enumerate() {
                    for (x, ranks) in ranks.iter_mut().enumerate().skip(1) {
                        ranks.push(neighbour.rank(&heaps, &[], &[x, y]) as u32);
                    }
                }
                let first = tails.turned.len();
                tails.turn(rules, &heaps, &mut neighbour);
                tails.turned[first..].sort_unstable();
                tails.ends.push(tails.turned.len());
            }
            tails
        });
        Joined { tails: tails.collect() }
    }

    /// The largest heap of tails of this many coins.
    #[inline]
    pub(super) fn bound(&self, coins: usize) -> usize {
        self.tails[coins].bound
    }

    /// The ranks of the tails of this many coins when a heap joins them, no larger than their bound and
    /// 0 for none.
    #[inline]
    pub(super) fn with(&self, coins: usize, heap: usize) -> &[u32] {
        &self.tails[coins].with[heap]
    }

    /// The ranks of the tails of this many coins when two heaps join them, the smaller first, neither above
    /// their bound nor 0. Only where heaps split.
    #[inline]
    pub(super) fn with_two(&self, coins: usize, x: usize, y: usize) -> &[u32] {
        &self.tails[coins].with_two[y][x]
    }

    /// The ranks, rising, of what moves that keep all coins make of a tail, as far as they leave no heap
    /// above the bound.
    #[inline]
    pub(super) fn turned(&self, coins: usize, rank: usize) -> &[u32] {
        let Tails { turned, ends, .. } = &self.tails[coins];
        let first = if rank == 0 { 0 } else { ends[rank - 1] };
        &turned[first..ends[rank]]
    }
}

impl Tails {
    /// Notes what moves that keep all coins make of a tail.
    fn turn(&mut self, rules: &Rules, heaps: &[u16], neighbour: &mut Neighbour<'_>) {
        for (i, x) in distinct(heaps) {
            for (j, y) in distinct(&heaps[i + 1..]) {
                let (x, y) = (u64::from(x), u64::from(y));
                if x + y <= self.bound as u64 && rules.merged(x, y).contains(&(x + y)) {
                    let gone = [i, i + 1 + j];
                    let rank = neighbour.rank(heaps, &gone, &[(x + y) as usize]);
                    self.turned.push(rank as u32);
                }
            }
            if let Some(split) = rules.split() {
                for parts in halves(x.into(), split) {
                    let parts = parts.map(|part| part as usize);
                    self.turned.push(neighbour.rank(heaps, &[i], &parts) as u32);
                }
            }
        }
    }
}

//! P-positions backwards, for all rules: each P-position that is found marks what can move to it
//! ([`marks`](super::marks)); what is not marked when its turn comes is P.
//!
//! Moves that keep all coins ask for an order within a layer. A merge leads to a position of higher rank,
//! a split to one of lower rank (the heaps are compared from the largest down). So ranks are looked at in
//! blocks, from the highest down or from the lowest up, and within a block by number of heaps: positions of
//! the same number of heaps have no such moves to each other. What is kept are bits and one block.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::bits::Ranks;
use super::marks::{Marks, Order, reach};
use super::nearby::Nearby;
use super::partitions::{Neighbour, Partitions};
use super::{Outcome, Play, Rules};
use amalgam_core::base::budget::LimitReached;
use amalgam_core::{Game, Position};

/// What is known of the next layer and those after it.
pub(super) struct Backward {
    /// Positions with a move to a P-position, of the layers that this can be known of.
    marked: Vec<Ranks>,
    /// The P-positions of the last layer.
    p: Ranks,
    reach: usize,
}

impl Backward {
    pub(super) fn new(rules: &Rules, partitions: &Partitions) -> Backward {
        let coins = partitions.most();
        let marked = (0..=coins).map(|_| Ranks::default()).collect();
        Backward { marked, p: Ranks::default(), reach: looks_ahead(rules, coins) }
    }

    /// Bytes that are kept in all.
    pub(super) fn bytes(rules: &Rules, partitions: &Partitions) -> u64 {
        let coins = partitions.most();
        let layer = |n: usize| Ranks::bytes(partitions.count(n));
        let first = coins - looks_ahead(rules, coins);
        let marked: u64 = (first..=coins).map(layer).sum();
        marked + layer(coins) + partitions.count(coins).min(BLOCK * 64) * OPEN
    }

    /// The P-positions of the last layer.
    pub(super) fn layer(&self) -> &Ranks {
        &self.p
    }

    /// Decides the layer of n coins, those before being done. `false` if `stop` said so.
    pub(super) fn advance(
        &mut self,
        rules: &Rules,
        play: Play,
        partitions: &Partitions,
        n: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, LimitReached> {
        self.reserve(partitions, n)?;
        self.p = Ranks::default();
        let p = Ranks::new(partitions.count(n))?;
        let layer = OpenLayer { rules, play, partitions, marked: &self.marked, p: &p, n };
        let blocks = partitions.count(n).div_ceil(64).div_ceil(BLOCK);
        let order = Order::of(rules);
        for block in 0..blocks {
            if stop() {
                return Ok(false);
            }
            let block = if order == Order::FewerHeapsFirst { blocks - 1 - block } else { block };
            layer.decide(layer.open(block), order);
        }
        self.p = p;
        self.marked[n] = Ranks::default();
        Ok(true)
    }

    /// Takes the P-positions of n coins from somebody.
    pub(super) fn restore(
        &mut self,
        rules: &Rules,
        partitions: &Partitions,
        n: usize,
        p: Ranks,
    ) -> Result<(), LimitReached> {
        self.reserve(partitions, n)?;
        let layer =
            OpenLayer { rules, play: Play::Normal, partitions, marked: &self.marked, p: &p, n };
        (0..p.words().div_ceil(WORDS)).into_par_iter().for_each(|chunk| {
            let ranks = p.within(chunk * WORDS, p.words().min((chunk + 1) * WORDS));
            layer.mark_all(ranks);
        });
        self.p = p;
        self.marked[n] = Ranks::default();
        Ok(())
    }

    /// Makes room for the marks that P-positions of n coins set.
    fn reserve(&mut self, partitions: &Partitions, n: usize) -> Result<(), LimitReached> {
        let last = partitions.most().min(n + self.reach);
        for n in n..=last {
            if self.marked[n].is_nothing() {
                self.marked[n] = Ranks::new(partitions.count(n))?;
            }
        }
        Ok(())
    }
}

/// How many layers further a move can come from.
fn looks_ahead(rules: &Rules, coins: usize) -> usize {
    if rules.takes_any() { coins } else { reach(rules, coins) }
}

/// A layer that is being decided.
struct OpenLayer<'a> {
    rules: &'a Rules,
    play: Play,
    partitions: &'a Partitions,
    marked: &'a [Ranks],
    p: &'a Ranks,
    n: usize,
}

impl OpenLayer<'_> {
    /// The positions of a block that no smaller layer makes N, with their number of heaps.
    fn open(&self, block: u64) -> Vec<(u64, usize)> {
        let n = self.n;
        let count = self.partitions.count(n);
        let in_order = Order::of(self.rules) != Order::Any;
        let (first, end) = (block * BLOCK * 64, count.min((block + 1) * BLOCK * 64));
        let find = |ranks: std::ops::Range<u64>| {
            let mut heaps = Vec::new();
            let open = ranks.filter(|&rank| !self.marked[n].contains(rank));
            let open = open.map(|rank| {
                if in_order {
                    self.partitions.unrank(n, rank, &mut heaps);
                }
                (rank, heaps.len())
            });
            open.collect::<Vec<_>>()
        };
        let chunks = (end - first).div_ceil(CHUNK).max(1);
        // Waking a thread costs more than a few positions do.
        if chunks == 1 {
            return find(first..end);
        }
        let chunk = |i: u64| find(first + i * CHUNK..end.min(first + (i + 1) * CHUNK));
        let found: Vec<_> = (0..chunks).into_par_iter().map(chunk).collect();
        found.concat()
    }

    /// Which of the open positions are P, with all marks set that this entails.
    fn decide(&self, open: Vec<(u64, usize)>, order: Order) {
        if order == Order::Any {
            return self.decide_together(open.into_iter().map(|(rank, _)| rank).collect());
        }
        let mut by_heaps = vec![Vec::new(); self.n + 1];
        for (rank, heaps) in open {
            by_heaps[heaps].push(rank);
        }
        if order == Order::MoreHeapsFirst {
            by_heaps.reverse();
        }
        by_heaps.into_iter().for_each(|open| self.decide_together(open));
    }

    /// Decides open positions none of which has a move to another of them.
    fn decide_together(&self, mut open: Vec<u64>) {
        open.retain(|&rank| !self.marked[self.n].contains(rank));
        if self.play.at_the_end() == Outcome::N {
            open.retain(|&rank| self.has_move(rank));
        }
        open.iter().for_each(|&rank| self.p.insert(rank));
        // Waking a thread costs more than a few positions do.
        match open.len() <= FEW {
            true => self.mark_all(open.into_iter()),
            false => open.par_chunks(FEW).for_each(|p| self.mark_all(p.iter().copied())),
        }
    }

    /// Marks the predecessors of P-positions.
    fn mark_all(&self, p: impl Iterator<Item = u64>) {
        let coins = self.partitions.most();
        let marks = Marks { rules: self.rules, coins, marked: self.marked };
        let mut near = Nearby::new(self.partitions);
        let mut neighbour = Neighbour::new(self.partitions);
        for rank in p {
            near.set(self.n, rank);
            marks.mark_before(&near, &mut neighbour, self.n);
        }
    }

    fn has_move(&self, rank: u64) -> bool {
        let mut heaps = Vec::new();
        self.partitions.unrank(self.n, rank, &mut heaps);
        let position = Position::new(heaps.into_iter().map(u64::from));
        self.rules.each_move(&position, |_, _| ControlFlow::Break(())).is_break()
    }
}

/// Words of marks in a block.
const BLOCK: u64 = 1 << 16;

/// Bytes for an open position of a block: found, joined and sorted by heaps.
const OPEN: u64 = 40;

/// Ranks that one thread looks through in a go.
const CHUNK: u64 = 1 << 16;

/// P-positions that one thread marks in a go.
const FEW: usize = 1 << 8;

/// Words of P-positions that one thread marks in a go.
const WORDS: u64 = 1 << 6;

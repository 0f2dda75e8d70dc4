//! Every position up to n coins.
//!
//! Layer by layer: the positions of n coins are numbered 0..p(n) ([`Partitions`]), so that a layer
//! is a bit array, and exactness rests on counting and not on hashes. A layer's P-positions are
//! those that no move leads from to a P-position of smaller layers or, for moves that keep all
//! coins, of the same layer in a suitable order. Both are found from the P-positions, which are
//! few: each marks what it can be reached from. Where any number may be taken, one bit for each rest
//! stands for all takes (`open`).
//!
//! [`Census`] finds the P-positions so, [`GrundyCensus`] the values of all positions forwards,
//! [`FullCensus`] keeps the two in step and compares them, and [`Stated`] checks what somebody says of
//! every position, move by move.
//!
//! ```
//! use amalgam::{Play, engines::census::Census};
//! let rules = "take any, merge".parse()?;
//! let mut census = Census::new(&rules, Play::Normal, 12, &Default::default())?;
//! while let Some(layer) = census.advance(&Default::default())? {
//!     if layer.coins == 4 {
//!         let positions: Vec<_> = census.positions(&layer).collect();
//!         assert_eq!(positions, [vec![1, 1, 1, 1], vec![2, 2]]);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod full;
mod grundy;
mod marks;
mod nearby;
mod open;
mod partitions;
mod size;
mod stated;

pub use full::{FullCensus, LayerCounts};
pub use grundy::GrundyCensus;
pub use partitions::Partitions;
pub use size::{CensusError, bytes, largest_within};
pub use stated::{Findings, Stated};

pub use crate::base::position::is_mirror;

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::base::budget::{Budget, Limit, LimitReached};
use crate::{Game, Outcome, Play, Position, Rules};
use bits::Bits;
use marks::{Marks, Order, reach};
use nearby::Nearby;
use open::{open_positions, pack, unpack};
use partitions::Neighbour;

/// Decides layer after layer. The answers do not depend on the number of threads.
pub struct Census<'a> {
    rules: &'a Rules,
    play: Play,
    partitions: Partitions,
    coins: usize,
    next: usize,
    closed: Vec<Bits>,
    marked: Vec<Bits>,
    decided: u64,
}

impl std::fmt::Debug for Census<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Census")
            .field("rules", self.rules)
            .field("play", &self.play)
            .field("coins", &self.coins)
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

/// The P-positions of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The number of coins.
    pub coins: usize,
    /// How many positions have so many coins.
    pub positions: u64,
    /// The ranks of the P-positions, ascending.
    pub p_ranks: Vec<u64>,
}

impl<'a> Census<'a> {
    /// A census up to `coins` coins of which nothing is known yet.
    ///
    /// # Errors
    /// If the tables would not fit in the memory bound; the error says how far they would.
    pub fn new(
        rules: &'a Rules,
        play: Play,
        coins: usize,
        limits: &Budget,
    ) -> Result<Census<'a>, CensusError> {
        size::check(rules, coins, false, limits.memory)?;
        let partitions = Partitions::new(coins).ok_or(CensusError::TooManyCoins)?;
        let rests = if rules.takes_any() { coins } else { 0 };
        let closed = (0..rests).map(|n| Bits::new(partitions.count(n)));
        let closed = closed.collect::<Result<_, _>>()?;
        let marked = (0..=coins).map(|_| Bits::default()).collect();
        Ok(Census { rules, play, partitions, coins, next: 0, closed, marked, decided: 0 })
    }

    /// The number of coins of the layer that is decided next.
    pub fn next_layer(&self) -> usize {
        self.next
    }

    /// The ranking of the positions.
    pub fn partitions(&self) -> &Partitions {
        &self.partitions
    }

    /// The P-positions of a layer by rank, the largest heap first.
    pub fn positions<'b>(&'b self, layer: &'b Layer) -> impl Iterator<Item = Vec<u16>> + 'b {
        layer.p_ranks.iter().map(|&rank| {
            let mut heaps = Vec::new();
            self.partitions.unrank(layer.coins, rank, &mut heaps);
            heaps
        })
    }

    /// Decides the next layer; `None` when all are done.
    ///
    /// # Errors
    /// If a bound is met first. Then the layer is still undecided.
    pub fn advance(&mut self, limits: &Budget) -> Result<Option<Layer>, LimitReached> {
        limits.on_threads(|| self.advance_here(limits))?
    }

    fn advance_here(&mut self, limits: &Budget) -> Result<Option<Layer>, LimitReached> {
        if self.next > self.coins {
            return Ok(None);
        }
        let n = self.next;
        self.reserve()?;
        let stop = || limits.met().is_some();
        let open = self.open(&stop).ok_or_else(|| limits.over(self.decided))?;
        let needed = size::bits(self.rules, &self.partitions) + open.len() as u64 * size::OPEN;
        if needed > limits.memory {
            return Err(LimitReached::new(Limit::Memory(limits.memory), self.decided));
        }
        let p_ranks = self.decide(open);
        self.marked[n] = Bits::default();
        self.next += 1;
        let positions = self.partitions.count(n);
        self.decided += positions;
        Ok(Some(Layer { coins: n, positions, p_ranks }))
    }

    /// Takes the next layer from an earlier run instead of deciding it.
    ///
    /// The ranks are believed: who keeps them must make sure that they are unharmed.
    ///
    /// # Errors
    /// If they can't be the ranks of a layer: not ascending or too large; or if all layers are done.
    pub fn restore(&mut self, p_ranks: &[u64]) -> Result<(), CensusError> {
        let n = self.next;
        if n > self.coins {
            return Err(CensusError::NoSuchLayer(n));
        }
        let ascending = p_ranks.is_sorted_by(|x, y| x < y);
        if !ascending || p_ranks.last().is_some_and(|&last| last >= self.partitions.count(n)) {
            return Err(CensusError::NoSuchLayer(n));
        }
        self.reserve()?;
        let words: Vec<u64> = p_ranks.iter().map(|&rank| pack(rank, 0)).collect();
        self.mark(&words);
        self.marked[n] = Bits::default();
        self.decided += self.partitions.count(n);
        self.next += 1;
        Ok(())
    }

    /// Makes room for the marks that P-positions of the next layer set.
    fn reserve(&mut self) -> Result<(), LimitReached> {
        let last = self.coins.min(self.next + reach(self.rules, self.coins));
        for n in self.next..=last {
            if self.marked[n].is_empty() {
                self.marked[n] = Bits::new(self.partitions.count(n))?;
            }
        }
        Ok(())
    }

    /// The positions of the next layer that no smaller layer makes N.
    fn open(&self, stop: &(dyn Fn() -> bool + Sync)) -> Option<Vec<u64>> {
        let (n, marked) = (self.next, &self.marked[self.next]);
        if n > 0 && self.rules.takes_any() {
            return open_positions(&self.partitions, n, &self.closed, marked, stop);
        }
        let words = self.partitions.count(n).div_ceil(64);
        let in_order = Order::of(self.rules) != Order::Any;
        let found: Option<Vec<Vec<u64>>> = (0..words.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                if stop() {
                    return None;
                }
                let mut heaps = Vec::new();
                let ranks = (chunk * CHUNK * 64)..((chunk + 1) * CHUNK * 64);
                let open = ranks.take_while(|&rank| rank < self.partitions.count(n));
                let open = open.filter(|&rank| !marked.get(rank));
                let open = open.map(|rank| {
                    if in_order {
                        self.partitions.unrank(n, rank, &mut heaps);
                    }
                    pack(rank, heaps.len())
                });
                Some(open.collect())
            })
            .collect();
        Some(found?.concat())
    }

    /// Which of the open positions are P, with all marks set that this entails. Ascending ranks.
    fn decide(&self, open: Vec<u64>) -> Vec<u64> {
        let mut p: Vec<u64> = match Order::of(self.rules) {
            Order::Any => self.decide_together(open),
            order => {
                let mut by_heaps = vec![Vec::new(); self.next + 1];
                for word in open {
                    by_heaps[unpack(word).1].push(word);
                }
                if order == Order::MoreHeapsFirst {
                    by_heaps.reverse();
                }
                by_heaps.into_iter().flat_map(|open| self.decide_together(open)).collect()
            }
        };
        p.par_sort_unstable();
        p.into_iter().map(|word| unpack(word).0).collect()
    }

    /// Decides open positions none of which has a move to another of them.
    fn decide_together(&self, mut open: Vec<u64>) -> Vec<u64> {
        let n = self.next;
        open.retain(|&word| !self.marked[n].get(unpack(word).0));
        if self.play.at_the_end() == Outcome::N {
            open.retain(|&word| self.has_move(unpack(word).0));
        }
        self.mark(&open);
        open
    }

    /// Marks the predecessors of P-positions of the next layer.
    fn mark(&self, p: &[u64]) {
        let n = self.next;
        let Census { rules, partitions, closed, marked, .. } = self;
        let marks = Marks { rules, coins: self.coins, closed, marked };
        let mark = |p: &[u64]| {
            let (mut near, mut neighbour) = (Nearby::new(partitions), Neighbour::new(partitions));
            for &word in p {
                near.set(n, unpack(word).0);
                marks.mark_before(&near, &mut neighbour, n);
            }
        };
        // Waking a thread costs more than a few positions do.
        if p.len() <= FEW { mark(p) } else { p.par_chunks(FEW).for_each(mark) }
    }

    fn has_move(&self, rank: u64) -> bool {
        let mut heaps = Vec::new();
        self.partitions.unrank(self.next, rank, &mut heaps);
        let position = Position::new(heaps.into_iter().map(u64::from));
        self.rules.each_move(&position, |_, _| ControlFlow::Break(())).is_break()
    }
}

/// P-positions that one thread marks at a time.
const FEW: usize = 1 << 8;

/// Words of marks that one thread looks through at a time.
const CHUNK: u64 = 1 << 10;

//! The Grundy value of every position up to n coins.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;

use super::marks::Order;
use super::nearby::Nearby;
use super::partitions::{Neighbour, Partitions, distinct, next_partition};
use super::{CensusError, size};
use crate::Rules;
use crate::base::budget::{Budget, LimitReached, reserved};
use crate::base::nimber::mex_of_bits;
use crate::games::rules::Split;

/// Values layer after layer, each position from its options, which are found by their rank.
///
/// This looks at moves forwards, where [`Census`](super::Census) looks at them backwards: that the
/// two agree on the positions of value 0 is a check on both.
pub struct GrundyCensus<'a> {
    rules: &'a Rules,
    partitions: Partitions,
    coins: usize,
    order: Order,
    /// A layer is filled in parts by several threads, hence atomic.
    values: Vec<Vec<AtomicU16>>,
    decided: u64,
}

impl std::fmt::Debug for GrundyCensus<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GrundyCensus")
            .field("rules", self.rules)
            .field("coins", &self.coins)
            .field("decided", &self.decided)
            .finish_non_exhaustive()
    }
}

impl<'a> GrundyCensus<'a> {
    /// A census up to `coins` coins of which nothing is known yet.
    ///
    /// # Errors
    /// If the tables, together with those of a [`Census`](super::Census), would not fit.
    pub fn new(
        rules: &'a Rules,
        coins: usize,
        limits: &Budget,
    ) -> Result<GrundyCensus<'a>, CensusError> {
        size::check(rules, coins, true, limits.memory)?;
        let partitions = Partitions::new(coins).ok_or(CensusError::TooManyCoins)?;
        let order = Order::of(rules);
        Ok(GrundyCensus { rules, partitions, coins, order, values: Vec::new(), decided: 0 })
    }

    /// The values of the positions of n coins, by rank, once they have been found.
    pub fn layer(&self, n: usize) -> Option<impl ExactSizeIterator<Item = u16> + '_> {
        self.values.get(n).map(|values| values.iter().map(|value| value.load(Ordering::Relaxed)))
    }

    /// Values the next layer; `false` when all are done.
    ///
    /// # Errors
    /// If a bound is met first.
    pub fn advance(&mut self, limits: &Budget) -> Result<bool, LimitReached> {
        limits.on_threads(|| self.advance_here(limits))?
    }

    fn advance_here(&mut self, limits: &Budget) -> Result<bool, LimitReached> {
        let n = self.values.len();
        if n > self.coins {
            return Ok(false);
        }
        let count = self.partitions.count(n);
        limits.check(self.decided)?;
        let mut values = reserved(count as usize)?;
        values.extend((0..count).map(|_| AtomicU16::new(0)));
        self.values.push(values);
        let stop = || limits.met().is_some();
        // Positions of the same number of heaps have no moves to each other.
        let turns: Vec<Vec<u64>> = match self.order {
            Order::Any => vec![(0..count).collect()],
            Order::FewerHeapsFirst => self.ranks_by_heaps(n),
            Order::MoreHeapsFirst => self.ranks_by_heaps(n).into_iter().rev().collect(),
        };
        for ranks in turns {
            if self.value_all(n, &ranks, &stop).is_none() {
                self.values.pop();
                return Err(limits.over(self.decided));
            }
        }
        self.decided += count;
        Ok(true)
    }

    /// Takes the next layer from an earlier run. The values are believed.
    ///
    /// # Errors
    /// If there are too many or too few of them.
    pub fn restore(
        &mut self,
        values: impl ExactSizeIterator<Item = u16>,
    ) -> Result<(), CensusError> {
        let n = self.values.len();
        if n > self.coins || values.len() as u64 != self.partitions.count(n) {
            return Err(CensusError::NoSuchLayer(n));
        }
        self.decided += values.len() as u64;
        self.values.push(values.map(AtomicU16::new).collect());
        Ok(())
    }

    /// The ranks of the positions of n coins with 0, 1, 2, … heaps.
    fn ranks_by_heaps(&self, n: usize) -> Vec<Vec<u64>> {
        let mut ranks = vec![Vec::new(); n + 1];
        let mut heaps = vec![1; n];
        for rank in 0..self.partitions.count(n) {
            ranks[heaps.len()].push(rank);
            next_partition(&mut heaps);
        }
        ranks
    }

    /// Values these positions of n coins. `None` if stopped.
    fn value_all(&self, n: usize, ranks: &[u64], stop: &(dyn Fn() -> bool + Sync)) -> Option<()> {
        ranks.par_chunks(CHUNK).try_for_each(|ranks| {
            if stop() {
                return None;
            }
            let (neighbour, seen) = (Neighbour::new(&self.partitions), vec![0; 3 * n / 64 + 1]);
            let mut valuer = Valuer { census: self, neighbour, seen };
            let mut near = Nearby::new(&self.partitions);
            for &rank in ranks {
                near.set(n, rank);
                let value = valuer.value(&near, n);
                self.values[n][rank as usize].store(value, Ordering::Relaxed);
            }
            Some(())
        })
    }
}

/// Positions that one thread values at a time.
const CHUNK: usize = 1 << 10;

struct Valuer<'a> {
    census: &'a GrundyCensus<'a>,
    neighbour: Neighbour<'a>,
    /// Values of options, as bits. A value is at most the length of the longest play, and each coin
    /// is taken at most once, each heap made by a split or lost by a merge at most once for each of
    /// them: no more than three moves a coin.
    seen: Vec<u64>,
}

impl Valuer<'_> {
    fn value(&mut self, near: &Nearby<'_>, n: usize) -> u16 {
        self.seen.fill(0);
        let rules = self.census.rules;
        let heaps = near.heaps();
        for (i, heap) in distinct(heaps) {
            let same = heaps[i..].iter().take_while(|&&other| other == heap).count();
            for taken in rules.take().up_to(u64::from(heap)) {
                let taken = taken as usize;
                let rank = near.rank_lowered(i + same - 1, usize::from(heap) - taken);
                self.see_rank(n - taken, rank);
            }
            for taken in rules.take_split().up_to(u64::from(heap)) {
                self.see_splits(n, heaps, i, taken as usize, Split::Any);
            }
            if let Some(split) = rules.split() {
                self.see_splits(n, heaps, i, 0, split);
            }
            if !rules.merges().is_empty() {
                self.see_merges(n, heaps, i);
            }
        }
        mex_of_bits(&self.seen) as u16
    }

    #[inline]
    fn see(&mut self, layer: usize, heaps: &[u16], gone: &[usize], new: &[usize]) {
        let rank = self.neighbour.rank(heaps, gone, new);
        self.see_rank(layer, rank);
    }

    #[inline]
    fn see_rank(&mut self, layer: usize, rank: u64) {
        let value = self.census.values[layer][rank as usize].load(Ordering::Relaxed);
        self.seen[usize::from(value / 64)] |= 1 << (value % 64);
    }

    fn see_splits(&mut self, n: usize, heaps: &[u16], i: usize, taken: usize, split: Split) {
        let coins = usize::from(heaps[i]) - taken;
        for x in (1..=coins / 2).filter(|x| split == Split::Any || 2 * x != coins) {
            self.see(n - taken, heaps, &[i], &[x, coins - x]);
        }
    }

    fn see_merges(&mut self, n: usize, heaps: &[u16], i: usize) {
        for j in i + 1..heaps.len() {
            if j > i + 1 && heaps[j] == heaps[j - 1] {
                continue;
            }
            let (x, y) = (u64::from(heaps[i]), u64::from(heaps[j]));
            for to in self.census.rules.merged(x, y) {
                let lost = (x + y - to) as usize;
                self.see(n - lost, heaps, &[i, j], &[to as usize]);
            }
        }
    }
}

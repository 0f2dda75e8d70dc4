//! The Grundy value of every position up to n coins.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;

use super::groups::{Group, waves};
use super::joined::Joined;
use super::marks::Order;
use super::options::Options;
use super::partitions::{Partitions, next_partition};
use super::valued::{Known, Valuer};
use super::{CensusError, size};
use crate::Rules;
use crate::base::budget::{Budget, LimitReached, reserved};

/// Values layer after layer, each position from its options, which are found by their rank: one by one,
/// or by runs where no heap splits.
///
/// This looks at moves forwards, where [`Census`](super::Census) looks at them backwards: that the
/// two agree on the positions of value 0 is a check on both.
pub struct GrundyCensus<'a> {
    rules: &'a Rules,
    partitions: Partitions,
    /// Where no heap splits, positions are valued by runs.
    joined: Option<Joined>,
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
        let joined = (!rules.splits()).then(|| Joined::new(&partitions, rules, RUN));
        let values = Vec::new();
        Ok(GrundyCensus { rules, partitions, joined, coins, order, values, decided: 0 })
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
        // A move takes a coin or two heaps together: a value is less than twice the number of coins.
        let done = match &self.joined {
            None => self.value_each(n, &stop),
            Some(joined) if n < 64 => self.value_runs::<2>(joined, n, &stop),
            Some(joined) if n < 128 => self.value_runs::<4>(joined, n, &stop),
            Some(joined) => self.value_runs::<{ Partitions::MOST / 32 + 1 }>(joined, n, &stop),
        };
        if done.is_none() {
            self.values.pop();
            return Err(limits.over(self.decided));
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

    /// Values the positions of n coins one by one. `None` if stopped.
    fn value_each(&self, n: usize, stop: &(dyn Fn() -> bool + Sync)) -> Option<()> {
        // Positions of the same number of heaps have no moves to each other.
        let turns: Vec<Vec<u64>> = match self.order {
            Order::Any => vec![(0..self.partitions.count(n)).collect()],
            Order::FewerHeapsFirst => self.ranks_by_heaps(n),
            Order::MoreHeapsFirst => self.ranks_by_heaps(n).into_iter().rev().collect(),
        };
        turns.into_iter().try_for_each(|ranks| {
            ranks.par_chunks(CHUNK).try_for_each(|ranks| {
                let mut options = Options::new(self.rules, &self.partitions, &self.values);
                (!stop()).then(|| options.value_all(n, ranks))
            })
        })
    }

    /// Values the positions of n coins by runs, where n is less than 32 W. `None` if stopped.
    fn value_runs<const W: usize>(
        &self,
        joined: &Joined,
        n: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<()> {
        let GrundyCensus { rules, partitions, values, .. } = self;
        let known = Known { rules, partitions, joined, n, values };
        // Waking a thread costs more than a few positions do.
        if partitions.count(n) <= FEW {
            Valuer::<W>::new(known).value(std::iter::empty());
            return (!stop()).then_some(());
        }
        waves(n).try_for_each(|wave| {
            let new = || Valuer::<W>::new(known);
            wave.par_iter().try_for_each_init(new, |valuer, group: &Group| {
                let first = group.iter().copied().filter(|&heap| heap > 0);
                (!stop()).then(|| valuer.value(first))
            })
        })
    }
}

/// Positions that one thread values at a time.
const CHUNK: usize = 1 << 10;

/// Positions that one thread values in a go, where they are valued by runs.
const FEW: u64 = 1 << 14;

/// Positions of a run, at most.
const RUN: u64 = 1 << 9;

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroUsize;

    /// Every position has the same value one by one and by runs of every length.
    #[test]
    fn runs_have_the_values_of_their_positions() {
        let limits = Budget::default();
        for words in [
            "take any, merge",
            "take any, merge if min >= 2",
            "take any, merge if equal",
            "take any, merge then take 1",
            "take any, merge then take 3",
            "take any, merge, merge then take 2",
            "take 1..3, merge",
            "take 2, merge if equal then take 4",
            "take 1..3",
            "merge",
        ] {
            let rules: Rules = words.parse().unwrap();
            let values = |few: Option<u64>| {
                let mut census = GrundyCensus::new(&rules, 22, &limits).unwrap();
                census.joined = few.map(|few| Joined::new(&census.partitions, &rules, few));
                while census.advance(&limits).unwrap() {}
                (0..=22).map(|n| census.layer(n).unwrap().collect()).collect::<Vec<Vec<u16>>>()
            };
            let expected = values(None);
            for few in [1, 2, 3, 7, 30, 200, RUN] {
                assert_eq!(values(Some(few)), expected, "{words}, runs of {few}");
            }
        }
    }

    /// Nor do waves of groups, threads and interruptions show.
    #[test]
    fn threads_do_not_show() {
        let now = std::time::Instant::now();
        for words in ["take any, merge", "take 1..3, merge if min >= 2, merge then take 2"] {
            let rules: Rules = words.parse().unwrap();
            let values = |threads, by_runs| {
                let limits = Budget { threads: NonZeroUsize::new(threads), ..Budget::default() };
                let over = Budget { deadline: Some(now), ..limits.clone() };
                let mut census = GrundyCensus::new(&rules, 37, &limits).unwrap();
                census.joined = census.joined.filter(|_| by_runs);
                for n in 0..=37 {
                    assert!(census.advance(&over).is_err() && census.layer(n).is_none());
                    assert!(census.advance(&limits).unwrap());
                }
                assert!(!census.advance(&limits).unwrap());
                (35..=37).map(|n| census.layer(n).unwrap().collect()).collect::<Vec<Vec<u16>>>()
            };
            assert!(Partitions::new(37).unwrap().count(37) > FEW);
            let expected = values(2, false);
            assert!([1, 2, 5].into_iter().all(|threads| values(threads, true) == expected));
        }
    }
}

//! The Grundy value of every position up to n coins.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;

use super::groups::{Group, waves};
use super::joined::Joined;
use super::marks::Order;
use super::partitions::Partitions;
use super::valued::{Unvalued, Valuer};
use super::{CensusError, size};
use amalgam_core::Rules;
use amalgam_core::base::budget::{Budget, LimitReached, reserved};

/// Values layer after layer, run after run of positions, each from its options.
///
/// This looks at moves forwards, where [`Census`](super::Census) looks at them backwards: that the
/// two agree on the positions of value 0 is a check on both.
pub struct GrundyCensus<'a> {
    rules: &'a Rules,
    partitions: Partitions,
    joined: Joined,
    coins: usize,
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
        let joined = Joined::new(&partitions, rules, RUN);
        Ok(GrundyCensus { rules, partitions, joined, coins, values: Vec::new(), decided: 0 })
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
        // A value is at most the length of the longest play. Each coin is taken at most once, each heap
        // made by a split or lost by a merge at most once for each of them.
        let done = match n * if self.rules.splits() { 3 } else { 2 } {
            ..128 => self.value::<2>(n, &stop),
            128..256 => self.value::<4>(n, &stop),
            _ => self.value::<{ 3 * Partitions::MOST / 64 + 1 }>(n, &stop),
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

    /// Values the positions of n coins, all values being below 64 W. `None` if stopped.
    fn value<const W: usize>(&self, n: usize, stop: &(dyn Fn() -> bool + Sync)) -> Option<()> {
        let GrundyCensus { rules, partitions, joined, values, .. } = self;
        let known = Unvalued { rules, partitions, joined, n, values };
        // Waking a thread costs more than a few positions do.
        if partitions.count(n) <= FEW {
            Valuer::<W>::new(known).value(std::iter::empty());
            return (!stop()).then_some(());
        }
        let mut waves: Vec<Vec<Group<3>>> = waves(n).collect();
        if Order::of(rules) == Order::MoreHeapsFirst {
            waves.reverse();
        }
        waves.into_iter().try_for_each(|wave| {
            let new = || Valuer::<W>::new(known);
            wave.par_iter().with_max_len(1).try_for_each_init(new, |valuer, group| {
                let first = group.iter().copied().filter(|&heap| heap > 0);
                (!stop()).then(|| valuer.value(first))
            })
        })
    }
}

/// Positions that one thread values in a go.
const FEW: u64 = 1 << 14;

/// Positions of a run, at most.
const RUN: u64 = 1 << 9;

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::ops::ControlFlow;

    use super::*;
    use amalgam_core::base::nimber::mex;
    use amalgam_core::{Game, Position};

    /// The values one by one, from the moves themselves.
    fn one_by_one(rules: &Rules, coins: usize) -> Vec<Vec<u16>> {
        let partitions = Partitions::new(coins).unwrap();
        let mut values: Vec<Vec<u16>> = Vec::new();
        let mut heaps = Vec::new();
        for n in 0..=coins {
            let mut ranks: Vec<u64> = (0..partitions.count(n)).collect();
            // Merges lead to higher ranks, splits to lower ones.
            if Order::of(rules) == Order::FewerHeapsFirst {
                ranks.reverse();
            }
            values.push(vec![u16::MAX; ranks.len()]);
            for rank in ranks {
                partitions.unrank(n, rank, &mut heaps);
                let position = Position::new(heaps.iter().map(|&heap| u64::from(heap)));
                let mut seen = Vec::new();
                let _ = rules.each_move(&position, |_, to| {
                    let mut to: Vec<u16> = to.heaps().iter().map(|&heap| heap as u16).collect();
                    to.sort_unstable_by(|x, y| y.cmp(x));
                    let left = to.iter().map(|&heap| usize::from(heap)).sum::<usize>();
                    let value = values[left][partitions.rank(&to) as usize];
                    assert!(value < u16::MAX, "{heaps:?} comes before {to:?}");
                    seen.push(u64::from(value));
                    ControlFlow::Continue(())
                });
                values[n][rank as usize] = mex(seen) as u16;
            }
        }
        values
    }

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
            "split unequal",
            "take any, split",
            "take 1..3, split, merge then take 1",
            "take 1..2, take 1..2 then split",
            "take any, take 2 then split, merge",
        ] {
            let rules: Rules = words.parse().unwrap();
            let expected = one_by_one(&rules, 22);
            for few in [1, 2, 3, 7, 30, 200, RUN] {
                let mut census = GrundyCensus::new(&rules, 22, &limits).unwrap();
                census.joined = Joined::new(&census.partitions, &rules, few);
                while census.advance(&limits).unwrap() {}
                for (n, expected) in expected.iter().enumerate() {
                    let values: Vec<u16> = census.layer(n).unwrap().collect();
                    assert_eq!(values, *expected, "{words}, {n} coins, runs of {few}");
                }
            }
        }
    }

    /// Nor do waves of groups, threads and interruptions show.
    #[test]
    fn threads_do_not_show() {
        let coins = 37;
        assert!(Partitions::new(coins).unwrap().count(coins) > FEW);
        let past = std::time::Instant::now();
        for words in ["take 1..3, merge if min >= 2, merge then take 2", "take 1..3, split"] {
            let rules: Rules = words.parse().unwrap();
            let expected = one_by_one(&rules, coins);
            for threads in [1, 2, 5] {
                let limits = Budget { threads: NonZeroUsize::new(threads), ..Budget::default() };
                let over = Budget { deadline: Some(past), ..limits.clone() };
                let mut census = GrundyCensus::new(&rules, coins, &limits).unwrap();
                for (n, expected) in expected.iter().enumerate() {
                    assert!(census.advance(&over).is_err() && census.layer(n).is_none());
                    assert!(census.advance(&limits).unwrap());
                    let values: Vec<u16> = census.layer(n).unwrap().collect();
                    assert_eq!(values, *expected, "{words}, {n} coins, {threads} threads");
                }
                assert!(!census.advance(&limits).unwrap());
            }
        }
    }
}

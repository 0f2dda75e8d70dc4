//! The base of every induction: who wins at each position up to this many coins.

use amalgam_core::base::budget::{Budget, Progress};
use amalgam_core::{Outcome, Play, Rules};
use amalgam_tables::census::{CensusError, FullCensus, Partitions, Ranks};

/// Who wins, for all positions up to some number of coins, in normal play.
#[derive(Debug)]
pub struct Table {
    partitions: Partitions,
    layers: Vec<Ranks>,
}

impl Table {
    /// All positions up to this many coins.
    ///
    /// # Errors
    /// If they do not fit in the bounds.
    pub fn new(
        rules: &Rules,
        coins: usize,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Table, CensusError> {
        // The census keeps as much again as what is kept here.
        let half = Budget { memory: limits.memory / 2, ..limits.clone() };
        let mut census = FullCensus::new(rules, Play::Normal, coins, false, &half)?;
        let mut layers = Vec::with_capacity(coins + 1);
        while let Some(layer) = census.advance(limits, progress)? {
            let kept = Ranks::new(layer.count())?;
            layer.p_ranks().for_each(|rank| kept.insert(rank));
            layers.push(kept);
        }
        let partitions = Partitions::new(coins).ok_or(CensusError::TooManyCoins)?;
        Ok(Table { partitions, layers })
    }

    /// The most coins of a position in the table.
    pub fn coins(&self) -> usize {
        self.layers.len() - 1
    }

    /// Who wins at a position, whose heaps are given largest first, if it is in the table.
    pub fn outcome(&self, heaps: &[u16]) -> Option<Outcome> {
        let coins: usize = heaps.iter().map(|&heap| usize::from(heap)).sum();
        let layer = self.layers.get(coins)?;
        Some(Outcome::from_p(layer.contains(self.partitions.rank(heaps))))
    }
}

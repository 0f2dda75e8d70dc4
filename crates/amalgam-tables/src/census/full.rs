//! P-positions and, where they are wanted, Grundy values in step; how many there are of each kind.

use super::partitions::next_partition;
use super::{Census, CensusError, GrundyCensus, Layer, Partitions, Ranks};
use amalgam_core::base::budget::{Budget, Progress, Step, Task};
use amalgam_core::{Play, Rules};

/// How many positions of a number of coins are P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LayerCounts {
    /// The number of coins.
    pub coins: usize,
    /// Positions of this many coins.
    pub positions: u64,
    /// Those that are P.
    pub p_positions: u64,
    /// Those of them in which every height occurs an even number of times.
    pub mirror_p_positions: u64,
}

/// Decides layer after layer, and values it as well if that is wanted. Found backwards and forwards,
/// the P-positions of normal play must be the positions of value 0: that is checked in every layer.
#[derive(Debug)]
pub struct FullCensus<'a> {
    census: Census<'a>,
    grundy: Option<GrundyCensus<'a>>,
    play: Play,
    /// Positions up to the last layer, and those that are decided.
    positions: u64,
    decided: u64,
}

impl<'a> FullCensus<'a> {
    /// A census up to `coins` coins of which nothing is known yet.
    ///
    /// # Errors
    /// If the tables would not fit in the memory bound; the error says how far they would.
    pub fn new(
        rules: &'a Rules,
        play: Play,
        coins: usize,
        grundy: bool,
        limits: &Budget,
    ) -> Result<FullCensus<'a>, CensusError> {
        let grundy = match grundy {
            true => Some(GrundyCensus::new(rules, coins, limits)?),
            false => None,
        };
        let census = Census::new(rules, play, coins, limits)?;
        let positions = (0..=coins).map(|n| census.partitions().count(n)).sum();
        Ok(FullCensus { census, grundy, play, positions, decided: 0 })
    }

    /// The ranking of the positions.
    pub fn partitions(&self) -> &Partitions {
        self.census.partitions()
    }

    /// Whether Grundy values are found as well.
    pub fn has_values(&self) -> bool {
        self.grundy.is_some()
    }

    /// The values of the positions of n coins, by rank, if they were wanted and have been found.
    pub fn values(&self, n: usize) -> Option<impl ExactSizeIterator<Item = u16> + '_> {
        self.grundy.as_ref().and_then(|grundy| grundy.layer(n))
    }

    /// Decides the next layer; `None` when all are done. `progress` hears of every layer before it is
    /// decided, with how many positions are done, and of the end.
    ///
    /// # Errors
    /// If a bound is met first; then the layer is still undecided. If the two ways contradict each
    /// other.
    pub fn advance(
        &mut self,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Option<Layer<'_>>, CensusError> {
        let next = self.census.next_layer();
        let stopped = |reached| CensusError::Stopped { reached, decided: next };
        limits.watch(progress, self.step(Task::Layer(next))).map_err(stopped)?;
        // The values first: if they are stopped, the census has not moved on.
        if let Some(grundy) = &mut self.grundy {
            grundy.advance(limits).map_err(stopped)?;
        }
        let Some(layer) = self.census.advance(limits).map_err(stopped)? else { return Ok(None) };
        self.decided += layer.count();
        if self.play == Play::Normal
            && let Some(values) = self.values(next)
        {
            let zeros = values.enumerate().filter(|(_, value)| *value == 0);
            let p_ranks = self.census.layer().into_iter().flat_map(|layer| layer.p.iter());
            if !zeros.map(|(rank, _)| rank as u64).eq(p_ranks) {
                return Err(CensusError::Contradiction(next));
            }
        }
        Ok(self.census.layer())
    }

    /// The layer that was decided last.
    pub fn layer(&self) -> Option<Layer<'_>> {
        self.census.layer()
    }

    /// Takes the next layer from an earlier run: the ranks of its P-positions, and its values if they
    /// are wanted. Both are believed.
    ///
    /// # Errors
    /// If they can't be those of a layer, or a bound is met. Then nothing has been taken.
    pub fn restore(
        &mut self,
        p: Ranks,
        values: &[u16],
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<(), CensusError> {
        let next = self.census.next_layer();
        let stopped = |reached| CensusError::Stopped { reached, decided: next };
        limits.watch(progress, self.step(Task::Restored(next))).map_err(stopped)?;
        let positions = self.partitions().count(next);
        if self.grundy.is_some() && values.len() as u64 != positions {
            return Err(CensusError::NoSuchLayer(next));
        }
        limits.on_threads(|| self.census.restore(p))??;
        if let Some(grundy) = &mut self.grundy {
            grundy.restore(values.iter().copied())?;
        }
        self.decided += positions;
        Ok(())
    }

    fn step(&self, task: Task) -> Step {
        Step::of(task, self.decided, self.positions)
    }
}

impl LayerCounts {
    /// The counts of a layer with these P-positions.
    pub fn new(partitions: &Partitions, coins: usize, p: &Ranks) -> LayerCounts {
        LayerCounts {
            coins,
            positions: partitions.count(coins),
            mirror_p_positions: mirrors(partitions, coins, p),
            p_positions: p.len(),
        }
    }
}

/// How many of the P-positions are mirror positions: each is a position of half as many coins with
/// every heap twice, and those are few.
fn mirrors(partitions: &Partitions, coins: usize, p: &Ranks) -> u64 {
    if coins % 2 == 1 {
        return 0;
    }
    let mut twice = Vec::new();
    let mut half = vec![1; coins / 2];
    let mut count = 0;
    for _ in 0..partitions.count(coins / 2) {
        twice.clear();
        twice.extend(half.iter().flat_map(|&heap| [heap, heap]));
        count += u64::from(p.contains(partitions.rank(&twice)));
        next_partition(&mut half);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::is_mirror;
    use super::*;

    #[test]
    fn mirror_positions_are_those_with_every_heap_twice() {
        let partitions = Partitions::new(20).unwrap();
        let mut heaps = Vec::new();
        for coins in 0..=20 {
            let some = Ranks::new(partitions.count(coins)).unwrap();
            let mut expected = 0;
            for rank in (0..partitions.count(coins)).filter(|rank| rank % 3 > 0) {
                some.insert(rank);
                partitions.unrank(coins, rank, &mut heaps);
                expected += u64::from(is_mirror(&heaps));
            }
            assert_eq!(mirrors(&partitions, coins, &some), expected);
        }
    }
}

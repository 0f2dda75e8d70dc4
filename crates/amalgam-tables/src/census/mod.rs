//! Every position up to n coins.
//!
//! Layer by layer: the positions of n coins are numbered 0..p(n) ([`Partitions`]), so that a layer
//! is a bit array ([`Ranks`]), and exactness rests on counting and not on hashes. A layer's P-positions
//! are those that no move leads from to a P-position of smaller layers or, for moves that keep all
//! coins, of the same layer in a suitable order. Where any number may be taken, one bit for each rest
//! stands for all takes, and positions are looked at by runs (`forward`); for other rules each P-position
//! marks what it can be reached from (`backward`).
//!
//! [`Census`] finds the P-positions so, [`GrundyCensus`] the values of all positions,
//! [`FullCensus`] keeps the two in step and compares them, and [`Stated`] checks what somebody says of
//! every position, move by move. [`SlicedCensus`] is the part of one rank in a census that many make
//! together.
//!
//! ```
//! use amalgam::{Play, engines::census::Census};
//! let rules = "take any, merge".parse()?;
//! let mut census = Census::new(&rules, Play::Normal, 12, &Default::default())?;
//! while let Some(layer) = census.advance(&Default::default())? {
//!     if layer.coins == 4 {
//!         let positions: Vec<_> = layer.positions().collect();
//!         assert_eq!(positions, [vec![1, 1, 1, 1], vec![2, 2]]);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod bits;
mod forward;
mod full;
mod groups;
mod grundy;
mod joined;
mod marks;
mod nearby;
mod partitions;
mod prefix;
mod runs;
mod shares;
mod size;
mod slice;
mod stated;
mod stream;
mod tails;
mod valued;

pub use bits::Ranks;
pub use full::{FullCensus, LayerCounts};
pub use grundy::GrundyCensus;
pub use partitions::Partitions;
pub use shares::{Cost, Shares};
pub use size::{CensusError, bytes, largest_within};
pub use slice::{Exchange, SlicedCensus, Traffic};
pub use stated::{Findings, Stated};

pub use amalgam_core::base::position::is_mirror;

use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::{Outcome, Play, Rules};
use backward::Backward;
use forward::Forward;

/// Decides layer after layer. The answers do not depend on the number of threads.
pub struct Census<'a> {
    rules: &'a Rules,
    play: Play,
    partitions: Partitions,
    coins: usize,
    next: usize,
    way: Way,
    decided: u64,
}

enum Way {
    Forward(Forward),
    Backward(Backward),
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

/// The P-positions of a layer that has just been decided.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// The number of coins.
    pub coins: usize,
    /// The ranks of the P-positions.
    pub p: &'a Ranks,
    partitions: &'a Partitions,
}

impl<'a> Layer<'a> {
    /// The ranking of the positions.
    pub fn partitions(&self) -> &'a Partitions {
        self.partitions
    }

    /// How many positions have this many coins.
    pub fn count(&self) -> u64 {
        self.partitions.count(self.coins)
    }

    /// The ranks of the P-positions, ascending.
    pub fn p_ranks(&self) -> impl Iterator<Item = u64> + 'a {
        self.p.iter()
    }

    /// The P-positions by rank, the largest heap first.
    pub fn positions(&self) -> impl Iterator<Item = Vec<u16>> + 'a {
        let (coins, partitions) = (self.coins, self.partitions);
        self.p_ranks().map(move |rank| {
            let mut heaps = Vec::new();
            partitions.unrank(coins, rank, &mut heaps);
            heaps
        })
    }

    /// How many of the positions are of which kind.
    pub fn counts(&self) -> LayerCounts {
        LayerCounts::new(self.partitions, self.coins, self.p)
    }
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
        let way = match rules.takes_any() {
            true => Way::Forward(Forward::new(rules, &partitions)?),
            false => Way::Backward(Backward::new(rules, &partitions)),
        };
        Ok(Census { rules, play, partitions, coins, next: 0, way, decided: 0 })
    }

    /// A census that finds every P-position backwards, whatever the rules: the way for all rules, and
    /// the one to compare with.
    ///
    /// # Errors
    /// If there are too many coins.
    pub fn backward(rules: &'a Rules, play: Play, coins: usize) -> Result<Census<'a>, CensusError> {
        let partitions = Partitions::new(coins).ok_or(CensusError::TooManyCoins)?;
        let way = Way::Backward(Backward::new(rules, &partitions));
        Ok(Census { rules, play, partitions, coins, next: 0, way, decided: 0 })
    }

    /// The number of coins of the layer that is decided next.
    pub fn next_layer(&self) -> usize {
        self.next
    }

    /// The ranking of the positions.
    pub fn partitions(&self) -> &Partitions {
        &self.partitions
    }

    /// The layer that was decided last.
    pub fn layer(&self) -> Option<Layer<'_>> {
        let coins = self.next.checked_sub(1)?;
        let p = match &self.way {
            Way::Forward(forward) => forward.layer(coins),
            Way::Backward(backward) => backward.layer(),
        };
        Some(Layer { coins, p, partitions: &self.partitions })
    }

    /// Decides the next layer; `None` when all are done.
    ///
    /// # Errors
    /// If a bound is met first. Then the layer is still undecided.
    pub fn advance(&mut self, limits: &Budget) -> Result<Option<Layer<'_>>, LimitReached> {
        if self.next > self.coins {
            return Ok(None);
        }
        limits.on_threads(|| self.advance_here(limits))??;
        Ok(self.layer())
    }

    fn advance_here(&mut self, limits: &Budget) -> Result<(), LimitReached> {
        limits.check(self.decided)?;
        let Census { rules, play, partitions, next, way, .. } = self;
        let stop = || limits.met().is_some();
        let done = match way {
            Way::Forward(forward) => forward.advance(rules, *play, partitions, *next, &stop),
            Way::Backward(backward) => backward.advance(rules, *play, partitions, *next, &stop),
        };
        if !done? {
            return Err(limits.over(self.decided));
        }
        self.decided += self.partitions.count(self.next);
        self.next += 1;
        Ok(())
    }

    /// Takes the next layer from an earlier run instead of deciding it.
    ///
    /// The ranks are believed: who keeps them must make sure that they are unharmed.
    ///
    /// # Errors
    /// If they can't be the ranks of a layer, one being too large; if all layers are done; or if there is
    /// no room.
    pub fn restore(&mut self, p: Ranks) -> Result<(), CensusError> {
        let n = self.next;
        if n > self.coins || !p.fits(self.partitions.count(n)) {
            return Err(CensusError::NoSuchLayer(n));
        }
        match &mut self.way {
            Way::Forward(forward) => forward.restore(&self.partitions, n, p),
            Way::Backward(backward) => backward.restore(self.rules, &self.partitions, n, p)?,
        }
        self.decided += self.partitions.count(n);
        self.next += 1;
        Ok(())
    }
}

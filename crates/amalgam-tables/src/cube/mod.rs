//! The Grundy value of every position `[a,b,c]` with a ≤ b ≤ c ≤ N, empty heaps included.
//!
//! Merging two of three heaps leaves two heaps of up to N and 2N coins, and merging those leaves
//! one of up to 3N; so the values of one heap and of two heaps come first (`two`). Then:
//!
//! * Heaps that never meet: the value is the XOR of three heaps' values.
//! * Any number may be taken: the *lines* of pairs, in tiles (`tiles`).
//! * Other amounts: a look at every option (`table`).
//!
//! ```
//! use amalgam::engines::cube::{Cube, Keep};
//! let rules = "take any, merge".parse()?;
//! let cube = Cube::new(&rules, 20, Keep::Values, &Default::default())?;
//! assert_eq!(cube.value(3, 8, 4), Some(0));
//! assert_eq!(cube.summary().positions, 1771);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod summary;
mod table;
mod tiles;
mod two;

pub use summary::{Agreement, Summary};

use amalgam_core::base::fault::{Classified, Fault};
use thiserror::Error;

use crate::sequence::{self, HeapMoves};
use amalgam_core::Rules;
use amalgam_core::base::budget::{Budget, LimitReached, reserved};

/// Whether the values themselves are wanted, or only what they amount to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Two bytes for each position.
    Values,
    /// The summary alone.
    Summary,
}

/// Why there is no cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CubeError {
    /// Three heaps can become four, and these can meet.
    #[error("a cube has three heaps, but under these rules heaps can both split and merge")]
    SplitsAndMerges,
    /// Values would not fit in 16 bits.
    #[error("a cube goes up to heaps of {} coins", Cube::MOST)]
    TooLarge,
    /// The tables would not fit.
    #[error(
        "heaps up to {max} need about {} MiB, more than the bound of {} MiB; heaps up to {} fit",
        needed >> 20,
        bound >> 20,
        largest
    )]
    Memory {
        /// What was asked for.
        max: u64,
        /// The bytes it would take.
        needed: u64,
        /// The bytes that are allowed.
        bound: u64,
        /// The largest heap that fits.
        largest: u64,
    },
    /// A bound was met on the way.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl Classified for CubeError {
    fn fault(&self) -> Fault {
        match self {
            CubeError::SplitsAndMerges => Fault::Input,
            CubeError::TooLarge => Fault::TooLarge,
            CubeError::Memory { .. } | CubeError::Limit(_) => Fault::Limit,
        }
    }
}

/// The values of three heaps up to some size.
#[derive(Clone, Debug)]
pub struct Cube {
    max: usize,
    summary: Summary,
    /// By [`index`], or empty.
    values: Vec<u16>,
}

impl Cube {
    /// The largest N for which values fit in 16 bits: no value exceeds the longest play, which is
    /// shorter than coins and heaps together.
    pub const MOST: u64 = 20_000;

    /// Values all positions of three heaps of at most `max` coins. The answer does not depend on the
    /// number of threads.
    ///
    /// # Errors
    /// If the rules lead out of three heaps, or a bound is met first.
    pub fn new(rules: &Rules, max: u64, keep: Keep, limits: &Budget) -> Result<Cube, CubeError> {
        if rules.splits() && !rules.heaps_are_independent() {
            return Err(CubeError::SplitsAndMerges);
        }
        if max > Self::MOST {
            return Err(CubeError::TooLarge);
        }
        let fits = |&max: &u64| u128::from(limits.memory) >= Self::bytes(rules, max, keep);
        if !fits(&max) {
            let needed = u64::try_from(Self::bytes(rules, max, keep)).unwrap_or(u64::MAX);
            // The need rises with the size, so the sizes that fit come first.
            let sizes: Vec<u64> = (0..=Self::MOST).collect();
            let largest = sizes.partition_point(fits).saturating_sub(1) as u64;
            return Err(CubeError::Memory { max, needed, bound: limits.memory, largest });
        }
        let max = max as usize;
        let (summary, values) = if let Some(moves) = HeapMoves::of_rules(rules) {
            let heaps = sequence::values(moves, max as u64, limits)?;
            table::independent(&heaps, max, keep, limits)?
        } else if rules.takes_any() {
            limits.on_threads(|| tiles::cube(rules, max, keep, limits))??
        } else {
            limits.on_threads(|| table::cube(rules, max, keep, limits))??
        };
        Ok(Cube { max, summary, values })
    }

    /// The cube of values that were found otherwise.
    ///
    /// # Errors
    /// If a value is not known or does not fit in 16 bits, or a bound is met first.
    pub fn by(
        max: u64,
        keep: Keep,
        value: impl Fn([u64; 3]) -> Option<u64>,
        limits: &Budget,
    ) -> Result<Cube, CubeError> {
        let side = usize::try_from(max).ok().filter(|_| max <= Self::MOST);
        let side = side.ok_or(CubeError::TooLarge)?;
        let kept = if keep == Keep::Values { index(side, side, side) + 1 } else { 0 };
        let mut values: Vec<u16> = reserved(kept)?;
        let mut summary = Summary::default();
        for c in 0..=max {
            for b in 0..=c {
                limits.check(summary.positions)?;
                for a in 0..=b {
                    let value = value([a, b, c]).and_then(|value| u16::try_from(value).ok());
                    let value = value.ok_or(CubeError::TooLarge)?;
                    summary.count([a, b, c].map(|heap| heap as usize), value.into());
                    if keep == Keep::Values {
                        values.push(value);
                    }
                }
            }
        }
        Ok(Cube { max: side, summary, values })
    }

    /// The largest heap.
    pub fn max(&self) -> u64 {
        self.max as u64
    }

    /// What the values amount to.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The value of three heaps in any order, if they are in the cube and values were kept.
    pub fn value(&self, a: u64, b: u64, c: u64) -> Option<u16> {
        let mut heaps = [a, b, c];
        heaps.sort_unstable();
        if heaps[2] > self.max() {
            return None;
        }
        let [a, b, c] = heaps.map(|heap| heap as usize);
        self.values.get(index(a, b, c)).copied()
    }

    /// Every a ≤ b ≤ c with its value, in the order of c, then b, then a; nothing if values were
    /// not kept.
    pub fn values(&self) -> impl Iterator<Item = ([u16; 3], u16)> + '_ {
        let max = if self.values.is_empty() { 0 } else { self.max + 1 };
        let triples =
            (0..max).flat_map(|c| (0..=c).flat_map(move |b| (0..=b).map(move |a| [a, b, c])));
        triples.zip(&self.values).map(|(heaps, &value)| (heaps.map(|heap| heap as u16), value))
    }

    /// The values alone, by [`index`]; nothing if values were not kept.
    pub fn into_values(self) -> Vec<u16> {
        self.values
    }

    /// About how many bytes a cube takes.
    fn bytes(rules: &Rules, max: u64, keep: Keep) -> u128 {
        let side = u128::from(max) + 1;
        let positions = side * (side + 1) * (side + 2) / 6;
        let direct = !rules.heaps_are_independent() && !rules.takes_any();
        let values = if keep == Keep::Values || direct { positions * 2 } else { 0 };
        let two = if rules.heaps_are_independent() { 0 } else { two::bytes(rules, max) };
        let lines = if rules.takes_any() { tiles::bytes(max) } else { 0 };
        values + two + lines
    }
}

/// Where a ≤ b ≤ c stands among all: by c, then b, then a.
#[inline]
pub fn index(a: usize, b: usize, c: usize) -> usize {
    c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a
}

//! Where a formula is tested: finitely many positions, the smallest first.

use amalgam_core::base::fault::{Classified, Fault};
use amalgam_core::base::text::counted;
use std::fmt;

use thiserror::Error;

use super::Span;
use amalgam_core::Position;

/// At most about this many heaps stand in a span.
const MOST_ENTRIES: usize = 1 << 16;

/// All positions within some bounds, ordered by coins, then by heaps, then lexicographically.
///
/// With a bound on heaps, a position has exactly that many *entries*, in ascending order, and
/// entries may be 0: `heaps(3, 200)` is every x ≤ y ≤ z ≤ 200, which is what the papers mean by
/// three heaps. Without one, the entries are the heaps that are not empty.
///
/// ```
/// use amalgam::engines::bulk::Domain;
/// let mut positions = Domain::heaps(2, 2)?.positions();
/// let mut listed = Vec::new();
/// while let Some(heaps) = positions.next() {
///     listed.push(heaps.to_vec());
/// }
/// assert_eq!(listed, [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]);
/// # Ok::<(), amalgam::engines::bulk::DomainError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Domain {
    heaps: Option<usize>,
    max: Option<u64>,
    /// The given bound on coins.
    given_coins: Option<u64>,
    /// The bound on coins that follows from all.
    coins: u64,
}

/// Why bounds make no domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DomainError {
    /// The bounds let infinitely many positions in.
    #[error("these bounds let infinitely many positions in")]
    Infinite,
    /// A position could be too large to handle.
    #[error("a position of the domain could have more than {} heaps or coins", Domain::MOST)]
    TooLarge,
}

impl Classified for DomainError {
    fn fault(&self) -> Fault {
        match self {
            DomainError::Infinite => Fault::Input,
            DomainError::TooLarge => Fault::TooLarge,
        }
    }
}

impl Domain {
    /// The most heaps and the most coins that a position of a domain may have.
    pub const MOST: u64 = 1 << 20;

    /// All positions of at most `heaps` heaps, each at most `max`; entries may be 0.
    ///
    /// # Errors
    /// If the bounds are too large.
    pub fn heaps(heaps: usize, max: u64) -> Result<Domain, DomainError> {
        Domain::new(Some(heaps), Some(max), None)
    }

    /// All positions of at most `coins` coins.
    ///
    /// # Errors
    /// If the bound is too large.
    pub fn coins(coins: u64) -> Result<Domain, DomainError> {
        Domain::new(None, None, Some(coins))
    }

    /// All positions of at most `coins` coins in heaps of at most `height`.
    ///
    /// # Errors
    /// If the bounds are too large.
    pub fn heights(height: u64, coins: u64) -> Result<Domain, DomainError> {
        Domain::new(None, Some(height), Some(coins))
    }

    /// All positions with at most this many heaps, of at most `max` each, and this many coins.
    ///
    /// # Errors
    /// If that leaves infinitely many, or lets in a position that is too large.
    pub fn new(
        heaps: Option<usize>,
        max: Option<u64>,
        coins: Option<u64>,
    ) -> Result<Domain, DomainError> {
        let by_heaps = heaps.zip(max).map(|(heaps, max)| (heaps as u64).saturating_mul(max));
        let most = match (by_heaps, coins) {
            _ if heaps == Some(0) || max == Some(0) => 0,
            (Some(a), Some(b)) => a.min(b),
            (a, b) => a.or(b).ok_or(DomainError::Infinite)?,
        };
        if most > Domain::MOST || heaps.is_some_and(|heaps| heaps as u64 > Domain::MOST) {
            return Err(DomainError::TooLarge);
        }
        Ok(Domain { heaps, max, given_coins: coins, coins: most })
    }

    /// The bound on the number of heaps, if one was given.
    pub fn heap_bound(&self) -> Option<usize> {
        self.heaps
    }

    /// The tallest heap that can occur.
    pub fn tallest(&self) -> u64 {
        self.max.map_or(self.coins, |max| max.min(self.coins))
    }

    /// The most coins that a position can have.
    pub fn most_coins(&self) -> u64 {
        self.coins
    }

    /// The most non-empty heaps that a position can have.
    pub fn most_heaps(&self) -> usize {
        match self.tallest() {
            0 => 0,
            _ => self.heaps.map_or(self.coins as usize, |heaps| heaps.min(self.coins as usize)),
        }
    }

    /// The entries of a position as the domain sees it: with empty heaps in front where the
    /// number of entries is fixed.
    pub fn entries(&self, position: &Position) -> Vec<u64> {
        let missing = self.heaps.unwrap_or(0).saturating_sub(position.heaps().len());
        [vec![0; missing].as_slice(), position.heaps()].concat()
    }

    /// How many positions make about a millisecond of work: the clock is looked at so often.
    pub fn stride(&self) -> u64 {
        let entries = self.heaps.unwrap_or(self.most_heaps()).max(1);
        (1 << 16) / entries.min(1 << 16) as u64
    }

    /// The positions, smallest first.
    pub fn positions(&self) -> Positions {
        Positions::new(self)
    }

    /// How many positions there are; `None` where counting them would itself take long, or the
    /// number does not fit.
    pub fn count(&self) -> Option<u64> {
        let coins = self.coins as usize;
        let tallest = self.tallest() as usize;
        let Some(heaps) = self.heaps else {
            if coins.saturating_mul(tallest) > 1 << 26 {
                return None;
            }
            // ways[n]: partitions of n into parts up to the ones seen so far.
            let mut ways = vec![0u64; coins + 1];
            ways[0] = 1;
            for part in 1..=tallest {
                for n in part..=coins {
                    ways[n] = ways[n].checked_add(ways[n - part])?;
                }
            }
            return ways.into_iter().try_fold(0u64, u64::checked_add);
        };
        if self.given_coins.is_none() {
            // Multisets of `heaps` numbers from 0..=max.
            return (1..=heaps as u64).try_fold(1u64, |ways, i| {
                let ways = u128::from(ways) * u128::from(self.max? + i) / u128::from(i);
                u64::try_from(ways).ok()
            });
        }
        let heaps = heaps.min(coins);
        if coins.saturating_mul(tallest).saturating_mul(heaps) > 1 << 26 {
            return None;
        }
        // ways[k][n]: partitions of n into exactly k parts.
        let mut ways = vec![vec![0u64; coins + 1]; heaps + 1];
        ways[0][0] = 1;
        for part in 1..=tallest {
            for k in 1..=heaps {
                for n in part..=coins {
                    ways[k][n] = ways[k][n].checked_add(ways[k - 1][n - part])?;
                }
            }
        }
        ways.into_iter().flatten().try_fold(0u64, u64::checked_add)
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bounds = Vec::new();
        if let Some(heaps) = self.heaps {
            bounds.push(counted(heaps as u64, "heap"));
        }
        if let Some(max) = self.max {
            bounds.push(format!("heaps up to {max}"));
        }
        if let Some(coins) = self.given_coins {
            bounds.push(format!("up to {coins} coins"));
        }
        f.pad(&bounds.join(", "))
    }
}

/// The positions of a domain, one after the other in the same memory.
#[derive(Clone, Debug)]
pub struct Positions {
    /// `empty` zeros, then the heaps.
    entries: Vec<u64>,
    /// The number of entries, if it is fixed.
    fixed: Option<usize>,
    heaps: usize,
    coins: u64,
    tallest: u64,
    most_heaps: usize,
    most_coins: u64,
    /// How many positions have been.
    passed: u64,
}

impl Positions {
    fn new(domain: &Domain) -> Positions {
        Positions {
            entries: vec![0; domain.heaps.unwrap_or(0)],
            fixed: domain.heaps,
            heaps: 0,
            coins: 0,
            tallest: domain.tallest(),
            most_heaps: domain.most_heaps(),
            most_coins: domain.coins,
            passed: 0,
        }
    }

    /// The next position's entries.
    #[expect(clippy::should_implement_trait, reason = "it lends its own memory")]
    pub fn next(&mut self) -> Option<&[u64]> {
        if self.passed == 0 {
            self.passed = 1;
            return Some(&self.entries);
        }
        if !self.step() {
            loop {
                if self.heaps < self.most_heaps && (self.heaps as u64) < self.coins {
                    self.heaps += 1;
                } else if self.coins < self.most_coins {
                    self.coins += 1;
                    self.heaps = 1;
                } else {
                    return None;
                }
                if self.heaps as u64 * self.tallest >= self.coins {
                    break;
                }
            }
            let entries = self.fixed.unwrap_or(self.heaps);
            self.entries.clear();
            self.entries.resize(entries, 0);
            self.fill(entries - self.heaps, 1, self.coins);
        }
        self.passed += 1;
        Some(&self.entries)
    }

    /// The next positions, at most this many, as a span; none are left if it is empty.
    pub fn next_span(&mut self, span: &mut Span, most: usize) {
        span.start(self.passed);
        // Positions of many heaps come in smaller spans, which stay in the cache.
        let most = most.min((MOST_ENTRIES / self.entries.len().max(1)).max(1));
        while span.len() < most && self.next().is_some() {
            span.push(&self.entries, self.heaps, self.coins);
            // What comes next moves coins from the last heap to the one before it, as long as it can.
            let Some(place) = self.entries.len().checked_sub(2).filter(|_| self.heaps >= 2) else {
                continue;
            };
            let [y, z] = [self.entries[place], self.entries[place + 1]];
            let steps = ((z - y) / 2).min((most - span.len()) as u64);
            span.push_moving(&self.entries, self.heaps, self.coins, steps);
            self.entries[place] += steps;
            self.entries[place + 1] -= steps;
            self.passed += steps;
        }
    }

    /// The next position with as many coins and heaps, in lexicographic order.
    fn step(&mut self) -> bool {
        let end = self.entries.len();
        let mut left = 0; // coins from entry i on
        for i in (end - self.heaps..end).rev() {
            left += self.entries[i];
            let places = (end - i) as u64;
            let least = self.entries[i] + 1;
            if least <= self.tallest && least * places <= left {
                // The places after i were as even or as full as they could be; with one more
                // coin at i they can still take the rest, since they did with one coin more.
                self.fill(i, least, left);
                return true;
            }
        }
        false
    }

    /// The first way to spread `left` coins over the places from `i` on, each at least `least`.
    fn fill(&mut self, i: usize, least: u64, mut left: u64) {
        let end = self.entries.len();
        for j in i..end {
            let after = (end - j - 1) as u64;
            let heap = least.max(left.saturating_sub(after * self.tallest));
            self.entries[j] = heap;
            left -= heap;
        }
    }
}

//! How much memory a census takes, and how far one can go within a bound.

use amalgam_core::base::fault::{Classified, Fault};
use thiserror::Error;

use super::Partitions;
use super::backward::Backward;
use super::forward::Forward;
use amalgam_core::Rules;
use amalgam_core::base::budget::LimitReached;

/// Why there is no census.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CensusError {
    /// Ranks would not fit.
    #[error("a census goes up to {} coins", Partitions::MOST)]
    TooManyCoins,
    /// The tables would not fit.
    #[error(
        "{coins} coins need about {} MiB, more than the bound of {} MiB; {} coins fit",
        needed >> 20,
        bound >> 20,
        largest
    )]
    Memory {
        /// What was asked for.
        coins: usize,
        /// The bytes it would take.
        needed: u64,
        /// The bytes that are allowed.
        bound: u64,
        /// The largest number of coins that fits.
        largest: usize,
    },
    /// The machine has no room for the tables, whatever the bound.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// A bound was met. The layers before are decided.
    #[error("{reached}; {decided} layers are done")]
    Stopped {
        /// The bound.
        reached: LimitReached,
        /// How many layers are done.
        decided: usize,
    },
    /// The two ways to find P-positions do not agree. This cannot happen.
    #[error("the Grundy values of {0} coins contradict the P-positions: please report this")]
    Contradiction(usize),
    /// What was restored is no layer of this census.
    #[error("these are not the ranks of P-positions of {0} coins")]
    NoSuchLayer(usize),
}

impl Classified for CensusError {
    fn fault(&self) -> Fault {
        match self {
            CensusError::TooManyCoins => Fault::TooLarge,
            CensusError::NoSuchLayer(_) => Fault::Input,
            CensusError::Memory { .. } | CensusError::Limit(_) | CensusError::Stopped { .. } => {
                Fault::Limit
            }
            CensusError::Contradiction(_) => Fault::Broken,
        }
    }
}

/// About how many bytes the tables for a census up to `coins` take, if it has a chance to be made.
pub fn bytes(rules: &Rules, coins: usize, grundy: bool) -> Option<u64> {
    let partitions = Partitions::new(coins)?;
    let bits = match rules.takes_any() {
        true => Forward::bytes(rules, &partitions),
        false => Backward::bytes(rules, &partitions),
    };
    let values = match grundy {
        true => 2 * (0..=coins).map(|n| partitions.count(n)).sum::<u64>(),
        false => 0,
    };
    Some(bits + values)
}

/// The largest number of coins whose tables fit in this many bytes.
pub fn largest_within(rules: &Rules, grundy: bool, memory: u64) -> usize {
    let fits = |&coins: &usize| bytes(rules, coins, grundy).is_some_and(|bytes| bytes <= memory);
    (0..=Partitions::MOST).take_while(fits).last().unwrap_or(0)
}

pub(super) fn check(
    rules: &Rules,
    coins: usize,
    grundy: bool,
    memory: u64,
) -> Result<(), CensusError> {
    let needed = bytes(rules, coins, grundy).ok_or(CensusError::TooManyCoins)?;
    if needed <= memory {
        return Ok(());
    }
    let largest = largest_within(rules, grundy, memory);
    Err(CensusError::Memory { coins, needed, bound: memory, largest })
}

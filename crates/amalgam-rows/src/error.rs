//! Why there is no row, or none yet.

use thiserror::Error;

use crate::row::{Obstacle, name};
use amalgam_core::Position;
use amalgam_core::base::budget::{Limit, LimitReached};
pub use amalgam_core::base::fault::{Classified, Fault};

/// Why there is no row, or none yet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RowError {
    /// The theorem says nothing about these rules.
    #[error(
        "the rows of rests are known to repeat only where any number may be taken and no heap splits"
    )]
    Rules,
    /// Grundy values decide nothing under misère play.
    #[error("Grundy values decide nothing under misère play, so there are no rows of them")]
    Misere,
    /// A condition or a loss is so large that the regular columns begin too late.
    #[error("the number {number} in the rules is too large for rows: {most} is the largest")]
    Number {
        /// The number.
        number: u64,
        /// The largest that is supported.
        most: u64,
    },
    /// Row 0 is no row to search: f(0,b) = b.
    #[error("row 0 has no period to find: f(0,b) = b")]
    Zero,
    /// Windows of that many bits are not built in.
    #[error("row {row} is too large: rows up to {max} are supported")]
    RowTooLarge {
        /// The row asked for.
        row: u64,
        /// The largest row that fits.
        max: u64,
    },
    /// The windows of a rest would be too wide.
    #[error(
        "the rest {rest} is too large for its row: with {coins} coins in {heaps} {} a value can be \
         {reach} away from its column, and {most} fit",
        heap_or_heaps(.heaps)
    )]
    TooLarge {
        /// The rest, shortened where it is long.
        rest: String,
        /// Its coins.
        coins: u128,
        /// Its heaps.
        heaps: usize,
        /// How far a value can be from its column.
        reach: u128,
        /// How far it may be.
        most: u64,
    },
    /// The row was not found within the limits, and why.
    #[error("row {} is not known within the limits: {why}", name(.rest))]
    Unknown {
        /// The rest.
        rest: Box<Position>,
        /// What stopped the search.
        why: Obstacle,
    },
    /// The answer would be too long to list.
    #[error(
        "row {} repeats after {period} columns, more than the {most} that can be listed",
        name(.rest)
    )]
    TooLong {
        /// The rest.
        rest: Box<Position>,
        /// Its period.
        period: u64,
        /// The longest that is listed.
        most: u64,
    },
    /// This many columns are not walked one by one.
    #[error("column {column} is too far to the right: columns below {most} can be listed")]
    TooFar {
        /// The column asked for.
        column: u64,
        /// Columns below this one can be listed.
        most: u64,
    },
    /// A heap does not fit 64 bits.
    #[error("the value of {rest} at column {column} does not fit 64 bits")]
    Overflow {
        /// The rest.
        rest: Box<Position>,
        /// The column.
        column: u64,
    },
    /// A bound was met.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

fn heap_or_heaps(number: &usize) -> &'static str {
    if *number == 1 { "heap" } else { "heaps" }
}

impl Classified for RowError {
    fn fault(&self) -> Fault {
        match self {
            RowError::Rules | RowError::Misere | RowError::Zero => Fault::Input,
            RowError::Number { .. }
            | RowError::RowTooLarge { .. }
            | RowError::TooLarge { .. }
            | RowError::Overflow { .. } => Fault::TooLarge,
            _ => Fault::Limit,
        }
    }
}

impl RowError {
    /// The caller asked to stop.
    pub(crate) fn stopped(done: u64) -> RowError {
        RowError::Limit(LimitReached::new(Limit::Stopped, done))
    }

    /// The row of a rest is not known.
    pub fn unknown(rest: &Position, why: Obstacle) -> RowError {
        RowError::Unknown { rest: rest.clone().into(), why }
    }

    /// The row of one heap is not known.
    pub(crate) fn unknown_heap(heap: u64, why: Obstacle) -> RowError {
        RowError::unknown(&Position::new([heap]), why)
    }
}

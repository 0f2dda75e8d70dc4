//! How a long search tells its caller where it is, and is told to stop.

use std::ops::ControlFlow;
use std::time::Instant;

/// What a search is doing right now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Looking for cover rows; so many columns are done.
    Covers {
        /// Columns walked so far.
        columns: u64,
    },
    /// Looking for the period of a row.
    Row {
        /// The row.
        row: u64,
        /// Columns walked so far in this row.
        columns: u64,
    },
}

/// Watches a long search. Several threads may call at once, each every few milliseconds.
pub trait Progress: Sync {
    /// Takes note of `step`; `Break` stops the search at the next point where it can go on later.
    fn tick(&self, step: Step) -> ControlFlow<()>;
}

impl<F: Fn(Step) -> ControlFlow<()> + Sync> Progress for F {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        self(step)
    }
}

/// Watches nothing and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn tick(&self, _: Step) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Stops a search at the deadline, or when its caller says so.
pub(crate) struct Until<'a> {
    pub progress: &'a dyn Progress,
    pub deadline: Option<Instant>,
}

impl Progress for Until<'_> {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return ControlFlow::Break(());
        }
        self.progress.tick(step)
    }
}

/// Why a search did not give an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// Row 0 is no row to search: f(0,b) = b.
    #[error("row 0 has no period to find: f(0,b) = b")]
    RowZero,
    /// Windows of that many bits are not built in.
    #[error("row {row} is too large: rows up to {max} are supported")]
    RowTooLarge {
        /// The row asked for.
        row: u64,
        /// The largest row that fits.
        max: u64,
    },
    /// The caller asked to stop.
    #[error("stopped before the search was finished")]
    Stopped,
    /// A limit was reached before the answer was known.
    #[error("row {row} is not known within the limits")]
    Unknown {
        /// The row whose period was not found.
        row: u64,
    },
    /// The answer would be too long to list.
    #[error("row {row} repeats after {period} columns, more than the {limit} that can be listed")]
    TooLong {
        /// The row.
        row: u64,
        /// Its period.
        period: u64,
        /// The longest period that is listed.
        limit: u64,
    },
    /// So many columns are not walked one by one.
    #[error("column {column} is too far to the right: columns below {limit} can be listed")]
    TooFar {
        /// The column asked for.
        column: u64,
        /// Columns below this one can be listed.
        limit: u64,
    },
    /// A heap does not fit 64 bits.
    #[error("f({row}, {column}) does not fit 64 bits")]
    Overflow {
        /// The row.
        row: u64,
        /// The column.
        column: u64,
    },
}

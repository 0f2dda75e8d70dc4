//! How a search for rows tells its caller where it is, and why it did not give an answer.

pub use amalgam_core::base::fault::{Classified, Fault};
use std::ops::ControlFlow;

use amalgam_core::base::budget::{Budget, LimitReached};
pub use amalgam_core::base::budget::{Progress, Silent, Step, Task};

/// Stops a search at the deadline, or when its caller says so.
pub(crate) struct Until<'a> {
    pub progress: &'a dyn Progress,
    pub limits: &'a Budget,
}

impl Progress for Until<'_> {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        match self.limits.watch(self.progress, step) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
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
    /// The machine has not what the budget allows.
    #[error(transparent)]
    Limit(#[from] LimitReached),
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

impl Classified for SearchError {
    fn fault(&self) -> Fault {
        match self {
            SearchError::RowZero => Fault::Input,
            SearchError::RowTooLarge { .. } | SearchError::Overflow { .. } => Fault::TooLarge,
            SearchError::Limit(_)
            | SearchError::Stopped
            | SearchError::Unknown { .. }
            | SearchError::TooLong { .. }
            | SearchError::TooFar { .. } => Fault::Limit,
        }
    }
}

//! Why a question has no answer.

use amalgam_core::base::fault::{Classified, Fault};
use thiserror::Error;

use amalgam_core::Position;
use amalgam_core::base::budget::LimitReached;
use amalgam_core::base::text::ParseError;
use amalgam_rows::RowError;
use amalgam_search::completion::CompletionError;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The text is no position and no sum.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A bound was met; nothing is claimed.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// Merging could make a heap that does not fit in 64 bits.
    #[error("the coins of a game with merges must fit in 64 bits, and these are {0}")]
    TooManyCoins(u128),
    /// The rules do not promise exactly one completion.
    #[error("a completion is sure to exist only where any number may be taken and no heap splits")]
    NoCompletion,
    /// The row that would decide is not known.
    #[error(transparent)]
    Rows(#[from] RowError),
    /// A theorem names a winning move and says nothing of the others.
    #[error("a winning move is known, but not what the other moves are worth")]
    OptionsUnknown,
    /// There are too many heaps for a search, and no certificate was found for all numbers of the equal ones.
    #[error(
        "no certificate was found for {} with any number of heaps of {height}, and {heaps} heaps are too many for a search",
        rest.brief()
    )]
    NoCertificate {
        /// The other heaps.
        rest: Position,
        /// The height that most heaps have.
        height: u64,
        /// How many heaps there are.
        heaps: usize,
    },
    /// There are too many moves to list; at most this many.
    #[error("there are up to {0} moves, too many to list")]
    TooManyMoves(u128),
}

impl Classified for SolveError {
    fn fault(&self) -> Fault {
        match self {
            SolveError::Parse(error) => error.fault(),
            SolveError::Rows(error) => error.fault(),
            SolveError::NoCompletion => Fault::Input,
            SolveError::TooManyCoins(_) | SolveError::NoCertificate { .. } => Fault::TooLarge,
            SolveError::Limit(_) | SolveError::OptionsUnknown | SolveError::TooManyMoves(_) => {
                Fault::Limit
            }
        }
    }
}

impl From<CompletionError> for SolveError {
    fn from(error: CompletionError) -> SolveError {
        match error {
            CompletionError::Limit(limit) => SolveError::Limit(limit),
            CompletionError::TooManyCoins(coins) => SolveError::TooManyCoins(coins),
            CompletionError::NotUnique => SolveError::NoCompletion,
        }
    }
}

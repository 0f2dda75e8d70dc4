//! What a position and each of its moves are worth, as data that can be kept and sent about.

use super::legal_moves;
use crate::strategy::{self, Known, Reason, RowSource, StrategyError};
use crate::{Budget, Outcome, PartMove, Play, Sum, explain};

/// A move with what is known of the position it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The move.
    pub action: PartMove,
    /// What is known of the position after it; `None` where what decided says nothing of this move.
    pub known: Option<Known>,
}

impl Valued {
    /// Whether the move wins, if that is known: it does if it leaves a P-position.
    pub fn wins(&self) -> Option<bool> {
        self.known.map(|known| known.outcome == Outcome::P)
    }

    /// How many moves follow, if that is known.
    pub fn remoteness(&self) -> Option<u64> {
        self.known.and_then(|known| known.remoteness)
    }
}

/// A position decided, with all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// What is known of the position.
    pub known: Known,
    /// What decided.
    pub reason: Reason,
    /// The steps that lead to the answer, as [`explain`](crate::explain) writes them; empty where
    /// what decided says nothing of the options.
    pub steps: String,
    /// Every legal move, in the order of [`Session::moves`](super::Session::moves).
    pub moves: Vec<Valued>,
}

impl Evaluation {
    /// Decides a sum and values each of its moves.
    ///
    /// # Errors
    /// If a bound is met first, or numbers do not fit.
    pub fn of(
        sum: &Sum,
        play: Play,
        limits: &Budget,
        rows: &dyn RowSource,
    ) -> Result<Evaluation, StrategyError> {
        let decided = strategy::decide_with(sum, play, limits, rows)?;
        let moves = legal_moves(sum).into_iter();
        let moves = if decided.is_complete() {
            moves.map(|action| Valued { known: Some(decided.after(&action)), action }).collect()
        } else {
            // Of the winning moves that are named, something is known; of the others nothing.
            let winning = decided.winning_moves();
            let known = |action: &PartMove| winning.contains(action).then(|| decided.after(action));
            moves.map(|action| Valued { known: known(&action), action }).collect()
        };
        let steps = explain::explain(sum, play, &*decided).unwrap_or_default();
        Ok(Evaluation { known: decided.known(), reason: decided.reason(), steps, moves })
    }

    /// The moves that are known to win.
    pub fn winning(&self) -> impl Iterator<Item = &Valued> {
        self.moves.iter().filter(|valued| valued.wins() == Some(true))
    }
}

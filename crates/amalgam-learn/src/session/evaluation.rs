//! What a position and each of its moves are worth, as data that can be kept and sent about.

use super::{lists_all, with_winning};
use amalgam_core::{Outcome, PartMove, Play, Sum};
use amalgam_solve::{Known, Reason, SolveError, Solver, explain};

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
    /// The steps that lead to the answer, as [`explain`](amalgam_solve::explain) writes them; empty where
    /// what decided says nothing of the options, or they are too many to list.
    pub steps: String,
    /// The moves in the order of [`Session::moves`](super::Session::moves), and where that is a
    /// selection then the winning moves that are not among them.
    pub moves: Vec<Valued>,
}

impl Evaluation {
    /// Decides a sum and values each of its moves.
    ///
    /// # Errors
    /// If a bound is met first, or numbers do not fit.
    pub fn of(sum: &Sum, play: Play, solver: &Solver<'_>) -> Result<Evaluation, SolveError> {
        let answer = solver.clone().play(play).solve(sum)?;
        let valued = |action| Valued { known: answer.after(&action), action };
        let moves = with_winning(&answer).into_iter().map(valued).collect();
        let steps = match lists_all(sum) {
            true => explain::explain(&answer).unwrap_or_default(),
            false => explain::theorem_steps(&answer).unwrap_or_default(),
        };
        Ok(Evaluation { known: answer.known(), reason: answer.reason(), steps, moves })
    }

    /// The moves that are known to win.
    pub fn winning(&self) -> impl Iterator<Item = &Valued> {
        self.moves.iter().filter(|valued| valued.wins() == Some(true))
    }
}

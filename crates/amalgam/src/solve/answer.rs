//! An answer: what is known of a position and of its moves, and what decided.

use std::fmt;

use super::plan::{Cost, Plan, Want};
use super::{MOST_MOVES, Reason, SolveError};
use crate::{Outcome, PartMove, Play, Sum};

/// Moves with what is known of the positions they lead to.
pub type KnownMoves = Vec<(PartMove, Known)>;

/// What is known of a position; what is not known is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Known {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value: never under misère play, where it decides nothing.
    pub grundy: Option<u64>,
    /// How long the game lasts.
    pub remoteness: Option<u64>,
}

impl Known {
    /// What an outcome alone tells: under normal play a P-position is worth 0.
    pub(super) fn only(outcome: Outcome, play: Play) -> Known {
        let worth_nothing = outcome == Outcome::P && play == Play::Normal;
        Known { outcome, grundy: worth_nothing.then_some(0), remoteness: None }
    }
}

/// What a way of deciding has to say. Each holds what it needs, so that an answer outlives the
/// question.
pub(super) trait Decided: Send + Sync {
    /// What is known of the position itself.
    fn known(&self) -> Known;

    /// Every winning move, in a fixed order; some of them where the answer is not complete.
    fn winning_moves(&self) -> Vec<PartMove>;

    /// What is known of the position after a move; `None` where nothing is.
    fn after(&self, action: &PartMove) -> Option<Known>;

    /// What decided.
    fn reason(&self) -> Reason;

    /// Whether every winning move is known, and the outcome of every option.
    fn is_complete(&self) -> bool {
        true
    }
}

/// A question with its answer.
#[must_use]
pub struct Answer {
    sum: Sum,
    play: Play,
    decided: Box<dyn Decided>,
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("sum", &self.sum)
            .field("play", &self.play)
            .field("known", &self.known())
            .field("reason", &self.reason())
            .finish()
    }
}

impl Answer {
    pub(super) fn new(sum: &Sum, play: Play, decided: Box<dyn Decided>) -> Answer {
        Answer { sum: sum.clone(), play, decided }
    }

    /// What was asked about.
    pub fn sum(&self) -> &Sum {
        &self.sum
    }

    /// The convention it was asked under.
    pub fn play(&self) -> Play {
        self.play
    }

    /// What is known of the position.
    pub fn known(&self) -> Known {
        self.decided.known()
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        self.known().outcome
    }

    /// The Grundy value, if it is known.
    pub fn grundy(&self) -> Option<u64> {
        self.known().grundy
    }

    /// How many moves the game lasts when the winner hurries and the loser delays, if it is known.
    pub fn remoteness(&self) -> Option<u64> {
        self.known().remoteness
    }

    /// Every winning move, in a fixed order; some of them where the answer is not
    /// [complete](Answer::is_complete).
    pub fn winning_moves(&self) -> Vec<PartMove> {
        self.decided.winning_moves()
    }

    /// Whether every winning move is known, and the outcome of every option. Some theorems name a
    /// winner and a winning move and say nothing of the other moves; nor does a search that was
    /// asked for the outcome alone.
    pub fn is_complete(&self) -> bool {
        self.decided.is_complete()
    }

    /// What is known of the position after a move; `None` where what decided says nothing of it.
    pub fn after(&self, action: &PartMove) -> Option<Known> {
        self.decided.after(action)
    }

    /// What decided.
    pub fn reason(&self) -> Reason {
        self.decided.reason()
    }

    /// All moves with what is known of the positions they lead to, the best first: winning moves, the
    /// quickest first, then losing moves, the longest first.
    ///
    /// # Errors
    /// If there are more than [`MOST_MOVES`], or what decided says nothing of some.
    pub fn moves(&self) -> Result<KnownMoves, SolveError> {
        if !self.is_complete() {
            return Err(SolveError::OptionsUnknown);
        }
        if !self.sum.can_list_moves(MOST_MOVES) {
            return Err(SolveError::TooManyMoves(self.sum.moves_at_most()));
        }
        let mut moves = Vec::new();
        for (part, of) in self.sum.parts().iter().enumerate() {
            for (action, result) in of.moves() {
                let action = PartMove { part, action, result };
                let known = self.after(&action).ok_or(SolveError::OptionsUnknown)?;
                moves.push((action, known));
            }
        }
        moves.sort_by_key(|(_, Known { outcome, grundy, remoteness })| match outcome {
            Outcome::P => (*outcome, *remoteness, *grundy),
            Outcome::N => (*outcome, remoteness.map(|moves| u64::MAX - moves), *grundy),
        });
        Ok(moves)
    }

    /// All [moves](Answer::moves), or where they are too many to list those that win, and then how many
    /// there are at most.
    ///
    /// # Errors
    /// If what decided says nothing of some.
    pub fn best_moves(&self) -> Result<(KnownMoves, Option<u128>), SolveError> {
        match self.moves() {
            Ok(moves) => Ok((moves, None)),
            Err(SolveError::TooManyMoves(most)) => {
                let known = |action: PartMove| self.after(&action).map(|known| (action, known));
                let winning = self.winning_moves().into_iter().map(known).collect::<Option<_>>();
                Ok((winning.ok_or(SolveError::OptionsUnknown)?, Some(most)))
            }
            Err(error) => Err(error),
        }
    }
}

/// To decide at such a cost takes a second at the most.
pub(super) const LITTLE: Cost = Cost::Entries(1 << 24);

/// Whether there is hope for a list of moves: they are not too many, or it costs little to find those
/// that win.
///
/// # Errors
/// If there are more than [`MOST_MOVES`], or their positions have too many heaps, and to decide is much
/// work as well.
pub fn check_moves(sum: &Sum, play: Play) -> Result<(), SolveError> {
    let cheap = || Plan::new(sum, play, Want::Everything).cost() <= LITTLE;
    match sum.can_list_moves(MOST_MOVES) || cheap() {
        true => Ok(()),
        false => Err(SolveError::TooManyMoves(sum.moves_at_most())),
    }
}

//! By a search that stops at the first winning move of each position: it knows who wins, and nothing
//! else.

use std::ops::ControlFlow;

use super::answer::{Decided, Known, MoveList};
use super::{Reason, SolveError};
use amalgam_core::base::budget::Budget;
use amalgam_core::{HeapPart, Outcome, PartMove, Play};
use amalgam_search as search;

pub(super) struct FirstWin {
    outcome: Outcome,
    positions: usize,
    play: Play,
}

impl FirstWin {
    pub(super) fn new(part: HeapPart, play: Play, limits: &Budget) -> Result<FirstWin, SolveError> {
        let HeapPart { game, position } = part;
        let (outcome, positions) = match game.rules() {
            Some(rules) => search::outcome_of_heaps(rules, &position, play, limits)?,
            None => search::outcome(&game, position, play, limits)?,
        };
        Ok(FirstWin { outcome, positions, play })
    }
}

impl Decided for FirstWin {
    fn known(&self) -> Known {
        Known::only(self.outcome, self.play)
    }

    fn list_winning(&self, _: &mut MoveList<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Every move from a P-position leads to an N-position.
    fn after(&self, _: &PartMove) -> Option<Known> {
        (self.outcome == Outcome::P).then(|| Known::only(Outcome::N, self.play))
    }

    fn reason(&self) -> Reason {
        Reason::FirstWin { positions: self.positions }
    }

    fn is_complete(&self) -> bool {
        self.outcome == Outcome::P
    }
}

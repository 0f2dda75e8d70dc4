//! Nim, by Bouton's theorem, for heaps of any size.
//!
//! Misère: a position in which every heap is a single coin is P exactly when their number is odd,
//! since only parity matters. Any other position is P exactly when its nim-sum is 0. Proof: with
//! one tall heap the nim-sum is not 0, and reducing that heap to 0 or to 1 leaves an odd number of
//! single coins. With two tall heaps or more, at least one is left after a move. If the nim-sum is
//! 0, every move makes it non-zero, an N-position by induction. If it is not, Bouton's move makes
//! it 0; then a single tall heap cannot be left, for its top bit would stand alone, so two are.

use std::ops::ControlFlow;

use super::answer::{Decided, Known, MoveList};
use super::{Reason, Want, plan};
use amalgam_core::Move;
use amalgam_core::base::budget::Budget;
use amalgam_core::base::nimber::{bouton, nim_sum};
use amalgam_core::{Outcome, PartMove, Play, Position, Rules};
use amalgam_search::{ExploredHeaps, explore_heaps};

pub(super) struct Nim {
    position: Position,
    play: Play,
    /// For the remoteness, where the position is small enough.
    explored: Option<ExploredHeaps>,
}

impl Nim {
    pub(super) fn new(
        (rules, position): (Rules, Position),
        play: Play,
        want: Want,
        limits: &Budget,
    ) -> Nim {
        // Lines look at a heap, not at each coin of it.
        let few = plan::remoteness(limits, want).filter(|_| plan::worth_remoteness(&position));
        let explored = few.and_then(|few| explore_heaps(&rules, &position, play, &few).ok());
        Nim { position, play, explored }
    }

    fn known_of(&self, position: &Position) -> Known {
        let value = self.explored.as_ref().and_then(|explored| explored.value(position));
        Known {
            outcome: outcome(position, self.play),
            grundy: (self.play == Play::Normal).then(|| nim_sum(position.heaps().iter().copied())),
            remoteness: value.map(|value| value.remoteness),
        }
    }
}

fn outcome(position: &Position, play: Play) -> Outcome {
    let nim_sum = nim_sum(position.heaps().iter().copied());
    let only_single_coins = position.largest() <= 1;
    Outcome::from_p((nim_sum == 0) != (play == Play::Misere && only_single_coins))
}

impl Decided for Nim {
    fn known(&self) -> Known {
        self.known_of(&self.position)
    }

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        let mut takes: Vec<(u64, u64)> =
            bouton(self.position.heaps()).iter().map(|m| (m.heap, m.to)).collect();
        // Where single coins could be left, the parity must be right: try both.
        let tall = self.position.heaps().iter().filter(|&&heap| heap > 1).count();
        if self.play == Play::Misere && tall <= 1 {
            let largest = self.position.largest();
            takes = [0, 1].iter().filter(|&&to| to < largest).map(|&to| (largest, to)).collect();
        }
        takes.into_iter().try_for_each(|(from, to)| {
            list.look(self.position.heaps().len())?;
            let result = self.position.reduced(from, to);
            match result.filter(|result| outcome(result, self.play) == Outcome::P) {
                Some(result) => list.add(0, Move::Take { from, to }, result.into()),
                None => ControlFlow::Continue(()),
            }
        })
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        Some(self.known_of(action.result.position()?))
    }

    fn reason(&self) -> Reason {
        let nim_sum = nim_sum(self.position.heaps().iter().copied());
        match self.play {
            Play::Normal => Reason::Bouton { nim_sum },
            Play::Misere => Reason::MisereNim { nim_sum, tall: self.position.largest() > 1 },
        }
    }
}

//! By search: every position below the one at hand was valued.

use std::ops::ControlFlow;

use super::Reason;
use super::answer::{Decided, Known, MoveList};
use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::games::rules::Rules;
use amalgam_core::{HeapPart, Outcome, PartMove, Play, Position, Value};
use amalgam_search::{ExploredHeaps, explore_heaps};

pub(super) struct Exploration {
    part: HeapPart,
    play: Play,
    explored: ExploredHeaps,
}

impl Exploration {
    pub(super) fn new(
        rules: &Rules,
        part: HeapPart,
        play: Play,
        limits: &Budget,
    ) -> Result<Exploration, LimitReached> {
        let explored = explore_heaps(rules, &part.position, play, limits)?;
        Ok(Exploration { part, play, explored })
    }

    fn known_of(&self, position: &Position) -> Known {
        let value = self.explored.value(position).expect("every option was valued");
        known(value, self.play)
    }
}

/// What a value tells under the convention at hand.
pub(super) fn known(value: Value, play: Play) -> Known {
    Known {
        outcome: value.outcome,
        grundy: (play == Play::Normal).then_some(value.grundy),
        remoteness: Some(value.remoteness),
    }
}

impl Decided for Exploration {
    fn known(&self) -> Known {
        self.known_of(&self.part.position)
    }

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        list.add_if(&self.part, |result| self.known_of(result).outcome == Outcome::P)
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        Some(self.known_of(action.result.position()?))
    }

    fn reason(&self) -> Reason {
        Reason::Search { positions: self.explored.positions() }
    }
}

//! By search: every position below the one at hand was valued.

use super::Reason;
use super::answer::{Decided, Known};
use crate::base::budget::{Budget, LimitReached};
use crate::engines::search::{ExploredHeaps, explore_heaps};
use crate::games::rules::Rules;
use crate::{Outcome, PartMove, Play, Position, Value};

pub(super) struct Exploration {
    rules: Rules,
    position: Position,
    play: Play,
    explored: ExploredHeaps,
}

impl Exploration {
    pub(super) fn new(
        (rules, position): (Rules, Position),
        play: Play,
        limits: &Budget,
    ) -> Result<Exploration, LimitReached> {
        let explored = explore_heaps(&rules, &position, play, limits)?;
        Ok(Exploration { rules, position, play, explored })
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
        self.known_of(&self.position)
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        let moves = self.rules.moves(&self.position).into_iter();
        moves
            .filter(|(_, result)| self.known_of(result).outcome == Outcome::P)
            .map(PartMove::single)
            .collect()
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        Some(self.known_of(action.result.position()?))
    }

    fn reason(&self) -> Reason {
        Reason::Search { positions: self.explored.positions() }
    }
}

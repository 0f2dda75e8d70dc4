//! By search: every position below the one at hand was valued.

use super::{Decided, Known, Reason};
use crate::budget::{Budget, LimitReached};
use crate::rules::Rules;
use crate::search::{ExploredHeaps, explore_heaps};
use crate::{Outcome, PartMove, Play, Position, Value};

pub(super) struct Exploration<'a> {
    rules: &'a Rules,
    position: &'a Position,
    play: Play,
    explored: ExploredHeaps<'a>,
}

impl<'a> Exploration<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        position: &'a Position,
        play: Play,
        limits: &Budget,
    ) -> Result<Exploration<'a>, LimitReached> {
        let explored = explore_heaps(rules, position, play, limits)?;
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

impl Decided for Exploration<'_> {
    fn known(&self) -> Known {
        self.known_of(self.position)
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        let moves = self.rules.moves(self.position).into_iter();
        moves
            .filter(|(_, result)| self.known_of(result).outcome == Outcome::P)
            .map(|(action, result)| PartMove { part: 0, action, result })
            .collect()
    }

    fn after(&self, action: &PartMove) -> Known {
        self.known_of(&action.result)
    }

    fn reason(&self) -> Reason {
        Reason::Search { positions: self.explored.positions() }
    }
}

//! The values of every position below a start, of any game.

use amalgam::base::budget::{Budget, LimitReached};
use amalgam::engines::search::{Explored, ExploredHeaps, explore, explore_heaps};
use amalgam::games::AnyGame;
use amalgam::{Play, Position, Value};

/// Found by the fastest search for the game.
pub(crate) enum PositionValues {
    Heaps(ExploredHeaps),
    Any(Explored<Position>),
}

impl PositionValues {
    pub(crate) fn find(
        game: &AnyGame,
        start: &Position,
        play: Play,
        limits: &Budget,
    ) -> Result<PositionValues, LimitReached> {
        Ok(match game.rules() {
            Some(rules) => PositionValues::Heaps(explore_heaps(rules, start, play, limits)?),
            None => PositionValues::Any(explore(game, start.clone(), play, limits)?),
        })
    }

    pub(crate) fn value(&self, position: &Position) -> Option<Value> {
        match self {
            PositionValues::Heaps(explored) => explored.value(position),
            PositionValues::Any(explored) => explored.value(position),
        }
    }
}

//! All positions of a domain valued by one search, for games known by their moves alone.

use std::ops::ControlFlow;

use crate::bulk::domain::Domain;
use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::{Game, Play, Position, Value};
use amalgam_search::{Explored, explore};

/// The values of every position of a domain.
#[derive(Debug)]
pub struct GatheredValues(Explored<Option<Position>>);

impl GatheredValues {
    /// The value of some heaps, if they were explored.
    pub fn of(&self, heaps: &[u64]) -> Option<Value> {
        self.0.value(&Some(Position::new(heaps.iter().copied())))
    }
}

/// GatheredValues every position of the domain, and what lies below them, each once.
pub fn value<G: Game<Position = Position>>(
    game: &G,
    domain: &Domain,
    play: Play,
    limits: &Budget,
) -> Result<GatheredValues, LimitReached> {
    explore(&Gathered { game, domain }, None, play, limits).map(GatheredValues)
}

/// The game with one position more, `None`, from which a move leads to each of the domain.
struct Gathered<'a, G> {
    game: &'a G,
    domain: &'a Domain,
}

impl<G: Game<Position = Position>> Game for Gathered<'_, G> {
    type Position = Option<Position>;
    type Move = ();

    fn each_move<F>(&self, position: &Option<Position>, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut((), Option<Position>) -> ControlFlow<()>,
    {
        if let Some(position) = position {
            return self.game.each_move(position, |_, option| visit((), Some(option)));
        }
        let mut positions = self.domain.positions();
        while let Some(heaps) = positions.next() {
            visit((), Some(Position::new(heaps.iter().copied())))?;
        }
        ControlFlow::Continue(())
    }

    fn bytes(&self, position: &Option<Position>) -> usize {
        let own = size_of::<Option<Position>>() - size_of::<Position>();
        own + position.as_ref().map_or(size_of::<Position>(), |position| self.game.bytes(position))
    }
}

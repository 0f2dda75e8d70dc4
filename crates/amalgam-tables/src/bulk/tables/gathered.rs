//! All positions of a domain valued by one search, for games known by their moves alone.

use std::ops::ControlFlow;

use crate::bulk::domain::Domain;
use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::{Game, Play, Position};
use amalgam_search::{GatheredValues, Visit, gather};

/// Values every position of the domain, and what lies below them, each once.
///
/// # Errors
/// [`LimitReached`] when a bound is met first.
pub fn value<G: Game<Position = Position>>(
    game: &G,
    domain: &Domain,
    play: Play,
    limits: &Budget,
) -> Result<GatheredValues, LimitReached> {
    let each = |visit: &mut Visit<'_>| {
        let mut positions = domain.positions();
        while let Some(heaps) = positions.next() {
            visit(Position::new(heaps.iter().copied()))?;
        }
        ControlFlow::Continue(())
    };
    gather(game, each, play, limits)
}

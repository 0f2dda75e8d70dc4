//! Many positions valued by one search, for games known by their moves alone.

use std::ops::ControlFlow;

use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::{Game, Play, Position, Value};

use crate::memo::{Explored, explore};

/// The values of many positions, and of all that lie below them.
#[derive(Debug)]
pub struct GatheredValues(Explored<Option<Position>>);

impl GatheredValues {
    /// The value of some heaps, if they were explored.
    pub fn of(&self, heaps: &[u64]) -> Option<Value> {
        self.0.value(&Some(Position::new(heaps.iter().copied())))
    }
}

/// What hears of one position after the other, until it breaks.
pub type Visit<'a> = dyn FnMut(Position) -> ControlFlow<()> + 'a;

/// Values every position that `each` names, and what lies below them, each once.
///
/// ```
/// use std::ops::ControlFlow;
/// use amalgam::{Play, Position, engines::search::gather, games::AnyGame};
/// let wythoff: AnyGame = "wythoff".parse()?;
/// let pairs = |visit: &mut amalgam::engines::search::Visit<'_>| {
///     (0..=5).try_for_each(|heap| visit(Position::new([3, heap])))
/// };
/// let values = gather(&wythoff, pairs, Play::Normal, &Default::default())?;
/// assert!(values.of(&[3, 5]).is_some_and(|value| value.outcome.is_p()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LimitReached`] when a bound is met first.
pub fn gather<G, E>(
    game: &G,
    each: E,
    play: Play,
    limits: &Budget,
) -> Result<GatheredValues, LimitReached>
where
    G: Game<Position = Position>,
    E: Fn(&mut Visit<'_>) -> ControlFlow<()>,
{
    explore(&Gathered { game, each }, None, play, limits).map(GatheredValues)
}

/// The game with one position more, `None`, from which a move leads to each that is named.
struct Gathered<'a, G, E> {
    game: &'a G,
    each: E,
}

impl<G, E> Game for Gathered<'_, G, E>
where
    G: Game<Position = Position>,
    E: Fn(&mut Visit<'_>) -> ControlFlow<()>,
{
    type Position = Option<Position>;
    type Move = ();

    fn each_move<F>(&self, position: &Option<Position>, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut((), Option<Position>) -> ControlFlow<()>,
    {
        match position {
            Some(position) => self.game.each_move(position, |_, option| visit((), Some(option))),
            None => (self.each)(&mut |position| visit((), Some(position))),
        }
    }

    fn bytes(&self, position: &Option<Position>) -> usize {
        let own = size_of::<Option<Position>>() - size_of::<Position>();
        own + position.as_ref().map_or(size_of::<Position>(), |position| self.game.bytes(position))
    }
}

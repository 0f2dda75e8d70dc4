//! A game of one's own among the others: a [`Graph`] whose nodes are the positions.
//!
//! A [`Position`] is a list of heaps, and a position of such a game is any [`Datum`]. So it is known
//! here by the number of its node, as one heap of that size; node 0, where play has ended, is the
//! empty list. [`AnyGame::show`](super::AnyGame::show) gives it its face back.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::games::own::{Datum, ExploreError, Graph, OwnError, OwnGame};
use crate::{Budget, Move, Play, Position, Value};

/// A game of one's own, as far as it can be reached from one start.
#[derive(Clone, Debug)]
pub struct Own {
    game: Arc<dyn OwnGame>,
    graph: Arc<Graph>,
}

/// Two of them are equal when they are the same: a script can be asked for moves, not compared.
impl PartialEq for Own {
    fn eq(&self, other: &Own) -> bool {
        Arc::ptr_eq(&self.graph, &other.graph)
    }
}

impl Eq for Own {}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.graph).hash(state);
    }
}

impl Own {
    /// Explores a game from a start.
    pub(in crate::games) fn explore(
        game: Arc<dyn OwnGame>,
        start: &Datum,
        limits: &Budget,
    ) -> Result<(Own, Position), ExploreError> {
        let graph = Graph::explore(&*game, start, limits)?;
        let position = as_position(graph.start());
        Ok((Own { game, graph: Arc::new(graph) }, position))
    }

    /// The game itself, from whatever start.
    pub fn game(&self) -> &Arc<dyn OwnGame> {
        &self.game
    }

    /// The positions with their options and values.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What a position is to the game.
    pub fn datum(&self, position: &Position) -> Datum {
        self.graph.datum(node(position))
    }

    /// The value of a position.
    pub fn value(&self, position: &Position, play: Play) -> Value {
        self.graph.value(node(position), play)
    }

    /// A position as the game shows it.
    ///
    /// # Errors
    /// If the game fails to; it is then shown as plain data elsewhere.
    pub fn shown(&self, position: &Position) -> Result<String, OwnError> {
        self.game.show(&self.datum(position))
    }

    /// A position as the game shows it; as plain data where that fails.
    pub(in crate::games) fn show(&self, position: &Position) -> String {
        self.shown(position).unwrap_or_else(|_| self.datum(position).to_string())
    }

    pub(in crate::games) fn moves_at_most(&self, position: &Position) -> u128 {
        self.graph.options(node(position)).len() as u128
    }

    pub(in crate::games) fn each_move<F>(
        &self,
        position: &Position,
        mut visit: F,
    ) -> ControlFlow<()>
    where
        F: FnMut(Move, Position) -> ControlFlow<()>,
    {
        let options = self.graph.options(node(position));
        options.iter().try_for_each(|&option| visit(Move::Step, as_position(option)))
    }
}

fn as_position(node: u32) -> Position {
    Position::new([u64::from(node)])
}

/// The node of a position that this game has made.
fn node(position: &Position) -> u32 {
    u32::try_from(position.largest()).expect("a node of the graph")
}

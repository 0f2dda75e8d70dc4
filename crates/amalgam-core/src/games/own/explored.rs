//! A user's own game among the others: a [`Graph`] whose nodes are the positions.
//!
//! A position of such a game is any [`Datum`]. It is known by its [`Node`], a type of its own, which
//! nothing but the game can show.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::games::own::{Datum, ExploreError, Graph, OwnError, OwnGame};
use crate::{Budget, Move, Play, Value};

/// A position of a user's own game: its number among those of the game. Only the [`Own`] that it
/// came from knows what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(u32);

/// A user's own game, as far as it can be reached from one start.
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
    /// Explores a game from a start, and gives the start's node.
    ///
    /// # Errors
    /// If the game breaks down somewhere, never ends, or does not fit within `limits`.
    pub fn explore(
        game: Arc<dyn OwnGame>,
        start: &Datum,
        limits: &Budget,
    ) -> Result<(Own, Node), ExploreError> {
        let graph = Graph::explore(&*game, start, limits)?;
        let node = Node(graph.start());
        Ok((Own { game, graph: Arc::new(graph) }, node))
    }

    /// Explores the same game from another start too, unless it is known, and gives the start's node.
    ///
    /// # Errors
    /// If the game breaks down somewhere, never ends, or does not fit within `limits`.
    pub fn extend(self, start: &Datum, limits: &Budget) -> Result<(Own, Node), ExploreError> {
        if let Some(node) = self.graph.find(start) {
            return Ok((self, Node(node)));
        }
        let graph = Arc::unwrap_or_clone(self.graph).extend(&*self.game, start, limits)?;
        let node = Node(graph.start());
        Ok((Own { game: self.game, graph: Arc::new(graph) }, node))
    }

    /// What the game is called.
    pub fn name(&self) -> &str {
        self.game.name()
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
    pub fn datum(&self, node: Node) -> Datum {
        self.graph.datum(node.0)
    }

    /// The value of a position.
    pub fn value(&self, node: Node, play: Play) -> Value {
        self.graph.value(node.0, play)
    }

    /// A position as the game shows it.
    ///
    /// # Errors
    /// If the game fails to; it is then shown as plain data elsewhere.
    pub fn shown(&self, node: Node) -> Result<String, OwnError> {
        self.game.show(&self.datum(node))
    }

    /// A position as the game shows it; as plain data where that fails.
    pub fn show(&self, node: Node) -> String {
        self.shown(node).unwrap_or_else(|_| self.datum(node).to_string())
    }

    pub(in crate::games) fn count_moves(&self, node: Node) -> u128 {
        self.graph.options(node.0).len() as u128
    }

    /// Calls `visit` with each move of a node, until it breaks.
    pub fn each_move<F>(&self, node: Node, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, Node) -> ControlFlow<()>,
    {
        let options = self.graph.options(node.0);
        options.iter().try_for_each(|&option| visit(Move::Step, Node(option)))
    }
}

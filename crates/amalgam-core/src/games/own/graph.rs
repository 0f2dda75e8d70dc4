//! The positions of a game that can be reached from a start, and their values.

use super::explore::Explorer;
use super::names::Names;
use super::{Datum, ExploreError, OwnError, OwnGame};
use crate::base::stored::{self, Stored};
use crate::{Budget, Play, Value};

/// Every position that can be reached from a start, numbered so that options have smaller numbers
/// than the positions they belong to. A number is called a *node*; the start is the last one.
#[derive(Clone, Default)]
pub struct Graph {
    pub(super) names: Names,
    /// For each node its number among the names, and the other way round.
    pub(super) named: Vec<u32>,
    pub(super) node: Vec<u32>,
    /// The options of all nodes, one after another, and where those of each node end.
    pub(super) options: Vec<u32>,
    pub(super) ends: Vec<usize>,
    pub(super) values: Values,
}

impl Graph {
    /// The most moves of a line of play. No sensible game is longer, and one that never ends and
    /// never comes back, such as counting up from 0, is stopped here.
    pub const LONGEST_LINE: usize = 1_000_000;

    /// Follows every line of play from `start` and values every position on them.
    ///
    /// # Errors
    /// If the game breaks down somewhere, never ends, or does not fit within `limits`.
    pub fn explore(
        game: &dyn OwnGame,
        start: &Datum,
        limits: &Budget,
    ) -> Result<Graph, ExploreError> {
        Graph::default().extend(game, start, limits)
    }

    /// Follows every line of play from another start of the same game too. What is known already is not asked for
    /// again.
    ///
    /// # Errors
    /// If the game breaks down somewhere, never ends, or does not fit within `limits`.
    pub fn extend(
        self,
        game: &dyn OwnGame,
        start: &Datum,
        limits: &Budget,
    ) -> Result<Graph, ExploreError> {
        let (mut known, mut explored) = (Some(self), None);
        game.prepared(&mut || {
            let known = known.take().unwrap_or_default();
            explored = Some(Explorer::new(game, limits, known).explore(start));
        })?;
        explored.unwrap_or_else(|| Err(OwnError::new("the game was not started").into()))
    }

    /// The node of the last start that was new.
    pub fn start(&self) -> u32 {
        self.named.len() as u32 - 1
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.named.len()
    }

    /// The options of a node, each once, in the order in which the game names them.
    ///
    /// # Panics
    /// If there is no such node, here as below.
    pub fn options(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let from = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.options[from..self.ends[node]]
    }

    /// The most options that any position has.
    pub fn most_options(&self) -> usize {
        let nodes = 0..self.positions() as u32;
        nodes.map(|node| self.options(node).len()).max().unwrap_or(0)
    }

    /// The position of a node.
    pub fn datum(&self, node: u32) -> Datum {
        self.names.datum(self.named[node as usize])
    }

    /// The node of a position, if it can be reached from the start.
    pub fn find(&self, position: &Datum) -> Option<u32> {
        self.names.find(position).map(|number| self.node[number as usize])
    }

    /// The value of a node.
    pub fn value(&self, node: u32, play: Play) -> Value {
        self.values.values[node as usize][play as usize].value()
    }
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (start, positions) = (self.datum(self.start()), self.positions());
        write!(f, "Graph {{ start: {start}, positions: {positions} }}")
    }
}

/// The values of nodes under both conventions.
#[derive(Clone, Default)]
pub(super) struct Values {
    values: Vec<[Stored; 2]>,
    /// For each number the last node, from 1, that has an option of that Grundy value.
    seen: Vec<u32>,
}

impl Values {
    /// Values one more node, from its options; they all have values.
    pub(super) fn push(&mut self, options: &[u32]) {
        let node = self.values.len() as u32 + 1;
        // A node with n options has a Grundy value of at most n.
        if self.seen.len() <= options.len() {
            self.seen.resize(options.len() + 1, 0);
        }
        let mut hurry = [None; 2];
        let mut delay = [None; 2];
        for &option in options {
            let stored = self.values[option as usize];
            if let Some(seen) = self.seen.get_mut(stored[0].grundy as usize) {
                *seen = node;
            }
            for play in 0..2 {
                let remoteness = stored[play].remoteness();
                if stored[play].outcome() == crate::Outcome::P {
                    hurry[play] = Some(hurry[play].map_or(remoteness, |h: u32| h.min(remoteness)));
                } else {
                    delay[play] = Some(delay[play].map_or(remoteness, |d: u32| d.max(remoteness)));
                }
            }
        }
        let grundy = self.seen.iter().position(|&seen| seen != node);
        let grundy = grundy.expect("one more number than there are options") as u32;
        self.values.push([Play::Normal, Play::Misere].map(|play| {
            let i = play as usize;
            Stored::new(grundy, stored::decide(hurry[i], delay[i], play))
        }));
    }
}

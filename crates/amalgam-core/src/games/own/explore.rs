//! Following every line of play, with a stack of its own: a long game must not exhaust the thread's.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::names::Names;
use super::{Datum, ExploreError, Graph, Line, OwnGame};
use crate::base::budget::Limit;
use crate::{Budget, LimitReached};

/// In place of a node: not looked at yet; on the line of play that is being followed.
const UNSEEN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// A search, depth first. A position is *open* while the lines below it are followed, and becomes a
/// node when all its options are nodes, so nodes come after their options.
///
/// An option that is open closes a cycle. Every cycle is found so: look at the first of its
/// positions that becomes a node; the next one on the cycle is no node then, yet all options are.
pub(super) struct Explorer<'a> {
    game: &'a dyn OwnGame,
    limits: &'a Budget,
    /// The open positions, each an option of the one before.
    line: Vec<Frame>,
    /// The options of the open positions, one position after another, by their numbers.
    pending: Vec<u32>,
    /// For each number the last position that named it as its option: to name it once.
    named_by: Vec<u32>,
    graph: Graph,
}

struct Frame {
    number: u32,
    /// Where its options start, and the next one to be looked at.
    from: usize,
    next: usize,
}

impl<'a> Explorer<'a> {
    /// Goes on from what is known of the game.
    pub(super) fn new(game: &'a dyn OwnGame, limits: &'a Budget, known: Graph) -> Explorer<'a> {
        let named_by = vec![UNSEEN; known.node.len()];
        Explorer { game, limits, line: Vec::new(), pending: Vec::new(), named_by, graph: known }
    }

    pub(super) fn explore(mut self, start: &Datum) -> Result<Graph, ExploreError> {
        let start = self.number(start)?;
        if self.graph.node[start as usize] != UNSEEN {
            return Ok(self.graph);
        }
        self.open(start)?;
        while let Some(frame) = self.line.last_mut() {
            match self.pending.get(frame.next) {
                Some(&option) => {
                    frame.next += 1;
                    if self.graph.node[option as usize] == UNSEEN {
                        self.open(option)?;
                    }
                }
                None => self.close(),
            }
        }
        Ok(self.graph)
    }

    /// The number of a position, which may be new.
    fn number(&mut self, position: &Datum) -> Result<u32, LimitReached> {
        if self.graph.names.is_full() {
            self.check_beside(self.graph.names.growth())?;
        }
        let number = self.graph.names.number(position);
        if number as usize == self.graph.node.len() {
            self.graph.node.push(UNSEEN);
            self.named_by.push(UNSEEN);
            let most = self.limits.positions.min(Names::MOST);
            if self.graph.names.len() as u64 > most {
                return Err(self.reached(Limit::Positions(most)));
            }
        }
        Ok(number)
    }

    /// Asks for the options of a position and puts it at the end of the line.
    fn open(&mut self, number: u32) -> Result<(), ExploreError> {
        let position = self.graph.names.datum(number);
        let options = self.game.options(&position).map_err(|mut error| {
            error.position.get_or_insert(Box::new(position));
            error
        })?;
        self.graph.node[number as usize] = OPEN;
        let from = self.pending.len();
        self.line.push(Frame { number, from, next: from });
        let mut endless = false;
        for option in &options {
            let option = self.number(option)?;
            if self.named_by[option as usize] != number {
                self.named_by[option as usize] = number;
                self.pending.push(option);
                endless |= self.graph.node[option as usize] == OPEN;
            }
        }
        if endless {
            return Err(ExploreError::Endless(self.cycle()));
        }
        if self.line.len() > Graph::LONGEST_LINE {
            let numbers = |i: usize| self.graph.names.datum(self.line[i].number);
            return Err(ExploreError::TooDeep(Line::new(self.line.len(), numbers)));
        }
        Ok(self.check()?)
    }

    /// Makes the last open position a node.
    fn close(&mut self) {
        let Frame { number, from, .. } = self.line.pop().expect("there is an open position");
        let Graph { named, node, options, ends, values, .. } = &mut self.graph;
        let first = options.len();
        options.extend(self.pending.drain(from..).map(|option| node[option as usize]));
        values.push(&options[first..]);
        ends.push(options.len());
        node[number as usize] = named.len() as u32;
        named.push(number);
    }

    /// Fails if a bound is met.
    fn check(&self) -> Result<(), LimitReached> {
        self.check_beside(0)
    }

    /// Fails if a bound is met with this many bytes more.
    fn check_beside(&self, more: usize) -> Result<(), LimitReached> {
        let Graph { names, node, named, options, .. } = &self.graph;
        let numbers = 2 * node.len() + options.len() + self.pending.len();
        // For each node its name, where its options end, and two values.
        let tables = 4 * numbers + 28 * named.len() + size_of::<Frame>() * self.line.len();
        if (names.memory() + tables + more) as u64 > self.limits.memory {
            return Err(self.reached(Limit::Memory(self.limits.memory)));
        }
        self.limits.check(self.graph.names.len() as u64)
    }

    #[cold]
    fn reached(&self, limit: Limit) -> LimitReached {
        let positions = self.graph.names.len() as u64;
        LimitReached::new(limit, positions)
    }

    /// A shortest cycle through the last open position among the open ones. It starts and ends with
    /// the position on it that is nearest to the start.
    fn cycle(&self) -> Line {
        let last = self.line.len() - 1;
        let index: FxHashMap<u32, usize> =
            self.line.iter().enumerate().map(|(i, frame)| (frame.number, i)).collect();
        let mut before = vec![None; self.line.len()];
        let mut queue = VecDeque::from([last]);
        while let Some(i) = queue.pop_front().filter(|_| before[last].is_none()) {
            let to = self.line.get(i + 1).map_or(self.pending.len(), |frame| frame.from);
            for option in &self.pending[self.line[i].from..to] {
                match index.get(option) {
                    Some(&j) if before[j].is_none() => {
                        before[j] = Some(i);
                        queue.push_back(j);
                    }
                    _ => {}
                }
            }
        }
        let steps = std::iter::successors(before[last], |&i| before[i].filter(|_| i != last));
        let mut cycle: Vec<usize> = steps.collect();
        cycle.reverse();
        let nearest = (0..cycle.len()).min_by_key(|&i| cycle[i]).unwrap_or(0);
        cycle.rotate_left(nearest);
        let name = |i: usize| self.graph.names.datum(self.line[cycle[i % cycle.len()]].number);
        Line::new(cycle.len() + 1, name)
    }
}

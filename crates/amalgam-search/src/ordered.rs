//! Positions in an order in which options come before what they are options of.
//!
//! Where any number may be taken and no heap splits, [`lines`](super::lines) and
//! [`completion`](crate::completion) both walk through all positions below a start. How those are
//! found and numbered is another matter: by [`Boxes`], which compute a number from the heaps, or by
//! [`Closure`], which looks it up, where boxes hold too much that cannot be reached.

use super::boxes::Boxes;
use super::closure::Closure;
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::games::rules::Rules;

/// A position on the walk.
pub(crate) struct Entry<'a> {
    /// Its number.
    pub(crate) number: usize,
    /// Each different heap with the number of the rest without it.
    pub(crate) rests: &'a [(u64, usize)],
    /// The numbers of the positions that merging leads to.
    pub(crate) merged: &'a [usize],
}

/// All positions below some, numbered.
pub(crate) enum Ordered {
    Boxes(Boxes),
    Closure(Closure),
}

impl Ordered {
    /// The positions below `seeds`, or `None` where they fit neither boxes nor words. The rules
    /// must let any number be taken and never split; `bytes` is what the caller keeps for each.
    pub(crate) fn new(
        rules: &Rules,
        seeds: &[Position],
        bytes: usize,
        limits: &Budget,
    ) -> Option<Result<Ordered, LimitReached>> {
        debug_assert!(rules.takes_any());
        match Boxes::new(rules, seeds, bytes, limits) {
            Some(Ok(boxes)) => return Some(Ok(Ordered::Boxes(boxes))),
            // Whoever bounds the positions does not want to hear after many of them that there are more.
            Some(Err(limit)) if limits.positions < u64::MAX => return Some(Err(limit)),
            _ => {}
        }
        Closure::new(rules, seeds, bytes, limits).map(|closure| closure.map(Ordered::Closure))
    }

    /// How many numbers there are.
    pub(crate) fn numbers(&self) -> usize {
        match self {
            Ordered::Boxes(boxes) => boxes.numbers(),
            Ordered::Closure(closure) => closure.numbers(),
        }
    }

    /// Visits every position, options first, and counts them; `work` is about how many words a
    /// visit looks at.
    pub(crate) fn walk(
        &self,
        limits: &Budget,
        work: usize,
        visit: impl FnMut(Entry<'_>),
    ) -> Result<usize, LimitReached> {
        match self {
            Ordered::Boxes(boxes) => boxes.walk(limits, work, visit),
            Ordered::Closure(closure) => closure.walk(limits, work, visit),
        }
    }

    /// The number of a position, if it is below the seeds.
    pub(crate) fn find(&self, position: &Position) -> Option<usize> {
        match self {
            Ordered::Boxes(boxes) => boxes.find(position),
            Ordered::Closure(closure) => closure.find(position),
        }
    }
}

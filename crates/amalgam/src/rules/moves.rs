//! The moves of a rule set.

use std::fmt;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::{Rules, Split};
use crate::{Game, Position};

/// A move, by the sizes of the heaps it touches. Heaps of the same size are the same heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Take coins from a heap.
    Take {
        /// The heap before.
        from: u64,
        /// The heap after, possibly 0.
        to: u64,
    },
    /// Take coins from a heap and split the rest.
    TakeSplit {
        /// The heap before.
        from: u64,
        /// The two heaps after, the smaller first.
        to: [u64; 2],
    },
    /// Split a heap.
    Split {
        /// The heap before.
        from: u64,
        /// The two heaps after, the smaller first.
        to: [u64; 2],
    },
    /// Merge two heaps.
    Merge {
        /// The two heaps before, the smaller first.
        from: [u64; 2],
        /// The heap after; smaller than their sum where the rules take coins from it.
        to: u64,
    },
}

impl Move {
    /// The kind of move, in one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Move::Take { .. } => "take",
            Move::TakeSplit { .. } => "take-split",
            Move::Split { .. } => "split",
            Move::Merge { .. } => "merge",
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Move::Take { from, to } => format!("take {} from {from}", from - to),
            Move::TakeSplit { from, to: [x, y] } => {
                format!("take {} from {from}, split into {x} and {y}", from - x - y)
            }
            Move::Split { from, to: [x, y] } => format!("split {from} into {x} and {y}"),
            Move::Merge { from: [x, y], to } => {
                let taken = u128::from(x) + u128::from(y) - u128::from(to);
                match taken {
                    0 => format!("merge {x} and {y}"),
                    _ => format!("merge {x} and {y}, take {taken}"),
                }
            }
        };
        f.pad(&text)
    }
}

impl Rules {
    /// All moves with the positions they lead to. Different moves may lead to the same position.
    ///
    /// The list can be as long as the largest heap is tall: see
    /// [`count_moves`](Rules::count_moves).
    pub fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let mut moves = Vec::new();
        let _ = self.each_move(position, |m, result| {
            moves.push((m, result));
            ControlFlow::Continue(())
        });
        moves
    }

    /// At most how many moves there are, without listing them.
    pub fn count_moves(&self, position: &Position) -> u128 {
        let heaps = position.heaps().len() as u128;
        let pairs = heaps * heaps.saturating_sub(1) / 2 * self.merges.len() as u128;
        let of_heap = |(_, heap): (usize, u64)| {
            let take = u128::from(self.take.count_up_to(heap));
            let halves = u128::from(heap / 2);
            let split = if self.split.is_some() { halves } else { 0 };
            take + split + u128::from(self.take_split.count_up_to(heap)) * halves
        };
        position.distinct().map(of_heap).fold(pairs, u128::saturating_add)
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn each_move<F>(&self, position: &Position, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, Position) -> ControlFlow<()>,
    {
        for (i, from) in position.distinct() {
            for taken in self.take.up_to(from) {
                let to = from - taken;
                visit(Move::Take { from, to }, position.replace(&[i], &[to]))?;
            }
            for taken in self.take_split.up_to(from) {
                for to in halves(from - taken, Split::Any) {
                    visit(Move::TakeSplit { from, to }, position.replace(&[i], &to))?;
                }
            }
            if let Some(split) = self.split {
                for to in halves(from, split) {
                    visit(Move::Split { from, to }, position.replace(&[i], &to))?;
                }
            }
        }
        self.each_merge(position, visit)
    }

    fn bytes(&self, start: &Position) -> usize {
        let heaps = match self.splits() {
            true => usize::try_from(start.coins()).unwrap_or(usize::MAX),
            false => start.heaps().len(),
        };
        size_of::<Position>().saturating_add(heaps.saturating_mul(size_of::<u64>()))
    }
}

impl Rules {
    /// The moves that merge, with the positions they lead to.
    pub(crate) fn merge_moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let mut moves = Vec::new();
        let _ = self.each_merge(position, |m, result| {
            moves.push((m, result));
            ControlFlow::Continue(())
        });
        moves
    }

    fn each_merge<F>(&self, position: &Position, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, Position) -> ControlFlow<()>,
    {
        if self.merges.is_empty() {
            return ControlFlow::Continue(());
        }
        let heaps = position.heaps();
        for (i, x) in position.distinct() {
            for (j, y) in position.distinct().filter(|&(j, _)| j >= i) {
                let j = if i == j { i + 1 } else { j };
                if heaps.get(j) != Some(&y) {
                    continue;
                }
                for to in self.merged(x, y) {
                    visit(Move::Merge { from: [x, y], to }, position.replace(&[i, j], &[to]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The heaps that merging heaps of `x` and `y` coins can give, each once. A merged heap that
    /// would not fit in 64 bits cannot be made.
    pub(crate) fn merged(&self, x: u64, y: u64) -> SmallVec<[u64; 2]> {
        let mut heaps = SmallVec::new();
        for merge in &self.merges {
            if let Some(to) = merge.merged(x, y).and_then(|to| u64::try_from(to).ok())
                && !heaps.contains(&to)
            {
                heaps.push(to);
            }
        }
        heaps
    }
}

/// The ways to part `coins` into two non-empty heaps.
fn halves(coins: u64, split: Split) -> impl Iterator<Item = [u64; 2]> {
    let most = match split {
        Split::Any => coins / 2,
        Split::Unequal => coins.saturating_sub(1) / 2,
    };
    (1..=most).map(move |x| [x, coins - x])
}

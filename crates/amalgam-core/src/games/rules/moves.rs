//! The moves of a rule set.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::{Rules, Split};
use crate::{Game, Move, Position};

impl Rules {
    /// All moves with the positions they lead to. Different moves may lead to the same position.
    ///
    /// The list can be as long as the largest heap is tall: see
    /// [`moves_at_most`](Rules::moves_at_most).
    pub fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let mut moves = Vec::new();
        let _ = self.each_move(position, |m, result| {
            moves.push((m, result));
            ControlFlow::Continue(())
        });
        moves
    }

    /// At most how many moves there are, without listing them: as if every two heaps could merge in
    /// every way. Equal heaps are the same heap.
    pub fn moves_at_most(&self, position: &Position) -> u128 {
        let (sizes, twice) = position.runs().fold((0u128, 0u128), |(sizes, twice), (_, count)| {
            (sizes + 1, twice + u128::from(count > 1))
        });
        let pairs = sizes * sizes.saturating_sub(1) / 2 + twice;
        let merges = pairs * self.merges.len() as u128;
        let of_heap = |(_, heap): (usize, u64)| {
            let take = u128::from(self.take.count_up_to(heap));
            let halves = u128::from(heap / 2);
            let split = if self.split.is_some() { halves } else { 0 };
            take + split + u128::from(self.take_split.count_up_to(heap)) * halves
        };
        position.distinct().map(of_heap).fold(merges, u128::saturating_add)
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;

    fn each_move<F>(&self, position: &Position, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, Position) -> ControlFlow<()>,
    {
        position.distinct().try_for_each(|(i, from)| {
            self.each_break(from, |action, left| visit(action, position.replace(&[i], left)))
        })?;
        self.each_merge(position, visit)
    }

    fn bytes(&self, position: &Position) -> usize {
        position.bytes()
    }
}

impl Rules {
    /// Calls `visit` with each move in a heap and the heaps that it leaves, until it breaks.
    pub(crate) fn each_break<F>(&self, from: u64, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, &[u64]) -> ControlFlow<()>,
    {
        for taken in self.take.up_to(from) {
            let to = from - taken;
            visit(Move::Take { from, to }, &[to])?;
        }
        for taken in self.take_split.up_to(from) {
            for to in halves(from - taken, Split::Any) {
                visit(Move::TakeSplit { from, to }, &to)?;
            }
        }
        if let Some(split) = self.split {
            for to in halves(from, split) {
                visit(Move::Split { from, to }, &to)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves that merge, with the positions they lead to.
    pub fn merge_moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let mut moves = Vec::new();
        let _ = self.each_merge(position, |m, result| {
            moves.push((m, result));
            ControlFlow::Continue(())
        });
        moves
    }

    /// Calls `visit` with each move that merges, until it breaks.
    pub fn each_merge<F>(&self, position: &Position, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, Position) -> ControlFlow<()>,
    {
        if self.merges.is_empty() {
            return ControlFlow::Continue(());
        }
        for ((i, x), (_, count)) in position.distinct().zip(position.runs()) {
            for (j, y) in position.distinct().filter(|&(j, _)| j >= i) {
                if i == j && count == 1 {
                    continue;
                }
                let j = if i == j { i + 1 } else { j };
                for to in self.merged(x, y) {
                    visit(Move::Merge { from: [x, y], to }, position.replace(&[i, j], &[to]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The heaps that merging heaps of `x` and `y` coins can give, each once. A merged heap that
    /// would not fit in 64 bits cannot be made.
    pub fn merged(&self, x: u64, y: u64) -> SmallVec<[u64; 2]> {
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

/// The ways to part `coins` into two non-empty heaps, the smaller first.
pub fn halves(coins: u64, split: Split) -> impl Iterator<Item = [u64; 2]> {
    let most = match split {
        Split::Any => coins / 2,
        Split::Unequal => coins.saturating_sub(1) / 2,
    };
    (1..=most).map(move |x| [x, coins - x])
}

//! Rules whose positions are heaps, among the games of heaps.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::Words;
use super::ast::*;
use super::run::Work;
use crate::games::classics::{Classic, Visit};
use crate::{Move, Position};

impl Words {
    /// The heaps of a position with the empty places that the board has.
    fn places(&self, position: &Position) -> SmallVec<[u64; 8]> {
        let heaps = position.heaps();
        let empty = match self.field.shape {
            Shape::Places(Some(count)) => (count as usize).saturating_sub(heaps.len()),
            _ => 0,
        };
        std::iter::repeat_n(0, empty).chain(heaps.iter().copied()).collect()
    }

    /// Whether two clauses, or two ways through one, could name the same move.
    fn may_repeat(&self) -> bool {
        let shape = |clause: &Clause| -> Vec<(&'static str, Option<Choice>)> {
            let one = |step: &Step| (step.action.verb(), step.action.choice().cloned());
            clause.steps.iter().map(one).collect()
        };
        let shapes: Vec<_> = self.clauses.iter().map(shape).collect();
        let same = (1..shapes.len()).any(|k| shapes[..k].contains(&shapes[k]));
        same || self.clauses.iter().any(|clause| clause.steps.len() > 1)
            || (self.clauses.len() > 1
                && self.clauses.iter().any(|clause| {
                    clause.steps[0].action.choice().is_some_and(|choice| *choice != Choice::One)
                }))
    }

    /// Calls `visit` with each move in a heap that is alone and the heaps that it leaves, smallest first,
    /// until it breaks.
    pub fn each_break<F>(&self, from: u64, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, &[u64]) -> ControlFlow<()>,
    {
        Classic::each_move(self, &Position::new([from]), &mut |action, left| {
            visit(action, left.heaps())
        })
    }

    /// What a player does in this move, by the heaps it touches.
    fn action(
        &self,
        clause: &Clause,
        work: &Work<'_>,
        before: &Position,
        after: &Position,
    ) -> Move {
        let verbs: SmallVec<[&Action; 2]> = clause.steps.iter().map(|step| &step.action).collect();
        match (verbs.as_slice(), work.heap.as_slice(), work.left.as_slice()) {
            ([Action::Take(..)], &[from], &[to]) => Move::Take { from, to },
            ([Action::Take(..)], from, to) => {
                Move::TakeSeveral { from: from.to_vec(), to: to.to_vec() }
            }
            ([Action::Split(..)], &[from], _) if work.parts.len() <= 3 => {
                Move::of_break(from, &work.parts)
            }
            ([Action::Merge(_)], &[x, y], &[to]) => Move::Merge { from: [x.min(y), x.max(y)], to },
            _ => Move::of_change(before, after),
        }
    }
}

impl Classic for Words {
    fn words(&self) -> String {
        self.to_string()
    }

    fn each_move(&self, position: &Position, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let heaps = self.places(position);
        let mut named: Option<FxHashSet<(Move, Position)>> =
            self.may_repeat().then(FxHashSet::default);
        self.each_work(&heaps, &[], None, &mut |number, work| {
            let Some(sizes) = self.finish(work) else { return ControlFlow::Continue(()) };
            let after = Position::new(sizes);
            let action = self.action(&self.clauses[number], work, position, &after);
            if let Some(named) = &mut named
                && !named.insert((action.clone(), after.clone()))
            {
                return ControlFlow::Continue(());
            }
            visit(action, after)
        })
    }

    fn moves_at_most(&self, position: &Position) -> u128 {
        let heaps = position.heaps();
        self.bound(heaps.len() as u128, &|k| u128::from(heaps[heaps.len() - 1 - k]), position)
    }

    /// As if every heap were as large, and there were as many, as play can make them.
    fn most_moves(&self, position: &Position) -> u128 {
        let coins = position.coins();
        let count = match self.field.shape {
            Shape::Places(Some(count)) => count.into(),
            _ if self.splits() => coins,
            _ => position.heaps().len() as u128,
        };
        let largest = match self.heaps_can_grow() {
            true => coins,
            false => position.largest().into(),
        };
        self.bound(count, &|_| largest, position)
    }

    fn most_heaps(&self) -> Option<u64> {
        match self.field.shape {
            Shape::Places(count) => count,
            _ => None,
        }
    }

    fn heaps_can_grow(&self) -> bool {
        Words::heaps_can_grow(self)
    }

    fn heaps_are_independent(&self) -> bool {
        Words::heaps_are_independent(self)
    }

    fn splits(&self) -> bool {
        Words::splits(self)
    }

    fn as_words(&self) -> Option<&Words> {
        Some(self)
    }
}

impl Words {
    /// At most how many moves there are with this many heaps, the k-th largest of which has at most
    /// `size(k)` coins. Every choice counts, and every number of coins, whatever the conditions say.
    fn bound(&self, count: u128, size: &dyn Fn(usize) -> u128, position: &Position) -> u128 {
        const LISTED: u128 = 64;
        let coins = position.coins();
        let largest = if count == 0 { 0 } else { size(0) };
        let power = |base: u128, times: u128| {
            (0..times.min(130)).fold(1u128, |product, _| product.saturating_mul(base))
        };
        // The ways to choose up to `most` heaps and a number of coins for each.
        let several = |most: u128, same: bool| match same {
            _ if count > LISTED => u128::MAX,
            true => power(2, count).saturating_mul(largest),
            false => {
                let mut ways = vec![0u128; most.min(count) as usize + 1];
                ways[0] = 1;
                for k in 0..count as usize {
                    for t in (1..ways.len()).rev() {
                        ways[t] = ways[t].saturating_add(ways[t - 1].saturating_mul(size(k)));
                    }
                }
                ways[1..].iter().fold(0, |sum: u128, &more| sum.saturating_add(more))
            }
        };
        let all: u128 = if count > LISTED {
            count.saturating_mul(largest)
        } else {
            (0..count as usize).map(size).fold(0, u128::saturating_add)
        };
        let of_step = |step: &Step, is_first: bool| -> u128 {
            let whole = if is_first { largest } else { coins };
            let group = |choice: &Choice| match choice {
                Choice::Group { counts, .. } => {
                    Some(u128::from(counts.most(u64::try_from(count).unwrap_or(u64::MAX))))
                }
                Choice::Places { sets, .. } => sets.iter().map(|set| set.len() as u128).max(),
                _ => None,
            };
            match &step.action {
                Action::Take(amount, choice) => match group(choice) {
                    Some(most) => several(most, amount.same),
                    None if is_first && *choice == Choice::One => all,
                    None => whole.saturating_mul(count),
                },
                Action::Split(choice, counts, _) | Action::Replace(choice, counts, _) => {
                    let parts = u128::from(counts.most(u64::try_from(whole).unwrap_or(u64::MAX)));
                    let one = power(whole, parts).saturating_mul(parts.max(1));
                    match group(choice) {
                        Some(most) => power(one.saturating_add(1), most.min(count))
                            .saturating_mul(power(2, count)),
                        None => one.saturating_mul(count),
                    }
                }
                Action::Merge(choice) | Action::Delete(choice) => match group(choice) {
                    Some(2) => count.saturating_mul(count),
                    Some(_) => power(2, count),
                    None => count,
                },
                Action::MergeIt => count,
                Action::Add(..) => coins.saturating_mul(count),
                Action::Pass => 1,
            }
        };
        let of_clause = |clause: &Clause| {
            let steps = clause.steps.iter().enumerate();
            steps.map(|(i, step)| of_step(step, i == 0)).fold(1, u128::saturating_mul)
        };
        self.clauses.iter().map(of_clause).fold(0, u128::saturating_add)
    }
}

//! By the theorem on [free pairs](crate::theory::free_pairs): value and winning moves by arithmetic on
//! the heaps, whatever their size.

use std::ops::ControlFlow;

use super::answer::{Decided, Known, MoveList};
use super::{Reason, Want, plan};
use crate::theory::free_pairs::FreePairs;
use amalgam_core::base::budget::Budget;
use amalgam_core::base::nimber::nim_sum;
use amalgam_core::{Outcome, PartMove, Play, Position, Rules};
use amalgam_search::{ExploredHeaps, explore_heaps};

pub(super) struct ByFreePairs {
    rules: Rules,
    position: Position,
    pairs: FreePairs,
    /// For the remoteness, where the position is small enough.
    explored: Option<ExploredHeaps>,
}

/// The free pairs, where the theorem values a position. It is about normal play.
pub(super) fn applies(rules: &Rules, position: &Position, play: Play) -> Option<FreePairs> {
    let pairs = FreePairs::of(rules).filter(|_| play == Play::Normal);
    pairs.filter(|pairs| pairs.speaks_of(position.heaps()))
}

/// f(R) and why, where the theorem says it.
pub(super) fn complete(rules: &Rules, rest: &Position, play: Play) -> Option<(u64, Reason)> {
    let pairs = FreePairs::of(rules).filter(|_| play == Play::Normal)?;
    let size = pairs.completion(rest.heaps())?;
    Some((size, reason(&pairs, &rest.with(size))))
}

fn reason(pairs: &FreePairs, position: &Position) -> Reason {
    let heaps = position.heaps();
    let nim_sum = nim_sum(heaps.iter().copied());
    Reason::FreePairs { nim_sum, pairs: pairs.among(heaps), flips: pairs.flips(heaps) }
}

impl ByFreePairs {
    /// The theorem must [apply](applies) to the position.
    pub(super) fn new(
        (rules, position): (Rules, Position),
        pairs: FreePairs,
        want: Want,
        limits: &Budget,
    ) -> ByFreePairs {
        let few = plan::worth_valuing(&position, want).then(|| plan::courtesy(limits));
        let explored =
            few.and_then(|few| explore_heaps(&rules, &position, Play::Normal, &few).ok());
        ByFreePairs { rules, position, pairs, explored }
    }

    /// What is known of the position or an option of it, of which the theorem speaks too.
    fn known_of(&self, position: &Position) -> Known {
        let grundy = self.pairs.value(position.heaps());
        let value = self.explored.as_ref().and_then(|explored| explored.value(position));
        Known {
            outcome: Outcome::from_p(grundy == 0),
            grundy: Some(grundy),
            remoteness: value.map(|value| value.remoteness),
        }
    }
}

impl Decided for ByFreePairs {
    fn known(&self) -> Known {
        self.known_of(&self.position)
    }

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        if self.known().outcome == Outcome::P {
            return ControlFlow::Continue(());
        }
        self.pairs.each_move_to(&self.rules, &self.position, 0, |action, result| {
            list.look(result.heaps().len())?;
            list.add(0, action, result.into())
        })
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        action.result.position().map(|result| self.known_of(result))
    }

    fn reason(&self) -> Reason {
        reason(&self.pairs, &self.position)
    }
}

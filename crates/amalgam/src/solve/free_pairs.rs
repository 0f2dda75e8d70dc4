//! By the theorem on [free pairs](crate::theory::free_pairs): value and winning moves by arithmetic on
//! the heaps, whatever their size.

use super::Reason;
use super::answer::{Decided, Known};
use crate::base::nimber::nim_sum;
use crate::theory::free_pairs::FreePairs;
use crate::{Outcome, PartMove, Play, Position, Rules};

pub(super) struct ByFreePairs {
    rules: Rules,
    position: Position,
    pairs: FreePairs,
}

/// Whether the theorem values a position. It is about normal play.
pub(super) fn applies(rules: &Rules, position: &Position, play: Play) -> bool {
    let speaks = |pairs: FreePairs| pairs.speaks_of(position.heaps());
    play == Play::Normal && FreePairs::of(rules).is_some_and(speaks)
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
    /// `None` where the theorem is silent.
    pub(super) fn new((rules, position): (Rules, Position)) -> Option<ByFreePairs> {
        let pairs = FreePairs::of(&rules)?;
        pairs.speaks_of(position.heaps()).then_some(ByFreePairs { rules, position, pairs })
    }

    /// What is known of the position or an option of it, of which the theorem speaks too.
    fn known_of(&self, position: &Position) -> Known {
        let grundy = self.pairs.value(position.heaps());
        let outcome = Outcome::from_p(grundy == 0);
        Known { grundy: Some(grundy), ..Known::only(outcome, Play::Normal) }
    }
}

impl Decided for ByFreePairs {
    fn known(&self) -> Known {
        self.known_of(&self.position)
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        if self.known().outcome == Outcome::P {
            return Vec::new();
        }
        let part = |(action, result)| PartMove { part: 0, action, result };
        self.pairs.moves_to(&self.rules, &self.position, 0).into_iter().map(part).collect()
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        Some(self.known_of(&action.result))
    }

    fn reason(&self) -> Reason {
        reason(&self.pairs, &self.position)
    }
}

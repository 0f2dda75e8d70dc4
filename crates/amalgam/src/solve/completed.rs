//! By completion: only outcomes, for positions too large to value completely.

use super::Reason;
use super::answer::{Decided, Known};
use crate::Move;
use crate::base::budget::{Budget, LimitReached};
use crate::engines::completion::Completions;
use crate::games::rules::Rules;
use crate::{Outcome, PartMove, Play, Position};

pub(super) struct Completed {
    rules: Rules,
    position: Position,
    play: Play,
    completions: Completions,
}

impl Completed {
    /// `None` where positions cannot be packed.
    pub(super) fn new(
        (rules, position): (Rules, Position),
        play: Play,
        limits: &Budget,
    ) -> Option<Result<Completed, LimitReached>> {
        let mut rests: Vec<Position> =
            position.distinct().map(|(i, _)| position.without(i)).collect();
        rests.extend(rules.merge_moves(&position).iter().map(|(_, result)| rest_of(result)));
        rests.push(rest_of(&position));
        let completions = Completions::below(&rules, &rests, play, limits)?;
        Some(completions.map(|completions| Completed { rules, position, play, completions }))
    }

    fn outcome_of(&self, position: &Position) -> Outcome {
        self.completions.outcome(position).expect("its rest was asked for")
    }
}

fn rest_of(position: &Position) -> Position {
    match position.heaps().len() {
        0 => Position::default(),
        heaps => position.without(heaps - 1),
    }
}

impl Decided for Completed {
    fn known(&self) -> Known {
        Known::only(self.outcome_of(&self.position), self.play)
    }

    /// Taking wins where the completion of the other heaps is smaller than the heap, merging where
    /// it leaves a P-position.
    fn winning_moves(&self) -> Vec<PartMove> {
        let takes = self.position.distinct().filter_map(|(i, from)| {
            let to = self.completions.of(&self.position.without(i))?;
            let result = self.position.replace(&[i], &[to]);
            (to < from).then_some((Move::Take { from, to }, result))
        });
        let merges = self.rules.merge_moves(&self.position).into_iter();
        takes
            .chain(merges.filter(|(_, result)| self.outcome_of(result) == Outcome::P))
            .map(PartMove::single)
            .collect()
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        let outcome = match action.action {
            // The heap that is left is the completion of the others, or it is not.
            Move::Take { from, to } => {
                let (i, _) = self.position.distinct().find(|&(_, heap)| heap == from)?;
                Outcome::from_p(self.completions.of(&self.position.without(i))? == to)
            }
            _ => self.outcome_of(action.result.position()?),
        };
        Some(Known::only(outcome, self.play))
    }

    fn reason(&self) -> Reason {
        Reason::Completion { rests: self.completions.count() }
    }
}

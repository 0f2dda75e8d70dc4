//! By completion: only outcomes, for positions too large to value completely.

use super::Reason;
use super::answer::{Decided, Known};
use crate::Move;
use crate::base::budget::{Budget, Limit, LimitReached};
use crate::engines::completion::Completions;
use crate::engines::greedy::PPositions;
use crate::games::rules::Rules;
use crate::{Outcome, PartMove, Play, Position};

pub(super) struct Completed {
    rules: Rules,
    position: Position,
    play: Play,
    known: Found,
}

/// What tells the P-positions.
enum Found {
    Greedily(PPositions),
    /// Where those take too much room, or there are too many heaps for them.
    ByRests(Completions),
}

impl Completed {
    /// `None` where positions cannot be packed.
    pub(super) fn new(
        (rules, position): (Rules, Position),
        play: Play,
        limits: &Budget,
    ) -> Option<Result<Completed, LimitReached>> {
        let known = match PPositions::below(&rules, &position, play, limits) {
            Some(Ok(found)) => Ok(Found::Greedily(found)),
            None | Some(Err(LimitReached { limit: Limit::Memory(_), .. })) => {
                by_rests(&rules, &position, play, limits)?.map(Found::ByRests)
            }
            Some(Err(limit)) => Err(limit),
        };
        Some(known.map(|known| Completed { rules, position, play, known }))
    }

    fn outcome_of(&self, position: &Position) -> Outcome {
        let outcome = match &self.known {
            Found::Greedily(found) => found.outcome(position),
            Found::ByRests(completions) => completions.outcome(position),
        };
        outcome.expect("it is an option, or the position itself")
    }
}

/// The completions that tell of a position and its options.
fn by_rests(
    rules: &Rules,
    position: &Position,
    play: Play,
    limits: &Budget,
) -> Option<Result<Completions, LimitReached>> {
    let mut rests: Vec<Position> = position.distinct().map(|(i, _)| position.without(i)).collect();
    rests.extend(rules.merge_moves(position).iter().map(|(_, result)| rest_of(result)));
    rests.push(rest_of(position));
    Completions::below(rules, &rests, play, limits)
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

    /// Taking from a heap wins for one size that is left at most.
    fn winning_moves(&self) -> Vec<PartMove> {
        let takes = self.position.distinct().filter_map(|(i, from)| {
            let leave = |to| (Move::Take { from, to }, self.position.replace(&[i], &[to]));
            (0..from).map(leave).find(|(_, result)| self.outcome_of(result) == Outcome::P)
        });
        let merges = self.rules.merge_moves(&self.position).into_iter();
        takes
            .chain(merges.filter(|(_, result)| self.outcome_of(result) == Outcome::P))
            .map(PartMove::single)
            .collect()
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        Some(Known::only(self.outcome_of(action.result.position()?), self.play))
    }

    fn reason(&self) -> Reason {
        let rests = match &self.known {
            Found::Greedily(found) => found.count(),
            Found::ByRests(completions) => completions.count(),
        };
        Reason::Completion { rests }
    }
}

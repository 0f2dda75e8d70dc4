//! By completion: only outcomes, for positions too large to value completely.

use std::ops::ControlFlow;

use super::Reason;
use super::answer::{Decided, Known, MoveList};
use amalgam_core::Move;
use amalgam_core::base::budget::{Budget, Limit, LimitReached};
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, PartMove, Play, Position};
use amalgam_search::completion::Completions;
use amalgam_search::greedy::PPositions;

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

/// More heaps than this are not listed, all rests together: no position that has them can be numbered.
const MOST_HEAPS_LISTED: usize = 1 << 24;

/// The completions that tell of a position and its options; `None` where positions cannot be numbered.
fn by_rests(
    rules: &Rules,
    position: &Position,
    play: Play,
    limits: &Budget,
) -> Option<Result<Completions, LimitReached>> {
    let sizes = position.distinct().count();
    if sizes.saturating_mul(sizes).saturating_mul(position.heaps().len()) > MOST_HEAPS_LISTED {
        return None;
    }
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
    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        let heaps = self.position.heaps().len();
        for (i, from) in self.position.distinct() {
            for to in 0..from {
                list.look(heaps)?;
                let result = self.position.replace(&[i], &[to]);
                if self.outcome_of(&result) == Outcome::P {
                    list.add(0, Move::Take { from, to }, result.into())?;
                    break;
                }
            }
        }
        self.rules.each_merge(&self.position, |action, result| {
            list.look(heaps)?;
            match self.outcome_of(&result) {
                Outcome::P => list.add(0, action, result.into()),
                Outcome::N => ControlFlow::Continue(()),
            }
        })
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

//! A neighbouring game under normal play, by its theorem, for heaps of any size.

use std::ops::ControlFlow;

use super::answer::{Decided, Known, MoveList};
use super::{MOST_MOVES, Reason, Want, plan};
use amalgam_core::base::budget::Budget;
use amalgam_core::games::classics::{Shared, Theorem};
use amalgam_core::{HeapPart, Outcome, PartMove, Play, Position};
use amalgam_search::{self as search, Explored};

pub(super) struct ByTheorem {
    part: HeapPart,
    classic: Shared,
    /// For the Grundy value and the remoteness, where the position is small enough.
    explored: Option<Explored<Position>>,
}

impl ByTheorem {
    /// `classic` is the game of the part; it must have a theorem.
    pub(super) fn new(part: HeapPart, classic: Shared, want: Want, limits: &Budget) -> ByTheorem {
        let HeapPart { game, position } = &part;
        let few = plan::remoteness(limits, want);
        let explored =
            few.and_then(|few| search::explore(game, position.clone(), Play::Normal, &few).ok());
        ByTheorem { part, classic, explored }
    }

    fn theorem(&self) -> &dyn Theorem {
        self.classic.theorem().expect("the plan asked for one")
    }

    fn known_of(&self, position: &Position) -> Known {
        let value = self.explored.as_ref().and_then(|explored| explored.value(position));
        let outcome = Outcome::from_p(self.theorem().is_p(position));
        match value {
            Some(value) => super::explored::known(value, Play::Normal),
            None => Known::only(outcome, Play::Normal),
        }
    }
}

impl Decided for ByTheorem {
    fn known(&self) -> Known {
        self.known_of(&self.part.position)
    }

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        let HeapPart { game, position } = &self.part;
        let theorem = self.theorem();
        if theorem.is_p(position) {
            return ControlFlow::Continue(());
        }
        let named = match theorem.winning_moves(position) {
            None if game.moves_at_most(position) <= MOST_MOVES as u128 => {
                return list.add_if(&self.part, |result| theorem.is_p(result));
            }
            None => {
                list.may_miss_some();
                theorem.winning_move(position).into_iter().collect()
            }
            Some(named) => named,
        };
        named.into_iter().try_for_each(|(action, result)| list.add(0, action, result.into()))
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        Some(self.known_of(action.result.position()?))
    }

    fn reason(&self) -> Reason {
        let theorem = self.theorem();
        let set = theorem.set(theorem.is_p(&self.part.position));
        Reason::ClosedForm { theorem: theorem.name(), set: Some(set) }
    }
}

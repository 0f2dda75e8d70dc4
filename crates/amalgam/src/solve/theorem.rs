//! A neighbouring game under normal play, by its theorem, for heaps of any size.

use super::answer::{Decided, Known};
use super::{MOST_MOVES, Reason, Want, plan};
use crate::base::budget::Budget;
use crate::engines::search::{self, Explored};
use crate::games::Kind;
use crate::games::classics::Theorem;
use crate::{HeapPart, Move, Outcome, PartMove, Play, Position};

pub(super) struct ByTheorem {
    part: HeapPart,
    /// For the Grundy value and the remoteness, where the position is small enough.
    explored: Option<Explored<Position>>,
}

impl ByTheorem {
    /// The game must have a theorem.
    pub(super) fn new(part: HeapPart, want: Want, limits: &Budget) -> ByTheorem {
        let HeapPart { game, position } = &part;
        let few = plan::remoteness(limits, game.moves_at_most(position), want);
        let explored =
            few.and_then(|few| search::explore(game, position.clone(), Play::Normal, &few).ok());
        ByTheorem { part, explored }
    }

    fn theorem(&self) -> &dyn Theorem {
        match self.part.game.kind() {
            Kind::Classic(classic) => classic.theorem(),
            _ => None,
        }
        .expect("the plan knows that there is a theorem")
    }

    fn known_of(&self, position: &Position) -> Known {
        let value = self.explored.as_ref().and_then(|explored| explored.value(position));
        let outcome = Outcome::from_p(self.theorem().is_p(position));
        match value {
            Some(value) => super::explored::known(value, Play::Normal),
            None => Known::only(outcome, Play::Normal),
        }
    }

    fn found(&self) -> Vec<(Move, Position)> {
        let HeapPart { game, position } = &self.part;
        if let Some(moves) = self.theorem().winning_moves(position) {
            return moves;
        }
        if self.is_complete() {
            let moves = game.moves(position).into_iter();
            return moves.filter(|(_, result)| self.theorem().is_p(result)).collect();
        }
        self.theorem().winning_move(position).into_iter().collect()
    }
}

impl Decided for ByTheorem {
    fn known(&self) -> Known {
        self.known_of(&self.part.position)
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        if self.known().outcome == Outcome::P {
            return Vec::new();
        }
        self.found().into_iter().map(PartMove::single).collect()
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        Some(self.known_of(action.result.position()?))
    }

    fn reason(&self) -> Reason {
        let theorem = self.theorem();
        let set = theorem.set(theorem.is_p(&self.part.position));
        Reason::ClosedForm { theorem: theorem.name(), set: Some(set) }
    }

    fn is_complete(&self) -> bool {
        let HeapPart { game, position } = &self.part;
        self.theorem().winning_moves(position).is_some()
            || game.count_moves(position, MOST_MOVES).is_some()
    }
}

//! Wythoff's game, Moore's Nim_k and LIM under normal play, by their theorems, for heaps of any size.

use super::{Decided, Known, MOST_MOVES, Reason, WORTH_FOR_REMOTENESS};
use crate::budget::Budget;
use crate::classics::{lim, moore, wythoff};
use crate::games::{AnyGame, Kind};
use crate::search::{self, Explored};
use crate::{Move, Outcome, PartMove, Play, Position};

pub(super) struct Classic<'a> {
    game: &'a AnyGame,
    position: &'a Position,
    theorem: Theorem,
    /// For the Grundy value and the remoteness, where the position is small enough.
    explored: Option<Explored<Position>>,
}

#[derive(Clone, Copy)]
enum Theorem {
    Wythoff,
    Moore { most: u64 },
    Lim,
}

impl Theorem {
    fn is_p(self, position: &Position) -> bool {
        match self {
            Theorem::Wythoff => wythoff::is_p(position),
            Theorem::Moore { most } => moore::is_p(most, position),
            Theorem::Lim => lim::is_p(position),
        }
    }
}

impl<'a> Classic<'a> {
    /// `None` where no theorem decides the game, as under misère play.
    pub(super) fn new(
        game: &'a AnyGame,
        position: &'a Position,
        play: Play,
        limits: &Budget,
    ) -> Option<Classic<'a>> {
        let theorem = match *game.kind() {
            _ if play == Play::Misere => return None,
            Kind::Wythoff => Theorem::Wythoff,
            Kind::Moore { most } => Theorem::Moore { most },
            Kind::Lim => Theorem::Lim,
            _ => return None,
        };
        let few = limits.with_positions(WORTH_FOR_REMOTENESS);
        // A single heap can have more options than the search may look at.
        let small = game.count_moves(position) < WORTH_FOR_REMOTENESS.into();
        let explored =
            small.then(|| search::explore(game, position.clone(), play, &few).ok()).flatten();
        Some(Classic { game, position, theorem, explored })
    }

    fn known_of(&self, position: &Position) -> Known {
        let value = self.explored.as_ref().and_then(|explored| explored.value(position));
        Known {
            outcome: Outcome::from_p(self.theorem.is_p(position)),
            grundy: value.map(|value| value.grundy),
            remoteness: value.map(|value| value.remoteness),
        }
    }

    fn found(&self) -> Vec<(Move, Position)> {
        match self.theorem {
            Theorem::Wythoff => wythoff::winning_moves(self.position),
            Theorem::Lim => lim::winning_moves(self.position),
            Theorem::Moore { .. } if self.is_complete() => {
                let moves = self.game.moves(self.position).into_iter();
                moves.filter(|(_, result)| self.theorem.is_p(result)).collect()
            }
            Theorem::Moore { most } => {
                moore::winning_move(most, self.position).into_iter().collect()
            }
        }
    }
}

impl Decided for Classic<'_> {
    fn known(&self) -> Known {
        self.known_of(self.position)
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        if self.outcome() == Outcome::P {
            return Vec::new();
        }
        let with_part = |(action, result)| PartMove { part: 0, action, result };
        self.found().into_iter().map(with_part).collect()
    }

    fn after(&self, action: &PartMove) -> Known {
        self.known_of(&action.result)
    }

    fn reason(&self) -> Reason {
        let theorem = match self.theorem {
            Theorem::Wythoff => "Wythoff's theorem",
            Theorem::Moore { .. } => "Moore's theorem",
            Theorem::Lim => "the nim-sum of the pairs' sums",
        };
        let p = self.theorem.is_p(self.position);
        let set = match (self.theorem, p) {
            (Theorem::Wythoff, true) => "the pairs ⌊nφ⌋, ⌊nφ²⌋".to_owned(),
            (Theorem::Wythoff, false) => "no pair ⌊nφ⌋, ⌊nφ²⌋".to_owned(),
            (Theorem::Lim, true) => "those in which no two heaps share a binary one".to_owned(),
            (Theorem::Lim, false) => "those in which two heaps share a binary one".to_owned(),
            (Theorem::Moore { most }, true) => format!(
                "those whose binary columns all have a number of ones divisible by {}",
                u128::from(most) + 1
            ),
            (Theorem::Moore { most }, false) => format!(
                "those with a binary column whose number of ones is not divisible by {}",
                u128::from(most) + 1
            ),
        };
        Reason::ClosedForm { theorem, set: Some(set) }
    }

    fn is_complete(&self) -> bool {
        match self.theorem {
            Theorem::Wythoff | Theorem::Lim => true,
            Theorem::Moore { .. } => self.game.count_moves(self.position) <= MOST_MOVES,
        }
    }
}

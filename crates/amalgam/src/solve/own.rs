//! A game of one's own: all its positions were valued when it was explored.

use super::Reason;
use super::answer::{Decided, Known};
use super::explored::known;
use crate::games::{Kind, Own};
use crate::{Outcome, Part, PartMove, Play};

pub(super) struct OwnValues {
    part: Part,
    play: Play,
}

impl OwnValues {
    /// The game must be one's own.
    pub(super) fn new(part: Part, play: Play) -> OwnValues {
        OwnValues { part, play }
    }

    fn own(&self) -> &Own {
        match self.part.game.kind() {
            Kind::Own(own) => own,
            _ => unreachable!("the plan knows that it is a game of one's own"),
        }
    }
}

impl Decided for OwnValues {
    fn known(&self) -> Known {
        known(self.own().value(&self.part.position, self.play), self.play)
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        let moves = self.part.game.moves(&self.part.position).into_iter();
        moves
            .filter(|(_, result)| self.own().value(result, self.play).outcome == Outcome::P)
            .map(|(action, result)| PartMove { part: 0, action, result })
            .collect()
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        Some(known(self.own().value(&action.result, self.play), self.play))
    }

    fn reason(&self) -> Reason {
        Reason::Search { positions: self.own().graph().positions() }
    }
}

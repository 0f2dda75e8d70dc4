//! A game of one's own: all its positions were valued when it was explored.

use super::Reason;
use super::answer::{Decided, Known};
use super::explored::known;
use crate::games::own::Node;
use crate::{Outcome, OwnPart, Part, PartMove, Play, State};

pub(super) struct OwnValues {
    part: OwnPart,
    play: Play,
}

impl OwnValues {
    pub(super) fn new(part: OwnPart, play: Play) -> OwnValues {
        OwnValues { part, play }
    }

    fn known_of(&self, node: Node) -> Known {
        known(self.part.game.value(node, self.play), self.play)
    }
}

impl Decided for OwnValues {
    fn known(&self) -> Known {
        self.known_of(self.part.node)
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        let moves = Part::Own(self.part.clone()).moves().into_iter();
        moves
            .map(|(action, result)| PartMove { part: 0, action, result })
            .filter(|action| self.after(action).is_some_and(|known| known.outcome == Outcome::P))
            .collect()
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        match action.result {
            State::Own(node) => Some(self.known_of(node)),
            State::Heaps(_) => None,
        }
    }

    fn reason(&self) -> Reason {
        Reason::Search { positions: self.part.game.graph().positions() }
    }
}

//! A user's own game: all its positions were valued when it was explored.

use std::ops::ControlFlow;

use super::Reason;
use super::answer::{Decided, Known, MoveList};
use super::explored::known;
use amalgam_core::games::own::Node;
use amalgam_core::{Outcome, OwnPart, PartMove, Play, State};

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

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        let OwnPart { game, node } = &self.part;
        game.each_move(*node, |action, result| {
            list.look(0)?;
            match self.known_of(result).outcome {
                Outcome::P => list.add(0, action, State::Own(result)),
                Outcome::N => ControlFlow::Continue(()),
            }
        })
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

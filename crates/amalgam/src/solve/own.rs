//! A game of one's own: all its positions were valued when it was explored.

use super::explored::known;
use super::{Decided, Known, Reason};
use crate::games::{AnyGame, Own};
use crate::{Outcome, PartMove, Play, Position};

pub(super) struct OwnValues<'a> {
    pub(super) game: &'a AnyGame,
    pub(super) own: &'a Own,
    pub(super) position: &'a Position,
    pub(super) play: Play,
}

impl Decided for OwnValues<'_> {
    fn known(&self) -> Known {
        known(self.own.value(self.position, self.play), self.play)
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        let moves = self.game.moves(self.position).into_iter();
        moves
            .filter(|(_, result)| self.own.value(result, self.play).outcome == Outcome::P)
            .map(|(action, result)| PartMove { part: 0, action, result })
            .collect()
    }

    fn after(&self, action: &PartMove) -> Known {
        known(self.own.value(&action.result, self.play), self.play)
    }

    fn reason(&self) -> Reason {
        Reason::Search { positions: self.own.graph().positions() }
    }
}

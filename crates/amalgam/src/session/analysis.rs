//! After the game: who was winning after each move, and what threw the win away.

use super::Session;
use crate::strategy::{self, RowSource};
use crate::{Budget, Outcome, PartMove};

/// A move that threw a win away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blunder {
    /// Which move, from 0.
    pub ply: usize,
    /// Who made it, 0 or 1.
    pub player: usize,
    /// What would have won, as far as it is known: at least one move.
    pub instead: Vec<PartMove>,
}

/// Who was winning, move by move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The player, 0 or 1, who wins with best play: at the start, then after each move. `None` where
    /// that could not be found out within the limits.
    pub winners: Vec<Option<usize>>,
    /// The moves after which another player was winning than before. Only the player who moves can
    /// bring that about, and only from a won position.
    pub blunders: Vec<Blunder>,
}

impl Analysis {
    /// Looks through the moves made so far.
    pub fn of(game: &Session, limits: &Budget, rows: &dyn RowSource) -> Analysis {
        let mut winners = Vec::new();
        let mut instead = Vec::new();
        for (ply, sum) in game.sums().enumerate() {
            let decided = strategy::decide_with(&sum, game.play(), limits, rows).ok();
            winners.push(decided.as_ref().map(|decided| match decided.outcome() {
                Outcome::N => ply % 2,
                Outcome::P => 1 - ply % 2,
            }));
            instead.push(decided.map_or_else(Vec::new, |decided| decided.winning_moves()));
        }
        let blunder = |ply: usize| {
            let player = ply % 2;
            let thrown = winners[ply] == Some(player) && winners[ply + 1] == Some(1 - player);
            thrown.then(|| Blunder { ply, player, instead: instead[ply].clone() })
        };
        let blunders = (0..game.made().len()).filter_map(blunder).collect();
        Analysis { winners, blunders }
    }
}

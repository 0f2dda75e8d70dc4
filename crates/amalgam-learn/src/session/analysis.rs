//! After the game: who was winning after each move, and what threw the win away.

use super::Session;
use amalgam_core::{Outcome, PartMove};
use amalgam_solve::Solver;

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
    /// How many moves were left with best play, where that is known: the fewer, the closer the end.
    pub left: Vec<Option<u64>>,
    /// The moves after which another player was winning than before. Only the player who moves can
    /// bring that about, and only from a won position.
    pub blunders: Vec<Blunder>,
}

impl Analysis {
    /// Looks through the moves made so far.
    pub fn of(game: &Session, solver: &Solver<'_>) -> Analysis {
        let solver = solver.clone().play(game.play());
        let (mut winners, mut left) = (Vec::new(), Vec::new());
        let mut instead = Vec::new();
        for (ply, sum) in game.sums().enumerate() {
            let decided = solver.solve(&sum).ok();
            winners.push(decided.as_ref().map(|decided| match decided.outcome() {
                Outcome::N => ply % 2,
                Outcome::P => 1 - ply % 2,
            }));
            left.push(decided.as_ref().and_then(|decided| decided.remoteness()));
            let winning = decided.map(|decided| decided.winning_moves().into_items());
            instead.push(winning.unwrap_or_default());
        }
        let blunder = |ply: usize| {
            let player = ply % 2;
            let thrown = winners[ply] == Some(player) && winners[ply + 1] == Some(1 - player);
            thrown.then(|| Blunder { ply, player, instead: instead[ply].clone() })
        };
        let blunders = (0..game.made().len()).filter_map(blunder).collect();
        Analysis { winners, left, blunders }
    }
}

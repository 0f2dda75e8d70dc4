//! Chomp (Schuh, *Spel van delers*, 1952, as a game of divisors; Gale, *A curious Nim-type game*,
//! American Mathematical Monthly 81, 1974): rows of squares, none longer than the one above; choose
//! a square and remove it with everything right of it and below it.
//!
//! The square in the top left corner is poisoned. Nobody chooses it here, so who makes the last move
//! wins, as in every other game; that is the usual game, in which whoever must eat the poison loses.
//! A position lists the rows as if they were heaps, and the longest is on top. Locke & Handley
//! (paper 001) cite Byrnes' theorem that three-row Chomp is eventually periodic.

use std::ops::ControlFlow;

use crate::{Move, Position};

/// Calls `visit` with each move until it breaks.
pub(crate) fn each_move<F>(position: &Position, mut visit: F) -> ControlFlow<()>
where
    F: FnMut(Move, Position) -> ControlFlow<()>,
{
    let rows: Vec<u64> = position.heaps().iter().rev().copied().collect();
    for (i, &length) in rows.iter().enumerate() {
        let first = if i == 0 { 2 } else { 1 };
        for column in first..=length {
            let after = rows[i..].iter().map(|&row| row.min(column - 1));
            let result = Position::new(rows[..i].iter().copied().chain(after));
            visit(Move::Bite { row: i as u64 + 1, column }, result)?;
        }
    }
    ControlFlow::Continue(())
}

/// How many moves there are.
pub(crate) fn count_moves(position: &Position) -> u128 {
    position.coins().saturating_sub(1)
}

//! Chomp (Schuh, *Spel van delers*, 1952, as a game of divisors; Gale, *A curious Nim-type game*,
//! American Mathematical Monthly 81, 1974): rows of squares, none longer than the one above; choose
//! a square and remove it with everything right of it and below it.
//!
//! The square in the top left corner is poisoned. Nobody chooses it here, so who makes the last move
//! wins, as in every other game; that is the usual game, in which whoever must eat the poison loses.
//! A position lists the rows as if they were heaps, and the longest is on top. Locke & Handley cite
//! Byrnes' theorem that three-row Chomp is eventually periodic.
//!
//! **Two rows** are P exactly if they differ by one square, the single square being 1 and 0. *Proof.*
//! From (n, n − 1) a bite below leaves (n, j) with j < n − 1, and one above leaves (j, j): no such
//! pair. From any other (n, j) a bite makes (j + 1, j) if j < n − 1, and (n, n − 1) if j = n. ∎
//!
//! **A rectangle** with more than one square is N. *Proof.* Look at the bite of the last square in
//! the lowest row. If it does not win, some bite answers it; that bite removes the last square as
//! well, so it could have been made at once. ∎

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
pub(crate) fn moves_at_most(position: &Position) -> u128 {
    position.coins().saturating_sub(1)
}

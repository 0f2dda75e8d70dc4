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

use super::{Board, Classic, Visit};
use crate::games::{Kind, NamedGame};
use crate::{Move, Position};

pub(super) const GAME: NamedGame = NamedGame {
    name: "chomp",
    parameters: "[rows]: at most how many, 3 if left out",
    source: "Schuh 1952, Gale 1974; Locke & Handley 2021",
    example: "[2,3,4]",
    typical: "chomp",
    story: "A bar of chocolate whose first square is poisoned. The first player can win, by stealing \
         the strategy, but nobody knows the winning bite in general.",
    kind: |parameters| match *parameters {
        [] => Some(Kind::classic(Chomp { rows: 3 })),
        [rows] if rows > 0 => Some(Kind::classic(Chomp { rows })),
        _ => None,
    },
};

/// Chomp.
#[derive(Clone, Copy, Debug)]
pub struct Chomp {
    /// This many rows at most.
    pub rows: u64,
}

impl Classic for Chomp {
    fn words(&self) -> String {
        format!(
            "up to {} rows of squares: bite off a square with all that is right of it and \
             below it, but never the first of the longest row",
            self.rows
        )
    }

    fn each_move(&self, position: &Position, visit: &mut Visit<'_>) -> ControlFlow<()> {
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

    /// Every square but one.
    fn moves_at_most(&self, position: &Position) -> u128 {
        position.coins().saturating_sub(1)
    }

    fn most_heaps(&self) -> Option<u64> {
        Some(self.rows)
    }

    fn with_heaps(&self, heaps: usize) -> Option<String> {
        Some(format!("chomp({heaps})"))
    }

    fn board(&self) -> Board {
        Board::Squares
    }
}

//! LIM (Fink, Fraenkel & Santos, *Lim is not slim*, Int. J. Game Theory 43, 2014): three heaps; take
//! m coins from each of two heaps and add m coins to the third.
//!
//! Locke & Handley (paper 001) name it among the Nim variants whose heaps cannot be considered as
//! separate games. Each move loses m coins in all, so the game ends; it is over when two heaps are
//! empty.
//!
//! The P-positions found by search are those in which no two heaps have a binary one in the same
//! place (claim CL-lim; the authors have solved the game). One half is easy: let
//! 2ⁱ be the lowest bit of m. A move changes nothing below that place and flips it in all three
//! heaps. Where at most one of them had a one there, two have one now, so no move leads from such a
//! position to another.

use std::ops::ControlFlow;

use crate::{Move, Position};

/// The three heaps, the smallest first; there are never more.
fn three(position: &Position) -> [u64; 3] {
    match *position.heaps() {
        [] => [0, 0, 0],
        [c] => [0, 0, c],
        [b, c] => [0, b, c],
        [a, b, c, ..] => [a, b, c],
    }
}

/// Calls `visit` with each move until it breaks.
pub(crate) fn each_move<F>(position: &Position, mut visit: F) -> ControlFlow<()>
where
    F: FnMut(Move, Position) -> ControlFlow<()>,
{
    let heaps = three(position);
    for third in 0..3 {
        if third > 0 && heaps[third] == heaps[third - 1] {
            continue;
        }
        let [i, j] = others(third);
        let (x, y, into) = (heaps[i], heaps[j], heaps[third]);
        for coins in 1..=x.min(y) {
            // A heap that would not fit in 64 bits cannot be made.
            let Some(sum) = into.checked_add(coins) else { break };
            let result = Position::new([x - coins, y - coins, sum]);
            visit(Move::Shift { from: [x, y], into, coins }, result)?;
        }
    }
    ControlFlow::Continue(())
}

fn others(third: usize) -> [usize; 2] {
    match third {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    }
}

/// At most how many moves there are.
pub(crate) fn count_moves(position: &Position) -> u128 {
    let [a, b, _] = three(position);
    2 * u128::from(a) + u128::from(b)
}

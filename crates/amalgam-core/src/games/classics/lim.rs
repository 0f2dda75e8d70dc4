//! LIM (Fink, Fraenkel & Santos, *Lim is not slim*, Int. J. Game Theory 43, 2014): three heaps; take
//! m coins from each of two heaps and add m coins to the third.
//!
//! Locke & Handley name it among the Nim variants whose heaps cannot be considered as separate games.
//! Each move loses m coins in all, so the game ends; it is over when two heaps are empty.
//!
//! **Theorem.** A position x, y, z is P under normal play exactly if no two of the heaps have a binary
//! one in the same place; which is so exactly if the sums p = x + y, q = x + z, r = y + z have the
//! nim-sum 0.
//!
//! *Proof.* Taking m from x and y and adding it to z makes p smaller by 2m and leaves q and r as they
//! are: LIM is Nim with the heaps p, q, r, as far as its moves go. From nim-sum 0 no move leads to
//! nim-sum 0, as only one of the three changes. If the nim-sum is not 0, its leftmost one stands in one
//! of the three, say in p, and q ⊕ r < p (Bouton). Since p + q + r is even, so is p − (q ⊕ r); let it
//! be 2m. From q + r = (q ⊕ r) + 2(q ∧ r) and q + r = p + 2z follows m = (q ∧ r) − z. So after the move
//! the third heap has q ∧ r coins, which is at most q and at most r, and x − m = q − (q ∧ r) and
//! y − m = r − (q ∧ r) are not negative: the move can be made, and it makes the nim-sum 0.
//!
//! If no two heaps share a place, then p = x ⊕ y and so on, and the nim-sum is 0. If it is 0, then
//! p = q ⊕ r gives m = 0 above, that is z = q ∧ r, and likewise y = p ∧ r and x = p ∧ q. A place that
//! two of these share is one of p, q and r, and three ones have no even sum. ∎

use std::ops::ControlFlow;

use super::{Classic, Theorem, Visit};
use crate::games::{Kind, NamedGame};
use crate::{Move, Position};

pub(super) const GAME: NamedGame = NamedGame {
    name: "lim",
    parameters: "",
    source: "Fink, Fraenkel & Santos, Lim is not slim, 2014; Locke & Handley 2021",
    example: "[2,3,5]",
    typical: "lim",
    story: "Three heaps; m coins leave each of two of them, and m coins join the third. Its heaps \
         cannot be valued one by one either, says the paper on Amalgamation Nim.",
    kind: |parameters| parameters.is_empty().then(|| Kind::classic(Lim)),
};

/// LIM.
#[derive(Clone, Copy, Debug)]
pub struct Lim;

impl Classic for Lim {
    fn words(&self) -> String {
        "three heaps: take m from each of two of them and add m to the third".to_owned()
    }

    fn each_move(&self, position: &Position, visit: &mut Visit<'_>) -> ControlFlow<()> {
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

    fn moves_at_most(&self, position: &Position) -> u128 {
        let [a, b, _] = three(position);
        2 * u128::from(a) + u128::from(b)
    }

    /// Half of the coins from any two of three heaps.
    fn most_moves(&self, position: &Position) -> u128 {
        self.moves_at_most(position).max(position.coins().saturating_mul(2))
    }

    fn most_heaps(&self) -> Option<u64> {
        Some(3)
    }

    fn heaps_can_grow(&self) -> bool {
        true
    }

    fn theorem(&self) -> Option<&dyn Theorem> {
        Some(self)
    }
}

impl Theorem for Lim {
    fn name(&self) -> &'static str {
        "the nim-sum of the pairs' sums"
    }

    fn is_p(&self, position: &Position) -> bool {
        is_p(position)
    }

    fn set(&self, p: bool) -> String {
        let words = match p {
            true => "those in which no two heaps share a binary one",
            false => "those in which two heaps share a binary one",
        };
        words.to_owned()
    }

    fn winning_moves(&self, position: &Position) -> Option<Vec<(Move, Position)>> {
        Some(winning_moves(position))
    }
}

/// The three heaps, the smallest first; there are never more.
fn three(position: &Position) -> [u64; 3] {
    match *position.heaps() {
        [] => [0, 0, 0],
        [c] => [0, 0, c],
        [b, c] => [0, b, c],
        [a, b, c, ..] => [a, b, c],
    }
}

fn others(third: usize) -> [usize; 2] {
    match third {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    }
}

/// Whether a position of at most three heaps is P under normal play.
///
/// ```
/// use amalgam::{Position, games::classics::lim};
/// assert!(lim::is_p(&Position::new([1, 2, 4])));
/// assert!(!lim::is_p(&Position::new([1, 2, 3])));
/// ```
pub fn is_p(position: &Position) -> bool {
    let [a, b, c] = three(position);
    a & b == 0 && a & c == 0 && b & c == 0
}

/// The moves that win under normal play: at most three.
fn winning_moves(position: &Position) -> Vec<(Move, Position)> {
    let heaps = three(position).map(u128::from);
    let mut moves = Vec::new();
    for third in 0..3 {
        if third > 0 && heaps[third] == heaps[third - 1] {
            continue;
        }
        let [i, j] = others(third);
        let (x, y, into) = (heaps[i], heaps[j], heaps[third]);
        // What the third heap must become, and at once what is moved.
        let coins = ((x + into) & (y + into)).saturating_sub(into);
        if let (true, Ok(sum)) = (coins > 0, u64::try_from(into + coins)) {
            let coins = coins as u64;
            let (x, y) = (x as u64, y as u64);
            let action = Move::Shift { from: [x, y], into: sum - coins, coins };
            moves.push((action, Position::new([x - coins, y - coins, sum])));
        }
    }
    moves
}

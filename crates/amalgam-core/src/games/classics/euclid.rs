//! Euclid (A. J. Cole & A. J. T. Davie, *A game based on the Euclidean algorithm and a winning strategy
//! for it*, Mathematical Gazette 53, 1969): two heaps; take from the larger a multiple of the smaller.
//! The game is over when one heap is empty.
//!
//! **Theorem** (Cole & Davie). With a < b not empty the position is P exactly if b < φa, φ being the
//! golden ratio; a single heap is P, two equal ones are N. *Proof.* Let r be the remainder of b by a.
//! If a < b < φa, there is one move, since φ < 2: to (b − a, a), and a/(b − a) > 1/(φ − 1) = φ, so it
//! leads to no P-position. If a = b, or a divides b, taking all of b leaves a single heap. Otherwise
//! b > φa, and b can be taken down to r, and if b > 2a also to a + r. If r/a > φ − 1 = 1/φ, the former
//! leaves (r, a) with a < φr; if not, then a + r < φa, so b is not a + r already, and the latter
//! leaves (a, a + r). ∎
//!
//! b < φa means b(b − a) < a², so nothing is rounded. What is left of b after a move that wins is r or
//! a + r, because all else is at least 2a > φa.

use std::ops::ControlFlow;

use super::{Classic, Theorem, Visit};
use crate::games::{Kind, NamedGame};
use crate::{Move, Position};

pub(super) const GAME: NamedGame = NamedGame {
    name: "euclid",
    parameters: "",
    source: "Cole & Davie 1969",
    example: "[12,31]",
    typical: "euclid",
    story: "Two heaps, as in Euclid's algorithm: a multiple of the smaller leaves the larger. Whoever \
         faces heaps whose ratio is below the golden one, and that differ, loses.",
    kind: |parameters| parameters.is_empty().then(|| Kind::classic(Euclid)),
};

/// Euclid.
#[derive(Clone, Copy, Debug)]
pub struct Euclid;

/// The two heaps, the smaller first, if none is empty; there are never more.
fn two(position: &Position) -> Option<[u64; 2]> {
    match *position.heaps() {
        [a, b] => Some([a, b]),
        _ => None,
    }
}

impl Classic for Euclid {
    fn words(&self) -> String {
        "two heaps: take from the larger a multiple of the smaller".to_owned()
    }

    fn each_move(&self, position: &Position, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let Some([a, b]) = two(position) else { return ControlFlow::Continue(()) };
        (1..=b / a).try_for_each(|times| {
            let (action, result) = leave(a, b, b - times * a);
            visit(action, result)
        })
    }

    fn moves_at_most(&self, position: &Position) -> u128 {
        two(position).map_or(0, |[a, b]| (b / a).into())
    }

    /// The larger heap never grows, and the smaller may become 1.
    fn most_moves(&self, position: &Position) -> u128 {
        position.largest().into()
    }

    fn most_heaps(&self) -> Option<u64> {
        Some(2)
    }

    fn theorem(&self) -> Option<&dyn Theorem> {
        Some(self)
    }
}

fn leave(a: u64, b: u64, left: u64) -> (Move, Position) {
    (Move::Take { from: b, to: left }, Position::new([a, left]))
}

impl Theorem for Euclid {
    fn name(&self) -> &'static str {
        "Cole and Davie's theorem"
    }

    fn is_p(&self, position: &Position) -> bool {
        two(position).is_none_or(|[a, b]| a < b && is_below_golden(a, b))
    }

    fn set(&self, p: bool) -> String {
        let words = match p {
            true => "the single heaps and the pairs a < b < φa",
            false => "the pairs a = b and b > φa",
        };
        words.to_owned()
    }

    fn winning_moves(&self, position: &Position) -> Option<Vec<(Move, Position)>> {
        let Some([a, b]) = two(position) else { return Some(Vec::new()) };
        let rest = b % a;
        let left = [Some(rest), rest.checked_add(a)].into_iter().flatten();
        let moves = left.filter(|&left| left < b).map(|left| leave(a, b, left));
        Some(moves.filter(|(_, result)| self.is_p(result)).collect())
    }
}

/// Whether b < φa, for a ≤ b.
fn is_below_golden(a: u64, b: u64) -> bool {
    let (a, b) = (u128::from(a), u128::from(b));
    b * (b - a) < a * a
}

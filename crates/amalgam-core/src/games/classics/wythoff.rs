//! Wythoff's game (Wythoff, *A modification of the game of Nim*, 1907): two heaps; take any number
//! from one of them, or the same number from both.
//!
//! **Theorem.** The P-positions are the pairs (aₙ, bₙ), n = 0, 1, 2, …, where aₙ is the least number
//! that no earlier pair has and bₙ = aₙ + n. *Proof.* Each number above 0 is in exactly one pair (the
//! rule for aₙ takes them all, and the bₙ rise faster than the aₙ), and each difference is that of
//! one pair. A move from a pair changes one heap, or both and keeps the difference, so it never
//! leads to a pair. From any other (a, b), a ≤ b: if b is larger than the partner of a, take it down
//! to that; otherwise a = aₙ and b < bₙ (or a = bₙ ≤ b, and b can be taken down to aₙ), the
//! difference d = b − a is below n, and taking the same number from both leads to (a_d, b_d), since
//! a_d < aₙ. ∎
//!
//! aₙ = ⌊nφ⌋ and bₙ = ⌊nφ²⌋ with the golden ratio φ. In whole numbers (Fraenkel, *How to beat your
//! Wythoff games' opponent on three fronts*, 1982): write a number as a sum of Fibonacci numbers no
//! two of which are neighbours (Zeckendorf). It is some aₙ exactly when it ends in an even number of
//! zeros, and then bₙ is the same string with one more zero. So a position with heaps of any size is
//! decided by a few dozen subtractions, and nothing is rounded.

use std::ops::ControlFlow;

use super::{Classic, Theorem, Visit};
use crate::games::{Kind, NamedGame};
use crate::{Move, Position};

pub(super) const GAME: NamedGame = NamedGame {
    name: "wythoff",
    parameters: "",
    source: "Wythoff 1907; Fraenkel 1982 for heaps of any size",
    example: "[8,14]",
    typical: "wythoff",
    story: "Two heaps; the same number may be taken from both. The P-positions are the pairs \
         ⌊nφ⌋, ⌊nφ²⌋ with the golden ratio φ.",
    kind: |parameters| parameters.is_empty().then(|| Kind::classic(Wythoff)),
};

/// Wythoff's game.
#[derive(Clone, Copy, Debug)]
pub struct Wythoff;

impl Classic for Wythoff {
    fn words(&self) -> String {
        "two heaps: take any number from one, or the same number from both".to_owned()
    }

    fn each_move(&self, position: &Position, visit: &mut Visit<'_>) -> ControlFlow<()> {
        for (i, from) in position.distinct() {
            for to in 0..from {
                visit(Move::Take { from, to }, position.replace(&[i], &[to]))?;
            }
        }
        let [a, b] = two(position);
        (1..=a).try_for_each(|taken| {
            let (action, result) = from_both(a, b, taken);
            visit(action, result)
        })
    }

    fn moves_at_most(&self, position: &Position) -> u128 {
        position.coins() + u128::from(two(position)[0])
    }

    fn most_heaps(&self) -> Option<u64> {
        Some(2)
    }

    fn theorem(&self) -> Option<&dyn Theorem> {
        Some(self)
    }
}

impl Theorem for Wythoff {
    fn name(&self) -> &'static str {
        "Wythoff's theorem"
    }

    fn is_p(&self, position: &Position) -> bool {
        is_p(position)
    }

    fn set(&self, p: bool) -> String {
        (if p { "the pairs ⌊nφ⌋, ⌊nφ²⌋" } else { "no pair ⌊nφ⌋, ⌊nφ²⌋" }).to_owned()
    }

    fn winning_moves(&self, position: &Position) -> Option<Vec<(Move, Position)>> {
        Some(winning_moves(position))
    }
}

/// The two heaps, the smaller first; there are never more.
fn two(position: &Position) -> [u64; 2] {
    match *position.heaps() {
        [] => [0, 0],
        [b] => [0, b],
        [a, b, ..] => [a, b],
    }
}

fn from_both(a: u64, b: u64, taken: u64) -> (Move, Position) {
    let to = [a - taken, b - taken];
    (Move::TakeSeveral { from: vec![a, b], to: to.to_vec() }, Position::new(to))
}

/// Whether a position of at most two heaps is P under normal play.
///
/// ```
/// use amalgam::{Position, games::classics::wythoff};
/// assert!(wythoff::is_p(&Position::new([8, 13])));
/// assert!(!wythoff::is_p(&Position::new([8, 14])));
/// ```
pub fn is_p(position: &Position) -> bool {
    let [a, b] = two(position);
    partner(a) == Some(b)
}

/// The moves that win under normal play: at most three.
fn winning_moves(position: &Position) -> Vec<(Move, Position)> {
    let [a, b] = two(position);
    if is_p(position) {
        return Vec::new();
    }
    let mut moves = Vec::new();
    let pairs = if a == b { &[(a, b)][..] } else { &[(a, b), (b, a)][..] };
    for &(kept, from) in pairs {
        if let Some(to) = partner(kept).filter(|&to| to < from) {
            moves.push((Move::Take { from, to }, Position::new([kept, to])));
        }
    }
    if let Some(to) = smaller_with_difference(b - a).filter(|&to| to < a) {
        moves.push(from_both(a, b, a - to));
    }
    moves
}

/// The one heap that makes a P-position with a heap of `heap`, if it fits in 64 bits.
pub fn partner(heap: u64) -> Option<u64> {
    if heap == 0 {
        return Some(0);
    }
    let places = zeckendorf(heap);
    let zeros = places.last().copied().unwrap_or(0);
    if zeros % 2 == 0 {
        places.iter().try_fold(0u64, |sum, &place| sum.checked_add(fibonacci(place + 1)?))
    } else {
        // A place above 0 moves down by one.
        places.iter().try_fold(0u64, |sum, &place| sum.checked_add(fibonacci(place - 1)?))
    }
}

/// The smaller heap of the P-position whose heaps differ by `difference`, if it fits in 64 bits.
/// One more zero makes ⌊nφ⌋ or, where n ends in an even number of zeros, ⌊nφ⌋ + 1.
fn smaller_with_difference(difference: u64) -> Option<u64> {
    let places = zeckendorf(difference);
    let Some(zeros) = places.last() else { return Some(0) };
    let mut shifted = 0u64;
    for &place in &places {
        // Of the numbers that do not fit, one may still fit when it is made smaller by 1; a heap
        // that large has no smaller one beside it that could be reached.
        shifted = shifted.checked_add(fibonacci(place + 1)?)?;
    }
    Some(shifted - u64::from(zeros % 2 == 0))
}

/// The Fibonacci number of a place: 1, 2, 3, 5, 8, …
fn fibonacci(place: u32) -> Option<u64> {
    let (mut low, mut high) = (1u64, 2u64);
    for _ in 0..place {
        let next = low.checked_add(high);
        low = high;
        match next {
            Some(next) => high = next,
            None if place == LAST_PLACE => return Some(low),
            None => return None,
        }
    }
    Some(low)
}

/// The last place whose Fibonacci number fits in 64 bits: F(93) in the usual count.
const LAST_PLACE: u32 = 91;

/// The places of the Fibonacci numbers that add up to `number`, no two of them neighbours, the
/// largest first.
fn zeckendorf(mut number: u64) -> Vec<u32> {
    let mut places = Vec::new();
    let numbers: Vec<u64> = (0..=LAST_PLACE).filter_map(fibonacci).collect();
    for (place, &fibonacci) in numbers.iter().enumerate().rev() {
        if fibonacci <= number {
            number -= fibonacci;
            places.push(place as u32);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ⌊nφ⌋ by exact arithmetic: (n + ⌊√(5n²)⌋) / 2.
    fn golden(n: u64) -> u64 {
        let n = u128::from(n);
        ((n + (5 * n * n).isqrt()) / 2) as u64
    }

    #[test]
    fn partners_are_the_golden_ratio() {
        let edge = (1u64 << 62) - 50..(1u64 << 62);
        for n in (0..5000).chain(edge) {
            let (a, b) = (golden(n), golden(n) + n);
            assert_eq!(partner(a), Some(b), "{n}");
            assert_eq!(partner(b), Some(a), "{n}");
            assert_eq!(smaller_with_difference(n), Some(a), "{n}");
        }
    }

    #[test]
    fn the_largest_heaps_do_not_overflow() {
        for heap in u64::MAX - 100..=u64::MAX {
            if let Some(other) = partner(heap) {
                assert_eq!(partner(other), Some(heap));
            }
            let _ = winning_moves(&Position::new([heap, heap - 1]));
        }
        assert_eq!(fibonacci(LAST_PLACE).map(|f| f.checked_mul(2)), Some(None));
        assert_eq!(fibonacci(LAST_PLACE + 1), None);
    }
}

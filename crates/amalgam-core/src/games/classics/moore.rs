//! Moore's Nim_k (E. H. Moore, *A generalization of the game called Nim*, Annals of Mathematics 11,
//! 1910): take any number of coins from each of one up to k heaps.
//!
//! **Theorem** (Moore). Write the heaps in binary. The position is P under normal play exactly when
//! in every column the number of ones is divisible by k + 1. For k = 1 this is Bouton's theorem.
//!
//! *Proof.* Call such a position even. A move touches at most k heaps; look at the leftmost column
//! it changes: there the touched heaps that change turn a 1 into a 0, between 1 and k of them, so an
//! even position becomes one that is not. From a position that is not even, go through the columns
//! from the left and keep the set of heaps that were made smaller already, m of them, whose
//! remaining digits are free. Let r be the number of ones of the other heaps modulo k + 1. If r = 0,
//! the free digits become 0. If k + 1 − r ≤ m, as many free digits become 1. Otherwise r ≤ k − m, and
//! r of the other heaps with a 1 there turn it into a 0 and join the set. In the end every column is
//! even and at most k heaps were made smaller. ∎

use std::ops::ControlFlow;

use super::{Classic, Theorem, Visit};
use crate::games::{Kind, NamedGame};
use crate::{Move, Position};

pub(super) const GAME: NamedGame = NamedGame {
    name: "moore",
    parameters: "k: from how many heaps at once, at most",
    source: "E. H. Moore 1910",
    example: "[3,5,6,7]",
    typical: "moore(2)",
    story: "Nim in which up to k heaps may be changed at once. The P-positions are those in which \
         every binary column has a number of ones that k + 1 divides.",
    kind: |parameters| match *parameters {
        [most] if most > 0 => Some(Kind::classic(Moore { most })),
        _ => None,
    },
};

/// Moore's Nim_k.
#[derive(Clone, Copy, Debug)]
pub struct Moore {
    /// From this many heaps at most.
    pub most: u64,
}

impl Classic for Moore {
    fn words(&self) -> String {
        format!("take any numbers from up to {} heaps at once", self.most)
    }

    /// Of equal heaps the first become the smaller ones, so that each move comes once. No recursion: `most`
    /// and the number of heaps may be large.
    fn each_move(&self, position: &Position, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let heaps = position.heaps();
        let mut to = heaps.to_vec();
        let (mut touched, mut next) = (Vec::new(), 0);
        loop {
            if next < heaps.len() && (touched.len() as u64) < self.most {
                let is_equal = next > 0 && heaps[next - 1] == heaps[next];
                let least = if is_equal { to[next - 1] } else { 0 };
                if least < heaps[next] {
                    to[next] = least;
                    touched.push(next);
                }
                next += 1;
                continue;
            }
            // The heaps from here on stay as they are.
            let Some(&last) = touched.last() else { return ControlFlow::Continue(()) };
            visit(action(heaps, &to), Position::new(to.iter().copied()))?;
            to[last] += 1;
            if to[last] == heaps[last] {
                touched.pop();
            }
            next = last + 1;
        }
    }

    /// Exactly as many where few heaps change: t of m equal heaps of h coins become smaller in as many
    /// ways as there are multisets of t sizes below h. Otherwise as if all heaps might change.
    fn moves_at_most(&self, position: &Position) -> u128 {
        let heaps = position.heaps();
        let most = usize::try_from(self.most).unwrap_or(usize::MAX).min(heaps.len());
        if most.saturating_mul(heaps.len()) > COUNTED {
            let change =
                |same: &[u64]| multisets(same[0].saturating_add(1), same.len()).last().copied();
            let changes = heaps.chunk_by(|x, y| x == y).filter_map(change);
            return changes.fold(1, u128::saturating_mul);
        }
        // ways[t]: in how many ways exactly t of the heaps so far are made smaller.
        let mut ways = vec![0u128; most + 1];
        ways[0] = 1;
        for same in heaps.chunk_by(|x, y| x == y) {
            let here = multisets(same[0], same.len().min(most));
            for t in (1..=most).rev() {
                let split = |now: usize| ways[t - now].saturating_mul(here[now]);
                ways[t] = (0..here.len().min(t + 1)).map(split).fold(0, u128::saturating_add);
            }
            if ways.contains(&u128::MAX) {
                return u128::MAX;
            }
        }
        ways[1..].iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// As if equal heaps could be told apart: they may become different.
    fn most_moves(&self, position: &Position) -> u128 {
        let heaps = position.heaps();
        let most = usize::try_from(self.most).unwrap_or(usize::MAX).min(heaps.len());
        if most.saturating_mul(heaps.len()) > COUNTED {
            let changes = heaps.iter().map(|&heap| u128::from(heap) + 1);
            return changes.fold(1, u128::saturating_mul);
        }
        let mut ways = vec![0u128; most + 1];
        ways[0] = 1;
        for &heap in heaps {
            for t in (1..=most).rev() {
                ways[t] = ways[t].saturating_add(ways[t - 1].saturating_mul(heap.into()));
            }
            if ways.contains(&u128::MAX) {
                return u128::MAX;
            }
        }
        ways[1..].iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    fn theorem(&self) -> Option<&dyn Theorem> {
        Some(self)
    }
}

impl Theorem for Moore {
    fn name(&self) -> &'static str {
        "Moore's theorem"
    }

    fn is_p(&self, position: &Position) -> bool {
        is_p(self.most, position)
    }

    fn set(&self, p: bool) -> String {
        let modulus = u128::from(self.most) + 1;
        match p {
            true => format!(
                "those whose binary columns all have a number of ones divisible by {modulus}"
            ),
            false => format!(
                "those with a binary column whose number of ones is not divisible by {modulus}"
            ),
        }
    }

    /// The proof names one; the others must be looked for.
    fn winning_moves(&self, _: &Position) -> Option<Vec<(Move, Position)>> {
        None
    }

    fn winning_move(&self, position: &Position) -> Option<(Move, Position)> {
        winning_move(self.most, position)
    }
}

/// Up to this many steps the moves are counted exactly.
const COUNTED: usize = 1 << 20;

/// How many multisets of t of the numbers below `numbers` there are, for each t up to `most`.
fn multisets(numbers: u64, most: usize) -> Vec<u128> {
    let mut counts = vec![1u128];
    for t in 1..=most as u128 {
        let before = counts[counts.len() - 1];
        let product = before.checked_mul(u128::from(numbers) + t - 1);
        counts.push(product.map_or(u128::MAX, |product| product / t));
    }
    counts
}

/// The move that makes `to` of `heaps`.
fn action(heaps: &[u64], to: &[u64]) -> Move {
    let (from, to): (Vec<u64>, Vec<u64>) =
        heaps.iter().zip(to).filter(|(from, to)| from != to).map(|(&from, &to)| (from, to)).unzip();
    match (from.as_slice(), to.as_slice()) {
        (&[from], &[to]) => Move::Take { from, to },
        _ => Move::TakeSeveral { from, to },
    }
}

/// Whether the position is P under normal play.
///
/// ```
/// use amalgam::{Position, games::classics::moore};
/// assert!(moore::is_p(2, &Position::new([5, 5, 5])));
/// assert!(!moore::is_p(2, &Position::new([5, 5])));
/// ```
pub fn is_p(most: u64, position: &Position) -> bool {
    (0..u64::BITS).all(|bit| column(position.heaps(), bit).is_multiple_of(u128::from(most) + 1))
}

/// The number of heaps with a 1 in the column.
fn column(heaps: &[u64], bit: u32) -> u128 {
    heaps.iter().filter(|&&heap| heap >> bit & 1 == 1).count() as u128
}

/// A move that wins under normal play, if one does: the one of the proof.
fn winning_move(most: u64, position: &Position) -> Option<(Move, Position)> {
    if is_p(most, position) {
        return None;
    }
    let heaps = position.heaps();
    let modulus = u128::from(most) + 1;
    let mut to = heaps.to_vec();
    let mut free = vec![false; heaps.len()];
    for bit in (0..u64::BITS).rev() {
        let mask = 1u64 << bit;
        for (heap, _) in to.iter_mut().zip(&free).filter(|(_, free)| **free) {
            *heap &= !mask;
        }
        let odd = column(&to, bit) % modulus;
        let among_free = free.iter().filter(|&&free| free).count() as u128;
        if odd == 0 {
            continue;
        }
        let ones = modulus - odd;
        if ones <= among_free {
            let chosen = (0..to.len()).filter(|&i| free[i]).take(ones as usize);
            chosen.for_each(|i| to[i] |= mask);
        } else {
            let chosen = (0..to.len()).filter(|&i| !free[i] && to[i] & mask != 0);
            for i in chosen.take(odd as usize).collect::<Vec<_>>() {
                to[i] &= !mask;
                free[i] = true;
            }
        }
    }
    Some((action(heaps, &to), Position::new(to.iter().copied())))
}

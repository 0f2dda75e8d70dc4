//! Theorems by which a pattern in a table of values goes on for ever.
//!
//! Each is stated and proved here for exactly what the code checks. Throughout, g(n) is the value of
//! a single heap, and the pattern is g(n + p) = g(n) + s for n ≥ n0.
//!
//! # Finite codes: [`Theorem::Finite`]
//!
//! *Let a move take at most k coins and leave at most q heaps, of any sizes, and let n0 ≥ 1. If
//! g(n + p) = g(n) for n0 ≤ n < q·n0 + (q−1)·p + k, then for all n ≥ n0.*
//!
//! For q = 2 this is the theorem of Guy & Smith (*The G-values of various games*, Proc. Camb. Phil.
//! Soc. 52, 1956): equality for n0 ≤ n < 2·n0 + p + k. For q = 1 it says that a subtraction game
//! repeats as soon as k values in a row do; q = 3 is for hexadecimal codes.
//!
//! *Proof.* Let n ≥ q·n0 + (q−1)·p + k, and let the equality hold from n0 up to n − 1. We show that
//! n and n + p have options of the same values. Since n > k, no move leaves nothing. Let a move take
//! t ≤ k coins from n + p and leave j ≤ q heaps. The largest of them, b, has at least (n + p − k)/q
//! ≥ n0 + p coins. So b − p ≥ n0 ≥ 1, and b − p < n: if t = 0 then j ≥ 2, and b < n + p. Hence
//! g(b) = g(b − p), and the move that takes t from n and leaves b − p in place of b has the same
//! value. Conversely, the largest heap b left of n has at least (n − k)/q ≥ n0 coins, is smaller
//! than n, and b + p in its place is left of n + p, with the same value. ∎
//!
//! The proof replaces one heap by another, so it does not cover `split unequal`, where the new heap
//! might equal its neighbour.
//!
//! # Taking all but a few amounts: [`Theorem::AllButFew`]
//!
//! *Let a move take f coins, f in a finite set F, or any number from b on (F lies below b), and
//! leave the rest as one heap. Let V(n) = {g(0), …, g(n − b)}. If g(n + p) = g(n) + s for n0 ≤ n < N,
//! where N ≥ n0 + b, and V(N + p) = {0, …, s − 1} ∪ (V(N) + s), then for all n ≥ n0.*
//!
//! *Proof.* g(N) is the mex of V(N) and the g(N − f), where N − f ≥ n0. So g(N + p) is the mex of
//! {0, …, s − 1}, V(N) + s and the g(N − f) + s, which is g(N) + s. With N + 1 in place of N, V(N)
//! gains g(N + 1 − b) and V(N + p) gains g(N + 1 − b + p), which is larger by s because
//! N + 1 − b ≥ n0. So the hypotheses hold again. ∎
//!
//! Nim is the case b = 1 with p = s = 1.
//!
//! # Taking any number, and splitting what is left: [`Theorem::TakeAnyLose`]
//!
//! *If any number may be taken, and every move that leaves two heaps takes a coin at least, then
//! g(n) = n.* *Proof.* By induction the options g(0), …, g(n − 1) are 0, …, n − 1, and two heaps with
//! fewer than n coins together have x ⊕ y ≤ x + y < n. ∎
//!
//! # Taking any number, and splitting: [`Theorem::TakeAnySplit`]
//!
//! *Let any number be taken, and let a heap that has lost t coins, t in a finite set T, also be left
//! as two (perhaps unequal) heaps. Let s be a power of two, n0 ≥ 1, n1 = 2·n0 + p + max T, and let
//! g(n + p) = g(n) + s for n0 ≤ n < n1. Call a value v < g(n) a gap of n if it is none of g(0), …,
//! g(n − 1). Assume*
//!
//! 1. *for 1 ≤ a < n0 + p, n0 ≤ b < n0 + p, t in T and every m ≥ n0 with m ≡ a + b + t mod p:
//!    g(a) ⊕ g(b) and g(m) differ modulo s;*
//! 2. *{g(0), …, g(n1 + p − 1)} contains 0, …, s − 1 and g(m) + s for all m < n0;*
//! 3. *for n1 ≤ n < n1 + p, g(n) + s is larger than g(0), …, g(n0 + p − 1);*
//! 4. *for n1 ≤ n < n1 + p, each gap v of n is g(a) ⊕ g(b) for some a + b + t = n with t in T,
//!    1 ≤ a < b, g(a) < s and b ≥ n0.*
//!
//! *Then g(n + p) = g(n) + s for all n ≥ n0.*
//!
//! *Proof.* By induction on n ≥ n1, together with (4) for all n ≥ n1. Put w = g(n) + s.
//!
//! *w is no option of n + p.* By splitting: in a + b + t = n + p one part, say b, is at least n0.
//! Modulo s, g(b) depends on b modulo p only, and so does g(a) unless a < n0; as s is a power of
//! two, ⊕ can be done modulo s; so by (1) the sum is not w. By taking: suppose g(m) = w, m < n + p.
//! If m ≥ n0 + p, then g(m − p) = g(n) with m − p < n, but from n one can take to m − p. If
//! m < n0 + p, then (3) says no, for each n + jp as well, since g grows.
//!
//! *Every v < w is an option of n + p.* If v < s, or v − s is one of g(0), …, g(n − 1), then v is
//! one of g(0), …, g(n + p − 1), by (2) and by induction. Otherwise v − s is a gap of n, equal to
//! g(a) ⊕ g(b) as in (4); since g(a) < s and s is a power of two, g(a) ⊕ g(b + p) =
//! g(a) ⊕ (g(b) + s) = v, and a + (b + p) + t = n + p with a < b + p.
//!
//! So g(n + p) = w, and the gaps of n + p are among those v, so (4) holds for n + p. ∎
//!
//! Lasker's Nim is the case T = {0}, p = s = 4 (its values are in Winning Ways, chapter 4).

use std::fmt;

use super::period::Period;
use super::{HeapMoves, Sequence, Values};
use amalgam_core::games::rules::Split;

/// Why a pattern goes on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Moves take at most k coins and leave at most this many heaps: Guy & Smith 1956 for two.
    Finite {
        /// The most heaps that a move leaves of one.
        heaps: u64,
    },
    /// Moves take any number of coins from some number on.
    AllButFew,
    /// Moves take any number of coins, and may then split the rest.
    TakeAnyLose,
    /// Moves take any number of coins, or split.
    TakeAnySplit,
}

impl Theorem {
    /// A short name, the same for ever.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::Finite { heaps: 1 } => "finite-subtraction",
            Theorem::Finite { heaps: 2 } => "guy-smith",
            Theorem::Finite { .. } => "guy-smith-three-heaps",
            Theorem::AllButFew => "all-but-few",
            Theorem::TakeAnyLose => "take-any-lose",
            Theorem::TakeAnySplit => "take-any-split",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Theorem::Finite { heaps: 1 } => {
                "in a finite subtraction game the last few values determine the next"
            }
            Theorem::Finite { heaps: 2 } => {
                "the theorem of Guy & Smith (1956) on finite octal codes"
            }
            Theorem::Finite { .. } => "the theorem of Guy & Smith (1956), extended to three heaps",
            Theorem::AllButFew => {
                "where all large amounts may be taken, a state of the game that recurs once does \
                 so for ever"
            }
            Theorem::TakeAnyLose => {
                "where any number may be taken and every split loses a coin, a heap is worth its \
                 coins"
            }
            Theorem::TakeAnySplit => {
                "where any number may be taken, or a heap split, no split meets the pattern modulo \
                 its saltus"
            }
        })
    }
}

/// The theorem that proves the pattern, and the last heap that had to be looked at for it.
pub(super) fn prove(sequence: &Sequence, period: &Period) -> Option<(Theorem, u64)> {
    let to = (sequence.values().len() as u64).checked_sub(1)?;
    if let Some(proved) = prove_finite(sequence.moves(), period, to) {
        return Some(proved);
    }
    if all_but_few(sequence.moves(), sequence.values(), period) {
        return Some((Theorem::AllButFew, to));
    }
    if take_any_lose(sequence.moves(), period) {
        return Some((Theorem::TakeAnyLose, 0));
    }
    let checked_to = take_any_split(sequence.moves(), sequence.values(), period)?;
    Some((Theorem::TakeAnySplit, checked_to))
}

/// The theorem for finite codes alone: it asks for nothing but a long table.
pub(super) fn prove_finite(moves: &HeapMoves, period: &Period, to: u64) -> Option<(Theorem, u64)> {
    let checked_to = finite_needs(moves, period).filter(|&need| need <= to)?;
    Some((Theorem::Finite { heaps: moves.most_heaps() }, checked_to))
}

/// How far a table that goes on with this pattern must go for the theorem on finite codes.
pub(super) fn finite_needs(moves: &HeapMoves, period: &Period) -> Option<u64> {
    if period.saltus != 0 || moves.split == Some(Split::Unequal) {
        return None;
    }
    let most = moves.most()?;
    let (q, n0, p) = (moves.most_heaps(), period.preperiod.max(1), period.period);
    // Equality for n < q·n0 + (q − 1)·p + k compares heaps up to p more, less one.
    (q * (n0 + p) - 1).checked_add(most)
}

fn all_but_few(moves: &HeapMoves, values: &Values, period: &Period) -> bool {
    let open = moves.one.ranges().last().filter(|range| range.1 == u64::MAX);
    let Some(&(b, _)) = open else { return false };
    if moves.most_heaps() > 1 || moves.nothing != moves.one {
        return false;
    }
    let (n0, p, s) = (period.preperiod, period.period, period.saltus);
    // The pattern holds for n0 ≤ n < end.
    let end = values.len() as u64 - p;
    if b > end || end - b < n0 {
        return false;
    }
    let reached = |upto: u64| {
        let mut set = vec![false; values.largest() as usize + 1];
        values.iter().take(upto as usize + 1).for_each(|value| set[value as usize] = true);
        set
    };
    let (before, after) = (reached(end - b), reached(end + p - b));
    let s = s as usize;
    let shifted = |value: usize| value < s || before[value - s];
    // What is in V(N) + s beyond the largest value would not be in V(N + p).
    let beyond = before.iter().rev().take(s).any(|&present| present);
    !beyond && (0..after.len()).all(|value| after[value] == shifted(value)) && s <= after.len()
}

fn take_any_lose(moves: &HeapMoves, period: &Period) -> bool {
    let takes_any = moves.one.is_any() && moves.nothing.is_any();
    let nim = Period { preperiod: 0, period: 1, saltus: 1 };
    takes_any && moves.split.is_none() && moves.three.is_empty() && *period == nim
}

/// Steps that the hypotheses of [`Theorem::TakeAnySplit`] may take to check.
const MOST_WORK: u64 = 100_000_000;

fn take_any_split(moves: &HeapMoves, values: &Values, period: &Period) -> Option<u64> {
    let splits = moves.few_splits(64).filter(|splits| !splits.is_empty())?;
    let s = u32::try_from(period.saltus).ok().filter(|s| s.is_power_of_two())?;
    if !moves.one.is_any() || !moves.nothing.is_any() || !moves.three.is_empty() {
        return None;
    }
    let work = period.period.saturating_mul(splits.len() as u64 * values.len() as u64);
    let most = splits.last().copied().filter(|&most| most < values.len() as u64)?;
    let (n0, p) = (period.preperiod.max(1) as usize, period.period as usize);
    let n1 = 2 * n0 + p + most as usize;
    if n1 + p > values.len() || work > MOST_WORK {
        return None;
    }
    let g = |n: usize| values.at(n);
    let splits: Vec<usize> = splits.into_iter().map(|taken| taken as usize).collect();

    let repeats = |n: usize| n0 + (n - n0) % p;
    let meets = |a: usize, b: usize, t: usize| (g(a) ^ g(b) ^ g(repeats(a + b + t))) % s == 0;
    let no_split_meets =
        (1..n0 + p).all(|a| (n0..n0 + p).all(|b| splits.iter().all(|&t| !meets(a, b, t))));

    // Where a value is first taken; values of such a game are all different.
    let mut place = vec![usize::MAX; values.largest() as usize + 1];
    values.iter().enumerate().rev().for_each(|(n, value)| place[value as usize] = n);
    let by = |value: u32, n: usize| place.get(value as usize).is_some_and(|&at| at < n);
    let start_is_reached = (0..s).all(|value| by(value, n1 + p))
        && (0..n0).all(|m| g(m).checked_add(s).is_some_and(|value| by(value, n1 + p)));

    let highest = values.iter().take(n0 + p).max().unwrap_or(0);
    let window = n1..n1 + p;
    let is_high = window.clone().all(|n| g(n).checked_add(s).is_some_and(|value| value > highest));

    let small: Vec<usize> = (1..n1 + p).filter(|&a| g(a) < s).collect();
    let is_split = |n: usize, value: u32| {
        small.iter().any(|&a| {
            splits.iter().any(|&t| {
                let b = n.checked_sub(a + t).filter(|&b| a < b && b >= n0);
                b.is_some_and(|b| g(a) ^ g(b) == value)
            })
        })
    };
    let gaps_are_split =
        window.clone().all(|n| (0..g(n)).all(|value| by(value, n) || is_split(n, value)));

    let proved = no_split_meets && start_is_reached && is_high && gaps_are_split;
    proved.then_some((n1 + p - 1) as u64)
}

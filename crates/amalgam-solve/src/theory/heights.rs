//! Amalgamation Nim with low heaps, any number of them: theorems of ours that parity alone does not give.
//!
//! ⟨b1,b2,b3,b4⟩ counts the heaps of height 1 to 4, and O is the set of heights that occur an odd number of times. By
//! [Lemma 8](super::locke_handley) a position with |O| = 1 or 2, or O = {i, j, i + j}, is N; if O is empty it is P. So with
//! heights up to 4 a P-position that is no mirror has b2 and b4 odd, and O = {1,2,4} (class A), {2,3,4} (class B) or
//! {1,2,3,4} (class C, of which Conjecture 10 of Locke & Handley says that it has no P-position).
//!
//! **T1.** With heaps of 1, 2 and 4 only, ⟨b1,b2,0,b4⟩ is P if and only if b1 ≡ b2 ≡ b4 mod 2. *Proof.* Not all of one
//! parity: one or two odd heights, N. All even: mirror. All odd, by induction: every move changes O. Removing a heap
//! leaves two odd heights; 2→1, 4→1, 4→2 leave one; 4→3 leaves {1,2,3}; 1+1 leaves {1,4}, 2+2 {1,2}, 1+2 {3,4}, 1+4 {2,5},
//! 2+4 {1,6}: all N. 4+4 makes an 8, which is taken: ⟨b1,b2,0,b4−2⟩, P by induction. ∎
//!
//! **T2.** ⟨b1,b2,1,b4⟩ is never P. *Proof.* Only classes B and C are left. In class B take two coins from the 3, in
//! class C take the 3; both lead to T1's P-positions. ∎ So Conjecture 10 is true for b3 ≤ 1.
//!
//! **T3.** n single coins and two heaps 2 ≤ a ≤ b: for n even P if and only if a = b; for n odd P if and only if {a,b} =
//! {4k+2,4k+4} or {4k+3,4k+5} (Theorem 3 of the paper for any odd number of single coins). *Proof.* For n even O is
//! empty or {a,b}. For n odd let a′ be the partner of a in the list. Not in the list: a = b or b = a + 1 is N by Lemma 8,
//! else take b down to a′, which is less than b. In the list: removing a single coin, merging one with a or b, merging a
//! and b, lowering a or b to 0 or 1 leave at most two odd heights; 1+1 is answered by taking the 2 back (if a = 2, O =
//! {1,4} already); lowering to x ≥ 2 leaves the list, since partners are unique. ∎
//!
//! **T4.** If R has d distinct heights with sum s, f(R) ≤ s + d + d(d+1)/2 whatever the multiplicities. *Proof.* f(R) is
//! the least x such that no option of R + x that leaves x, and no merge with x, is P; each of the s ways to take, at
//! most d(d+1)/2 merges within R and d merges with x excludes one x at most. ∎ ([`most`])

use amalgam_core::games::rules::Rules;
use amalgam_core::{Move, Outcome, Position};

/// Which theorem decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Heaps of 1, 2 and 4.
    T1,
    /// One heap of 3 among heaps of 1, 2 and 4.
    T2,
    /// Two heaps and single coins.
    T3,
}

impl Theorem {
    /// What it says.
    pub fn statement(self) -> &'static str {
        match self {
            Theorem::T1 => {
                "Theorem T1: with heaps of 1, 2 and 4 only, a position is P if and only if the three numbers of heaps are \
                 all even or all odd"
            }
            Theorem::T2 => {
                "Theorem T2: with one heap of 3 among heaps of 1, 2 and 4, no position is P"
            }
            Theorem::T3 => {
                "Theorem T3: beside an odd number of single coins, two heaps are P if and only if they are 4k+2 and 4k+4, or \
                 4k+3 and 4k+5"
            }
        }
    }
}

/// Whether all heaps may merge and none is lost by it, so that the theorems hold.
pub fn speaks_of(rules: &Rules) -> bool {
    rules.takes_any()
        && rules.merges().iter().all(|merge| merge.then_take == 0)
        && rules.merges().iter().any(|merge| merge.conditions.is_empty())
}

/// Who wins at a position of Amalgamation Nim in normal play, where one of the theorems says so.
///
/// ```
/// use amalgam::{Outcome, theory::heights};
/// let outcome = |text: &str| heights::outcome(&text.parse().unwrap()).map(|(outcome, _)| outcome);
/// assert_eq!(outcome("<1000001,1,0,1>"), Some(Outcome::P));
/// assert_eq!(outcome("<1000001,1,1,1>"), Some(Outcome::N));
/// assert_eq!(outcome("<1000001,1,2,1>"), None);
/// ```
pub fn outcome(position: &Position) -> Option<(Outcome, Theorem)> {
    let threes = position.count_of(3);
    if position.largest() <= 4 && threes <= 1 {
        let odd = |height: u64| position.count_of(height) % 2;
        let same = odd(1) == odd(2) && odd(2) == odd(4);
        return Some(match threes {
            0 => (Outcome::from_p(same), Theorem::T1),
            _ => (Outcome::N, Theorem::T2),
        });
    }
    let (ones, a, b) = two_tall(position)?;
    let p = if ones % 2 == 0 { a == b } else { partner(a) == b };
    Some((Outcome::from_p(p), Theorem::T3))
}

/// The number of single coins and the other two heaps, the smaller first.
fn two_tall(position: &Position) -> Option<(usize, u64, u64)> {
    let ones = position.count_of(1);
    let mut tall = position.runs().filter(|&(height, _)| height > 1);
    match (position.heap_count() - ones, tall.next(), tall.next()) {
        (2, Some((a, 2)), None) => Some((ones, a, a)),
        (2, Some((a, 1)), Some((b, 1))) => Some((ones, a, b)),
        _ => None,
    }
}

/// The heap that makes a P-position with a heap of two or more and an odd number of single coins.
fn partner(a: u64) -> u64 {
    if a % 4 == 2 || a % 4 == 3 { a.saturating_add(2) } else { a - 2 }
}

/// Moves that the proofs name: all that win where no heap is above 4, those of the two tall heaps in T3.
pub fn moves(rules: &Rules, position: &Position) -> Vec<(Move, Position)> {
    if position.largest() <= 4 {
        return rules.moves(position);
    }
    let Some((_, a, b)) = two_tall(position) else { return Vec::new() };
    let take = |from: u64, to: u64| Some((Move::Take { from, to }, position.reduced(from, to)?));
    [take(b, partner(a)), take(a, partner(b))].into_iter().flatten().collect()
}

/// T4: the completion of a rest is not above this.
pub fn most(rest: &Position) -> u128 {
    let (sum, distinct) = rest.runs().fold((0u128, 0u128), |(sum, distinct), (height, _)| {
        (sum + u128::from(height), distinct + 1)
    });
    sum + distinct + distinct * (distinct + 1) / 2
}

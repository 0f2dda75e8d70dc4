//! Restricted Amalgamation Nim with threshold 2, three heaps (Manabe).
//!
//! Only heaps of two coins or more may merge. Write each heap as 2A + α with α ∈ {0, 1}; A is its
//! *half* and α its *low bit*. Call three heaps *flat* if no half is 0 and the largest half is the
//! sum of the other two.
//!
//! **Theorem** (Manabe's Theorem 2, in other words). Three heaps, some perhaps empty, are a
//! P-position exactly when the nim-sum of their halves is 0 and the nim-sum of their low bits is 1 if
//! they are flat and 0 if not.
//!
//! *Proof.* Let T be the set of those positions. Whether a position is flat depends on its halves
//! only, and if the halves have nim-sum 0, then A + B = C + 2(A & B) ≥ C for the largest half C.
//!
//! *No move leads from T to T.* If a heap is reduced and the halves still have nim-sum 0, its half
//! is the same, so it lost its low bit: the nim-sum of the low bits has changed, flatness has not.
//! If two heaps x, y ≥ 2 are merged, two heaps are left, which are not flat and so in T only if
//! they are equal: x + y = w. Then X + Y ≤ W ≤ X + Y + 1, and X + Y ≥ W in T, so X + Y = W and the
//! low bits add without a carry: their nim-sum is 0. But X, Y ≥ 1, so x, y, w are flat and would
//! need 1.
//!
//! *From outside T a move leads into T.* If the nim-sum S of the halves is not 0, Bouton's move
//! reduces a half H to H ⊕ S; the heap becomes smaller whatever its new low bit, which can be
//! chosen to fit. Otherwise the low bits are wrong. If one of them is 1, taking one coin there
//! puts them right. If all are 0, the position is flat, and as low bits are 0 its largest heap is
//! the sum of the others, which have two coins or more: merging those leaves an equal pair. ∎
//!
//! **The sets of the paper.** For x, y ≤ z with nim-sum 0, x + y = z + 2(x & y). So P01 and N01 have
//! x & y = 0, N02 has 1, P02 has 2 or more. N01 and N02 together are the flat positions of nim-sum
//! 0, P11 and P12 the flat ones of nim-sum 1. ([`Set`])
//!
//! The completion is one line: the half of f(a,b) is the nim-sum of the other halves, and its low
//! bit follows.

use std::fmt;

/// The sets by their names in the paper, each closed under changing the order of the heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// Nim-sum 0, a sum of the others, one heap below 2: P.
    P01,
    /// Nim-sum 0, largest heap less than the sum of the others by more than 2: P.
    P02,
    /// Nim-sum 0, a sum of the others, no heap below 2: N, by merging.
    N01,
    /// Nim-sum 0, largest heap less by 2: N.
    N02,
    /// Next to N01 in the largest heap's low bit: P.
    P11,
    /// Next to N02 in the largest heap's low bit: P.
    P12,
}

impl Set {
    /// Whether the set belongs to the P-positions.
    pub fn is_p(self) -> bool {
        !matches!(self, Set::N01 | Set::N02)
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

fn is_flat(halves: [u64; 3]) -> bool {
    let [x, y, z] = sorted(halves);
    x >= 1 && y.checked_add(x) == Some(z)
}

/// Whether the position with these heaps, in any order, is P.
///
/// ```
/// use amalgam::theory::manabe;
/// assert!(manabe::is_p([2, 4, 7]) && !manabe::is_p([2, 4, 6]));
/// assert_eq!(manabe::completion(1_000_001, 1_000_002), 2);
/// ```
pub fn is_p([x, y, z]: [u64; 3]) -> bool {
    completion(x, y) == z
}

/// f(a,b), the one heap that makes a P-position with `a` and `b`.
pub fn completion(a: u64, b: u64) -> u64 {
    let half = a >> 1 ^ b >> 1;
    let flat = is_flat([a >> 1, b >> 1, half]);
    half << 1 | (a ^ b) & 1 ^ u64::from(flat)
}

/// The set of the paper to which the position belongs, if it belongs to any.
pub fn set_of(heaps: [u64; 3]) -> Option<Set> {
    let [x, y, z] = sorted(heaps);
    let flat = is_flat([x >> 1, y >> 1, z >> 1]);
    match (x ^ y ^ z, x & y) {
        (0, 0) if flat => Some(Set::N01),
        (0, 1) if flat => Some(Set::N02),
        (0, 0) => Some(Set::P01),
        (0, _) => Some(Set::P02),
        (1, 0) if flat => Some(Set::P11),
        (1, 1) if flat => Some(Set::P12),
        _ => None,
    }
}

fn sorted(mut heaps: [u64; 3]) -> [u64; 3] {
    heaps.sort_unstable();
    heaps
}

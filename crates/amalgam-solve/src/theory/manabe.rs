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
//! *Proof.* This is Corollary 4 of [`restricted`](super::restricted) for R = 1; the theorem there gives
//! the Grundy value too, by the free pairs of the position. ∎
//!
//! **The sets of the paper.** For x, y ≤ z with nim-sum 0, x + y = z + 2(x & y). So P01 and N01 have
//! x & y = 0, N02 has 1, P02 has 2 or more. N01 and N02 together are the flat positions of nim-sum
//! 0, P11 and P12 the flat ones of nim-sum 1. ([`Set`])

use std::fmt;

use amalgam_core::base::nimber::nim_sum;

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
/// ```
pub fn is_p(heaps: [u64; 3]) -> bool {
    nim_sum(heaps) == u64::from(is_flat(heaps.map(|heap| heap >> 1)))
}

/// The set of the paper to which the position belongs, if it belongs to any.
pub fn set_of(heaps: [u64; 3]) -> Option<Set> {
    let [x, y, z] = sorted(heaps);
    let flat = is_flat([x >> 1, y >> 1, z >> 1]);
    match (nim_sum(heaps), x & y) {
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

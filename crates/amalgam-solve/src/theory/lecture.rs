//! Nim (the lecture notes).
//!
//! **Bouton's theorem.** A position of Nim is P exactly when the nim-sum of its heaps is 0, and the
//! Grundy value of a position is its nim-sum.
//!
//! *Proof.* Let s be the nim-sum of heaps m₁, …, mᵣ. Changing one heap changes the nim-sum, so no
//! option has the value s. Let t < s. The highest bit in which s and t differ is set in s, so it is
//! set in some heap m; then m ⊕ s ⊕ t < m, because that bit falls from 1 to 0 and those above stay.
//! Reducing m to it leaves the nim-sum t. By induction the options have every value below s and not
//! s itself: the mex is s. With t = 0 this is Bouton's move ([`bouton`](amalgam_core::base::nimber::bouton)). ∎
//!
//! **Two conjectures of the lecture are theorems.** Heaps of m and n coins, m ≠ n, are not
//! equivalent: with a heap of m coins added one is P and the other N. And *n + *m is equivalent to
//! *(n ⊕ m): adding any game G with value g to both gives the values n ⊕ m ⊕ g twice, by
//! Sprague–Grundy, and values decide outcomes.

use amalgam_core::base::nimber::nim_sum;

/// The Grundy value of the position of Nim with these heaps: their nim-sum.
///
/// ```
/// use amalgam::theory::lecture;
/// assert_eq!(lecture::grundy(&[34, 16, 45]), 31);
/// assert!(lecture::is_p(&[1, 2, 3]));
/// ```
pub fn grundy(heaps: &[u64]) -> u64 {
    nim_sum(heaps.iter().copied())
}

/// Whether the position of Nim with these heaps is P.
pub fn is_p(heaps: &[u64]) -> bool {
    grundy(heaps) == 0
}

//! Merging that costs a coin, and the bounds of f(a,b) (Shinoda's slides).
//!
//! **Merge and take one is Nim** (Remark 2.2, and a little more). Where a merge takes one coin from
//! the merged heap, the Grundy value of a position is its nim-sum, for any number of heaps.
//!
//! *Proof.* By Bouton's argument the moves of Nim reach every value below the nim-sum s and never s.
//! Merging x and y leaves x + y − 1 in their place. Since x + y and x ⊕ y have the same parity, the
//! nim-sum changes its parity: it is not s. So the mex is s, by induction. ∎
//!
//! **Bounds** (Proposition 3.2). In Amalgamation Nim |a − b| − 1 ≤ f(a,b) ≤ a + b + 1.
//!
//! *Proof.* f(a,b) is a mex. It excludes f(a′,b) for a′ < a and f(a,b′) for b′ < b, which by
//! induction are at most a + b, and what merges exclude, which is a + b and |a − b|. So a + b + 1 is
//! not excluded, and the mex does not exceed it. As a, b and f(a,b) may change places, the upper
//! bound for the larger of a and b, a ≤ b + f(a,b) + 1, is the lower bound. ∎
//!
//! **The recursion.** f(a,b) = mex { f(a,b′), f(a′,b), a + b, |a − b| } where a and b are both
//! positive and different. Merging a and b gives an equal pair exactly if the third heap is a + b;
//! merging the third heap with the smaller of a and b, exactly if it is |a − b|, and then it must
//! not be empty. So for a = b the last entry has to be left out, and where a or b is 0 the last two:
//! an empty heap cannot be merged. There the recursion with all
//! four entries is always wrong, since it excludes f(a,a) = 0 and f(a,0) = a themselves.

use amalgam_core::base::nimber::nim_sum;

/// The Grundy value of the position with these heaps where a merge loses one coin: their nim-sum.
///
/// ```
/// assert_eq!(amalgam::theory::shinoda::grundy(&[3, 4, 7]), 0);
/// ```
pub fn grundy(heaps: &[u64]) -> u64 {
    nim_sum(heaps.iter().copied())
}

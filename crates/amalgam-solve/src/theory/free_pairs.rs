//! Merges that keep the nim-sum, and why they turn the lowest bit of the value.
//!
//! Write a heap as x = 2A + α with α ∈ {0, 1}: A is its *half*, α its *low bit*. In binary the half is
//! everything but the last digit. For a position let S be the nim-sum of the halves and λ that of the
//! low bits; its nim-sum is 2S + λ.
//!
//! ```text
//!    half | low bit          half | low bit
//!   1 0 0 | 1     9         1 0 0 | 0     8
//!   0 1 0 | 0     4         0 0 1 | 1     3
//!   ---------              ---------
//!   1 1 0 | 1    13         1 0 1 | 1    11    S | λ
//! ```
//!
//! Any number may be taken, no heap splits, and two heaps x, y merge into x + y − t with t = 4τ if both
//! are at least r (and perhaps at most m). Two heaps are a *free pair* if their halves A, B lie between
//! R = ⌈r/2⌉ and M = ⌊m/2⌋ and the digits they have in common are those of τ: A ∧ B = τ. Without loss,
//! τ = 0: no common digit. Whether a pair is free does not depend on the low bits, and a half of 0 is
//! never in one. The bounds must not tell 2A from 2A + 1 where that matters: **r is even, or
//! τ ⊄ (r−1)/2**; likewise m is odd, or τ ⊄ m/2. If only `unequal` heaps merge, τ < R.
//!
//! **Lemma 1.** Let heaps with halves A, B and low bits α, β merge. S is the same afterwards exactly if
//! αβ = 0 and the two are a free pair; then the new half is A ⊕ B, and λ is the same too. A free pair with
//! αβ = 0 may merge.
//!
//! *Proof.* A + B = (A ⊕ B) + 2(A ∧ B). The merged heap is 2(A + B − 2τ) + α + β. If α = β = 1, its half
//! is A + B + 1 − 2τ, which is A ⊕ B only if the odd number 2(A ∧ B) + 1 is 2τ. If αβ = 0, its half is
//! A + B − 2τ, which is A ⊕ B exactly if A ∧ B = τ, and its low bit is α ⊕ β. It remains that such
//! heaps may merge exactly if the halves lie between R and M. There are coins enough:
//! x + y − t = 2(A ⊕ B) + α + β ≥ 0. If r is even, x ≥ r says A ≥ R. If it is odd, it says A ≥ R or
//! x = r; but x = r has the half (r−1)/2, which lacks a digit of τ = A ∧ B ⊆ A. The same for m: if it is
//! even, x = m and x = m + 1 have the half m/2, which lacks one. Equal heaps have A = B = A ∧ B = τ < R. ∎
//!
//! ```text
//!   A      0 1 0 0 1 0        A      0 1 0 0 1 0
//!   B      1 0 0 1 0 0        B      1 0 0 1 1 0
//!          -----------               -----------
//!   A + B  1 1 0 1 1 0        A + B  1 1 1 0 0 0
//!   A ⊕ B  1 1 0 1 1 0        A ⊕ B  1 1 0 1 0 0
//!   free: no carry            a carry: S changes
//! ```
//!
//! For the halves H of a position and a free pair u, v of it let H/uv be H with A, B replaced by A ⊕ B.
//!
//! **Proposition 2.** Let 𝒦 be a set of multisets of halves that no move leaves, and let ε: 𝒦 → {0, 1}
//! satisfy
//!
//! * (a) ε(H/uv) = 1 − ε(H) for every free pair u, v of H,
//! * (b) ε(H) = 0 if H has no free pair.
//!
//! Then every position with halves H ∈ 𝒦 has the Grundy value 2S + (λ ⊕ ε(H)): **the nim-sum, its lowest
//! bit turned if ε(H) = 1.**
//!
//! *Proof* by induction over the options. Put v = λ ⊕ ε(H) and g = 2S + v.
//! *Every value below 2S occurs.* Let n < S. As in Bouton's proof some half A becomes smaller when the
//! digits of S ⊕ n are turned in it; the heap may be reduced to that half with either low bit, and the two
//! options have the values 2n and 2n + 1 in some order, since they have the same halves.
//! *g does not occur.* An option of value g has halves of nim-sum S. If it came by taking, a half is
//! unchanged, so one coin was taken from an odd heap: the halves are H, λ is turned, the value is g ⊕ 1. If
//! it came by merging, Lemma 1 says that a free pair was merged and λ kept: the value is g ⊕ 1 by (a).
//! *If v = 1, 2S occurs.* If some low bit is 1, take one coin there: that leaves g ⊕ 1. If all are 0, then
//! λ = 0 and ε(H) = 1, so there is a free pair by (b); it may merge, which leaves g ⊕ 1 by (a). ∎
//!
//! By (a) and (b) ε can be found by merging free pairs one after the other until none is left and
//! counting the merges: ε is their parity ([`FreePairs::flips`]). What has to be proved is that every
//! order of merging gives the same parity. [`restricted`](super::restricted) does that for three
//! heaps, [`four_heaps`] for four.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::four_heaps;
use amalgam_core::base::nimber::nim_sum;
use amalgam_core::games::rules::{Condition, Merge, Quantity, Rules};
use amalgam_core::{Move, Position};

/// The free pairs of a game: what has to be known of its rules.
///
/// ```
/// use amalgam::theory::free_pairs::FreePairs;
/// let manabe = FreePairs::of(&"take any, merge if min >= 2".parse()?).unwrap();
/// assert_eq!(manabe.grundy(&[4, 9]), Some(4 ^ 9 ^ 1)); // halves 010 and 100
/// assert_eq!(manabe.grundy(&[4, 6]), Some(4 ^ 6)); // halves 010 and 011
/// assert_eq!(FreePairs::of(&"take any, merge if min >= 3".parse()?), None);
/// # Ok::<(), amalgam::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FreePairs {
    /// r: smaller heaps never merge.
    threshold: u64,
    /// τ, the digits that the halves of a free pair have in common.
    common: u64,
    /// R, the least half of a free pair.
    least: u64,
    /// M, the greatest.
    most: u64,
    /// Of how many heaps that are at least r the theorem speaks without a look at their sizes.
    heaps: usize,
}

/// The halves that could be in a free pair: there are four at the most where the theorem speaks.
type Halves = SmallVec<[u64; 4]>;

impl FreePairs {
    /// The free pairs of a game, if its merges are of the kind that the theorem is about.
    pub fn of(rules: &Rules) -> Option<FreePairs> {
        let [Merge { conditions, then_take }] = rules.merges() else { return None };
        if !rules.takes_any() || then_take % 4 != 0 {
            return None;
        }
        let common = then_take / 4;
        let (mut threshold, mut most, mut only_unequal) = (1, u64::MAX, false);
        for condition in conditions {
            match *condition {
                Condition::AtLeast(Quantity::Min, r) => threshold = threshold.max(r),
                Condition::AtMost(Quantity::Max, m) => most = most.min(m),
                Condition::Unequal => only_unequal = true,
                _ => return None,
            }
        }
        // A bound that parts 2A from 2A + 1 is harmless where A lacks a digit of τ.
        let lacks = |half: u64| half & common != common;
        let least = threshold.div_ceil(2);
        let keeps_low = threshold % 2 == 0 || lacks(threshold / 2);
        let keeps_high = most % 2 == 1 || lacks(most / 2);
        let keeps_equal = !only_unequal || common < least;
        if !(keeps_low && keeps_high && keeps_equal) {
            return None;
        }
        let most = most / 2;
        // Corollary 5 of `restricted`: a merged half must be able to merge again.
        let closed = common > 0 || (most + 1).is_power_of_two();
        Some(FreePairs { threshold, common, least, most, heaps: if closed { 3 } else { 2 } })
    }

    /// R, the least half of a free pair.
    pub fn least_half(&self) -> u64 {
        self.least
    }

    /// M, the greatest half of a free pair, if there is one.
    pub fn greatest_half(&self) -> Option<u64> {
        (self.most < u64::MAX / 2).then_some(self.most)
    }

    /// τ, the digits that the halves of a free pair have in common.
    pub fn common_digits(&self) -> u64 {
        self.common
    }

    /// How many heaps a position may have for the theorem to speak of it whatever their sizes.
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// Whether both games have the same free pairs, so that a position of which both theorems speak
    /// has the same value in both.
    pub fn has_the_same(&self, other: &FreePairs) -> bool {
        let of = |pairs: &FreePairs| (pairs.common, pairs.least, pairs.most);
        of(self) == of(other)
    }

    /// Whether heaps with these halves are a free pair.
    pub fn is_free(&self, a: u64, b: u64) -> bool {
        let merges = |half: u64| half >= self.least && half <= self.most;
        merges(a) && merges(b) && a & b == self.common
    }

    /// The free pairs among heaps of which the theorem speaks, as heaps.
    pub fn among(&self, heaps: &[u64]) -> Vec<[u64; 2]> {
        let heaps: Vec<u64> = heaps.iter().copied().filter(|heap| heap / 2 >= self.least).collect();
        let later = |i: usize| heaps[i + 1..].iter().map(move |&y| (i, y));
        let pairs = (0..heaps.len()).flat_map(later).map(|(i, y)| [heaps[i], y]);
        pairs.filter(|&[x, y]| self.is_free(x / 2, y / 2)).collect()
    }

    /// Whether the theorem applies to a position: few enough of its heaps can ever merge.
    pub fn speaks_of(&self, heaps: &[u64]) -> bool {
        let merging = heaps.iter().filter(|&&heap| heap >= self.threshold).take(5).count();
        merging <= self.heaps
            || merging == 4 && self.heaps == 3 && self.common == 0 && {
                let halves = self.halves(heaps);
                let four = <[u64; 4]>::try_from(halves.as_slice());
                !four
                    .is_ok_and(|halves| four_heaps::path_at_or_below(halves, self.least, self.most))
            }
    }

    /// The Grundy value, if the theorem applies to the position.
    pub fn grundy(&self, heaps: &[u64]) -> Option<u64> {
        self.speaks_of(heaps).then(|| self.value(heaps))
    }

    /// ε: whether the lowest bit of the nim-sum is turned, at a position of which the theorem speaks.
    pub fn flips(&self, heaps: &[u64]) -> bool {
        self.merges_are_odd(self.halves(heaps))
    }

    /// The Grundy value at a position of which the theorem speaks; it does at every option of one.
    pub(crate) fn value(&self, heaps: &[u64]) -> u64 {
        nim_sum(heaps.iter().copied()) ^ u64::from(self.flips(heaps))
    }

    fn halves(&self, heaps: &[u64]) -> Halves {
        heaps.iter().map(|heap| heap / 2).filter(|&half| half >= self.least).collect()
    }

    /// Merges free pairs until none is left: whether that took an odd number of merges.
    fn merges_are_odd(&self, mut halves: Halves) -> bool {
        let mut odd = false;
        while let Some((i, j)) = self.first_free(&halves) {
            let merged = halves[i] ^ halves[j];
            halves.swap_remove(j);
            halves[i] = merged;
            odd = !odd;
        }
        odd
    }

    fn first_free(&self, halves: &[u64]) -> Option<(usize, usize)> {
        let later = |i: usize| (i + 1..halves.len()).map(move |j| (i, j));
        let mut pairs = (0..halves.len()).flat_map(later);
        pairs.find(|&(i, j)| self.is_free(halves[i], halves[j]))
    }

    /// f(R), the one heap that makes a P-position with `rest`: its half is the nim-sum of the other
    /// halves, which fixes ε, and its low bit follows. `None` where the theorem does not speak of the
    /// P-position.
    pub fn completion(&self, rest: &[u64]) -> Option<u64> {
        let even = nim_sum(rest.iter().copied()) & !1;
        let heaps: Vec<u64> = rest.iter().copied().chain([even]).collect();
        let value = self.value(&heaps);
        debug_assert!(value <= 1, "the halves have nim-sum 0");
        // The threshold may part `even` from `even + 1`.
        let completed: Vec<u64> = rest.iter().copied().chain([even | value]).collect();
        self.speaks_of(&completed).then_some(even | value)
    }

    /// Calls `visit` with every move to a position of Grundy value `target`, from a position of which the
    /// theorem speaks, until it breaks: one candidate for each heap, since half and low bit follow, and
    /// the few merges.
    pub fn each_move_to<F>(
        &self,
        rules: &Rules,
        position: &Position,
        target: u64,
        mut visit: F,
    ) -> ControlFlow<()>
    where
        F: FnMut(Move, Position) -> ControlFlow<()>,
    {
        let heaps = position.heaps();
        let halves = self.halves(heaps);
        let sum = nim_sum(heaps.iter().copied());
        let first = heaps.len() - halves.len();
        for (i, from) in position.distinct() {
            let half = (sum ^ from ^ target) / 2;
            if half > from / 2 {
                continue;
            }
            // The heaps are sorted, so those with large halves are the last.
            let mut after = halves.clone();
            if i >= first {
                after[i - first] = half;
            }
            let to = (sum ^ from ^ target) ^ u64::from(self.merges_are_odd(after));
            if to < from {
                visit(Move::Take { from, to }, position.replace(&[i], &[to]))?;
            }
        }
        let first = heaps.partition_point(|&heap| heap < self.threshold);
        let later = |i: usize| (i + 1..heaps.len()).map(move |j| (i, j));
        for (i, j) in (first..heaps.len()).flat_map(later) {
            let seen = heaps[first..i].contains(&heaps[i]) || heaps[i + 1..j].contains(&heaps[j]);
            for to in rules.merged(heaps[i], heaps[j]).into_iter().filter(|_| !seen) {
                let result = position.replace(&[i, j], &[to]);
                if self.value(result.heaps()) == target {
                    visit(Move::Merge { from: [heaps[i], heaps[j]], to }, result)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The same moves as a list.
    pub fn moves_to(
        &self,
        rules: &Rules,
        position: &Position,
        target: u64,
    ) -> Vec<(Move, Position)> {
        let mut moves = Vec::new();
        let _ = self.each_move_to(rules, position, target, |action, result| {
            moves.push((action, result));
            ControlFlow::Continue(())
        });
        moves
    }
}

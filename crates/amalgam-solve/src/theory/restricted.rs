//! Restricted Amalgamation Nim: Manabe's Conjecture 1, with the exact value, for every even threshold.
//!
//! In the game 𝒢(r, t) any number may be taken from a heap, and two heaps that both have at least r coins
//! may merge into one that has t coins less than both together. 𝒢(2, 0) is Manabe's game, 𝒢(1, 0)
//! Amalgamation Nim. The *pair rule* holds at a position if its Grundy value and its nim-sum agree but
//! for the lowest bit: the numbers stay together in pairs {2n, 2n + 1}. Halves, low bits, free pairs,
//! Lemma 1 and Proposition 2 are explained in [`free_pairs`](super::free_pairs).
//!
//! **Theorem 3.** Let t = 4τ, and let r be even or τ ⊄ (r−1)/2. For at most three heaps
//! G(x, y, z) = x ⊕ y ⊕ z ⊕ ε, where ε depends on the number e of free pairs only: for t = 0, ε = 1 exactly
//! if e is 1 or 2; for t > 0, exactly if e ≥ 1. *With r = 2 and t = 0 this is Conjecture 1 of Manabe.*
//!
//! *Proof.* No move makes more heaps, and ε = 0 without a free pair. By Proposition 2 it remains that
//! merging a free pair turns ε. Let its halves be A and B, and C the third half (0 if there is none): is
//! A ⊕ B, C a free pair?
//!
//! *t = 0:* A ∧ B = 0, so A ⊕ B = A + B is large enough, and it is free with C exactly if C is large
//! enough and has no digit in common with A nor with B; that is, if e = 3. So after the merge ε = 1
//! exactly if e was 3, and before exactly if it was not.
//! *t > 0:* A and B have all digits of τ, so A ⊕ B has none of them, and (A ⊕ B) ∧ C is not τ ≠ 0: never
//! free. So after the merge ε = 0, and before ε = 1. ∎
//!
//! ```text
//!   e = 1   A–B   C     merge A, B:   A+B     C     no edge left: ε was 1
//!   e = 2   A–B–C       merge A, B:   A+B     C     A and C have a digit in common: ε was 1
//!   e = 3   A–B–C–A     merge A, B:   A+B  –  C     one edge left, ε = 1: ε was 0
//! ```
//!
//! **Why it works.** An even threshold does not part 2A from 2A + 1, so turning the last digit of a heap
//! changes nothing but the last digit of the value. An odd one does part them: `[r, 2^m]` with 2^m > r may
//! merge into 2S + 1, and one coin taken from r leaves `[r−1, 2^m]`, which is Nim, worth 2S.
//!
//! **Corollary 4** (P-positions, t = 0). Three heaps are P exactly if their halves have nim-sum 0 and λ is
//! 1 if the largest half is the sum of the two others and these are at least R, and 0 if not. For r = 2
//! this is Manabe's Theorem 2 ([`manabe`](super::manabe)).
//!
//! *Proof.* G = 0 says S = 0 and λ = ε. Let C be the largest half and S = 0. If A and C were a free pair, B
//! were A + C > C; likewise B and C. So e ≤ 1, and e = 1 says A, B ≥ R and A + B = A ⊕ B = C. ∎
//!
//! **Corollary 5.** Any number of heaps may lie beside, as long as at most three have r coins or more: the
//! small ones never merge, so this is a sum of games. And for t = 0 "at least R" may be replaced by
//! "in Σ" for any set Σ of positive halves in which A, B ∈ Σ with A ∧ B = 0 implies A + B ∈ Σ: nothing
//! else was used.
//!
//! *Which words say such a Σ.* `min >= r and max <= m` with r even and m odd asks for halves from R to
//! M = (m−1)/2. That is closed if M + 1 is a power of two, for then A + B = A | B has no more digits than M.
//! Otherwise let 2^k be the top digit of M. If R < 2^k, the halves 2^k and 2^k − 1 are in Σ, and their sum
//! 2^(k+1) − 1 > M is not. (If R ≥ 2^k, any two halves share the digit 2^k: there is no free pair, and the
//! game is Nim.) Where Σ is not closed the theorem holds for two heaps still, since only one merge is
//! possible; where τ > 0 no merged heap is free, and Σ may be anything.
//!
//! **Theorem 8** (classification). The pair rule holds at all positions of at most k heaps of 𝒢(r, t)
//! exactly if k = 1, or t is odd (then G is the nim-sum), or k ≤ 3, t = 4τ, and r is even or τ ⊄ (r−1)/2.
//! For merging without loss: exactly if k = 1, or k ≤ 3 and r is even.
//!
//! *Proof.* One heap of x coins is worth x. For odd t see [`merging`](super::merging). Theorem 3 is the
//! rest of one direction; now the other, for k ≥ 2 heaps.
//!
//! * *t = 4τ, r as in Theorem 3, k ≥ 4.* [Proposition 6](super::four_heaps), with the halves τ+p+s, τ+q, τ+p,
//!   τ+q+s for different powers of two p, q, s that are greater than τ and at least R.
//! * *t = 4τ, r odd, τ ⊆ A = (r−1)/2.* Let B = τ + 2^m with 2^m > max(τ, A), so that A ∧ B = τ. From
//!   `[r, 2B]`, whose halves have nim-sum S = A ⊕ B, merging leaves r + 2B − 4τ = 2S + 1; one coin taken
//!   from r leaves `[r−1, 2B]`, of which nothing merges, worth 2A ⊕ 2B = 2S. So G is neither.
//! * *t = 4τ + 2.* Let x be the least heap that may merge with some y ≥ x for which x ∧ y = t/2, and y the
//!   least of these. They keep their nim-sum when they merge ([`merging`](super::merging)), and no other pair
//!   at or below them does; so every position that taking leaves is worth its nim-sum. As t/2 is odd, so is
//!   x: taking one coin from it leaves the nim-sum x ⊕ y ⊕ 1, merging leaves x ⊕ y. So G is neither. ∎

use super::Ruling;
use super::free_pairs::FreePairs;
use super::merging::{NimCriterion, nim_criterion};
use amalgam_core::Position;
use amalgam_core::games::rules::{Condition, Merge, Quantity, Rules};

/// Whether the pair rule holds at all positions of at most `heaps` heaps.
///
/// ```
/// use amalgam::theory::Ruling;
/// use amalgam::theory::restricted::pair_rule;
/// let rule = |words: &str, heaps| pair_rule(&words.parse().unwrap(), heaps);
/// assert_eq!(rule("take any, merge if min >= 2", 3), Ruling::Holds);
/// let fails = Ruling::FailsAt("[3,4]".parse()?);
/// assert_eq!(rule("take any, merge if min >= 3", 3), fails);
/// assert_eq!(rule("take any, merge then take 1", 100), Ruling::Holds);
/// assert_eq!(rule("take any, merge if sum <= 20", 3), Ruling::Silent);
/// # Ok::<(), amalgam::ParseError>(())
/// ```
pub fn pair_rule(rules: &Rules, heaps: usize) -> Ruling {
    let pairs = FreePairs::of(rules);
    let proved = heaps <= 1 && rules.takes_any()
        || pairs.is_some_and(|pairs| heaps <= pairs.heaps())
        || nim_criterion(rules) == NimCriterion::Nim;
    if proved {
        return Ruling::Holds;
    }
    let Some((r, t)) = threshold_and_loss(rules).filter(|_| heaps >= 2) else {
        return Ruling::Silent;
    };
    // The proofs always have a position; it may be too large for 64 bits.
    Ruling::fails_at(match pairs {
        Some(_) => path(r, t / 4),
        None if t % 4 == 0 => parted(r, t / 4),
        None => match nim_criterion(rules) {
            NimCriterion::Differs { heaps } => Some(Position::new(heaps)),
            NimCriterion::Nim | NimCriterion::Silent => None,
        },
    })
}

/// r and t, if these are the rules of 𝒢(r, t) and t is even.
fn threshold_and_loss(rules: &Rules) -> Option<(u64, u64)> {
    let [Merge { conditions, then_take }] = rules.merges() else { return None };
    let threshold = match conditions.as_slice() {
        [] => 1,
        [Condition::AtLeast(Quantity::Min, r)] => (*r).max(1),
        _ => return None,
    };
    (rules.takes_any() && then_take % 2 == 0).then_some((threshold, *then_take))
}

/// The least power of two above both.
fn power_above(x: u64, y: u64) -> Option<u64> {
    x.max(y).checked_add(1)?.checked_next_power_of_two()
}

/// `[r, 2B]`: one coin less and the first heap cannot merge.
fn parted(r: u64, common: u64) -> Option<Position> {
    let half = power_above(common, r / 2)?.checked_add(common)?;
    Some(Position::new([r, half.checked_mul(2)?]))
}

/// Four even heaps whose free pairs form a path.
fn path(r: u64, common: u64) -> Option<Position> {
    let p = power_above(common, r.div_ceil(2) - 1)?;
    let (q, s) = (p.checked_mul(2)?, p.checked_mul(4)?);
    let halves = [p.checked_add(s)?, q, p, q.checked_add(s)?];
    let heaps = halves.map(|half| half.checked_add(common)?.checked_mul(2));
    let heaps: Option<Vec<u64>> = heaps.into_iter().collect();
    Some(Position::new(heaps?))
}

//! When merging changes nothing: games with merges whose values are those of Nim.
//!
//! **Theorem.** Let any number be taken from a heap, let no heap split, and let two heaps x, y merge
//! into x + y − t under some conditions. The following are equivalent:
//!
//! 1. the Grundy value of every position is its nim-sum;
//! 2. the P-positions are those of Nim;
//! 3. no merge leaves the nim-sum as it is: t ≠ 2·(x ∧ y) for all x, y that may merge, where ∧ joins
//!    the binary digits by *and*.
//!
//! *Proof.* x + y = (x ⊕ y) + 2·(x ∧ y), so a merge keeps the nim-sum exactly if t = 2·(x ∧ y).
//! (3 ⇒ 1) By Bouton's argument the moves of Nim reach every value below the nim-sum s and never s;
//! by induction no merge has the value s either. So the mex is s. (1 ⇒ 2) The P-positions are those of
//! value 0. (2 ⇒ 3) If x and y may merge into x ⊕ y, then the position x, y, x ⊕ y has nim-sum 0 and a
//! move to x ⊕ y, x ⊕ y, which has nim-sum 0 as well: they cannot both be P-positions. ∎
//!
//! Remark 2.2 of Shinoda's slides, where t = 1, is the case that needs no look at the
//! heaps: an odd t is never 2·(x ∧ y). Others follow as quickly. Equal heaps that merge without loss
//! play Nim, because x ∧ x = x > 0. Merges without loss play Nim exactly if no two heaps without a
//! common binary digit may merge; so every threshold makes a game of its own, and a bound on the sum
//! does from 3 = 1 + 2 on. An even t ≥ 2 without conditions lets two heaps of t/2 vanish, which are a
//! P-position of Nim.
//!
//! **Fewer heaps.** The theorem is about any number of heaps. With at most k of them:
//!
//! * *k = 1.* One heap of x coins is worth x: values and P-positions are those of Nim.
//! * *k = 2, P-positions.* They are those of Nim exactly if no two heaps of z coins may merge into an empty
//!   one, which needs t = 2z. If they may, `[z,z]` is N. If not, by induction: two equal heaps have the
//!   options of Nim and perhaps one heap that is not empty, all N; two unequal heaps can be made equal.
//! * *k ≥ 2, values.* If x and y may merge into x ⊕ y, then `[x,y]` has an option worth x ⊕ y, so it is not
//!   worth that. If there are no such heaps, the theorem says that all values are nim-sums.
//! * *k ≥ 3, P-positions.* If `[z,z]` is N for some z, that is a difference. If not and x, y may merge into
//!   z = x ⊕ y, then `[x,y,z]` has the option `[z,z]`, which is P: it is N here and P in Nim.

use super::Ruling;
use amalgam_core::Position;
use amalgam_core::games::rules::{Condition, Merge, Quantity, Rules};

/// What the theorem says of some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimCriterion {
    /// The Grundy values are nim-sums.
    Nim,
    /// Two heaps that may merge into their nim-sum.
    Differs {
        /// The two heaps, the smaller first.
        heaps: [u64; 2],
    },
    /// The theorem does not speak of such rules, or the conditions are too far-reaching to decide.
    Silent,
}

/// How many smaller heaps are tried for a witness before [`NimCriterion::Silent`] is said.
const TRIES: usize = 1 << 16;

/// Decides whether the game is Nim in disguise.
///
/// ```
/// use amalgam::theory::merging::{NimCriterion, nim_criterion};
/// assert_eq!(nim_criterion(&"take any, merge if equal".parse()?), NimCriterion::Nim);
/// let differs = NimCriterion::Differs { heaps: [2, 4] };
/// assert_eq!(nim_criterion(&"take any, merge if min >= 2".parse()?), differs);
/// # Ok::<(), amalgam::ParseError>(())
/// ```
pub fn nim_criterion(rules: &Rules) -> NimCriterion {
    if !rules.takes_any() {
        return NimCriterion::Silent;
    }
    let mut verdict = NimCriterion::Nim;
    for merge in rules.merges() {
        match witness(merge) {
            Ok(None) => {}
            Ok(Some(heaps)) => return NimCriterion::Differs { heaps },
            Err(Undecided) => verdict = NimCriterion::Silent,
        }
    }
    verdict
}

/// Whether the P-positions of at most `heaps` heaps are those of Nim.
///
/// ```
/// use amalgam::theory::Ruling;
/// use amalgam::theory::merging::p_positions_as_in_nim;
/// let rules = "take any, merge if min >= 3".parse()?;
/// assert_eq!(p_positions_as_in_nim(&rules, 2), Ruling::Holds);
/// assert_eq!(p_positions_as_in_nim(&rules, 3), Ruling::FailsAt("[3,4,7]".parse()?));
/// # Ok::<(), amalgam::ParseError>(())
/// ```
pub fn p_positions_as_in_nim(rules: &Rules, heaps: usize) -> Ruling {
    if !rules.takes_any() {
        return Ruling::Silent;
    }
    match vanishing(rules) {
        _ if heaps <= 1 => Ruling::Holds,
        Some(z) => Ruling::FailsAt(Position::new([z, z])),
        None if heaps == 2 => Ruling::Holds,
        None => match nim_criterion(rules) {
            NimCriterion::Nim => Ruling::Holds,
            NimCriterion::Differs { heaps: [x, y] } => {
                Ruling::fails_at(Some(Position::new([x, y, x ^ y])))
            }
            NimCriterion::Silent => Ruling::Silent,
        },
    }
}

/// Whether the Grundy values of all positions of at most `heaps` heaps are their nim-sums.
///
/// ```
/// use amalgam::theory::Ruling;
/// use amalgam::theory::merging::values_as_in_nim;
/// let rules = "take any, merge if min >= 3".parse()?;
/// assert_eq!(values_as_in_nim(&rules, 1), Ruling::Holds);
/// assert_eq!(values_as_in_nim(&rules, 2), Ruling::FailsAt("[3,4]".parse()?));
/// # Ok::<(), amalgam::ParseError>(())
/// ```
pub fn values_as_in_nim(rules: &Rules, heaps: usize) -> Ruling {
    match nim_criterion(rules) {
        _ if heaps <= 1 && rules.takes_any() => Ruling::Holds,
        NimCriterion::Nim => Ruling::Holds,
        NimCriterion::Differs { heaps: [x, y] } => Ruling::fails_at(Some(Position::new([x, y]))),
        NimCriterion::Silent => Ruling::Silent,
    }
}

/// The least z for which two heaps of z coins may merge into an empty one.
fn vanishing(rules: &Rules) -> Option<u64> {
    let halves = rules.merges().iter().map(|merge| (merge, merge.then_take / 2));
    let gone = halves.filter(|(merge, half)| merge.merged(*half, *half) == Some(0));
    gone.map(|(_, half)| half).min()
}

struct Undecided;

/// Two heaps x ≤ y that may merge into x ⊕ y, with the least x that has one and the least y for it.
fn witness(merge: &Merge) -> Result<Option<[u64; 2]>, Undecided> {
    if merge.then_take % 2 == 1 {
        return Ok(None);
    }
    let common = merge.then_take / 2;
    let allowed = |x, y| merge.merged(x, y) == Some(u128::from(x ^ y));
    if merge.conditions.contains(&Condition::Equal) {
        // x ∧ x = x, so this is the only candidate.
        return Ok(allowed(common, common).then_some([common, common]));
    }
    let bounds = Bounds::of(merge);
    let mut next = digits_at_least(bounds.min.0.max(1), common, 0);
    for _ in 0..TRIES {
        let Some(x) = next.filter(|&x| x <= bounds.min.1.min(bounds.max.1)) else {
            return Ok(None);
        };
        let unequal = merge.conditions.contains(&Condition::Unequal);
        let least = x.max(bounds.max.0).max(bounds.sum.0.saturating_sub(x));
        let least = if unequal { least.max(x.saturating_add(1)) } else { least };
        // y has every digit of `common` and no other digit of x. The least such y is the one to
        // try, since all other bounds are upper ones.
        if let Some(y) = digits_at_least(least, common, x & !common)
            && allowed(x, y)
        {
            return Ok(Some([x, y]));
        }
        next = x.checked_add(1).and_then(|x| digits_at_least(x, common, 0));
    }
    Err(Undecided)
}

/// What all conditions together say of min, max and sum.
struct Bounds {
    min: (u64, u64),
    max: (u64, u64),
    sum: (u64, u64),
}

impl Bounds {
    fn of(merge: &Merge) -> Bounds {
        let all = (0, u64::MAX);
        let mut bounds = Bounds { min: all, max: all, sum: all };
        for condition in &merge.conditions {
            let (quantity, low, high) = match *condition {
                Condition::AtLeast(quantity, low) => (quantity, low, u64::MAX),
                Condition::AtMost(quantity, high) => (quantity, 0, high),
                Condition::Equal | Condition::Unequal => continue,
            };
            let bound = match quantity {
                Quantity::Min => &mut bounds.min,
                Quantity::Max => &mut bounds.max,
                Quantity::Sum => &mut bounds.sum,
            };
            *bound = (bound.0.max(low), bound.1.min(high));
        }
        // The smaller heap is at most half of the sum.
        bounds.min.1 = bounds.min.1.min(bounds.sum.1 / 2);
        bounds
    }
}

/// The least number from `least` on that has all binary digits of `ones` and none of `zeros`.
fn digits_at_least(least: u64, ones: u64, zeros: u64) -> Option<u64> {
    if ones & zeros != 0 {
        return None;
    }
    let fits = |number: u64| number & ones == ones && number & zeros == 0;
    if fits(least) {
        return Some(least);
    }
    // A larger number has a 1 where `least` has a 0, agrees with it above, and is as small as can
    // be below. The lower that place, the smaller the number.
    (0..u64::BITS).find_map(|place| {
        let bit = 1u64 << place;
        let below = bit - 1;
        let number = least & !below & !bit | bit | ones & below;
        (least & bit == 0 && fits(number)).then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_with_given_digits() {
        for ones in 0..16u64 {
            for zeros in (0..16u64).filter(|zeros| ones & zeros == 0) {
                for least in 0..40u64 {
                    let found = (least..).find(|n| n & ones == ones && n & zeros == 0);
                    assert_eq!(
                        digits_at_least(least, ones, zeros),
                        found,
                        "{least} {ones} {zeros}"
                    );
                }
            }
        }
        assert_eq!(digits_at_least(u64::MAX, 0, 1), None);
        assert_eq!(digits_at_least(0, 1, 1), None);
    }

    #[test]
    fn extreme_bounds_neither_hang_nor_overflow() {
        let verdict = |text: &str| nim_criterion(&text.parse().unwrap());
        let most = u64::MAX;
        assert_eq!(verdict(&format!("take any, merge then take {most}")), NimCriterion::Nim);
        assert_eq!(
            verdict(&format!("take any, merge if min >= {}", most - 1)),
            NimCriterion::Nim // nothing above has no digit in common with it
        );
        assert_eq!(verdict("take any, merge if sum <= 2"), NimCriterion::Nim);
        assert_eq!(verdict("take 1..3, merge"), NimCriterion::Silent);
        assert_eq!(verdict("take any, split, merge then take 1"), NimCriterion::Silent);
    }
}

//! What theorems say of two games, beyond any domain.

use crate::statement::Scope;
use amalgam_core::games::rules::Rules;
use amalgam_solve::theory::Ruling;
use amalgam_solve::theory::free_pairs::FreePairs;
use amalgam_solve::theory::merging::{NimCriterion, nim_criterion};
use amalgam_solve::theory::restricted::pair_rule;

/// What is proved of the Grundy values of two games, at all positions of its [`scope`](Proved::scope).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// Both have the values of Nim.
    AsNim,
    /// They are the same, because the games have the same free pairs.
    SameFreePairs,
    /// They agree but for the lowest bit.
    UpToTheLowestBit,
    /// Nothing.
    Nothing,
}

/// What is proved of two games under normal play, at positions of at most `heaps` heaps.
///
/// ```
/// use amalgam::Rules;
/// use amalgam::lab::compare::{Proved, proved};
/// let (nim, manabe) = (Rules::nim(), "take any, merge if min >= 2".parse()?);
/// assert_eq!(proved([&nim, &manabe], 3), Proved::UpToTheLowestBit);
/// assert_eq!(proved([&nim, &manabe], 4), Proved::Nothing);
/// # Ok::<(), amalgam::ParseError>(())
/// ```
pub fn proved(rules: [&Rules; 2], heaps: usize) -> Proved {
    if rules.iter().all(|rules| nim_criterion(rules) == NimCriterion::Nim) {
        return Proved::AsNim;
    }
    if let [Some(left), Some(right)] = rules.map(FreePairs::of)
        && left.has_the_same(&right)
        && heaps <= left.heaps().min(right.heaps())
    {
        return Proved::SameFreePairs;
    }
    // One heap is worth its size in all these games, free pairs or not.
    match heaps > 1 && rules.iter().all(|rules| pair_rule(rules, heaps) == Ruling::Holds) {
        true => Proved::UpToTheLowestBit,
        false => Proved::Nothing,
    }
}

impl Proved {
    /// Whether the games are proved to be the same.
    pub fn is_same(self) -> bool {
        matches!(self, Proved::AsNim | Proved::SameFreePairs)
    }

    /// The positions of which the theorem speaks, if it was asked about this many heaps.
    pub fn scope(self, heaps: usize) -> Scope {
        match self {
            Proved::AsNim => Scope::ALL,
            _ => Scope::of_heaps(heaps),
        }
    }

    /// The theorem in words, if there is one.
    pub fn why(self) -> Option<&'static str> {
        match self {
            Proved::AsNim => {
                Some("no merge of either game keeps the nim-sum, so both have the values of Nim")
            }
            Proved::SameFreePairs => {
                Some("the games have the same free pairs, and those decide the values")
            }
            Proved::UpToTheLowestBit => Some(
                "only merges of free pairs keep the nim-sum of the halves, so the values agree but \
                 for the lowest bit",
            ),
            Proved::Nothing => None,
        }
    }
}

//! Heap rules as data: what may be taken, split and merged.
//!
//! A rule set says which numbers of coins may be taken from a heap (and whether the rest may be
//! split), whether a heap may be split, and which two heaps may be merged. It is written in words,
//! separated by commas:
//!
//! (These are the rules with the fastest engines; the whole language is that of
//! [`words`](crate::games::words).)
//!
//! | words | meaning |
//! |---|---|
//! | `take any`, `take 1..3`, `take {1,2,5}`, `take 2..` | take that many coins from one heap |
//! | `take 1..2 then split` | take, then leave the rest as two non-empty heaps |
//! | `split`, `split unequal` | split a heap into two non-empty heaps (of different sizes) |
//! | `merge` | replace two heaps by one with all their coins |
//! | `merge if min >= 2` | only where the smaller of the two has at least 2 coins; also `max`, `sum`, `<=`, `equal`, `unequal`, joined by `and` |
//! | `merge then take 1` | merge, and take one coin from the merged heap |
//!
//! ```
//! use amalgam::{Position, games::rules::Rules};
//! let rules: Rules = "take any, merge if min >= 2".parse()?;
//! let moves = rules.moves(&Position::new([1, 2, 3]));
//! assert_eq!(moves.len(), 1 + 2 + 3 + 1); // [1,2] and [1,3] may not merge
//! # Ok::<(), amalgam::ParseError>(())
//! ```

mod amounts;
mod family;
mod moves;
mod words;

pub use amounts::Amounts;
pub use family::Family;
pub use moves::halves;

use crate::base::fault::{Classified, Fault};
use thiserror::Error;

/// What a player may do. Two rule sets that are equal allow the same moves everywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    take: Amounts,
    take_split: Amounts,
    split: Option<Split>,
    merges: Vec<Merge>,
}

/// Into which two non-empty heaps a heap may be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Split {
    /// Into any two.
    Any,
    /// Into two of different sizes.
    Unequal,
}

/// Which two non-empty heaps may merge, and how many coins the merged heap loses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Merge {
    /// All of them must hold.
    pub conditions: Vec<Condition>,
    /// Coins taken from the merged heap; the merge needs at least that many.
    pub then_take: u64,
}

/// A condition on two heaps that are to merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// The quantity is at least the number.
    AtLeast(Quantity, u64),
    /// The quantity is at most the number.
    AtMost(Quantity, u64),
    /// The two heaps are equal.
    Equal,
    /// The two heaps differ.
    Unequal,
}

/// What a condition looks at in two heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantity {
    /// The smaller of the two.
    Min,
    /// The larger of the two.
    Max,
    /// Both together.
    Sum,
}

impl Condition {
    /// Whether the condition holds for heaps of `x` and `y` coins.
    pub fn holds(self, x: u64, y: u64) -> bool {
        let quantity = |quantity| match quantity {
            Quantity::Min => u128::from(x.min(y)),
            Quantity::Max => u128::from(x.max(y)),
            Quantity::Sum => u128::from(x) + u128::from(y),
        };
        match self {
            Condition::AtLeast(what, bound) => quantity(what) >= u128::from(bound),
            Condition::AtMost(what, bound) => quantity(what) <= u128::from(bound),
            Condition::Equal => x == y,
            Condition::Unequal => x != y,
        }
    }
}

impl Merge {
    /// The heap that merging non-empty heaps of `x` and `y` coins gives, if they may merge.
    pub fn merged(&self, x: u64, y: u64) -> Option<u128> {
        let sum = u128::from(x) + u128::from(y);
        let allowed = x > 0 && y > 0 && self.conditions.iter().all(|c| c.holds(x, y));
        if allowed { sum.checked_sub(u128::from(self.then_take)) } else { None }
    }
}

/// Why something is no set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// Nothing is allowed.
    #[error("no move is ever allowed")]
    Empty,
    /// A heap could be split and merged again for ever.
    #[error("the game might never end: a heap can be split and merged again without losing a coin")]
    Endless,
}

impl Classified for RulesError {
    fn fault(&self) -> Fault {
        Fault::Input
    }
}

impl Rules {
    /// The rules that allow these moves.
    ///
    /// # Errors
    /// If nothing is allowed, or if the game might never end. Each move of the other games lowers
    /// a size: without splits, coins + heaps falls with every move; where every merge loses a coin,
    /// coins fall, or stay while the number of heaps, which the coins bound, rises; and `take …
    /// then split` loses coins itself. Only a pure split beside a pure merge is refused.
    pub fn new(
        take: Amounts,
        take_split: Amounts,
        split: Option<Split>,
        mut merges: Vec<Merge>,
    ) -> Result<Rules, RulesError> {
        for merge in &mut merges {
            merge.conditions.sort_unstable();
            merge.conditions.dedup();
        }
        merges.sort_unstable();
        merges.dedup();
        let free =
            |taken| merges.iter().any(|m: &Merge| m.then_take == taken && m.conditions.is_empty());
        let freely: Vec<u64> =
            merges.iter().map(|m| m.then_take).filter(|&taken| free(taken)).collect();
        merges.retain(|m| m.conditions.is_empty() || !freely.contains(&m.then_take));
        if take.is_empty() && take_split.is_empty() && split.is_none() && merges.is_empty() {
            return Err(RulesError::Empty);
        }
        if split.is_some() && merges.iter().any(|merge| merge.then_take == 0) {
            return Err(RulesError::Endless);
        }
        Ok(Rules { take, take_split, split, merges })
    }

    /// The rules of Nim: take any number.
    pub fn nim() -> Rules {
        let none = Amounts::none;
        Rules { take: Amounts::any(), take_split: none(), split: None, merges: Vec::new() }
    }

    /// How many coins may be taken from a heap.
    pub fn take(&self) -> &Amounts {
        &self.take
    }

    /// How many coins may be taken from a heap whose rest is then split in two.
    pub fn take_split(&self) -> &Amounts {
        &self.take_split
    }

    /// How a heap may be split.
    pub fn split(&self) -> Option<Split> {
        self.split
    }

    /// Which heaps may merge.
    pub fn merges(&self) -> &[Merge] {
        &self.merges
    }

    /// Whether heaps never meet, so that a position is the disjunctive sum of its heaps.
    pub fn heaps_are_independent(&self) -> bool {
        self.merges.is_empty()
    }

    /// Whether a move can make two heaps of one.
    pub fn splits(&self) -> bool {
        self.split.is_some() || !self.take_split.is_empty()
    }

    /// Whether any number may be taken and no heap ever splits, so that each rest has exactly one
    /// completion (see `completion`).
    pub fn takes_any(&self) -> bool {
        self.take.is_any() && !self.splits()
    }

    /// The family of three-heap games to which these rules belong, if the row machine can run them.
    /// Nim is there too: a threshold that no heap reaches.
    pub fn family(&self) -> Option<Family> {
        if !self.takes_any() {
            return None;
        }
        match self.merges.as_slice() {
            [] => Some(Family::Threshold(u64::MAX)),
            [Merge { conditions, then_take }] => match (conditions.as_slice(), then_take) {
                ([], 0) => Some(Family::AMALGAMATION),
                ([], 1) => Some(Family::MergeTakeOne),
                ([Condition::AtLeast(Quantity::Min, r)], 0) => Some(Family::Threshold(*r)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The family with the same f(a,b): the same P-positions of up to three heaps, in normal play.
    ///
    /// Whether two equal heaps may merge makes no difference to them, as long as the merged heap is
    /// not empty. For let any number be taken, let no heap split, and let x ≥ 1. A single heap is N,
    /// so `[x,x]` is P with or without that merge; and `[x,x,z]` with z ≥ 1 is N in both cases, since
    /// one may take all of z. All other positions of so few heaps have the same moves. So where at
    /// most one coin is taken after the merge, `unequal` may be dropped from its condition, and a
    /// merge of `equal` heaps from the rules.
    ///
    /// ```
    /// use amalgam::{games::rules::Rules, games::rules::Family};
    /// let rules: Rules = "take any, merge if min >= 3 and unequal".parse()?;
    /// assert_eq!(rules.family(), None); // four heaps may tell the games apart
    /// assert_eq!(rules.family_of_rows(), Some(Family::Threshold(3)));
    /// # Ok::<(), amalgam::ParseError>(())
    /// ```
    pub fn family_of_rows(&self) -> Option<Family> {
        let (is_equal, is_unequal) = (Condition::Equal, Condition::Unequal);
        let mut merges = self.merges.clone();
        merges.retain(|merge| merge.then_take > 1 || !merge.conditions.contains(&is_equal));
        for merge in merges.iter_mut().filter(|merge| merge.then_take <= 1) {
            merge.conditions.retain(|condition| *condition != is_unequal);
        }
        let (take, take_split) = (self.take.clone(), self.take_split.clone());
        Rules::new(take, take_split, self.split, merges).ok()?.family()
    }

    /// Whether these are the rules of Nim.
    pub fn is_nim(&self) -> bool {
        self.takes_any() && self.merges.is_empty()
    }
}

crate::base::as_text::as_text!(Rules);

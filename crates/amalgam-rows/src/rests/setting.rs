//! The games whose rests have rows: a test on the rules.
//!
//! What the machine needs of the rules is that a column excludes boundedly many values, and that far
//! out only offsets count. Both hold wherever any number may be taken and no heap splits, whatever the
//! conditions on merging, because every condition that can be said in words ends up constant:
//!
//! - `min >= n` and `min <= n` look at the smaller of the two heaps, which is the heap of the rest;
//! - `max` and `sum` pass every bound, `equal` fails and `unequal` holds, once the column is larger
//!   than the rest and than the number in the condition.
//!
//! Two heaps c, d that both are far out merge to c + d − t, too large to be the completion of R.
//!
//! **How far from c the value can be.** Let β(S) = |S| + h(S), coins and heaps of S, one more under
//! misère play. If every merge takes t ≤ 2 coins, f(S) ≤ β(S). *Proof*, by induction on β. β is
//! excluded neither by f(S′) of a rest with a heap lowered or gone, nor of one with two heaps merged:
//! these have a smaller β. A merge of d with a heap r leaves the completion of S ∖ r, so d =
//! f(S ∖ r) − r + t ≤ β(S) − 1 − 2r + t < β(S). And misère play excludes 0 for S = [] alone. ∎ (With
//! |S| + h(S) − 1, which is right for t ≤ 1, it would fail for t = 2: f([1]) = 2, as [1,1] merges to
//! nothing.) So f(R,c) − c ≤ |R| + h(R) + 1, and the row is an involution, so the same holds downwards.
//!
//! In general count exclusions. For the rows of completions see [`super`]; for Grundy values, at most c
//! values are used before column c and m are excluded, so g(R,c) ≤ c + m. And a value v that is used
//! first at column c > v + m was free at the c columns before; at most v of them took less than v, and
//! each of the other c − v > m had v excluded; but each of the m exclusions is a row without a value
//! twice, which excludes v at one column only.

pub use crate::error::RowError;
use amalgam_core::games::rules::{Condition, Family, Quantity, Rules};
use amalgam_core::{Play, Position};

/// What a row lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Values {
    /// f(R,c), the heap that makes a P-position with the rest R and a heap of c coins.
    Completions,
    /// g(R,c), the Grundy value of the rest R with a heap of c coins.
    Grundy,
}

/// Rules, a convention, and what the rows list, such that every rest has a row that repeats.
///
/// ```
/// use amalgam::{Play, engines::rests::{Setting, Values}};
/// let any = "take any, merge if max >= 7 and unequal".parse()?;
/// assert!(Setting::new(&any, Play::Normal, Values::Completions).is_ok());
/// let few = "take 1..3, merge".parse()?;
/// assert!(Setting::new(&few, Play::Normal, Values::Completions).is_err());
/// # Ok::<(), amalgam::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setting {
    rules: Rules,
    play: Play,
    values: Values,
    /// The largest number of coins that a merge takes.
    most_taken: u64,
    /// From this column on, `max` and `sum` have passed every bound.
    settled: u64,
}

/// The largest loss of a merge, and the largest bound on `max` and `sum`.
const MOST_TAKEN: u64 = 64;
const LAST_SETTLED: u64 = 1 << 20;

/// How far from its column a value may be, so that windows fit their words.
pub(crate) const REACH: u64 = 62;

impl Setting {
    /// The rows of these rules.
    ///
    /// # Errors
    /// If the theorem does not apply to them, or a number in them is too large.
    pub fn new(rules: &Rules, play: Play, values: Values) -> Result<Setting, RowError> {
        if !rules.takes_any() {
            return Err(RowError::Rules);
        }
        if play == Play::Misere && values == Values::Grundy {
            return Err(RowError::Misere);
        }
        let (mut most_taken, mut settled) = (0, 0);
        for merge in rules.merges() {
            most_taken = merge.then_take.max(most_taken);
            for condition in &merge.conditions {
                if let Condition::AtLeast(what, bound) | Condition::AtMost(what, bound) = condition
                    && *what != Quantity::Min
                {
                    settled = settled.max(*bound);
                }
            }
        }
        for (number, most) in [(most_taken, MOST_TAKEN), (settled, LAST_SETTLED)] {
            if number > most {
                return Err(RowError::Number { number, most });
            }
        }
        Ok(Setting { rules: rules.clone(), play, values, most_taken, settled })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who wins when no move is left.
    pub fn play(&self) -> Play {
        self.play
    }

    /// What the rows list.
    pub fn values(&self) -> Values {
        self.values
    }

    /// The game whose rows of three heaps are these rows of single heaps, if there is one.
    pub fn family(&self) -> Option<Family> {
        let is_row = self.play == Play::Normal && self.values == Values::Completions;
        self.rules.family_of_rows().filter(|_| is_row)
    }

    /// The largest number of coins that a merge takes.
    pub fn most_taken(&self) -> u64 {
        self.most_taken
    }

    /// Values of row R are at most so far from their columns.
    pub fn reach(&self, rest: &Position) -> u128 {
        let heaps = rest.heap_count() as u128;
        let tight = rest.coins() + heaps;
        if self.values == Values::Completions && self.most_taken <= 2 {
            let loose = self.most_taken == 2 || self.play == Play::Misere;
            return tight + if loose { 2 } else { 0 };
        }
        let merges = self.rules.merges().len() as u128;
        let lowered: u128 = rest.distinct().map(|(_, heap)| u128::from(heap)).sum();
        let sizes = rest.distinct().count() as u128;
        let twice = rest.runs().filter(|&(_, count)| count > 1).count();
        let pairs = sizes * sizes.saturating_sub(1) / 2 + twice as u128;
        match self.values {
            Values::Grundy => lowered + merges * (pairs + sizes),
            Values::Completions => lowered + merges * (pairs + 2 * sizes + 1) + 1,
        }
    }

    /// Whether the windows of a rest fit their words.
    pub fn reaches(&self, rest: &Position) -> bool {
        self.fits(rest).is_ok()
    }

    /// The reach of a rest, if its windows fit.
    pub(super) fn fits(&self, rest: &Position) -> Result<u64, RowError> {
        self.fits_within(rest, REACH)
    }

    /// The reach of a rest, if windows of that width can hold it.
    pub(crate) fn fits_within(&self, rest: &Position, most: u64) -> Result<u64, RowError> {
        let reach = self.reach(rest);
        match u64::try_from(reach) {
            Ok(reach) if reach <= most => Ok(reach),
            _ => Err(RowError::TooLarge {
                rest: rest.brief(),
                coins: rest.coins(),
                heaps: rest.heap_count(),
                reach,
                most,
            }),
        }
    }

    /// From this column on the exclusions of every rest of at most this many coins are offsets of other
    /// rows, the same at all columns, if values are at most `reach` away from their columns.
    ///
    /// A heap d with which one may merge is at least c − reach and must exceed every heap of the rest
    /// and every bound; and c + d − t must exceed the completion of the rest, at most reach + 1.
    pub(super) fn regular_from(&self, coins: u64, reach: u64) -> u64 {
        self.settled.max(coins) + self.most_taken + 2 * reach + 2
    }
}

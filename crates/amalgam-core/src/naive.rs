//! The oracle: the definitions, word for word, with nothing clever about them.
//!
//! Every fast engine is compared with this one, in tests and in benches. It shares nothing but data
//! with them: what the rules say is read off as numbers, and what that means is written out again
//! here, from the meaning of the words; so is the mex.
//!
//! ```
//! use amalgam::engines::naive::Naive;
//! use amalgam::{Outcome, Play, Rules};
//! let rules: Rules = "take any, merge".parse()?;
//! let value = Naive::new(&rules, Play::Normal).value(&[3, 4, 5]);
//! assert_eq!((value.outcome, value.grundy, value.remoteness), (Outcome::N, 3, 11));
//! # Ok::<(), amalgam::ParseError>(())
//! ```

use std::collections::{BTreeSet, HashMap};

use crate::games::rules::{Amounts, Condition, Quantity, Rules, Split};
use crate::{Outcome, Play, Value};

/// A memo of values by sorted list of heaps.
#[derive(Debug)]
pub struct Naive<'a> {
    rules: &'a Rules,
    play: Play,
    values: HashMap<Vec<u64>, Value>,
}

impl<'a> Naive<'a> {
    /// An oracle for these rules that knows nothing yet.
    pub fn new(rules: &'a Rules, play: Play) -> Naive<'a> {
        Naive { rules, play, values: HashMap::new() }
    }

    /// The value of a position, by recursion over its options.
    pub fn value(&mut self, heaps: &[u64]) -> Value {
        let heaps = sorted(heaps.to_vec());
        if let Some(value) = self.values.get(&heaps) {
            return *value;
        }
        let options: Vec<Value> =
            options(self.rules, &heaps).iter().map(|option| self.value(option)).collect();
        let value = evaluate(&options, self.play);
        self.values.insert(heaps, value);
        value
    }

    /// The outcome of a position.
    pub fn outcome(&mut self, heaps: &[u64]) -> Outcome {
        self.value(heaps).outcome
    }

    /// The least heap that makes a P-position with `rest`, if there is one up to `most`.
    pub fn completion(&mut self, rest: &[u64], most: u64) -> Option<u64> {
        (0..=most).find(|&heap| self.outcome(&[rest, &[heap]].concat()) == Outcome::P)
    }

    /// How many positions have been valued.
    pub fn positions(&self) -> usize {
        self.values.len()
    }
}

/// The options of a position as sorted lists of heaps, each once.
pub fn options(rules: &Rules, heaps: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut options = BTreeSet::new();
    let mut add = |rest: &[u64], new: &[u64]| {
        options.insert(sorted([rest, new].concat()));
    };
    for i in 0..heaps.len() {
        let rest = [&heaps[..i], &heaps[i + 1..]].concat();
        let heap = heaps[i];
        for taken in 1..=heap {
            if may_take(rules.take(), taken) {
                add(&rest, &[heap - taken]);
            }
            for x in 1..heap - taken {
                if may_take(rules.take_split(), taken) {
                    add(&rest, &[x, heap - taken - x]);
                }
            }
        }
        for x in 1..heap {
            let y = heap - x;
            match rules.split() {
                Some(Split::Any) => add(&rest, &[x, y]),
                Some(Split::Unequal) if x != y => add(&rest, &[x, y]),
                _ => {}
            }
        }
        for j in i + 1..heaps.len() {
            let rest = [&heaps[..i], &heaps[i + 1..j], &heaps[j + 1..]].concat();
            for merge in rules.merges() {
                let allowed = merge.conditions.iter().all(|c| may_merge(c, heap, heaps[j]));
                if allowed && heap + heaps[j] >= merge.then_take {
                    add(&rest, &[heap + heaps[j] - merge.then_take]);
                }
            }
        }
    }
    options
}

/// Whether this many coins are among the amounts.
fn may_take(amounts: &Amounts, taken: u64) -> bool {
    amounts.ranges().iter().any(|&(first, last)| (first..=last).contains(&taken))
}

/// Whether heaps of `x` and `y` coins are as the condition wants them.
fn may_merge(condition: &Condition, x: u64, y: u64) -> bool {
    let (smaller, larger) = if x < y { (x, y) } else { (y, x) };
    match *condition {
        Condition::AtLeast(Quantity::Min, least) => smaller >= least,
        Condition::AtLeast(Quantity::Max, least) => larger >= least,
        Condition::AtLeast(Quantity::Sum, least) => smaller + larger >= least,
        Condition::AtMost(Quantity::Min, most) => smaller <= most,
        Condition::AtMost(Quantity::Max, most) => larger <= most,
        Condition::AtMost(Quantity::Sum, most) => smaller + larger <= most,
        Condition::Equal => smaller == larger,
        Condition::Unequal => smaller < larger,
    }
}

/// The value of a position from the values of its options.
pub fn evaluate(options: &[Value], play: Play) -> Value {
    let values: BTreeSet<u64> = options.iter().map(|option| option.grundy).collect();
    let grundy = (0..).find(|value| !values.contains(value)).expect("options are finitely many");
    let losing = options.iter().filter(|option| option.outcome == Outcome::P);
    let winning = options.iter().filter(|option| option.outcome == Outcome::N);
    if options.is_empty() {
        let outcome = match play {
            Play::Normal => Outcome::P,
            Play::Misere => Outcome::N,
        };
        Value { outcome, grundy, remoteness: 0 }
    } else if let Some(hurry) = losing.map(|option| option.remoteness).min() {
        Value { outcome: Outcome::N, grundy, remoteness: hurry + 1 }
    } else {
        let delay = winning.map(|option| option.remoteness).max().unwrap_or(0);
        Value { outcome: Outcome::P, grundy, remoteness: delay + 1 }
    }
}

fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

//! The oracle: the definitions, word for word, with nothing clever about them.
//!
//! Every fast engine is compared with this one, in tests and in benches. It shares only the data
//! type [`Rules`] with them: the moves are written out again here, from the meaning of the words.
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

use crate::games::rules::{Rules, Split};
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
            if rules.take().contains(taken) {
                add(&rest, &[heap - taken]);
            }
            for x in 1..heap - taken {
                if rules.take_split().contains(taken) {
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
                let allowed = merge.conditions.iter().all(|c| c.holds(heap, heaps[j]));
                if allowed && heap + heaps[j] >= merge.then_take {
                    add(&rest, &[heap + heaps[j] - merge.then_take]);
                }
            }
        }
    }
    options
}

/// The value of a position from the values of its options.
pub fn evaluate(options: &[Value], play: Play) -> Value {
    let grundy = crate::base::nimber::mex(options.iter().map(|option| option.grundy));
    let losing = options.iter().filter(|option| option.outcome == Outcome::P);
    let winning = options.iter().filter(|option| option.outcome == Outcome::N);
    if options.is_empty() {
        Value { outcome: play.at_the_end(), grundy, remoteness: 0 }
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

//! Rows of rests and Grundy rows by the definition of the game: every position is valued by the oracle,
//! and a row is read off the values. No theorem about rows is used, so that every engine and every
//! statement about rows of rests can be held against it.

use amalgam::engines::naive::Naive;
use amalgam::{Outcome, Play, Rules};

/// The games that have rows of rests: those of the papers and their nearest relatives.
pub const GAMES: [&str; 7] = [
    "take any, merge",
    "take any, merge if min >= 2",
    "take any, merge if min >= 3",
    "take any, merge then take 1",
    "take any, merge then take 2",
    "take any, merge if unequal",
    "take any",
];

/// The rows of one game.
pub struct NaiveRests<'a> {
    naive: Naive<'a>,
}

impl<'a> NaiveRests<'a> {
    pub fn new(rules: &'a Rules) -> Self {
        NaiveRests { naive: Naive::new(rules, Play::Normal) }
    }

    /// f(R,c): the one d for which the rest with heaps c and d is P.
    pub fn partner(&mut self, rest: &[u64], c: u64) -> u64 {
        let with = |d| [rest, &[c, d]].concat();
        let found = (0..).find(|&d| self.naive.outcome(&with(d)) == Outcome::P);
        found.expect("every rest has a completion")
    }

    /// f(R,c) for the columns c below `columns`.
    pub fn row(&mut self, rest: &[u64], columns: u64) -> Vec<u64> {
        (0..columns).map(|c| self.partner(rest, c)).collect()
    }

    /// The Grundy values of the rest with one heap c, for the columns c below `columns`.
    pub fn grundy_row(&mut self, rest: &[u64], columns: u64) -> Vec<u64> {
        (0..columns).map(|c| self.naive.value(&[rest, &[c]].concat()).grundy).collect()
    }
}

/// All rests of at most this many coins, each as a sorted list, by coins and then by heaps.
pub fn rests(coins: u64) -> Vec<Vec<u64>> {
    fn extend(rest: &mut Vec<u64>, left: u64, found: &mut Vec<Vec<u64>>) {
        found.push(rest.clone());
        for heap in rest.last().copied().unwrap_or(1)..=left {
            rest.push(heap);
            extend(rest, left - heap, found);
            rest.pop();
        }
    }
    let mut found = Vec::new();
    extend(&mut Vec::new(), coins, &mut found);
    found.sort_by_key(|rest| (rest.iter().sum::<u64>(), rest.len(), rest.clone()));
    found
}

//! Checking what is said of every position up to n coins against the definition.
//!
//! The definition is read forwards here, move by move, from the rules: a position is P iff none of
//! its moves leads to a P-position (and iff the convention says so where there is no move). A census
//! is found backwards, so the two have nothing in common but the ranks of positions.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::{Partitions, Ranks};
use amalgam_core::base::budget::{Budget, LimitReached, Progress, Step, Task};
use amalgam_core::{Game, Outcome, Play, Position, Rules};

/// What is said of the positions up to some number of coins.
#[derive(Debug)]
pub struct Stated {
    /// What may be done.
    pub rules: Rules,
    /// Who wins.
    pub play: Play,
    /// The ranking of the positions, as far as the layers go.
    pub partitions: Partitions,
    /// The P-positions of each layer.
    pub p: Vec<Ranks>,
    /// The Grundy value of every position of each layer by rank; or nothing.
    pub values: Vec<Vec<u16>>,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// P-positions whose status was derived again.
    pub p_positions: u64,
    /// Other positions for which a move to a P-position was looked for.
    pub n_positions: u64,
    /// What is wrong, the first few of each layer.
    pub wrong: Vec<String>,
}

/// Positions that one thread checks in a go.
const PART: u64 = 1 << 12;

/// Mistakes of a layer that are told.
const FEW: usize = 10;

impl Stated {
    /// Checks every position, or about `sample` P-positions and as many others, evenly spread.
    /// `progress` receives how many are checked.
    ///
    /// # Errors
    /// If a bound on time is met first.
    pub fn check(
        &self,
        sample: Option<u64>,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Findings, LimitReached> {
        limits.on_threads(|| self.check_here(sample, limits, progress))?
    }

    fn check_here(
        &self,
        sample: Option<u64>,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Findings, LimitReached> {
        let positions: u64 = (0..self.p.len()).map(|n| self.partitions.count(n)).sum();
        let p_positions: u64 = self.p.iter().map(Ranks::len).sum();
        let apart = |all: u64| sample.map_or(1, |sample| (all / sample.max(1)).max(1)) as usize;
        let done = AtomicU64::new(0);
        let mut all = Findings::default();
        for (n, p) in self.p.iter().enumerate() {
            let check = |ranks: &mut dyn Iterator<Item = u64>| {
                let mut found = Findings::default();
                ranks.for_each(|rank| self.check_one(n, rank, &mut found));
                let checked = found.p_positions + found.n_positions;
                let checked = done.fetch_add(checked, Ordering::Relaxed) + checked;
                // A sample of many layers is a little larger or smaller than what was asked for.
                let total = if sample.is_some() { None } else { Some(positions) };
                let step = Step { task: Task::Positions, done: checked, total };
                limits.watch(progress, step).map(|()| found)
            };
            let count = self.partitions.count(n);
            let parts: Vec<Findings> = match sample {
                None => {
                    let part = |i: usize| {
                        let from = i as u64 * PART;
                        check(&mut (from..count.min(from + PART)))
                    };
                    // They take unequal times.
                    let parts = (0..count.div_ceil(PART) as usize).into_par_iter().with_max_len(1);
                    parts.map(part).collect::<Result<_, _>>()?
                }
                Some(_) => {
                    let some_p = p.iter().step_by(apart(p_positions));
                    let some = (0..count).step_by(apart(positions));
                    vec![check(&mut some_p.chain(some))?]
                }
            };
            let told = all.wrong.len() + FEW;
            for part in parts {
                all.p_positions += part.p_positions;
                all.n_positions += part.n_positions;
                all.wrong.extend(part.wrong);
            }
            all.wrong.truncate(told);
        }
        Ok(all)
    }

    fn check_one(&self, n: usize, rank: u64, found: &mut Findings) {
        let mut heaps = Vec::new();
        self.partitions.unrank(n, rank, &mut heaps);
        let position = Position::new(heaps.iter().map(|&heap| heap.into()));
        let (mut moves, mut to_p, mut values) = (0, None, Vec::new());
        let _ = self.rules.each_move(&position, |_, option| {
            moves += 1;
            let (layer, rank) = self.rank(&option);
            if to_p.is_none() && self.is_p(layer, rank) {
                to_p = Some(option);
            }
            if let Some(layer) = self.values.get(layer) {
                values.push(layer[rank as usize]);
            }
            // Without values, one winning move says all.
            if to_p.is_some() && self.values.is_empty() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let outcome = match moves {
            0 => self.play.at_the_end(),
            _ => Outcome::from_p(to_p.is_none()),
        };
        let listed = self.is_p(n, rank);
        *(if listed { &mut found.p_positions } else { &mut found.n_positions }) += 1;
        match (listed, outcome) {
            (true, Outcome::P) | (false, Outcome::N) => {}
            (true, Outcome::N) => found.wrong.push(match to_p {
                Some(option) => format!("{position} is listed, and so is its option {option}"),
                None => format!("{position} is listed, but has no move and so is N"),
            }),
            (false, Outcome::P) => found
                .wrong
                .push(format!("{position} is not listed, but has no move to a P-position")),
        }
        if let Some(layer) = self.values.get(n) {
            let mex = (0..).find(|value| !values.contains(value)).unwrap_or(u16::MAX);
            let value = layer[rank as usize];
            if value != mex {
                found.wrong.push(format!("{position} has value {mex}, not {value}"));
            }
        }
    }

    fn is_p(&self, layer: usize, rank: u64) -> bool {
        self.p[layer].contains(rank)
    }

    fn rank(&self, position: &Position) -> (usize, u64) {
        let heaps: Vec<u16> = position.heaps().iter().rev().map(|&heap| heap as u16).collect();
        (position.coins() as usize, self.partitions.rank(&heaps))
    }
}

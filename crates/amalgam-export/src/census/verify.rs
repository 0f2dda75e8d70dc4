//! Checking a census: its files against the manifest, its contents against the definition.
//!
//! The definition is read forwards here, move by move, from the rules: a position is P iff none of
//! its moves leads to a P-position (and iff the rules say so where there is no move). The census
//! was found backwards, so the two have nothing in common but the ranks of positions.

use std::ops::ControlFlow;
use std::path::Path;

use amalgam::engines::census::Partitions;
use amalgam::{Game, Outcome, Play, Position, Rules};
use rayon::prelude::*;

use super::Manifest;
use super::layer_files::{is_mirror, read_grundy, read_p};
use super::manifest::{LAYERS_CSV, LayerCounts, grundy_name, layers_csv, manifest_path, p_name};
use crate::Error;
use crate::part::beside;

/// What a check came to.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Layers that are there.
    pub layers: usize,
    /// Files whose contents are those that were written.
    pub files: usize,
    /// P-positions whose status was derived anew.
    pub p_positions: u64,
    /// Other positions for which a move to a P-position was looked for.
    pub n_positions: u64,
    /// All that is wrong, the first few of each kind.
    pub problems: Vec<String>,
}

/// Checks a census: every position of it, or about `sample` P-positions and as many others, evenly
/// spread. `watch` is told how many positions have been checked.
///
/// # Errors
/// If there is no census to check, or it was written by a newer version. What is wrong with the
/// census itself is in the verdict.
pub fn verify(
    dir: &Path,
    sample: Option<u64>,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<Verdict, Error> {
    let manifest = Manifest::load(dir)?;
    let (rules, play) = manifest.rules(dir)?;
    let mut verdict = Verdict { layers: manifest.layers.len(), ..Verdict::default() };
    if !manifest.is_complete() {
        let done = manifest.layers.len();
        let part = format!("it is not complete: {done} of {} layers are done", manifest.coins + 1);
        verdict.problems.push(part);
    }
    let Some(partitions) = Partitions::new(manifest.layers.len().saturating_sub(1)) else {
        return Err(Error::damaged(&manifest_path(dir), "it has too many layers"));
    };
    let mut known = Known { rules, play, partitions, ranks: Vec::new(), values: Vec::new() };
    for file in &manifest.files {
        match manifest.sound_file(dir, &file.name) {
            Ok(_) => verdict.files += 1,
            Err(error) => verdict.problems.push(error.to_string()),
        }
        let part = beside(&dir.join(&file.name));
        if part.exists() {
            verdict.problems.push(format!("{} was left by an interrupted run", part.display()));
        }
    }
    let text = std::fs::read_to_string(dir.join(LAYERS_CSV)).unwrap_or_default();
    if manifest.is_complete() && text != layers_csv(&manifest.layers) {
        verdict.problems.push(format!("{LAYERS_CSV} does not say what the manifest says"));
    }
    // What is damaged is not used, and the rest cannot be derived without it.
    if verdict.problems.iter().any(|problem| !problem.starts_with("it is not complete")) {
        return Ok(verdict);
    }
    for &layer in &manifest.layers {
        if let Err(error) = known.read(dir, &manifest, layer) {
            verdict.problems.push(error.to_string());
            return Ok(verdict);
        }
    }
    known.check(sample, watch, &mut verdict);
    Ok(verdict)
}

/// Positions that one thread checks in a go.
const PART: u64 = 1 << 12;

/// What a census claims.
struct Known {
    rules: Rules,
    play: Play,
    partitions: Partitions,
    /// The ranks of the P-positions of each layer, ascending.
    ranks: Vec<Vec<u64>>,
    /// The Grundy values of each layer, if there are any.
    values: Vec<Vec<u16>>,
}

impl Known {
    fn read(&mut self, dir: &Path, manifest: &Manifest, layer: LayerCounts) -> Result<(), Error> {
        let coins = layer.coins;
        let path = dir.join(p_name(coins));
        let (mut ranks, mut mirrors) = (Vec::new(), 0);
        read_p(&path, coins, |heaps| {
            ranks.push(self.partitions.rank(heaps));
            mirrors += u64::from(is_mirror(heaps));
        })?;
        if !ranks.is_sorted_by(|x, y| x < y) {
            return Err(Error::damaged(&path, "its rows are not in order"));
        }
        let rows = manifest.file(&p_name(coins)).map_or(0, |file| file.rows);
        let found = LayerCounts {
            coins,
            positions: self.partitions.count(coins),
            p_positions: ranks.len() as u64,
            mirror_p_positions: mirrors,
        };
        if found != layer || rows != ranks.len() as u64 {
            return Err(Error::damaged(&path, "its counts are not those of the manifest"));
        }
        self.ranks.push(ranks);
        if manifest.grundy {
            let path = dir.join(grundy_name(coins));
            let values = read_grundy(&path, &self.partitions, coins)?;
            if values.len() as u64 != layer.positions {
                return Err(Error::damaged(&path, "it has not one row for each position"));
            }
            self.values.push(values);
        }
        Ok(())
    }

    fn check(&self, sample: Option<u64>, watch: &(dyn Fn(u64) + Sync), verdict: &mut Verdict) {
        let positions: u64 = (0..self.ranks.len()).map(|n| self.partitions.count(n)).sum();
        let p_positions: u64 = self.ranks.iter().map(|ranks| ranks.len() as u64).sum();
        let step = |all: u64| sample.map_or(1, |sample| (all / sample.max(1)).max(1));
        for (n, ranks) in self.ranks.iter().enumerate() {
            let check = |ranks: &mut dyn Iterator<Item = u64>| {
                let mut part = Verdict::default();
                ranks.for_each(|rank| self.check_one(n, rank, &mut part));
                watch(part.p_positions + part.n_positions);
                part
            };
            let join = |mut one: Verdict, other: Verdict| {
                one.p_positions += other.p_positions;
                one.n_positions += other.n_positions;
                one.problems.extend(other.problems);
                one
            };
            let count = self.partitions.count(n);
            let parts: Vec<Verdict> = match sample {
                None => {
                    let part = |i: u64| check(&mut (i * PART..count.min((i + 1) * PART)));
                    (0..count.div_ceil(PART)).into_par_iter().map(part).collect()
                }
                Some(_) => {
                    let some_p = ranks.iter().copied().step_by(step(p_positions) as usize);
                    let some = (0..count).step_by(step(positions) as usize);
                    vec![check(&mut some_p.chain(some))]
                }
            };
            let part = parts.into_iter().fold(Verdict::default(), join);
            verdict.p_positions += part.p_positions;
            verdict.n_positions += part.n_positions;
            verdict.problems.extend(part.problems.into_iter().take(10));
        }
    }

    fn check_one(&self, n: usize, rank: u64, verdict: &mut Verdict) {
        let mut heaps = Vec::new();
        self.partitions.unrank(n, rank, &mut heaps);
        let position = Position::new(heaps.iter().map(|&heap| heap.into()));
        let (mut moves, mut to_p, mut values) = (0, None, Vec::new());
        let _ = self.rules.each_move(&position, |_, option| {
            moves += 1;
            let (layer, rank) = self.rank(&option);
            if to_p.is_none() && self.ranks[layer].binary_search(&rank).is_ok() {
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
        let listed = self.ranks[n].binary_search(&rank).is_ok();
        if listed {
            verdict.p_positions += 1;
        } else {
            verdict.n_positions += 1;
        }
        match (listed, outcome) {
            (true, Outcome::P) | (false, Outcome::N) => {}
            (true, Outcome::N) => verdict.problems.push(match to_p {
                Some(option) => format!("{position} is listed, and so is its option {option}"),
                None => format!("{position} is listed, but has no move and so is N"),
            }),
            (false, Outcome::P) => verdict
                .problems
                .push(format!("{position} is not listed, but has no move to a P-position")),
        }
        if let Some(layer) = self.values.get(n) {
            let mex = (0..).find(|value| !values.contains(value)).unwrap_or(u16::MAX);
            if layer[rank as usize] != mex {
                let value = layer[rank as usize];
                verdict.problems.push(format!("{position} has value {mex}, not {value}"));
            }
        }
    }

    fn rank(&self, position: &Position) -> (usize, u64) {
        let heaps: Vec<u16> = position.heaps().iter().rev().map(|&heap| heap as u16).collect();
        (position.coins() as usize, self.partitions.rank(&heaps))
    }
}

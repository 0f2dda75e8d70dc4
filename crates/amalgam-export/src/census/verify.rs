//! Checking a census: its files against the manifest, its contents against the definition
//! ([`Stated`]).

use std::path::Path;

use amalgam::Budget;
use amalgam::base::budget::Progress;
use amalgam::engines::census::{Findings, LayerCounts, Stated};

use super::Manifest;
use super::grundy_table::read_grundy;
use super::manifest::{LAYERS_CSV, counts_csv, grundy_name, manifest_path, p_name};
use super::p_table::read_p_ranks;
use crate::Error;
use crate::part::beside;

/// What a check came to.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Layers that are there.
    pub layers: usize,
    /// Files whose contents are those that were written.
    pub files: usize,
    /// P-positions whose status was derived again.
    pub p_positions: u64,
    /// Other positions for which a move to a P-position was looked for.
    pub n_positions: u64,
    /// All that is wrong, the first few of each kind.
    pub problems: Vec<String>,
}

/// Checks a census: every position of it, or about `sample` P-positions and as many others, evenly
/// spread. `progress` receives how many positions have been checked.
///
/// # Errors
/// If there is no census to check, it was written by a newer version, or a bound is met. What is wrong with the
/// census itself is in the verdict.
pub fn verify(
    dir: &Path,
    sample: Option<u64>,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Verdict, Error> {
    let manifest = Manifest::load(dir)?;
    let (rules, play) = manifest.rules(dir)?;
    let mut verdict = Verdict { layers: manifest.layers.len(), ..Verdict::default() };
    if !manifest.is_complete() {
        let done = manifest.layers.len();
        let part = format!("it is not complete: {done} of {} layers are done", manifest.coins + 1);
        verdict.problems.push(part);
    }
    let Some(partitions) = manifest.partitions() else {
        return Err(Error::damaged(&manifest_path(dir), "it has too many layers"));
    };
    let mut stated = Stated { rules, play, partitions, p: Vec::new(), values: Vec::new() };
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
    if manifest.is_complete() && text != counts_csv(&manifest.layers) {
        verdict.problems.push(format!("{LAYERS_CSV} does not say what the manifest says"));
    }
    // What is damaged is not used, and the rest cannot be derived without it.
    if verdict.problems.iter().any(|problem| !problem.starts_with("it is not complete")) {
        return Ok(verdict);
    }
    for &layer in &manifest.layers {
        if let Err(error) = read(&mut stated, dir, &manifest, layer) {
            verdict.problems.push(error.to_string());
            return Ok(verdict);
        }
    }
    let Findings { p_positions, n_positions, wrong } = stated.check(sample, limits, progress)?;
    verdict.problems.extend(wrong);
    Ok(Verdict { p_positions, n_positions, ..verdict })
}

/// Takes what a layer's files say.
fn read(
    stated: &mut Stated,
    dir: &Path,
    manifest: &Manifest,
    layer: LayerCounts,
) -> Result<(), Error> {
    let coins = layer.coins;
    let path = dir.join(p_name(coins));
    let p = read_p_ranks(&path, &stated.partitions, coins)?;
    // The file is the one that the manifest names, so it is the manifest that is wrong.
    if LayerCounts::new(&stated.partitions, coins, &p) != layer {
        let why = format!("its counts are not those of {}", p_name(coins));
        return Err(Error::damaged(&manifest_path(dir), why));
    }
    stated.p.push(p);
    if manifest.grundy {
        let path = dir.join(grundy_name(coins));
        let values = read_grundy(&path, &stated.partitions, coins)?;
        if values.len() as u64 != layer.positions {
            return Err(Error::damaged(&path, "it has not one row for each position"));
        }
        stated.values.push(values);
    }
    Ok(())
}

//! Making a census, from the start or from where it stopped.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use amalgam::base::budget::Progress;
use amalgam::engines::census::{CensusError, FullCensus, LayerCounts, Partitions, Ranks};
use amalgam::{Budget, Play, Rules};

use super::layer_files::{read_grundy, read_p_ranks, write_grundy, write_p};
use super::manifest::{
    LAYERS_CSV, Manifest, SCHEMA, VERSION, grundy_name, layers_csv, manifest_path, p_name,
};
use crate::part::beside;
use crate::{Error, whole_file};

/// What to count.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// What the game is called.
    pub name: &'a str,
    /// What may be done in it.
    pub rules: &'a Rules,
    /// Who wins.
    pub play: Play,
    /// The largest number of coins.
    pub coins: usize,
    /// Whether to keep Grundy values.
    pub grundy: bool,
}

impl<'a> Wanted<'a> {
    fn census(&self, limits: &Budget) -> Result<FullCensus<'a>, CensusError> {
        FullCensus::new(self.rules, self.play, self.coins, self.grundy, limits)
    }
}

/// Decides every position without keeping anything but the counts.
///
/// # Errors
/// If the census is impossible or a bound is met.
pub fn decide(
    wanted: &Wanted<'_>,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<LayerCounts>, Error> {
    let decide = || {
        let mut census = wanted.census(limits)?;
        let mut layers = Vec::new();
        while let Some(layer) = census.advance(limits, progress)? {
            layers.push(layer.counts());
        }
        Ok(layers)
    };
    limits.on_threads(decide)?
}

/// Makes the census in a directory, or goes on with one of the same rules that is there. A census
/// that already goes as far or further is left as it is.
///
/// # Errors
/// If the directory holds something else, cannot be written, or a bound is met. Layers that were
/// done before stay done.
pub fn run(
    dir: &Path,
    wanted: &Wanted<'_>,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Manifest, Error> {
    limits.on_threads(|| run_here(dir, wanted, limits, progress))?
}

fn run_here(
    dir: &Path,
    wanted: &Wanted<'_>,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Manifest, Error> {
    // Everything that can be known to fail fails before anything is written.
    let there = existing(dir, wanted)?;
    let there = match there {
        Some(manifest) if manifest.is_complete() && manifest.coins >= wanted.coins => {
            return Ok(manifest);
        }
        other => other,
    };
    let mut work = Work::new(wanted, limits, progress)?;
    make_folders(dir, wanted.grundy)?;
    let _lock = lock(dir)?;
    let mut manifest = there.unwrap_or_else(|| Manifest {
        schema: SCHEMA.to_owned(),
        version: VERSION.to_owned(),
        game: wanted.name.to_owned(),
        rules: wanted.rules.to_string(),
        misere: wanted.play == Play::Misere,
        grundy: wanted.grundy,
        coins: wanted.coins,
        layers: Vec::new(),
        files: Vec::new(),
    });
    // Layers beyond what is asked for now stay.
    manifest.coins = wanted.coins.max(manifest.layers.len().saturating_sub(1));
    manifest.version = VERSION.to_owned();
    manifest.files.retain(|file| file.name != LAYERS_CSV);
    // Also tells at once whether the directory can be written.
    manifest.store(dir)?;
    let csv = dir.join(LAYERS_CSV);
    match fs::remove_file(&csv) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(Error::io(&csv, error));
        }
        _ => {}
    }
    for &layer in manifest.layers.iter().take(wanted.coins + 1) {
        work.restore(dir, &manifest, layer)?;
    }
    while let Some(counts) = work.advance()? {
        work.keep(dir, &mut manifest)?;
        manifest.layers.push(counts);
        manifest.store(dir)?;
    }
    write_csv(dir, &mut manifest)?;
    manifest.store(dir)?;
    Ok(manifest)
}

/// Writes `layers.csv` and enters it.
pub(super) fn write_csv(dir: &Path, manifest: &mut Manifest) -> Result<(), Error> {
    let seal = whole_file::write(&dir.join(LAYERS_CSV), layers_csv(&manifest.layers).as_bytes())?;
    manifest.enter(LAYERS_CSV.to_owned(), manifest.layers.len() as u64, seal);
    Ok(())
}

pub(super) fn make_folders(dir: &Path, grundy: bool) -> Result<(), Error> {
    let make = |path: &Path| fs::create_dir_all(path).map_err(|error| Error::io(path, error));
    make(&dir.join("p-positions"))?;
    if grundy { make(&dir.join("grundy")) } else { Ok(()) }
}

/// The census that is there, if it is one of the same rules.
fn existing(dir: &Path, wanted: &Wanted<'_>) -> Result<Option<Manifest>, Error> {
    let manifest = match Manifest::load(dir) {
        Err(Error::NoCensus(_)) => {
            let beside = beside(&manifest_path(dir));
            let mut entries = match fs::read_dir(dir) {
                Ok(entries) => entries,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(Error::io(dir, error)),
            };
            // What a run that was ended before its first manifest can leave.
            let ours = |path: &Path| {
                let name = path.file_name().and_then(|name| name.to_str());
                let folder = matches!(name, Some("p-positions" | "grundy"));
                let empty = || fs::read_dir(path).is_ok_and(|mut inside| inside.next().is_none());
                path == beside || (folder && empty())
            };
            let foreign = entries.any(|entry| entry.is_ok_and(|entry| !ours(&entry.path())));
            return if foreign { Err(Error::NotACensus(dir.to_owned())) } else { Ok(None) };
        }
        other => other?,
    };
    let (rules, play) = manifest.rules(dir)?;
    if (&rules, play, manifest.grundy) != (wanted.rules, wanted.play, wanted.grundy) {
        let name = |game: &str, play: Play, grundy: bool| {
            let values = if grundy { ", with Grundy values" } else { "" };
            let play = if play == Play::Misere { " (misère)" } else { "" };
            format!("{game}{play}{values}")
        };
        return Err(Error::Other {
            dir: dir.to_owned(),
            found: name(&manifest.game, play, manifest.grundy),
            wanted: name(wanted.name, wanted.play, wanted.grundy),
        });
    }
    Ok(Some(manifest))
}

/// Keeps other processes out while the file is open, where the system can lock a directory.
pub(super) fn lock(dir: &Path) -> Result<Option<File>, Error> {
    let Ok(file) = File::open(dir) else { return Ok(None) };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Error::Busy(dir.to_owned())),
        Err(TryLockError::Error(_)) => Ok(None),
        Ok(()) => Ok(Some(file)),
    }
}

/// Writes the P-positions of a layer and enters them.
pub(super) fn keep_p(
    dir: &Path,
    manifest: &mut Manifest,
    partitions: &Partitions,
    coins: usize,
    p: &Ranks,
) -> Result<(), Error> {
    let seal = write_p(&dir.join(p_name(coins)), partitions, coins, p.iter())?;
    manifest.enter(p_name(coins), p.len(), seal);
    Ok(())
}

/// The P-positions of a layer from their file, and where it is.
pub(super) fn sound_p(
    dir: &Path,
    manifest: &Manifest,
    partitions: &Partitions,
    layer: LayerCounts,
) -> Result<(PathBuf, Ranks), Error> {
    let path = manifest.sound_file(dir, &p_name(layer.coins))?;
    let p = read_p_ranks(&path, partitions, layer.coins)?;
    if p.len() != layer.p_positions {
        return Err(Error::damaged(&path, "it has not as many rows as the manifest says"));
    }
    Ok((path, p))
}

/// A census on its way, and what it may use.
pub(super) struct Work<'a> {
    pub(super) census: FullCensus<'a>,
    limits: &'a Budget,
    progress: &'a dyn Progress,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        wanted: &Wanted<'a>,
        limits: &'a Budget,
        progress: &'a dyn Progress,
    ) -> Result<Work<'a>, Error> {
        Ok(Work { census: wanted.census(limits)?, limits, progress })
    }

    /// Decides the next layer, and counts what is in it; `None` when all are done.
    pub(super) fn advance(&mut self) -> Result<Option<LayerCounts>, Error> {
        let layer = self.census.advance(self.limits, self.progress)?;
        Ok(layer.map(|layer| layer.counts()))
    }

    /// Writes the files of the layer that was decided last and enters them.
    pub(super) fn keep(&self, dir: &Path, manifest: &mut Manifest) -> Result<(), Error> {
        let Some(layer) = self.census.layer() else { return Ok(()) };
        let (coins, partitions) = (layer.coins, layer.partitions());
        keep_p(dir, manifest, partitions, coins, layer.p)?;
        if let Some(values) = self.census.values(coins) {
            let seal = write_grundy(&dir.join(grundy_name(coins)), partitions, coins, values)?;
            manifest.enter(grundy_name(coins), layer.count(), seal);
        }
        Ok(())
    }

    /// Takes a layer from its files. If one of them is damaged, nothing has been taken.
    pub(super) fn restore(
        &mut self,
        dir: &Path,
        manifest: &Manifest,
        layer: LayerCounts,
    ) -> Result<(), Error> {
        let coins = layer.coins;
        let (path, p) = sound_p(dir, manifest, self.census.partitions(), layer)?;
        let values = match self.census.has_values() {
            true => {
                let path = manifest.sound_file(dir, &grundy_name(coins))?;
                let values = read_grundy(&path, self.census.partitions(), coins)?;
                if values.len() as u64 != layer.positions {
                    return Err(Error::damaged(&path, "it has not one row for each position"));
                }
                values
            }
            false => Vec::new(),
        };
        match self.census.restore(p, &values, self.limits, self.progress) {
            Err(error @ CensusError::NoSuchLayer(_)) => Err(Error::damaged(&path, error)),
            other => Ok(other?),
        }
    }
}

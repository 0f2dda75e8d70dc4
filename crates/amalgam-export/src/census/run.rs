//! Making a census, from the start or from where it stopped.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use amalgam::engines::census::{Census, GrundyCensus, Layer};
use amalgam::{Budget, Play, Rules};

use super::layer_files::{is_mirror, read_grundy, read_p, write_grundy, write_p};
use super::manifest::{
    LAYERS_CSV, LayerCounts, Manifest, SCHEMA, VERSION, grundy_name, layers_csv, manifest_path,
    p_name,
};
use crate::part::beside;
use crate::{Error, whole_file};

/// What to count.
#[derive(Clone, Debug)]
pub struct Task<'a> {
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

/// A layer that has become known.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its counts.
    pub layer: LayerCounts,
    /// Whether it was read from an earlier run.
    pub restored: bool,
}

/// Decides every position without keeping anything but the counts.
///
/// # Errors
/// If the census is impossible or a bound is met.
pub fn decide(
    task: &Task<'_>,
    limits: &Budget,
    watch: &mut dyn FnMut(Step),
) -> Result<Vec<LayerCounts>, Error> {
    let mut work = Work::new(task, limits)?;
    let mut layers = Vec::new();
    while let Some(layer) = work.advance(limits)? {
        let counts = work.counts(&layer);
        watch(Step { layer: counts, restored: false });
        layers.push(counts);
    }
    Ok(layers)
}

/// Makes the census in a directory, or goes on with one of the same rules that is there. A census
/// that already goes as far or further is left as it is.
///
/// # Errors
/// If the directory holds something else, cannot be written, or a bound is met. Layers that were
/// done before stay done.
pub fn run(
    dir: &Path,
    task: &Task<'_>,
    limits: &Budget,
    watch: &mut dyn FnMut(Step),
) -> Result<Manifest, Error> {
    // Everything that can be known to fail fails before anything is written.
    let there = existing(dir, task)?;
    let there = match there {
        Some(manifest) if manifest.is_complete() && manifest.coins >= task.coins => {
            for &layer in manifest.layers.iter().take(task.coins + 1) {
                watch(Step { layer, restored: true });
            }
            return Ok(manifest);
        }
        other => other,
    };
    let mut work = Work::new(task, limits)?;
    make_folders(dir, task.grundy)?;
    let _lock = lock(dir)?;
    let mut manifest = there.unwrap_or_else(|| Manifest {
        schema: SCHEMA.to_owned(),
        version: VERSION.to_owned(),
        game: task.name.to_owned(),
        rules: task.rules.to_string(),
        misere: task.play == Play::Misere,
        grundy: task.grundy,
        coins: task.coins,
        layers: Vec::new(),
        files: Vec::new(),
    });
    // Layers beyond what is asked for now stay.
    manifest.coins = task.coins.max(manifest.layers.len().saturating_sub(1));
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
    for &layer in manifest.layers.iter().take(task.coins + 1) {
        work.restore(dir, &manifest, layer)?;
        watch(Step { layer, restored: true });
    }
    while let Some(layer) = work.advance(limits)? {
        let counts = work.counts(&layer);
        work.keep(dir, &mut manifest, &layer)?;
        manifest.layers.push(counts);
        manifest.store(dir)?;
        watch(Step { layer: counts, restored: false });
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
fn existing(dir: &Path, task: &Task<'_>) -> Result<Option<Manifest>, Error> {
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
    if (&rules, play, manifest.grundy) != (task.rules, task.play, task.grundy) {
        let name = |game: &str, play: Play, grundy: bool| {
            let values = if grundy { ", with Grundy values" } else { "" };
            let play = if play == Play::Misere { " (misère)" } else { "" };
            format!("{game}{play}{values}")
        };
        return Err(Error::Other {
            dir: dir.to_owned(),
            found: name(&manifest.game, play, manifest.grundy),
            wanted: name(task.name, task.play, task.grundy),
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

/// The census and, where they are wanted, the Grundy values, in step.
pub(super) struct Work<'a> {
    census: Census<'a>,
    grundy: Option<GrundyCensus<'a>>,
    play: Play,
}

impl<'a> Work<'a> {
    pub(super) fn new(task: &Task<'a>, limits: &Budget) -> Result<Work<'a>, Error> {
        let grundy = match task.grundy {
            true => Some(GrundyCensus::new(task.rules, task.coins, limits)?),
            false => None,
        };
        let census = Census::new(task.rules, task.play, task.coins, limits)?;
        Ok(Work { census, grundy, play: task.play })
    }

    pub(super) fn advance(&mut self, limits: &Budget) -> Result<Option<Layer>, Error> {
        let decided = self.census.next_layer();
        let stopped = |reached| Error::Stopped { reached, decided };
        // The values first: if they are stopped, the census has not moved on.
        if let Some(grundy) = &mut self.grundy {
            grundy.advance(limits).map_err(stopped)?;
        }
        let Some(layer) = self.census.advance(limits).map_err(stopped)? else { return Ok(None) };
        if self.play == Play::Normal
            && let Some(values) = self.grundy.as_ref().and_then(|grundy| grundy.layer(layer.coins))
        {
            let zeros = values.enumerate().filter(|(_, value)| *value == 0);
            if !zeros.map(|(rank, _)| rank as u64).eq(layer.p_ranks.iter().copied()) {
                return Err(Error::Contradiction(layer.coins));
            }
        }
        Ok(Some(layer))
    }

    pub(super) fn counts(&self, layer: &Layer) -> LayerCounts {
        let mut heaps = Vec::new();
        let mirrors = layer.p_ranks.iter().filter(|&&rank| {
            self.census.partitions().unrank(layer.coins, rank, &mut heaps);
            is_mirror(&heaps)
        });
        LayerCounts {
            coins: layer.coins,
            positions: layer.positions,
            mirror_p_positions: mirrors.count() as u64,
            p_positions: layer.p_ranks.len() as u64,
        }
    }

    /// Writes the files of a layer and enters them.
    pub(super) fn keep(
        &self,
        dir: &Path,
        manifest: &mut Manifest,
        layer: &Layer,
    ) -> Result<(), Error> {
        let (coins, partitions) = (layer.coins, self.census.partitions());
        let seal = write_p(&dir.join(p_name(coins)), partitions, coins, &layer.p_ranks)?;
        manifest.enter(p_name(coins), layer.p_ranks.len() as u64, seal);
        if let Some(values) = self.grundy.as_ref().and_then(|grundy| grundy.layer(coins)) {
            let seal = write_grundy(&dir.join(grundy_name(coins)), partitions, coins, values)?;
            manifest.enter(grundy_name(coins), layer.positions, seal);
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
        let path = manifest.sound_file(dir, &p_name(coins))?;
        let mut ranks = Vec::new();
        read_p(&path, coins, |heaps| ranks.push(self.census.partitions().rank(heaps)))?;
        if ranks.len() as u64 != layer.p_positions {
            return Err(Error::damaged(&path, "it has not as many rows as the manifest says"));
        }
        let values = match self.grundy {
            Some(_) => {
                let path = manifest.sound_file(dir, &grundy_name(coins))?;
                let values = read_grundy(&path, self.census.partitions(), coins)?;
                if values.len() as u64 != layer.positions {
                    return Err(Error::damaged(&path, "it has not one row for each position"));
                }
                values
            }
            None => Vec::new(),
        };
        self.census.restore(&ranks).map_err(|error| Error::damaged(&path, error))?;
        match &mut self.grundy {
            Some(grundy) => Ok(grundy.restore(values.into_iter())?),
            None => Ok(()),
        }
    }
}

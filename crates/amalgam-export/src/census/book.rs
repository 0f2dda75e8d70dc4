//! The directory of a census while layers are added to it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use amalgam::Play;
use amalgam::engines::census::{Layer, LayerCounts, Partitions, Ranks};

use super::manifest::{LAYERS_CSV, Manifest, SCHEMA, VERSION, counts_csv, manifest_path, p_name};
use super::p_rows::{PFile, PRows};
use super::p_table::read_p_ranks;
use super::run::Wanted;
use crate::part::beside;
use crate::{Error, whole_file};

/// A directory to which layers are added, and which nobody else can add to meanwhile.
#[derive(Debug)]
pub struct Book {
    dir: PathBuf,
    pub(super) manifest: Manifest,
    _lock: Option<File>,
}

impl Book {
    /// Opens a directory for the layers of a census that it has not, with those of the same rules that
    /// are there.
    ///
    /// # Errors
    /// If it holds something else, cannot be written, or another process adds to it.
    pub fn open(dir: &Path, wanted: &Wanted<'_>) -> Result<Book, Error> {
        let there = existing(dir, wanted)?;
        make_folders(dir, wanted.grundy)?;
        let lock = lock(dir)?;
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
            sealed: true,
        });
        manifest.confirm(dir)?;
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
        Ok(Book { dir: dir.to_owned(), manifest, _lock: lock })
    }

    /// The file of a layer, beside its place until [`add`](Book::add).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn p_file(&self, coins: usize) -> Result<PFile, Error> {
        PFile::create(&self.dir, coins)
    }

    /// Puts the file of the next layer in its place, and enters it with its counts.
    ///
    /// # Errors
    /// If that fails; then the layer is not there.
    pub fn add(&mut self, file: PFile, counts: LayerCounts) -> Result<(), Error> {
        enter_p(&mut self.manifest, file, counts.p_positions)?;
        self.enter(counts)
    }

    /// Enters a layer whose files are written.
    pub(super) fn enter(&mut self, counts: LayerCounts) -> Result<(), Error> {
        self.manifest.layers.push(counts);
        self.manifest.store(&self.dir)
    }

    /// Writes the counts of all layers: the census is complete.
    ///
    /// # Errors
    /// If that fails.
    pub fn close(mut self) -> Result<Manifest, Error> {
        write_csv(&self.dir, &mut self.manifest)?;
        self.manifest.store(&self.dir)?;
        Ok(self.manifest)
    }
}

/// The census that is there, if it is one of the same rules that goes as far or further.
///
/// # Errors
/// If there is something else.
pub fn done(dir: &Path, wanted: &Wanted<'_>) -> Result<Option<Manifest>, Error> {
    let complete = |there: &Manifest| there.is_complete() && there.coins >= wanted.coins;
    Ok(existing(dir, wanted)?.filter(complete))
}

/// The P-positions of a layer of a census.
///
/// # Errors
/// If the file is damaged, or there is no room.
pub fn layer(
    dir: &Path,
    manifest: &Manifest,
    partitions: &Partitions,
    counts: LayerCounts,
) -> Result<Ranks, Error> {
    sound_p(dir, manifest, partitions, counts).map(|(_, p)| p)
}

/// Writes `layers.csv` and enters it.
pub(super) fn write_csv(dir: &Path, manifest: &mut Manifest) -> Result<(), Error> {
    let seal = whole_file::write(&dir.join(LAYERS_CSV), counts_csv(&manifest.layers).as_bytes())?;
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
pub(super) fn keep_p(dir: &Path, manifest: &mut Manifest, layer: &Layer<'_>) -> Result<(), Error> {
    let mut file = PFile::create(dir, layer.coins)?;
    let mut rows = PRows::new(layer);
    while !rows.is_done() {
        rows.encode(AT_ONCE)?.into_iter().try_for_each(|group| file.append(group))?;
    }
    enter_p(manifest, file, layer.p.len())
}

/// Groups of rows in memory at the same time, about 100 MB each while they are encoded, by as many threads.
const AT_ONCE: usize = 8;

fn enter_p(manifest: &mut Manifest, file: PFile, rows: u64) -> Result<(), Error> {
    let coins = file.coins;
    manifest.enter(p_name(coins), rows, file.finish()?);
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
    // The file is the one that the manifest names, so it is the manifest that is wrong.
    if p.len() != layer.p_positions {
        let why = format!("its counts are not those of {}", p_name(layer.coins));
        return Err(Error::damaged(&manifest_path(dir), why));
    }
    Ok((path, p))
}

//! `manifest.json`: what a census holds.
//!
//! Its last key, `sha256`, seals the others: it is the SHA-256 of the same object without it, written
//! without spaces. A manifest from before there was a seal is read too. Its numbers are compared with each
//! other, and it is sealed when the census is extended or repaired, after they were compared with the files
//! ([`Manifest::confirm`]).

use std::path::{Path, PathBuf};

use amalgam::engines::census::{LayerCounts, Partitions};
use amalgam::{Play, Rules};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::p_table::read_p_ranks;
use crate::Error;
use crate::whole_file::{self, Seal, seal_of, sha256};

/// What a census holds. Only files that are named here count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// `amalgam/census/1`.
    pub schema: String,
    /// The version of the program that wrote it.
    pub version: String,
    /// What the game is called.
    pub game: String,
    /// Its rules in words.
    pub rules: String,
    /// Whether the last mover loses.
    pub misere: bool,
    /// Whether Grundy values are kept.
    pub grundy: bool,
    /// The number of coins that was asked for.
    pub coins: usize,
    /// The layers that are done.
    pub layers: Vec<LayerCounts>,
    /// The files; `layers.csv` is among them once all layers are done.
    pub files: Vec<FileEntry>,
    /// Whether it is known to be as it was written.
    #[serde(skip)]
    pub(super) sealed: bool,
}

/// A file of a census.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its path within the census.
    pub name: String,
    /// How many rows it has, titles not counted.
    pub rows: u64,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
}

pub(super) const SCHEMA: &str = "amalgam/census/1";
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");
pub(super) const LAYERS_CSV: &str = "layers.csv";

/// The key that seals the others.
const SEAL: &str = "sha256";

/// Where the manifest of a census is.
pub(super) fn manifest_path(dir: &Path) -> PathBuf {
    dir.join("manifest.json")
}

/// The P-positions of a layer.
pub(super) fn p_name(coins: usize) -> String {
    format!("p-positions/coins-{coins:03}.parquet")
}

/// The Grundy values of a layer.
pub(super) fn grundy_name(coins: usize) -> String {
    format!("grundy/coins-{coins:03}.parquet")
}

impl Manifest {
    /// The manifest of the census in a directory.
    ///
    /// # Errors
    /// If there is none, or it is damaged or from a newer version.
    pub fn load(dir: &Path) -> Result<Manifest, Error> {
        let path = manifest_path(dir);
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(Error::NoCensus(dir.to_owned()));
            }
            Err(error) => return Err(Error::io(&path, error)),
        };
        let mut value: Value =
            serde_json::from_slice(&text).map_err(|error| Error::damaged(&path, error))?;
        // A newer version may have changed everything else.
        let said = |key: &str| value.get(key).and_then(|v| v.as_str()).unwrap_or("").to_owned();
        let (schema, version) = (said("schema"), said("version"));
        let number = schema.strip_prefix("amalgam/census/").and_then(|n| n.parse::<u64>().ok());
        match number {
            None => return Err(Error::damaged(&path, "it is no manifest of a census")),
            Some(1) if parts(&version) <= parts(VERSION) => {}
            Some(1) => return Err(Error::Newer { path, version }),
            Some(_) => return Err(Error::Newer { path, version: schema }),
        }
        let seal = value.as_object_mut().and_then(|object| object.shift_remove(SEAL));
        if seal.as_ref().is_some_and(|seal| *seal != sha256(value.to_string().as_bytes())) {
            return Err(Error::damaged(&path, "it was changed: its SHA-256 is another"));
        }
        let mut manifest: Manifest =
            serde_json::from_value(value).map_err(|error| Error::damaged(&path, error))?;
        manifest.sealed = seal.is_some();
        manifest.agrees_with_itself().map_err(|why| Error::damaged(&path, why))?;
        if !manifest.sealed {
            manifest.agrees_with_csv(dir)?;
        }
        Ok(manifest)
    }

    /// Writes it, sealed.
    pub(super) fn store(&self, dir: &Path) -> Result<(), Error> {
        let path = manifest_path(dir);
        let sealed = || {
            let mut value = serde_json::to_value(self)?;
            let seal = sha256(value.to_string().as_bytes());
            if let Some(object) = value.as_object_mut() {
                object.insert(SEAL.to_owned(), seal.into());
            }
            serde_json::to_string_pretty(&value)
        };
        let text = sealed().map_err(|error| Error::io(&path, error.into()))?;
        whole_file::write(&path, (text + "\n").as_bytes()).map(drop)
    }

    /// Compares the numbers that follow from each other.
    fn agrees_with_itself(&self) -> Result<(), String> {
        let in_order = self.layers.iter().enumerate().all(|(n, layer)| layer.coins == n);
        if !in_order || self.layers.len() > self.coins.saturating_add(1) {
            return Err("its layers are not in order".to_owned());
        }
        let partitions = self.partitions().ok_or("it has too many layers")?;
        for layer in &self.layers {
            let coins = layer.coins;
            let positions = partitions.count(coins);
            if layer.positions != positions {
                let said = layer.positions;
                return Err(format!(
                    "{coins} coins have {positions} positions, and it says {said}"
                ));
            }
            let grundy = self.grundy.then(|| (grundy_name(coins), positions));
            for (name, rows) in [(p_name(coins), layer.p_positions)].into_iter().chain(grundy) {
                let said = self.file(&name).map(|file| file.rows);
                if said != Some(rows) {
                    let said = said.map_or("none".to_owned(), |said| said.to_string());
                    return Err(format!("{name} should have {rows} rows, and it says {said}"));
                }
            }
        }
        match self.file(LAYERS_CSV) {
            Some(csv) if csv.rows != self.layers.len() as u64 => {
                Err(format!("{LAYERS_CSV} has one row for each layer, and it says {}", csv.rows))
            }
            _ => Ok(()),
        }
    }

    /// Compares it with `layers.csv`, if that is as it was when it was written.
    fn agrees_with_csv(&self, dir: &Path) -> Result<(), Error> {
        let Ok(path) = self.sound_file(dir, LAYERS_CSV) else { return Ok(()) };
        let text = std::fs::read_to_string(&path).map_err(|error| Error::io(&path, error))?;
        match text == counts_csv(&self.layers) {
            true => Ok(()),
            false => {
                let why = format!("its counts are not those of {LAYERS_CSV}");
                Err(Error::damaged(&manifest_path(dir), why))
            }
        }
    }

    /// Compares the counts of a manifest that is not sealed with the P-positions in the files that are as
    /// they were when they were written; then it may be sealed.
    ///
    /// # Errors
    /// If it does not tell what a file holds, or there is no room.
    pub(super) fn confirm(&mut self, dir: &Path) -> Result<(), Error> {
        let layers = if self.sealed { &[][..] } else { &self.layers };
        let too_many = || Error::damaged(&manifest_path(dir), "it has too many layers");
        let partitions = self.partitions().ok_or_else(too_many)?;
        for layer in layers {
            let name = p_name(layer.coins);
            let Ok(path) = self.sound_file(dir, &name) else { continue };
            let p = read_p_ranks(&path, &partitions, layer.coins)?;
            if LayerCounts::new(&partitions, layer.coins, &p) != *layer {
                let why = format!("its counts are not those of {name}");
                return Err(Error::damaged(&manifest_path(dir), why));
            }
        }
        self.sealed = true;
        Ok(())
    }

    /// The positions of all layers.
    pub(super) fn partitions(&self) -> Option<Partitions> {
        Partitions::new(self.layers.len().saturating_sub(1))
    }

    /// Whether all layers that were asked for are done, and `layers.csv` is written.
    pub fn is_complete(&self) -> bool {
        self.layers.len() == self.coins + 1 && self.file(LAYERS_CSV).is_some()
    }

    /// The rules and the way to win.
    ///
    /// # Errors
    /// If the rules in the manifest make no sense.
    pub fn rules(&self, dir: &Path) -> Result<(Rules, Play), Error> {
        let rules: Rules = self
            .rules
            .parse()
            .map_err(|error| Error::damaged(&manifest_path(dir), format!("its rules: {error}")))?;
        Ok((rules, if self.misere { Play::Misere } else { Play::Normal }))
    }

    pub(super) fn file(&self, name: &str) -> Option<&FileEntry> {
        self.files.iter().find(|file| file.name == name)
    }

    /// Enters a file, in the place of its old entry if there is one.
    pub(super) fn enter(&mut self, name: String, rows: u64, Seal { bytes, sha256 }: Seal) {
        let entry = FileEntry { name, rows, bytes, sha256 };
        match self.files.iter_mut().find(|file| file.name == entry.name) {
            Some(old) => *old = entry,
            None => self.files.push(entry),
        }
    }

    /// The path of a file that is as it was when it was written.
    pub(super) fn sound_file(&self, dir: &Path, name: &str) -> Result<PathBuf, Error> {
        let path = dir.join(name);
        let entry = self.file(name);
        let entry = entry.ok_or_else(|| Error::damaged(&path, "the manifest does not name it"))?;
        let seal = match seal_of(&path) {
            Err(Error::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                return Err(Error::damaged(&path, "it is missing"));
            }
            other => other?,
        };
        if (seal.bytes, &seal.sha256) != (entry.bytes, &entry.sha256) {
            return Err(Error::damaged(&path, "its SHA-256 is not the one in the manifest"));
        }
        Ok(path)
    }
}

/// The text of `layers.csv`.
pub fn counts_csv(layers: &[LayerCounts]) -> String {
    let mut text = "coins,positions,p_positions,mirror_p_positions\n".to_owned();
    for layer in layers {
        let LayerCounts { coins, positions, p_positions, mirror_p_positions } = layer;
        text += &format!("{coins},{positions},{p_positions},{mirror_p_positions}\n");
    }
    text
}

/// The numbers of a version, most important first.
fn parts(version: &str) -> Vec<u64> {
    version.split(['.', '-', '+']).map_while(|part| part.parse().ok()).collect()
}

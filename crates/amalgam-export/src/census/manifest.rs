//! `manifest.json`: what a census holds.

use std::path::{Path, PathBuf};

use amalgam::engines::census::LayerCounts;
use amalgam::{Play, Rules};
use serde::{Deserialize, Serialize};

use crate::whole_file::{self, Seal};
use crate::{Error, whole_file::seal_of};

/// What a census holds. Only files that are named here count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
        let value: serde_json::Value =
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
        let manifest: Manifest =
            serde_json::from_value(value).map_err(|error| Error::damaged(&path, error))?;
        let in_order = manifest.layers.iter().enumerate().all(|(n, layer)| layer.coins == n);
        if !in_order || manifest.layers.len() > manifest.coins.saturating_add(1) {
            return Err(Error::damaged(&path, "its layers are not in order"));
        }
        Ok(manifest)
    }

    pub(super) fn store(&self, dir: &Path) -> Result<(), Error> {
        let path = manifest_path(dir);
        let text = serde_json::to_string_pretty(self).map_err(|e| Error::io(&path, e.into()))?;
        whole_file::write(&path, (text + "\n").as_bytes()).map(drop)
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

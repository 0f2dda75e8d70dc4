//! Mending a census: layers whose files are damaged are found again, from the layers before them.

use std::path::Path;

use amalgam::Budget;
use amalgam::base::budget::Progress;

use super::Manifest;
use super::book::{lock, make_folders, write_csv};
use super::manifest::{LAYERS_CSV, grundy_name, manifest_path, p_name};
use super::run::{Wanted, Work};
use crate::{Error, part};

/// What there was to mend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mended {
    /// Layers that are there.
    pub layers: usize,
    /// The layers that were found again, by coins.
    pub found_anew: Vec<usize>,
    /// Whether `layers.csv` was written again.
    pub csv: bool,
    /// Whether the manifest had no seal and was given one.
    pub sealed: bool,
}

/// Finds the layers again whose files are missing or not those that were written, and removes what
/// an interrupted run left. Layers that were never done are not added.
///
/// # Errors
/// If there is no census or its manifest is damaged, if a layer that is found again does not have the
/// counts that the manifest tells, or if a bound is met. Layers that were mended before stay mended.
pub fn repair(dir: &Path, limits: &Budget, progress: &dyn Progress) -> Result<Mended, Error> {
    limits.on_threads(|| repair_here(dir, limits, progress))?
}

fn repair_here(dir: &Path, limits: &Budget, progress: &dyn Progress) -> Result<Mended, Error> {
    let _lock = lock(dir)?;
    let mut manifest = Manifest::load(dir)?;
    let sealed = !manifest.sealed;
    manifest.confirm(dir)?;
    let (rules, play) = manifest.rules(dir)?;
    for file in &manifest.files {
        part::clear(&dir.join(&file.name))?;
    }
    let sound = |name: &str| manifest.sound_file(dir, name).is_ok();
    let whole =
        |coins: usize| sound(&p_name(coins)) && (!manifest.grundy || sound(&grundy_name(coins)));
    let mut mended = Mended {
        layers: manifest.layers.len(),
        csv: manifest.is_complete() && !sound(LAYERS_CSV),
        sealed,
        ..Mended::default()
    };
    if let Some(last) = (0..manifest.layers.len()).rev().find(|&coins| !whole(coins)) {
        let (name, grundy) = (manifest.game.clone(), manifest.grundy);
        let wanted = Wanted { name: &name, rules: &rules, play, coins: last, grundy };
        let mut work = Work::new(&wanted, limits, progress)?;
        make_folders(dir, grundy)?;
        for coins in 0..=last {
            let layer = manifest.layers[coins];
            let restored = work.restore(dir, &manifest, layer);
            if let Err(Error::Damaged { .. }) = restored {
                let Some(found) = work.advance()? else { break };
                if found != layer {
                    let why = format!("its counts of {coins} coins are not the game's");
                    return Err(Error::damaged(&manifest_path(dir), why));
                }
                work.keep(dir, &mut manifest)?;
                manifest.store(dir)?;
                mended.found_anew.push(coins);
            } else {
                restored?;
            }
        }
    }
    if mended.csv {
        write_csv(dir, &mut manifest)?;
    }
    if mended.csv || mended.sealed {
        manifest.store(dir)?;
    }
    Ok(mended)
}

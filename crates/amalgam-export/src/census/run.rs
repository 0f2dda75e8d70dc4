//! Making a census, from the start or from where it stopped.

use std::path::Path;

use amalgam::base::budget::Progress;
use amalgam::engines::census::{CensusError, FullCensus, LayerCounts};
use amalgam::{Budget, Play, Rules};

use super::book::{Book, done, keep_p, sound_p};
use super::grundy_table::{read_grundy, write_grundy};
use super::manifest::{Manifest, grundy_name};
use crate::Error;

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
    if let Some(manifest) = done(dir, wanted)? {
        return Ok(manifest);
    }
    let mut work = Work::new(wanted, limits, progress)?;
    let mut book = Book::open(dir, wanted)?;
    for &layer in book.manifest.layers.iter().take(wanted.coins + 1) {
        work.restore(dir, &book.manifest, layer)?;
    }
    while let Some(counts) = work.advance()? {
        work.keep(dir, &mut book.manifest)?;
        book.enter(counts)?;
    }
    book.close()
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
        keep_p(dir, manifest, &layer)?;
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

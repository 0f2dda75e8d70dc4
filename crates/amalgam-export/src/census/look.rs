//! Looking into a census.

use std::path::Path;

use amalgam::Position;
use amalgam::engines::census::is_mirror;
use arrow_array::RecordBatch;

use super::Manifest;
use super::manifest::p_name;
use super::p_table::{each_p, read_p};
use crate::Error;

/// Which P-positions are wanted: those that meet all that is set.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// This many coins.
    pub coins: Option<usize>,
    /// No heap taller than this.
    pub heights: Option<u64>,
    /// This many heaps.
    pub heaps: Option<usize>,
    /// An even number of coins, or an odd one.
    pub even: Option<bool>,
    /// Some height occurs an odd number of times.
    pub not_mirror: bool,
}

/// P-positions that were looked for.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// How many there are.
    pub total: u64,
    /// The first of them, by coins and rank.
    pub positions: Vec<Position>,
}

/// The P-positions that pass a filter and meet a condition on their heaps, smallest first: how many
/// there are, and the first `limit` of them. A damaged file is an error and never used.
///
/// # Errors
/// If there is no census, or it is damaged.
pub fn look(
    dir: &Path,
    filter: &Filter,
    condition: &mut dyn FnMut(&Position) -> bool,
    limit: usize,
) -> Result<Found, Error> {
    let manifest = Manifest::load(dir)?;
    let mut found = Found::default();
    for layer in &manifest.layers {
        let coins = layer.coins;
        let parity = filter.even.is_none_or(|even| even == (coins % 2 == 0));
        if !parity || filter.coins.is_some_and(|wanted| wanted != coins) {
            continue;
        }
        let path = manifest.sound_file(dir, &p_name(coins))?;
        each_p(&path, coins, |heaps| {
            let largest = u64::from(heaps.first().copied().unwrap_or(0));
            if filter.heights.is_none_or(|heights| largest <= heights)
                && filter.heaps.is_none_or(|count| count == heaps.len())
                && !(filter.not_mirror && is_mirror(heaps))
            {
                let position = Position::new(heaps.iter().map(|&heap| heap.into()));
                if !condition(&position) {
                    return;
                }
                if found.positions.len() < limit {
                    found.positions.push(position);
                }
                found.total += 1;
            }
        })?;
    }
    Ok(found)
}

/// The rows of the P-positions of a layer, some at a time. A damaged file is an error and never used.
///
/// # Errors
/// If there is no census, or it is damaged.
pub fn p_tables(
    dir: &Path,
    coins: usize,
) -> Result<impl Iterator<Item = Result<RecordBatch, Error>> + Send + use<>, Error> {
    read_p(&Manifest::load(dir)?.sound_file(dir, &p_name(coins))?, coins)
}

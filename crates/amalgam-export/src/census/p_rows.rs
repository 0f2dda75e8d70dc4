//! The P-positions of a layer as the rows of its file.
//!
//! To encode the rows takes longer than to decide the layer, to append what is encoded little. So all
//! threads, and all ranks of a cluster, encode groups of rows, and one appends them in their order: the file
//! is the same whoever did what.

use std::path::Path;

use amalgam::engines::census::{Layer, Partitions};
use rayon::prelude::*;

use super::manifest::p_name;
use super::p_table::{p_columns, p_table};
use crate::Error;
use crate::table::{ROWS, TableWriter, encoded};
use crate::whole_file::{Seal, WholeFile};

/// The rows of a layer, of which some are still to be encoded.
pub struct PRows<'a> {
    partitions: &'a Partitions,
    coins: usize,
    ranks: Box<dyn Iterator<Item = u64> + Send + 'a>,
    left: u64,
    /// The rows of a group.
    group: usize,
}

impl std::fmt::Debug for PRows<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PRows").field("coins", &self.coins).finish_non_exhaustive()
    }
}

impl<'a> PRows<'a> {
    /// All rows of a layer.
    pub fn new(layer: &Layer<'a>) -> PRows<'a> {
        let (coins, partitions) = (layer.coins, layer.partitions());
        let ranks = Box::new(layer.p.iter());
        PRows { partitions, coins, ranks, left: layer.p.len(), group: ROWS }
    }

    /// Whether there are no more of them.
    pub fn is_done(&self) -> bool {
        self.left == 0
    }

    /// Leaves the next this many groups of rows to others.
    pub fn skip(&mut self, groups: usize) {
        let rows = self.left.min((groups * self.group) as u64);
        if rows > 0 {
            self.ranks.nth(rows as usize - 1);
        }
        self.left -= rows;
    }

    /// Encodes the next this many groups of rows, or all that are left, each by one thread.
    ///
    /// # Errors
    /// If they cannot be encoded.
    pub fn encode(&mut self, groups: usize) -> Result<Vec<Vec<u8>>, Error> {
        let mut next = Vec::new();
        while next.len() < groups && !self.is_done() {
            let ranks: Vec<u64> = self.ranks.by_ref().take(self.group).collect();
            self.left -= ranks.len() as u64;
            next.push(ranks);
        }
        let (partitions, coins) = (self.partitions, self.coins);
        next.into_par_iter().map(|ranks| encoded(&p_table(partitions, coins, ranks))).collect()
    }
}

/// The file of a layer, to which groups of rows are appended in order.
pub struct PFile {
    table: TableWriter,
    pub(super) coins: usize,
}

impl std::fmt::Debug for PFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PFile").field("coins", &self.coins).finish_non_exhaustive()
    }
}

impl PFile {
    pub(super) fn create(dir: &Path, coins: usize) -> Result<PFile, Error> {
        let file = WholeFile::open(&dir.join(p_name(coins)), true)?;
        Ok(PFile { table: TableWriter::new(file, p_columns())?, coins })
    }

    /// Adds a group of rows that [`PRows::encode`] has made.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, group: Vec<u8>) -> Result<(), Error> {
        self.table.append(group)
    }

    /// Puts the file in its place.
    pub(super) fn finish(self) -> Result<Seal, Error> {
        self.table.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amalgam::engines::census::Census;
    use amalgam::{Budget, Play};

    /// Whoever encodes which groups: in order they are the same bytes, and the file is that of all rows
    /// written one group after the other.
    #[test]
    fn the_file_does_not_depend_on_who_encodes() {
        let (rules, limits) = ("take any, merge".parse().unwrap(), Budget::default());
        let mut census = Census::new(&rules, Play::Normal, 30, &limits).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::create_dir(folder.join("p-positions")).unwrap();
        while let Some(layer) = census.advance(&limits).unwrap() {
            let rows = || PRows { group: 17, ..PRows::new(&layer) };
            let alone = rows().encode(usize::MAX).unwrap();
            assert_eq!(alone.len() as u64, layer.p.len().div_ceil(17));
            for (ranks, groups) in [(1, 1), (1, 3), (2, 1), (3, 2), (40, 1)] {
                let mut parts: Vec<PRows<'_>> = (0..ranks).map(|_| rows()).collect();
                let mut all = Vec::new();
                while !parts[0].is_done() {
                    for (rank, part) in parts.iter_mut().enumerate() {
                        part.skip(rank * groups);
                        all.extend(part.encode(groups).unwrap());
                        part.skip((ranks - 1 - rank) * groups);
                    }
                }
                assert!(parts.iter().all(PRows::is_done));
                assert!(all == alone, "{ranks} ranks, {groups} groups each");
            }
            let mut file = PFile::create(folder, layer.coins).unwrap();
            alone.into_iter().for_each(|group| file.append(group).unwrap());
            file.finish().unwrap();
            let mut positions = Vec::new();
            let path = folder.join(p_name(layer.coins));
            super::super::p_table::each_p(&path, layer.coins, |heaps| {
                positions.push(heaps.to_vec());
            })
            .unwrap();
            assert!(layer.positions().eq(positions));
        }
    }
}

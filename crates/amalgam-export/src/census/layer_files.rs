//! The Parquet files of a layer.

use std::path::Path;

use amalgam::engines::census::{CensusError, Partitions, Ranks, is_mirror};

use crate::Error;
use crate::table::{self, Column, Kind, Layout, Lists, TableWriter};
use crate::whole_file::Seal;

pub(super) const P_LAYOUT: &Layout = &[
    ("coins", Kind::Number),
    ("number_of_heaps", Kind::Number),
    ("heaps", Kind::List),
    ("height_counts", Kind::List),
    ("mirror", Kind::Truth),
];

const GRUNDY_LAYOUT: &Layout =
    &[("coins", Kind::Number), ("heaps", Kind::List), ("grundy", Kind::Number)];

/// The number of heaps of each height from 1 up to the largest; heaps come largest first.
pub(super) fn height_counts(heaps: &[u16]) -> impl Iterator<Item = i32> + '_ {
    let largest = heaps.first().copied().unwrap_or(0);
    let mut rest = heaps.len();
    (1..=largest).map(move |height| {
        let end = rest;
        while rest > 0 && heaps[rest - 1] == height {
            rest -= 1;
        }
        (end - rest) as i32
    })
}

/// Calls `visit` with the heaps of each P-position of a layer, largest first. A row whose columns
/// contradict each other is damage.
pub(super) fn read_p(
    path: &Path,
    coins: usize,
    mut visit: impl FnMut(&[u16]),
) -> Result<(), Error> {
    let mut heaps = Vec::new();
    table::read(path, P_LAYOUT, |columns| {
        let [
            Column::Numbers(layer),
            Column::Numbers(numbers),
            Column::Lists(lists),
            Column::Lists(heights),
            Column::Truths(mirrors),
        ] = &columns[..]
        else {
            return Err(Error::damaged(path, "its columns are others"));
        };
        let rows = layer.iter().zip(numbers).zip(lists.iter()).zip(heights.iter()).zip(mirrors);
        for ((((&layer, &number), list), heights), &mirror) in rows {
            let sound = read_heaps(list, coins, &mut heaps)
                && layer == coins as i32
                && number == heaps.len() as i32
                && height_counts(&heaps).eq(heights.iter().copied())
                && mirror == is_mirror(&heaps);
            if !sound {
                return Err(Error::damaged(path, format!("a row contradicts itself: {list:?}")));
            }
            visit(&heaps);
        }
        Ok(())
    })
}

/// The ranks of the P-positions of a layer. Rows that are not in the order of their ranks are damage.
pub(super) fn read_p_ranks(
    path: &Path,
    partitions: &Partitions,
    coins: usize,
) -> Result<Ranks, Error> {
    let ranks = Ranks::new(partitions.count(coins)).map_err(CensusError::Limit)?;
    let (mut next, mut in_order) = (0, true);
    read_p(path, coins, |heaps| {
        let rank = partitions.rank(heaps);
        in_order &= rank >= next;
        next = rank + 1;
        ranks.insert(rank);
    })?;
    if in_order { Ok(ranks) } else { Err(Error::damaged(path, "its rows are not in order")) }
}

/// Writes the values of a layer by rank.
pub(super) fn write_grundy(
    path: &Path,
    partitions: &Partitions,
    coins: usize,
    values: impl Iterator<Item = u16>,
) -> Result<Seal, Error> {
    let mut table = TableWriter::create(path, GRUNDY_LAYOUT)?;
    let mut heaps = Vec::new();
    let mut values = values.enumerate().peekable();
    while values.peek().is_some() {
        let (mut lists, mut grundy) = (Lists::default(), Vec::new());
        for (rank, value) in values.by_ref().take(table::ROWS) {
            partitions.unrank(coins, rank as u64, &mut heaps);
            lists.push(heaps.iter().rev().map(|&heap| i32::from(heap)));
            grundy.push(i32::from(value));
        }
        let layer = Column::Numbers(vec![coins as i32; grundy.len()]);
        table.write(&[layer, Column::Lists(lists), Column::Numbers(grundy)])?;
    }
    table.finish()
}

/// The values of a layer by rank.
pub(super) fn read_grundy(
    path: &Path,
    partitions: &Partitions,
    coins: usize,
) -> Result<Vec<u16>, Error> {
    let mut values = Vec::new();
    let mut heaps = Vec::new();
    table::read(path, GRUNDY_LAYOUT, |columns| {
        let [Column::Numbers(layer), Column::Lists(lists), Column::Numbers(grundy)] = &columns[..]
        else {
            return Err(Error::damaged(path, "its columns are others"));
        };
        for ((&layer, list), &value) in layer.iter().zip(lists.iter()).zip(grundy) {
            let sound = read_heaps(list, coins, &mut heaps)
                && layer == coins as i32
                && partitions.rank(&heaps) == values.len() as u64;
            let value = u16::try_from(value).ok().filter(|_| sound);
            values.push(value.ok_or_else(|| {
                Error::damaged(path, format!("a row is not in its place: {list:?}"))
            })?);
        }
        Ok(())
    })?;
    Ok(values)
}

/// Turns a list, smallest first, into heaps, largest first; `false` if they have not `coins` coins.
fn read_heaps(list: &[i32], coins: usize, heaps: &mut Vec<u16>) -> bool {
    heaps.clear();
    let sizes = list.iter().rev().map_while(|&heap| u16::try_from(heap).ok().filter(|&h| h > 0));
    heaps.extend(sizes);
    heaps.len() == list.len()
        && heaps.is_sorted_by(|x, y| x >= y)
        && heaps.iter().map(|&heap| usize::from(heap)).sum::<usize>() == coins
}

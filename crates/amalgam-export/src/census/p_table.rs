//! The P-positions of a layer as a table: its columns, its rows, and its rows read back.

use std::path::Path;
use std::sync::Arc;

use amalgam::engines::census::{CensusError, Partitions, Ranks, is_mirror};
use arrow_array::builder::BooleanBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Int32Array, RecordBatch};
use arrow_schema::{DataType, SchemaRef};

use crate::Error;
use crate::table::{self, lists, push};

/// The columns of P-positions, in files and in memory alike.
pub fn p_columns() -> SchemaRef {
    table::schema(&[
        ("coins", DataType::Int32),
        ("number_of_heaps", DataType::Int32),
        ("heaps", table::list()),
        ("height_counts", table::list()),
        ("mirror", DataType::Boolean),
    ])
}

/// P-positions as rows: the heaps of each smallest first, as positions are printed.
pub fn p_table(
    partitions: &Partitions,
    coins: usize,
    ranks: impl IntoIterator<Item = u64>,
) -> RecordBatch {
    let (mut numbers, mut mirrors) = (Vec::new(), BooleanBuilder::new());
    let (mut lists, mut heights) = (table::list_builder(), table::list_builder());
    let (mut heaps, mut sizes, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for rank in ranks {
        partitions.unrank(coins, rank, &mut heaps);
        numbers.push(heaps.len() as i32);
        sizes.clear();
        sizes.extend(heaps.iter().rev().map(|&heap| i32::from(heap)));
        push(&mut lists, &sizes);
        count_heights(&heaps, &mut counts);
        push(&mut heights, &counts);
        mirrors.append_value(is_mirror(&heaps));
    }
    let coins = Int32Array::from_value(coins as i32, numbers.len());
    table::batch(
        &p_columns(),
        vec![
            Arc::new(coins),
            Arc::new(Int32Array::from(numbers)),
            Arc::new(lists.finish()),
            Arc::new(heights.finish()),
            Arc::new(mirrors.finish()),
        ],
    )
}

/// Counts the heaps of each height from 1 up to the largest; heaps come largest first.
fn count_heights(heaps: &[u16], counts: &mut Vec<i32>) {
    counts.clear();
    counts.resize(heaps.first().map_or(0, |&largest| largest.into()), 0);
    heaps.iter().for_each(|&heap| counts[usize::from(heap) - 1] += 1);
}

/// The rows of a layer's file, some at a time. A row whose columns contradict each other is damage.
pub(super) fn read_p(
    path: &Path,
    coins: usize,
) -> Result<impl Iterator<Item = Result<RecordBatch, Error>> + Send + use<>, Error> {
    let batches = table::read(path, &p_columns())?;
    let path = path.to_owned();
    Ok(batches.map(move |batch| {
        let batch = batch?;
        match contradiction(&batch, coins) {
            None => Ok(batch),
            Some(row) => Err(Error::damaged(&path, format!("a row contradicts itself: {row:?}"))),
        }
    }))
}

/// The first row that is no position of this layer, or says something else of it in another column.
fn contradiction(batch: &RecordBatch, coins: usize) -> Option<&[i32]> {
    let number = |column: usize| batch.column(column).as_primitive::<Int32Type>().values().iter();
    let list = |column: usize| lists(batch.column(column).as_list());
    let mirrors = batch.column(4).as_boolean().values().iter();
    let mut rows = number(0).zip(number(1)).zip(list(2)).zip(list(3)).zip(mirrors);
    let (mut heaps, mut counts) = (Vec::new(), Vec::new());
    let found = rows.find(|&((((&layer, &number), list), heights), mirror)| {
        let sound = layer == coins as i32 && read_heaps(list, coins, &mut heaps) && {
            count_heights(&heaps, &mut counts);
            number == heaps.len() as i32 && counts == heights && mirror == is_mirror(&heaps)
        };
        !sound
    });
    found.map(|(((_, list), _), _)| list)
}

/// Calls `visit` with the heaps of each P-position of a layer, largest first.
pub(super) fn each_p(
    path: &Path,
    coins: usize,
    mut visit: impl FnMut(&[u16]),
) -> Result<(), Error> {
    let mut heaps = Vec::new();
    for batch in read_p(path, coins)? {
        for list in lists(batch?.column(2).as_list()) {
            read_heaps(list, coins, &mut heaps);
            visit(&heaps);
        }
    }
    Ok(())
}

/// The ranks of the P-positions of a layer. Rows that are not in the order of their ranks are damage.
pub(super) fn read_p_ranks(
    path: &Path,
    partitions: &Partitions,
    coins: usize,
) -> Result<Ranks, Error> {
    let ranks = Ranks::new(partitions.count(coins)).map_err(CensusError::Limit)?;
    let (mut next, mut in_order) = (0, true);
    each_p(path, coins, |heaps| {
        let rank = partitions.rank(heaps);
        in_order &= rank >= next;
        next = rank + 1;
        ranks.insert(rank);
    })?;
    if in_order { Ok(ranks) } else { Err(Error::damaged(path, "its rows are not in order")) }
}

/// Turns a list, smallest first, into heaps, largest first; `false` if they have not `coins` coins.
pub(super) fn read_heaps(list: &[i32], coins: usize, heaps: &mut Vec<u16>) -> bool {
    heaps.clear();
    let sizes = list.iter().rev().map_while(|&heap| u16::try_from(heap).ok().filter(|&h| h > 0));
    heaps.extend(sizes);
    heaps.len() == list.len()
        && heaps.is_sorted_by(|x, y| x >= y)
        && heaps.iter().map(|&heap| usize::from(heap)).sum::<usize>() == coins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TableWriter;
    use crate::whole_file::WholeFile;

    const COINS: usize = 7;

    fn positions(path: &Path) -> Result<Vec<Vec<u16>>, Error> {
        let mut positions = Vec::new();
        each_p(path, COINS, |heaps| positions.push(heaps.to_vec()))?;
        Ok(positions)
    }

    /// Whatever happens to a file behind the back of its seal: it is refused, or read as it was.
    #[test]
    fn damage_is_told_or_harmless() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let partitions = Partitions::new(COINS).unwrap();
        let mut table =
            TableWriter::new(WholeFile::open(&path, true).unwrap(), p_columns()).unwrap();
        for ranks in [0..10, 10..15] {
            table.write(&p_table(&partitions, COINS, ranks)).unwrap();
        }
        table.finish().unwrap();
        let (sound, expected) = (std::fs::read(&path).unwrap(), positions(&path).unwrap());
        assert_eq!(expected.len(), 15);
        let refused = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            match positions(&path) {
                Err(Error::Damaged { .. }) => true,
                Err(error) => panic!("{error}"),
                Ok(read) => {
                    assert_eq!(read, expected);
                    false
                }
            }
        };
        let changes: &[u8] = amalgam_tier::size(&[0x81], &[1, 2, 4, 8, 16, 32, 64, 128, 0xff]);
        let mut told = 0;
        for at in 0..sound.len() {
            assert!(refused(&sound[..at]), "cut at {at}");
            let mut other = sound.clone();
            for change in changes {
                other[at] = sound[at] ^ change;
                told += usize::from(refused(&other));
            }
            other.remove(at);
            refused(&other);
            other.insert(at, 0xff);
            refused(&other);
        }
        assert!(told > sound.len() * changes.len() / 2, "{told}");
    }
}

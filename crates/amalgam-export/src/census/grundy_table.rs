//! The Grundy values of a layer as a table.

use std::path::Path;
use std::sync::Arc;

use amalgam::engines::census::Partitions;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Int32Array, RecordBatch};
use arrow_schema::{DataType, SchemaRef};

use super::manifest::{Manifest, grundy_name};
use super::p_table::read_heaps;
use crate::Error;
use crate::table::{self, TableWriter, lists, push};
use crate::whole_file::{Seal, WholeFile};

/// The columns of a table of values.
pub fn grundy_columns() -> SchemaRef {
    let number = || DataType::Int32;
    table::schema(&[("coins", number()), ("heaps", table::list()), ("grundy", number())])
}

/// Writes the values of a layer by rank.
pub(super) fn write_grundy(
    path: &Path,
    partitions: &Partitions,
    coins: usize,
    values: impl Iterator<Item = u16>,
) -> Result<Seal, Error> {
    let mut table = TableWriter::new(WholeFile::open(path, true)?, grundy_columns())?;
    let mut values = values.enumerate().peekable();
    while values.peek().is_some() {
        table.write(&grundy_table(partitions, coins, values.by_ref().take(table::ROWS)))?;
    }
    table.finish()
}

/// Some values of a layer, each with the rank of its position.
pub fn grundy_table(
    partitions: &Partitions,
    coins: usize,
    values: impl Iterator<Item = (usize, u16)>,
) -> RecordBatch {
    let (mut heaps, mut sizes) = (Vec::new(), Vec::new());
    let (mut lists, mut grundy) = (table::list_builder(), Vec::new());
    for (rank, value) in values {
        partitions.unrank(coins, rank as u64, &mut heaps);
        sizes.clear();
        sizes.extend(heaps.iter().rev().map(|&heap| i32::from(heap)));
        push(&mut lists, &sizes);
        grundy.push(i32::from(value));
    }
    let layer = Int32Array::from_value(coins as i32, grundy.len());
    let grundy = Int32Array::from(grundy);
    let rows = vec![Arc::new(layer) as _, Arc::new(lists.finish()) as _, Arc::new(grundy) as _];
    table::batch(&grundy_columns(), rows)
}

/// The values of a layer of a census in a folder, as its file has them.
///
/// # Errors
/// If there is no such file, or it is damaged.
pub fn grundy_tables(
    dir: &Path,
    coins: usize,
) -> Result<impl Iterator<Item = Result<RecordBatch, Error>> + Send + use<>, Error> {
    table::read(&Manifest::load(dir)?.sound_file(dir, &grundy_name(coins))?, &grundy_columns())
}

/// The values of a layer by rank.
pub(super) fn read_grundy(
    path: &Path,
    partitions: &Partitions,
    coins: usize,
) -> Result<Vec<u16>, Error> {
    let (mut values, mut heaps) = (Vec::new(), Vec::new());
    for batch in table::read(path, &grundy_columns())? {
        let batch = batch?;
        let number = |column: usize| batch.column(column).as_primitive::<Int32Type>().values();
        let rows = number(0).iter().zip(lists(batch.column(1).as_list())).zip(number(2));
        for ((&layer, list), &value) in rows {
            let sound = read_heaps(list, coins, &mut heaps)
                && layer == coins as i32
                && partitions.rank(&heaps) == values.len() as u64;
            let value = u16::try_from(value).ok().filter(|_| sound);
            values.push(value.ok_or_else(|| {
                Error::damaged(path, format!("a row is not in its place: {list:?}"))
            })?);
        }
    }
    Ok(values)
}

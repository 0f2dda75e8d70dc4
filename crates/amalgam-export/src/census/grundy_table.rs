//! The Grundy values of a layer as a table.

use std::path::Path;
use std::sync::Arc;

use amalgam::engines::census::Partitions;
use arrow_array::Int32Array;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_schema::{DataType, SchemaRef};

use super::p_table::read_heaps;
use crate::Error;
use crate::table::{self, TableWriter, lists, push};
use crate::whole_file::{Seal, WholeFile};

fn columns() -> SchemaRef {
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
    let mut table = TableWriter::new(WholeFile::open(path, true)?, columns())?;
    let (mut heaps, mut sizes) = (Vec::new(), Vec::new());
    let mut values = values.enumerate().peekable();
    while values.peek().is_some() {
        let (mut lists, mut grundy) = (table::list_builder(), Vec::new());
        for (rank, value) in values.by_ref().take(table::ROWS) {
            partitions.unrank(coins, rank as u64, &mut heaps);
            sizes.clear();
            sizes.extend(heaps.iter().rev().map(|&heap| i32::from(heap)));
            push(&mut lists, &sizes);
            grundy.push(i32::from(value));
        }
        let layer = Int32Array::from_value(coins as i32, grundy.len());
        let grundy = Int32Array::from(grundy);
        let rows = vec![Arc::new(layer) as _, Arc::new(lists.finish()) as _, Arc::new(grundy) as _];
        table.write(&table::batch(&columns(), rows))?;
    }
    table.finish()
}

/// The values of a layer by rank.
pub(super) fn read_grundy(
    path: &Path,
    partitions: &Partitions,
    coins: usize,
) -> Result<Vec<u16>, Error> {
    let (mut values, mut heaps) = (Vec::new(), Vec::new());
    for batch in table::read(path, &columns())? {
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

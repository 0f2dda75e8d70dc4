//! The Grundy values of three heaps: the columns a, b, c and grundy, a ≤ b ≤ c, by c, then b, then a.

use std::sync::Arc;

use amalgam::engines::cube::Cube;
use arrow_array::{ArrayRef, RecordBatch, UInt16Array};
use arrow_schema::{DataType, SchemaRef};

use crate::Error;
use crate::table::{self, ROWS, TableWriter};
use crate::whole_file::WholeFile;

/// The columns.
pub fn columns() -> SchemaRef {
    table::schema(&["a", "b", "c", "grundy"].map(|name| (name, DataType::UInt16)))
}

/// All rows, some at a time. The values, those of [`Cube::into_values`], are handed on where they lie; the
/// heaps beside them are written as they are asked for.
pub fn rows(values: UInt16Array) -> impl Iterator<Item = RecordBatch> + Send {
    let (schema, mut next) = (columns(), [0, 0, 0]);
    (0..values.len()).step_by(ROWS).map(move |start| {
        let values = values.slice(start, ROWS.min(values.len() - start));
        let mut heaps = [(); 3].map(|()| Vec::with_capacity(values.len()));
        // In runs of equal b and c, which takes a fraction of the time of row by row.
        while heaps[0].len() < values.len() {
            let [a, b, c] = next;
            let left = values.len() - heaps[0].len();
            let run = left.min(usize::from(b - a) + 1);
            let last = a + (run - 1) as u16;
            let rows = heaps[0].len() + run;
            heaps[0].extend(a..=last);
            heaps[1].resize(rows, b);
            heaps[2].resize(rows, c);
            next = following([last, b, c]);
        }
        let [a, b, c] = heaps.map(|heaps| Arc::new(UInt16Array::from(heaps)) as ArrayRef);
        table::batch(&schema, vec![a, b, c, Arc::new(values)])
    })
}

fn following([a, b, c]: [u16; 3]) -> [u16; 3] {
    match (a < b, b < c) {
        (true, _) => [a + 1, b, c],
        (false, true) => [0, b + 1, c],
        (false, false) => [0, 0, c + 1],
    }
}

/// Writes the values that a cube kept to a Parquet file.
///
/// # Errors
/// If that fails. What was there before then still is.
pub fn write(file: WholeFile, cube: Cube) -> Result<(), Error> {
    let mut table = TableWriter::new(file, columns())?;
    for rows in rows(cube.into_values().into()) {
        table.write(&rows)?;
    }
    table.finish().map(drop)
}

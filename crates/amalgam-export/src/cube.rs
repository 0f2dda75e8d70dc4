//! The Grundy values of three heaps as a Parquet file with the columns a, b, c and grundy.

use std::path::Path;

use amalgam::engines::cube::Cube;

use crate::Error;
use crate::table::{self, Column, Kind, Layout, TableWriter};
use crate::whole_file::WholeFile;

const LAYOUT: &Layout =
    &[("a", Kind::Number), ("b", Kind::Number), ("c", Kind::Number), ("grundy", Kind::Number)];

/// Writes the values that a cube kept, by c, then b, then a.
///
/// # Errors
/// If that fails. What was there before then still is.
pub fn write(file: WholeFile, cube: &Cube) -> Result<(), Error> {
    let mut table = TableWriter::new(file, LAYOUT)?;
    let mut rows = cube.values().peekable();
    while rows.peek().is_some() {
        let mut columns: [Vec<i32>; 4] = Default::default();
        for ([a, b, c], value) in rows.by_ref().take(table::ROWS) {
            columns.iter_mut().zip([a, b, c, value]).for_each(|(to, x)| to.push(x.into()));
        }
        table.write(&columns.map(Column::Numbers))?;
    }
    table.finish().map(drop)
}

/// Reads a file that [`write`](write()) wrote: a, b, c and the value of each row.
///
/// # Errors
/// If the file cannot be read or holds something else.
pub fn read(path: &Path) -> Result<Vec<[i32; 4]>, Error> {
    let mut rows = Vec::new();
    table::read(path, LAYOUT, |columns| {
        let [Column::Numbers(a), Column::Numbers(b), Column::Numbers(c), Column::Numbers(value)] =
            &columns[..]
        else {
            return Err(Error::damaged(path, "its columns are others"));
        };
        rows.extend((0..a.len()).map(|i| [a[i], b[i], c[i], value[i]]));
        Ok(())
    })?;
    Ok(rows)
}

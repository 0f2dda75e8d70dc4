//! Parquet: a file of typed columns, in groups of rows, so that memory holds one group at a time.

use std::io::Write;

use crate::format::{Export, ExportError, Format};
use crate::table::{self, Column, Writer};

/// Parquet with numbers of 64 bits. An unknown value is null.
#[derive(Clone, Copy, Debug)]
pub struct Parquet;

/// The rows of a group.
const ROWS: usize = 1 << 17;

impl Format for Parquet {
    fn name(&self) -> &'static str {
        "parquet"
    }

    fn write(
        &self,
        export: &mut Export<'_>,
        out: &mut (dyn Write + Send),
    ) -> Result<(), ExportError> {
        let columns = export.columns.clone();
        let layout: Vec<_> =
            columns.iter().map(|&(name, kind)| (name, table::Kind::Cell(kind))).collect();
        let empty = || columns.iter().map(|&(_, kind)| Column::Cells(Vec::new(), kind)).collect();
        let mut file = Writer::new(out, &layout)?;
        let (mut group, mut rows): (Vec<Column>, _) = (empty(), 0);
        export.each(|record| {
            for (column, cell) in group.iter_mut().zip(record) {
                if let Column::Cells(cells, _) = column {
                    cells.push(cell.clone());
                }
            }
            rows += 1;
            if rows == ROWS {
                file.write(&group)?;
                (group, rows) = (empty(), 0);
            }
            Ok::<(), ExportError>(())
        })?;
        file.write(&group)?;
        file.finish()?;
        Ok(())
    }
}

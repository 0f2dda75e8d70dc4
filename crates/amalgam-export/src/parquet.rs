//! Parquet: a file of typed columns, in groups of rows, so that memory holds one group at a time.

use std::io::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::errors::ParquetError;

use crate::format::{Cell, Export, ExportError, Format, Kind};
use crate::table::{self, ROWS};

/// Parquet with numbers of 64 bits. An unknown value is null.
#[derive(Clone, Copy, Debug)]
pub struct Parquet;

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
        let field = |&(name, kind): &(_, Kind)| Field::new(name, data_type(kind), true);
        let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
        let mut file = ArrowWriter::try_new_with_options(out, schema.clone(), table::options())
            .map_err(failed)?;
        let mut group: Vec<Vec<Cell>> = vec![Vec::new(); columns.len()];
        let mut write = |group: &mut [Vec<Cell>]| {
            let columns = columns.iter().zip(group);
            let columns = columns.map(|(&(_, kind), cells)| array(kind, &std::mem::take(cells)));
            let batch = RecordBatch::try_new(schema.clone(), columns.collect())?;
            file.write(&batch)?;
            file.flush()
        };
        export.each(|record| {
            for (column, cell) in group.iter_mut().zip(record) {
                column.push(cell.clone());
            }
            match group.first().is_some_and(|column| column.len() == ROWS) {
                true => write(&mut group).map_err(failed),
                false => Ok(()),
            }
        })?;
        if group.first().is_some_and(|column| !column.is_empty()) {
            write(&mut group).map_err(failed)?;
        }
        file.close().map(drop).map_err(failed)
    }
}

fn failed(error: ParquetError) -> ExportError {
    ExportError::Io(table::io_error(error))
}

fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Number => DataType::Int64,
        Kind::Truth => DataType::Boolean,
        Kind::Text => DataType::Utf8,
    }
}

/// What is not of this kind is null.
fn array(kind: Kind, cells: &[Cell]) -> ArrayRef {
    match kind {
        Kind::Number => Arc::new(Int64Array::from_iter(cells.iter().map(Cell::number))),
        Kind::Truth => Arc::new(BooleanArray::from_iter(cells.iter().map(Cell::truth))),
        Kind::Text => Arc::new(StringArray::from_iter(cells.iter().map(Cell::text))),
    }
}

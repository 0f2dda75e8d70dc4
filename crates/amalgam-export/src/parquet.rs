//! Parquet: a file of typed columns, in groups of rows, so that memory holds one group at a time.

use std::io::Write;
use std::sync::Arc;

use ::parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
use ::parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type;

use crate::format::{Cell, Column, Export, ExportError, Format, Kind};

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
        // Nothing but the records and the version may show in the bytes.
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("amalgam ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let schema = schema(&columns).map_err(failed)?;
        let mut file =
            SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(failed)?;
        let mut group: Vec<Vec<Cell>> = vec![Vec::new(); columns.len()];
        export.each(|record| {
            for (column, cell) in group.iter_mut().zip(record) {
                column.push(cell.clone());
            }
            if group.first().is_some_and(|column| column.len() == ROWS) {
                write_group(&mut file, &columns, &mut group).map_err(failed)?;
            }
            Ok::<(), ExportError>(())
        })?;
        if group.first().is_some_and(|column| !column.is_empty()) {
            write_group(&mut file, &columns, &mut group).map_err(failed)?;
        }
        file.close().map_err(failed)?;
        Ok(())
    }
}

fn failed(error: ParquetError) -> ExportError {
    ExportError::Io(crate::table::io_error(error))
}

fn schema(columns: &[Column]) -> Result<Arc<Type>, ParquetError> {
    let field = |&(name, kind): &Column| {
        let (physical, converted) = match kind {
            Kind::Number => (Physical::INT64, ConvertedType::NONE),
            Kind::Truth => (Physical::BOOLEAN, ConvertedType::NONE),
            Kind::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_converted_type(converted)
            .build()?;
        Ok(Arc::new(field))
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<_>, ParquetError>>()?;
    Ok(Arc::new(Type::group_type_builder("records").with_fields(fields).build()?))
}

fn write_group<W: Write + Send>(
    file: &mut SerializedFileWriter<W>,
    columns: &[Column],
    cells: &mut [Vec<Cell>],
) -> Result<(), ParquetError> {
    let mut group = file.next_row_group()?;
    for (&(_, kind), cells) in columns.iter().zip(cells) {
        let Some(mut writer) = group.next_column()? else { break };
        let cells = std::mem::take(cells);
        match kind {
            Kind::Number => {
                let (values, levels) = present(cells, |cell| match cell {
                    Cell::Number(number) => Some(number),
                    _ => None,
                });
                writer.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
            }
            Kind::Truth => {
                let (values, levels) = present(cells, |cell| match cell {
                    Cell::Truth(truth) => Some(truth),
                    _ => None,
                });
                writer.typed::<BoolType>().write_batch(&values, Some(&levels), None)?;
            }
            Kind::Text => {
                let (values, levels) = present(cells, |cell| match cell {
                    Cell::Text(text) => Some(ByteArray::from(text.into_bytes())),
                    _ => None,
                });
                writer.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
            }
        }
        writer.close()?;
    }
    group.close()?;
    Ok(())
}

/// The values that are there, and for each record whether it is.
fn present<T>(cells: Vec<Cell>, value: impl Fn(Cell) -> Option<T>) -> (Vec<T>, Vec<i16>) {
    let mut values = Vec::with_capacity(cells.len());
    let mut levels = Vec::with_capacity(cells.len());
    for cell in cells {
        let value = value(cell);
        levels.push(i16::from(value.is_some()));
        values.extend(value);
    }
    (values, levels)
}

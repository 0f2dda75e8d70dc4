//! Tables as Parquet files: rows go in and come out as Arrow's record batches.
//!
//! The columns of a table are described once, by an Arrow schema, which serves its file and whoever takes the
//! rows as they are, such as Python.

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, ListBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, ListArray, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::Compression;
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;

use crate::Error;
use crate::whole_file::{Seal, WholeFile};

/// The most rows that are kept together in a file, and in memory while it is written. With four times as many
/// it took a third longer: what is as large as that is fetched from the system each time.
pub(crate) const ROWS: usize = 1 << 16;

/// Columns without nulls, by name.
pub(crate) fn schema(columns: &[(&str, DataType)]) -> SchemaRef {
    let field = |(name, kind): &(&str, DataType)| Field::new(*name, kind.clone(), false);
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// Lists of numbers.
pub(crate) fn list() -> DataType {
    DataType::List(Arc::new(element()))
}

fn element() -> Field {
    Field::new("element", DataType::Int32, false)
}

/// Builds a column of such lists.
pub(crate) fn list_builder() -> ListBuilder<Int32Builder> {
    ListBuilder::new(Int32Builder::new()).with_field(element())
}

/// Adds a list. All at once: a value at a time took half as long again.
pub(crate) fn push(lists: &mut ListBuilder<Int32Builder>, list: &[i32]) {
    lists.values().append_slice(list);
    lists.append(true);
}

/// Rows of these columns.
pub(crate) fn batch(schema: &SchemaRef, columns: Vec<ArrayRef>) -> RecordBatch {
    RecordBatch::try_new(Arc::clone(schema), columns).expect("columns of the schema, equally long")
}

/// The lists of a column of numbers.
pub(crate) fn lists(column: &ListArray) -> impl Iterator<Item = &[i32]> {
    let values = column.values().as_primitive::<Int32Type>().values();
    let ends = column.value_offsets();
    ends.windows(2).map(|ends| &values[ends[0] as usize..ends[1] as usize])
}

/// How tables are written. Nothing but the rows and the version may show in the bytes: no times, no threads.
pub(crate) fn options() -> ArrowWriterOptions {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_created_by(concat!("amalgam ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    ArrowWriterOptions::new()
        .with_properties(properties)
        .with_skip_arrow_metadata(true)
        .with_schema_root("rows".to_owned())
}

/// A Parquet file of these rows, in memory, for [`TableWriter::append`].
pub(crate) fn encoded(batch: &RecordBatch) -> Result<Vec<u8>, Error> {
    let encode = || {
        let mut table = ArrowWriter::try_new_with_options(Vec::new(), batch.schema(), options())?;
        table.write(batch)?;
        table.into_inner()
    };
    encode().map_err(|error| written(Path::new("memory"), error))
}

/// Writes rows, in order, to a file that is there whole or not at all.
pub(crate) struct TableWriter {
    file: SerializedFileWriter<WholeFile>,
    path: PathBuf,
}

impl TableWriter {
    pub(crate) fn new(file: WholeFile, schema: SchemaRef) -> Result<TableWriter, Error> {
        let path = file.path().to_owned();
        let table = ArrowWriter::try_new_with_options(file, schema, options());
        match table.and_then(ArrowWriter::into_serialized_writer) {
            Ok((file, _)) => Ok(TableWriter { file, path }),
            Err(error) => Err(written(&path, error)),
        }
    }

    /// Writes some rows, at most [`ROWS`].
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        self.append(encoded(batch)?)
    }

    /// Writes rows that were [`encoded`], by whomever.
    pub(crate) fn append(&mut self, rows: Vec<u8>) -> Result<(), Error> {
        self.copy_groups(rows.into()).map_err(|error| written(&self.path, error))
    }

    fn copy_groups(&mut self, rows: Bytes) -> Result<(), ParquetError> {
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&rows)?;
        for group in metadata.row_groups() {
            let mut copy = self.file.next_row_group()?;
            for column in group.columns() {
                let close = ColumnCloseResult {
                    bytes_written: column.compressed_size() as u64,
                    rows_written: group.num_rows() as u64,
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                copy.append_column(&rows, close)?;
            }
            copy.close()?;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<Seal, Error> {
        self.file.into_inner().map_err(|error| written(&self.path, error))?.finish()
    }
}

/// The error of a table that was being written.
fn written(path: &Path, error: ParquetError) -> Error {
    Error::io(path, io_error(error))
}

/// What the system said, if it was the system.
pub(crate) fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

/// How many rows are read at a time.
const AT_ONCE: usize = 1 << 14;

/// Reads the rows of a file, some at a time. The file must have exactly these columns.
pub(crate) fn read(
    path: &Path,
    schema: &SchemaRef,
) -> Result<impl Iterator<Item = Result<RecordBatch, Error>> + Send + use<>, Error> {
    let file = File::open(path).map_err(|error| Error::io(path, error))?;
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let table =
        guarded(path, || ParquetRecordBatchReaderBuilder::try_new_with_options(file, options))?;
    if table.schema().fields() != schema.fields() {
        return Err(Error::damaged(path, "its columns are others"));
    }
    let mut rows = Some(guarded(path, || table.with_batch_size(AT_ONCE).build())?);
    let path = path.to_owned();
    Ok(std::iter::from_fn(move || {
        let mut reader = rows.take()?;
        let batch = guarded(&path, || reader.next().transpose()).transpose()?;
        rows = batch.is_ok().then_some(reader);
        Some(batch)
    }))
}

/// What the `parquet` crate reads of a file. It panics at some files that were damaged on purpose, behind a seal
/// that fits them (there is no dictionary, an offset is negative): that is damage as well.
fn guarded<T, E: ToString>(path: &Path, read: impl FnOnce() -> Result<T, E>) -> Result<T, Error> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(read) => read.map_err(|error| Error::damaged(path, error)),
        Err(_) => Err(Error::damaged(path, "it is no sound Parquet file")),
    }
}

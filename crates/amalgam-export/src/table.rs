//! Parquet files of numbers, truth values and lists of numbers.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use ::parquet::column::reader::ColumnReader;
use ::parquet::column::writer::ColumnCloseResult;
use ::parquet::data_type::{BoolType, Int32Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::{PageIndexPolicy, ParquetMetaDataOptions, ParquetMetaDataReader};
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use ::parquet::file::statistics::Statistics;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::{Type, TypePtr};
use bytes::Bytes;

use crate::Error;
use crate::whole_file::{Seal, WholeFile};

/// The values of a column in some rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Column {
    Numbers(Vec<i32>),
    Truths(Vec<bool>),
    Lists(Lists),
}

/// Lists of numbers, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lists {
    values: Vec<i32>,
    /// Where each list ends.
    ends: Vec<usize>,
}

impl Lists {
    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = i32>) {
        self.values.extend(list);
        self.ends.push(self.values.len());
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[i32]> + '_ {
        let start = |i: usize| if i == 0 { 0 } else { self.ends[i - 1] };
        (0..self.ends.len()).map(move |i| &self.values[start(i)..self.ends[i]])
    }
}

/// What the columns hold, by name.
pub(crate) type Layout = [(&'static str, Kind)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    Truth,
    List,
}

/// Rows that are kept together in a file, and in memory while it is written.
pub(crate) const ROWS: usize = 1 << 18;

/// Writes rows, in order, to a file that is there whole or not at all, or to memory.
pub(crate) struct TableWriter<W: Write + Send = WholeFile> {
    file: SerializedFileWriter<W>,
    path: PathBuf,
}

impl TableWriter {
    pub(crate) fn create(path: &Path, layout: &Layout) -> Result<TableWriter, Error> {
        TableWriter::new(WholeFile::open(path, true)?, layout)
    }

    pub(crate) fn new(file: WholeFile, layout: &Layout) -> Result<TableWriter, Error> {
        let path = file.path().to_owned();
        TableWriter::to(file, path, layout)
    }

    /// Writes the rows of a table that was made in memory, which has the same layout.
    pub(crate) fn append(&mut self, table: Vec<u8>) -> Result<(), Error> {
        copy_groups(&mut self.file, table.into()).map_err(|error| written(&self.path, error))
    }

    pub(crate) fn finish(self) -> Result<Seal, Error> {
        let TableWriter { file, path } = self;
        file.into_inner().map_err(|error| written(&path, error))?.finish()
    }
}

/// A table of these rows, in memory.
pub(crate) fn in_memory(layout: &Layout, columns: &[Column]) -> Result<Vec<u8>, Error> {
    let mut table = TableWriter::to(Vec::new(), PathBuf::from("memory"), layout)?;
    table.write(columns)?;
    let TableWriter { file, path } = table;
    file.into_inner().map_err(|error| written(&path, error))
}

impl<W: Write + Send> TableWriter<W> {
    fn to(file: W, path: PathBuf, layout: &Layout) -> Result<TableWriter<W>, Error> {
        // Nothing but the rows and the version may show in the bytes: no times, no threads.
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("amalgam ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let schema = schema(layout).map_err(|error| written(&path, error))?;
        let file = SerializedFileWriter::new(file, schema, Arc::new(properties))
            .map_err(|error| written(&path, error))?;
        Ok(TableWriter { file, path })
    }

    /// Writes some rows, at most [`ROWS`] to keep readers happy.
    pub(crate) fn write(&mut self, columns: &[Column]) -> Result<(), Error> {
        let mut write = || {
            let mut group = self.file.next_row_group()?;
            for column in columns {
                write_column(&mut group, column)?;
            }
            group.close().map(drop)
        };
        write().map_err(|error| written(&self.path, error))
    }
}

/// Copies the groups of rows of one file to the end of another: the bytes are those that writing the rows
/// there would have made.
fn copy_groups<W: Write + Send>(
    file: &mut SerializedFileWriter<W>,
    table: Bytes,
) -> Result<(), ParquetError> {
    let all = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
    let metadata = ParquetMetaDataReader::new()
        .with_page_index_policy(PageIndexPolicy::Required)
        .with_metadata_options(Some(all))
        .parse_and_finish(&table)?;
    for (index, rows) in metadata.row_groups().iter().enumerate() {
        let pages = metadata.page_index_for_row_group(index);
        let mut group = file.next_row_group()?;
        for (column, metadata) in rows.columns().iter().enumerate() {
            let mut metadata = metadata.clone();
            // Told twice, for old readers too, as it was written; who reads it keeps it once.
            if let Some(Statistics::Int32(told)) = metadata.statistics() {
                let told = Statistics::Int32(told.clone().with_backwards_compatible_min_max(true));
                metadata = metadata.into_builder().set_statistics(told).build()?;
            }
            let close = ColumnCloseResult {
                bytes_written: metadata.compressed_size() as u64,
                rows_written: rows.num_rows() as u64,
                metadata,
                bloom_filter: None,
                column_index: pages.column_index(column).cloned(),
                offset_index: pages.offset_index(column).cloned(),
            };
            group.append_column(&table, close)?;
        }
        group.close()?;
    }
    Ok(())
}

fn schema(layout: &Layout) -> Result<TypePtr, ParquetError> {
    let field = |&(name, kind): &(&str, Kind)| {
        Ok(Arc::new(match kind {
            Kind::Number => required(name, PhysicalType::INT32)?,
            Kind::Truth => required(name, PhysicalType::BOOLEAN)?,
            Kind::List => {
                let element = required("element", PhysicalType::INT32)?;
                let repeated = Type::group_type_builder("list")
                    .with_repetition(Repetition::REPEATED)
                    .with_fields(vec![Arc::new(element)])
                    .build()?;
                Type::group_type_builder(name)
                    .with_repetition(Repetition::REQUIRED)
                    .with_logical_type(Some(LogicalType::List))
                    .with_fields(vec![Arc::new(repeated)])
                    .build()?
            }
        }))
    };
    let fields: Result<Vec<TypePtr>, ParquetError> = layout.iter().map(field).collect();
    Ok(Arc::new(Type::group_type_builder("rows").with_fields(fields?).build()?))
}

fn required(name: &str, physical: PhysicalType) -> Result<Type, ParquetError> {
    Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED).build()
}

fn write_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    column: &Column,
) -> Result<(), ParquetError> {
    let mut writer = group.next_column()?.ok_or_else(|| ParquetError::EOF("columns".into()))?;
    match column {
        Column::Numbers(values) => {
            writer.typed::<Int32Type>().write_batch(values, None, None)?;
        }
        Column::Truths(values) => {
            writer.typed::<BoolType>().write_batch(values, None, None)?;
        }
        Column::Lists(lists) => {
            // A list's first element starts a row; the row of an empty list has no value.
            let (mut defined, mut repeated) = (Vec::new(), Vec::new());
            for list in lists.iter() {
                defined.push(i16::from(!list.is_empty()));
                repeated.push(0);
                for _ in 1..list.len() {
                    defined.push(1);
                    repeated.push(1);
                }
            }
            let (defined, repeated) = (Some(&defined[..]), Some(&repeated[..]));
            writer.typed::<Int32Type>().write_batch(&lists.values, defined, repeated)?;
        }
    }
    writer.close()
}

/// Reads a table some rows at a time. The file must have exactly this layout.
pub(crate) fn read(
    path: &Path,
    layout: &Layout,
    mut visit: impl FnMut(Vec<Column>) -> Result<(), Error>,
) -> Result<(), Error> {
    let damaged = |error: ParquetError| Error::damaged(path, error);
    let file = File::open(path).map_err(|error| Error::io(path, error))?;
    let reader = SerializedFileReader::new(file).map_err(damaged)?;
    let expected = schema(layout).map_err(damaged)?;
    if reader.metadata().file_metadata().schema().get_fields() != expected.get_fields() {
        return Err(Error::damaged(path, "its columns are others"));
    }
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(damaged)?;
        let columns: Result<Vec<Column>, ParquetError> = layout
            .iter()
            .enumerate()
            .map(|(i, (_, kind))| read_column(&*group, i, *kind))
            .collect();
        visit(columns.map_err(damaged)?)?;
    }
    Ok(())
}

fn read_column(
    group: &dyn RowGroupReader,
    column: usize,
    kind: Kind,
) -> Result<Column, ParquetError> {
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let short = || ParquetError::EOF("fewer rows than announced".into());
    match (group.get_column_reader(column)?, kind) {
        (ColumnReader::Int32ColumnReader(mut reader), Kind::Number) => {
            let mut values = Vec::new();
            let (read, ..) = reader.read_records(rows, None, None, &mut values)?;
            if read == rows { Ok(Column::Numbers(values)) } else { Err(short()) }
        }
        (ColumnReader::BoolColumnReader(mut reader), Kind::Truth) => {
            let mut values = Vec::new();
            let (read, ..) = reader.read_records(rows, None, None, &mut values)?;
            if read == rows { Ok(Column::Truths(values)) } else { Err(short()) }
        }
        (ColumnReader::Int32ColumnReader(mut reader), Kind::List) => {
            let (mut defined, mut repeated) = (Vec::new(), Vec::new());
            let mut lists = Lists::default();
            let (read, ..) = reader.read_records(
                rows,
                Some(&mut defined),
                Some(&mut repeated),
                &mut lists.values,
            )?;
            let mut end = 0;
            for (i, (&defined, &repeated)) in defined.iter().zip(&repeated).enumerate() {
                if repeated == 0 && i > 0 {
                    lists.ends.push(end);
                }
                end += usize::from(defined == 1);
            }
            if rows > 0 {
                lists.ends.push(end);
            }
            let whole = read == rows && lists.ends.len() == rows && end == lists.values.len();
            if whole { Ok(Column::Lists(lists)) } else { Err(short()) }
        }
        _ => Err(ParquetError::General("a column has another type".into())),
    }
}

/// The error of a file that was being written.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups that were encoded elsewhere and appended are, to the byte, groups that were written here.
    #[test]
    fn appended_groups_are_written_groups() {
        let layout = &[("n", Kind::Number), ("odd", Kind::Truth), ("divisors", Kind::List)];
        let columns = |from: i32, to: i32| {
            let mut lists = Lists::default();
            (from..to).for_each(|n| lists.push((1..=n.min(20)).filter(move |d| n % d == 0)));
            [
                Column::Numbers((from..to).collect()),
                Column::Truths((from..to).map(|n| n % 2 == 1).collect()),
                Column::Lists(lists),
            ]
        };
        let folder = std::env::temp_dir();
        let path = |name: &str| folder.join(format!("amalgam-{name}-{}", std::process::id()));
        let (written, appended) = (path("written"), path("appended"));
        let mut here = TableWriter::create(&written, layout).unwrap();
        let mut there = TableWriter::create(&appended, layout).unwrap();
        // The first list is empty; the second group has several pages.
        for (from, to) in [(0, 7), (7, 60_000), (60_000, 60_001)] {
            here.write(&columns(from, to)).unwrap();
            there.append(in_memory(layout, &columns(from, to)).unwrap()).unwrap();
        }
        assert_eq!(here.finish().unwrap(), there.finish().unwrap());
        assert_eq!(std::fs::read(&written).unwrap(), std::fs::read(&appended).unwrap());
        std::fs::remove_file(written).unwrap();
        std::fs::remove_file(appended).unwrap();
    }
}

//! Parquet files of numbers, truth values and lists of numbers.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use ::parquet::column::reader::ColumnReader;
use ::parquet::data_type::{BoolType, Int32Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::{Type, TypePtr};

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

/// Writes rows, in order, to a file that is there whole or not at all.
pub(crate) struct TableWriter {
    file: SerializedFileWriter<WholeFile>,
    path: std::path::PathBuf,
}

impl TableWriter {
    pub(crate) fn create(path: &Path, layout: &Layout) -> Result<TableWriter, Error> {
        TableWriter::new(WholeFile::open(path, true)?, layout)
    }

    pub(crate) fn new(file: WholeFile, layout: &Layout) -> Result<TableWriter, Error> {
        let path = file.path().to_owned();
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

    pub(crate) fn finish(self) -> Result<Seal, Error> {
        let TableWriter { file, path } = self;
        file.into_inner().map_err(|error| written(&path, error))?.finish()
    }
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

fn write_column(
    group: &mut SerializedRowGroupWriter<'_, WholeFile>,
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

//! The same tables through the `parquet` crate.

use std::sync::Arc;

use ::parquet::basic::{ConvertedType, LogicalType, Repetition, Type as Physical};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::{BoolType, ByteArrayType, DataType, Int32Type};
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::{Type, TypePtr};
use bytes::Bytes;

use super::{Column, Kind, Layout, Lists};
use crate::format::{self, Cell};

fn primitive(name: &str, physical: Physical, optional: bool, converted: ConvertedType) -> TypePtr {
    let repetition = if optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let builder = Type::primitive_type_builder(name, physical).with_repetition(repetition);
    Arc::new(builder.with_converted_type(converted).build().unwrap())
}

pub(super) fn schema(layout: &Layout) -> TypePtr {
    let none = ConvertedType::NONE;
    let field = |&(name, kind): &(&str, Kind)| match kind {
        Kind::Number => primitive(name, Physical::INT32, false, none),
        Kind::Truth => primitive(name, Physical::BOOLEAN, false, none),
        Kind::List => {
            let element = primitive("element", Physical::INT32, false, none);
            let repeated = Type::group_type_builder("list")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![element])
                .build();
            let list = Type::group_type_builder(name)
                .with_repetition(Repetition::REQUIRED)
                .with_logical_type(Some(LogicalType::List))
                .with_fields(vec![Arc::new(repeated.unwrap())])
                .build();
            Arc::new(list.unwrap())
        }
        Kind::Cell(format::Kind::Number) => primitive(name, Physical::INT64, true, none),
        Kind::Cell(format::Kind::Truth) => primitive(name, Physical::BOOLEAN, true, none),
        Kind::Cell(format::Kind::Text) => {
            primitive(name, Physical::BYTE_ARRAY, true, ConvertedType::UTF8)
        }
    };
    let fields = layout.iter().map(field).collect();
    Arc::new(Type::group_type_builder("rows").with_fields(fields).build().unwrap())
}

/// A file of the kinds of columns that we read back.
pub(super) fn write(
    layout: &Layout,
    groups: &[Vec<Column>],
    properties: WriterProperties,
) -> Vec<u8> {
    let mut file =
        SerializedFileWriter::new(Vec::new(), schema(layout), Arc::new(properties)).unwrap();
    for columns in groups {
        let mut group = file.next_row_group().unwrap();
        for column in columns {
            let mut writer = group.next_column().unwrap().unwrap();
            match column {
                Column::Numbers(values) => {
                    writer.typed::<Int32Type>().write_batch(values, None, None).unwrap();
                }
                Column::Truths(values) => {
                    writer.typed::<BoolType>().write_batch(values, None, None).unwrap();
                }
                Column::Lists(lists) => {
                    let (mut defined, mut repeated) = (Vec::new(), Vec::new());
                    for list in lists.iter() {
                        defined.push(i16::from(!list.is_empty()));
                        repeated.push(0);
                        defined.extend(list.iter().skip(1).map(|_| 1));
                        repeated.extend(list.iter().skip(1).map(|_| 1));
                    }
                    let levels = (Some(&defined[..]), Some(&repeated[..]));
                    let writer = writer.typed::<Int32Type>();
                    writer.write_batch(&lists.values, levels.0, levels.1).unwrap();
                }
                Column::Cells(..) => unreachable!("cells are not read back"),
            }
            writer.close().unwrap();
        }
        group.close().unwrap();
    }
    file.into_inner().unwrap()
}

/// The groups of a file, which must have this layout.
pub(super) fn read(layout: &Layout, file: &[u8]) -> Vec<Vec<Column>> {
    let reader = SerializedFileReader::new(Bytes::copy_from_slice(file)).unwrap();
    let schema = schema(layout);
    let (ours, theirs) = (reader.metadata().file_metadata().schema(), &schema);
    for (ours, theirs) in ours.get_fields().iter().zip(theirs.get_fields()) {
        // The crate tells texts in one of two ways, and we do so in both.
        assert_eq!(
            ours.get_basic_info().converted_type(),
            theirs.get_basic_info().converted_type()
        );
        assert_eq!((ours.name(), ours.is_optional()), (theirs.name(), theirs.is_optional()));
    }
    let groups = (0..reader.num_row_groups()).map(|group| {
        let group = reader.get_row_group(group).unwrap();
        let rows = group.metadata().num_rows() as usize;
        let column = |(i, &(_, kind)): (usize, &(&str, Kind))| {
            use ColumnReader::*;
            let reader = group.get_column_reader(i).unwrap();
            match (kind, reader) {
                (Kind::Number, Int32ColumnReader(reader)) => {
                    Column::Numbers(records(reader, rows).0)
                }
                (Kind::Truth, BoolColumnReader(reader)) => Column::Truths(records(reader, rows).0),
                (Kind::List, Int32ColumnReader(reader)) => {
                    let (values, defined, repeated) = records(reader, rows);
                    let mut values = values.into_iter();
                    let mut rows: Vec<Vec<i32>> = Vec::new();
                    for (defined, repeated) in defined.into_iter().zip(repeated) {
                        if repeated == 0 {
                            rows.push(Vec::new());
                        }
                        rows.last_mut()
                            .unwrap()
                            .extend((defined == 1).then(|| values.next().unwrap()));
                    }
                    let mut lists = Lists::default();
                    rows.into_iter().for_each(|row| lists.push(row));
                    Column::Lists(lists)
                }
                (Kind::Cell(kind), Int64ColumnReader(reader)) => {
                    cells(records(reader, rows), kind, Cell::Number)
                }
                (Kind::Cell(kind), BoolColumnReader(reader)) => {
                    cells(records(reader, rows), kind, Cell::Truth)
                }
                (Kind::Cell(kind), ByteArrayColumnReader(reader)) => {
                    let text = |bytes: <ByteArrayType as DataType>::T| {
                        Cell::Text(bytes.as_utf8().unwrap().to_owned())
                    };
                    cells(records(reader, rows), kind, text)
                }
                _ => panic!("column {i} has another type"),
            }
        };
        layout.iter().enumerate().map(column).collect()
    });
    groups.collect()
}

type Records<T> = (Vec<T>, Vec<i16>, Vec<i16>);

fn records<T: DataType>(mut reader: ColumnReaderImpl<T>, rows: usize) -> Records<T::T> {
    let (mut values, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    let levels = (Some(&mut defined), Some(&mut repeated));
    let (read, ..) = reader.read_records(rows, levels.0, levels.1, &mut values).unwrap();
    assert_eq!(read, rows);
    (values, defined, repeated)
}

fn cells<T>(records: Records<T>, kind: format::Kind, cell: impl Fn(T) -> Cell) -> Column {
    let mut values = records.0.into_iter();
    let next = |level| if level == 1 { cell(values.next().unwrap()) } else { Cell::Unknown };
    Column::Cells(records.1.into_iter().map(next).collect(), kind)
}

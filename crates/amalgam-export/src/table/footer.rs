//! The footer of a Parquet file: what its columns are, and where the pages of each are.

use std::io::{self, Read, Seek, SeekFrom};

use super::pages::{PLAIN, RLE, RLE_DICTIONARY};
use super::thrift::{
    self, BINARY, I32, Reader, STRUCT, Sound, Structure, write_bytes, write_number,
};
use super::{Kind, Layout, ROWS};
use crate::format;

/// What a file starts and ends with.
pub(super) const MAGIC: &[u8; 4] = b"PAR1";

/// Some rows.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) rows: u64,
    pub(super) chunks: Vec<Chunk>,
}

/// A column of some rows: pages one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunk {
    /// How many, those that are not there included.
    pub(super) values: u64,
    /// Where its dictionary is, if it has one.
    pub(super) dictionary: Option<u64>,
    /// Where its first other page is.
    pub(super) data: u64,
    /// How many bytes its pages take, and would take if they were not compressed.
    pub(super) compressed: u64,
    pub(super) plain: u64,
    pub(super) snappy: bool,
    /// The least and the largest, where they are told, and how many are not there.
    pub(super) range: Option<[Vec<u8>; 2]>,
    pub(super) nulls: u64,
}

impl Chunk {
    pub(super) fn start(&self) -> u64 {
        self.dictionary.map_or(self.data, |dictionary| dictionary.min(self.data))
    }

    /// The same in another place.
    pub(super) fn moved(self, from: u64, to: u64) -> Chunk {
        let place = |at: u64| at - from + to;
        Chunk { data: place(self.data), dictionary: self.dictionary.map(place), ..self }
    }
}

/// A column, or what columns are under, in the order of a file.
#[derive(Debug, PartialEq)]
struct Element<'a> {
    name: &'a [u8],
    physical: Option<u64>,
    repetition: Option<u64>,
    children: u64,
    converted: Option<u64>,
}

const REQUIRED: u64 = 0;
const OPTIONAL: u64 = 1;
const REPEATED: u64 = 2;
const UTF8: u64 = 0;
const CONVERTED_LIST: u64 = 3;

fn physical(kind: Kind) -> u64 {
    match kind {
        Kind::Truth | Kind::Cell(format::Kind::Truth) => 0,
        Kind::Number | Kind::List => 1,
        Kind::Cell(format::Kind::Number) => 2,
        Kind::Cell(format::Kind::Text) => 6,
    }
}

fn schema(layout: &Layout) -> Vec<Element<'static>> {
    let element = |name: &'static str, physical, repetition, children, converted| Element {
        name: name.as_bytes(),
        physical,
        repetition,
        children,
        converted,
    };
    let mut elements = vec![element("rows", None, None, layout.len() as u64, None)];
    for &(mut name, kind) in layout {
        let (mut repetition, mut converted) = (REQUIRED, None);
        match kind {
            Kind::Number | Kind::Truth => {}
            Kind::List => {
                elements.push(element(name, None, Some(REQUIRED), 1, Some(CONVERTED_LIST)));
                elements.push(element("list", None, Some(REPEATED), 1, None));
                name = "element";
            }
            Kind::Cell(kind) => {
                repetition = OPTIONAL;
                converted = (kind == format::Kind::Text).then_some(UTF8);
            }
        }
        elements.push(element(name, Some(physical(kind)), Some(repetition), 0, converted));
    }
    elements
}

/// The footer, and what comes after it. Nothing but the rows and the version shows in the bytes.
pub(super) fn write(layout: &Layout, groups: &[Group]) -> Vec<u8> {
    let mut out = Vec::new();
    thrift::write(&mut out, |file| {
        file.i32(1, 1);
        file.list(2, STRUCT, &schema(layout), write_element);
        file.i64(3, groups.iter().map(|group| group.rows).sum());
        file.list(4, STRUCT, groups, |out, group| write_group(out, layout, group));
        file.bytes(6, concat!("amalgam ", env!("CARGO_PKG_VERSION")).as_bytes());
        // That numbers are compared as numbers, and texts by their bytes.
        file.list(7, STRUCT, layout, |out, _| {
            thrift::write(out, |order| order.structure(1, |_| ()))
        });
    });
    let length = out.len() as u32;
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(MAGIC);
    out
}

fn write_element(out: &mut Vec<u8>, element: &Element<'_>) {
    thrift::write(out, |fields| {
        element.physical.into_iter().for_each(|physical| fields.i32(1, physical));
        element.repetition.into_iter().for_each(|repetition| fields.i32(3, repetition));
        fields.bytes(4, element.name);
        if element.physical.is_none() {
            fields.i32(5, element.children);
        }
        if let Some(converted) = element.converted {
            fields.i32(6, converted);
            // The same in the newer words.
            let logical = if converted == UTF8 { 1 } else { 3 };
            fields.structure(10, |union| union.structure(logical, |_| ()));
        }
    });
}

fn write_group(out: &mut Vec<u8>, layout: &Layout, group: &Group) {
    let sum = |size: fn(&Chunk) -> u64| group.chunks.iter().map(size).sum();
    let columns: Vec<_> = layout.iter().zip(&group.chunks).collect();
    thrift::write(out, |fields| {
        fields.list(1, STRUCT, &columns, |out, &(&(name, kind), chunk)| {
            thrift::write(out, |column| {
                column.i64(2, 0);
                column.structure(3, |fields| {
                    fields.i32(1, physical(kind));
                    let encodings = [PLAIN, RLE, RLE_DICTIONARY];
                    let used = if chunk.dictionary.is_some() { 3 } else { 2 };
                    fields.list(2, I32, &encodings[..used], |out, &each| write_number(out, each));
                    let path = [name, "list", "element"];
                    let path = if kind == Kind::List { &path[..] } else { &path[..1] };
                    fields.list(3, BINARY, path, |out, name| write_bytes(out, name.as_bytes()));
                    chunk.write(fields);
                });
            });
        });
        fields.i64(2, sum(|chunk| chunk.plain));
        fields.i64(3, group.rows);
        fields.i64(5, group.chunks.first().map_or(0, Chunk::start));
        fields.i64(6, sum(|chunk| chunk.compressed));
    });
}

impl Chunk {
    fn write(&self, fields: &mut thrift::Fields<'_>) {
        fields.i32(4, self.snappy.into());
        fields.i64(5, self.values);
        fields.i64(6, self.plain);
        fields.i64(7, self.compressed);
        fields.i64(9, self.data);
        self.dictionary.into_iter().for_each(|dictionary| fields.i64(11, dictionary));
        fields.structure(12, |told| {
            told.i64(3, self.nulls);
            if let Some([least, largest]) = &self.range {
                told.bytes(5, largest);
                told.bytes(6, least);
            }
        });
    }

    fn read(column: Structure<'_>) -> Sound<Chunk> {
        let column = column.structure(3)?.ok_or("a column is not described")?;
        let snappy = match column.number(4)? {
            0 => false,
            1 => true,
            _ => return Err("it is compressed in a way that is never used"),
        };
        let told = column.structure(12)?;
        let bytes = |id| told.map_or(Ok(None), |told| told.bytes(id));
        let range = bytes(6)?.zip(bytes(5)?);
        Ok(Chunk {
            values: column.number(5)?,
            dictionary: column.some_number(11)?,
            data: column.number(9)?,
            compressed: column.number(7)?,
            plain: column.number(6)?,
            snappy,
            range: range.map(|(least, largest)| [least.to_vec(), largest.to_vec()]),
            nulls: told.map_or(Ok(None), |told| told.some_number(3))?.unwrap_or(0),
        })
    }
}

/// The error of a file that is not what it should be.
pub(super) fn damaged(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Reads where the rows of a file are, which must have exactly these columns.
pub(super) fn read(file: &mut (impl Read + Seek), layout: &Layout) -> io::Result<Vec<Group>> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut tail = [0; 8];
    if length < 12 {
        return Err(damaged("it is too short for a Parquet file"));
    }
    file.seek(SeekFrom::Start(length - 8))?;
    file.read_exact(&mut tail)?;
    let [a, b, c, d, magic @ ..] = tail;
    if &magic != MAGIC {
        return Err(damaged("it does not end as a Parquet file does"));
    }
    let footer = u32::from_le_bytes([a, b, c, d]);
    let end = (length - 8).checked_sub(footer.into()).filter(|&end| end >= 4);
    let end = end.ok_or_else(|| damaged("its footer would be longer than the file"))?;
    file.seek(SeekFrom::Start(end))?;
    let mut bytes = vec![0; footer as usize];
    file.read_exact(&mut bytes)?;
    read_groups(&bytes, layout, end).map_err(damaged)
}

fn read_groups(footer: &[u8], layout: &Layout, end: u64) -> Sound<Vec<Group>> {
    let footer = Reader(footer).structure()?;
    // The first is what all columns are under, and may have any name.
    let schema = schema(layout);
    if footer.list(2, schema.len(), Element::read)?.get(1..) != Some(&schema[1..]) {
        return Err("its columns are others");
    }
    let groups = footer.list(4, usize::MAX >> 1, |group| Group::read(group, layout))?;
    if footer.number(3)? != groups.iter().map(|group| group.rows).sum::<u64>() {
        return Err("its rows are not as many as it says");
    }
    // Otherwise a few bytes could stand for any number of rows.
    let mut at = MAGIC.len() as u64;
    for chunk in groups.iter().flat_map(|group| &group.chunks) {
        let next = chunk.start().checked_add(chunk.compressed);
        at =
            next.filter(|&next| chunk.start() >= at && next <= end).ok_or("its columns overlap")?;
    }
    Ok(groups)
}

impl<'a> Element<'a> {
    fn read(element: Structure<'a>) -> Sound<Element<'a>> {
        Ok(Element {
            name: element.bytes(4)?.unwrap_or_default(),
            physical: element.some_number(1)?,
            repetition: element.some_number(3)?,
            children: element.some_number(5)?.unwrap_or(0),
            converted: element.some_number(6)?,
        })
    }
}

impl Group {
    fn read(group: Structure<'_>, layout: &Layout) -> Sound<Group> {
        let chunks = group.list(1, layout.len(), Chunk::read)?;
        let group = Group { rows: group.number(3)?, chunks };
        match group.chunks.len() == layout.len() {
            true if group.rows <= ROWS as u64 => Ok(group),
            true => Err("it keeps more rows together than are ever written"),
            false => Err("some of its rows have other columns"),
        }
    }
}

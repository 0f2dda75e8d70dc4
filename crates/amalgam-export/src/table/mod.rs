//! Parquet files of numbers, truth values and lists of numbers, and of cells that may be unknown.
//!
//! Of Parquet this has what our own tables need: groups of rows; columns of pages with a dictionary or
//! without, compressed by Snappy; the least and the largest value of each. Written are all kinds of columns, read
//! back those that a census or a cube has, also as the `parquet` crate wrote them before this was here; the tests
//! compare with it.

mod column;
mod dictionary;
mod footer;
mod hybrid;
mod pages;
mod thrift;

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::Error;
use crate::format::{self, Cell};
use crate::whole_file::{Seal, WholeFile};
use footer::{Group, MAGIC};

/// The values of a column in some rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Column {
    Numbers(Vec<i32>),
    Truths(Vec<bool>),
    Lists(Lists),
    /// What is not of this kind is null.
    Cells(Vec<Cell>, format::Kind),
}

impl Column {
    fn rows(&self) -> usize {
        match self {
            Column::Numbers(values) => values.len(),
            Column::Truths(values) => values.len(),
            Column::Lists(lists) => lists.ends.len(),
            Column::Cells(cells, _) => cells.len(),
        }
    }
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

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &[i32]> + '_ {
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
    /// Such values, or null.
    Cell(format::Kind),
}

/// The most rows that are kept together in a file, and in memory while it is written or read.
pub(crate) const ROWS: usize = 1 << 18;

/// Writes rows, in order.
pub(crate) struct Writer<W> {
    out: W,
    /// How much was written.
    at: u64,
    layout: Vec<(&'static str, Kind)>,
    groups: Vec<Group>,
}

impl<W: Write> Writer<W> {
    pub(crate) fn new(out: W, layout: &Layout) -> io::Result<Writer<W>> {
        let mut writer = Writer { out, at: 0, layout: layout.to_vec(), groups: Vec::new() };
        writer.put(MAGIC)?;
        Ok(writer)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Writes some rows, at most [`ROWS`].
    pub(crate) fn write(&mut self, columns: &[Column]) -> io::Result<()> {
        let rows = columns.first().map_or(0, Column::rows);
        if rows > ROWS || columns.iter().any(|column| column.rows() != rows) {
            return Err(io::Error::other("columns of different lengths, or too many rows at once"));
        }
        if rows == 0 {
            return Ok(());
        }
        let (mut bytes, mut chunks) = (Vec::new(), Vec::new());
        for column in columns {
            chunks.push(pages::write(column, self.at + bytes.len() as u64, &mut bytes)?);
        }
        self.groups.push(Group { rows: rows as u64, chunks });
        self.put(&bytes)
    }

    /// Writes the rows of a table that was made in memory, which has the same layout. The bytes are those that
    /// writing the rows here would have made.
    fn append(&mut self, table: &[u8]) -> io::Result<()> {
        for Group { rows, chunks } in footer::read(&mut Cursor::new(table), &self.layout)? {
            let Some((first, last)) = chunks.first().zip(chunks.last()) else { continue };
            let (start, end, at) = (first.start(), last.start() + last.compressed, self.at);
            self.put(&table[start as usize..end as usize])?;
            let chunks = chunks.into_iter().map(|chunk| chunk.moved(start, at)).collect();
            self.groups.push(Group { rows, chunks });
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<W> {
        let footer = footer::write(&self.layout, &self.groups);
        self.put(&footer)?;
        Ok(self.out)
    }
}

/// A table of these rows, in memory.
pub(crate) fn in_memory(layout: &Layout, columns: &[Column]) -> Result<Vec<u8>, Error> {
    let table = || {
        let mut writer = Writer::new(Vec::new(), layout)?;
        writer.write(columns)?;
        writer.finish()
    };
    table().map_err(|error| Error::io(Path::new("memory"), error))
}

/// Writes rows, in order, to a file that is there whole or not at all.
pub(crate) struct TableWriter(Writer<WholeFile>);

impl TableWriter {
    pub(crate) fn create(path: &Path, layout: &Layout) -> Result<TableWriter, Error> {
        TableWriter::new(WholeFile::open(path, true)?, layout)
    }

    pub(crate) fn new(file: WholeFile, layout: &Layout) -> Result<TableWriter, Error> {
        let path = file.path().to_owned();
        Writer::new(file, layout).map(TableWriter).map_err(|error| Error::io(&path, error))
    }

    /// Writes some rows, at most [`ROWS`].
    pub(crate) fn write(&mut self, columns: &[Column]) -> Result<(), Error> {
        self.0.write(columns).map_err(|error| self.0.out.failed(error))
    }

    /// Writes the rows of a table that was made in memory, which has the same layout.
    pub(crate) fn append(&mut self, table: &[u8]) -> Result<(), Error> {
        self.0.append(table).map_err(|error| self.0.out.failed(error))
    }

    pub(crate) fn finish(self) -> Result<Seal, Error> {
        let path = self.0.out.path().to_owned();
        self.0.finish().map_err(|error| Error::io(&path, error))?.finish()
    }
}

/// Reads a table some rows at a time. The file must have exactly this layout.
pub(crate) fn read(
    path: &Path,
    layout: &Layout,
    visit: impl FnMut(Vec<Column>) -> Result<(), Error>,
) -> Result<(), Error> {
    let file = File::open(path).map_err(|error| Error::io(path, error))?;
    read_from(file, path, layout, visit)
}

/// Reads a table from what goes by the name of a path.
pub(crate) fn read_from(
    mut file: impl Read + Seek,
    path: &Path,
    layout: &Layout,
    mut visit: impl FnMut(Vec<Column>) -> Result<(), Error>,
) -> Result<(), Error> {
    let fault = |error: io::Error| match error.kind() {
        io::ErrorKind::InvalidData => Error::damaged(path, error),
        _ => Error::io(path, error),
    };
    for group in footer::read(&mut file, layout).map_err(fault)? {
        visit(read_group(&mut file, layout, &group).map_err(fault)?)?;
    }
    Ok(())
}

fn read_group(
    file: &mut (impl Read + Seek),
    layout: &Layout,
    group: &Group,
) -> io::Result<Vec<Column>> {
    let mut columns = Vec::new();
    for (&(_, kind), chunk) in layout.iter().zip(&group.chunks) {
        // The footer was compared with the length of the file.
        let mut bytes = vec![0; chunk.compressed as usize];
        file.seek(SeekFrom::Start(chunk.start()))?;
        file.read_exact(&mut bytes)?;
        let column = column::read(&bytes, chunk, kind, group.rows as usize);
        columns.push(column.map_err(footer::damaged)?);
    }
    Ok(columns)
}

/// Whether a table that can be read is the same when it is written and read again: for the fuzz target.
#[doc(hidden)]
pub fn comes_back(bytes: &[u8]) -> bool {
    let layout = &[("n", Kind::Number), ("odd", Kind::Truth), ("list", Kind::List)];
    let rows = |bytes: &[u8]| {
        let mut groups = Vec::new();
        let read = read_from(Cursor::new(bytes), Path::new("x"), layout, |columns| {
            groups.extend((columns[0].rows() > 0).then_some(columns));
            Ok(())
        });
        read.map(|()| groups)
    };
    let Ok(groups) = rows(bytes) else { return true };
    let write = || {
        let mut writer = Writer::new(Vec::new(), layout)?;
        groups.iter().try_for_each(|columns| writer.write(columns))?;
        writer.finish()
    };
    write().is_ok_and(|bytes| rows(&bytes).is_ok_and(|again| again == groups))
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

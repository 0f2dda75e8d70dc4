//! A column of some rows as pages: what a file holds of it in one piece.
//!
//! A page has the levels of its rows, where there are any, and then their values: plainly, or as places in
//! a dictionary, which has a page of its own before the others.

use std::io;
use std::ops::Range;

use snap::raw::Encoder;

use super::dictionary::{Dictionary, Value, width};
use super::footer::Chunk;
use super::{Column, hybrid, thrift};
use crate::format::{self, Cell};

/// The rows of a page.
const ROWS: usize = 1 << 14;

/// Types of pages and encodings.
pub(super) const DATA: u64 = 0;
pub(super) const DICTIONARY: u64 = 2;
pub(super) const PLAIN: u64 = 0;
pub(super) const RLE: u64 = 3;
pub(super) const RLE_DICTIONARY: u64 = 8;

/// Writes a column that starts at this place of the file.
pub(super) fn write(column: &Column, start: u64, out: &mut Vec<u8>) -> io::Result<Chunk> {
    match column {
        Column::Numbers(values) => write_values(values, Levels::None, start, out),
        Column::Truths(values) => write_values(values, Levels::None, start, out),
        Column::Lists(lists) => write_values(&lists.values, Levels::Lists(&lists.ends), start, out),
        Column::Cells(cells, kind) => {
            let cells = cells.iter();
            match kind {
                format::Kind::Number => write_some(cells.map(Cell::number), start, out),
                format::Kind::Truth => write_some(cells.map(Cell::truth), start, out),
                format::Kind::Text => write_some(cells.map(Cell::text), start, out),
            }
        }
    }
}

fn write_some<T: Value>(
    cells: impl Iterator<Item = Option<T>> + Clone,
    start: u64,
    out: &mut Vec<u8>,
) -> io::Result<Chunk> {
    let there: Vec<u16> = cells.clone().map(|cell| cell.is_some().into()).collect();
    let values: Vec<T> = cells.flatten().collect();
    write_values(&values, Levels::There(&there), start, out)
}

/// How values make rows.
enum Levels<'a> {
    /// One each.
    None,
    /// One in each row that has a 1.
    There(&'a [u16]),
    /// In each row those up to an end.
    Lists(&'a [usize]),
}

impl Levels<'_> {
    /// Writes the levels of the rows of a page, whose values start somewhere: how many levels they have, and
    /// where their values end.
    fn write(&self, rows: Range<usize>, from: usize, out: &mut Vec<u8>) -> (usize, usize) {
        match self {
            Levels::None => (rows.len(), rows.end),
            Levels::There(there) => {
                write_levels(&there[rows.clone()], out);
                let values = there[rows.clone()].iter().filter(|&&level| level == 1).count();
                (rows.len(), from + values)
            }
            Levels::Lists(ends) => {
                // A list's first value starts a row; the row of an empty list has no value.
                let (mut repeated, mut defined, mut to) = (Vec::new(), Vec::new(), from);
                for &end in &ends[rows] {
                    repeated.push(0);
                    repeated.resize(repeated.len() + (end - to).saturating_sub(1), 1);
                    defined.resize(repeated.len(), 1);
                    if end == to {
                        defined[repeated.len() - 1] = 0;
                    }
                    to = end;
                }
                write_levels(&repeated, out);
                write_levels(&defined, out);
                (repeated.len(), to)
            }
        }
    }
}

fn write_levels(levels: &[u16], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    hybrid::encode(levels, 1, out);
    let length = (out.len() - start - 4) as u32;
    out[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

fn write_values<T: Value>(
    values: &[T],
    levels: Levels<'_>,
    start: u64,
    out: &mut Vec<u8>,
) -> io::Result<Chunk> {
    let rows = match levels {
        Levels::None => values.len(),
        Levels::There(there) => there.len(),
        Levels::Lists(ends) => ends.len(),
    };
    let range = values.iter().min().zip(values.iter().max());
    let dictionary = range.and_then(|(&least, &largest)| Dictionary::of(values, least, largest));
    let plain = |values: &[T]| {
        let mut out = Vec::new();
        T::plain(values, &mut out);
        out
    };
    let told =
        range.filter(|_| T::TOLD).map(|(&least, &largest)| [plain(&[least]), plain(&[largest])]);
    let mut pages = Pages { start, from: out.len(), out, plain: 0, snappy: Encoder::new() };
    let mut data = start;
    if let Some(dictionary) = &dictionary {
        pages.page(DICTIONARY, dictionary.values.len(), PLAIN, &plain(&dictionary.values))?;
        data = pages.at();
    }
    let (mut from, mut all, mut body) = (0, 0, Vec::new());
    for row in (0..rows).step_by(ROWS) {
        body.clear();
        let (count, to) = levels.write(row..rows.min(row + ROWS), from, &mut body);
        let encoding = if let Some(dictionary) = &dictionary {
            let places = &dictionary.places[from..to];
            let width = width(places.iter().copied().max().unwrap_or(0).into());
            // Lists are like those before them, which Snappy sees where values start at bytes.
            let lists = matches!(levels, Levels::Lists(_));
            let width = if lists { width.next_power_of_two() } else { width };
            body.push(width as u8);
            hybrid::encode(places, width, &mut body);
            RLE_DICTIONARY
        } else {
            T::plain(&values[from..to], &mut body);
            PLAIN
        };
        pages.page(DATA, count, encoding, &body)?;
        from = to;
        all += count;
    }
    Ok(Chunk {
        values: all as u64,
        dictionary: dictionary.map(|_| start),
        data,
        compressed: pages.at() - start,
        plain: pages.plain,
        snappy: true,
        range: told,
        nulls: (all - values.len()) as u64,
    })
}

struct Pages<'a> {
    start: u64,
    out: &'a mut Vec<u8>,
    /// How much was there before.
    from: usize,
    /// Bytes before they were compressed.
    plain: u64,
    snappy: Encoder,
}

impl Pages<'_> {
    fn at(&self) -> u64 {
        self.start + (self.out.len() - self.from) as u64
    }

    fn page(&mut self, kind: u64, values: usize, encoding: u64, body: &[u8]) -> io::Result<()> {
        let packed = self.snappy.compress_vec(body).map_err(io::Error::other)?;
        if body.len().max(packed.len()) > i32::MAX as usize {
            return Err(io::Error::other("a page of Parquet would have more than 2 GiB"));
        }
        let before = self.out.len();
        thrift::write(self.out, |page| {
            page.i32(1, kind);
            page.i32(2, body.len() as u64);
            page.i32(3, packed.len() as u64);
            page.structure(if kind == DATA { 5 } else { 7 }, |about| {
                about.i32(1, values as u64);
                about.i32(2, encoding);
                if kind == DATA {
                    about.i32(3, RLE);
                    about.i32(4, RLE);
                }
            });
        });
        self.plain += (self.out.len() - before + body.len()) as u64;
        self.out.extend_from_slice(&packed);
        Ok(())
    }
}

//! Reading the pages of a column back.

use snap::raw::{Decoder, decompress_len};

use super::footer::Chunk;
use super::pages::{DATA, DICTIONARY, PLAIN, RLE, RLE_DICTIONARY};
use super::thrift::{Reader, Sound};
use super::{Column, Kind, Lists, hybrid};

/// The most values of lists that are kept together: more than a census has of them.
fn most_values(rows: usize) -> u64 {
    (rows as u64) << 8 | 0xffff
}

/// The other name of [`RLE_DICTIONARY`], and of [`PLAIN`] for the dictionary itself.
const PLAIN_DICTIONARY: u64 = 2;

/// Reads a column of so many rows from its pages.
pub(super) fn read(bytes: &[u8], chunk: &Chunk, kind: Kind, rows: usize) -> Sound<Column> {
    let many = match kind {
        Kind::List => chunk.values > most_values(rows),
        _ => chunk.values != rows as u64,
    };
    if many {
        return Err("a column has not as many values as it should");
    }
    match kind {
        Kind::Number => {
            let mut values = Vec::with_capacity(rows);
            each_page(bytes, chunk, |page, count| page.numbers(count, &mut values))?;
            Ok(Column::Numbers(values))
        }
        Kind::Truth => {
            let mut values = Vec::with_capacity(rows);
            each_page(bytes, chunk, |page, count| page.truths(count, &mut values))?;
            Ok(Column::Truths(values))
        }
        Kind::List => {
            let mut lists = Lists::default();
            each_page(bytes, chunk, |page, count| {
                let there = page.levels(count, rows, &mut lists)?;
                page.numbers(there, &mut lists.values)
            })?;
            let whole = lists.ends.len() == rows;
            if whole { Ok(Column::Lists(lists)) } else { Err("it has fewer rows than it says") }
        }
        Kind::Cell(_) => Err("such a column is never read"),
    }
}

/// What is left of a page, and what its values are told by.
struct Page<'a> {
    body: Reader<'a>,
    encoding: u64,
    dictionary: &'a [i32],
}

/// Calls `visit` with each page, and how many values it has, those that are not there included.
fn each_page(
    bytes: &[u8],
    chunk: &Chunk,
    mut visit: impl FnMut(&mut Page<'_>, usize) -> Sound<()>,
) -> Sound<()> {
    let (mut reader, mut left, mut dictionary) = (Reader(bytes), chunk.values, Vec::new());
    while left > 0 {
        let header = reader.structure()?;
        let bytes = reader.take(usize::try_from(header.number(3)?).unwrap_or(usize::MAX))?;
        let body = if chunk.snappy { &decompressed(bytes, header.number(2)?)? } else { bytes };
        let foreign = "it has a page of a kind that is never written";
        let kind = header.number(1)?;
        let about = header.structure(if kind == DICTIONARY { 7 } else { 5 })?.ok_or(foreign)?;
        let (values, encoding) = (about.number(1)?, about.number(2)?);
        let mut page = Page { body: Reader(body), encoding, dictionary: &dictionary };
        match kind {
            DICTIONARY if encoding == PLAIN || encoding == PLAIN_DICTIONARY => {
                let mut numbers = Vec::new();
                page.encoding = PLAIN;
                page.numbers(usize::try_from(values).unwrap_or(usize::MAX), &mut numbers)?;
                dictionary = numbers;
            }
            DATA if values <= left && about.number(3)? == RLE && about.number(4)? == RLE => {
                visit(&mut page, values as usize)?;
                left -= values;
            }
            _ => return Err(foreign),
        }
    }
    Ok(())
}

/// The body of a page. What Snappy copies takes three bytes for 64, so no length is believed that is larger.
fn decompressed(bytes: &[u8], length: u64) -> Sound<Vec<u8>> {
    let sound = |&found: &usize| found as u64 == length && found / 22 <= bytes.len();
    let found = decompress_len(bytes).ok().filter(sound);
    let body = found.and_then(|_| Decoder::new().decompress_vec(bytes).ok());
    body.ok_or("a page cannot be decompressed")
}

impl Page<'_> {
    fn numbers(&mut self, count: usize, out: &mut Vec<i32>) -> Sound<()> {
        match self.encoding {
            PLAIN => {
                let bytes = self.body.take(count.saturating_mul(4))?;
                out.extend(bytes.chunks_exact(4).map(|four| {
                    four.iter().rev().fold(0, |number, &byte| number << 8 | i32::from(byte))
                }));
                Ok(())
            }
            RLE_DICTIONARY | PLAIN_DICTIONARY if count == 0 => Ok(()),
            RLE_DICTIONARY | PLAIN_DICTIONARY => {
                let width = self.body.byte()?;
                hybrid::decode(self.body.0, width, count, |place| {
                    let value = self.dictionary.get(place as usize);
                    out.push(*value.ok_or("a value is not in the dictionary")?);
                    Ok(())
                })
            }
            _ => Err("a column is written in a way that is never used"),
        }
    }

    fn truths(&mut self, count: usize, out: &mut Vec<bool>) -> Sound<()> {
        if self.encoding != PLAIN {
            return Err("a column is written in a way that is never used");
        }
        let bytes = self.body.take(count.div_ceil(8))?;
        out.extend((0..count).map(|i| bytes[i / 8] >> (i % 8) & 1 == 1));
        Ok(())
    }

    /// Reads the levels of a page of lists: where each list ends, and how many values the page has.
    fn levels(&mut self, count: usize, rows: usize, lists: &mut Lists) -> Sound<usize> {
        let mut repeated = Vec::new();
        hybrid::decode(self.body.counted()?, 1, count, |level| {
            repeated.push(level == 1);
            Ok(())
        })?;
        let (mut repeated, before) = (repeated.into_iter(), lists.values.len());
        let mut begun = lists.iter().next_back().is_some_and(|list| !list.is_empty());
        let mut end = before;
        hybrid::decode(self.body.counted()?, 1, count, |level| {
            if repeated.next() == Some(true) {
                let last = lists.ends.last_mut().filter(|_| begun && level == 1);
                *last.ok_or("a list goes on that has not begun")? += 1;
            } else if lists.ends.len() < rows {
                lists.ends.push(end + usize::from(level == 1));
            } else {
                return Err("it has more rows than it says");
            }
            begun = level == 1;
            end += usize::from(begun);
            Ok(())
        })?;
        Ok(end - before)
    }
}

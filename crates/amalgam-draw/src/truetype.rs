//! The letters of a TrueType font: which glyph a character has, how wide it is, and its contours.
//!
//! Only what an unhinted font with outlines of its own needs, by the tables of the OpenType
//! specification: a library that reads all fonts took 50 of the 437 seconds in which the command is
//! compiled. What the font that is built in does not have, there is no code for.

/// A point of a contour, in units of the font; y grows upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// Where it is.
    pub(crate) at: [f64; 2],
    /// Whether the contour passes through it; otherwise it steers a quadratic curve.
    pub(crate) on: bool,
}

/// The tables that are asked for.
#[derive(Debug)]
pub(crate) struct Font<'a> {
    /// The size of the square that letters are designed in.
    pub(crate) units_per_em: f64,
    /// Groups of characters in order: the first, the last, and the glyph of the first.
    groups: &'a [[u8; 12]],
    /// Widths, each with the bearing on its left.
    widths: &'a [[u8; 4]],
    /// Where each glyph begins, and the last ends.
    starts: &'a [[u8; 4]],
    glyphs: &'a [u8],
}

impl<'a> Font<'a> {
    /// Finds the tables.
    pub(crate) fn read(data: &'a [u8]) -> Option<Font<'a>> {
        let (tables, _) = data.get(12..)?.as_chunks::<16>();
        let tables = &tables[..Bytes::at(data, 4)?.u16()?.into()];
        let table = |name: &[u8; 4]| {
            let entry = tables.iter().find(|table| table.starts_with(name))?;
            let mut place = Bytes::at(entry, 8)?;
            let start = place.u32()? as usize;
            data.get(start..start + place.u32()? as usize)
        };
        let head = table(b"head")?;
        let narrow = Bytes::at(head, 50)?.u16()? == 0;
        let starts = if narrow { return None } else { table(b"loca")?.as_chunks().0 };
        let widths = Bytes::at(table(b"hhea")?, 34)?.u16()?;
        Some(Font {
            units_per_em: Bytes::at(head, 18)?.u16()?.into(),
            groups: groups(table(b"cmap")?)?,
            widths: table(b"hmtx")?.as_chunks().0.get(..widths.into())?,
            starts,
            glyphs: table(b"glyf")?,
        })
    }

    /// The glyph of a character, if there is one.
    pub(crate) fn glyph(&self, c: char) -> Option<u16> {
        let number = |group: &[u8; 12], which: usize| Bytes::at(group, 4 * which)?.u32();
        let after = self.groups.partition_point(|group| number(group, 0) <= Some(c.into()));
        let group = self.groups.get(after.checked_sub(1)?)?;
        let within = u32::from(c) - number(group, 0)?;
        (u32::from(c) <= number(group, 1)?).then_some((number(group, 2)? + within) as u16)
    }

    /// How far the next letter is.
    pub(crate) fn advance(&self, glyph: u16) -> Option<f64> {
        // All after the last are as wide as that.
        let width = self.widths.get(usize::from(glyph)).or(self.widths.last())?;
        Some(Bytes::at(width, 0)?.u16()?.into())
    }

    /// The contours of a glyph; none, if there is nothing to see.
    pub(crate) fn contours(&self, glyph: u16) -> Option<Vec<Vec<Point>>> {
        let mut contours = self.parts(glyph)?;
        // The widths tell where its left side is to be.
        if let (Some(width), Some(data)) = (self.widths.get(usize::from(glyph)), self.data(glyph)) {
            let left = Bytes::at(data, 2).and_then(|mut data| data.i16()).unwrap_or(0);
            let shift = f64::from(Bytes::at(width, 2)?.i16()? - left);
            contours.iter_mut().flatten().for_each(|point| point.at[0] += shift);
        }
        Some(contours)
    }

    fn data(&self, glyph: u16) -> Option<&'a [u8]> {
        let start = |glyph: usize| Some(u32::from_be_bytes(*self.starts.get(glyph)?) as usize);
        self.glyphs.get(start(glyph.into())?..start(usize::from(glyph) + 1)?)
    }

    fn parts(&self, glyph: u16) -> Option<Vec<Vec<Point>>> {
        let data = self.data(glyph)?;
        if data.is_empty() {
            return Some(Vec::new());
        }
        // The number of contours, and the corners of a box around them.
        let count = Bytes::at(data, 0)?.i16()?;
        let outline = Bytes::at(data, 10)?;
        match usize::try_from(count) {
            Ok(count) => simple(outline, count),
            Err(_) => self.composite(outline),
        }
    }

    /// A glyph that is put together from others.
    fn composite(&self, mut data: Bytes<'a>) -> Option<Vec<Vec<Point>>> {
        const WORDS: u16 = 1;
        const OFFSETS: u16 = 2;
        const SCALE: u16 = 8;
        const MORE: u16 = 0x20;
        const TWO_SCALES: u16 = 0x40;
        const MATRIX: u16 = 0x80;
        let mut contours = Vec::new();
        loop {
            let (flags, glyph) = (data.u16()?, data.u16()?);
            let has = |flag: u16| flags & flag != 0;
            let mut offset = || {
                if has(WORDS) { data.i16() } else { data.u8().map(|byte| i16::from(byte as i8)) }
            };
            let offset = [offset()?, offset()?].map(f64::from);
            if !has(OFFSETS) {
                // Points that are to meet.
                return None;
            }
            let mut scale = || Some(f64::from(data.i16()?) / f64::from(1 << 14));
            // What the units of x and of y become.
            let [right, up] = if has(MATRIX) {
                [[scale()?, scale()?], [scale()?, scale()?]]
            } else if has(TWO_SCALES) {
                [[scale()?, 0.0], [0.0, scale()?]]
            } else {
                let scale = if has(SCALE) { scale()? } else { 1.0 };
                [[scale, 0.0], [0.0, scale]]
            };
            let moved = |Point { at: [x, y], on }| {
                let at = |i: usize| x * right[i] + y * up[i] + offset[i];
                Point { at: [at(0), at(1)], on }
            };
            let part = self.parts(glyph)?;
            contours.extend(part.into_iter().map(|part| part.into_iter().map(moved).collect()));
            if !has(MORE) {
                return Some(contours);
            }
        }
    }
}

/// The groups of a table of characters: those that reach beyond the first 2^16.
fn groups(table: &[u8]) -> Option<&[[u8; 12]]> {
    const UNICODE: [u16; 2] = [3, 10];
    let count = Bytes::at(table, 2)?.u16()?;
    for subtable in 0..usize::from(count) {
        let mut entry = Bytes::at(table, 4 + 8 * subtable)?;
        if [entry.u16()?, entry.u16()?] == UNICODE {
            let start = entry.u32()? as usize;
            let count = Bytes::at(table, start + 12)?.u32()?;
            return table.get(start + 16..)?.as_chunks().0.get(..count as usize);
        }
    }
    None
}

/// A glyph with points of its own.
fn simple(mut data: Bytes<'_>, contours: usize) -> Option<Vec<Vec<Point>>> {
    const ON: u8 = 1;
    const REPEATED: u8 = 8;
    let mut ends = Vec::with_capacity(contours);
    for _ in 0..contours {
        ends.push(usize::from(data.u16()?) + 1);
    }
    let count = ends.last().copied().unwrap_or(0);
    let hints = data.u16()?;
    data.0 = data.0.get(hints.into()..)?;
    let mut flags = Vec::with_capacity(count);
    while flags.len() < count {
        let flag = data.u8()?;
        let times = if flag & REPEATED == 0 { 0 } else { data.u8()? };
        flags.extend((0..=times).map(|_| flag));
    }
    // Each coordinate is told by its distance from the one before.
    let mut coordinates = |short: u8, same: u8| {
        let mut last = 0;
        let next = |flag: &u8| {
            last += match (flag & short != 0, flag & same != 0) {
                (true, positive) => i16::from(data.u8()?) * if positive { 1 } else { -1 },
                (false, true) => 0,
                (false, false) => data.i16()?,
            };
            Some(f64::from(last))
        };
        flags.iter().map(next).collect::<Option<Vec<f64>>>()
    };
    let (x, y) = (coordinates(2, 16)?, coordinates(4, 32)?);
    let points = x.into_iter().zip(y).zip(&flags);
    let mut points = points.map(|((x, y), flag)| Point { at: [x, y], on: flag & ON != 0 });
    let mut start = 0;
    let contour = |end: usize| {
        let contour = points.by_ref().take(end - start).collect();
        start = end;
        contour
    };
    Some(ends.into_iter().map(contour).collect())
}

/// What is left to read: numbers begin with their highest byte.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn at(data: &'a [u8], place: usize) -> Option<Bytes<'a>> {
        data.get(place..).map(Bytes)
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (&first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(first)
    }

    fn u8(&mut self) -> Option<u8> {
        self.take().map(u8::from_be_bytes)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_be_bytes)
    }

    fn i16(&mut self) -> Option<i16> {
        self.take().map(i16::from_be_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_be_bytes)
    }
}

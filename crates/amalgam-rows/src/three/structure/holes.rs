//! The holes of an odd prefix at any column, by one look.
//!
//! Over one period of the mask of row 2j+1 it is noted for every column which offsets the rows before
//! it leave to it, and the cell of its register at the start of the period whose content decides:
//!
//! | left of k+1..=k+j+1 | decides | content 0 (free) | content 1 (taken) |
//! |---|---|---|---|
//! | c | the column's own cell | takes c, no hole | hole c |
//! | nothing | | no hole | no hole |
//! | c and k+j+1 | the cell of b + c | takes c, hole k+j+1 | takes k+j+1, hole c |
//!
//! What the cells hold at the start of each period follows from the signed permutation of
//! [`Moved`], so nothing is walked: period after period the same table is read with other contents.

use super::cells::Moved;

/// One column: the deciding cell, whether its content is turned by then, and what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Column(u16);

/// What the rows before an odd row leave to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// One offset, counted from k + 1.
    One(u8),
    /// No offset.
    Nothing,
    /// Two, of which the larger is the largest of all.
    Two(u8),
}

/// The largest offset that a table can hold, counted from k + 1.
pub(crate) const MOST: u32 = 63;

impl Column {
    pub fn new(label: Label, left: Left) -> Self {
        let (kind, slot) = match left {
            Left::One(slot) => (0, slot),
            Left::Nothing => (1, 0),
            Left::Two(slot) => (2, slot),
        };
        Column(u16::from(label.0) | kind << 8 | u16::from(slot) << 10)
    }

    pub fn cell(self) -> u32 {
        (self.0 & 127).into()
    }

    pub fn decides(self) -> bool {
        self.0 >> 8 & 3 != 1
    }

    /// The hole, counted from k + 1, if what the deciding cell held at the start of the period is this.
    #[inline(always)]
    pub fn hole(self, content: bool, largest: u8) -> Option<u8> {
        let value = content != (self.0 >> 7 & 1 == 1);
        let slot = (self.0 >> 10) as u8;
        match (self.0 >> 8 & 3, value) {
            (0, true) | (2, true) => Some(slot),
            (2, false) => Some(largest),
            _ => None,
        }
    }

    /// What the row itself takes, likewise.
    pub fn choice(self, content: bool, largest: u8) -> Option<u8> {
        let value = content != (self.0 >> 7 & 1 == 1);
        let slot = (self.0 >> 10) as u8;
        match (self.0 >> 8 & 3, value) {
            (0, false) | (2, false) => Some(slot),
            (2, true) => Some(largest),
            _ => None,
        }
    }
}

/// A cell at the start of a period, and whether its content has been turned since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Label(pub u8);

impl Label {
    pub const TURNED: u8 = 128;

    pub fn turn(&mut self) {
        self.0 ^= Label::TURNED;
    }

    pub fn cell(self) -> usize {
        (self.0 & 127).into()
    }

    pub fn is_turned(self) -> bool {
        self.0 & Label::TURNED != 0
    }
}

/// The table, with what is needed to read it at any column.
pub(crate) struct Holes {
    /// k + 1.
    pub lowest: u64,
    /// The largest offset of the rows 1..=2j+1, counted from k + 1: j.
    pub largest: u8,
    /// A period of the mask of row 2j+1.
    pub period: u64,
    /// One period of columns and [`Holes::margin`] more.
    pub columns: Vec<Column>,
    /// What one period does to the cells.
    pub moved: Moved,
    /// The register of row 2j+1 at the start.
    pub home: u128,
    /// The least period of the holes.
    pub repeats: u64,
}

impl Holes {
    /// This many columns are stored beyond the period, for those that read a few columns at a time.
    pub fn margin(half: u32) -> u64 {
        8 * (u64::from(half) + 64)
    }

    /// Bytes for a table of this period.
    pub fn bytes(half: u32, period: u64) -> u64 {
        period.saturating_add(Holes::margin(half)).saturating_mul(size_of::<Column>() as u64)
    }
}

/// Reads the holes from some column on, never going back.
#[derive(Clone)]
pub(crate) struct Reading<'a> {
    pub holes: &'a Holes,
    /// The first column of the period in which it is.
    pub base: u64,
    /// What the cells hold there.
    pub values: u128,
}

impl<'a> Reading<'a> {
    /// Columns count from the start of the block.
    pub fn new(holes: &'a Holes, column: u64) -> Self {
        let times = column / holes.period;
        let values = holes.moved.repeat(holes.home, times);
        Reading { holes, base: times * holes.period, values }
    }

    /// Makes `column` lie in the period that is read.
    #[inline(always)]
    pub fn go_to(&mut self, column: u64) {
        while column - self.base >= self.holes.period {
            self.base += self.holes.period;
            self.values = self.holes.moved.apply(self.values);
        }
    }

    /// The hole at a column that is not left of earlier ones, counted from k + 1.
    #[inline(always)]
    pub fn hole(&mut self, column: u64) -> Option<u8> {
        self.go_to(column);
        self.hole_at((column - self.base) as usize)
    }

    #[inline(always)]
    pub fn hole_at(&self, place: usize) -> Option<u8> {
        let column = self.holes.columns[place];
        column.hole(self.values >> column.cell() & 1 == 1, self.holes.largest)
    }
}

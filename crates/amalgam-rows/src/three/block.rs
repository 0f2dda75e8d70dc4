//! The rows between two cover rows, whose cycles are known one after the other.
//!
//! From the column `start` on the rows of a block see nothing of the rows below it but a constant
//! mask. Each row of the block has a cycle: from its own start column its register repeats after
//! `period` columns. Registers are kept at every [`SPACING`]th column of the cycle, so that any row
//! can be set up at any column, however far to the right, by walking a few thousand columns: first
//! the rows below it are set up at the checkpoint, and so on down to the constant mask.

use super::columns::{Columns, MAX_ROW, Words, set};
use super::period::{Ended, Pulse};
use super::progress::RowError;
use super::register::{Base, Chain, Register, Shape, Track, Used};
use super::structure::Structure;
use amalgam_core::games::rules::Family;

/// The columns between two registers kept of a cycle.
pub(crate) const SPACING: u64 = 1 << 14;

/// A set of offsets as wide as any row needs.
pub(crate) type Offsets = Words<4>;

/// A row that repeats.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Cycle {
    pub start: u64,
    pub period: u64,
    /// The registers at `start`, `start + SPACING`, … within one period, where they are kept.
    pub registers: Vec<Register>,
    pub by: By,
}

/// How the register of a row is found at a column of its cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum By {
    /// From one that is kept.
    Kept,
    /// It needs none: it takes what is left.
    Rest,
    /// From the structure of the block.
    Structure,
}

/// The sequence of sets of positive offsets meant: of row `i` of the block alone, or of all rows
/// before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    Row(usize),
    Mask(usize),
}

/// The rows `2 * half + 1 ..= last`.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Block {
    pub family: Family,
    pub shape: Shape,
    pub last: u64,
    /// The cover row that ends the block, if it is known, and the column from which it is one.
    pub end: Option<(u64, u64)>,
    /// From here on the shape holds.
    pub start: u64,
    pub cycles: Vec<Cycle>,
    #[serde(skip)]
    pub base: Option<Base>,
    /// What the structure of the block says of its rows from `start` on.
    pub structure: Option<Structure>,
}

impl Block {
    pub fn first_row(&self) -> u64 {
        2 * u64::from(self.shape.half) + 1
    }

    pub fn rows(&self) -> usize {
        (self.last + 1 - self.first_row()) as usize
    }

    /// Whether row `i` takes what the rows before it leave.
    ///
    /// If 2k and 2k + 2n are cover rows, the 2n rows after 2k use each offset ±(k+1..=k+n) once in
    /// every column from `start` on. So what the first 2n − 1 of them leave of k+1..=k+n, at most
    /// one offset, is what the last one takes: its choices are the complement of its mask and it
    /// needs no register. In particular its period is that of its mask.
    pub fn takes_rest(&self, i: usize) -> bool {
        self.end.is_some_and(|(end, _)| end == self.first_row() + i as u64)
    }

    /// The offsets that no merge forbids in row `i`.
    pub fn allowed(&self, i: usize) -> u128 {
        let row = self.first_row() + i as u64;
        let lowest = u64::from(self.shape.half) + 1;
        let bit = self.family.forbidden_offset(row).and_then(|offset| offset.checked_sub(lowest));
        let forbidden = bit.filter(|&bit| bit < 128).map_or(0, |bit| 1 << bit);
        self.shape.full() & !forbidden
    }

    /// The first `rows` rows of the block, all of known cycles, set up at `column`. Masks stored
    /// for more than `most` rows are not used.
    pub fn chain(&self, rows: usize, column: u64, most: usize) -> Chain<'_> {
        let base = self.base.as_ref().filter(|base| base.rows <= most);
        if rows == base.map_or(0, |base| base.rows) {
            return Chain::new(self.shape, column, base);
        }
        let i = rows - 1;
        let cycle = &self.cycles[i];
        if let (By::Structure, Some(structure)) = (cycle.by, &self.structure) {
            let mut chain = Chain::new(self.shape, column, None);
            for (i, register) in structure.registers(rows, column).into_iter().enumerate() {
                let window = [register as u64, (register >> 64) as u64];
                let register = Register::from_window(self.shape, &window);
                chain.tracks.push(Track::Machine { register, allowed: self.allowed(i) });
            }
            return chain;
        }
        if cycle.by == By::Rest {
            let mut chain = self.chain(i, column, most);
            chain.tracks.push(Track::Rest);
            return chain;
        }
        let into = (column - cycle.start) % cycle.period;
        let register = cycle.registers[(into / SPACING) as usize];
        let mut chain = self.chain(i, column - into % SPACING, most);
        chain.tracks.push(Track::Machine { register, allowed: self.allowed(i) });
        chain.advance(into % SPACING);
        chain
    }

    /// A sequence from a column on.
    pub fn sequence(&self, which: Which, column: u64) -> Sequence<'_> {
        let (rows, most) = match which {
            Which::Row(i) => (i + 1, i),
            Which::Mask(i) => (i, i),
        };
        Sequence { chain: self.chain(rows, column, most), row: matches!(which, Which::Row(_)) }
    }

    /// `len` sets from column `from` on, in absolute offsets, the irregular columns included.
    pub fn sets(&self, irregular: &Irregular, which: Which, from: u64, len: u64) -> Vec<Offsets> {
        let split = irregular.columns().clamp(from, from + len);
        let mut sets: Vec<Offsets> = (from..split).map(|b| irregular.set(which, b)).collect();
        if split < from + len {
            let mut sequence = self.sequence(which, split);
            let half = self.shape.half;
            let lowest = half + 1;
            let mut covered = [0; 4];
            if !sequence.row {
                (0..=u64::from(half)).for_each(|i| set(&mut covered, i));
            }
            for _ in split..from + len {
                let register = Register { queue: 0, tail: sequence.step() };
                let mut offsets: Offsets = register.to_window(lowest - 1);
                offsets.iter_mut().zip(covered).for_each(|(word, covered)| *word |= covered);
                sets.push(offsets);
            }
        }
        sets
    }

    /// Stores the mask that the first `rows` rows make together, which has the given period.
    pub fn store(&mut self, rows: usize, period: u64, pulse: Pulse<'_>) -> Result<(), Ended> {
        let mut masks = Vec::with_capacity(period as usize);
        let mut sequence = self.sequence(Which::Mask(rows), self.start);
        for column in 0..period {
            if (column + 1) % (1 << 20) == 0 && pulse(column).is_break() {
                return Err(Ended);
            }
            masks.push(sequence.step());
        }
        self.base = Some(Base { origin: self.start, rows, masks });
        Ok(())
    }
}

/// A sequence of sets of offsets, walking.
pub(crate) struct Sequence<'a> {
    chain: Chain<'a>,
    row: bool,
}

impl Sequence<'_> {
    /// The set at the next column, its bits counted from half + 1.
    pub fn step(&mut self) -> u128 {
        let Used { below, choice } = self.chain.step();
        if self.row { choice } else { below | choice }
    }
}

/// What the rows up to the end of a block do in the first columns.
pub(crate) struct Irregular {
    /// At each column the positive offsets of the rows below the block, and offset 0.
    below: Vec<Offsets>,
    /// The positive choices of each row of the block, 0 where it is taken.
    choices: Vec<Vec<u16>>,
}

impl Irregular {
    /// Walks all rows up to `last` over `columns` columns. `covers` are half widths with the
    /// columns from which they hold, in order.
    pub fn walk(
        family: Family,
        half: u64,
        last: u64,
        columns: u64,
        covers: &[(u64, u64)],
    ) -> Result<Self, RowError> {
        match last {
            0..=62 => Ok(Self::walk_wide::<1>(family, half, last, columns, covers)),
            63..=126 => Ok(Self::walk_wide::<2>(family, half, last, columns, covers)),
            127..=190 => Ok(Self::walk_wide::<3>(family, half, last, columns, covers)),
            191..=MAX_ROW => Ok(Self::walk_wide::<4>(family, half, last, columns, covers)),
            _ => Err(RowError::RowTooLarge { row: last, max: MAX_ROW }),
        }
    }

    fn walk_wide<const W: usize>(
        family: Family,
        half: u64,
        last: u64,
        columns: u64,
        covers: &[(u64, u64)],
    ) -> Self {
        let mut rows = Columns::<W>::new(family, last);
        let mut below: Vec<Offsets> = Vec::with_capacity(columns as usize);
        let mut choices = vec![Vec::with_capacity(columns as usize); (last - 2 * half) as usize];
        let mut masks = [[0; W]; 4096];
        while rows.column < columns {
            let known = covers.iter().rev().find(|c| c.0 <= half && c.1 <= rows.column);
            rows.drop_below(known.map_or(0, |cover| cover.0));
            let len = (columns - rows.column).min(4096) as usize;
            let skip = rows.half == half;
            if skip {
                let mut covered = [0; 4];
                (0..=half).for_each(|i| set(&mut covered, i));
                below.extend(std::iter::repeat_n(covered, len));
            }
            rows.walk(&mut masks[..len], |row, picks, masks| {
                if row > 2 * half {
                    choices[(row - 2 * half - 1) as usize].extend_from_slice(picks);
                } else if row == 2 * half && !skip {
                    below.extend(
                        masks
                            .iter()
                            .map(|mask| std::array::from_fn(|w| mask.get(w).copied().unwrap_or(0))),
                    );
                }
            });
        }
        Irregular { below, choices }
    }

    pub fn columns(&self) -> u64 {
        self.below.len() as u64
    }

    /// How many rows of the block were walked.
    pub fn rows(&self) -> usize {
        self.choices.len()
    }

    /// The offset that row `i` chooses, 0 where it is taken.
    pub fn choice(&self, i: usize, column: u64) -> u64 {
        self.choices[i][column as usize].into()
    }

    /// Bytes for a column of a block of this many rows.
    pub fn bytes_a_column(rows: u64) -> u64 {
        size_of::<Offsets>() as u64 + rows * size_of::<u16>() as u64
    }

    pub fn set(&self, which: Which, column: u64) -> Offsets {
        let b = column as usize;
        match which {
            Which::Row(i) => {
                let mut offsets = [0; 4];
                if self.choices[i][b] > 0 {
                    set(&mut offsets, self.choices[i][b].into());
                }
                offsets
            }
            Which::Mask(i) => {
                let mut offsets = self.below[b];
                for choices in &self.choices[..i] {
                    set(&mut offsets, choices[b].into());
                }
                offsets
            }
        }
    }

    /// The window of row `i` of the block, row number `row`, at the column where the walk ended.
    pub fn last_window(&self, i: usize, row: u64) -> Offsets {
        let mut window = [0; 4];
        let columns = self.columns();
        for b in columns.saturating_sub(row + 1)..columns {
            let value = b + u64::from(self.choices[i][b as usize]);
            if value >= columns && value > b {
                set(&mut window, value - columns);
            }
        }
        window
    }
}

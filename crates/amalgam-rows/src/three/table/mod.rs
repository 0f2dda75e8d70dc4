//! The table of f(a,b), and counting the P-positions of three heaps without writing it down.
//!
//! f(a,b) is the *completion* of two heaps: the one size c for which `[a,b,c]` is a P-position. For
//! a fixed a ≥ 1 the pairs b ↔ f(a,b) match the columns 0, 1, 2, … perfectly, and the matching is
//! greedy: columns in turn, each free one with the smallest admissible partner above it. Since f is
//! symmetric in all three heaps, every P-position a < b < c has to be found only once, in row a at
//! column b; what a row needs from the columns below its own number is already known from them.
//!
//! Three ways to the same numbers live here:
//!
//! | module | method | use |
//! |---|---|---|
//! | [`naive`] | the two-sided mex, word for word | the twin in tests |
//! | `tile` + `column` | 64 rows at a time, turned over: see `tile` | [`Table`], [`count()`] |
//! | `count` | tiles of rows chasing each other over the columns | [`count()`] |
//!
//! ```
//! use amalgam::engines::three::table::Table;
//! use amalgam::games::rules::Family;
//! let table = Table::new(Family::AMALGAMATION, 9, 9, &Default::default())?;
//! assert_eq!(table.get(3, 4), Some(8)); // [3,4,8] is a P-position
//! assert_eq!(table.offset(3, 4), Some(4));
//! assert_eq!(table.row(1), Some(&[1, 0, 4, 5, 2, 3, 8, 9, 6][..]));
//! # Ok::<(), amalgam::engines::three::table::TableError>(())
//! ```

mod column;
mod count;
// The twin of the tests and benches; it is no part of what the library offers.
#[doc(hidden)]
pub mod naive;
mod tile;

pub use count::{Count, count};

use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, LimitReached};
pub use amalgam_core::base::fault::{Classified, Fault};
use amalgam_core::games::rules::Family;
use column::{Column, Scale};
use thiserror::Error;
use tile::{ROWS, Tile};

/// f(a,b) for 0 ≤ a < rows and 0 ≤ b < cols; or f(R,a,b), beside a rest R.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    rest: Position,
    rows: usize,
    cols: usize,
    cells: Vec<u32>,
}

/// Why a table or a count was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// A table needs at least one row and one column.
    #[error("a table needs at least one row and one column, not {rows} x {cols}")]
    Empty {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        cols: usize,
    },
    /// The work would need more memory than the caller allows, or than there is.
    #[error("this needs {needed} bytes of memory or more; the limit is {limit}")]
    Memory {
        /// A number of bytes that is certainly needed; `u64::MAX` where it does not fit.
        needed: u64,
        /// The bound given by the caller.
        limit: u64,
    },
    /// The time was over, or there are not this many threads.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The values would not fit the 32 bits of a cell.
    #[error("a table of {rows} x {cols} has values above 2^32, which its cells cannot hold")]
    TooWide {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        cols: usize,
    },
}

impl Classified for TableError {
    fn fault(&self) -> Fault {
        match self {
            TableError::Empty { .. } => Fault::Input,
            TableError::TooWide { .. } => Fault::TooLarge,
            TableError::Memory { .. } | TableError::Limit(_) => Fault::Limit,
        }
    }
}

impl Table {
    /// Computes the table within bounds.
    ///
    /// All values are exact, also those beyond the last column: f(a,b) ≤ a + b + 1, because the mex
    /// that defines it excludes only values up to a + b (by induction for the cells above and to
    /// the left, by the rules for the merges).
    ///
    /// # Errors
    /// If the table would be empty, too wide, or larger than the memory bound, or the time is over.
    pub fn new(
        family: Family,
        rows: usize,
        cols: usize,
        limits: &Budget,
    ) -> Result<Table, TableError> {
        if rows == 0 || cols == 0 {
            return Err(TableError::Empty { rows, cols });
        }
        // The largest value is below rows + cols; one value of 32 bits is left to mean "not yet".
        if rows.checked_add(cols).is_none_or(|sum| sum >= NOT_YET as usize) {
            return Err(TableError::TooWide { rows, cols });
        }
        let needed = memory_needed(rows as u64, cols as u64);
        let refused = TableError::Memory { needed, limit: limits.memory };
        let mut cells = Vec::new();
        let number = rows.checked_mul(cols).ok_or(refused)?;
        if needed > limits.memory || cells.try_reserve_exact(number).is_err() {
            return Err(refused);
        }
        cells.resize(number, NOT_YET);
        let mut table = Table::of(Position::default(), rows, cols, cells);
        table.fill(family, limits)?;
        debug_assert!(table.cells.iter().all(|&cell| cell != NOT_YET));
        Ok(table)
    }

    /// A table with these cells, beside a rest.
    pub(crate) fn of(rest: Position, rows: usize, cols: usize, cells: Vec<u32>) -> Table {
        Table { rest, rows, cols, cells }
    }

    /// f(a,b), or `None` outside the table.
    pub fn get(&self, a: usize, b: usize) -> Option<u64> {
        self.row(a)?.get(b).map(|&c| c.into())
    }

    /// f(a,b) − b, or `None` outside the table.
    pub fn offset(&self, a: usize, b: usize) -> Option<i64> {
        // Both are below 2^32.
        self.row(a)?.get(b).map(|&c| i64::from(c) - b as i64)
    }

    /// The values f(a,0), f(a,1), … of one row, or `None` past the last row.
    pub fn row(&self, a: usize) -> Option<&[u32]> {
        let start = a.checked_mul(self.cols)?;
        self.cells.get(start..start.checked_add(self.cols)?)
    }

    /// The rows from the top, each as its values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.cells.chunks_exact(self.cols)
    }

    /// The rows from the top, each as its offsets f(a,b) − b.
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = impl ExactSizeIterator<Item = i64>> {
        self.iter().map(|row| row.iter().enumerate().map(|(b, &c)| i64::from(c) - b as i64))
    }

    /// The rest beside which the two heaps stand: empty for the table of three heaps.
    pub fn rest(&self) -> &Position {
        &self.rest
    }

    /// What the cells are called: `f(a,b)`, or beside a rest such as `[2]` `f(2,a,b)`.
    pub fn name(&self) -> String {
        let beside = self.rest.heaps().iter().map(|heap| format!("{heap},"));
        format!("f({}a,b)", beside.collect::<String>())
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// A cell (x,y) with 0 < x ≠ y > 0 belongs to a P-position of three different heaps a < b < c,
    /// with a ≤ min(x,y) and b ≤ max(x,y). So rows below the shorter side over columns below the
    /// longer one find every cell.
    fn fill(&mut self, family: Family, limits: &Budget) -> Result<(), TableError> {
        let (short, long) = (self.rows.min(self.cols), self.rows.max(self.cols));
        for heap in 0..long {
            self.set(0, heap, heap);
            self.set(heap, 0, heap);
            self.set(heap, heap, 0);
        }
        walk(family, (short, long), limits, |a, b, c| self.set_triple(a, b, c))
    }

    fn set_triple(&mut self, a: usize, b: usize, c: usize) {
        for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
            self.set(x, y, z);
            self.set(y, x, z);
        }
    }

    fn set(&mut self, a: usize, b: usize, c: usize) {
        if a < self.rows && b < self.cols {
            // c < rows + cols, which fits (checked in `new`).
            self.cells[a * self.cols + b] = c as u32;
        }
    }
}

/// Visits the P-positions a < b < c with a below `short` and b below `long`, without keeping any: the windows of the
/// columns are all that stays, and those of columns that are done with are dropped.
fn walk(
    family: Family,
    (short, long): (usize, usize),
    limits: &Budget,
    mut found: impl FnMut(usize, usize, usize),
) -> Result<(), TableError> {
    let scale = Scale::up_to(short + long);
    let mut columns: Vec<Column> = (0..long).map(|b| Column::new(b, &scale)).collect();
    let mut tile = Tile::new(scale);
    for first in (0..short).step_by(ROWS) {
        tile.start(family, first, short);
        for (b, column) in columns.iter_mut().enumerate().skip(first) {
            if b % COLUMNS_A_LOOK == 0 {
                limits.check((first * long) as u64)?;
            }
            tile.pass(b, column, |a, c| found(a, b, c));
        }
        columns[first..(first + ROWS).min(long)]
            .iter_mut()
            .for_each(|done| done.words = Vec::new());
        let windows: u64 = columns[first..].iter().map(Column::heap_bytes).sum();
        if windows > limits.memory {
            return Err(TableError::Memory { needed: windows, limit: limits.memory });
        }
    }
    limits.count((short as u64).saturating_mul(long as u64));
    Ok(())
}

/// The values of f at three heaps, two by two, without a table.
///
/// ```
/// use amalgam::engines::three::table::Around;
/// use amalgam::games::rules::Family;
/// let found = Around::new(Family::AMALGAMATION, [3, 4, 9], &Default::default())?;
/// assert_eq!((found.f(3, 4), found.f(9, 3), found.f(4, 9)), (Some(8), Some(10), None));
/// assert_eq!((found.f(9, 9), found.f(0, 4)), (Some(0), Some(4)));
/// # Ok::<(), amalgam::engines::three::table::TableError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Around {
    heaps: [u64; 3],
    /// The P-positions of three different heaps that hold two of the heaps.
    triples: Vec<[u64; 3]>,
}

impl Around {
    /// The values at these heaps. f(b,c), where a is the smallest heap, is known only if it is less than a.
    ///
    /// # Errors
    /// If a bound is met first, or the heaps are too large.
    pub fn new(family: Family, mut heaps: [u64; 3], limits: &Budget) -> Result<Around, TableError> {
        heaps.sort_unstable();
        let [a, b, c] = heaps;
        // The columns without their windows, and one tile.
        let words = (u128::from(a) + u128::from(c)) / 64 + 1;
        let needed = (u128::from(c) + 1) * (size_of::<Column>() + 8) as u128
            + words * Tile::BYTES_PER_WORD as u128;
        if needed > u128::from(limits.memory) {
            let needed = u64::try_from(needed).unwrap_or(u64::MAX);
            return Err(TableError::Memory { needed, limit: limits.memory });
        }
        let mut triples = Vec::new();
        let asked = |heap: usize| u64::from([a, b, c].contains(&(heap as u64)));
        // What fits in memory fits an index.
        walk(family, (a as usize + 1, c as usize + 1), limits, |x, y, z| {
            if asked(x) + asked(y) + asked(z) >= 2 {
                triples.push([x as u64, y as u64, z as u64]);
            }
        })?;
        Ok(Around { heaps, triples })
    }

    /// f of two of the heaps, if it is known.
    pub fn f(&self, x: u64, y: u64) -> Option<u64> {
        match (x, y) {
            (x, y) if x == y => Some(0),
            (0, heap) | (heap, 0) => Some(heap),
            _ => {
                let triple = self.triples.iter().find(|t| t.contains(&x) && t.contains(&y))?;
                triple.iter().copied().find(|&heap| heap != x && heap != y)
            }
        }
    }

    /// How many rows and columns of the table were gone through.
    pub fn size(&self) -> (usize, usize) {
        (self.heaps[0] as usize + 1, self.heaps[2] as usize + 1)
    }
}

/// This many columns of a tile are passed between two looks at the clock.
const COLUMNS_A_LOOK: usize = 1 << 12;

/// A cell not computed yet; never seen outside [`Table::new`].
const NOT_YET: u32 = u32::MAX;

/// The bytes of the cells, of one tile, and of the column windows. A window starts above its
/// column and ends at the largest offset so far, at most one more than the number of rows; its
/// vector may have grown to twice that.
///
/// Both sides together are below 2^32, so nothing here overflows.
fn memory_needed(rows: u64, cols: u64) -> u64 {
    let (short, long) = (rows.min(cols), rows.max(cols));
    let cells = size_of::<u32>() as u64 * short * long;
    let window = size_of::<Column>() as u64 + 2 * 8 * (short / 64 + 4);
    let tile = ((short + long) / 64 + 1) * Tile::BYTES_PER_WORD as u64;
    cells + window * long + tile
}

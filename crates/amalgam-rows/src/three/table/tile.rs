//! 64 rows at a time, turned over: a word holds one value in 64 rows, not 64 values of one row.
//!
//! Row by row, every cell asks for the lowest zero of (taken in the row) OR (used in the column),
//! two bitsets that meet in this one cell, and the place of that zero is hard to foresee. A *tile*
//! of 64 consecutive rows asks the columns instead: at column b, which of the rows still free take
//! which of the column's holes? The two orders of asking agree:
//!
//! **Claim.** Let the rows a₁ < a₂ < … be free at column b, and let each in turn take the smallest
//! hole that is still unused and admissible for it. The same pairs arise if each hole, in
//! increasing order, goes to the smallest row that is still free and for which it is admissible.
//!
//! *Proof.* Let h be the hole of a₁ in the first process. No hole below h is admissible for a₁; so in
//! the second process a₁ is still free when h is offered, and as the smallest row it gets h. Neither
//! process lets a₁ and h influence the others beyond that: in the first, h is used from the start;
//! in the second, a₁ takes part nowhere below h since it is not admissible there, nor above. Remove
//! both and repeat. If a₁ takes no hole at all, it does so in both processes. ∎
//!
//! A hole is offered to 64 rows with one AND, one "lowest one" and two XORs, without a branch, and
//! holes lie side by side in memory. Column windows are touched once per 64 rows, so they stay
//! cheap however far they lie apart.

use super::column::{Column, Scale, bits};
use amalgam_core::games::rules::Family;
use std::num::NonZeroU64;

/// The rows of a tile: one bit each.
pub(super) const ROWS: usize = 64;

/// 64 consecutive rows on their way over the columns.
pub(super) struct Tile {
    scale: Scale,
    /// The first row.
    first: usize,
    /// The rows end here, even within the tile.
    end: usize,
    /// The rows that have started, each at its own column.
    started: u64,
    /// Whether no more rows will start.
    complete: bool,
    /// For each value, the rows of the tile in which it is still free. In a row that has not
    /// started everything is, until the tile has left the columns of its own rows behind.
    open: Vec<[u64; 64]>,
    /// Values known to be open in no row of the tile.
    closed: Vec<u64>,
    merges: Merges,
}

impl Tile {
    /// What a tile holds for each word of the scale.
    pub const BYTES_PER_WORD: usize = size_of::<[u64; 64]>() + size_of::<u64>();

    pub fn new(scale: Scale) -> Tile {
        let (open, closed) = (vec![[0; 64]; scale.words], vec![0; scale.words]);
        let merges = Merges::default();
        Tile { scale, first: 0, end: 0, started: 0, complete: false, open, closed, merges }
    }

    /// Makes this the tile of the rows from `first` (a multiple of [`ROWS`]), none reaching `end`;
    /// it may be left without any.
    pub fn start(&mut self, family: Family, first: usize, end: usize) {
        self.first = first;
        self.end = end.min(first + ROWS);
        self.started = 0;
        self.complete = false;
        self.open.iter_mut().skip(first / 64).for_each(|values| *values = [!0; 64]);
        self.closed.fill(0);
        self.merges = Merges::of(family, first..self.end);
    }

    /// Whether row b belongs to the tile.
    pub fn has_row(&self, b: usize) -> bool {
        (self.first..self.end).contains(&b)
    }

    /// Lets the rows of the tile that are smaller than b pass over column b, and starts row b if it
    /// belongs to the tile. The columns from the first row on must come in order, a full one may be
    /// left out. `found(a, c)` hears of every f(a,b) = c > b.
    pub fn pass(&mut self, b: usize, column: &mut Column, found: impl FnMut(usize, usize)) {
        if b >= self.first + ROWS && !self.complete {
            self.complete();
        }
        let free = self.open[b / 64][b % 64] & self.started;
        if free != 0 && !column.is_full(&self.scale) {
            self.match_column(b, free, column, found);
            column.slide();
        }
        // Row 0 is the only row with fixed points: it matches nothing upwards.
        if b < self.end && b > 0 {
            self.start_row(b, column);
        }
    }

    fn match_column(
        &mut self,
        b: usize,
        mut free: u64,
        column: &mut Column,
        mut found: impl FnMut(usize, usize),
    ) {
        let first_merge = b.saturating_add(self.merges.lowest);
        for word in column.first..self.scale.words {
            let index = word - column.first;
            if index == column.words.len() {
                column.words.push(self.scale.unused(word));
            }
            let mut offer = Offer {
                holes: !column.words[index] & !self.closed[word],
                used: column.words[index],
                closed: self.closed[word],
                free,
            };
            let open = &mut self.open[word];
            let start = word * 64;
            let found = |row, bit| found(self.first + row, start + bit);
            if start + 63 < first_merge {
                offer.run(open, |_| 0, found);
            } else {
                // May wrap below the first forbidden value: then it is past the end of the list.
                let offset = start.wrapping_sub(first_merge);
                offer.run(open, |bit| self.merges.forbidden(offset.wrapping_add(bit)), found);
            }
            column.words[index] = offer.used;
            self.closed[word] = offer.closed;
            free = offer.free;
            if free == 0 {
                break;
            }
        }
    }

    /// Row b starts at column b. By symmetry it has taken f(b,b') = f(b',b) for each b' < b: these
    /// are the values that the smaller rows have used in column b.
    fn start_row(&mut self, b: usize, column: &Column) {
        let row = 1 << (b - self.first);
        self.started |= row;
        let start = column.first.min(self.scale.words);
        let (below, window) = self.open.split_at_mut(start);
        below[b / 64..].as_flattened_mut().iter_mut().for_each(|rows| *rows &= !row);
        for (values, &word) in window.iter_mut().zip(&column.words) {
            bits(word).for_each(|value| values[value] &= !row);
        }
    }

    /// Closes every value to the rows that did not start: their columns are full, or they are not
    /// wanted. Otherwise nothing would ever count as closed.
    fn complete(&mut self) {
        self.complete = true;
        if self.started != !0 {
            self.open.as_flattened_mut().iter_mut().for_each(|rows| *rows &= self.started);
        }
    }
}

/// A word of holes of one column, offered to the free rows of a tile.
struct Offer {
    holes: u64,
    used: u64,
    closed: u64,
    free: u64,
}

impl Offer {
    /// `forbidden(bit)` are the rows that may not take the hole although it is open to them.
    #[inline(always)]
    fn run(
        &mut self,
        open: &mut [u64; 64],
        forbidden: impl Fn(usize) -> u64,
        mut found: impl FnMut(usize, usize),
    ) {
        // Locals, and a choice of words instead of branches: the loop lives in registers, and which
        // rows take which holes cannot be predicted.
        let Offer { mut holes, mut used, mut closed, mut free } = *self;
        while let Some(some) = NonZeroU64::new(holes) {
            let bit = some.trailing_zeros() as usize;
            let hole = holes & holes.wrapping_neg();
            holes &= holes - 1;
            let rows = open[bit % 64];
            let takers = free & rows & !forbidden(bit);
            let taker = takers & takers.wrapping_neg();
            let left = rows ^ taker;
            open[bit % 64] = left;
            closed |= if left == 0 { hole } else { 0 };
            used |= if taker == 0 { 0 } else { hole };
            if taker != 0 {
                found(taker.trailing_zeros() as usize, bit);
            }
            free ^= taker;
            if free == 0 {
                break;
            }
        }
        *self = Offer { holes, used, closed, free };
    }
}

/// The merges that lead to two equal heaps.
///
/// For a < b < c only a with b can give one: merging c with another heap leaves at least c, more
/// than the third heap. So each row has at most one forbidden offset c − b, the same for all b > a.
#[derive(Default)]
struct Merges {
    /// The lowest forbidden offset.
    lowest: usize,
    /// The rows for which `lowest`, `lowest + 1`, … is forbidden.
    rows: Vec<u64>,
}

impl Merges {
    fn of(family: Family, rows: std::ops::Range<usize>) -> Merges {
        let first = rows.start;
        let offset = |a: usize| {
            let b = a as u64 + 1;
            family.merged(a as u64, b).map(|merged| (merged - b) as usize)
        };
        let offsets: Vec<_> = rows.filter_map(|a| Some((a - first, offset(a)?))).collect();
        let lowest = offsets.iter().map(|&(_, offset)| offset).min().unwrap_or(usize::MAX);
        let mut merges = Merges { lowest, rows: Vec::new() };
        for (row, offset) in offsets {
            let index = offset - lowest;
            merges.rows.resize(merges.rows.len().max(index + 1), 0);
            merges.rows[index] |= 1 << row;
        }
        merges
    }

    fn forbidden(&self, index: usize) -> u64 {
        self.rows.get(index).copied().unwrap_or(0)
    }
}

//! All rows at once, column by column from the left: the exact rule, irregular columns included.
//!
//! Row `a` is a perfect matching of 0, 1, 2, … built greedily. Its state at column `b` is a
//! *window*: bit `i` says that the value `b + i` is already matched, with a value below `b`. If
//! bit 0 is set there is nothing to do; else `b` is matched with `b + i` for the least `i >= 1`
//! that is neither taken in the window, nor used at this column by a smaller row (the *mask*), nor
//! forbidden by a merge. Then the window moves on by one bit.
//!
//! Why the greedy matching is f: for fixed `a >= 1`, c = f(a,b) exactly when b = f(a,c), because
//! the triple is what is P; and f(a,b) = b only in row 0, because (a,b,b) moves to (0,b,b). So row
//! `a` is a perfect matching. In the two-sided mex of f(a,b) for a value `b` not matched from below,
//! every c < b is excluded: c is matched with another value, or would be matched with `b`. What is
//! left is the rule above, and only the *positive* offsets of the smaller rows matter to it.
//!
//! Width: all values in the mex are at most a + b, so f(a,b) <= a + b + 1. So an offset is at most
//! a + 1, and bits 0..=a of the window are all there is.
//!
//! Rows up to a proved cover row 2k can be left out: at the columns concerned they use the positive
//! offsets 1..=k, no matter which row uses which.

use super::progress::RowError;
use amalgam_core::games::rules::Family;

/// The largest row whose offsets fit the widest window.
pub const MAX_ROW: u64 = 254;

/// A set of offsets, or a window: bit `i` for offset `i`.
pub(crate) type Words<const W: usize> = [u64; W];

/// The rows `first..first + windows.len()` at one column, `first` being `2 * half + 1`.
#[derive(Clone)]
pub(crate) struct Columns<const W: usize> {
    family: Family,
    pub half: u64,
    pub column: u64,
    pub windows: Vec<Words<W>>,
    picks: Vec<u16>,
}

impl<const W: usize> Columns<W> {
    /// The rows 1..=`last` at column 0. `last` must be at most `64 * W - 2`.
    pub fn new(family: Family, last: u64) -> Self {
        debug_assert!(last + 2 <= 64 * W as u64);
        let windows = vec![[0; W]; last as usize];
        Columns { family, half: 0, column: 0, windows, picks: Vec::new() }
    }

    pub fn first_row(&self) -> u64 {
        2 * self.half + 1
    }

    /// Leaves out the rows up to the cover row `2 * half`.
    pub fn drop_below(&mut self, half: u64) {
        if half > self.half {
            self.windows.drain(..(2 * (half - self.half)) as usize);
            self.half = half;
        }
    }

    /// Walks `masks.len()` columns. After each row calls `seen(row, picks, masks)`: the positive
    /// offset the row chose at each column (0 where it was taken), and the positive offsets all
    /// rows so far use there.
    pub fn walk(&mut self, masks: &mut [Words<W>], mut seen: impl FnMut(u64, &[u16], &[Words<W>])) {
        let mut covered = [0; W];
        for i in 0..=self.half {
            set(&mut covered, i);
        }
        masks.fill(covered);
        self.picks.resize(masks.len(), 0);
        let first = self.first_row();
        for (row, window) in (first..).zip(&mut self.windows) {
            walk_row(self.family, row, self.column, window, masks, &mut self.picks);
            seen(row, &self.picks, masks);
        }
        self.column += masks.len() as u64;
    }
}

/// From this column on merges forbid the same offsets of row `a` on both sides (docs/certificate.md,
/// Theorem 3).
pub(crate) fn regular(family: Family, a: u64) -> u64 {
    match family {
        Family::Threshold(r) if a < r => 0,
        Family::Threshold(r) => a + r.max(1),
        Family::MergeTakeOne => a + 1,
    }
}

/// What one row does in the first columns, all rows before it walked as well.
///
/// `covers` are half widths with the columns from which they hold, in order; they shorten the walk.
pub(crate) fn walk_choices(
    family: Family,
    row: u64,
    columns: u64,
    covers: &[(u64, u64)],
    mut seen: impl FnMut(u64, u16),
) -> Result<(), RowError> {
    match row {
        0 => Err(RowError::Zero),
        1..=62 => {
            choices_of::<1>(family, row, columns, covers, &mut seen);
            Ok(())
        }
        63..=MAX_ROW => {
            choices_of::<4>(family, row, columns, covers, &mut seen);
            Ok(())
        }
        _ => Err(RowError::RowTooLarge { row, max: MAX_ROW }),
    }
}

fn choices_of<const W: usize>(
    family: Family,
    row: u64,
    columns: u64,
    covers: &[(u64, u64)],
    seen: &mut impl FnMut(u64, u16),
) {
    let mut rows = Columns::<W>::new(family, row);
    let mut masks = [[0; W]; 1024];
    while rows.column < columns {
        let known = covers.iter().rev().find(|c| 2 * c.0 < row && c.1 <= rows.column);
        rows.drop_below(known.map_or(0, |cover| cover.0));
        let start = rows.column;
        let len = (columns - start).min(1024) as usize;
        rows.walk(&mut masks[..len], |walked, choices, _| {
            if walked == row {
                (start..).zip(choices).for_each(|(column, &choice)| seen(column, choice));
            }
        });
    }
}

fn walk_row<const W: usize>(
    family: Family,
    row: u64,
    start: u64,
    window: &mut Words<W>,
    masks: &mut [Words<W>],
    picks: &mut [u16],
) {
    let mut forbidden = [0; W];
    if let Some(offset) = family.forbidden_offset(row) {
        set(&mut forbidden, offset);
    }
    for (column, (mask, pick)) in (start..).zip(masks.iter_mut().zip(picks)) {
        *pick = 0;
        if window[0] & 1 == 0 {
            let offset = if column >= row {
                lowest_zero(window, mask, &forbidden)
            } else {
                early_choice(family, row, column, window, mask)
            };
            set(window, offset);
            set(mask, offset);
            *pick = offset as u16;
        }
        for w in 0..W {
            let above = if w + 1 < W { window[w + 1] << 63 } else { 0 };
            window[w] = window[w] >> 1 | above;
        }
    }
}

/// The choice left of column `row`, where every merge has to be looked at; 0, as in [`lowest_zero`],
/// if there is none.
fn early_choice<const W: usize>(
    family: Family,
    row: u64,
    column: u64,
    window: &Words<W>,
    mask: &Words<W>,
) -> u64 {
    let free = |i: u64| !has(window, i) && !has(mask, i);
    (1..64 * W as u64)
        .find(|&i| free(i) && !family.merges_to_pair(row, column, column + i))
        .unwrap_or(0)
}

/// The least offset in none of the sets. There is one in every window that a game leads to; in one that
/// was made up and stored it may be missing, which must not panic, and gives 0.
fn lowest_zero<const W: usize>(window: &Words<W>, mask: &Words<W>, forbidden: &Words<W>) -> u64 {
    for w in 0..W {
        let free = !(window[w] | mask[w] | forbidden[w]);
        if free != 0 {
            return 64 * w as u64 + u64::from(free.trailing_zeros());
        }
    }
    0
}

pub(crate) fn set(words: &mut [u64], i: u64) {
    words[(i / 64) as usize] |= 1 << (i % 64);
}

pub(crate) fn has(words: &[u64], i: u64) -> bool {
    words[(i / 64) as usize] >> (i % 64) & 1 == 1
}

/// The largest member of a set of offsets.
pub(crate) fn highest(words: &[u64]) -> Option<u64> {
    let w = words.iter().rposition(|&w| w != 0)?;
    Some(64 * w as u64 + 63 - u64::from(words[w].leading_zeros()))
}

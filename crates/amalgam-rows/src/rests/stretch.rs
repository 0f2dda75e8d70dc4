//! The rows of a closure on a stretch of columns: the values around two heaps, however large.

use std::ops::Range;

use super::closure::{Closure, Input};
use super::far::Far;
use super::setting::{RowError, Setting};
use super::walk::{CHUNK, Walk, Word};
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, LimitReached, Progress, zeros};

/// Offsets of all rows of a closure at the columns of a stretch.
///
/// ```
/// use amalgam::{Play, Position, engines::rests::{Setting, Stretch, Values}};
/// let rules = "take any, merge".parse()?;
/// let setting = Setting::new(&rules, Play::Normal, Values::Completions)?;
/// let (rest, far) = (Position::new([2, 3]), 1_000_000_000_000_000);
/// let silent = amalgam::base::budget::Silent;
/// let stretch = Stretch::around(&setting, &rest, far..far + 1, &Default::default(), &silent)?;
/// assert_eq!(stretch.value(&rest, far), Some(999_999_999_999_996));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Stretch {
    closure: Closure,
    pub(super) start: u64,
    pub(super) width: usize,
    /// From which column on each row is known.
    pub(super) from: Vec<u64>,
    offsets: Vec<i8>,
}

impl std::fmt::Debug for Stretch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stretch").field("start", &self.start).finish_non_exhaustive()
    }
}

/// This many rows and columns are walked from column 0 without a second thought.
const NEAR: u64 = 1 << 23;
/// This many are walked where the first try has failed.
const WALKED: u64 = 1 << 29;
/// How many steps a joint period of the rests of few coins may take: first few, and more if rows do
/// not become known otherwise.
const FEW_STEPS: [u64; 3] = [1 << 21, 1 << 25, 1 << 29];

impl Stretch {
    /// The row of a rest, and of everything below it, at some columns and as many columns behind them as
    /// the rest has coins.
    ///
    /// # Errors
    /// If the rest is too large, or its row does not become known within the limits.
    pub fn around(
        setting: &Setting,
        rest: &Position,
        columns: Range<u64>,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Stretch, RowError> {
        let closure = Closure::below(setting, std::slice::from_ref(rest), limits)?;
        let overflow = || RowError::Overflow { rest: rest.clone().into(), column: columns.end };
        columns.end.checked_add(1 << 10).ok_or_else(overflow)?;
        let end = columns.end + closure.most_coins();
        if end.saturating_mul(closure.rests().len() as u64) <= NEAR {
            return Stretch::near(setting, closure, columns.start..end, limits);
        }
        let all: Vec<usize> = (0..closure.rests().len()).collect();
        let steps_to_walk = end.saturating_mul(closure.rests().len() as u64);
        let mut last = Err(overflow());
        for steps in FEW_STEPS {
            // Rows that forget nothing can be walked, if the columns are not too far.
            if steps > FEW_STEPS[0] && steps_to_walk <= WALKED {
                return Stretch::near(setting, closure, columns.start..end, limits);
            }
            last = Far::new(setting.clone(), closure.clone(), steps, limits, progress)
                .and_then(|far| far.stretch(&all, columns.start..end, limits));
            if !matches!(last, Err(RowError::Unknown { .. })) {
                return last;
            }
        }
        last
    }

    /// All rows of a closure, walked from column 0.
    pub(super) fn near(
        setting: &Setting,
        closure: Closure,
        columns: Range<u64>,
        limits: &Budget,
    ) -> Result<Stretch, RowError> {
        let rows = closure.rests().len();
        let width = (columns.end - columns.start) as usize;
        limits.foresee(rows as u64, rows as u128 * width as u128)?;
        limits.count(columns.end.saturating_mul(rows as u64));
        let mut stretch = Stretch::new(&closure, columns.start, width)?;
        stretch.from.fill(columns.start);
        let mut walk = Walk::<u128>::new((setting, &closure));
        while walk.place < columns.end as i64 {
            limits.check(walk.place.max(0) as u64)?;
            walk.advance((setting, &closure), CHUNK);
            for row in 0..rows {
                let done = walk.done(row);
                let first = walk.column(row) - done.len() as u64;
                for (column, word) in (first..columns.end).zip(done) {
                    if column >= columns.start {
                        stretch.set(row, column, word.offset() as i8);
                    }
                }
            }
        }
        Ok(stretch)
    }

    pub(super) fn new(
        closure: &Closure,
        start: u64,
        width: usize,
    ) -> Result<Stretch, LimitReached> {
        let rows = closure.rests().len();
        let offsets = zeros(rows * width)?;
        Ok(Stretch { closure: closure.clone(), start, width, from: vec![u64::MAX; rows], offsets })
    }

    /// The value of a row at a column; `None` if the stretch does not know it.
    pub fn value(&self, rest: &Position, column: u64) -> Option<u64> {
        let row = self.closure.number(rest)?;
        let known = column >= self.from[row] && column - self.start < self.width as u64;
        known.then(|| self.offset(row, column)).and_then(|o| column.checked_add_signed(o.into()))
    }

    /// How many rests there are in it.
    pub fn rests(&self) -> usize {
        self.closure.rests().len()
    }

    /// The offset of a row at a column from which on it is known.
    pub(super) fn offset(&self, row: usize, column: u64) -> i8 {
        self.offsets[row * self.width + (column - self.start) as usize]
    }

    pub(super) fn set(&mut self, row: usize, column: u64, offset: i8) {
        self.offsets[row * self.width + (column - self.start) as usize] = offset;
    }

    /// What excludes values at a column, offset 0 in the middle.
    pub(super) fn mask(&self, inputs: &[Input], column: u64) -> u128 {
        inputs.iter().fold(0, |mask, input| {
            let offset = self.offset(input.row, column.wrapping_add_signed(input.ahead));
            mask | u128::of(i64::from(offset) + input.shift)
        })
    }
}

//! f(a,b) for heaps of any size, from the cycles of the rows.
//!
//! A row's register is known at every 2^14th column of its cycle. To answer for column b the row is
//! set up a window's width left of b and walked to b: whichever of b and an
//! earlier column chose the other is the partner. That takes some 2^14 steps for each row of the
//! block, however large b is. Left of the block's first regular column all rows are walked from
//! column 0.

use super::block::{Block, By};
use super::columns::{MAX_ROW, walk_choices};
use super::covers::Covers;
use super::progress::{Progress, SearchError};
use super::rows::Run;
use crate::base::budget::Budget;
use crate::games::rules::Family;

/// Rows whose periods are known, ready to answer.
///
/// ```
/// use amalgam::engines::three::{oracle::RowOracle, progress::Silent};
/// use amalgam::games::rules::Family;
/// let rows = RowOracle::find(Family::AMALGAMATION, 7, &Default::default(), &Silent)?;
/// assert_eq!(rows.f(7, 123456789012345678)?, 123456789012345674);
/// assert_eq!(rows.f(1, 2)?, 4);
/// # Ok::<(), amalgam::engines::three::progress::SearchError>(())
/// ```
pub struct RowOracle {
    pub(crate) family: Family,
    pub(crate) to: u64,
    pub(crate) covers: Covers,
    pub(crate) blocks: Vec<Block>,
    pub(crate) periods: Vec<RowPeriod>,
}

/// What to quote when an answer rests on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPeriod {
    /// The row.
    pub row: u64,
    /// Its least preperiod.
    pub preperiod: u64,
    /// Its least period.
    pub period: u64,
}

impl RowOracle {
    /// Finds the rows up to `to` and keeps what answers need. Rows that stay unknown are left out.
    pub fn find(
        family: Family,
        to: u64,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Self, SearchError> {
        let mut run = Run::new(family, to)?;
        run.advance(limits, progress)?;
        RowOracle::from_run(run).ok_or(SearchError::Stopped)
    }

    /// Keeps what a run has found; nothing before it has found the covers.
    pub fn from_run(run: Run) -> Option<Self> {
        let mut periods = Vec::new();
        for row in run.report() {
            if let Some(proved) = row.proved() {
                let (preperiod, period) = (proved.preperiod, proved.period);
                periods.push(RowPeriod { row: row.row, preperiod, period });
            }
        }
        let mut blocks = Vec::new();
        for part in run.blocks {
            let mut block = part.block;
            block.cycles.truncate(part.proved.len());
            block.base = None;
            let known = block.cycles.iter().filter(|cycle| cycle.by == By::Structure).count();
            block
                .structure
                .as_mut()
                .is_none_or(|structure| structure.set_up(known))
                .then_some(())?;
            blocks.push(block);
        }
        let (family, to) = (run.family, run.to);
        Some(RowOracle { family, to, covers: run.covers?, blocks, periods })
    }

    /// The game.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The rows known, with their periods, in order.
    pub fn periods(&self) -> &[RowPeriod] {
        &self.periods
    }

    /// The period of one row, if it is known.
    pub fn period(&self, row: u64) -> Option<RowPeriod> {
        self.periods.iter().copied().find(|period| period.row == row)
    }

    /// f(a,b). The smaller of `a` and `b` must be 0 or a row that is known, or both be equal.
    pub fn f(&self, a: u64, b: u64) -> Result<u64, SearchError> {
        let (row, column) = (a.min(b), a.max(b));
        if row == 0 || row == column {
            return Ok(column - row);
        }
        let unknown = SearchError::Unknown { row };
        let block = self.blocks.iter().find(|block| block.last >= row).ok_or(unknown)?;
        let i = (row - block.first_row()) as usize;
        let reach = u64::from(block.shape.half + block.shape.width);
        let cycle = block.cycles.get(i).ok_or(unknown)?;
        if column < cycle.start + reach {
            let covers = self.covers.covers.iter().map(|cover| (cover.half_width, cover.from));
            return walk(self.family, row, column, &covers.collect::<Vec<_>>());
        }
        let mut chain = block.chain(i + 1, column - reach, 0);
        for b in column - reach..=column {
            let choice = chain.step().choices;
            if choice == 0 {
                continue;
            }
            let offset = u64::from(block.shape.half + 1 + choice.trailing_zeros());
            if b == column {
                return column.checked_add(offset).ok_or(SearchError::Overflow { row, column });
            }
            if column - b == offset {
                return Ok(b);
            }
        }
        Err(unknown)
    }
}

/// Columns left of this one are answered by [`f`] without a period.
pub const LAST_WALKED: u64 = 1 << 22;

/// f(a,b) by walking all rows up to the smaller heap from column 0 to the larger one.
///
/// ```
/// use amalgam::engines::three::oracle;
/// use amalgam::games::rules::Family;
/// assert_eq!(oracle::f(Family::AMALGAMATION, 9, 5)?, 15);
/// # Ok::<(), amalgam::engines::three::progress::SearchError>(())
/// ```
pub fn f(family: Family, a: u64, b: u64) -> Result<u64, SearchError> {
    let (row, column) = (a.min(b), a.max(b));
    if row > MAX_ROW {
        return Err(SearchError::RowTooLarge { row, max: MAX_ROW });
    }
    if column >= LAST_WALKED {
        return Err(SearchError::TooFar { column, limit: LAST_WALKED });
    }
    if row == 0 {
        return Ok(column);
    }
    walk(family, row, column, &[])
}

fn walk(family: Family, row: u64, column: u64, covers: &[(u64, u64)]) -> Result<u64, SearchError> {
    let mut partner = None;
    walk_choices(family, row, column + 1, covers, |b, choice| {
        let c = b + u64::from(choice);
        if choice > 0 && (b == column || c == column) {
            partner = Some(b + c - column);
        }
    })?;
    partner.ok_or(SearchError::Unknown { row })
}

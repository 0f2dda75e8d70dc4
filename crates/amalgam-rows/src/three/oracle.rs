//! f(a,b) for heaps of any size, from the cycles of the rows.
//!
//! Where a row was walked, its register is known at every 2^14th column of its cycle; where the structure
//! of its block proved it, [`super::structure`] gives the register at any column. To answer for column b
//! the row is set up a window's width left of b and walked to b: whichever of b and an earlier column
//! chose the other is the partner. That takes some thousand steps for each row of the block, however
//! large b is. Left of the block's first regular column a later column tells what the row does, as
//! soon as it repeats; and where it does not all rows are walked from column 0.

use super::block::{Block, By};
use super::columns::{MAX_ROW, walk_choices};
use super::covers::Covers;
use super::progress::{Progress, RowError};
use super::rows::Run;
use super::structure::view::BlockView;
use crate::row::Obstacle;
use amalgam_core::Position;
use amalgam_core::base::budget::Budget;
use amalgam_core::games::rules::Family;

/// Rows whose periods are known, ready to answer.
///
/// ```
/// use amalgam::engines::three::{oracle::RowOracle, progress::Silent};
/// use amalgam::games::rules::Family;
/// let rows = RowOracle::find(Family::AMALGAMATION, 7, &Default::default(), &Silent)?;
/// assert_eq!(rows.f(7, 123456789012345678)?, 123456789012345674);
/// assert_eq!(rows.f(1, 2)?, 4);
/// # Ok::<(), amalgam::engines::three::progress::RowError>(())
/// ```
pub struct RowOracle {
    family: Family,
    to: u64,
    covers: Covers,
    blocks: Vec<Block>,
    periods: Vec<RowPeriod>,
}

impl std::fmt::Debug for RowOracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowOracle")
            .field("family", &self.family)
            .field("to", &self.to)
            .field("periods", &self.periods)
            .finish_non_exhaustive()
    }
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
    ///
    /// # Errors
    /// If there are no such rows.
    pub fn find(
        family: Family,
        to: u64,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Self, RowError> {
        let mut run = Run::new(family, to)?;
        run.advance(limits, progress)?;
        RowOracle::from_run(run).ok_or_else(|| RowError::stopped(0))
    }

    /// Keeps what a run has found; nothing before it has found the covers.
    pub fn from_run(run: Run) -> Option<Self> {
        let mut periods = Vec::new();
        for (row, found) in (1..).zip(run.report()) {
            if let Some(proved) = found.proved() {
                let (preperiod, period) = (proved.preperiod, proved.period);
                periods.push(RowPeriod { row, preperiod, period });
            }
        }
        let mut blocks = Vec::new();
        for part in run.blocks {
            let mut block = part.block;
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

    /// The cells of row `row`, an even row of its block, and the labels of the row after it, over some
    /// columns. Nothing if the row has no defects, is not proved by the structure of its block, or
    /// does not come after the column at which that was checked; [`BlockView::first`] says where.
    pub fn block_view(&self, row: u64, from: Option<u64>, columns: u64) -> Option<BlockView> {
        let block = self.blocks.iter().find(|block| block.last >= row)?;
        let i = row.checked_sub(block.first_row())? as usize;
        block.cycles.get(i).filter(|cycle| cycle.by == By::Structure && i % 2 == 1)?;
        block.structure.as_ref()?.view(i / 2, from, columns)
    }

    /// f(a,b). The smaller of `a` and `b` must be 0 or a row that is known, or both be equal.
    ///
    /// # Errors
    /// If the row is not known, or a heap does not fit in 64 bits.
    pub fn f(&self, a: u64, b: u64) -> Result<u64, RowError> {
        let (row, column) = (a.min(b), a.max(b));
        if row == 0 || row == column {
            return Ok(column - row);
        }
        let unknown = || RowError::unknown_heap(row, Obstacle::Unsought);
        let block = self.blocks.iter().find(|block| block.last >= row).ok_or_else(unknown)?;
        let i = (row - block.first_row()) as usize;
        let reach = u64::from(block.shape.half + block.shape.width);
        let cycle = block.cycles.get(i).ok_or_else(unknown)?;
        if column < cycle.start + reach {
            // The row may repeat long before its block is regular: then a later column tells.
            let repeats = self.period(row).filter(|repeats| column >= repeats.preperiod);
            if let Some(RowPeriod { period, .. }) = repeats {
                let shift = period * (cycle.start + reach).div_ceil(period);
                return self.f(row, column + shift)?.checked_sub(shift).ok_or_else(unknown);
            }
            let covers = self.covers.covers.iter().map(|cover| (cover.half_width, cover.from));
            return walk(self.family, row, column, &covers.collect::<Vec<_>>());
        }
        let mut chain = block.chain(i + 1, column - reach, 0);
        for b in column - reach..=column {
            let choice = chain.step().choice;
            if choice == 0 {
                continue;
            }
            let offset = u64::from(block.shape.half + 1 + choice.trailing_zeros());
            if b == column {
                let rest = || Position::new([row]).into();
                return column
                    .checked_add(offset)
                    .ok_or_else(|| RowError::Overflow { rest: rest(), column });
            }
            if column - b == offset {
                return Ok(b);
            }
        }
        Err(unknown())
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
/// # Ok::<(), amalgam::engines::three::progress::RowError>(())
/// ```
///
/// # Errors
/// If the row is not known, or a heap does not fit in 64 bits.
pub fn f(family: Family, a: u64, b: u64) -> Result<u64, RowError> {
    let (row, column) = (a.min(b), a.max(b));
    if row > MAX_ROW {
        return Err(RowError::RowTooLarge { row, max: MAX_ROW });
    }
    if column >= LAST_WALKED {
        return Err(RowError::TooFar { column, most: LAST_WALKED });
    }
    if row == 0 {
        return Ok(column);
    }
    walk(family, row, column, &[])
}

fn walk(family: Family, row: u64, column: u64, covers: &[(u64, u64)]) -> Result<u64, RowError> {
    let mut partner = None;
    walk_choices(family, row, column + 1, covers, |b, choice| {
        let c = b + u64::from(choice);
        if choice > 0 && (b == column || c == column) {
            partner = Some(b + c - column);
        }
    })?;
    partner.ok_or_else(|| RowError::unknown_heap(row, Obstacle::Unsought))
}

//! The periods of all rows up to a given one, each proved.
//!
//! Row a is a machine whose state is its window and whose input is the column mask, the offsets used
//! by the rows before it. A finite machine on an eventually periodic input is eventually periodic,
//! so by induction every row is; the criterion that proves a period is in [`super::period`]. Two
//! things keep the walk short:
//!
//! - A row needs the period of its *mask*, which may be far shorter than those of the rows that make
//!   it. In the row after a cover row it is 1.
//!   That row always chooses the offset k + 1: none of its own choices can stand in the way. So a
//!   value b + k + 1 is matched from the left if and only if b is not, and the row's period is 2k + 2 or an
//!   odd part of it.
//! - The rows between two cover rows (a *block*) depend on nothing but the cover below them. Blocks
//!   run side by side, and a row too long to walk spoils no later block.
//!
//! ```
//! use amalgam::engines::three::{rows, progress::Silent};
//! use amalgam::games::rules::Family;
//! let report = rows::find(Family::AMALGAMATION, 11, &Default::default(), &Silent)?;
//! let periods: Vec<u64> = report.iter().filter_map(|row| Some(row.proved()?.period)).collect();
//! assert_eq!(periods, [4, 2, 2, 4, 4, 4, 8, 40, 40, 160, 960]);
//! # Ok::<(), amalgam::engines::rows::RowError>(())
//! ```

use super::block::{Block, By, Cycle, Irregular, Which};
use super::columns::MAX_ROW;
use super::covers::{self, Covers};
use super::period::{self, Ended, Outcome, Search};
use super::progress::{Progress, RowError, Step, Task, Until};
use super::register::{Register, Shape};
use super::structure::{Structure, Work};
use super::structured::{Past, Trial};
use crate::row::{
    Evidence, Mask, Obstacle, OffsetBounds, Proof, Proved, Row, Status, Unknown, mark_covers,
};
use amalgam_core::Position;
use amalgam_core::base::budget::Budget;
use amalgam_core::games::rules::Family;
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Finds and proves the periods of the rows 1..=`to`, as far as the limits allow.
///
/// # Errors
/// If there are no such rows. What a bound leaves unknown is told row by row.
pub fn find(
    family: Family,
    to: u64,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Row>, RowError> {
    let mut run = Run::new(family, to)?;
    run.advance(limits, progress)?;
    Ok(run.report())
}

/// A run of [`find`] that can be paused, stored and taken up again.
pub struct Run {
    pub(crate) family: Family,
    pub(crate) to: u64,
    /// Whether every period is to be walked.
    pub(crate) walks: bool,
    /// The search for covers that the run begins with, as long as it is under way.
    pub(crate) search: Option<covers::Search>,
    pub(crate) covers: Option<Covers>,
    pub(crate) blocks: Vec<BlockRun>,
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run")
            .field("family", &self.family)
            .field("to", &self.to)
            .field("covers", &self.covers)
            .finish_non_exhaustive()
    }
}

/// Whether a run has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    /// Every row is proved or given up.
    Finished,
    /// The deadline has come or the caller said stop; [`Run::advance`] goes on.
    Paused,
}

/// How many rows beyond the last one are searched for the cover that ends its block.
const LOOK_BEYOND: u64 = 10;
/// The columns walked between two ticks.
const SLICE: u64 = 1 << 22;

impl Run {
    /// A run that has not started.
    ///
    /// # Errors
    /// If there are no such rows.
    pub fn new(family: Family, to: u64) -> Result<Self, RowError> {
        match to {
            0 => Err(RowError::Zero),
            1..=MAX_ROW => {
                let (search, covers, blocks) = (None, None, Vec::new());
                Ok(Run { family, to, walks: false, search, covers, blocks })
            }
            _ => Err(RowError::RowTooLarge { row: to, max: MAX_ROW }),
        }
    }

    /// A run that walks every period instead of using the structure of the rows: the twin that finds
    /// the same rows more slowly, as far as it gets.
    ///
    /// # Errors
    /// If there are no such rows.
    pub fn walking(family: Family, to: u64) -> Result<Self, RowError> {
        Ok(Run { walks: true, ..Run::new(family, to)? })
    }

    /// The game.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The last row asked for.
    pub fn to(&self) -> u64 {
        self.to
    }

    /// The covers the run rests on, once they are found. They may go a few rows beyond `to`.
    pub fn covers(&self) -> Option<&Covers> {
        self.covers.as_ref()
    }

    /// Goes on until every row is proved or given up, or the run is told to stop. What it finds
    /// does not depend on pauses or on the number of threads.
    ///
    /// # Errors
    /// If a row is too wide for the machine. A bound that is met is no error: the run is paused.
    pub fn advance(
        &mut self,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Advance, RowError> {
        limits.on_threads(|| self.advance_here(limits, progress))?
    }

    fn advance_here(
        &mut self,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Advance, RowError> {
        if self.covers.is_none() {
            let mut search = match self.search.take() {
                Some(search) => search,
                None => self.cover_search()?,
            };
            match search.advance_here(limits, progress) {
                ControlFlow::Continue(decided) => self.set_covers(decided.covers)?,
                ControlFlow::Break(()) => {
                    self.search = Some(search);
                    return Ok(Advance::Paused);
                }
            }
        }
        let covers: Vec<(u64, u64)> = self.cover_list();
        // This many blocks keep their masks and columns at the same time.
        let at_once = rayon::current_num_threads().min(self.blocks.len()).max(1) as u64;
        let limits = &Budget { memory: limits.memory / at_once, ..limits.clone() };
        let paused = self
            .blocks
            .par_iter_mut()
            .with_max_len(1)
            .map(|block| {
                let advance = block.work(&covers, limits, progress);
                block.drop_unfinished();
                advance
            })
            .collect::<Result<Vec<Advance>, RowError>>()?
            .contains(&Advance::Paused);
        Ok(if paused { Advance::Paused } else { Advance::Finished })
    }

    /// The search for covers that the run begins with, before it has started.
    pub(crate) fn cover_search(&self) -> Result<covers::Search, RowError> {
        covers::Search::new(self.family, (self.to + LOOK_BEYOND).min(MAX_ROW), None)
    }

    fn cover_list(&self) -> Vec<(u64, u64)> {
        let covers = self.covers.iter().flat_map(|covers| &covers.covers);
        covers.map(|cover| (cover.half_width, cover.from)).collect()
    }

    /// Cuts the rows into blocks at the covers.
    pub(crate) fn set_covers(&mut self, covers: Covers) -> Result<(), RowError> {
        self.covers = Some(covers);
        let mut blocks = Vec::new();
        let (mut half, mut from) = (0, 0);
        let ends = self.cover_list().into_iter().map(Some).chain([None]);
        for end in ends {
            if 2 * half < self.to {
                let mut block = BlockRun::new(self.family, self.to, half, from, end)?;
                if self.walks {
                    block.trial = Trial::Refused;
                }
                blocks.push(block);
            }
            (half, from) = end.unwrap_or_default();
        }
        self.blocks = blocks;
        Ok(())
    }

    /// What is known now, row by row.
    pub fn report(&self) -> Vec<Row> {
        let is_cover = |row: u64| {
            self.covers.iter().flat_map(|covers| &covers.covers).any(|cover| cover.row == row)
        };
        let mut report: Vec<Row> = self.blocks.iter().flat_map(BlockRun::report).collect();
        for row in report.len() as u64 + 1..=self.to {
            report.push(Row::new(Position::new([row]), Status::unknown(Obstacle::Stopped)));
        }
        for (number, row) in (1..).zip(&mut report) {
            row.cover = is_cover(number);
        }
        // Whether or not the search for covers saw them.
        mark_covers(&mut report);
        report
    }
}

/// The rows of one block, on their way.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct BlockRun {
    pub block: Block,
    /// The column from which the cover below holds.
    pub below_from: u64,
    /// The mask periods of the rows so far and of the next one.
    pub inputs: Vec<u64>,
    pub proved: Vec<Proved>,
    pub search: Option<Search>,
    /// Whether the structure of the block is looked for, in use, or given up.
    pub trial: Trial,
    #[serde(skip)]
    pub given_up: Option<Obstacle>,
    #[serde(skip)]
    pub irregular: Option<Irregular>,
    /// For each row of the structure its preperiod and that of its mask.
    #[serde(skip)]
    pub pasts: Vec<Past>,
}

impl BlockRun {
    fn new(
        family: Family,
        to: u64,
        half: u64,
        below_from: u64,
        end: Option<(u64, u64)>,
    ) -> Result<Self, RowError> {
        let end = end.map(|(half, from)| (2 * half, from));
        let last = end.map_or(to, |(row, _)| to.min(row));
        // Offsets are at most row + 1, and at most half the cover row where there is one.
        let width = end.map_or(last + 1, |(row, _)| row / 2) - half;
        if half > Shape::MAX_HALF.into() || width > Shape::MAX_WIDTH.into() {
            let max = half + u64::from(Shape::MAX_WIDTH) - 1;
            return Err(RowError::RowTooLarge { row: last, max });
        }
        let shape = Shape { half: half as u32, width: width as u32 };
        let start = below_from.max(end.map_or(0, |(_, from)| from)).max(last + 1);
        let (cycles, base, structure) = (Vec::new(), None, None);
        let block = Block { family, shape, last, end, start, cycles, base, structure };
        Ok(BlockRun {
            block,
            below_from,
            inputs: vec![1],
            proved: Vec::new(),
            search: None,
            trial: Trial::default(),
            given_up: None,
            irregular: None,
            pasts: Vec::new(),
        })
    }

    fn work(
        &mut self,
        covers: &[(u64, u64)],
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Advance, RowError> {
        let until = Until { progress, limits };
        self.given_up = None;
        while self.proved.len() < self.block.rows() && self.given_up.is_none() {
            let i = self.proved.len();
            let row = self.block.first_row() + i as u64;
            // A row that was given up before stays so without being looked at again.
            let exhausted = |search: &Search| {
                search.outcome == Outcome::Open && search.walked >= limits.max_columns
            };
            let given_up = |structure: &Structure| structure.is_given_up(limits.max_columns);
            if self.search.as_ref().is_some_and(exhausted)
                || self.block.structure.as_ref().is_some_and(given_up)
            {
                self.given_up = Some(Obstacle::Columns);
                break;
            }
            if until.tick(Step::new(Task::Row(row), 0)).is_break() {
                return Ok(Advance::Paused);
            }
            if self.irregular.as_ref().is_none_or(|seen| seen.columns() != self.block.start) {
                let (half, last) = (self.block.shape.half.into(), self.deep());
                let column = Irregular::bytes_a_column(last - 2 * half);
                // A quarter is for the masks.
                if self.block.start.saturating_mul(column) > limits.memory / 4 * 3 {
                    self.given_up = Some(Obstacle::Memory);
                    break;
                }
                let start = self.block.start;
                let seen = Irregular::walk(self.block.family, half, last, start, covers)?;
                self.irregular = Some(seen);
            }
            self.look_for_structure();
            if self.trial.is_open() {
                continue;
            }
            if self.block.structure.is_some() {
                match self.by_structure(i, limits, &until) {
                    Work::Paused => return Ok(Advance::Paused),
                    Work::GivenUp(obstacle) => self.given_up = Some(obstacle),
                    Work::Known | Work::Clash(_) => {}
                }
                continue;
            }
            let irregular = self.irregular.as_ref().expect("they have just been walked");
            let pulse = |_| until.tick(Step::new(Task::Row(row), 0));
            // A row that takes the rest is not walked, so nothing is stored for it.
            let wanted = if self.block.takes_rest(i) { 0 } else { i };
            if self.block.keep_base(wanted, &self.inputs, limits.memory / 4, &pulse).is_err() {
                return Ok(Advance::Paused);
            }
            let shape = self.block.shape;
            let (block, input) = (&self.block, self.inputs[i]);
            let search = self.search.get_or_insert_with(|| {
                let window = irregular.last_window(i, row);
                let mut search = Search::new(input, Register::from_window(shape, &window));
                if block.takes_rest(i) {
                    (search.walked, search.outcome) = (input, Outcome::Cycle);
                }
                search
            });
            while search.outcome == Outcome::Open {
                if search.walked >= limits.max_columns {
                    self.given_up = Some(Obstacle::Columns);
                    break;
                }
                if until.tick(Step::new(Task::Row(row), search.walked)).is_break() {
                    return Ok(Advance::Paused);
                }
                let goal = search.walked.saturating_add(SLICE).min(limits.max_columns);
                search.walk(block, i, goal);
            }
            match search.outcome {
                Outcome::Open => {}
                Outcome::LateCycle(columns) => {
                    self.block.start += columns;
                    self.search = None;
                }
                Outcome::Cycle => {
                    let walked = search.walked;
                    let pulse = |_| until.tick(Step::new(Task::Row(row), walked));
                    if self.finish(i, &pulse).is_err() {
                        return Ok(Advance::Paused);
                    }
                }
            }
        }
        // A row that was given up may be taken up again with more; what it needs is found again.
        if self.proved.len() == self.block.rows() || self.given_up.is_some() {
            (self.irregular, self.block.base) = (None, None);
        }
        Ok(Advance::Finished)
    }

    /// Drops what was begun for the next row and is quickly found again, so that a run that is stored is
    /// always of one form.
    fn drop_unfinished(&mut self) {
        self.block.cycles.truncate(self.proved.len());
        self.search.take_if(|_| self.block.takes_rest(self.proved.len()));
    }

    /// Row `i` has come back to its start: finds the least period and all that goes with it.
    fn finish(&mut self, i: usize, pulse: period::Pulse<'_>) -> Result<(), Ended> {
        let search = self.search.as_ref().expect("a row is finished by its search");
        let irregular = self.irregular.as_ref().expect("a search starts where they end");
        let block = &mut self.block;
        let input = self.inputs[i];
        block.cycles.truncate(i);
        if block.takes_rest(i) {
            let (start, registers) = (block.start, Vec::new());
            block.cycles.push(Cycle { start, period: input, registers, by: By::Rest });
        } else {
            period::add_cycle(block, i, search, pulse)?;
        }
        if i + 1 < block.rows() {
            let next = period::mask_period(block, i + 1, search.walked, pulse)?;
            self.inputs.truncate(i + 1);
            self.inputs.push(next);
        }
        let (this, mask) = (Which::Row(i), Which::Mask(i));
        let period = block.cycles[i].period;
        let preperiod = period::preperiod(block, irregular, this, period);
        let mask_preperiod = period::preperiod(block, irregular, mask, input);
        let largest = period::largest_choice(block, i) as i64;
        let window = period::window_at(block, irregular, i, preperiod);
        let words = (block.first_row() + i as u64) / 64 + 1;
        self.proved.push(Proved {
            preperiod,
            period,
            // [a,c,c] has a move to [c,c].
            fixed: Some(0),
            offsets: Some((-largest, largest)),
            mask: Some(Mask {
                preperiod: mask_preperiod,
                period: input,
                evidence: Some(Evidence {
                    window: window[..words as usize].to_vec(),
                    witnesses: period::witnesses(block, irregular, this, preperiod, period),
                    mask_witnesses: period::witnesses(
                        block,
                        irregular,
                        mask,
                        mask_preperiod,
                        input,
                    ),
                }),
            }),
            proof: Proof::Walked,
        });
        self.search = None;
        Ok(())
    }

    fn report(&self) -> impl Iterator<Item = Row> + '_ {
        let block = &self.block;
        let half = u64::from(block.shape.half);
        let offsets = block.end.map(|(end, from)| OffsetBounds {
            from: from.max(self.below_from),
            smallest: half + 1,
            largest: end / 2,
        });
        (0..block.rows()).map(move |i| {
            let status = if let Some(proved) = self.proved.get(i) {
                Status::Proved(Box::new(proved.clone()))
            } else {
                let current = i == self.proved.len();
                let walked = self.search.as_ref().map_or(0, |search| search.walked);
                let walked = block.structure.as_ref().map_or(walked, Structure::walked);
                let columns = if current { walked } else { 0 };
                let open = block.first_row() + self.proved.len() as u64;
                let why = match &self.given_up {
                    Some(_) if !current => Obstacle::Below(Position::new([open])),
                    Some(limit) => limit.clone(),
                    None => Obstacle::Stopped,
                };
                Status::Unknown(Unknown { columns, why, offsets })
            };
            Row::new(Position::new([block.first_row() + i as u64]), status)
        })
    }
}

impl Block {
    /// Stores the masks of as many of the first `rows` rows as fit `bytes`.
    fn keep_base(
        &mut self,
        rows: usize,
        periods: &[u64],
        bytes: u64,
        pulse: period::Pulse<'_>,
    ) -> Result<(), Ended> {
        let fits = |&r: &usize| periods[r] <= bytes / size_of::<u128>() as u64;
        let best = (1..=rows).rev().find(fits).unwrap_or(0);
        if best > 0 && self.base.as_ref().is_none_or(|base| base.rows != best) {
            self.store(best, periods[best], pulse)?;
        }
        Ok(())
    }
}

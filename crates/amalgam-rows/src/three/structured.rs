//! Rows of a run that are proved by the structure of their block ([`super::structure`]).
//!
//! The conditions are looked for at the first column from which the block is regular, and if they do
//! not hold there at a few columns further right; once they hold they hold for ever. Where they are not
//! found, or where the theorem does not speak of the rows, the periods are walked.

use super::block::{By, Cycle, Offsets, Which};
use super::columns::{MAX_ROW, highest, regular, set};
use super::period::{self, Ended, REACH};
use super::progress::{Progress, Step, Task, Until};
use super::rows::BlockRun;
use super::structure::conditions::Defects;
use super::structure::inverse::Backwards;
use super::structure::{Structure, Work};
use crate::row::{Evidence, Mask, Obstacle, Proof, Proved};
use amalgam_core::base::budget::Budget;

/// Whether the structure of a block is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Trial {
    /// It is, and was not found at this many columns.
    Open(u32),
    /// It is not: it was not found, or all is to be walked.
    Refused,
    /// It was found.
    Made,
}

impl Default for Trial {
    fn default() -> Self {
        Trial::Open(0)
    }
}

impl Trial {
    pub fn is_open(self) -> bool {
        matches!(self, Trial::Open(_))
    }
}

/// After this many columns in vain the structure is given up.
pub(crate) const MOST_TRIES: u32 = 6;
/// What is compared column by column, or searched for a largest choice, is no longer than this.
const LONGEST_COMPARED: u64 = 1 << 30;
/// Periods are less than this.
const LONGEST_PERIOD: u64 = 1 << 60;

/// Where a row and its mask begin to repeat, and the choices of the row alone, without their mirrors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Past {
    pub row: u64,
    pub mask: u64,
    pub choices: u64,
}

impl BlockRun {
    /// The last row that is walked from column 0. An even row with defects can be followed backwards
    /// only with the row after it.
    pub fn deep(&self) -> u64 {
        let (last, ends) = (self.block.last, self.block.end.map(|(row, _)| row));
        let alone = last % 2 == 1 || ends == Some(last) || last == MAX_ROW;
        if self.trial == Trial::Refused || alone { last } else { last + 1 }
    }

    /// The columns from which the conditions may be looked for.
    fn first_start(&self) -> u64 {
        let from = self.block.end.map_or(0, |(_, from)| from);
        self.below_from.max(from).max(self.block.last + 1)
    }

    /// Looks for the conditions at the column where the irregular ones end.
    pub fn look_for_structure(&mut self) {
        let (Trial::Open(tries), Some(seen)) = (self.trial, &self.irregular) else { return };
        let block = &mut self.block;
        let (half, rows) = (block.shape.half, seen.rows());
        let narrow = |i: usize| -> Option<u128> {
            let window = seen.last_window(i, block.first_row() + i as u64);
            let fits = window[2] == 0 && window[3] == 0;
            fits.then(|| u128::from(window[0]) | u128::from(window[1]) << 64)
        };
        let speaks = Structure::speaks_of(block.family, half, rows);
        let homes: Option<Vec<u128>> = (0..rows).map(narrow).collect();
        let made = homes.filter(|_| speaks).and_then(|homes| {
            // The preperiod of an even row with defects needs the row after it.
            let structure = Structure::new(half, block.start, homes).ok()?;
            let whole = rows % 2 == 1 || structure.defects(rows / 2 - 1) == Defects::default();
            whole.then_some(structure)
        });
        if made.is_some() {
            (block.structure, self.trial) = (made, Trial::Made);
        } else if speaks && tries < MOST_TRIES {
            // The conditions come at about the square of half the row.
            let square = (block.last / 2 + 1).pow(2);
            block.start = square.max(2 * block.start);
            self.trial = Trial::Open(tries + 1);
        } else {
            self.block.start = self.first_start();
            self.trial = Trial::Refused;
        }
    }

    /// Proves row `i`, or goes on with it.
    pub fn by_structure(&mut self, i: usize, limits: &Budget, until: &Until<'_>) -> Work {
        let row = self.block.first_row() + i as u64;
        let pulse = |columns| until.tick(Step::new(Task::Row(row), columns));
        let Some(structure) = &mut self.block.structure else { return Work::Paused };
        match structure.work(i, limits.max_columns, limits.memory / 4, &pulse) {
            Work::Known => match self.told_by_structure(i, &pulse) {
                Ok(Ok(proved)) => {
                    self.inputs.truncate(i);
                    let mask = proved.mask.as_ref().map_or(1, |mask| mask.period);
                    self.inputs.extend([mask, 1]);
                    self.inputs.truncate(self.block.rows());
                    self.proved.push(proved);
                    Work::Known
                }
                Ok(Err(obstacle)) => Work::GivenUp(obstacle),
                Err(Ended) => Work::Paused,
            },
            Work::Clash(column) => {
                self.block.structure = None;
                self.block.start = column + 1;
                self.block.cycles.clear();
                self.trial = Trial::Open(0);
                (self.inputs, self.proved, self.pasts) = (vec![1], Vec::new(), Vec::new());
                Work::Clash(column)
            }
            other => other,
        }
    }

    /// All that is to be said of row `i`, which the structure knows.
    fn told_by_structure(
        &mut self,
        i: usize,
        pulse: period::Pulse<'_>,
    ) -> Result<Result<Proved, Obstacle>, Ended> {
        let block = &mut self.block;
        let Some(structure) = &block.structure else { return Ok(Err(Obstacle::Memory)) };
        let found = structure.period(i, pulse)?.filter(|&(period, _)| period < LONGEST_PERIOD);
        let Some((period, is_least)) = found else { return Ok(Err(Obstacle::Bits)) };
        block.cycles.truncate(i);
        let (start, registers) = (block.start, Vec::new());
        block.cycles.push(Cycle { start, period, registers, by: By::Structure });
        let period = match is_least {
            true => period,
            false => match self.least(i, period, pulse)? {
                Some(period) => period,
                None => return Ok(Err(Obstacle::Columns)),
            },
        };
        self.block.cycles[i].period = period;
        self.find_pasts();
        let (block, Some(irregular)) = (&self.block, &self.irregular) else {
            return Ok(Err(Obstacle::Memory));
        };
        let Some(structure) = &block.structure else { return Ok(Err(Obstacle::Memory)) };
        let Past { row: preperiod, mask: mask_preperiod, .. } = self.pasts[i];
        let mask_period = structure.mask_period(i, period);
        let Some(largest) = largest_choice(self, i, pulse)? else {
            return Ok(Err(Obstacle::Columns));
        };
        let window = period::window_at(block, irregular, i, preperiod);
        let words = (block.first_row() + i as u64) / 64 + 1;
        let (this, mask) = (Which::Row(i), Which::Mask(i));
        Ok(Ok(Proved {
            preperiod,
            period,
            fixed: Some(0),
            offsets: Some((-(largest as i64), largest as i64)),
            mask: Some(Mask {
                preperiod: mask_preperiod,
                period: mask_period,
                evidence: Some(Evidence {
                    window: window[..words as usize].to_vec(),
                    witnesses: period::witnesses(block, irregular, this, preperiod, period),
                    mask_witnesses: period::witnesses(
                        block,
                        irregular,
                        mask,
                        mask_preperiod,
                        mask_period,
                    ),
                }),
            }),
            proof: Proof::Structure(structure.told(i, mask_period, self.least_start(i))),
        }))
    }

    /// The least period of row `i`, given one; nothing if that would take too long to see.
    ///
    /// A multiple of the mask's period after which the register is back is a period. Any other divisor
    /// has to be compared column by column; as a rule it differs at once.
    fn least(&self, i: usize, period: u64, pulse: period::Pulse<'_>) -> Result<Option<u64>, Ended> {
        let block = &self.block;
        let Some(structure) = &block.structure else { return Ok(None) };
        let start = block.start;
        let home = structure.homes[i];
        let mask = structure.mask_period(i, period);
        let mut decided = true;
        let least = period::least_period(period, |shorter, period| {
            let there = structure.registers(i + 1, start + shorter);
            if there.get(i) != Some(&home) {
                return Ok(false);
            }
            if shorter.is_multiple_of(mask) && i.is_multiple_of(2) {
                return Ok(true);
            }
            let compared = period.min(LONGEST_COMPARED);
            let is_same =
                period::same(block, Which::Row(i), start, start + shorter, compared, pulse)?;
            decided &= !is_same || compared == period;
            Ok(is_same)
        })?;
        Ok(decided.then_some(least))
    }

    /// The least column from which the conditions hold for ever up to row `i`, and no defects vanish.
    ///
    /// From such a column on the rows can be walked backwards, so there they are what `find_pasts` followed
    /// them back to. Conversely what it follows recurs, and what recurs meets the conditions and loses no
    /// defects. The inverse of the first rows does not depend on the others, nor do the rows themselves.
    fn least_start(&self, i: usize) -> u64 {
        let defects = self.block.structure.as_ref().map(|structure| structure.defects(i / 2));
        let with_next = i % 2 == 1 && defects != Some(Defects::default());
        let rows = (i + 1 + usize::from(with_next)).min(self.pasts.len());
        let last = self.block.first_row() + rows as u64 - 1;
        let choices = self.pasts[..rows].iter().map(|past| past.choices);
        let regular = regular(self.block.family, last).max(last + 1);
        choices.fold(self.below_from.max(regular), u64::max)
    }

    /// Follows the rows backwards and compares them with the columns they really have.
    fn find_pasts(&mut self) {
        let (Some(structure), Some(seen)) = (&self.block.structure, &self.irregular) else {
            return;
        };
        if !self.pasts.is_empty() {
            return;
        }
        let rows = seen.rows();
        let lowest = u64::from(self.block.shape.half) + 1;
        let mut covered: Offsets = [0; 4];
        (0..lowest).for_each(|offset| set(&mut covered, offset));
        let mut pasts = vec![Past::default(); rows];
        let mut back = Backwards::new(structure.half, &structure.homes, structure.last_holes());
        for column in (0..self.block.start).rev() {
            if pasts.iter().all(|past| column + REACH < past.row.min(past.mask)) {
                break;
            }
            let mut recurring = covered;
            let mut real = seen.set(Which::Mask(0), column);
            for (i, slot) in (0..rows).zip(back.step()) {
                let differing: Offsets = std::array::from_fn(|w| recurring[w] ^ real[w]);
                if let Some(offset) = highest(&differing) {
                    pasts[i].mask = pasts[i].mask.max(column + offset + 1);
                }
                let there = slot.map_or(0, |slot| lowest + u64::from(slot));
                let here = seen.choice(i, column);
                if there != here {
                    pasts[i].choices = pasts[i].choices.max(column + 1);
                    pasts[i].row = pasts[i].row.max(column + there.max(here) + 1);
                }
                // Offset 0 stands in every mask.
                set(&mut recurring, there);
                set(&mut real, here);
            }
        }
        self.pasts = pasts;
    }
}

/// The largest offset that row `i` chooses in its cycle: as a rule what it can choose at all, which
/// then shows soon; nothing if that cannot be seen.
fn largest_choice(
    run: &BlockRun,
    i: usize,
    pulse: period::Pulse<'_>,
) -> Result<Option<u64>, Ended> {
    let block = &run.block;
    let Some(structure) = &block.structure else { return Ok(None) };
    let has_defects = i % 2 == 1 && structure.defects(i / 2) != Defects::default();
    let bound = i as u32 / 2 + u32::from(has_defects);
    let mut sequence = block.sequence(Which::Row(i), block.start);
    let mut seen = 0;
    for column in 0..block.cycles[i].period.min(LONGEST_COMPARED) {
        if (column + 1) % (1 << 16) == 0 && pulse(column).is_break() {
            return Err(Ended);
        }
        seen |= sequence.step();
        if seen >> bound != 0 {
            break;
        }
    }
    let whole = seen >> bound != 0 || block.cycles[i].period <= LONGEST_COMPARED;
    Ok(whole.then(|| u64::from(block.shape.half + 128 - seen.leading_zeros())))
}

//! The structure of the rows between two covers. ESSAY.

pub(crate) mod cells;
pub(crate) mod conditions;
pub(crate) mod defects;
pub(crate) mod holes;
pub(crate) mod inverse;
pub(crate) mod least;
pub(crate) mod ring;
pub(crate) mod walk;

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::period::Pulse;
use super::report::{Defect, Obstacle, Parts, RowStructure};
use crate::games::rules::Family;
use cells::Moved;
use conditions::{Conditions, Defects, Fails, cells};
use defects::Clash;
use holes::{Column, Holes, Reading};
use walk::{Place, Stage, Walk};

/// The first rows of a block from a column on at which the conditions hold.
pub(crate) struct Structure {
    pub half: u32,
    /// The column at which the conditions were checked.
    pub start: u64,
    /// The registers of the rows at that column.
    pub homes: Vec<u128>,
    conditions: Conditions,
    levels: Vec<Level>,
    /// Walks that were stored, of levels that have not been set up again.
    stored: VecDeque<Walk>,
}

/// The rows 2j+1 and 2j+2.
struct Level {
    /// The least period of the mask of row 2j+1.
    over: u64,
    /// What that many columns do to the cells of row 2j+1.
    moved: Moved,
    home: u128,
    /// The holes of the rows 1..=2j+1, unless the table would be too long.
    holes: Option<Holes>,
    /// The walk of row 2j+2, if it has defects.
    walk: Option<Walk>,
}

/// How far the work on a row has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Known,
    Paused,
    GivenUp(Obstacle),
    /// Two defects meet at this column: the block has to be started again beyond it.
    Clash(u64),
}

/// So many rows at most: they are the bits of a word when they are walked backwards.
pub(crate) const MOST_ROWS: usize = 62;
/// Tables of holes have at least so many columns, several periods of the mask if these are short.
const SHORTEST_TABLE: u64 = 1 << 12;

impl Structure {
    /// Looks whether the conditions hold for the rows of the block after the cover row 2k that have
    /// these registers at column `start`, which must be regular for all of them.
    pub fn new(half: u32, start: u64, homes: Vec<u128>) -> Result<Self, Fails> {
        let conditions = Conditions::look(half, &homes)?;
        let stored = VecDeque::new();
        Ok(Structure { half, start, homes, conditions, levels: Vec::new(), stored })
    }

    /// The same with walks that were stored.
    pub fn with_walks(mut self, walks: Vec<Walk>) -> Self {
        self.stored = walks.into();
        self
    }

    /// Whether the theorem speaks of these rows: what merging forbids in a row lies beyond what it
    /// could take, and the cells fit.
    pub fn speaks_of(family: Family, half: u32, rows: usize) -> bool {
        let beyond = |i: usize| {
            let row = 2 * u64::from(half) + i as u64 + 1;
            let largest = u64::from(half) + i as u64 / 2 + 1 + i as u64 % 2;
            family.forbidden_offset(row).is_none_or(|offset| offset > largest)
        };
        let cells = half as usize + rows / 2 + 2;
        half >= 1 && (1..=MOST_ROWS).contains(&rows) && cells <= 128 && (0..rows).all(beyond)
    }

    pub fn walks(&self) -> impl Iterator<Item = &Walk> {
        self.levels.iter().filter_map(|level| level.walk.as_ref()).chain(&self.stored)
    }

    /// The columns passed by the walk that is under way, or by the last one.
    pub fn walked(&self) -> u64 {
        let last = self.levels.iter().rev().find_map(|level| level.walk.as_ref());
        last.map_or(0, |walk| walk.place.column)
    }

    /// Makes the first `rows` rows ready again from what was stored of them; not, if that was not all.
    pub fn set_up(&mut self, rows: usize) -> bool {
        rows == 0 || self.work(rows - 1, 0, 1 << 30, &never) == Work::Known
    }

    /// The j for which row 2j+2 has defects and the row after it may be asked for.
    pub fn levels_with_defects(&self) -> Vec<usize> {
        let has = |j: &usize| self.defects(*j) != Defects::default();
        (0..self.conditions.defects.len()).filter(has).collect()
    }

    /// The defects of row 2j+2 at the start.
    pub fn defects(&self, j: usize) -> Defects {
        self.conditions.defects.get(j).copied().unwrap_or_default()
    }

    /// The holes of the longest odd prefix, and its rows.
    pub fn last_holes(&self) -> u128 {
        self.conditions.holes.last().copied().unwrap_or_default()
    }

    /// Whether the period of row `i`, counted from 0, is known.
    pub fn knows(&self, i: usize) -> bool {
        let Some(level) = self.levels.get(i / 2) else { return false };
        let closed = level.walk.as_ref().is_some_and(|walk| walk.period.is_some());
        i % 2 == 0 || closed || self.defects(i / 2) == Defects::default()
    }

    /// Works on until row `i` is known. A walk that has looked at more than `most` columns, and a table
    /// that needs more than `memory` bytes, are given up.
    pub fn work(&mut self, i: usize, most: u64, memory: u64, pulse: Pulse<'_>) -> Work {
        if self.levels.is_empty() {
            match self.level(0, 1, Moved::quiet(self.half + 1), memory, pulse) {
                Ok(level) => self.levels.push(level),
                Err(work) => return work,
            }
        }
        while !self.knows(i) {
            let j = self.levels.len() - 1;
            if self.defects(j) != Defects::default()
                && let work @ (Work::Paused | Work::GivenUp(_) | Work::Clash(_)) =
                    self.close(j, most, pulse)
            {
                return work;
            }
            if !self.knows(i) {
                let (over, moved) = match self.after(j) {
                    Ok(after) => after,
                    Err(clash) => return Work::Clash(self.start + clash.column),
                };
                match self.level(j + 1, over, moved, memory, pulse) {
                    Ok(level) => self.levels.push(level),
                    Err(work) => return work,
                }
            }
        }
        Work::Known
    }

    /// Walks the defects of row 2j+2 until they are back.
    fn close(&mut self, j: usize, most: u64, pulse: Pulse<'_>) -> Work {
        let (lowest, reach) = (u64::from(self.half) + 1, u64::from(self.half) + j as u64 + 2);
        let (start, defects) = (self.start, self.defects(j));
        let Level { holes, walk, .. } = &mut self.levels[j];
        let Some(holes) = holes else { return Work::GivenUp(Obstacle::Memory) };
        let stored = &mut self.stored;
        let walk = walk.get_or_insert_with(|| {
            stored.pop_front().unwrap_or_else(|| Walk::new(lowest, reach, defects))
        });
        while walk.period.is_none() {
            if walk.place.looks > most {
                return Work::GivenUp(Obstacle::Columns);
            }
            if pulse(walk.place.column).is_break() {
                return Work::Paused;
            }
            let closed = match walk.advance(holes) {
                Ok(Stage::Open) => continue,
                Ok(Stage::Closed) => walk.least_period(holes),
                Err(clash) => Err(clash),
            };
            match closed {
                Ok(period) => walk.period = Some(period),
                Err(clash) => return Work::Clash(start + clash.column),
            }
        }
        Work::Known
    }

    /// The least period of the mask of row 2j+3, and what so many columns do to its cells.
    fn after(&self, j: usize) -> Result<(u64, Moved), Clash> {
        let level = &self.levels[j];
        let (Some(walk), Some(holes)) = (&level.walk, &level.holes) else {
            return Ok((1, Moved::quiet(self.half + j as u32 + 2)));
        };
        let period = walk.period.expect("the walk is closed");
        let ring = if period == walk.place.column {
            walk.place.ring.clone()
        } else {
            walk.at(holes, period)?.ring
        };
        Ok((period, ring.moved(period)))
    }

    /// Row 2j+1 with its table of holes.
    fn level(
        &self,
        j: usize,
        over: u64,
        moved: Moved,
        memory: u64,
        pulse: Pulse<'_>,
    ) -> Result<Level, Work> {
        let home = self.homes[2 * j];
        let period = over * SHORTEST_TABLE.div_ceil(over);
        let holes = if Holes::bytes(self.half, period) <= memory && j as u32 <= holes::MOST {
            Some(self.table(j, period, home, pulse)?)
        } else {
            None
        };
        Ok(Level { over, moved, home, holes, walk: None })
    }

    /// The table of holes of the rows 1..=2j+1 over so many columns.
    fn table(&self, j: usize, period: u64, home: u128, pulse: Pulse<'_>) -> Result<Holes, Work> {
        let lowest = u64::from(self.half) + 1;
        let (largest, reach) = (j as u8, lowest + j as u64);
        let below = j.checked_sub(1).map(|below| &self.levels[below]);
        let below = below.and_then(|level| Some((level.holes.as_ref()?, level.walk.as_ref()?)));
        let defects = if j > 0 { self.defects(j - 1) } else { Defects::default() };
        let Place { mut mover, mut ring, .. } = Place::start(lowest, reach, defects);
        let mut reading = below.map(|(holes, _)| Reading::new(holes, 0));
        let end = period + Holes::margin(self.half);
        let mut columns = Vec::with_capacity(end as usize);
        let mut moved = Moved::quiet(reach as u32);
        let mut next = |mover: &mut defects::Mover| match &mut reading {
            Some(reading) => mover.next(reading, end),
            None => Ok(None),
        };
        let clash = |clash: Clash| Work::Clash(self.start + clash.column);
        let mut event = next(&mut mover).map_err(clash)?;
        for column in 0..end {
            if column % (1 << 20) == 0 && pulse(column).is_break() {
                return Err(Work::Paused);
            }
            if column == period {
                moved = ring.moved(period);
            }
            let here = event.filter(|event| event.column == column);
            columns.push(ring.column(column, here, lowest, largest));
            if let Some(here) = here {
                ring.change(here, lowest);
                event = next(&mut mover).map_err(clash)?;
            }
        }
        let mut holes = Holes { lowest, largest, period, columns, moved, home, repeats: 0 };
        holes.repeats =
            least::least_period(&holes, Column::hole).ok_or(Work::GivenUp(Obstacle::Bits))?;
        Ok(holes)
    }

    /// After so many columns the register of row `i` and all that it sees are back: a period of the row,
    /// and the least one where the table tells.
    pub fn period(&self, i: usize) -> Option<(u64, bool)> {
        let level = &self.levels[i / 2];
        if i % 2 == 0 {
            return match &level.holes {
                Some(holes) => Some((least::least_period(holes, Column::choice)?, true)),
                None => Some((level.over.checked_mul(level.moved.multiplier(level.home)?)?, false)),
            };
        }
        match (&level.walk, &level.holes) {
            (Some(walk), _) => Some((walk.place.column, false)),
            (None, Some(holes)) => Some((holes.repeats, true)),
            (None, None) => self.period(i - 1),
        }
    }

    /// The least period of the mask of row `i`; of a row that takes what is left, where that is not
    /// known otherwise, its own period, which is the same.
    pub fn mask_period(&self, i: usize, own: u64) -> u64 {
        let level = &self.levels[i / 2];
        match &level.holes {
            _ if i % 2 == 0 => level.over,
            Some(holes) => holes.repeats,
            None => own,
        }
    }

    /// What is to be told of row `i`, whose mask has the least period `over`.
    pub fn told(&self, i: usize, over: u64) -> RowStructure {
        let level = &self.levels[i / 2];
        let (multiplier, parts) = if i % 2 == 0 {
            let multiplier = level.moved.multiplier(level.home).unwrap_or(0);
            (multiplier, Parts::Cycles(level.moved.cycles()))
        } else {
            let defects = self.defects(i / 2);
            let offsets = (0..128u64).filter(|offset| defects.all() >> offset & 1 == 1);
            let defect = |offset: u64| Defect { offset, plus: defects.plus >> offset & 1 == 1 };
            let times = level.walk.as_ref().map_or(1, |walk| walk.times);
            (times, Parts::Defects(offsets.map(defect).collect()))
        };
        let (half, place) = (u64::from(self.half), i as u64 + 1);
        RowStructure { half, place, column: self.start, over, multiplier, parts }
    }

    /// The registers of the first rows, all known, at any column from the start on.
    pub fn registers(&self, rows: usize, column: u64) -> Vec<u128> {
        let column = column - self.start;
        let mut registers = Vec::with_capacity(rows);
        let mut defects = Defects::default();
        let mut place: Option<(u64, u64, Place)> = None;
        for (j, level) in self.levels.iter().enumerate().take(rows.div_ceil(2)) {
            let count = self.half + j as u32 + 1;
            let register = match &place {
                Some((period, into, place)) => {
                    let values = level.moved.repeat(level.home, column / period);
                    (0..u64::from(count)).fold(0, |all, cell| {
                        let label = place.ring.label(into + cell, *into);
                        let value = (values >> label.cell() & 1 == 1) != label.is_turned();
                        all | u128::from(value) << cell
                    })
                }
                None => Moved::quiet(count).repeat(level.home, column),
            };
            registers.push(register);
            let holes = cells(count) & !register & !defects.plus | defects.minus;
            // A stored walk that is none of these rows has no place there; it must not panic.
            place = match (&level.walk, &level.holes) {
                (Some(walk), Some(table)) if rows > 2 * j + 1 => {
                    let period = walk.period.unwrap_or(u64::MAX);
                    let into = column % period;
                    walk.at(table, into).ok().map(|place| (period, into, place))
                }
                _ => None,
            };
            defects = place.as_ref().map(|(.., place)| place.defects()).unwrap_or_default();
            if rows > 2 * j + 1 {
                registers.push(holes ^ defects.all());
            }
        }
        registers
    }
}

/// Never stops.
pub(crate) fn never(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

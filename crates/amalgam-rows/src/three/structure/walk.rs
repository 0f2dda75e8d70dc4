//! The walk that decides an even row and the odd row after it: the defects of row 2j+2 move, and each
//! event swaps two labels of row 2j+3.
//!
//! The holes of the rows before them repeat after H columns. The walk goes on until, after m times H
//! columns, the defects stand where they stood: then row 2j+2 repeats, and the labels say what the
//! columns in between have done to row 2j+3. With one defect m is the length of a cycle of a permutation
//! of k+j+2 cells.
//!
//! On the way the state is kept at evenly spaced columns, so that later any column can be reached by a
//! short walk. When there are too many of them every other one is dropped.

use serde::{Deserialize, Serialize};

use super::conditions::{Defects, cells};
use super::defects::{Clash, Event, Mover, Moving};
use super::holes::{Holes, Reading};
use super::ring::Ring;
use crate::three::bytes::near;

/// A place on the walk: all columns left of `column` are done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub column: u64,
    pub mover: Mover,
    pub ring: Ring,
    /// The looks at columns from where it was made.
    pub looks: u64,
}

impl Place {
    /// A place over the holes of the rows 1..=2j+1, from what is kept of it.
    pub fn new(lowest: u64, Kept { defects, ring }: &Kept, column: u64) -> Self {
        let mover = Mover::new(lowest, ring.len(), *defects, column);
        Place { column, mover, ring: ring.clone(), looks: 0 }
    }

    pub fn defects(&self) -> Defects {
        self.mover.defects(self.column)
    }

    fn kept(&self) -> Kept {
        Kept { defects: self.defects(), ring: self.ring.clone() }
    }

    /// Goes on to the column `until`.
    pub fn advance(&mut self, reading: &mut Reading<'_>, until: u64) -> Result<(), Clash> {
        let lowest = reading.holes.lowest;
        loop {
            if let [Moving { plus: false, .. }] = self.mover.moving[..] {
                self.rounds(reading, until);
            }
            let Some(event) = self.mover.next(reading, until)? else { break };
            self.looks += 2;
            self.ring.change(event, lowest);
        }
        self.column = until;
        Ok(())
    }

    /// Whole rounds of a single defect, from minus to minus, as long as they end left of `until`: what
    /// [`Mover::next`] and [`Ring::change`] do, without a division. The index of b + L is that of b.
    fn rounds(&mut self, reading: &mut Reading<'_>, until: u64) {
        let [defect] = &mut self.mover.moving[..] else { return };
        let (cells, top) = (self.ring.0.len(), usize::from(reading.holes.largest) + 1);
        let far = 4 * cells;
        let mut minus = defect.at;
        let mut index = (minus % cells as u64) as usize;
        while minus + 8 * (cells as u64) < until {
            reading.go_to(minus);
            let first = (minus - reading.base) as usize;
            let (mut from, mut step) = (first, 1);
            while step <= top && from - first < far {
                self.looks += 1;
                // It stands at from + L, which the hole at from + step hits if it is L − step.
                if reading.hole_at(from + step) == Some((top - step) as u8) {
                    let own =
                        if index + step < cells { index + step } else { index + step - cells };
                    self.ring.swap(own, index);
                    (index, from, step) = (own, from + step, 1);
                } else {
                    step += 1;
                }
            }
            let plus = from + cells;
            let fall = reading.hole_at(plus);
            self.looks += 1;
            let (Some(slot), true) = (fall, step > top) else {
                // Pushed on and on: the general machine takes over.
                let (base, from) = (reading.base, from as u64);
                let (at, look) = (base + from + cells as u64, base + from + step as u64);
                *defect = Moving { at, plus: true, look: if step > top { at } else { look } };
                return;
            };
            let back = top - usize::from(slot);
            let other = if index >= back { index - back } else { index + cells - back };
            self.ring.swap(index, other);
            index = other;
            minus = reading.base + (plus + cells - back) as u64;
        }
        *defect = Moving { at: minus, plus: false, look: minus };
    }
}

/// What is kept of a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub defects: Defects,
    pub ring: Ring,
}

impl Kept {
    /// The start of a walk along a row of this many cells.
    pub fn start(reach: u32, defects: Defects) -> Self {
        Kept { defects, ring: Ring::new(reach) }
    }

    /// Whether this can be kept of a row of this many cells.
    fn fits(&self, reach: u64) -> bool {
        let Defects { plus, minus } = self.defects;
        let labels = self.ring.0.iter().fold(0u128, |all, label| all | 1 << label.cell());
        self.ring.len() == reach
            && labels == cells(reach as u32)
            && plus & minus == 0
            && (plus | minus) & !labels == 0
    }
}

/// The walk with the places kept on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Walk {
    /// All columns left of this one are done.
    pub column: u64,
    /// The looks at columns so far.
    pub looks: u64,
    /// What is at `column`.
    pub here: Kept,
    /// The columns between two places kept.
    pub spacing: u64,
    pub kept: Vec<Kept>,
    /// How many times the holes have repeated so far, or until the defects were back.
    pub times: u64,
    /// The least period of the events, once the defects are back.
    pub period: Option<u64>,
}

/// The columns between two places kept of a short walk.
pub(crate) const FIRST_SPACING: u64 = 1 << 12;
/// This many places are kept at most.
pub(crate) const MOST_KEPT: usize = 1 << 12;
/// The looks between two pauses.
const SLICE: u64 = 1 << 22;

/// How far a walk has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It can go on.
    Open,
    /// The defects are back.
    Closed,
}

impl Walk {
    pub fn new(reach: u32, defects: Defects) -> Self {
        let here = Kept::start(reach, defects);
        let (spacing, kept) = (FIRST_SPACING, vec![here.clone()]);
        Walk { column: 0, looks: 0, here, spacing, kept, times: 0, period: None }
    }

    /// Whether this can be a walk along a row of this many cells that starts with these defects.
    pub fn fits(&self, reach: u64, defects: Defects) -> bool {
        let Walk { column, looks, here, spacing, kept, times, period } = self;
        // The next place to be kept is still to come, so that none is far from one that is kept.
        let ahead = spacing.checked_mul(kept.len() as u64).is_some_and(|next| next >= *column);
        let counted = [*column, *looks, *spacing].into_iter().all(near) && *spacing > 0;
        counted
            && (1..=MOST_KEPT).contains(&kept.len())
            && ahead
            && times <= column
            && period.is_none_or(|period| (1..=*column).contains(&period))
            && kept.iter().chain([here]).all(|kept| kept.fits(reach))
            && kept[0].defects == defects
    }

    fn home(&self) -> Defects {
        self.kept[0].defects
    }

    /// Goes on for a while, and not much beyond `most` looks in all.
    pub fn advance(&mut self, holes: &Holes, most: u64) -> Result<Stage, Clash> {
        let mut place = Place::new(holes.lowest, &self.here, self.column);
        let mut reading = Reading::new(holes, self.column);
        let enough = SLICE.min(most.saturating_add(1).saturating_sub(self.looks));
        let columns = self.column.saturating_add(64 * SLICE);
        let mut stage = Stage::Open;
        while place.looks < enough && place.column < columns {
            let next_kept = self.kept.len() as u64 * self.spacing;
            let next_round = (self.times + 1).saturating_mul(holes.repeats);
            place.advance(&mut reading, next_kept.min(next_round))?;
            if place.column == next_round {
                self.times += 1;
                if place.defects() == self.home() {
                    stage = Stage::Closed;
                    break;
                }
            }
            if place.column == next_kept {
                self.keep(place.kept());
            }
        }
        (self.column, self.here) = (place.column, place.kept());
        self.looks += place.looks;
        Ok(stage)
    }

    fn keep(&mut self, place: Kept) {
        self.kept.push(place);
        if self.kept.len() > MOST_KEPT {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// The place at a column that the walk has passed.
    pub fn at(&self, holes: &Holes, column: u64) -> Result<Place, Clash> {
        let which = ((column / self.spacing) as usize).min(self.kept.len() - 1);
        let from = which as u64 * self.spacing;
        let mut place = Place::new(holes.lowest, &self.kept[which], from);
        place.advance(&mut Reading::new(holes, from), column)?;
        Ok(place)
    }

    /// Once the walk is closed: the least period of its events.
    ///
    /// The events tell the defects: a minus at v rises at v, a plus is pushed or falls. So a period of
    /// the events is one of the places of the defects. Of the multiples of H none before the end has
    /// the defects back; what is no multiple of H has to be compared.
    pub fn least_period(&self, holes: &Holes) -> Result<u64, Clash> {
        let mut least = self.column;
        for prime in super::super::period::primes(least) {
            while least.is_multiple_of(prime)
                && !(least / prime).is_multiple_of(holes.repeats)
                && self.has_period(holes, least / prime)?
            {
                least /= prime;
            }
        }
        Ok(least)
    }

    fn has_period(&self, holes: &Holes, period: u64) -> Result<bool, Clash> {
        let there = self.at(holes, period)?;
        if there.defects() != self.home() {
            return Ok(false);
        }
        let end = self.column;
        let (mut left, mut right) = (self.at(holes, 0)?.mover, there.mover);
        let (mut near, mut far) = (Reading::new(holes, 0), Reading::new(holes, period));
        loop {
            let here = left.next(&mut near, end)?;
            let there = right.next(&mut far, end + period)?;
            let shifted = here.map(|event| Event { column: event.column + period, ..event });
            if shifted != there {
                return Ok(false);
            }
            if here.is_none() {
                return Ok(true);
            }
        }
    }
}

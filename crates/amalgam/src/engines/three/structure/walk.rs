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

use super::conditions::Defects;
use super::defects::{Clash, Event, Mover, Moving};
use super::holes::{Holes, Reading};
use super::ring::Ring;

/// Where the walk is: all columns left of `column` are done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub column: u64,
    pub mover: Mover,
    pub ring: Ring,
    /// The looks at columns so far.
    pub looks: u64,
}

impl Place {
    /// The start of a walk over the holes of the rows 1..=2j+1.
    pub fn start(lowest: u64, reach: u64, defects: Defects) -> Self {
        let mover = Mover::new(lowest, reach, defects, 0);
        Place { column: 0, mover, ring: Ring::new(reach as u32), looks: 0 }
    }

    pub fn defects(&self) -> Defects {
        self.mover.defects(self.column)
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub defects: Defects,
    pub ring: Ring,
}

/// The walk with the places kept on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    pub place: Place,
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
/// So many places are kept at most.
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
    pub fn new(lowest: u64, reach: u64, defects: Defects) -> Self {
        let place = Place::start(lowest, reach, defects);
        let kept = vec![Kept { defects, ring: place.ring.clone() }];
        Walk { place, spacing: FIRST_SPACING, kept, times: 0, period: None }
    }

    fn home(&self) -> Defects {
        self.kept[0].defects
    }

    /// Goes on for a while, and not much beyond `most` looks in all.
    pub fn advance(&mut self, holes: &Holes, most: u64) -> Result<Stage, Clash> {
        let mut reading = Reading::new(holes, self.place.column);
        let enough = (self.place.looks + SLICE).min(most.saturating_add(1));
        let columns = self.place.column.saturating_add(64 * SLICE);
        while self.place.looks < enough && self.place.column < columns {
            let next_kept = self.kept.len() as u64 * self.spacing;
            let next_round = (self.times + 1) * holes.repeats;
            self.place.advance(&mut reading, next_kept.min(next_round))?;
            if self.place.column == next_round {
                self.times += 1;
                if self.place.defects() == self.home() {
                    return Ok(Stage::Closed);
                }
            }
            if self.place.column == next_kept {
                self.keep();
            }
        }
        Ok(Stage::Open)
    }

    fn keep(&mut self) {
        self.kept.push(Kept { defects: self.place.defects(), ring: self.place.ring.clone() });
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
        let Kept { defects, ring } = &self.kept[which];
        let from = which as u64 * self.spacing;
        let mover = Mover::new(holes.lowest, self.place.mover.reach(), *defects, from);
        let mut place = Place { column: from, mover, ring: ring.clone(), looks: 0 };
        place.advance(&mut Reading::new(holes, from), column)?;
        Ok(place)
    }

    /// Once the walk is closed: the least period of its events.
    ///
    /// The events tell the defects: a minus at v rises at v, a plus is pushed or falls. So a period of
    /// the events is one of the places of the defects. Of the multiples of H none before the end has
    /// the defects back; what is no multiple of H has to be compared.
    pub fn least_period(&self, holes: &Holes) -> Result<u64, Clash> {
        let mut least = self.place.column;
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
        let end = self.place.column;
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

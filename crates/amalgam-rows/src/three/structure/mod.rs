//! The structure of the rows between two covers, from which their periods follow without walking them.
//!
//! Row 69 of Amalgamation Nim repeats after 1 773 551 324 160 columns. Nobody walks that far, and nobody
//! has to: inside a block almost nothing happens. This page says what does happen, and proves it; the files
//! below it are the proof as a program, one idea each.
//!
//! # The setting
//!
//! Row 2k is a cover row: from some column on the rows up to 2k use the offsets −k..=k in every column, and
//! no longer matter. We look at the rows 2k+1, 2k+2, … after it, and call them row 1, row 2, … *of the
//! block*. The *register* of a row at column b is the set of cells x >= 0 such that the value b + x is taken,
//! by a column left of b. A column does this to row after row: a row in which b is taken does nothing; any
//! other takes the least offset above k that neither it nor an earlier row has, and that no merge forbids.
//! Then all registers move one cell to the left.
//!
//! ```text
//!   cell        0  1  2  …  k │ k+1  k+2  k+3
//!   row 1       1  0  0  1  1 │                  taken at b: does nothing
//!   row 2       0  1  0  0  1 │  1               free: k+1 is its own, takes k+2
//!   row 3       0  0  1  1  0 │  0               free: takes k+1
//!                             └─ all choices fall here
//! ```
//!
//! # Differences never spread
//!
//! **Discrepancy Lemma.** Two registers that differ in one cell, walked over the same masks, always differ
//! in one cell. *Proof.* Let Q be R and one cell v more. If v = 0, Q does nothing and R takes some c: they now
//! differ there. If v > 0 and both are taken at 0, they differ in v. If both are free, R takes c; if c ≠ v so
//! does Q; if c = v, Q takes the next one that is open, c', and R and Q ∪ {c'} differ in c'. ∎
//!
//! So registers that differ in n cells differ later in at most n, and in n mod 2: a row does not invent
//! information. On registers that recur nothing is lost either, so there distances are kept exactly. A
//! machine that keeps all distances between bit strings is close to a permutation of the bits; the rest of
//! this page finds that permutation. (`tests/row_lemmas.rs` holds every statement of this page against
//! registers made up at random.)
//!
//! # Holes
//!
//! Take the first 2j + 1 rows of the block together. In the long run they ought to have taken each of the
//! next k + 1 values j or j + 1 times, and then one time less with every further value. Write h_j(v) for
//! how many times v was taken less than the larger of the two:
//!
//! ```text
//!   value            b … b+k   b+k+1   b+k+2  …  b+k+j   b+k+j+1
//!   at most           j + 1      j      j−1   …    1        0
//! ```
//!
//! **Condition H_j**: h_j is 0 or 1 at every value from b on. Each is checked in one column by a few word
//! operations (`conditions.rs`), and once true stays true.
//!
//! **Structure Theorem.** *Let H_0, …, H_J hold at a column, and let no merge forbid an offset that a row could
//! take below. Then they hold at all later columns b, and for j <= J:*
//!
//! 1. *The rows 1..=2j+1 use the offsets k+1..=k+j+1 at b, all if h_j(b) = 1, all but one if h_j(b) = 0. That
//!    one, c, is the* hole; *h_j(b + c) becomes 1.*
//! 2. *Row 2j+2 has a register t that is h_j but for a few* defects: *+ where t is taken and h_j is 0, − where t
//!    is free and h_j is 1. If b is free in it, it takes the hole c if it can, else k+j+2.*
//! 3. *At most one thing happens to the defects at b:*
//!
//!    | case | at b | it happens that |
//!    |---|---|---|
//!    | (a), (b) | no defect, and none where a hole hits | nothing |
//!    | (c) | no defect, but the hole hits a + at b + c | it is *pushed* to b + k+j+2 |
//!    | (d) | − | it *rises*: + at b + k+j+2 |
//!    | (e) | + | it *falls*: − at b + c; if a + stands there, both vanish |
//!
//! 4. *Row 2j+3, with register z, is free where there is a + and taken where there is a −. In its L = k+j+2
//!    cells a column does z(b + L) := not z(b), and in the cases (c) and (e) then swaps z(b + L) and z(b + c).*
//!
//! *Proof.* By induction on j, and along the columns. Row 1 takes k + 1 whenever it is free, nothing
//! beyond k being taken in it: so k + 1 is the hole exactly where row 1 is taken, which is h_0(b) = 0, and
//! then b + k + 1 stays free in it. That is (1) for j = 0.
//!
//! Let (1) hold for j. Of k+1..=k+j+1 only the hole is left to row 2j+2, and k+j+2, which is free in it,
//! since its register ends one cell before; and what merging forbids lies beyond. That is (2). In the
//! cases: (a) h = t = 1 at b: no hole, no choice. (b) h = t = 0, and the row takes the hole: b + c is now hit
//! and taken. (c) The row cannot take the hole, for t(b + c) = 1 while h(b + c) was 0: a +. The hole
//! cures it, and the row takes k+j+2, where nothing is hit. (d) h = 1, t = 0: no hole, the row takes k+j+2. (e)
//! h = 0, t = 1: the hole hits b + c and the row does nothing. That is (3), and one sees that d, the number of
//! defects, changes only where two vanish.
//!
//! What do the rows 1..=2j+2 leave of k+1..=k+j+2? In (a), (b) the last; in (c) the hole c; in (d) nothing; in
//! (e) both c and the last. And h_{j+1} = \[x < L\] − δ − z, δ being the defects, so that H_{j+1} says just
//! that z is free at every + and taken at every −. In (a), (b) a free row 2j+3 takes the last, L, and if it
//! is taken L is the new hole. In (c) z(b + c) = 0 because of the +: a free row takes c, and the + has gone to
//! b + L, where z = 0. In (d) z(b) = 1: the row does nothing, and the new + at b + L finds z = 0. In (e) z(b) =
//! 0: if z(b + c) = 0 the row takes c and L is the hole, else it takes L and c is the hole; both ways
//! z(b + c) = 1 afterwards, as the − there asks, and z(b + L) is what z(b + c) was. All other cells
//! stay. So H_{j+1} goes on, (4) is read off, and there is a new hole exactly if 1 − z(b) − δ(b) = 0. ∎
//!
//! # Periods
//!
//! ```text
//!     row 1      a ring of k+1 cells, turned one after the other          nothing to walk
//!     row 2      holes of row 1, and d_1 defects on them                  one walk of the defects …
//!     row 3      a ring of k+2 labels, swapped where a defect moves       … decides both rows
//!     row 4      holes of the rows 1..=3, and d_2 defects                 one walk of the defects …
//!     row 5      a ring of k+3 labels                                     … decides both rows
//!      ⋮
//!     row 2n     no defects: the holes themselves                         nothing to walk
//! ```
//!
//! **Label Theorem.** *Odd rows:* by (4) which cells change places, and which turn, depends on the events of
//! the row below and never on what is in the cells. So N columns, N a period of the events, act on every
//! register by one *signed permutation* of L cells (`cells.rs`), found by walking labels once (`ring.rs`). The
//! register is back after m times N columns, m the least common multiple, over the cycles, of the
//! repetitions after which the values on the cycle are back: the cycle's length or a part of it, or twice
//! that if it turns.
//!
//! *Even rows:* as long as no two defects meet, the register is the holes and the defects, and these move by
//! (3) (`defects.rs`). A single defect is permuted among k+j+2 cells; with several the walk sees whether they
//! meet. One defect can never be lost: the number of defects falls by two.
//!
//! So a row costs one walk over the joint period of the rows below, and that walk looks only at the few columns
//! where a defect can move (`walk.rs`), each look being one entry of a table (`holes.rs`). The mask of row 2j+2
//! is the sequence of holes, that of row 2j+3 the sequence of events; their *least* periods are what is
//! used. Where all holes of the rows 1..=2j+1 are k+j+1 they look as row 1 after a cover row
//! 2(k+j) would (a *hidden* cover), and their period is short though the rows' are not: row 36 of
//! Amalgamation Nim repeats after 684 columns, row 34 after 612. `least.rs` finds that from the table.
//!
//! *Minimality.* If row A repeats with period p then so do its registers ([`super::period`]); a register that
//! differs at s and s + P/q shows that P/q is no period. The registers at any column come from a power of
//! the signed permutation and a short walk of the defects (`Structure::registers`).
//!
//! *Preperiods.* Under the conditions the rows can be walked backwards (`inverse.rs`): what recurs at s has one
//! past that recurs, and the preperiod is where the real columns part from it.
//!
//! # Other games
//!
//! All that was asked of merging is that it forbids no offset that a row could take below: row 2j+1 takes at
//! most k+j+1, row 2j+2 at most k+j+2, and what is forbidden in row i of the block is 2k+i for every
//! threshold (or nothing, below the threshold) and 2k+i−1 where a coin is taken. Both lie beyond as soon
//! as k + j > 1, and for thresholds as soon as k + j > 0; `Structure::speaks_of` asks the family row by
//! row. So every word above holds for merge-and-take-one and for all thresholds, wherever there is a cover row
//! and the conditions are met: that is *proved*. Whether there is a cover row is only *seen*: with thresholds 3,
//! 5, 7, 9 and 15 there is one and the conditions were met for all rows to 300, each row 8m and 8m + 6 of
//! which is decided; with the thresholds 2, 4, 6 and 8 and with merge-and-take-one none has shown. Where merging asks
//! for *unequal* heaps no P-position of three heaps is another (docs/certificate.md §1), so these rows are
//! those of Amalgamation Nim, with all that is proved of them.
//!
//! What is not proved: that the conditions are ever met (they have been in every block looked at, at about
//! the square of half the row), and that blocks end, that is that there are covers again and again. Both
//! are looked at, column by column, never assumed.

pub(crate) mod cells;
pub(crate) mod conditions;
pub(crate) mod defects;
pub(crate) mod holes;
pub(crate) mod inverse;
pub(crate) mod least;
pub(crate) mod ring;
pub mod view;
pub(crate) mod walk;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::period::{Ended, Pulse};
use crate::row::{Defect, Obstacle, Parts, RowStructure};
use amalgam_core::base::bytes::{BytesError, ensure};
use amalgam_core::games::rules::Family;
use cells::Moved;
use conditions::{Conditions, Defects, Fails, cells};
use defects::Clash;
use holes::{Column, Holes, Reading};
use walk::{Kept, Place, Stage, Walk};

/// The first rows of a block from a column on at which the conditions hold.
#[derive(Serialize, Deserialize)]
pub(crate) struct Structure {
    pub half: u32,
    /// The column at which the conditions were checked.
    pub start: u64,
    /// The registers of the rows at that column.
    pub homes: Vec<u128>,
    #[serde(skip)]
    conditions: Conditions,
    #[serde(skip)]
    levels: Vec<Level>,
    /// The walks of the first rows 2j+2 that have defects. There may be more than levels, if they were
    /// stored.
    walks: Vec<Walk>,
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
}

/// How far the work on a row has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Known,
    Paused,
    GivenUp(Obstacle),
    /// Two defects meet at this column: the block has to be started again beyond it.
    Clash(u64),
}

/// This many rows at most: they are the bits of a word when they are walked backwards.
pub(crate) const MOST_ROWS: usize = 62;
/// Tables of holes have at least this many columns, several periods of the mask if these are short.
const SHORTEST_TABLE: u64 = 1 << 12;

impl Structure {
    /// Looks whether the conditions hold for the rows of the block after the cover row 2k that have
    /// these registers at column `start`, which must be regular for all of them.
    pub fn new(half: u32, start: u64, homes: Vec<u128>) -> Result<Self, Fails> {
        let conditions = Conditions::look(half, &homes)?;
        let (levels, walks) = (Vec::new(), Vec::new());
        Ok(Structure { half, start, homes, conditions, levels, walks })
    }

    /// Finds the conditions of a structure that was stored, and checks its walks.
    pub fn restore(&mut self) -> Result<(), BytesError> {
        self.conditions = Conditions::look(self.half, &self.homes)
            .map_err(|Fails(_)| BytesError::Damaged("structure"))?;
        let with_defects = |j: &usize| self.defects(*j) != Defects::default();
        let mut rows = (0..self.conditions.defects.len()).filter(with_defects);
        let reach = |j: usize| u64::from(self.half) + j as u64 + 2;
        let fits = |walk: &Walk| rows.next().is_some_and(|j| walk.fits(reach(j), self.defects(j)));
        ensure(self.walks.iter().all(fits), "walk")
    }

    /// Whether the theorem applies to these rows: what merging forbids in a row lies beyond what it
    /// could take, and the cells fit.
    pub fn speaks_of(family: Family, half: u32, rows: usize) -> bool {
        let beyond = |i: usize| {
            let row = 2 * u64::from(half) + i as u64 + 1;
            let largest = u64::from(half) + i as u64 / 2 + 1 + i as u64 % 2;
            family.forbidden_offset(row).is_none_or(|offset| offset > largest)
        };
        let cells = |i: usize| half as usize + i / 2 + 2;
        let fits = (1..=MOST_ROWS).contains(&rows) && cells(rows - 1) <= 128;
        half >= 1 && fits && (0..rows).all(beyond)
    }

    /// The walk of row 2j+2, if it has defects and has been walked.
    fn walk(&self, j: usize) -> Option<&Walk> {
        let walked = self.defects(j) != Defects::default();
        self.walks.get(self.walks_before(j)).filter(|_| walked)
    }

    /// How many rows before row 2j+2 have walks.
    fn walks_before(&self, j: usize) -> usize {
        (0..j).filter(|&j| self.defects(j) != Defects::default()).count()
    }

    /// The columns passed by the walk that is under way, or by the last one.
    pub fn walked(&self) -> u64 {
        self.walks.last().map_or(0, |walk| walk.column)
    }

    /// Whether a walk was given up after more than this many looks.
    pub fn is_given_up(&self, most: u64) -> bool {
        self.walks.iter().any(|walk| walk.period.is_none() && walk.looks > most)
    }

    /// Makes the first `rows` rows ready again from what was stored of them; not, if that was not all.
    pub fn set_up(&mut self, rows: usize) -> bool {
        rows == 0 || self.work(rows - 1, 0, 1 << 30, &never) == Work::Known
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
        let closed = || self.walk(i / 2).is_some_and(|walk| walk.period.is_some());
        let quiet = || self.defects(i / 2) == Defects::default();
        i / 2 < self.levels.len() && (i.is_multiple_of(2) || quiet() || closed())
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
        let (start, before) = (self.start, self.walks_before(j));
        let Some(holes) = &self.levels[j].holes else { return Work::GivenUp(Obstacle::Memory) };
        if before == self.walks.len() {
            self.walks.push(Walk::new(self.half + j as u32 + 2, self.defects(j)));
        }
        let walk = &mut self.walks[before];
        while walk.period.is_none() {
            if walk.looks > most {
                return Work::GivenUp(Obstacle::Columns);
            }
            if pulse(walk.column).is_break() {
                return Work::Paused;
            }
            let closed = match walk.advance(holes, most) {
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

    /// The least period of the mask of row 2j+3, and what this many columns do to its cells.
    fn after(&self, j: usize) -> Result<(u64, Moved), Clash> {
        let (Some(walk), Some(holes)) = (self.walk(j), &self.levels[j].holes) else {
            return Ok((1, Moved::quiet(self.half + j as u32 + 2)));
        };
        let period = walk.period.expect("the walk is closed");
        let ring = if period == walk.column {
            walk.here.ring.clone()
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
        Ok(Level { over, moved, home, holes })
    }

    /// The table of holes of the rows 1..=2j+1 over this many columns.
    fn table(&self, j: usize, period: u64, home: u128, pulse: Pulse<'_>) -> Result<Holes, Work> {
        let lowest = u64::from(self.half) + 1;
        let (largest, reach) = (j as u8, lowest + j as u64);
        let below = j.checked_sub(1).map(|below| &self.levels[below]);
        let defects = if j > 0 { self.defects(j - 1) } else { Defects::default() };
        let below = below.filter(|_| defects != Defects::default());
        let start = Kept::start(reach as u32, defects);
        let Place { mut mover, mut ring, .. } = Place::new(lowest, &start, 0);
        let mut reading = below.and_then(|level| Some(Reading::new(level.holes.as_ref()?, 0)));
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
        holes.repeats = match least::least_period(&holes, Column::hole, pulse) {
            Ok(Some(repeats)) => repeats,
            Ok(None) => return Err(Work::GivenUp(Obstacle::Bits)),
            Err(Ended) => return Err(Work::Paused),
        };
        Ok(holes)
    }

    /// After this many columns the register of row `i` and all that it sees are back: a period of the row,
    /// and the least one where the table tells.
    pub fn period(&self, i: usize, pulse: Pulse<'_>) -> Result<Option<(u64, bool)>, Ended> {
        let level = &self.levels[i / 2];
        Ok(match (&level.holes, self.walk(i / 2)) {
            (Some(holes), _) if i.is_multiple_of(2) => {
                let least = least::least_period(holes, Column::choice, pulse)?;
                least.map(|period| (period, true))
            }
            (None, _) if i.is_multiple_of(2) => {
                let times = level.moved.multiplier(level.home);
                times.and_then(|times| level.over.checked_mul(times)).map(|period| (period, false))
            }
            (_, Some(walk)) => Some((walk.column, false)),
            (Some(holes), None) => Some((holes.repeats, true)),
            (None, None) => self.period(i - 1, pulse)?,
        })
    }

    /// The least period of the mask of row `i`; of a row that takes what is left, where that is not
    /// known otherwise, its own period, which is the same.
    pub fn mask_period(&self, i: usize, own: u64) -> u64 {
        let level = &self.levels[i / 2];
        match &level.holes {
            _ if i.is_multiple_of(2) => level.over,
            Some(holes) => holes.repeats,
            None => own,
        }
    }

    /// What is to be told of row `i`, whose mask has the least period `over`, and which could have been
    /// looked at from the column `least` on.
    pub fn told(&self, i: usize, over: u64, least: u64) -> RowStructure {
        let level = &self.levels[i / 2];
        let (multiplier, parts) = if i.is_multiple_of(2) {
            let multiplier = level.moved.multiplier(level.home).unwrap_or(0);
            (multiplier, Parts::Cycles(level.moved.cycles()))
        } else {
            let defects = self.defects(i / 2);
            let offsets = (0..128u64).filter(|offset| defects.all() >> offset & 1 == 1);
            let defect = |offset: u64| Defect { offset, plus: defects.plus >> offset & 1 == 1 };
            let times = self.walk(i / 2).map_or(1, |walk| walk.times);
            (times, Parts::Defects(offsets.map(defect).collect()))
        };
        let (half, place) = (u64::from(self.half), i as u64 + 1);
        RowStructure { half, place, column: self.start, least, over, multiplier, parts }
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
            place = match (self.walk(j), &level.holes) {
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

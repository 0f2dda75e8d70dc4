//! Values of a row at columns however far out.
//!
//! What is needed is known a stretch before the column: the rows of single heaps from their periods
//! ([`chain`](super::chain)), the rests of few coins from their joint period ([`joint`](super::joint)),
//! and every other row from "unknown", when the rows below it are known for long enough that its
//! registers become one ([`synchronise`](super::synchronise)). No period of theirs is needed.

use std::ops::Range;

use super::chain::Single;
use super::closure::Closure;
use super::periodic;
use super::setting::{RowError, Setting, Values};
use super::settle::{Settled, settle};
use super::singles::Singles;
use super::stretch::Stretch;
use super::synchronise::{Left, synchronise};
use super::walk::{CHUNK, Walk, Word};
use super::{Obstacle, Proved};
use crate::row::Status;
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, Progress, Silent, Step, Task};

/// Every row of a closure, ready to tell its values far out.
pub(super) struct Far {
    setting: Setting,
    closure: Closure,
    singles: Singles,
    /// The rests of few coins, and the place from which they repeat.
    few: Closure,
    settled: Settled<u128>,
    /// What is known of them.
    known: Vec<Status>,
    /// For each row how many fixed points it has in all, where it is known that there are no more.
    fixed: Vec<Option<u64>>,
}

/// The rests of so few coins of a closure that one joint period of them takes at most about this many rows
/// and columns.
fn few(
    setting: &Setting,
    closure: &Closure,
    singles: &[Option<Single>],
    steps: u64,
    limits: &Budget,
) -> Result<Closure, RowError> {
    let count = |coins: u64| closure.rests().iter().filter(|r| r.coins() <= coins.into()).count();
    let mut most = 0;
    let mut period = Some(1);
    for coins in 0..=closure.most_coins() {
        let single = closure.number(&Position::new([coins])).map(|_| singles.get(coins as usize));
        period = match single {
            Some(Some(Some(row))) => period.and_then(|period| periodic::lcm(period, row.period)),
            Some(_) => None,
            None => period,
        };
        if period.is_none_or(|period| period.saturating_mul(count(coins) as u64) > steps) {
            break;
        }
        most = coins;
    }
    let few: Vec<Position> =
        closure.rests().iter().filter(|rest| rest.coins() <= most.into()).cloned().collect();
    Closure::below(setting, &few, limits)
}

impl Far {
    /// Makes the rows of a closure ready. The rests of few coins are walked jointly as long as one joint
    /// period takes at most about `steps` rows and columns.
    ///
    /// # Errors
    /// If they do not come back within the limits.
    pub(super) fn new(
        setting: Setting,
        closure: Closure,
        steps: u64,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Far, RowError> {
        let singles = Singles::find(&setting, closure.largest_single(), limits, progress)?;
        let few = few(&setting, &closure, singles.walked(), steps, limits)?;
        let hint = (super::run::hint(singles.walked(), &few), 64 * steps);
        let (settled, known) = settle(&setting, &few, hint, limits, progress)?;
        let mut far = Far { setting, closure, singles, few, settled, known, fixed: Vec::new() };
        far.fixed = far.fixed_points(limits)?;
        Ok(far)
    }

    /// For each row how many fixed points it has, where a row below it is the identity from some
    /// column on, so that there are none beyond.
    fn fixed_points(&self, limits: &Budget) -> Result<Vec<Option<u64>>, RowError> {
        let identity_from = |number: usize| {
            let few = self.few.number(&self.closure.rests()[number])?;
            match &self.known[few] {
                Status::Proved(proved) if (proved.period, proved.offsets) == (1, Some((0, 0))) => {
                    Some(proved.preperiod)
                }
                _ => None,
            }
        };
        let from = |row: usize| {
            let inputs = self.closure.inputs[row].iter();
            let here = inputs.filter(|input| input.ahead == 0 && input.shift == 0);
            here.filter_map(|input| identity_from(input.row)).min()
        };
        let ends: Vec<Option<u64>> = (0..self.closure.rests().len()).map(from).collect();
        let last = ends.iter().flatten().max().copied().unwrap_or(0);
        let mut walk = Walk::<u128>::new((&self.setting, &self.closure));
        let mut fixed = vec![0; ends.len()];
        while walk.place < last as i64 {
            limits.check(walk.place.max(0) as u64)?;
            walk.advance((&self.setting, &self.closure), CHUNK);
            for (row, fixed) in fixed.iter_mut().enumerate() {
                let Some(end) = ends[row] else { continue };
                let done = walk.done(row);
                let first = walk.column(row) - done.len() as u64;
                let before = (first..end).zip(done);
                *fixed += before.filter(|(_, word)| **word == u128::MIDDLE).count() as u64;
            }
        }
        Ok(ends.iter().zip(fixed).map(|(end, fixed)| end.map(|_| fixed)).collect())
    }

    /// What is proved of the row of a single heap.
    pub(super) fn single(&self, heap: u64) -> Option<Proved> {
        self.singles.proved(heap)
    }

    /// What is known of a rest of few coins.
    pub(super) fn known_few(&self, rest: &Position) -> Option<&Status> {
        self.few.number(rest).map(|few| &self.known[few])
    }

    /// How many fixed points a row has in all, where it is known that there are no more.
    pub(super) fn fixed(&self, row: usize) -> Option<u64> {
        self.fixed[row]
    }

    /// The offsets of all rows on a stretch in which `wanted` are known at all of `columns`.
    pub(super) fn stretch(
        &self,
        wanted: &[usize],
        columns: Range<u64>,
        limits: &Budget,
    ) -> Result<Stretch, RowError> {
        // The first column at which everything is regular and the few rests repeat.
        let first = self.settled.place();
        let mut before = 1 << 10;
        loop {
            let start = columns.start.saturating_sub(before).max(first);
            let (stretch, open) = self.try_stretch(start, columns.end, limits)?;
            let wanting = wanted.iter().find(|&&row| stretch.from[row] > columns.start);
            match wanting {
                None => return Ok(stretch),
                Some(&row) if before > LONGEST || start == first => {
                    let why = match open {
                        Some(below) if below != row => {
                            Obstacle::Below(self.closure.rests()[below].clone())
                        }
                        _ => Obstacle::Apart,
                    };
                    return Err(RowError::unknown(&self.closure.rests()[row], why));
                }
                Some(_) => before *= 4,
            }
        }
    }

    /// All rows from `start` on as far as they become known, and the first that does not.
    fn try_stretch(
        &self,
        start: u64,
        end: u64,
        limits: &Budget,
    ) -> Result<(Stretch, Option<usize>), RowError> {
        let rows = self.closure.rests().len();
        // Rows below must be known as far ahead as the rest has coins.
        let width = (end - start + 2 * self.closure.most_coins() + 1) as usize;
        limits.foresee(rows as u64, rows as u128 * width as u128)?;
        let mut stretch = Stretch::new(&self.closure, start, width)?;
        self.fill_few(&mut stretch, limits)?;
        let mut open = None;
        for row in 0..rows {
            limits.watch(&Silent, Step::of(Task::Columns, row as u64, rows as u64))?;
            if stretch.from[row] < u64::MAX {
                continue;
            }
            if !self.fill(&mut stretch, row) && open.is_none() {
                open = Some(row);
            }
        }
        Ok((stretch, open))
    }

    /// The rests of few coins: from the place where they settled to the place that looks the same.
    fn fill_few(&self, stretch: &mut Stretch, limits: &Budget) -> Result<(), RowError> {
        let mut walk = self.settled.at((&self.setting, &self.few), stretch.start, limits)?;
        let shift = stretch.start as i64 - walk.place;
        let numbers: Vec<usize> = self
            .few
            .rests()
            .iter()
            .map(|rest| self.closure.number(rest).expect("a few of them"))
            .collect();
        for (few, &row) in numbers.iter().enumerate() {
            stretch.from[row] = (walk.place + shift + walk.lead[few]) as u64;
        }
        let end = stretch.start + stretch.width as u64;
        while ((walk.place + shift) as u64) < end {
            walk.advance((&self.setting, &self.few), CHUNK);
            for (few, &row) in numbers.iter().enumerate() {
                let done = walk.done(few);
                let first = (walk.place + shift + walk.lead[few]) as u64 - done.len() as u64;
                for (column, word) in (first..end).zip(done) {
                    stretch.set(row, column, word.offset() as i8);
                }
            }
        }
        Ok(())
    }

    /// Fills one row in, if it becomes known.
    fn fill(&self, stretch: &mut Stretch, row: usize) -> bool {
        let rest = &self.closure.rests()[row];
        let end = stretch.start + stretch.width as u64;
        if let &[heap] = rest.heaps() {
            for column in stretch.start..end {
                let Some(offset) = self.singles.offset(heap, column) else { return false };
                stretch.set(row, column, offset as i8);
            }
            stretch.from[row] = stretch.start;
            return true;
        }
        if self.setting.values() == Values::Grundy {
            return false;
        }
        let inputs = &self.closure.inputs[row];
        if inputs.iter().any(|input| stretch.from[input.row] == u64::MAX) {
            return false;
        }
        let known =
            inputs.iter().map(|input| stretch.from[input.row].saturating_add_signed(-input.ahead));
        let from =
            known.max().unwrap_or(stretch.start).max(stretch.start + self.setting.most_taken());
        // Rows below reach as far ahead as the rest has coins.
        let last = end - rest.coins() as u64;
        let reach = self.setting.reach(rest) as u64;
        let masks = (from..last).map(|column| stretch.mask(inputs, column));
        let fixed = self.fixed[row];
        let Some((took, left)) = synchronise(masks, reach, fixed.is_some()) else { return false };
        let mut column = from + took;
        let mut register = match (left, fixed) {
            (Left::One(register), _) => register,
            (Left::Two(registers), Some(fixed)) => registers[((column - fixed % 2) % 2) as usize],
            (Left::Two(_), None) => return false,
        };
        stretch.from[row] = column + reach;
        while column < last {
            if register & 1 == 0 {
                let above = (stretch.mask(inputs, column) >> 64) as u64;
                let offset = (register | above).trailing_ones();
                stretch.set(row, column, offset as i8);
                if column + u64::from(offset) < end {
                    stretch.set(row, column + u64::from(offset), -(offset as i8));
                }
                if offset > 0 {
                    register |= 1 << offset;
                }
            }
            register >>= 1;
            column += 1;
        }
        true
    }
}

/// The longest stretch before a column on which rows are to become known.
const LONGEST: u64 = 1 << 16;

//! Periods by recurrence: all rows of a closure walked until they stand as they stood before.
//!
//! **Joint criterion.** Let all rows of a closure be regular at place S. If the window of R and the
//! last columns of R that others can see are the same at S and at S + p, and so for every row below R,
//! then f(R, c + p) = f(R, c) + p from there on. *Proof.* The step is a function of windows and
//! histories, so by induction the rows do the same for ever. The window is two-sided (which values
//! around the column are used, and all below it are), so it decides the value of each column, whether
//! its partner lies before or behind. ∎
//!
//! **Least period.** A row is a permutation, so the window at a column is the set of values that the
//! columns from there on leave out. So if d is a period from S on, the window is the same at S and
//! S + d. In one walk of the joint period the rows are compared with S at each of its divisors d: by
//! the criterion they repeat with d, or by their window they don't. Where the window is the same and a row
//! below is not, one period is written down and looked at.
//!
//! **Least preperiod.** Let P be a multiple of the period p, and let the row repeat from S on. Then
//! f(R, c + p) = f(R,c) + p for all c ≥ s exactly if f(R, c + P) = f(R,c) + P for all c ≥ s: where
//! c + p ≥ S both sides say the same of c, and so on downwards from S in steps of p. So all rows are
//! walked once more from column 0 beside themselves P columns later, and for each the last
//! difference is kept.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::marker::PhantomData;

use super::closure::Closure;
use super::periodic;
use super::report::{Obstacle, Proof, Proved, Status};
use super::setting::{RestError, Setting};
use super::walk::{CHUNK, Of, Walk, Word};
use crate::base::budget::{Budget, Progress, Step, Task, reserve};

/// Recurrence is looked for from this place on, and from places twice as far each.
const FIRST_PLACE: u64 = 1 << 12;
/// From each place so many multiples of the hint are tried, or so many columns if that is more.
const ROUNDS: u64 = 12;
const SHORT: u64 = 1 << 14;

/// Finds the periods of a closure whose rows may come back at multiples of `hint`, within about
/// `steps` rows and columns.
pub(super) fn find(
    setting: &Setting,
    closure: &Closure,
    (hint, steps): (u64, u64),
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Status>, RestError> {
    let narrow = Joint::<u64> { setting, closure, limits, progress, word: PhantomData };
    match narrow.find(hint, steps)? {
        Some(found) => Ok(found),
        None => {
            let wide = Joint::<u128> { setting, closure, limits, progress, word: PhantomData };
            Ok(wide.find(hint, steps)?.expect("wide words suffice"))
        }
    }
}

/// A walk at a place from which on all its rows repeat.
pub(super) struct Settled<W> {
    walk: Walk<W>,
    multiple: u64,
}

impl<W: Word> Settled<W> {
    /// The place.
    pub fn place(&self) -> u64 {
        self.walk.place as u64
    }

    /// The rows as they stand at a later place, at an earlier one that looks the same.
    pub fn at(&self, of: Of<'_>, place: u64, limits: &Budget) -> Result<Walk<W>, RestError> {
        let mut walk = self.walk.clone();
        let mut left = (place - self.place()) % self.multiple;
        while left > 0 {
            limits.check(walk.place as u64)?;
            let columns = left.min(CHUNK as u64);
            walk.advance(of, columns as usize);
            left -= columns;
        }
        Ok(walk)
    }
}

/// Walks a closure to a place from which on all its rows repeat.
pub(super) fn settle(
    setting: &Setting,
    closure: &Closure,
    (hint, steps): (u64, u64),
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<(Settled<u128>, Vec<Status>), RestError> {
    let joint = Joint::<u128> { setting, closure, limits, progress, word: PhantomData };
    let home = joint.home(hint, steps)?.expect("wide words suffice");
    let all = home.multiples.iter().zip(closure.rests());
    let multiple = all.clone().try_fold(1, |all, (&one, _)| periodic::lcm(all, one?));
    match multiple {
        Some(multiple) => {
            let known = joint.finish(&home)?.expect("wide words suffice");
            Ok((Settled { walk: home.walk, multiple }, known))
        }
        None => {
            let open = all.clone().find(|(known, _)| known.is_none()).map(|(_, rest)| rest.clone());
            let rest = open.unwrap_or_default();
            Err(RestError::Unknown { rest: rest.into(), why: Obstacle::Columns })
        }
    }
}

struct Joint<'a, W> {
    setting: &'a Setting,
    closure: &'a Closure,
    limits: &'a Budget,
    progress: &'a dyn Progress,
    word: PhantomData<W>,
}

/// The walk at a place to which it may come back, and a multiple of the period of the rows that have.
struct Home<W> {
    walk: Walk<W>,
    multiples: Vec<Option<u64>>,
}

impl<W: Word> Joint<'_, W> {
    /// `None` if the words are too narrow.
    fn find(&self, hint: u64, steps: u64) -> Result<Option<Vec<Status>>, RestError> {
        match self.home(hint, steps)? {
            Some(home) => self.finish(&home),
            None => Ok(None),
        }
    }

    /// The least periods and preperiods of the rows that have come back.
    fn finish(&self, home: &Home<W>) -> Result<Option<Vec<Status>>, RestError> {
        let multiple = home.multiples.iter().flatten().max().copied();
        let Some(multiple) = multiple else {
            return Ok(Some(vec![Status::Unknown(Obstacle::Columns); home.multiples.len()]));
        };
        // Multiples of the hint that are not multiples of each other are rare; together they are small.
        let multiple =
            home.multiples.iter().flatten().try_fold(multiple, |all, &one| periodic::lcm(all, one));
        let multiple = multiple.ok_or(RestError::stopped(0))?;
        let Some(mut census) = self.census(home, multiple)? else { return Ok(None) };
        self.write_out(home, &mut census)?;
        let preperiods = self.preperiods(home, multiple)?;
        let rows = home.multiples.iter().enumerate().map(|(row, known)| {
            let Some(columns) = *known else { return Status::Unknown(Obstacle::Columns) };
            let seen = &census[row];
            let period = seen.period;
            Status::Proved(Proved {
                preperiod: preperiods[row],
                period,
                fixed: Some(
                    (u128::from(seen.fixed) * u128::from(period) / u128::from(multiple)) as u64,
                ),
                offsets: Some((seen.used.offset() as i8, seen.used.highest() as i8)),
                proof: Proof::Recurrence { column: home.walk.column(row), columns },
            })
        });
        Ok(Some(rows.collect()))
    }

    /// Walks until every row has come back.
    ///
    /// The places from which rows may come back are tried in one walk: at each the walk is remembered,
    /// and compared with when it has gone on by multiples of the hint.
    fn home(&self, hint: u64, steps: u64) -> Result<Option<Home<W>>, RestError> {
        let rows = self.closure.rests().len();
        let last = steps / rows as u64;
        let mut walk = Walk::<W>::new((self.setting, self.closure));
        let first = FIRST_PLACE.max(walk.regular() as u64);
        let mut homes: Vec<Home<W>> = Vec::new();
        let mut open = BinaryHeap::from([Reverse((first, 0, 0))]);
        while let Some(Reverse((place, home, round))) = open.pop() {
            if place > last {
                break;
            }
            self.advance(&mut walk, place, |_| Ok(()))?;
            if !walk.sound() {
                return Ok(None);
            }
            if round == 0 {
                homes.push(Home { walk: walk.clone(), multiples: vec![None; rows] });
                let bytes =
                    (homes.len() as u64 + 3) * Walk::<W>::bytes((self.setting, self.closure));
                self.limits.foresee(rows as u64, bytes.into())?;
                open.push(Reverse((place.saturating_mul(2), home + 1, 0)));
            } else if self.compare(&mut homes[home], &walk, round * hint) {
                return Ok(Some(homes.swap_remove(home)));
            }
            if round < ROUNDS || (round + 1).saturating_mul(hint) < SHORT {
                open.push(Reverse((place.saturating_add(hint), home, round + 1)));
            }
        }
        // Some rows are still open; the place at which the fewest are tells most.
        let known = |home: &Home<W>| home.multiples.iter().flatten().count();
        let best = homes.into_iter().max_by_key(known);
        Ok(Some(best.unwrap_or_else(|| Home { walk, multiples: vec![None; rows] })))
    }

    /// The rows that stand as in another walk, and so does all they rest on.
    fn back(&self, walk: &Walk<W>, home: &Walk<W>) -> Vec<bool> {
        let mut back = vec![false; self.closure.rests().len()];
        for row in 0..back.len() {
            let below = self.closure.inputs[row].iter().all(|input| back[input.row]);
            back[row] = below && walk.same_window(home, row) && walk.same_history(home, row);
        }
        back
    }

    /// Takes note of the rows that stand as they stood so many columns ago; whether all have now.
    fn compare(&self, home: &mut Home<W>, walk: &Walk<W>, columns: u64) -> bool {
        let back = self.back(walk, &home.walk);
        for (known, _) in
            home.multiples.iter_mut().zip(back).filter(|(known, back)| known.is_none() && *back)
        {
            *known = Some(columns);
        }
        !home.multiples.contains(&None)
    }

    /// Advances to a place, looking at the clock now and then.
    fn advance(
        &self,
        walk: &mut Walk<W>,
        place: u64,
        mut seen: impl FnMut(&Walk<W>) -> Result<(), RestError>,
    ) -> Result<(), RestError> {
        let mut chunks = 0u64;
        while walk.place < place as i64 {
            if chunks.is_multiple_of(16) {
                let done = walk.place.max(0) as u64;
                self.limits.watch(self.progress, Step::new(Task::Columns, done))?;
            }
            chunks += 1;
            let columns = (place as i64 - walk.place).min(CHUNK as i64);
            walk.advance((self.setting, self.closure), columns as usize);
            seen(walk)?;
        }
        Ok(())
    }

    /// Walks one joint period and compares at each divisor of it.
    fn census(&self, home: &Home<W>, multiple: u64) -> Result<Option<Vec<Seen<W>>>, RestError> {
        let known = home.multiples.iter().map(|known| known.unwrap_or(1));
        let mut census: Vec<Seen<W>> = known
            .map(|period| Seen { used: W::NONE, fixed: 0, period, perhaps: Vec::new() })
            .collect();
        let place = home.walk.place as u64;
        let mut walk = home.walk.clone();
        for divisor in periodic::divisors(multiple) {
            self.advance(&mut walk, place + divisor, |walk| {
                for (row, seen) in census.iter_mut().enumerate() {
                    for &word in walk.done(row) {
                        seen.used |= word;
                        seen.fixed += u64::from(word == W::MIDDLE);
                    }
                }
                Ok(())
            })?;
            let back = self.back(&walk, &home.walk);
            for (row, (seen, back)) in census.iter_mut().zip(back).enumerate() {
                let Some(columns) = home.multiples[row] else { continue };
                // Divisors come in order, so the first that is a period is the least.
                if divisor < seen.period && columns.is_multiple_of(divisor) {
                    if back {
                        seen.period = divisor;
                    } else if walk.same_window(&home.walk, row) {
                        seen.perhaps.push(divisor);
                    }
                }
            }
        }
        for seen in &mut census {
            seen.perhaps
                .retain(|&divisor| divisor < seen.period && seen.period.is_multiple_of(divisor));
        }
        Ok(walk.sound().then_some(census))
    }

    /// Writes one period down of each row that may have a shorter one, as many as fit the memory, and
    /// looks.
    fn write_out(&self, home: &Home<W>, census: &mut [Seen<W>]) -> Result<(), RestError> {
        let mut open: Vec<usize> =
            (0..census.len()).filter(|&row| !census[row].perhaps.is_empty()).collect();
        while !open.is_empty() {
            let (mut bytes, mut longest) = (0u64, 0);
            let fits = |&&row: &&usize| {
                let first = bytes == 0;
                bytes += census[row].period;
                longest = longest.max(census[row].period);
                first || bytes <= self.limits.memory / 2
            };
            let rows: Vec<usize> = open.iter().take_while(fits).copied().collect();
            open.drain(..rows.len());
            self.limits.foresee(rows.len() as u64, bytes.into())?;
            let mut tables: Vec<Vec<i8>> = vec![Vec::new(); rows.len()];
            let mut walk = home.walk.clone();
            self.advance(&mut walk, home.walk.place as u64 + longest, |walk| {
                for (table, &row) in tables.iter_mut().zip(&rows) {
                    let more = CHUNK.min(census[row].period as usize - table.len());
                    reserve(table, more)?;
                    table.extend(walk.done(row).iter().take(more).map(|word| word.offset() as i8));
                }
                Ok(())
            })?;
            for (table, row) in tables.iter().zip(rows) {
                census[row].period = periodic::least_period(table);
            }
        }
        Ok(())
    }

    /// The least preperiod of each row that comes back after `multiple` columns.
    fn preperiods(&self, home: &Home<W>, multiple: u64) -> Result<Vec<u64>, RestError> {
        let mut walk = Walk::<W>::new((self.setting, self.closure));
        let (start, place) = (walk.place, home.walk.place);
        // The same rows a multiple of the period later, not before the place from which they repeat.
        let shift = ((place - start) as u64).next_multiple_of(multiple) as i64;
        let mut later = home.walk.clone();
        self.advance(&mut later, (start + shift) as u64, |_| Ok(()))?;
        let mut preperiods = vec![0; home.multiples.len()];
        while walk.place < place {
            let to = (walk.place + CHUNK as i64).min(place);
            self.advance_to(&mut walk, to)?;
            self.advance_to(&mut later, to + shift)?;
            for (row, preperiod) in preperiods.iter_mut().enumerate() {
                let done = walk.done(row);
                let same = later.done(row);
                let same = &same[same.len() - done.len()..];
                if let Some(last) = (0..done.len()).rev().find(|&i| done[i] != same[i]) {
                    *preperiod = walk.column(row) - (done.len() - 1 - last) as u64;
                }
            }
        }
        Ok(preperiods)
    }

    fn advance_to(&self, walk: &mut Walk<W>, place: i64) -> Result<(), RestError> {
        if walk.place / 4096 != place / 4096 {
            let done = place.max(0) as u64;
            self.limits.watch(self.progress, Step::new(Task::Columns, done))?;
        }
        walk.advance((self.setting, self.closure), (place - walk.place) as usize);
        Ok(())
    }
}

/// What the walk of one joint period has seen of a row.
struct Seen<W> {
    used: W,
    fixed: u64,
    period: u64,
    /// Divisors of it that are periods for all that its windows tell.
    perhaps: Vec<u64>,
}

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
use std::ops::ControlFlow;

use super::closure::Closure;
use super::periodic;
use super::setting::{RowError, Setting};
use super::walk::{CHUNK, Of, Walk, Word};
use crate::row::{Obstacle, Proof, Proved, Status};
use amalgam_core::base::budget::{Budget, Progress, Step, Task, reserve};

/// Recurrence is looked for from this place on, and from places twice as far each.
const FIRST_PLACE: u64 = 1 << 12;
/// From each place this many multiples of the hint are tried, or this many columns if that is more.
const ROUNDS: u64 = 12;
const SHORT: u64 = 1 << 14;

/// At most about this many rows and columns lie between two looks at the clock.
const WATCHED: u64 = 1 << 20;

/// A search for the periods of a closure whose rows may come back at multiples of `hint`, within about
/// `steps` rows and columns. What it has found so far it keeps when it is stopped.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Search {
    pub hint: u64,
    pub steps: u64,
    pub stage: Width,
}

/// Narrow words are tried first.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) enum Width {
    Narrow(Stage<u64>),
    Wide(Stage<u128>),
}

/// How far a search has come.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) enum Stage<W> {
    /// It looks for a place to which the rows come back.
    Places(Places<W>),
    /// It looks for divisors of a period, and counts.
    Census(Census<W>),
    /// It compares the beginning with itself a multiple of the period later.
    Beginning(Beginning<W>),
    /// Nothing is left to be done.
    Done(Vec<Status>),
}

/// The places that were tried, in one walk: at each the walk is remembered, and compared with when it
/// has gone on by multiples of the hint.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Places<W> {
    pub walk: Walk<W>,
    pub homes: Vec<Home<W>>,
    /// The places to look at next, each with the number of the home it belongs to and of the round.
    pub open: BinaryHeap<Reverse<(u64, usize, u64)>>,
}

/// One joint period from a home on.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Census<W> {
    pub home: Home<W>,
    pub multiple: u64,
    pub walk: Walk<W>,
    pub seen: Vec<Seen<W>>,
}

/// The beginning beside what a multiple of the period later is.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Beginning<W> {
    pub census: Census<W>,
    pub later: Walk<W>,
    pub preperiods: Vec<u64>,
}

impl Search {
    pub fn new(of: Of<'_>, hint: u64, steps: u64) -> Search {
        let stage = Width::Narrow(Stage::Places(Places::new(of)));
        Search { hint, steps, stage }
    }

    /// Goes on to the end, or until a bound is met.
    pub fn advance(
        &mut self,
        (setting, closure): Of<'_>,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Vec<Status>, RowError> {
        let bounds = (self.hint, self.steps);
        if let Width::Narrow(stage) = &mut self.stage {
            let narrow = Joint::<u64> { setting, closure, limits, progress, word: PhantomData };
            match narrow.advance(stage, bounds)? {
                Some(found) => return Ok(found),
                None => {
                    let places = Places::new((setting, closure));
                    self.stage = Width::Wide(Stage::Places(places));
                }
            }
        }
        let Width::Wide(stage) = &mut self.stage else { unreachable!("it was made wide") };
        let wide = Joint::<u128> { setting, closure, limits, progress, word: PhantomData };
        Ok(wide.advance(stage, bounds)?.expect("wide words suffice"))
    }
}

impl<W: Word> Places<W> {
    pub fn new(of: Of<'_>) -> Places<W> {
        let walk = Walk::<W>::new(of);
        let first = FIRST_PLACE.max(walk.regular() as u64);
        Places { walk, homes: Vec::new(), open: BinaryHeap::from([Reverse((first, 0, 0))]) }
    }
}

/// A closure whose rows are walked together, within limits.
pub(super) struct Joint<'a, W> {
    pub setting: &'a Setting,
    pub closure: &'a Closure,
    pub limits: &'a Budget,
    pub progress: &'a dyn Progress,
    pub word: PhantomData<W>,
}

/// The walk at a place to which it may come back, and a multiple of the period of the rows that have.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub(super) struct Home<W> {
    pub walk: Walk<W>,
    pub multiples: Vec<Option<u64>>,
}

impl<W: Word> Joint<'_, W> {
    /// Goes on to the end; `None` if the words are too narrow. If a bound is met the stage is one to go
    /// on from.
    pub fn advance(
        &self,
        stage: &mut Stage<W>,
        bounds: (u64, u64),
    ) -> Result<Option<Vec<Status>>, RowError> {
        loop {
            *stage = match stage {
                Stage::Places(places) => match self.home(places, bounds)? {
                    Some(home) => self.after(home)?,
                    None => return Ok(None),
                },
                Stage::Census(census) => {
                    self.census(census)?;
                    if !census.walk.sound() {
                        return Ok(None);
                    }
                    // What is written down is not kept: a pause here would begin it again, for ever.
                    let progress = &Unpaused(self.progress);
                    Joint { progress, ..*self }.write_out(census)?;
                    let (home, multiple) = (census.home.clone(), census.multiple);
                    let preperiods = vec![0; home.multiples.len()];
                    let (later, walk) =
                        (home.walk.clone(), Walk::new((self.setting, self.closure)));
                    let census =
                        Census { home, multiple, walk, seen: std::mem::take(&mut census.seen) };
                    Stage::Beginning(Beginning { census, later, preperiods })
                }
                Stage::Beginning(beginning) => {
                    self.beginning(beginning)?;
                    Stage::Done(told(beginning))
                }
                Stage::Done(found) => return Ok(Some(found.clone())),
            }
        }
    }

    /// What comes after the place to which rows come back is found.
    pub fn after(&self, home: Home<W>) -> Result<Stage<W>, RowError> {
        if home.multiples.iter().all(Option::is_none) {
            return Ok(Stage::Done(vec![Status::unknown(Obstacle::Columns); home.multiples.len()]));
        }
        // Multiples of the hint that are not multiples of each other are rare; together they are small.
        let multiple =
            home.multiples.iter().flatten().try_fold(1, |all, &one| periodic::lcm(all, one));
        let multiple = multiple.ok_or(RowError::stopped(0))?;
        let seen = |known: &Option<u64>| Seen {
            used: W::NONE,
            fixed: 0,
            period: known.unwrap_or(1),
            perhaps: Vec::new(),
        };
        let (walk, seen) = (home.walk.clone(), home.multiples.iter().map(seen).collect());
        Ok(Stage::Census(Census { home, multiple, walk, seen }))
    }

    /// Walks until every row has come back; `None` if the words are too narrow.
    pub fn home(
        &self,
        Places { walk, homes, open }: &mut Places<W>,
        (hint, steps): (u64, u64),
    ) -> Result<Option<Home<W>>, RowError> {
        let rows = self.closure.rests().len();
        let last = steps / rows as u64;
        while let Some(&Reverse((place, home, round))) = open.peek() {
            if place > last {
                break;
            }
            self.advance_to(walk, place as i64, |_| Ok(()))?;
            if !walk.sound() {
                return Ok(None);
            }
            let walk_bytes = Walk::<W>::bytes((self.setting, self.closure));
            let bytes = (homes.len() as u128 + 4) * u128::from(walk_bytes);
            self.limits.foresee(rows as u64, u128::from(self.closure.bytes()) + bytes)?;
            open.pop();
            if round == 0 {
                homes.push(Home { walk: walk.clone(), multiples: vec![None; rows] });
                open.push(Reverse((place.saturating_mul(2), home + 1, 0)));
            } else if self.compare(&mut homes[home], walk, round * hint) {
                return Ok(Some(homes.swap_remove(home)));
            }
            if round < ROUNDS || (round + 1).saturating_mul(hint) < SHORT {
                open.push(Reverse((place.saturating_add(hint), home, round + 1)));
            }
        }
        // Some rows are still open; the place at which the fewest are tells most.
        let known = |home: &Home<W>| home.multiples.iter().flatten().count();
        let best = std::mem::take(homes).into_iter().max_by_key(known);
        let none = || Home { walk: walk.clone(), multiples: vec![None; rows] };
        Ok(Some(best.unwrap_or_else(none)))
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

    /// Takes note of the rows that stand as they stood this many columns ago; whether all have now.
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
    fn advance_to(
        &self,
        walk: &mut Walk<W>,
        place: i64,
        mut seen: impl FnMut(&Walk<W>) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        let mut unwatched = u64::MAX;
        while walk.place < place {
            let columns = self.stride(walk, place, &mut unwatched)?;
            walk.advance((self.setting, self.closure), columns);
            seen(walk)?;
        }
        Ok(())
    }

    /// How many columns to walk next, so that the clock is looked at often enough. `unwatched` counts
    /// the rows and columns since the last look.
    fn stride(&self, walk: &Walk<W>, to: i64, unwatched: &mut u64) -> Result<usize, RowError> {
        let rows = self.closure.rests().len() as u64;
        if *unwatched >= WATCHED.min(16 * CHUNK as u64 * rows) {
            *unwatched = 0;
            self.watch(walk)?;
        }
        let columns = (WATCHED / rows).clamp(1, CHUNK as u64).min((to - walk.place) as u64);
        *unwatched += rows * columns;
        Ok(columns as usize)
    }

    fn watch(&self, walk: &Walk<W>) -> Result<(), RowError> {
        let step = Step::new(Task::Columns, walk.place.max(0) as u64);
        Ok(self.limits.watch(self.progress, step)?)
    }

    /// Walks one joint period and compares at each divisor of it.
    fn census(&self, census: &mut Census<W>) -> Result<(), RowError> {
        let Census { home, multiple, walk, seen } = census;
        let place = home.walk.place;
        // Where it was stopped, the divisors up to there have been compared.
        let done = walk.place;
        let divisors = periodic::divisors(*multiple).into_iter();
        for divisor in divisors.filter(|&divisor| place + divisor as i64 > done) {
            self.advance_to(walk, place + divisor as i64, |walk| {
                for (row, seen) in seen.iter_mut().enumerate() {
                    for &word in walk.done(row) {
                        seen.used |= word;
                        seen.fixed += u64::from(word == W::MIDDLE);
                    }
                }
                Ok(())
            })?;
            let back = self.back(walk, &home.walk);
            for (row, (seen, back)) in seen.iter_mut().zip(back).enumerate() {
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
        for seen in seen {
            seen.perhaps
                .retain(|&divisor| divisor < seen.period && seen.period.is_multiple_of(divisor));
        }
        Ok(())
    }

    /// Writes one period down of each row that may have a shorter one, as many as fit the memory, and
    /// looks.
    fn write_out(&self, census: &mut Census<W>) -> Result<(), RowError> {
        let Census { home, seen: census, .. } = census;
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
            self.advance_to(&mut walk, home.walk.place + longest as i64, |walk| {
                for (table, &row) in tables.iter_mut().zip(&rows) {
                    let more = CHUNK.min(census[row].period as usize - table.len());
                    reserve(table, more)?;
                    table.extend(walk.done(row).iter().take(more).map(|word| word.offset() as i8));
                }
                Ok(())
            })?;
            for (table, row) in tables.iter().zip(rows) {
                census[row].period = periodic::least_period(table);
                census[row].perhaps.clear();
            }
        }
        Ok(())
    }

    /// The least preperiod of each row that comes back.
    fn beginning(&self, beginning: &mut Beginning<W>) -> Result<(), RowError> {
        let Beginning { census, later, preperiods } = beginning;
        let Census { home, multiple, walk, .. } = census;
        let (start, place) = (Walk::<W>::new((self.setting, self.closure)).place, home.walk.place);
        // The same rows a multiple of the period later, not before the place from which they repeat.
        let shift = ((place - start) as u64).next_multiple_of(*multiple) as i64;
        self.advance_to(later, start + shift, |_| Ok(()))?;
        let mut unwatched = u64::MAX;
        while walk.place < place {
            let columns = self.stride(walk, place, &mut unwatched)?;
            walk.advance((self.setting, self.closure), columns);
            later.advance((self.setting, self.closure), columns);
            for (row, preperiod) in preperiods.iter_mut().enumerate() {
                let done = walk.done(row);
                let same = later.done(row);
                let same = &same[same.len() - done.len()..];
                if let Some(last) = (0..done.len()).rev().find(|&i| done[i] != same[i]) {
                    *preperiod = walk.column(row) - (done.len() - 1 - last) as u64;
                }
            }
        }
        Ok(())
    }
}

/// Tells what is done, and does not stop; the limits still do.
struct Unpaused<'a>(&'a dyn Progress);

impl Progress for Unpaused<'_> {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        let _ = self.0.tick(step);
        ControlFlow::Continue(())
    }
}

/// What is known of each row in the end.
fn told<W: Word>(beginning: &Beginning<W>) -> Vec<Status> {
    let Beginning { census: Census { home, multiple, seen, .. }, preperiods, .. } = beginning;
    let rows = home.multiples.iter().enumerate().map(|(row, known)| {
        let Some(columns) = *known else { return Status::unknown(Obstacle::Columns) };
        let Seen { used, fixed, period, .. } = &seen[row];
        let fixed = u128::from(*fixed) * u128::from(*period) / u128::from(*multiple);
        Status::from(Proved {
            preperiod: preperiods[row],
            period: *period,
            fixed: Some(fixed as u64),
            offsets: Some((used.offset(), used.highest())),
            mask: None,
            proof: Proof::Recurrence { column: home.walk.column(row), columns },
        })
    });
    rows.collect()
}

/// What the walk of one joint period has seen of a row.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Seen<W> {
    pub used: W,
    pub fixed: u64,
    pub period: u64,
    /// Divisors of it that are periods for all that its windows tell.
    pub perhaps: Vec<u64>,
}

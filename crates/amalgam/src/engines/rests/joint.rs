//! Periods by recurrence: all rows of a closure walked until they stand as they stood before.
//!
//! **Joint criterion.** Let all rows of a closure be regular at place S. If the window of R and the
//! last columns of R that others can see are the same at S and at S + p, and so for every row below R,
//! then f(R, c + p) = f(R, c) + p from there on. *Proof.* The step is a function of windows and
//! histories, so by induction the rows do the same for ever. The window is two-sided (which values
//! around the column are used, and all below it are), so it decides the value of each column, whether
//! its partner lies before or behind. ∎
//!
//! Then one period of each row is written down, and least period and preperiod are read off: see
//! [`periodic`].

use super::closure::Closure;
use super::periodic;
use super::report::{Obstacle, Proof, Proved, Status};
use super::setting::{RestError, Setting};
use super::walk::{CHUNK, Walk};
use crate::base::budget::{Budget, Progress, Step, Task, reserve};

/// What the joint walk has found: a place from which the rows repeat, for each how often.
pub(super) struct Recurrence<'a> {
    /// The walk at that place.
    pub walk: Walk<'a>,
    /// A period of each row, `None` where none was found.
    pub periods: Vec<Option<u64>>,
    /// The offsets of each row before that place.
    pub early: Vec<Vec<i8>>,
}

/// The first place at which recurrence is looked for, and by how much it moves on where it fails.
const FIRST_PLACE: u64 = 1 << 12;
const LATER: u64 = 4;
/// A place is given up when the rows have not come back after so many multiples of the hint, or so
/// many columns if that is more.
const ROUNDS: u64 = 12;
const SHORT: u64 = 1 << 14;

/// Walks a closure until every row has come back at a multiple of `hint`, or about `steps` rows and
/// columns are done.
pub(super) fn recurrence<'a>(
    setting: &'a Setting,
    closure: &'a Closure,
    hint: u64,
    steps: u64,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Recurrence<'a>, RestError> {
    let rows = closure.rests().len();
    let mut walk = Walk::new(setting, closure);
    let mut early = vec![Vec::new(); rows];
    let mut place = FIRST_PLACE.max(walk.regular() as u64);
    let mut left = steps / rows as u64;
    let watch = |done: u64| limits.watch(progress, Step::new(Task::Columns, done));
    loop {
        let bytes = (rows as u64).saturating_mul(place);
        limits.foresee(rows as u64, u128::from(bytes))?;
        advance(&mut walk, place, &watch, |walk| {
            for (row, early) in early.iter_mut().enumerate() {
                reserve(early, CHUNK)?;
                early.extend(walk.offsets(row));
            }
            Ok(())
        })?;
        let home = walk.clone();
        let mut periods = vec![None; rows];
        let mut round = 0;
        while periods.contains(&None) && (round < ROUNDS || round * hint < SHORT) && left >= hint {
            round += 1;
            left -= hint;
            advance(&mut walk, place + round * hint, &watch, |_| Ok(()))?;
            let mut back = vec![false; rows];
            for row in 0..rows {
                let below = closure.inputs[row].iter().all(|input| back[input.row]);
                back[row] = below && walk.same(&home, row);
                if back[row] && periods[row].is_none() {
                    periods[row] = Some(round * hint);
                }
            }
        }
        let open = periods.contains(&None);
        if !open || left < hint.max(place * (LATER - 1)) {
            return Ok(Recurrence { walk: home, periods, early });
        }
        // The rows may repeat only later.
        walk = home;
        left -= place * (LATER - 1);
        place *= LATER;
    }
}

/// Advances to a place, looking at the clock now and then.
fn advance(
    walk: &mut Walk<'_>,
    place: u64,
    watch: &impl Fn(u64) -> Result<(), crate::LimitReached>,
    mut seen: impl FnMut(&Walk<'_>) -> Result<(), RestError>,
) -> Result<(), RestError> {
    let mut chunks = 0u64;
    while walk.place < place as i64 {
        if chunks.is_multiple_of(16) {
            watch(walk.place.max(0) as u64)?;
        }
        chunks += 1;
        let columns = (place as i64 - walk.place).min(CHUNK as i64);
        walk.advance(columns as usize);
        seen(walk)?;
    }
    Ok(())
}

/// Reads the least periods and preperiods off one written-out period of each row, as many rows at a
/// time as fit the memory.
pub(super) fn report(
    closure: &Closure,
    found: &Recurrence<'_>,
    limits: &Budget,
    progress: &dyn Progress,
    mut each: impl FnMut(usize, Status, &[i8]),
) -> Result<(), RestError> {
    let rows = closure.rests().len();
    let home = found.walk.place;
    let watch = |done: u64| limits.watch(progress, Step::new(Task::Columns, done));
    let mut next = 0;
    while next < rows {
        let (first, mut bytes, mut longest) = (next, 0u64, 0);
        while next < rows {
            let period = found.periods[next].unwrap_or(0);
            bytes = bytes.saturating_add(period);
            if bytes > limits.memory / 2 && next > first {
                break;
            }
            longest = longest.max(period);
            next += 1;
        }
        limits.foresee(rows as u64, bytes.into())?;
        let mut tables: Vec<Vec<i8>> = vec![Vec::new(); next - first];
        let mut walk = found.walk.clone();
        advance(&mut walk, home as u64 + longest, &watch, |walk| {
            for (table, row) in tables.iter_mut().zip(first..) {
                let period = found.periods[row].unwrap_or(0) as usize;
                let more = CHUNK.min(period - table.len());
                reserve(table, more)?;
                table.extend(walk.offsets(row).take(more));
            }
            Ok(())
        })?;
        for (table, row) in tables.into_iter().zip(first..) {
            if found.periods[row].is_none() {
                each(row, Status::Unknown(Obstacle::Columns), &[]);
                continue;
            }
            let period = periodic::least_period(&table);
            let from = (home + found.walk.lead[row]) as u64;
            let (mut offsets, early) = (found.early[row].clone(), from);
            offsets.extend_from_slice(&table[..period as usize]);
            let preperiod = periodic::least_start(&offsets, early, period);
            offsets.truncate((preperiod + period) as usize);
            let once = &offsets[preperiod as usize..];
            let proved = Proved {
                preperiod,
                period,
                fixed: once.iter().filter(|&&offset| offset == 0).count() as u64,
                offsets: once.iter().min().copied().zip(once.iter().max().copied()),
                proof: Proof::Recurrence { column: from, columns: found.periods[row].unwrap_or(0) },
            };
            each(row, Status::Proved(proved), &offsets);
        }
    }
    Ok(())
}

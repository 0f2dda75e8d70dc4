//! What work may use, which bound it met, and how it tells where it is.
//!
//! Every engine is given a [`Budget`] and stops with [`LimitReached`] when a bound of it is met;
//! nothing is claimed then. The clock and the stop flag are looked at in one place,
//! [`Budget::check`], every few thousand steps.

use crate::base::fault::{Classified, Fault};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

/// Bounds on a piece of work.
///
/// ```
/// use amalgam::{Budget, Play, Position, engines::search};
/// use std::time::Duration;
/// let rules = "take any, merge".parse()?;
/// let budget = Budget { memory: 1 << 20, ..Budget::default() }.with_time(Duration::from_secs(5));
/// let start = Position::new([300, 400, 500]);
/// assert!(search::explore_heaps(&rules, &start, Play::Normal, &budget).is_err());
/// # Ok::<(), amalgam::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    /// Bytes that tables may take.
    pub memory: u64,
    /// Positions that may be looked at.
    pub positions: u64,
    /// Looks at options that may be taken, in words of memory: what bounds work on few positions that
    /// have many options each.
    pub looks: u64,
    /// A row of three heaps whose cycle is not found within this many columns is given up.
    pub max_columns: u64,
    /// How many threads may work; those at hand, usually one for each core, if it is not said. No
    /// answer depends on it.
    pub threads: Option<NonZeroUsize>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Work stops soon after this becomes true.
    pub stop: Option<Arc<AtomicBool>>,
    /// Where work is added up, in the unit of `Cost::Entries`: positions, table
    /// entries and looks at options.
    pub counter: Option<Arc<AtomicU64>>,
}

/// No more threads than this are started for each core.
const THREADS_A_CORE: usize = 4;

impl Default for Budget {
    /// Two gibibytes, all cores, and no bound on time.
    fn default() -> Budget {
        Budget {
            memory: 2 << 30,
            positions: u64::MAX,
            looks: u64::MAX,
            max_columns: 1 << 33,
            threads: None,
            deadline: None,
            stop: None,
            counter: None,
        }
    }
}

impl Budget {
    /// A budget of this many bytes, all cores, and no bound on time.
    pub fn of_memory(memory: u64) -> Budget {
        Budget { memory, ..Budget::default() }
    }

    /// The same budget with at most this many positions.
    #[must_use]
    pub fn with_positions(&self, positions: u64) -> Budget {
        Budget { positions: positions.min(self.positions), ..self.clone() }
    }

    /// The same budget with a deadline so far from now.
    #[must_use]
    pub fn with_time(&self, time: Duration) -> Budget {
        Budget { deadline: Instant::now().checked_add(time), ..self.clone() }
    }

    /// How many threads may work. Many more than there are cores only wait for each other, so no more are
    /// started than a few for each core.
    pub fn thread_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        match self.threads {
            Some(threads) => threads.get().min((THREADS_A_CORE * cores()).max(8)),
            None => rayon::current_num_threads(),
        }
    }

    /// Does work that splits itself between threads on as many as there may be. Work that is part of
    /// such work shares its threads.
    ///
    /// # Errors
    /// [`LimitReached`] if the machine has not this many.
    pub fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, LimitReached> {
        let at_hand = |count| {
            rayon::current_thread_index().is_some() && rayon::current_num_threads() == count
        };
        let asked = self.threads.map(|_| self.thread_count());
        let Some(count) = asked.filter(|&count| !at_hand(count)) else {
            return Ok(work());
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        let pool = pool.map_err(|_| LimitReached::new(Limit::Threads(count), 0))?;
        Ok(pool.install(work))
    }

    /// The time alone, for work whose memory is already counted.
    pub fn only_time(&self) -> Budget {
        Budget { memory: u64::MAX, positions: u64::MAX, looks: u64::MAX, ..self.clone() }
    }

    /// The bound on time that is met by now, if one is.
    #[must_use]
    pub fn met(&self) -> Option<Limit> {
        if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(Limit::Stopped);
        }
        self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| Limit::Time)
    }

    /// Fails if the time is over, with how many positions were done by then.
    ///
    /// # Errors
    /// [`LimitReached`] if it is.
    pub fn check(&self, done: u64) -> Result<(), LimitReached> {
        self.met().map_or(Ok(()), |limit| Err(LimitReached::new(limit, done)))
    }

    /// Says where a long job is and looks at the clock: the one place where it can be stopped.
    ///
    /// # Errors
    /// [`LimitReached`] if the time is over, or `progress` says stop.
    pub fn watch(&self, progress: &dyn Progress, step: Step) -> Result<(), LimitReached> {
        match progress.tick(step) {
            ControlFlow::Continue(()) => self.check(step.done),
            ControlFlow::Break(()) => Err(LimitReached::new(Limit::Stopped, step.done)),
        }
    }

    /// Adds work to the [counter](Budget::counter), if there is one.
    pub fn count(&self, entries: u64) {
        if let Some(counter) = &self.counter {
            counter.fetch_add(entries, Ordering::Relaxed);
        }
    }

    /// The bound on time that made work stop after this many positions.
    pub fn over(&self, done: u64) -> LimitReached {
        LimitReached::new(self.met().unwrap_or(Limit::Time), done)
    }

    /// Fails if a table of this many positions, which takes this many bytes in all, is too large.
    pub fn foresee(&self, positions: u64, bytes: u128) -> Result<(), LimitReached> {
        if bytes > u128::from(self.memory) {
            let room = u128::from(positions) * u128::from(self.memory) / bytes;
            let reached = LimitReached::new(Limit::Memory(self.memory), 0);
            return Err(LimitReached { room: room as u64, ..reached });
        }
        match positions > self.positions {
            true => Err(LimitReached::new(Limit::Positions(self.positions), 0)),
            false => Ok(()),
        }
    }
}

/// Where a long job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is being done.
    pub task: Task,
    /// How much of it is done.
    pub done: u64,
    /// How much there is, where that is known.
    pub total: Option<u64>,
}

impl Step {
    /// A step of a task of which it is not known how long it is.
    pub fn new(task: Task, done: u64) -> Step {
        Step { task, done, total: None }
    }

    /// A step of a task of known length.
    pub fn of(task: Task, done: u64, total: u64) -> Step {
        Step { task, done, total: Some(total) }
    }
}

/// What a long job is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Looking for cover rows, column by column.
    Covers,
    /// Looking for the period of this row, column by column.
    Row(u64),
    /// Walking many rows side by side, column by column.
    Columns,
    /// Filling a table, entry by entry.
    Table,
    /// Looking at positions one by one.
    Positions,
    /// Valuing single heaps, one by one.
    Heaps,
    /// Deciding the positions of this many coins, those of fewer coins being done.
    Layer(usize),
    /// Taking the positions of this many coins from an earlier run.
    Restored(usize),
    /// Surveying the game of a series that has this parameter.
    Member(u64),
    /// Taking the steps of a proof that is checked.
    Steps,
    /// Checking the claims of the ledger, the last of which was this one.
    Claim(&'static str),
}

/// Watches a long job. Several threads may call at once, each every few milliseconds.
pub trait Progress: Sync {
    /// Takes note of `step`; `Break` stops the job at the next point where it can.
    fn tick(&self, step: Step) -> ControlFlow<()>;
}

impl<F: Fn(Step) -> ControlFlow<()> + Sync> Progress for F {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        self(step)
    }
}

/// Watches nothing and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn tick(&self, _: Step) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a small piece of this many bytes really takes: allocators round up, and keep its size.
#[inline]
pub fn allocated(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16) }
}

/// A table of zeros, if the machine has room for it.
///
/// The room is asked for first and given back, since only `vec!` gets pages from the machine that
/// are zero already: a large table then costs nothing where it is never looked at.
pub fn zeros<T: Clone + Default>(len: usize) -> Result<Vec<T>, LimitReached> {
    reserved::<T>(len)?;
    Ok(vec![T::default(); len])
}

/// An empty list with room for this many entries, if the machine has it.
pub fn reserved<T>(len: usize) -> Result<Vec<T>, LimitReached> {
    let mut list = Vec::new();
    reserve(&mut list, len)?;
    Ok(list)
}

/// Room for this many entries more, if the machine has it.
#[inline]
pub fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), LimitReached> {
    let done = list.len() as u64;
    list.try_reserve(more).map_err(|_| LimitReached::new(Limit::Machine, done))
}

/// A bound was met before the answer was found. Nothing is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{limit} after {done} {of}{unit}", of = of_up_to(.needed))]
pub struct LimitReached {
    /// Which bound.
    pub limit: Limit,
    /// How far the work had come.
    pub done: u64,
    /// How many the bound lets in: those that were done, or more where that is known beforehand.
    pub room: u64,
    /// How many would have to be done at most, where that is known.
    pub needed: Option<u64>,
    /// What was counted: "positions", or "heaps" where heaps are valued one by one.
    pub unit: &'static str,
}

fn of_up_to(needed: &Option<u64>) -> String {
    needed.map_or_else(String::new, |needed| format!("of up to {needed} "))
}

impl Classified for LimitReached {
    fn fault(&self) -> Fault {
        Fault::Limit
    }
}

impl LimitReached {
    /// The same with the bound of a whole budget, of which a share was met.
    pub fn of_all(self, budget: &Budget) -> LimitReached {
        match self.limit {
            Limit::Memory(_) => LimitReached { limit: Limit::Memory(budget.memory), ..self },
            _ => self,
        }
    }

    /// The bound was met after this many positions.
    #[cold]
    pub fn new(limit: Limit, done: u64) -> LimitReached {
        LimitReached { limit, done, room: done, needed: None, unit: "positions" }
    }
}

/// The bound that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Bytes of memory.
    Memory(u64),
    /// The machine has no more memory, whatever the bound.
    Machine,
    /// Number of positions.
    Positions(u64),
    /// Looks at options.
    Looks(u64),
    /// Items of a list.
    Listed(u64),
    /// The machine has not this many threads.
    Threads(usize),
    /// The deadline.
    Time,
    /// Somebody asked to stop.
    Stopped,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Limit::Memory(bytes) => {
                write!(f, "the memory bound of {} MiB was reached", bytes >> 20)
            }
            Limit::Machine => f.write_str("the memory of the machine was used up"),
            Limit::Positions(n) => write!(f, "the bound of {n} positions was reached"),
            Limit::Looks(n) => write!(f, "the bound of {n} looks at options was reached"),
            Limit::Listed(n) => write!(f, "the bound of {n} listed items was reached"),
            Limit::Threads(count) => write!(f, "the machine has not {count} threads"),
            Limit::Time => f.write_str("the time bound was reached"),
            Limit::Stopped => f.write_str("stopped"),
        }
    }
}

/// Counts positions, bytes and work against a budget.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    positions: u64,
    /// The count at which the bounds are looked at again.
    next: u64,
    /// How many positions lie between two looks.
    stride: u64,
    /// Work besides positions since the last look at the clock.
    work: usize,
    /// Work before that.
    looks: u64,
    bytes: u64,
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        let looks = self.looks.saturating_add(self.work as u64) / WORDS_AN_ENTRY;
        self.budget.count(self.positions.saturating_add(looks));
    }
}

/// About as many words are looked at with the options of a position that has eight.
const WORDS_AN_ENTRY: u64 = 64;

/// So much work, in words of memory looked at, lies between two looks at the clock.
const WORK: usize = 1 << 18;

impl<'a> Meter<'a> {
    /// A meter for positions each of which costs about so much work.
    pub fn new(budget: &'a Budget, work: usize) -> Meter<'a> {
        let stride = (WORK / work.max(1)).clamp(1, 4096) as u64;
        Meter { budget, positions: 0, next: 0, stride, work: 0, looks: 0, bytes: 0 }
    }

    /// Counts one more position.
    ///
    /// # Errors
    /// [`LimitReached`] if a bound is met.
    #[inline]
    pub fn count(&mut self) -> Result<(), LimitReached> {
        if self.positions >= self.next {
            self.look()?;
        }
        self.positions += 1;
        Ok(())
    }

    /// Counts more positions, each of which costs so much work.
    ///
    /// # Errors
    /// [`LimitReached`] if a bound is met.
    #[inline]
    pub fn count_all(&mut self, positions: usize, work: usize) -> Result<(), LimitReached> {
        self.positions += positions as u64;
        self.work(positions * work)
    }

    /// Counts work that belongs to no new position.
    ///
    /// # Errors
    /// [`LimitReached`] if a bound is met.
    #[inline]
    pub fn work(&mut self, steps: usize) -> Result<(), LimitReached> {
        self.work += steps;
        if self.work < WORK {
            return Ok(());
        }
        self.look_at_work()
    }

    #[cold]
    fn look_at_work(&mut self) -> Result<(), LimitReached> {
        self.looks = self.looks.saturating_add(self.work as u64);
        self.work = 0;
        match self.looks > self.budget.looks {
            true => Err(self.reached(Limit::Looks(self.budget.looks))),
            false => self.budget.check(self.positions),
        }
    }

    /// Counts bytes that are taken from now on.
    ///
    /// # Errors
    /// [`LimitReached`] if a bound is met.
    #[inline]
    pub fn take(&mut self, bytes: usize) -> Result<(), LimitReached> {
        self.bytes = self.bytes.saturating_add(bytes as u64);
        match self.bytes > self.budget.memory {
            true => Err(self.reached(Limit::Memory(self.budget.memory))),
            false => Ok(()),
        }
    }

    /// Room for one more entry, if the bounds and the machine have it. A list keeps the room it once had, so
    /// the room is counted and not the entries. It grows by a sixteenth, not to twice its size.
    ///
    /// # Errors
    /// [`LimitReached`] if there is none.
    #[inline]
    pub fn reserve_one<T>(&mut self, list: &mut Vec<T>) -> Result<(), LimitReached> {
        match list.len() < list.capacity() {
            true => Ok(()),
            false => self.grow(list),
        }
    }

    #[cold]
    fn grow<T>(&mut self, list: &mut Vec<T>) -> Result<(), LimitReached> {
        let before = list.capacity();
        let more = before / 16 + 64;
        self.take(more * size_of::<T>())?;
        list.try_reserve_exact(more).map_err(|_| self.reached(Limit::Machine))
    }

    /// The bytes that are taken now.
    pub fn taken(&self) -> u64 {
        self.bytes
    }

    /// Counts bytes that are free again.
    #[inline]
    pub fn give_back(&mut self, bytes: usize) {
        self.bytes -= bytes as u64;
    }

    #[cold]
    fn look(&mut self) -> Result<(), LimitReached> {
        if self.positions >= self.budget.positions {
            return Err(self.reached(Limit::Positions(self.budget.positions)));
        }
        self.next = (self.positions + self.stride).min(self.budget.positions);
        self.budget.check(self.positions)
    }

    /// The bound that was met, with how far the work had come.
    #[cold]
    pub fn reached(&self, limit: Limit) -> LimitReached {
        LimitReached::new(limit, self.positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_finds_the_threads_it_is_given_and_parts_of_it_share_them() {
        let on = |threads| Budget { threads: NonZeroUsize::new(threads), ..Budget::default() };
        let names = || {
            let id = || std::thread::current().id();
            (rayon::current_num_threads(), on(3).on_threads(id).unwrap() == id())
        };
        assert_eq!(on(3).on_threads(names).unwrap(), (3, true));
        assert_eq!(on(2).on_threads(names).unwrap(), (2, false));
        assert_eq!(on(1).on_threads(rayon::current_num_threads).unwrap(), 1);
        assert_eq!(on(7).thread_count(), 7);
        let here = std::thread::current().id();
        assert_eq!(Budget::default().on_threads(|| std::thread::current().id()).unwrap(), here);
    }
}

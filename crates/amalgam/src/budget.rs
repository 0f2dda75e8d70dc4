//! How much memory and time a search may take.

use std::time::{Duration, Instant};

use thiserror::Error;

/// Bounds on a search.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes that tables may take.
    pub memory: u64,
    /// Positions that may be looked at.
    pub positions: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
}

impl Default for Limits {
    /// A gibibyte, and no bound on time.
    fn default() -> Limits {
        Limits { memory: 1 << 30, positions: u64::MAX, deadline: None }
    }
}

impl Limits {
    /// The same limits with at most so many positions.
    pub fn with_positions(&self, positions: u64) -> Limits {
        Limits { positions: positions.min(self.positions), ..self.clone() }
    }

    /// The deadline alone, for work whose memory is already counted.
    pub(crate) fn only_time(&self) -> Limits {
        Limits { memory: u64::MAX, positions: u64::MAX, deadline: self.deadline }
    }

    /// The same limits with a deadline so far from now.
    pub fn with_time(&self, time: Duration) -> Limits {
        Limits { deadline: Instant::now().checked_add(time), ..self.clone() }
    }
}

/// A bound was met before the answer was found. Nothing is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{limit} after {positions} {unit}")]
pub struct LimitReached {
    /// Which bound.
    pub limit: Limit,
    /// How many positions had been looked at.
    pub positions: u64,
    /// How many positions the bound on memory lets in.
    pub room: u64,
    /// What was counted: "positions", or "heaps" where heaps are valued one by one.
    pub unit: &'static str,
}

/// The bound that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Bytes of memory.
    Memory(u64),
    /// Number of positions.
    Positions(u64),
    /// The deadline.
    Time,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Limit::Memory(bytes) => {
                write!(f, "the memory bound of {} MiB was reached", bytes >> 20)
            }
            Limit::Positions(n) => write!(f, "the bound of {n} positions was reached"),
            Limit::Time => f.write_str("the time bound was reached"),
        }
    }
}

/// Counts positions against the limits.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    room: u64,
    positions: u64,
    /// Positions that wait to be looked at; they take memory too.
    held: u64,
}

impl<'a> Meter<'a> {
    /// A meter for tables that take `bytes` a position, growth included.
    pub(crate) fn new(limits: &'a Limits, bytes: usize) -> Meter<'a> {
        let room = limits.memory / bytes.max(1) as u64;
        Meter { limits, room, positions: 0, held: 0 }
    }

    /// Counts one more position.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), LimitReached> {
        if self.positions + self.held >= self.room || self.positions >= self.limits.positions {
            self.foresee(1)?;
        }
        self.positions += 1;
        if self.positions.is_multiple_of(4096) {
            self.check_time()?;
        }
        Ok(())
    }

    /// Fails if so many positions more than those counted cannot all be let in.
    pub(crate) fn foresee(&self, more: usize) -> Result<(), LimitReached> {
        let total = self.positions + more as u64;
        if total + self.held > self.room {
            return Err(self.error(Limit::Memory(self.limits.memory)));
        }
        if total > self.limits.positions {
            return Err(self.error(Limit::Positions(self.limits.positions)));
        }
        if more % 4096 == 4095 { self.check_time() } else { Ok(()) }
    }

    /// So many positions more wait to be looked at.
    #[inline]
    pub(crate) fn hold(&mut self, more: usize) -> Result<(), LimitReached> {
        self.held += more as u64;
        if self.positions + self.held > self.room { self.foresee(0) } else { Ok(()) }
    }

    /// So many positions no longer wait.
    #[inline]
    pub(crate) fn release(&mut self, fewer: usize) {
        self.held -= fewer as u64;
    }

    pub(crate) fn check_time(&self) -> Result<(), LimitReached> {
        match self.limits.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(self.error(Limit::Time)),
            _ => Ok(()),
        }
    }

    #[cold]
    fn error(&self, limit: Limit) -> LimitReached {
        LimitReached { limit, positions: self.positions, room: self.room, unit: "positions" }
    }
}

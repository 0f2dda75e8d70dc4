//! Work that takes long: its state is kept now and then, so that the same question goes on from there.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use amalgam::Budget;
use amalgam::base::budget::{Limit, LimitReached, Progress, Step};

use crate::{Host, Problem};

/// A run whose state can be kept as bytes.
pub trait Kept: Sized {
    /// What it finds.
    type Found;

    /// Goes on until it is finished or a bound is met; it can go on after that.
    ///
    /// # Errors
    /// Which bound was met, or what else went wrong.
    fn advance(&mut self, limits: &Budget, progress: &dyn Progress) -> Result<Self::Found, Stop>;

    /// Its state.
    fn to_bytes(&self) -> Vec<u8>;

    /// Whether a finished run is kept too, so that the same question is instant next time.
    const WORTH_KEEPING: bool = false;

    /// Whether it is worth keeping: whether it could go on from here.
    fn goes_on(&self) -> bool {
        true
    }
}

/// Why a run stopped before its end.
#[derive(Debug)]
pub enum Stop {
    /// A bound was met, or somebody asked to stop.
    Limit(LimitReached),
    /// There is no answer.
    Problem(Problem),
}

impl<E: Into<Problem>> From<E> for Stop {
    fn from(error: E) -> Stop {
        Stop::Problem(error.into())
    }
}

/// How often the state of a run is kept.
const EVERY: Duration = Duration::from_secs(10);

/// Tells progress, and asks for a pause now and then.
struct Pausing<'a> {
    progress: &'a dyn Progress,
    /// Since when, and whether the run was stopped by its caller and not for a pause.
    since: Mutex<(Instant, bool)>,
    pauses: bool,
}

impl Progress for Pausing<'_> {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        let Ok(mut since) = self.since.lock() else { return ControlFlow::Continue(()) };
        since.1 = self.progress.tick(step).is_break();
        match since.1 || (self.pauses && since.0.elapsed() >= EVERY) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Host<'_> {
    /// Finishes a run. What an interrupted run of this name has left is taken up, unless `fresh` says not to.
    pub(crate) fn finish<R: Kept>(
        &self,
        name: &str,
        fresh: bool,
        new: impl FnOnce() -> Result<R, Problem>,
        read: impl FnOnce(&[u8]) -> Result<R, String>,
    ) -> Result<(R, R::Found), Problem> {
        let kept = if fresh { None } else { self.door.kept(name) };
        let restored = kept.and_then(|bytes| match read(&bytes) {
            Ok(run) => Some(run),
            Err(why) => {
                self.door.damaged(name, &why);
                None
            }
        });
        let mut saved = restored.is_some();
        let mut run = restored.map_or_else(new, Ok)?;
        loop {
            let pauses = self.door.keeps() && run.goes_on();
            let since = Mutex::new((Instant::now(), false));
            let progress = Pausing { progress: self.progress, since, pauses };
            let reached = match run.advance(&self.limits, &progress) {
                Ok(found) => {
                    match saved {
                        true if R::WORTH_KEEPING => self.door.keep(name, &run.to_bytes()),
                        true => self.door.forget(name),
                        false => {}
                    }
                    return Ok((run, found));
                }
                Err(Stop::Problem(problem)) => return Err(problem),
                Err(Stop::Limit(reached)) => reached,
            };
            if run.goes_on() {
                self.door.keep(name, &run.to_bytes());
                saved = true;
            }
            let stopped = progress.since.into_inner().is_ok_and(|(_, stopped)| stopped);
            let met = self.limits.met();
            if reached.limit != Limit::Stopped || stopped || met.is_some() {
                return Err(match met.unwrap_or(reached.limit) {
                    Limit::Stopped if run.goes_on() && self.door.keeps() => {
                        Problem::interrupted("interrupted; the same question goes on from here")
                    }
                    limit => LimitReached { limit, ..reached }.into(),
                });
            }
        }
    }
}

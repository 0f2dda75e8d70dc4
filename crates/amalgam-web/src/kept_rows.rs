//! A cache of rows. A long search continues after the page is sent.
//!
//! A page waits for a search as long as one computation may take. After that the search continues on its
//! own thread, one search at a time, in slices. Whoever reloads the page sees the progress and can stop
//! the search. Pictures and pages read the same reports, so no row is searched for twice.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use amalgam::Budget;
use amalgam::base::budget::Silent;
use amalgam::engines::rows::{Memory, Row, RowError, Rows};
use amalgam::engines::three::rows::{Advance, Run};
use amalgam::games::rules::Family;

/// After each slice the rows found so far can be seen.
const SLICE: Duration = Duration::from_millis(500);

/// A search that nobody stops ends after this time.
const LONGEST: Duration = Duration::from_secs(15 * 60);

/// The rows of every game that was asked about.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptRows {
    state: Arc<Mutex<State>>,
    /// Rows that are proved, for pages, pictures and the API alike.
    store: Arc<Memory>,
}

#[derive(Debug, Default)]
struct State {
    found: HashMap<Family, Vec<Row>>,
    running: Option<Running>,
}

/// A running search.
#[derive(Clone, Debug)]
struct Running {
    family: Family,
    to: u64,
    began: Instant,
    stop: Arc<AtomicBool>,
}

/// What is known of the rows up to some row.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Row by row.
    pub(crate) reports: Vec<Row>,
    /// How long the search has been running, if it is.
    pub(crate) since: Option<Duration>,
}

impl KeptRows {
    /// The rows up to `to`. It waits for them until the deadline of `limits`; a search that is not done by
    /// then continues.
    ///
    /// # Errors
    /// If there is no such search.
    pub(crate) fn find(&self, family: Family, to: u64, limits: &Budget) -> Result<Found, RowError> {
        loop {
            let found = self.look(family, to, limits.memory)?;
            if found.since.is_none() || limits.met().is_some() {
                return Ok(found);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Rows, found within limits or before.
    pub(crate) fn rows<'a>(&'a self, limits: &'a Budget) -> Rows<'a> {
        Rows { store: Some(&*self.store), limits, progress: &Silent }
    }

    /// Where rows are kept.
    pub(crate) fn store(&self) -> &Memory {
        &self.store
    }

    /// Stops the current search.
    pub(crate) fn stop(&self) {
        if let Some(running) = &self.state().running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets the rows of a game if some are unknown, so that the next page searches again.
    pub(crate) fn again(&self, family: Family) {
        let mut state = self.state();
        let whole = |known: &Vec<Row>| known.iter().all(|report| report.proved().is_some());
        if state.found.get(&family).is_some_and(|known| !whole(known)) {
            state.found.remove(&family);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known now. Starts a search for the rest.
    fn look(&self, family: Family, to: u64, memory: u64) -> Result<Found, RowError> {
        let mut state = self.state();
        if state.found.get(&family).is_none_or(|known| (known.len() as u64) < to)
            && let Some(run) = self.rows(&Budget::default()).kept_run(family)
            && run.to() >= to
        {
            state.found.insert(family, run.report());
        }
        let known = state.found.get(&family).filter(|known| known.len() as u64 >= to);
        let reports = match known {
            Some(known) => known[..to as usize].to_vec(),
            None => Run::new(family, to)?.report(),
        };
        let running = state.running.as_ref().filter(|of| of.family == family && of.to >= to);
        if let Some(running) = running {
            let done = reports.iter().all(|report| report.proved().is_some());
            let since = (!done).then(|| running.began.elapsed());
            return Ok(Found { reports, since });
        }
        if known.is_some() {
            return Ok(Found { reports, since: None });
        }
        // Another search has to stop: somebody asks for other rows now.
        if let Some(other) = &state.running {
            other.stop.store(true, Ordering::Relaxed);
            return Ok(Found { reports, since: Some(Duration::ZERO) });
        }
        let run = Run::new(family, to)?;
        let stop = Arc::new(AtomicBool::new(false));
        let kept = self.clone();
        let work = Arc::clone(&stop);
        let thread = std::thread::Builder::new().name("amalgam-rows".into());
        if thread.spawn(move || kept.search(run, memory, &work)).is_ok() {
            state.running = Some(Running { family, to, began: Instant::now(), stop });
        }
        Ok(Found { reports, since: Some(Duration::ZERO) })
    }

    fn search(&self, mut run: Run, memory: u64, stop: &Arc<AtomicBool>) {
        let end = Instant::now() + LONGEST;
        let one = NonZeroUsize::new(1);
        loop {
            let limits =
                Budget { memory, threads: one, stop: Some(Arc::clone(stop)), ..Budget::default() };
            let advanced = run.advance(&limits.with_time(SLICE), &Silent);
            let over = !matches!(advanced, Ok(Advance::Paused))
                || stop.load(Ordering::Relaxed)
                || Instant::now() >= end;
            if over {
                self.rows(&limits).keep_run(&run);
            }
            let mut state = self.state();
            state.found.insert(run.family(), run.report());
            if over {
                state.running = None;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(time: Duration) -> Budget {
        Budget { memory: 64 << 20, ..Budget::default() }.with_time(time)
    }

    #[test]
    fn rows_are_found_once_and_kept() {
        let kept = KeptRows::default();
        let found = kept.find(Family::AMALGAMATION, 20, &within(Duration::from_secs(60))).unwrap();
        assert!(found.since.is_none());
        assert!(found.reports.iter().all(|report| report.proved().is_some()));
        // Without any time at all they are there.
        let again = kept.find(Family::AMALGAMATION, 12, &within(Duration::ZERO)).unwrap();
        assert_eq!(again.reports, found.reports[..12]);
        assert!(again.since.is_none());
    }

    #[test]
    fn a_search_goes_on_and_can_be_stopped() {
        let kept = KeptRows::default();
        // More than a moment's work.
        let found = kept.find(Family::AMALGAMATION, 90, &within(Duration::ZERO)).unwrap();
        assert_eq!(found.reports.len(), 90);
        assert!(found.since.is_some(), "it goes on");
        kept.stop();
        let end = Instant::now() + Duration::from_secs(60);
        while kept.state().running.is_some() {
            assert!(Instant::now() < end, "it was not stopped");
            std::thread::sleep(Duration::from_millis(10));
        }
        // What it found is kept, and nothing is begun again by looking.
        assert!(
            kept.find(Family::AMALGAMATION, 90, &within(Duration::ZERO)).unwrap().since.is_none()
        );
    }
}

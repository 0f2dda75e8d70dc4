//! Where the library works while Python goes on.
//!
//! Short work is done at once. Long work is done on threads of its own with the interpreter released; the
//! caller wakes twenty times a second to let signals through and to tell of progress, so that Ctrl-C
//! stops the work through its budget. Python's own signal handlers run in the main thread alone, which is
//! why the work is done elsewhere and not the watching.
//!
//! The threads are made for a question and end with it, which costs a fraction of a millisecond. Threads
//! that outlive a question would keep other questions waiting, and a process that was forked would wait
//! for ever: it has none of its parent's.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use amalgam::Budget;
use amalgam::base::budget::{Progress, Step};
use amalgam_ask::doing;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::bounds::Bounds;
use crate::failure::Failure;

/// How often the caller looks up.
const TICK: Duration = Duration::from_millis(50);

/// Work that is over sooner is not told of.
const PATIENCE: Duration = Duration::from_millis(500);

/// Does long work. It gets the budget with its stop flag, and somebody to tell its progress to.
pub(crate) fn long<T, E>(
    py: Python<'_>,
    bounds: Bounds,
    work: impl FnOnce(&Budget, &dyn Progress) -> Result<T, E> + Send,
) -> PyResult<T>
where
    T: Send,
    E: Into<Failure> + Send,
{
    let (budget, watch, mut told) = watched(bounds);
    let threads = threads(&budget).map_err(|failure| failure.raise(py))?;
    let waited = py.detach(|| {
        let (send, receive) = channel();
        threads.in_place_scope(|scope| {
            scope.spawn(|_| {
                let work = AssertUnwindSafe(|| work(&budget, &watch));
                // Whoever waits is told of a panic too; it is raised there.
                let _ = send.send(catch_unwind(work));
            });
            wait(&receive, &watch, &mut told, true)
        })
    });
    told.end(py, waited)
}

/// Does work that has no budget to be stopped by. When nobody waits for it any more it goes on alone
/// and its answer is dropped.
pub(crate) fn apart<T, E>(
    py: Python<'_>,
    bounds: Bounds,
    work: impl FnOnce(&Budget, &dyn Progress) -> Result<T, E> + Send + 'static,
) -> PyResult<T>
where
    T: Send + 'static,
    E: Into<Failure> + Send + 'static,
{
    let (budget, watch, mut told) = watched(bounds);
    let watch = Arc::new(watch);
    let waited = py.detach(|| {
        let (send, receive) = channel();
        let there = Arc::clone(&watch);
        std::thread::spawn(move || {
            let work = AssertUnwindSafe(|| work(&budget, &*there));
            let _ = send.send(catch_unwind(work));
        });
        wait(&receive, &watch, &mut told, false)
    });
    told.end(py, waited)
}

/// What came of the work, if it was waited for, and what was raised meanwhile.
type Waited<T, E> = (Option<std::thread::Result<Result<T, E>>>, Option<PyErr>);

/// Waits for the work, with an eye on signals. After one, only for work that can be stopped.
fn wait<T, E>(
    receive: &Receiver<std::thread::Result<Result<T, E>>>,
    watch: &Watch,
    told: &mut Told,
    stops: bool,
) -> Waited<T, E> {
    let mut raised = None;
    loop {
        match receive.recv_timeout(TICK) {
            Ok(found) => return (Some(found), raised),
            Err(RecvTimeoutError::Disconnected) => return (None, raised),
            Err(RecvTimeoutError::Timeout) if raised.is_some() => {}
            Err(RecvTimeoutError::Timeout) => {
                let look = |py: Python<'_>| {
                    py.check_signals()?;
                    told.tell(py, watch)
                };
                if let Err(error) = Python::attach(look) {
                    watch.stop.store(true, Ordering::Relaxed);
                    raised = Some(error);
                    if !stops {
                        return (None, raised);
                    }
                }
            }
        }
    }
}

fn watched(bounds: Bounds) -> (Budget, Watch, Told) {
    let Bounds { mut budget, progress } = bounds;
    let stop = Arc::new(AtomicBool::new(false));
    budget.stop = Some(Arc::clone(&stop));
    let watch = Watch { last: Mutex::new(None), stop };
    (budget, watch, Told { start: Instant::now(), asked: progress, watcher: None })
}

/// Threads for one question.
fn threads(budget: &Budget) -> Result<ThreadPool, Failure> {
    let count = budget.threads.map_or(0, NonZeroUsize::get);
    // Searches recurse a little deeper than the two megabytes of a thread like.
    let threads = ThreadPoolBuilder::new().num_threads(count).stack_size(16 << 20).build();
    threads.map_err(|_| Failure::limit("the machine has not so many threads", "ask for fewer"))
}

/// Where the work is, and whether it is to stop.
struct Watch {
    last: Mutex<Option<Step>>,
    stop: Arc<AtomicBool>,
}

impl Progress for Watch {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(step);
        match self.stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Who is told of progress: what `amalgam_nim._progress.watcher` makes of what the caller said.
struct Told {
    start: Instant,
    asked: Option<Py<PyAny>>,
    watcher: Option<Py<PyAny>>,
}

impl Told {
    fn tell(&mut self, py: Python<'_>, watch: &Watch) -> PyResult<()> {
        let step = *watch.last.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Step { task, done, total }) = step.filter(|_| self.start.elapsed() >= PATIENCE)
        else {
            return Ok(());
        };
        if self.watcher.is_none() {
            let module = py.import("amalgam_nim._progress")?;
            let watcher = module.call_method1("watcher", (self.asked.as_ref(),))?;
            self.watcher = Some(watcher.unbind());
        }
        match &self.watcher {
            Some(watcher) => watcher.call_method1(py, "tell", (doing(task), done, total)).map(drop),
            None => Ok(()),
        }
    }

    /// Closes the bar and gives the answer, unless something was raised.
    fn end<T, E: Into<Failure>>(self, py: Python<'_>, waited: Waited<T, E>) -> PyResult<T> {
        if let Some(watcher) = &self.watcher {
            // A bar that cannot be closed is no reason to lose the answer.
            let _ = watcher.call_method0(py, "close");
        }
        match waited {
            (_, Some(error)) => Err(error),
            (Some(Ok(found)), None) => found.map_err(|error| error.into().raise(py)),
            (Some(Err(panic)), None) => resume_unwind(panic),
            (None, None) => Err(Failure::broken("the work was given up").raise(py)),
        }
    }
}

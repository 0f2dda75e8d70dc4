//! Watching a long search: a progress line on a terminal, and Ctrl-C.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use amalgam::base::budget::{Progress, Step, Task};
use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// Set by Ctrl-C from the first look at it on; a second Ctrl-C ends the program at once.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| {
    let flag = Arc::new(AtomicBool::new(false));
    // In this order the first one finds the flag still unset. Without a handler Ctrl-C ends the
    // program, which is right as well.
    let _ = flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&flag))
        .and_then(|_| flag::register(SIGINT, Arc::clone(&flag)));
    flag
});

/// From here on Ctrl-C is noted instead of ending the program; a second one ends it at once.
pub(crate) fn listen() {
    LazyLock::force(&INTERRUPTED);
}

/// Whether Ctrl-C was pressed since [`listen`].
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Shows what a search does, and stops it at Ctrl-C or when it is time to save.
pub(crate) struct Watch {
    bar: ProgressBar,
    started: Instant,
    /// The search pauses when so much time has passed since the last pause.
    pause_after: Option<Duration>,
    resumed: Mutex<Instant>,
    /// When each row was first heard of: several run at once.
    rows: Mutex<BTreeMap<u64, (Instant, u64)>>,
}

impl Watch {
    /// A watch that asks for a pause now and then if `pause_after` says so. From here on Ctrl-C
    /// stops the search in an orderly way; a second Ctrl-C ends the program at once.
    pub(crate) fn new(pause_after: Option<Duration>) -> Watch {
        listen();
        let bar = match std::io::stderr().is_terminal() {
            true => ProgressBar::new_spinner(),
            false => ProgressBar::hidden(),
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        let now = Instant::now();
        Watch { bar, started: now, pause_after, resumed: now.into(), rows: Mutex::default() }
    }

    /// Starts the time to the next pause anew.
    pub(crate) fn resume(&self) {
        if let Ok(mut resumed) = self.resumed.lock() {
            *resumed = Instant::now();
        }
    }

    /// Clears the progress line.
    pub(crate) fn done(&self) {
        self.bar.finish_and_clear();
    }

    /// Columns a second since the row was first heard of.
    fn speed(&self, row: u64, columns: u64) -> f64 {
        let Ok(mut rows) = self.rows.lock() else { return 0.0 };
        let (since, first) = *rows.entry(row).or_insert((Instant::now(), columns));
        let seconds = since.elapsed().as_secs_f64();
        if seconds > 0.0 { columns.saturating_sub(first) as f64 / seconds } else { 0.0 }
    }

    fn pause_is_due(&self) -> bool {
        let since = self.resumed.lock().map(|resumed| resumed.elapsed()).unwrap_or_default();
        self.pause_after.is_some_and(|pause_after| since >= pause_after)
    }
}

impl Progress for Watch {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        let seconds = self.started.elapsed().as_secs_f64();
        if !self.bar.is_hidden() {
            let done = step.done;
            self.bar.set_message(match step.task {
                Task::Covers => format!(
                    "looking for covers: {done} columns, {:.1} million a second",
                    done as f64 / seconds / 1e6
                ),
                Task::Row(row) => format!(
                    "row {row}: {:.1} million columns, {:.0} million a second, {seconds:.0} s",
                    done as f64 / 1e6,
                    self.speed(row, done) / 1e6
                ),
                _ => format!("{done} done, {seconds:.0} s"),
            });
            self.bar.tick();
        }
        if interrupted() || self.pause_is_due() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// The bar of a job that tables facts and then looks at positions one by one.
pub(crate) struct DomainBar(ProgressBar);

impl DomainBar {
    pub(crate) fn new() -> DomainBar {
        let bar = ProgressBar::new(0);
        bar.enable_steady_tick(Duration::from_millis(120));
        DomainBar(bar)
    }

    pub(crate) fn done(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for DomainBar {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        let (what, template) = match (step.task, step.total) {
            (Task::Positions, Some(_)) => ("positions", "{pos}/{len} {msg} [{bar:30}] {elapsed}"),
            (Task::Positions, None) => ("positions", "{pos} {msg} {elapsed}"),
            _ => ("table entries", "{pos} {msg} {elapsed}"),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style);
        }
        self.0.set_length(step.total.unwrap_or(0));
        self.0.set_position(step.done);
        self.0.set_message(what);
        ControlFlow::Continue(())
    }
}

//! Watching a long search: a progress line on a terminal, and Ctrl-C.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use amalgam::engines::three::progress::{Progress, Step};
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
            self.bar.set_message(match step {
                Step::Covers { columns } => format!(
                    "looking for covers: {columns} columns, {:.1} million a second",
                    columns as f64 / seconds / 1e6
                ),
                Step::Row { row, columns } => format!(
                    "row {row}: {:.1} million columns, {:.0} million a second, {seconds:.0} s",
                    columns as f64 / 1e6,
                    self.speed(row, columns) / 1e6
                ),
            });
            self.bar.tick();
        }
        if interrupted() || self.pause_is_due() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

//! Watching a long job: a progress line on a terminal, and Ctrl-C.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use amalgam::base::budget::{Budget, Progress, Step, Task};
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

/// A budget whose work stops soon after Ctrl-C.
pub(crate) fn until_interrupted(limits: Budget) -> Budget {
    Budget { stop: Some(Arc::clone(&INTERRUPTED)), ..limits }
}

/// Shows what a long job does, and stops it at Ctrl-C or when it is time to save.
pub(crate) struct Watch {
    bar: ProgressBar,
    started: Instant,
    /// Whether Ctrl-C stops the job in an orderly way.
    listens: bool,
    /// The job pauses when so much time has passed since the last pause.
    pause_after: Option<Duration>,
    resumed: Mutex<Instant>,
    /// When each row was first heard of: several run at once.
    rows: Mutex<BTreeMap<u64, (Instant, u64)>>,
    /// How the line looks at the moment.
    style: Mutex<&'static str>,
}

impl Watch {
    /// A watch of a job that Ctrl-C may end as it ends any program.
    pub(crate) fn new() -> Watch {
        let bar = match std::io::stderr().is_terminal() {
            true => ProgressBar::new(0),
            false => ProgressBar::hidden(),
        };
        bar.enable_steady_tick(Duration::from_millis(120));
        let (now, style) = (Instant::now(), Mutex::new(""));
        let (resumed, rows) = (Mutex::new(now), Mutex::default());
        Watch { bar, started: now, listens: false, pause_after: None, resumed, rows, style }
    }

    /// A watch that stops its job in an orderly way at Ctrl-C, and asks for a pause now and then if
    /// `pause_after` says so. A second Ctrl-C ends the program at once.
    pub(crate) fn listening(pause_after: Option<Duration>) -> Watch {
        listen();
        Watch { listens: true, pause_after, ..Watch::new() }
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

    /// Changes how the line looks, where it is another.
    fn look(&self, style: &'static str) {
        let Ok(mut now) = self.style.lock() else { return };
        if *now != style
            && let Ok(template) = ProgressStyle::with_template(style)
        {
            self.bar.set_style(template);
            *now = style;
        }
    }

    fn show(&self, Step { task, done, total }: Step) {
        let seconds = self.started.elapsed().as_secs_f64();
        let words = match task {
            Task::Covers => format!(
                "looking for covers: {done} columns, {:.1} million a second",
                done as f64 / seconds / 1e6
            ),
            Task::Row(row) => format!(
                "row {row}: {:.1} million columns, {:.0} million a second, {seconds:.0} s",
                done as f64 / 1e6,
                self.speed(row, done) / 1e6
            ),
            task => amalgam_ask::doing(task),
        };
        self.look(match (task, total) {
            (Task::Covers | Task::Row(_), _) => "{spinner} {msg}",
            (_, Some(_)) => "{human_pos}/{human_len} {msg} [{bar:30}] {elapsed}, {eta} left",
            (_, None) => "{human_pos} {msg} {elapsed}",
        });
        self.bar.set_length(total.unwrap_or(0));
        self.bar.set_position(done);
        self.bar.set_message(words);
    }
}

impl Progress for Watch {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        if !self.bar.is_hidden() {
            self.show(step);
        }
        if (self.listens && interrupted()) || self.pause_is_due() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

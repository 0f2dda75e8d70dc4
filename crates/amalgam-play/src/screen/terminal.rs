//! Taking the terminal, and giving it back clean: after leaving, an error, a panic or a signal.

use std::io::{self, Stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{panic, thread};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, window_size,
};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal};
use signal_hook::consts::{SIGINT, SIGTERM};

/// Whether the terminal is ours just now.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while it is ours. Dropping it gives it back.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    interrupted: Arc<AtomicBool>,
}

impl Screen {
    pub(super) fn enter() -> io::Result<Screen> {
        let interrupted = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
        }
        // Not SIGHUP: the terminal is gone then, there is nothing to give back, and whoever waits
        // for its next key would wait for ever. The signal ends the program, as it should; where it is
        // ignored, see `end_with_the_terminal`.
        restore_on_panic();
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::Relaxed);
        let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match entered {
            Ok(terminal) => {
                end_with_the_terminal();
                Ok(Screen { terminal, interrupted })
            }
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw).map(|_| ())
    }

    /// Whether a signal asked us to stop.
    pub(super) fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, once. A terminal that is gone needs nothing.
///
/// What was drawn is wiped out first: a terminal that grew meanwhile, in tmux for one, would bring
/// some of it back above what people had on their screen.
fn restore() {
    if !TAKEN.swap(false, Ordering::Relaxed) {
        return;
    }
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture, Clear(ClearType::All), MoveTo(0, 0));
    let _ = execute!(out, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Ends the program when its terminal has gone without a word, as after `nohup`: who waits for a key
/// then waits for ever and at full speed. A terminal that is there tells its size.
fn end_with_the_terminal() {
    if window_size().is_err() {
        return;
    }
    thread::spawn(|| {
        while TAKEN.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_secs(1));
            if window_size().is_err() && TAKEN.load(Ordering::Relaxed) {
                std::process::exit(130);
            }
        }
    });
}

/// A panic is told on the screen that people see, after the terminal has been given back. On the
/// worker's threads panics are caught and shown in the game, so nothing is printed over it.
fn restore_on_panic() {
    let screen = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == screen {
            restore();
            before(info);
        }
    }));
}

//! Full screen: heaps to point at, hints, the list of moves.
//!
//! What happens is in `app` (a game), `hand` (what is pointed at) and `form` (setting up), which know
//! no terminal and are tested without one; `draw` shows them. `worker` looks at positions on a thread
//! of its own, so that keys are always answered, and `terminal` takes the terminal and gives it back
//! clean.

mod app;
mod board;
mod draw;
mod form;
mod hand;
mod overlay;
mod terminal;
#[cfg(test)]
mod tests;
mod worker;

use std::io;
use std::time::Duration;

use crossterm::event::{self, Event, KeyEventKind};

use crate::{Ended, Options};
use app::App;
use terminal::Screen;
use worker::Worker;

/// How long the screen waits for a key before it looks whether something else has happened.
const TICK: Duration = Duration::from_millis(50);

/// Plays on the whole screen until the player leaves. With `ask` the game is set up there first.
/// Gives back how it ended, and the game as text if a move was made.
///
/// # Errors
/// If the terminal cannot be used.
pub fn run(options: &Options, ask: bool) -> io::Result<(Ended, String)> {
    let mut screen = Screen::enter()?;
    let worker = Worker::start(options.patience);
    let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut app = App::new(options, ask, colour);
    // The screen is drawn when something has happened, not at every tick.
    let mut changed = true;
    let ended = loop {
        while let Some(done) = worker.done() {
            app.done(done);
            changed = true;
        }
        for job in app.jobs() {
            worker.send(job);
        }
        if std::mem::take(&mut changed) {
            screen.draw(|frame| draw::screen(frame, &mut app))?;
        }
        if screen.interrupted() || app.is_interrupted() {
            break Ended::Interrupted;
        }
        if app.has_left() {
            break Ended::Left;
        }
        if event::poll(TICK)? {
            changed = true;
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
                Event::Mouse(mouse) => app.mouse(mouse),
                _ => {}
            }
        }
    };
    let session = app.session();
    let text = if session.made().is_empty() { String::new() } else { session.to_text() };
    Ok((ended, text))
}

/// Takes the terminal and panics: for the test that the terminal is given back even then.
///
/// # Panics
/// Always, once the terminal has been taken.
#[doc(hidden)]
pub fn panic_on_screen() {
    let mut screen = Screen::enter().expect("a terminal");
    screen.draw(|frame| frame.render_widget("about to panic", frame.area())).expect("a terminal");
    panic!("a panic on the screen");
}

//! Heap games in the browser: pages and a JSON API, all of it in one binary.
//!
//! `amalgam serve` listens on the loopback address and nowhere else. It needs no network, no files
//! and no build step: style and scripts are part of the program.
//!
//! # How a request flows
//!
//! `server` accepts a connection and finds a `place` for it → `guard` checks the host and puts the security headers on the
//! answer → `app` finds the route → a page (`pages`, `play`) or the API (`api`) reads its parameters
//! (`params`) → [`pool`] runs the mathematics on threads of its own, within a deadline and a bound
//! on memory → `layout` or JSON. Whatever goes wrong on the way is a [`Problem`], which knows its
//! status code and is shown as a page to people and as JSON to programs.
//!
//! # Why light requests stay quick
//!
//! The threads that serve connections never compute. Questions are sorted by what they will cost
//! into two lanes, each with threads and a bounded queue of its own: a full lane answers 429 at once
//! instead of making people wait, and a long search cannot stand in the way of a short one.
//!
//! # Scripts
//!
//! Every page works without scripts: forms are plain GET forms, so that each address is shareable
//! and reloads to the same state. `swap.js` fetches the same pages and replaces the part that
//! changed; it is ours because the one crate that carries htmx is under the GPL.

mod api;
mod app;
mod assets;
mod compress;
mod guard;
mod kept_pages;
mod kept_rows;
mod layout;
mod pages;
mod params;
mod place;
mod play;
pub mod pool;
mod problem;
mod question;
mod server;
mod verdicts;

pub use problem::Problem;
pub use server::{Ended, ServeError, Server};

use std::time::Duration;

/// What a server may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port; 0 takes a free one.
    pub port: u16,
    /// How long one computation may take.
    pub time: Duration,
    /// How many bytes one computation may use for its tables.
    pub memory: u64,
    /// How many computations that take long run at once.
    pub heavy_threads: usize,
    /// How many more of them may wait.
    pub heavy_queue: usize,
    /// How long a peer is waited for: to send a whole request, to take the answer, to ask again.
    pub wait: Duration,
}

/// The port that is used unless another is asked for.
pub const PORT: u16 = 8417;

impl Default for Settings {
    /// One core stays free for everything that is quick.
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Settings {
            port: PORT,
            time: Duration::from_secs(3),
            memory: 256 << 20,
            heavy_threads: cores.saturating_sub(1).clamp(1, 8),
            heavy_queue: 8,
            wait: Duration::from_secs(15),
        }
    }
}

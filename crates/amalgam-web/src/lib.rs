//! Heap games in the browser: pages and a JSON API, all of it in one binary.
//!
//! `amalgam serve` listens on the loopback address and nowhere else, unless it is told to: then everybody
//! needs the token of the server. It needs no network, no files and no build step: style and scripts are
//! part of the program.
//!
//! # How a request flows
//!
//! `server` accepts a connection and finds a `place` for it → `guard` checks the host and adds the
//! security headers → `app` finds the route → a page (`pages`, `play`) or the API (`api`) reads its
//! parameters (`params`) and makes a `question` of them → [`pool`] runs the mathematics on its own
//! threads, within a time and memory limit → `layout` or JSON. Every error on the way is a [`Problem`]
//! with a status code. People see it as a page, programs as JSON.
//!
//! # Why light requests stay fast
//!
//! The threads that serve connections never compute. Questions are sorted by their expected cost into
//! two lanes, and those that may take minutes are jobs with threads of their own. Each lane has its own threads and a bounded queue. If a lane is full, it answers 429 at
//! once instead of making people wait, and a long search cannot block a short one.
//!
//! # Scripts
//!
//! Every page works without scripts. Forms are plain GET forms, so each address can be shared and
//! reloads to the same state. `swap.js` fetches the same pages and replaces the part that changed; it
//! is ours because the one crate that contains htmx is under the GPL.

mod api;
mod app;
mod assets;
mod door;
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
mod titles;
mod verdicts;

pub use problem::Problem;
pub use server::{Ended, ServeError, Server};

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// What a server may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on. Beyond the loopback address everybody needs a token.
    pub listen: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// How long one computation may take.
    pub time: Duration,
    /// How many bytes one computation may use for its tables.
    pub memory: u64,
    /// How many long computations run at once.
    pub heavy_threads: usize,
    /// How many more of them may wait.
    pub heavy_queue: usize,
    /// How many jobs run at once.
    pub job_threads: usize,
    /// How long a job may take.
    pub job_time: Duration,
    /// How long the server waits for a peer: for a whole request, for reading the answer, for the next
    /// request.
    pub wait: Duration,
}

/// The default port.
pub const PORT: u16 = 8417;

impl Default for Settings {
    /// One core stays free for everything that is fast.
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Settings {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: PORT,
            time: Duration::from_secs(3),
            memory: 256 << 20,
            heavy_threads: cores.saturating_sub(1).clamp(1, 8),
            heavy_queue: 8,
            job_threads: 1,
            job_time: Duration::from_secs(15 * 60),
            wait: Duration::from_secs(15),
        }
    }
}

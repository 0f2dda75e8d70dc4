//! What several benches time by hand, to print it as a ratio.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The shortest of several runs.
pub fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let mut time = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..runs).map(|_| time()).min().expect("at least one run")
}

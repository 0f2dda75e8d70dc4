//! How long the server takes for each page: a page is to be usable within 100 ms.
//!
//! Every status is asserted. The time is that of a whole request on a new connection, the middle one
//! of several, so that neither luck nor a hiccup decides.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use amalgam_web::Settings;
use criterion::Criterion;
use support::{Running, with};

const MOST: Duration = Duration::from_millis(100);

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let server = Running::start(&Settings { port: 0, ..Settings::default() });
    let begin = with("/play", &[("begin", "1"), ("position", "3 4 5"), ("seed", "2")]);
    let game = server.get(&begin).header("location").expect("a game").to_owned();
    let paths = [
        "/".to_owned(),
        "/play".to_owned(),
        game.clone(),
        format!("{game}&hint=moves"),
        format!("{game}&pick=0.1"),
        "/solve".to_owned(),
        with("/solve", &[("position", "[3,4,5]")]),
        with("/solve", &[("position", "[7,123456789012345678,123456789012345682]")]),
        "/table".to_owned(),
        "/rows".to_owned(),
        "/claims".to_owned(),
        "/games".to_owned(),
        with("/api/v1/solve", &[("position", "[5,6,9]")]),
        "/api/openapi.json".to_owned(),
    ];
    let mut group = criterion.benchmark_group("page");
    group.sample_size(10).measurement_time(Duration::from_secs(1));
    group.warm_up_time(Duration::from_millis(100));
    for path in &paths {
        let mut times: Vec<Duration> = (0..21)
            .map(|_| {
                let start = Instant::now();
                assert_eq!(server.get(path).status, 200, "{path}");
                start.elapsed()
            })
            .collect();
        times.sort_unstable();
        let middle = times[times.len() / 2];
        println!("{middle:>12.1?}  slowest {:>9.1?}  {path}", times[times.len() - 1]);
        assert!(middle < MOST, "{path} takes {middle:?}");
        group.bench_function(path, |bench| bench.iter(|| server.get(path).status));
    }
    group.finish();
    criterion.final_summary();
}

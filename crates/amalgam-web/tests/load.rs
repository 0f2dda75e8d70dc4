//! Ten thousand light requests (a quarter of them in the quick tier), fifty in flight, while heavy ones
//! are refused or bounded; and light requests beside many that only look light.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::support::{Connection, Running, quick, with};
use amalgam_web::Settings;

const LIGHT: [&str; 8] = [
    "/",
    "/games",
    "/assets/style.css",
    "/solve?position=%5B3,4,5%5D",
    "/api/v1/solve?position=%5B5,6,9%5D",
    "/api/v1/table?rows=9&cols=9",
    "/table.png?rows=40&cols=40",
    "/api/v1/moves?position=%5B7,9%5D&game=kayles",
];

const HEAVY: [&str; 3] = [
    "/api/v1/rows?to=100",
    "/api/v1/solve?position=%5B40,41,43,47,59%5D",
    "/solve?position=%5B38,41,43,47,59,71%5D",
];

const IN_FLIGHT: usize = 50;

/// What the process holds, in bytes; `None` where the system does not tell.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

#[test]
fn light_requests_are_served_while_heavy_ones_are_bounded() {
    if !amalgam_tier::alone("load::light_requests_are_served_while_heavy_ones_are_bounded") {
        return;
    }
    let each = amalgam_tier::size(50, 200);
    let settings =
        Settings { time: Duration::from_secs(2), memory: 16 << 20, heavy_queue: 2, ..quick() };
    let server = Running::start(&settings);
    let (done, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (refused, bounded) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let early = AtomicUsize::new(0);
    let start = Instant::now();
    let mut times = Vec::new();
    std::thread::scope(|scope| {
        for i in 0..6 {
            let (over, refused, bounded) = (&over, &refused, &bounded);
            let address = server.address;
            scope.spawn(move || {
                let mut connection = Connection::open(address);
                for path in HEAVY.iter().cycle().skip(i) {
                    if over.load(Ordering::Relaxed) {
                        return;
                    }
                    let reply = connection.get(path);
                    match reply.status {
                        429 => {
                            assert!(reply.header("retry-after").is_some());
                            refused.fetch_add(1, Ordering::Relaxed);
                            std::thread::sleep(Duration::from_millis(20));
                        }
                        200 | 422 => _ = bounded.fetch_add(1, Ordering::Relaxed),
                        other => panic!("{path}: {other}"),
                    }
                }
            });
        }
        let light: Vec<_> = (0..IN_FLIGHT)
            .map(|i| {
                let (done, early) = (&done, &early);
                let address = server.address;
                scope.spawn(move || {
                    let mut connection = Connection::open(address);
                    let mut times = Vec::with_capacity(each);
                    for path in LIGHT.iter().cycle().skip(i).take(each) {
                        let asked = Instant::now();
                        let reply = connection.get(path);
                        times.push(asked.elapsed());
                        assert_eq!(reply.status, 200, "{path}");
                        assert!(!reply.bytes.is_empty(), "{path}");
                        if done.fetch_add(1, Ordering::Relaxed) == IN_FLIGHT * each / 4 {
                            early.store(resident().unwrap_or(0) as usize, Ordering::Relaxed);
                        }
                    }
                    times
                })
            })
            .collect();
        for worker in light {
            times.extend(worker.join().expect("no panic"));
        }
        over.store(true, Ordering::Relaxed);
    });
    assert_eq!(done.load(Ordering::Relaxed), IN_FLIGHT * each, "nothing is lost");
    assert!(refused.load(Ordering::Relaxed) > 0, "heavy requests were refused");
    assert!(bounded.load(Ordering::Relaxed) > 0, "heavy requests were answered within bounds");
    times.sort();
    println!(
        "{} light requests in {:?}: median {:?}, slowest {:?}; heavy: {} answered, {} refused",
        times.len(),
        start.elapsed(),
        times[times.len() / 2],
        times[times.len() - 1],
        bounded.load(Ordering::Relaxed),
        refused.load(Ordering::Relaxed)
    );
    let (early, late) = (early.load(Ordering::Relaxed) as u64, resident().unwrap_or(0));
    println!("resident after a quarter: {} MiB, at the end: {} MiB", early >> 20, late >> 20);
    // A search may hold its 16 MiB; what grew with the requests would be far more.
    assert!(late < early + (48 << 20), "memory grew from {early} to {late}");
}

/// Moore's Nim counts as decided at once, and the search for the remoteness took half a second each in the
/// light lane; that of Euclid's game took all the time there was.
#[test]
fn questions_that_only_look_light_held_up_those_that_are() {
    if !amalgam_tier::alone("load::questions_that_only_look_light_held_up_those_that_are") {
        return;
    }
    const CLIENTS: usize = 16;
    let server = Running::start(&Settings { time: Duration::from_secs(3), ..quick() });
    let costly = [
        with("/api/v1/solve", &[("game", "euclid"), ("position", "[99998,99999]")]),
        with("/api/v1/solve", &[("game", "moore(7)"), ("position", "[300,6,57]")]),
        with("/solve", &[("game", "euclid"), ("position", "[89998,89999]")]),
    ];
    let light = with("/api/v1/solve", &[("game", "nim"), ("position", "[3,4,5]")]);
    let (over, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut answers = Vec::new();
    std::thread::scope(|scope| {
        for i in 0..CLIENTS {
            let (over, asked, costly, address) = (&over, &asked, &costly, server.address);
            scope.spawn(move || {
                for path in costly.iter().cycle().skip(i) {
                    if over.load(Ordering::Relaxed) {
                        return;
                    }
                    asked.fetch_add(1, Ordering::Relaxed);
                    let status = Connection::open(address).get(path).status;
                    assert!([200, 422, 429].contains(&status), "{path}: {status}");
                }
            });
        }
        while asked.load(Ordering::Relaxed) < CLIENTS {
            std::thread::sleep(Duration::from_millis(1));
        }
        for _ in 0..20 {
            let start = Instant::now();
            answers.push((server.get(&light).status, start.elapsed()));
            std::thread::sleep(Duration::from_millis(100));
        }
        over.store(true, Ordering::Relaxed);
    });
    assert!(answers.iter().all(|(status, _)| *status == 200), "{answers:?}");
    let slowest = answers.iter().map(|(_, took)| *took).max().unwrap_or_default();
    println!("the slowest light question took {slowest:?}");
    // Sixteen times a tenth of a second on two threads; on a busy machine it may be more.
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}

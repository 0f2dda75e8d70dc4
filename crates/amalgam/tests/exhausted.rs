//! A machine that has less memory than the bound allows: a limit that was reached, and no abort.

use std::process::Command;

use amalgam::base::budget::{Limit, LimitReached, Silent};
use amalgam::engines::bulk::{Domain, Mentions, TableError, Tables};
use amalgam::engines::census::{Census, CensusError};
use amalgam::engines::cube::{Cube, CubeError, Keep};
use amalgam::engines::search;
use amalgam::engines::sequence::{self, HeapMoves};
use amalgam::{Budget, Play, Position, Rules};

/// Runs [`in_little_room`] in a process of its own with 300 MB of address space.
#[test]
#[cfg(target_os = "linux")]
fn memory_that_runs_out_was_an_abort() {
    let inner = "exec \"$0\" --ignored --exact exhausted::in_little_room";
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v 300000; {inner}")])
        .arg(std::env::current_exe().expect("this program"))
        .env("RAYON_NUM_THREADS", "1")
        .env("RUST_TEST_THREADS", "1")
        .output()
        .expect("a shell");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("1 passed"), "{told}");
}

#[test]
#[ignore = "it needs a bound on its address space, which another test gives it"]
fn in_little_room() {
    let budget = Budget { memory: 8 << 30, ..Budget::default() };
    let amalgamation: Rules = "take any, merge".parse().unwrap();
    let refused = |what: &str, reached: Option<LimitReached>| {
        assert_eq!(reached.map(|reached| reached.limit), Some(Limit::Machine), "{what}");
    };
    let start = Position::new([500, 501, 502, 503]);
    let found = search::explore_heaps(&amalgamation, &start, Play::Normal, &budget);
    refused("a search by lines", found.err());
    let slow: Rules = "take 1..3, merge".parse().unwrap();
    let start = Position::new([4_000_000_000, 1]);
    refused("a search", search::explore_heaps(&slow, &start, Play::Normal, &budget).err());
    let moves = HeapMoves::of_rules(&"take 1..2, take 5".parse().unwrap()).unwrap();
    refused("values", sequence::values(moves, 400_000_000, &budget).err());
    refused(
        "a cube",
        match Cube::new(&amalgamation, 1500, Keep::Values, &budget).err() {
            Some(CubeError::Limit(reached)) => Some(reached),
            _ => None,
        },
    );
    refused(
        "a census",
        match Census::new(&amalgamation, Play::Normal, 110, &budget).err() {
            Some(CensusError::Limit(reached)) => Some(reached),
            _ => None,
        },
    );
    let domain = Domain::heaps(3, 12_000).unwrap();
    let mentions = Mentions { outcome: true, ..Mentions::default() };
    let tables = Tables::new(&amalgamation, &domain, &mentions, &budget, &Silent);
    refused(
        "tables",
        match tables.err() {
            Some(TableError::Limit(reached)) => Some(reached),
            _ => None,
        },
    );
}

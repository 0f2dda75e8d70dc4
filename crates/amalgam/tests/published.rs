//! The published results are what the engine finds now, and the checker accepts them.

#[path = "../examples/results/published.rs"]
mod results;

use std::fs;
use std::path::{Path, PathBuf};

use results::{PAGE, Times, certificates, page};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn stored(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

const RENEW: &str = "`cargo xtask results` writes it anew";

#[test]
fn the_certificates_are_accepted() {
    let mut count = 0;
    for entry in fs::read_dir(root().join("results")).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().contains("-rests-") {
            continue; // published_rests
        }
        let result = amalgam_check::check(&fs::read(&path).unwrap());
        assert!(result.is_ok(), "{}: {}", path.display(), result.unwrap_err());
        count += 1;
    }
    assert_eq!(count, certificates().unwrap().len());
}

#[test]
fn nothing_is_stale() {
    let certificates = certificates().unwrap();
    for (path, fresh) in &certificates {
        assert!(stored(path) == *fresh, "{path} is stale; {RENEW}");
    }
    let fresh = without_times(&page(&certificates, &Times::default()).unwrap());
    assert_eq!(without_times(&stored(PAGE)), fresh, "{PAGE} is stale; {RENEW}");
}

/// The page without the last two cells in the rows of the tables that have times. That they are
/// numbers is checked.
fn without_times(page: &str) -> String {
    let mut timed = false;
    let line = |line: &str| {
        timed = line.starts_with('|') && (timed || line.ends_with("time to check |"));
        let cells: Vec<&str> = line.split('|').collect();
        let numbers = cells.iter().rev().skip(1).take(2).all(|cell| {
            let cell = cell.trim();
            cell.is_empty() || cell.parse::<f64>().is_ok_and(|time| time >= 0.0)
        });
        if timed && numbers { cells[..cells.len() - 3].join("|") } else { line.to_owned() }
    };
    page.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_times_are_left_out() {
    let page = "| row | period | time to find | time to check |\n|---|---|---|---|\n\
                | 1 | 4 | 0.5 | 0.1 |\n\n| cover row | from column | proof |\n| 6 | 16 | 3 |";
    let other = page.replace("0.5 | 0.1", "7 | 8.25");
    assert_eq!(without_times(page), without_times(&other));
    for (from, to) in
        [("| 4 |", "| 5 |"), ("0.5", "soon"), ("| 16 |", "| 17 |"), ("| 3 |", "| 4 |")]
    {
        assert_ne!(without_times(page), without_times(&page.replace(from, to)), "{from}");
    }
}

//! The published results are what the engine finds now, and the checker accepts them.

#[path = "../examples/results/published.rs"]
mod results;

use std::fs;
use std::path::{Path, PathBuf};

use amalgam::engines::census::Census;
use amalgam::{Budget, Play};
use amalgam_check::{Cover, Line, Row, read};
use amalgam_tier::{is_wide, size};
use results::{
    CENSUS_PATH, COVERS, COVERS_PATH, FAR_PATH, FAR_ROWS, FAR_ROWS_PATH, PAGE, ROWS, ROWS_PATH,
    Times, covers, page, rows,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn stored(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

const RENEW: &str = "`cargo xtask results` writes it anew";

/// Those that take minutes to check, rows beyond 126 and covers beyond 312, are left to `cargo xtask
/// results --deep`; what they begin with is compared below.
#[test]
fn the_certificates_are_accepted() {
    let mut count = 0;
    for entry in fs::read_dir(root().join("results")).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().contains("-rests-") || path.ends_with(CENSUS_PATH) {
            continue; // published_rests, and no certificate
        }
        count += 1;
        let far = [FAR_PATH, FAR_ROWS_PATH].iter().any(|long| path.ends_with(long));
        if far || path.ends_with(ROWS_PATH) && !is_wide() {
            println!("{}: not checked here", path.display());
            continue;
        }
        let certificate = fs::read(&path).unwrap();
        let result = amalgam_check::check_within(&certificate, u64::MAX, &|_, _| ());
        assert!(result.is_ok(), "{}: {}", path.display(), result.unwrap_err());
    }
    assert_eq!(count, 5);
}

#[test]
fn nothing_is_stale() {
    // The rows beyond 62 take seconds.
    let to = size(62, ROWS);
    let fresh = rows(to).unwrap();
    amalgam_check::check(fresh.as_bytes()).unwrap();
    assert_eq!(said(&stored(ROWS_PATH), to), said(&fresh, to), "{ROWS_PATH} is stale; {RENEW}");
    assert_eq!(stored(COVERS_PATH), covers(COVERS).unwrap(), "{COVERS_PATH} is stale; {RENEW}");
    let far = [FAR_ROWS_PATH, FAR_PATH].map(stored);
    let census = stored(CENSUS_PATH);
    let fresh = page(&stored(ROWS_PATH), &far[0], &far[1], &census, &Times::default()).unwrap();
    assert_eq!(without_times(&stored(PAGE)), without_times(&fresh), "{PAGE} is stale; {RENEW}");
}

/// As far as it takes seconds to decide all positions.
#[test]
fn the_p_positions_are_counted() {
    let (rules, limits) = ("take any, merge".parse().unwrap(), Budget::default());
    let mut census = Census::new(&rules, Play::Normal, size(50, 70), &limits).unwrap();
    let stored = stored(CENSUS_PATH);
    let mut lines = stored.lines();
    while let Some(layer) = census.advance(&limits).unwrap() {
        assert_eq!(lines.next(), Some(&format!("{} {}", layer.coins, layer.p.len())[..]));
    }
}

/// What a certificate says of the rows up to `to`, and of the cover rows among them.
fn said(certificate: &str, to: u64) -> (Vec<Cover>, Vec<Row>, Vec<(u64, u64)>) {
    let mut read = read(certificate.as_bytes()).unwrap();
    read.covers.retain(|cover| cover.row <= to);
    read.rows.retain(|row| row.row <= to);
    read.blocks.retain(|block| block.0 < to);
    assert_eq!(read.rows.len() as u64, to);
    (read.covers, read.rows, read.blocks)
}

/// The far rows take minutes to find; those that the other certificate has are the same.
#[test]
fn the_far_rows_begin_with_the_near_ones() {
    assert_eq!(said(&stored(ROWS_PATH), ROWS), said(&stored(FAR_ROWS_PATH), ROWS));
    assert_eq!(read(stored(FAR_ROWS_PATH).as_bytes()).unwrap().last(), FAR_ROWS);
}

/// The far covers take minutes to find; those that the other certificate has are the same.
#[test]
fn the_far_covers_begin_with_the_near_ones() {
    let near = stored(COVERS_PATH);
    let lines = |text: &str| {
        let certificate = read(text.as_bytes()).unwrap();
        certificate.layers.expect("layers").lines
    };
    let far = lines(&stored(FAR_PATH));
    let mut covers = 0;
    for line in lines(&near) {
        let same = |other: &&Line| other.row() == line.row();
        match line {
            Line::Cover(..) => {
                assert!(far.contains(&line), "{line:?}");
                covers += 1;
            }
            // From which column on a row recurs depends on where the layers begin.
            Line::Excluded(near) => assert!(
                far.iter().filter(same).any(|far| matches!(far, Line::Excluded(far)
                    if (far.defects, far.period) == (near.defects, near.period))),
                "{near:?}"
            ),
            Line::Hidden(_) | Line::Open(_) => {}
        }
    }
    assert!(covers > 50);
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

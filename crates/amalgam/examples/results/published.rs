//! What is published: certificates of Amalgamation Nim, and a page with what they say.
//!
//! Used by the example that writes it, and by the test that what is written is not stale.

use std::time::Duration;

use amalgam::base::budget::Budget;
use amalgam::engines::census::Partitions;
use amalgam::engines::rows::{RowError, certificate};
use amalgam::engines::three::covers as covers_of;
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::rows::Run;
use amalgam::games::rules::Family;
use amalgam_check::{Failure, Line, Recurrence, Row, Structure, read};

/// The rows that are published.
pub const ROWS: u64 = 126;
/// Their certificate.
pub const ROWS_PATH: &str = "results/amalgamation-rows-126.txt";
/// The rows up to this one are published; they take minutes.
pub const FAR_ROWS: u64 = 254;
/// Their certificate.
pub const FAR_ROWS_PATH: &str = "results/amalgamation-rows-254.txt";
/// A row of them is given up after looking at this many columns.
const FAR_COLUMNS: u64 = 1_000_000_000_000;
/// The covers up to this row are published, and found again by every test.
pub const COVERS: u64 = 312;
/// Their certificate.
pub const COVERS_PATH: &str = "results/amalgamation-covers-312.txt";
/// The covers up to this row are published; they take minutes.
pub const FAR_COVERS: u64 = 1000;
/// Their certificate.
pub const FAR_PATH: &str = "results/amalgamation-covers-1000.txt";
/// The P-positions by number of coins; they take minutes.
pub const CENSUS_PATH: &str = "results/amalgamation-p-positions.b.txt";
/// The page.
pub const PAGE: &str = "docs/results.md";

/// The certificate of the rows up to `to`.
pub fn rows(to: u64) -> Result<String, RowError> {
    let mut run = Run::new(Family::AMALGAMATION, to)?;
    let max_columns = if to > ROWS { FAR_COLUMNS } else { Budget::default().max_columns };
    run.advance(&Budget { max_columns, ..Budget::default() }, &Silent)?;
    certificate::rows(&run)
}

/// The certificate of the covers up to `to`.
pub fn covers(to: u64) -> Result<String, RowError> {
    let found = covers_of::decide(Family::AMALGAMATION, to, None, &Budget::default(), &Silent)?;
    Ok(certificate::covers(Family::AMALGAMATION, &found, to))
}

/// The times to find and to check.
#[derive(Default)]
pub struct Times {
    /// The rows.
    pub rows: (Duration, Duration),
    /// The covers.
    pub covers: (Duration, Duration),
}

/// The page, from the certificates of the rows, the far rows and the far covers, and from the number of
/// P-positions by coins. Where times are missing it has none.
pub fn page(
    rows: &str,
    far_rows: &str,
    far: &str,
    census: &str,
    times: &Times,
) -> Result<String, Failure> {
    let rows_file = ROWS_PATH.rsplit('/').next().unwrap_or(ROWS_PATH);
    let covers_file = COVERS_PATH.rsplit('/').next().unwrap_or(COVERS_PATH);
    let far_rows_file = FAR_ROWS_PATH.rsplit('/').next().unwrap_or(FAR_ROWS_PATH);
    let far_file = FAR_PATH.rsplit('/').next().unwrap_or(FAR_PATH);
    let mut text = format!(
        "# Results

The three-heap rows of Amalgamation Nim as far as they are published here, each with a certificate
([certificate.md](certificate.md)) that `amalgam verify` and the stand-alone `amalgam-check` accept.
`cargo xtask results` writes this page and the certificates, and a test fails if they are stale.

## Rows 1 to {ROWS}

[{rows_file}](../results/{rows_file}):
from column *preperiod* on, f(a, b + *period*) = f(a, b) + *period*, both least possible, and the
*offsets* are the least and the greatest value of f(a, b) − b there. A *cover* is a row 2k such that
from some column on the rows 0 to 2k use in each column the offsets −k to k, each once. The *cycles* of an odd
row of a block are those in which its cells are permuted, `3×1+` being three of length 1 and sign +, and the
*defects* of an even one are counted (certificate.md, §8); *over* is the period of the mask with which they
come back. The rows up to the first cover row are walked.

| row | preperiod | period | offsets | cover | cycles or defects | over |
|---:|---:|---:|:---:|:---:|:---|---:|
"
    );
    text += &read(rows.as_bytes())?.rows.iter().map(line).collect::<String>();
    let (find, check) = shown(Some(&times.rows));
    text += "\nTimes are milliseconds on the machine where the page was written, which may have been busy, the search on\n\
        all cores, the check on one.\n\n| | time to find | time to check |\n|:---|---:|---:|\n";
    text += &format!("| all rows up to row {ROWS} | {find} | {check} |\n");
    text += &format!(
        "
## Rows {} to {FAR_ROWS}

[{far_rows_file}](../results/{far_rows_file}):
the same for all rows up to row {FAR_ROWS}, which take minutes. `amalgam rows --to {FAR_ROWS} --max-columns {FAR_COLUMNS}
--certificate FILE` writes it, and goes on where it was interrupted; `cargo xtask results --deep` finds the rows
again, compares, and checks the certificate.

| row | preperiod | period | offsets | cover | cycles or defects | over |
|---:|---:|---:|:---:|:---:|:---|---:|
",
        ROWS + 1
    );
    let far_rows = read(far_rows.as_bytes())?.rows;
    text += &far_rows.iter().filter(|row| row.row > ROWS).map(line).collect::<String>();
    let (find, check) = shown(Some(&times.covers));
    text += &format!(
        "
## Covers up to row {FAR_COVERS}

[{far_file}](../results/{far_file}):
every row 8m and 8m + 6 up to row {FAR_COVERS}, the only ones that can be cover rows, with the first column it
covers, or with what proves that it never does: defects that stay for ever, because from some column on the
rows above *over* repeat. `cargo xtask results --deep` finds and checks them again. Up to row {COVERS} they are
in [{covers_file}](../results/{covers_file}) too, which every test finds again. A *hidden* row is no cover row
but acts as one on the rows above it.

| row | from column | proof |
|---:|---:|:---|
"
    );
    let far = read(far.as_bytes())?;
    for cover in &far.covers {
        let period = cover.period.unwrap_or_default();
        text +=
            &format!("| {} | {} | windows recur after {period} columns |\n", cover.row, cover.from);
    }
    for line in far.layers.iter().flat_map(|layers| &layers.lines) {
        let recurs = |said: &Recurrence| {
            format!(
                "{} over {}, from column {} with period {}",
                counted(said.defects),
                said.over,
                said.column,
                said.period
            )
        };
        let (from, proof) = match line {
            Line::Cover(_, _, from) => (from.to_string(), "its defects vanish".to_owned()),
            Line::Excluded(said) => ("never".to_owned(), recurs(said)),
            Line::Hidden(said) => ("hidden".to_owned(), recurs(said)),
            Line::Open(_) => ("unknown".to_owned(), String::new()),
        };
        text += &format!("| {} | {from} | {proof} |\n", line.row());
    }
    text += "\n| | time to find | time to check |\n|:---|---:|---:|\n";
    text += &format!("| all covers up to row {COVERS} | {find} | {check} |\n");
    Ok(text + &by_coins(census))
}

/// How many P-positions there are of each number of coins, from the b-file; the first of every ten numbers.
fn by_coins(census: &str) -> String {
    let file = CENSUS_PATH.rsplit('/').next().unwrap_or(CENSUS_PATH);
    let counts: Vec<&str> =
        census.lines().filter_map(|line| Some(line.split_once(' ')?.1)).collect();
    let last = counts.len().saturating_sub(1);
    let mut text = format!(
        "
## P-positions up to {last} coins

[{file}](../results/{file}): how many positions of n coins are P-positions, for every n up to {last}, as a b-file.
Every position was decided, by one rank of `amalgam-mpi census --coins {last}`.

| coins | positions | P-positions |
|---:|---:|---:|
"
    );
    let partitions = Partitions::new(last);
    for (coins, count) in
        counts.iter().enumerate().filter(|(coins, _)| coins % 10 == 0 || *coins == last)
    {
        let positions = partitions.as_ref().map_or(0, |partitions| partitions.count(coins));
        text += &format!("| {coins} | {positions} | {count} |\n");
    }
    text
}

/// What a certificate says of a row, as a line of a table.
fn line(row: &Row) -> String {
    match &row.proved {
        Some(proved) => format!(
            "| {} | {} | {} | {} … {} | {} | {} | {} |\n",
            row.row,
            proved.offsets.preperiod,
            proved.offsets.period,
            proved.extremes.0,
            proved.extremes.1,
            if proved.cover { "yes" } else { "" },
            proved.structure.as_ref().map_or("walked".to_owned(), in_words),
            proved.mask.period,
        ),
        None => format!("| {} | unknown | | | | | |\n", row.row),
    }
}

fn counted(defects: u64) -> String {
    format!("{defects} defect{}", if defects == 1 { "" } else { "s" })
}

/// The cycles, equal ones together, or the number of defects.
fn in_words(structure: &Structure) -> String {
    let cycles = match structure {
        Structure::Defects(number) => return counted(*number),
        Structure::Cycles(cycles) => cycles,
    };
    let same = cycles.chunk_by(|x, y| x == y).map(|same| {
        let ((length, minus), times) = (same[0], same.len());
        let sign = if minus { '-' } else { '+' };
        if times == 1 { format!("{length}{sign}") } else { format!("{times}×{length}{sign}") }
    });
    same.collect::<Vec<_>>().join(" ")
}

fn shown(times: Option<&(Duration, Duration)>) -> (String, String) {
    let milliseconds = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
    times.map_or_else(Default::default, |times| (milliseconds(times.0), milliseconds(times.1)))
}

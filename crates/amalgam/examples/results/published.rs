//! What is published: certificates of Amalgamation Nim, and a page with what they say.
//!
//! Used by the example that writes it, and by the test that what is written is not stale.

use std::time::Duration;

use amalgam::base::budget::Budget;
use amalgam::engines::three::progress::{SearchError, Silent};
use amalgam::engines::three::rows::Run;
use amalgam::engines::three::{certificate, covers as covers_of};
use amalgam::games::rules::Family;
use amalgam_check::{Failure, Line, Recurrence, read};

/// The rows that are published.
pub const ROWS: u64 = 44;
/// The covers up to this row are published, and found anew by every test.
pub const COVERS: u64 = 312;
/// The covers up to this row are published; they take minutes.
pub const FAR_COVERS: u64 = 1000;
/// Their certificate.
pub const FAR_PATH: &str = "results/amalgamation-covers-1000.txt";
/// The page.
pub const PAGE: &str = "docs/results.md";

/// The paths and texts of the certificates: rows first, then covers.
pub fn certificates() -> Result<[(&'static str, String); 2], SearchError> {
    Ok([
        ("results/amalgamation-rows-44.txt", rows(ROWS)?),
        ("results/amalgamation-covers-312.txt", covers(COVERS)?),
    ])
}

/// The certificate of the rows up to `to`.
pub fn rows(to: u64) -> Result<String, SearchError> {
    let mut run = Run::new(Family::AMALGAMATION, to)?;
    run.advance(&Budget::default(), &Silent)?;
    certificate::rows(&run)
}

/// The certificate of the covers up to `to`.
pub fn covers(to: u64) -> Result<String, SearchError> {
    let found = covers_of::decide(Family::AMALGAMATION, to, None, &Budget::default(), &Silent)?;
    Ok(certificate::covers(Family::AMALGAMATION, &found, to))
}

/// The times to find and to check.
#[derive(Default)]
pub struct Times {
    /// All rows up to the first, the second, and so on.
    pub rows: Vec<(Duration, Duration)>,
    /// The covers.
    pub covers: (Duration, Duration),
}

/// The page, with the certificate of the far covers. Where times are missing it has none.
pub fn page(
    certificates: &[(&str, String); 2],
    far: &str,
    times: &Times,
) -> Result<String, Failure> {
    let [(rows_path, rows), (covers_path, _)] = certificates;
    let rows_file = rows_path.rsplit('/').next().unwrap_or(rows_path);
    let covers_file = covers_path.rsplit('/').next().unwrap_or(covers_path);
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
from some column on the rows 0 to 2k use in each column the offsets −k to k, each once. The times are
milliseconds to find, and to check, *all* rows from 1 to this one: the best of five runs on the machine
where the page was written, the search on all cores, the check on one.

| row | preperiod | period | offsets | cover | time to find | time to check |
|---:|---:|---:|:---:|:---:|---:|---:|
"
    );
    for (i, row) in read(rows.as_bytes())?.rows.iter().enumerate() {
        let (find, check) = shown(times.rows.get(i));
        text += &match &row.proved {
            Some(proved) => format!(
                "| {} | {} | {} | {} … {} | {} | {find} | {check} |\n",
                row.row,
                proved.offsets.preperiod,
                proved.offsets.period,
                proved.extremes.0,
                proved.extremes.1,
                if proved.cover { "yes" } else { "" },
            ),
            None => format!("| {} | unknown | | | | {find} | {check} |\n", row.row),
        };
    }
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
                "{} defects over {}, from column {} with period {}",
                said.defects, said.over, said.column, said.period
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
    Ok(text)
}

fn shown(times: Option<&(Duration, Duration)>) -> (String, String) {
    let milliseconds = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
    times.map_or_else(Default::default, |times| (milliseconds(times.0), milliseconds(times.1)))
}

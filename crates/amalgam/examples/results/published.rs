//! What is published: certificates of Amalgamation Nim, and a page with what they say.
//!
//! Used by the example that writes it, and by the test that what is written is not stale.

use std::time::Duration;

use amalgam::base::budget::Budget;
use amalgam::engines::three::progress::{SearchError, Silent};
use amalgam::engines::three::rows::Run;
use amalgam::engines::three::{certificate, covers as covers_of};
use amalgam::games::rules::Family;
use amalgam_check::{Failure, read};

/// The rows that are published.
pub const ROWS: u64 = 44;
/// The covers up to this row are published.
pub const COVERS: u64 = 130;
/// The page.
pub const PAGE: &str = "docs/results.md";

/// The paths and texts of the certificates: rows first, then covers.
pub fn certificates() -> Result<[(&'static str, String); 2], SearchError> {
    Ok([
        ("results/amalgamation-rows-44.txt", rows(ROWS)?),
        ("results/amalgamation-covers-130.txt", covers()?),
    ])
}

/// The certificate of the rows up to `to`.
pub fn rows(to: u64) -> Result<String, SearchError> {
    let mut run = Run::new(Family::AMALGAMATION, to)?;
    run.advance(&Budget::default(), &Silent)?;
    certificate::rows(&run)
}

/// The certificate of the covers.
pub fn covers() -> Result<String, SearchError> {
    let found = covers_of::find(Family::AMALGAMATION, COVERS, None, &Budget::default(), &Silent)?;
    Ok(certificate::covers(Family::AMALGAMATION, &found, COVERS))
}

/// The times to find and to check.
#[derive(Default)]
pub struct Times {
    /// All rows up to the first, the second, and so on.
    pub rows: Vec<(Duration, Duration)>,
    /// The covers.
    pub covers: (Duration, Duration),
}

/// The page. Where times are missing it has none.
pub fn page(certificates: &[(&str, String); 2], times: &Times) -> Result<String, Failure> {
    let [(rows_path, rows), (covers_path, covers)] = certificates;
    let rows_file = rows_path.rsplit('/').next().unwrap_or(rows_path);
    let covers_file = covers_path.rsplit('/').next().unwrap_or(covers_path);
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
## Covers up to row {COVERS}

[{covers_file}](../results/{covers_file}):
the cover rows found up to row {COVERS}, with the first column they cover and the column that proves it. All are proved; that there is no further one is not claimed.

| cover row | from column | proof |
|---:|---:|:---|
"
    );
    for cover in read(covers.as_bytes())?.covers {
        let proof = match cover.period {
            None => format!("column {} is balanced", cover.column),
            Some(period) => format!("windows recur after {period} columns"),
        };
        text += &format!("| {} | {} | {proof} |\n", cover.row, cover.from);
    }
    text += "\n| | time to find | time to check |\n|:---|---:|---:|\n";
    text += &format!("| all covers up to row {COVERS} | {find} | {check} |\n");
    Ok(text)
}

fn shown(times: Option<&(Duration, Duration)>) -> (String, String) {
    let milliseconds = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
    times.map_or_else(Default::default, |times| (milliseconds(times.0), milliseconds(times.1)))
}

//! The published results: `results/` and docs/results.md.

use anyhow::{Context, Result};

use crate::process::{cargo, run};

/// Writes them again, or checks everything.
pub fn results(deep: bool) -> Result<()> {
    let mut example = cargo();
    // The times are part of the results, so nothing but a release build will do.
    example.args([
        "run",
        "--release",
        "--quiet",
        "--package",
        "amalgam-nim",
        "--example",
        "results",
    ]);
    if deep {
        example.args(["--", "--deep"]);
    }
    run(&mut example).context("the published results")
}

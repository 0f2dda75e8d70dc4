//! `cargo xtask ledger`: makes docs/ledger.md again.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::process::cargo;

/// Runs the whole ledger with standard effort, minutes at most, and writes it down.
pub fn write() -> Result<()> {
    let mut command = cargo();
    command.args(["run", "--quiet", "--release", "--package", "amalgam-cli", "--"]);
    command.args(["claims", "--effort", "standard", "--markdown"]);
    // Progress stays on the terminal, the document is taken.
    command.stderr(std::process::Stdio::inherit());
    let done = command.output().context("cannot start cargo")?;
    ensure!(done.status.success(), "`amalgam claims` failed ({})", done.status);
    let text = String::from_utf8(done.stdout).context("the ledger is not text")?;
    ensure!(text.starts_with("# The ledger"), "`amalgam claims --markdown` printed something else");
    let path = crate::root().join("docs").join("ledger.md");
    let old = fs::read_to_string(&path).unwrap_or_default();
    if old == text {
        println!("docs/ledger.md: nothing to change");
        return Ok(());
    }
    fs::create_dir_all(crate::root().join("docs"))?;
    fs::write(&path, text).context("cannot write docs/ledger.md")?;
    println!("docs/ledger.md: rewritten");
    Ok(())
}

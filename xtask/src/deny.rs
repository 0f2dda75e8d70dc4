//! `cargo deny`: the licences, bans and advisories of everything we use, by the rules of deny.toml.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use crate::install;
use crate::process::{run, watch};

/// Where deny.toml says that the advisories are.
const DATABASE: &str = "https://github.com/RustSec/advisory-db";

/// Each is a workspace of its own.
const MANIFESTS: [&str; 4] =
    ["Cargo.toml", "fuzz/Cargo.toml", "mpi/Cargo.toml", "python/Cargo.toml"];

/// Licences and bans always; advisories where their database can be reached.
pub fn check() -> Result<()> {
    let program = install::deny()?;
    for manifest in MANIFESTS {
        run(deny(&program, manifest).args(["licenses", "bans", "sources"]))?;
    }
    if !reachable()? {
        println!("Advisories were NOT checked: {DATABASE} cannot be reached from here.");
        return Ok(());
    }
    for manifest in MANIFESTS {
        run(deny(&program, manifest).arg("advisories"))?;
    }
    Ok(())
}

fn deny(program: &Path, manifest: &str) -> Command {
    let mut deny = Command::new(program);
    deny.current_dir(crate::root()).args(["--manifest-path", manifest, "--config", "deny.toml"]);
    deny.args(["check", "--hide-inclusion-graph"]);
    // One deny.toml for all workspaces: each lacks what only another needs.
    deny.args(["--allow", "license-exception-not-encountered", "--allow", "unused-wrapper"]);
    deny
}

fn reachable() -> Result<bool> {
    let mut git = Command::new("git");
    git.args(["ls-remote", "--quiet", "--exit-code", DATABASE, "HEAD"]);
    git.env("GIT_TERMINAL_PROMPT", "0");
    let asked = watch(git, Duration::from_secs(30))?;
    Ok(asked.status.is_some_and(|status| status.success()))
}

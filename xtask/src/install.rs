//! What a fresh machine may lack, installed by the step that needs it.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::process::{cargo, run, works};

/// Makes sure that `cargo SUBCOMMAND` exists, from the toolchain component that carries it.
pub fn component(subcommand: &str, component: &str) -> Result<()> {
    if works(cargo().args([subcommand, "--version"])) {
        return Ok(());
    }
    ensure!(
        works(Command::new("rustup").arg("--version")),
        "`cargo {subcommand}` is missing, and there is no rustup to install {component} with"
    );
    run(Command::new("rustup").args(["component", "add", component]))
}

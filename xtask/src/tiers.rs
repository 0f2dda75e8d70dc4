//! The two tiers: `cargo xtask test`, for whoever changes something, and `cargo xtask ci`, which adds
//! what takes long or needs a browser, a C++ compiler or the network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{cargo, run};
use crate::step::Step;
use crate::{deny, fuzz, install, instructions, links, mpi, proofs, python};

/// Cheap steps first, so that a slip is reported soon.
pub const QUICK: &[Step] = &[
    Step { name: "format", what: "the code is formatted", run: format },
    Step { name: "links", what: "the links in the documents lead somewhere", run: links::check },
    Step { name: "tests", what: "unit and integration tests, the documents' examples", run: tests },
    Step { name: "doctests", what: "the examples in doc comments", run: doctests },
    Step { name: "clippy", what: "clippy has no complaint", run: clippy },
    Step { name: "docs", what: "the documentation builds without a warning", run: docs },
];

/// What [`QUICK`] leaves out.
pub const CI: &[Step] = &[
    Step { name: "deny", what: "licences, bans and advisories of what we use", run: deny::check },
    Step { name: "wide", what: "unit and integration tests at full size", run: wide },
    Step {
        name: "counts",
        what: "the hottest loops take no more instructions",
        run: instructions::check,
    },
    Step { name: "browser", what: "the pages in a real browser", run: browser },
    Step { name: "python", what: "the Python package, its notebooks included", run: python::check },
    Step { name: "fuzz", what: "every fuzz target for a few seconds", run: fuzz::brief },
    Step { name: "mpi", what: "ranks of a cluster against one process", run: mpi::brief },
    Step { name: "proofs", what: "the proofs in Coq, and both kernels", run: proofs::brief },
    Step { name: "publish", what: "every crate could be published", run: publish },
];

fn format() -> Result<()> {
    install::component("fmt", "rustfmt")?;
    run(cargo().args(["fmt", "--all", "--check"]))?;
    // Workspaces of their own.
    for manifest in ["fuzz/Cargo.toml", "mpi/Cargo.toml", "python/Cargo.toml"] {
        run(cargo().args(["fmt", "--manifest-path", manifest, "--check"]))?;
    }
    Ok(())
}

fn clippy() -> Result<()> {
    install::component("clippy", "clippy")?;
    run(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn tests() -> Result<()> {
    run_tests("0")
}

fn wide() -> Result<()> {
    run_tests("1")
}

/// The variable is what the crate `amalgam-tier` reads.
fn run_tests(wide: &str) -> Result<()> {
    // Those in the browser have a step of their own, which installs it.
    run(test_command().env("AMALGAM_WIDE", wide).env("AMALGAM_BROWSER", "later"))
}

/// Unit and integration tests of everything.
pub fn test_command() -> Command {
    let mut tests = cargo();
    // `--all-targets` would run every benchmark as well; clippy compiles them.
    tests.args(["test", "--workspace", "--lib", "--bins", "--tests", "--examples"]);
    tests
}

/// The examples in the documents alone; `mode` is what trycmd does about differences.
pub fn examples(mode: &str) -> Result<()> {
    let mut tests = cargo();
    tests.args(["test", "--package", "amalgam-cli", "--test", "it", "documents"]);
    run(tests.env("TRYCMD", mode))
}

fn doctests() -> Result<()> {
    run(cargo().args(["test", "--workspace", "--doc"]))
}

fn docs() -> Result<()> {
    let mut doc = cargo();
    doc.args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
    run(&mut doc).context("the documentation must build without a warning")
}

/// A browser that is missing is installed; if that cannot be done, the step fails.
fn browser() -> Result<()> {
    install::browser()?;
    let axe = install::axe()?;
    let mut tests = cargo();
    // Of the whole workspace, so that what is compiled already has the right features.
    tests.args(["test", "--workspace", "--test", "browser"]);
    run(tests.env("AMALGAM_BROWSER", "required").env("AMALGAM_AXE", axe))
}

/// Packs every crate as it would be uploaded, and builds it from what was packed.
fn publish() -> Result<()> {
    forget_unpacked()?;
    // A change that is not committed yet is packed as well: it is what is being tested.
    let mut publish = cargo();
    publish.args(["publish", "--workspace", "--dry-run", "--locked", "--allow-dirty"]);
    // What is packed has the profiles of cargo, with debug information that nobody reads here.
    run(publish.env("CARGO_PROFILE_DEV_DEBUG", "false"))
}

/// Removes what an earlier run has unpacked. The version is the same, so cargo would compile that instead of what
/// is packed now.
fn forget_unpacked() -> Result<()> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))) else {
        return Ok(());
    };
    // A registry without a host is that of a rehearsal.
    for registry in entries(&home.join("registry").join("src"), "-")? {
        for package in entries(&registry, "amalgam-")? {
            fs::remove_dir_all(&package).with_context(|| package.display().to_string())?;
        }
    }
    Ok(())
}

/// What is in a folder under a name that begins so; nothing if there is no such folder.
fn entries(folder: &Path, start: &str) -> Result<Vec<PathBuf>> {
    let Ok(found) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let paths: Vec<PathBuf> = found.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let begins = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start))
    };
    Ok(paths.into_iter().filter(begins).collect())
}

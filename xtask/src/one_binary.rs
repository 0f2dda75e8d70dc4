//! Each crate's integration tests are one binary, and no file of tests is left out of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// What `tests/main.rs` must name: the files beside it and the folders with a `mod.rs`.
fn modules(tests: &Path) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(tests)? {
        let path = entry?.path();
        let is_file = path.extension().is_some_and(|ending| ending == "rs");
        if (is_file && !path.ends_with("main.rs")) || path.join("mod.rs").is_file() {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    Ok(names)
}

/// The modules that a file names.
fn named(text: &str) -> BTreeSet<String> {
    let module = |line: &str| Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned());
    text.lines().filter_map(module).collect()
}

/// Without `autotests = false` every file would be a binary too; with it, a file that is not named
/// would never be run.
fn check(package: &Path) -> Result<()> {
    let manifest = fs::read_to_string(package.join("Cargo.toml"))?;
    ensure!(manifest.lines().any(|line| line == "autotests = false"), "autotests is not false");
    let tests = package.join("tests");
    let main = fs::read_to_string(tests.join("main.rs")).context("tests/main.rs")?;
    let (named, there) = (named(&main), modules(&tests)?);
    ensure!(named == there, "tests/main.rs names {named:?}, and beside it are {there:?}");
    for entry in fs::read_dir(tests)? {
        let path = entry?.path();
        if path.join("main.rs").is_file() {
            let name = path.file_name().context("a folder without a name")?.to_string_lossy();
            let line = format!("path = \"tests/{name}/main.rs\"");
            ensure!(manifest.contains(&line), "Cargo.toml does not name tests/{name}/main.rs");
        }
    }
    Ok(())
}

#[test]
fn no_file_of_tests_is_left_out() {
    for entry in fs::read_dir(crate::root().join("crates")).unwrap() {
        let package = entry.unwrap().path();
        if package.join("tests").is_dir() {
            let result = check(&package);
            assert!(result.is_ok(), "{}: {:#}", package.display(), result.unwrap_err());
        }
    }
}

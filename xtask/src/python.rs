//! The Python package: built as a wheel, installed into a virtual environment of its own, and tested.
//!
//! The environment and all that is built lie below the target folder, and are kept from run to run. The
//! wheel is compiled with the profile of tests, which takes a fraction of the time of a release.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::process::{cargo, run, works};
use crate::{install, tiers};

/// What the tests need, each at a version that is known to work.
const NEEDED: &str = "python/tests/requirements.txt";

/// Clippy has no complaint, the wheel can be built and installed, and its tests pass: answers against
/// the command line, types, examples, notebooks.
pub fn check() -> Result<()> {
    let here = crate::target_dir()?.join("python");
    fs::create_dir_all(&here)?;
    let python = environment(&here)?;
    let built = here.join("build");
    install::component("clippy", "clippy")?;
    let mut clippy = cargo();
    clippy.args(["clippy", "--manifest-path", "python/Cargo.toml", "--locked"]);
    run(clippy.env("CARGO_TARGET_DIR", &built).args(["--", "-D", "warnings"]))?;
    let wheel = wheel(&here, &python, &built)?;
    let mut pip = pip(&python);
    pip.args(["install", "--quiet", "--force-reinstall", "--no-deps"]);
    run(pip.arg(wheel))?;
    // The command line answers the same questions. Built as for its own tests, it is there already.
    run(tiers::test_command().arg("--no-run"))?;
    let command = crate::target_dir()?.join("debug").join("amalgam");
    let mut tests = Command::new(&python);
    tests.current_dir(crate::root()).args(["-m", "pytest", "--quiet", "--durations=8"]);
    run(tests.env("AMALGAM_COMMAND", command).env("AMALGAM_WIDE", "1"))
}

/// A virtual environment with what is needed; made again when that changes.
fn environment(here: &Path) -> Result<PathBuf> {
    let (folder, stamp) = (here.join("env"), here.join("env.txt"));
    let python = folder.join("bin").join("python");
    let needed = fs::read_to_string(crate::root().join(NEEDED)).context(NEEDED)?;
    if works(Command::new(&python).arg("--version"))
        && fs::read_to_string(&stamp).is_ok_and(|made| made == needed)
    {
        return Ok(python);
    }
    let version = "import sys; sys.exit(sys.version_info < (3, 11))";
    ensure!(
        works(Command::new("python3").args(["-c", version])),
        "no Python of version 3.11 or later (`python3`), which the package is for"
    );
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(&folder))
        .context("Python has no venv: install python3-venv")?;
    let mut pip = pip(&python);
    pip.args(["install", "--quiet", "--requirement", NEEDED]);
    run(&mut pip)?;
    fs::write(&stamp, needed)?;
    Ok(python)
}

/// Builds the wheel into an empty folder, where it is the only one.
fn wheel(here: &Path, python: &Path, built: &Path) -> Result<PathBuf> {
    let out = here.join("wheels");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let mut maturin = Command::new(python);
    maturin.current_dir(crate::root()).args(["-m", "maturin", "build", "--quiet"]);
    maturin.args(["--profile", "dev", "--out"]).arg(&out);
    run(maturin.env("CARGO_TARGET_DIR", built))?;
    let wheels: Vec<PathBuf> =
        fs::read_dir(&out)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let [wheel] = &wheels[..] else { anyhow::bail!("there is not one wheel: {wheels:?}") };
    ensure!(wheel.to_string_lossy().contains("-abi3-"), "{} is for one Python", wheel.display());
    Ok(wheel.clone())
}

fn pip(python: &Path) -> Command {
    let mut pip = Command::new(python);
    pip.current_dir(crate::root()).args(["-m", "pip", "--disable-pip-version-check"]);
    pip
}

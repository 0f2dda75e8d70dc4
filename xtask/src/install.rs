//! What a fresh machine may lack, installed by the step that needs it.

use std::path::{Path, PathBuf};
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

/// Makes sure that there is a C++ compiler: libFuzzer is compiled from source.
pub fn cplusplus() -> Result<()> {
    let found = || std::env::var_os("CXX").is_some() || works(Command::new("c++").arg("--version"));
    packages(found, &["g++"], "C++ compiler (`c++`), which the fuzz targets need")
}

/// Makes sure that there is Valgrind, which counts instructions.
pub fn valgrind() -> Result<()> {
    let found = || works(Command::new("valgrind").arg("--version"));
    packages(found, &["valgrind"], "Valgrind to count instructions with")
}

/// Makes sure that there is Coq, and the OCaml compiler that its extracted programs need.
pub fn coq() -> Result<()> {
    let found = || {
        works(Command::new("coqc").arg("--version"))
            && works(Command::new("ocamlopt").arg("-version"))
    };
    packages(found, &["coq", "ocaml-nox", "gcc"], "Coq (`coqc`) and OCaml (`ocamlopt`)")
}

/// Makes sure that there is an MPI library, its compiler and starter, and libclang, which reads its headers.
pub fn mpi() -> Result<()> {
    let starts = |program: &str| works(Command::new(program).arg("--version"));
    let found = || starts("mpicc") && starts("mpirun") && libclang();
    let what = "MPI for `amalgam-mpi` (`mpicc` and `mpirun`) with libclang";
    packages(found, &["libopenmpi-dev", "openmpi-bin", "libclang-dev"], what)
}

/// Installs Debian's packages unless what they bring is found already.
fn packages(found: impl Fn() -> bool, names: &[&str], what: &str) -> Result<()> {
    if found() {
        return Ok(());
    }
    let apt = works(Command::new("apt-get").arg("--version"));
    ensure!(apt, "there is no {what}, and no apt-get to install it with");
    run(&mut as_root("apt-get", &["update"]))?;
    run(&mut as_root(
        "apt-get",
        &[&["install", "--yes", "--no-install-recommends"], names].concat(),
    ))?;
    ensure!(found(), "{} was installed, but there is still no {what}", names.join(", "));
    Ok(())
}

/// Whether libclang is where it is looked for.
fn libclang() -> bool {
    let holds = |folder: &Path| {
        let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
        names.into_iter().any(|file| file.file_name().to_string_lossy().starts_with("libclang"))
    };
    let versions = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    std::env::var_os("LIBCLANG_PATH").is_some()
        || versions.into_iter().any(|folder| holds(&folder.path().join("lib")))
        || ["/usr/lib64", "/usr/local/lib"].iter().any(|folder| holds(Path::new(folder)))
}

/// Makes sure that there is a browser and the driver that the tests steer it with.
pub fn browser() -> Result<()> {
    let found = |program: &str| works(Command::new(program).arg("--version"));
    let both = || found("chromium") && found("chromedriver");
    if both() {
        return Ok(());
    }
    ensure!(
        works(Command::new("apt-get").arg("--version")),
        "no browser for the tests, and no apt-get to install it with: install Chromium and \
         ChromeDriver so that `chromium` and `chromedriver` can be started"
    );
    run(&mut as_root("apt-get", &["update"]))?;
    run(&mut as_root("apt-get", &["install", "--yes", "chromium", "chromium-driver"]))?;
    ensure!(both(), "chromium was installed, but `chromium` or `chromedriver` does not start");
    Ok(())
}

/// The script of axe-core, which looks for faults of accessibility, below the target folder.
pub fn axe() -> Result<PathBuf> {
    const VERSION: &str = "axe-core@4.10.3";
    let folder = crate::root().join("target").join("axe");
    let script = folder.join("node_modules").join("axe-core").join("axe.min.js");
    if script.is_file() {
        return Ok(script);
    }
    if !works(Command::new("npm").arg("--version")) {
        ensure!(
            works(Command::new("apt-get").arg("--version")),
            "no npm to fetch axe-core with, and no apt-get to install it with"
        );
        run(&mut as_root("apt-get", &["update"]))?;
        run(&mut as_root("apt-get", &["install", "--yes", "--no-install-recommends", "npm"]))?;
    }
    std::fs::create_dir_all(&folder)?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--ignore-scripts", "--no-save", "--no-audit", "--no-fund", "--prefix"]);
    run(npm.arg(&folder).arg(VERSION))?;
    ensure!(script.is_file(), "axe-core was installed, but its script is not there");
    Ok(script)
}

/// The program `cargo-deny`: the one on this machine, or one built below the target folder. It is
/// run once, so it is built as fast as can be rather than to be fast.
pub fn deny() -> Result<PathBuf> {
    let here = PathBuf::from("cargo-deny");
    if works(Command::new(&here).arg("--version")) {
        return Ok(here);
    }
    let root = crate::target_dir()?.join("tools");
    let program = root.join("bin").join("cargo-deny");
    if !works(Command::new(&program).arg("--version")) {
        let mut install = cargo();
        install.args(["install", "cargo-deny", "--version", "0.20.2", "--locked", "--debug"]);
        run(install.arg("--root").arg(root).env("CARGO_PROFILE_DEV_DEBUG", "false"))?;
    }
    Ok(program)
}

/// The command itself for root, and otherwise through sudo, which must not ask for a password in
/// the middle of an unattended run.
fn as_root(program: &str, arguments: &[&str]) -> Command {
    let id = Command::new("id").arg("-u").output();
    let is_root = id.is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    let mut command = Command::new(if is_root { program } else { "sudo" });
    if !is_root {
        command.args(["--non-interactive", program]);
    }
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

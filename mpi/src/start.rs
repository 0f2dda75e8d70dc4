//! `amalgam-mpi`: starts `amalgam-mpi-rank`, which lies beside it, where that can be started.
//!
//! A program that is linked with a library which the machine has not got never comes to its first line: the
//! system's loader ends it, in words of its own. So the command that people and `mpirun` call is this one,
//! which is linked with nothing but the system. It has the other tell its version, for which no MPI is
//! started, and then becomes it, so that process id, signals and streams are those of the rank.

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// The name of the program that is a rank.
const RANK: &str = "amalgam-mpi-rank";

fn main() -> ExitCode {
    let beside = std::env::current_exe().map(|me| me.with_file_name(RANK));
    let why = match beside {
        Ok(rank) => match whether_starts(&rank) {
            Ok(()) => no_start(&rank, &become_rank(&rank)),
            Err(why) => why,
        },
        Err(error) => no_start(Path::new(RANK), &error),
    };
    eprintln!("error: {why}");
    ExitCode::from(2)
}

/// Has the program tell its version; a sentence if it cannot.
fn whether_starts(rank: &Path) -> Result<(), String> {
    let told = Command::new(rank).arg("--version").stdin(Stdio::null()).output();
    let told = told.map_err(|error| no_start(rank, &error))?;
    if told.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&told.stderr);
    let last = words.trim_end().lines().next_back().unwrap_or_default();
    // GNU's words and musl's.
    let library = ["error while loading shared libraries: ", "Error loading shared library "]
        .iter()
        .find_map(|known| Some(last.split_once(known)?.1));
    Err(match library {
        Some(library) => format!(
            "amalgam-mpi needs an MPI library, and {} cannot load it ({library}): install the library that \
             amalgam-mpi was built with, on Debian openmpi-bin, or name its folder in LD_LIBRARY_PATH",
            machine(),
        ),
        None => no_start(rank, &format_args!("{}: {last}", told.status)),
    })
}

fn no_start(rank: &Path, why: &dyn std::fmt::Display) -> String {
    format!("amalgam-mpi cannot start {}, its other half ({why})", rank.display())
}

/// Goes on as the program, with the same arguments; returns only if that fails.
#[cfg(unix)]
fn become_rank(rank: &Path) -> io::Error {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new(rank);
    command.arg0("amalgam-mpi").args(std::env::args_os().skip(1)).exec()
}

#[cfg(not(unix))]
fn become_rank(rank: &Path) -> io::Error {
    match Command::new(rank).args(std::env::args_os().skip(1)).status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(2)),
        Err(error) => error,
    }
}

/// Which of the machines this is.
fn machine() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
    name.map_or_else(|_| "this machine".to_owned(), |name| format!("the machine {}", name.trim()))
}

//! Files a user asked for: never half-written, never written over by accident.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::failure::Failure;

/// Where the result goes.
#[derive(Args, Debug)]
pub(crate) struct OutArgs {
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    pub(crate) force: bool,
}

/// Refuses a place that cannot be written, before anything is computed.
pub(crate) fn check(path: &Path, force: bool) -> Result<(), Failure> {
    let shown = path.display();
    if path.is_dir() {
        return Err(Failure::Input(format!("{shown} is a directory"), None));
    }
    if !force && path.symlink_metadata().is_ok() {
        return Err(Failure::Input(
            format!("{shown} is there already"),
            Some("choose another name, or replace it with --force".to_owned()),
        ));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        let message = format!("{shown} cannot be written: there is no folder {}", folder.display());
        return Err(Failure::Input(message, None));
    }
    Ok(())
}

/// Writes a file beside its place, piece by piece, and renames it there when it is whole.
pub(crate) fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let refused = |error: io::Error| {
        Failure::Input(format!("{} cannot be written: {error}", path.display()), None)
    };
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let written = (|| {
        let mut file = BufWriter::with_capacity(1 << 16, File::create(&beside).map_err(refused)?);
        fill(&mut file).map_err(|failure| match failure {
            Failure::Output(error) => refused(error),
            failure => failure,
        })?;
        file.flush().map_err(refused)?;
        file.get_ref().sync_all().map_err(refused)?;
        fs::rename(&beside, path).map_err(refused)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// The command as it was typed, for captions: without the folder of the program and `--force`.
pub(crate) fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let mut command = "amalgam".to_owned();
    for word in words.filter(|word| word != "--force") {
        command.push(' ');
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            command.push_str(&word);
        } else {
            command.push_str(&format!("\"{}\"", word.replace('"', "\\\"")));
        }
    }
    command
}

/// The program and its version, for captions.
pub(crate) const PROGRAM: &str = concat!("amalgam ", env!("CARGO_PKG_VERSION"));

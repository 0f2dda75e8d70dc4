//! Files a user asked for: never half-written, never written over by accident.

use std::path::PathBuf;

use amalgam_export::whole_file::WholeFile;
use clap::Args;

use crate::failure::Failure;

/// What help says of every file that a user names.
macro_rules! rule {
    () => {
        "A file that is there already is replaced only with --force; - is standard output."
    };
}
pub(crate) use rule;

/// Where the result goes.
#[derive(Args, Debug)]
pub(crate) struct OutArgs {
    /// The file to write; - is standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

impl OutArgs {
    /// Opens the file, before anything is computed.
    pub(crate) fn open(&self) -> Result<Option<WholeFile>, Failure> {
        Ok(self.out.as_deref().map(|path| WholeFile::open(path, self.force)).transpose()?)
    }
}

/// Whether the file takes standard output, so that nothing else may be printed there.
pub(crate) fn is_stdout(file: &Option<WholeFile>) -> bool {
    file.as_ref().is_some_and(WholeFile::is_stdout)
}

/// The command as it was typed, for captions: without the folder of the program and `--force`.
pub(crate) fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.filter(|word| word != "--force").collect();
    let words = std::iter::once("amalgam").chain(words.iter().map(String::as_str));
    // No argument of a program holds a NUL, the one thing that cannot be quoted.
    shlex::try_join(words).unwrap_or_default()
}

/// The program and its version, for captions.
pub(crate) const PROGRAM: &str = concat!("amalgam ", env!("CARGO_PKG_VERSION"));

//! What can go wrong with files.

use std::io;
use std::path::{Path, PathBuf};

use amalgam::engines::census::CensusError;
use amalgam::{Classified, Fault, LimitReached};
use thiserror::Error;

/// Why a table was not written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is no room left for a file. What was there before still is.
    #[error("{}: no space is left on the disk", path.display())]
    Full {
        /// The file that did not fit.
        path: PathBuf,
    },
    /// The answer could not be written to standard output.
    #[error("the answer could not be written: {0}")]
    Output(io::Error),
    /// A file is there already and was not to be replaced.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// A directory is where a file should be.
    #[error("{} is a directory", .0.display())]
    Folder(PathBuf),
    /// There is no directory for a file.
    #[error("{} cannot be written: there is no folder {}", path.display(), folder.display())]
    NoFolder {
        /// The file.
        path: PathBuf,
        /// Where it should be.
        folder: PathBuf,
    },
    /// Another process writes to the same file.
    #[error("{} is being written by another process", .0.display())]
    BeingWritten(PathBuf),
    /// A directory holds something else.
    #[error("{} is not empty and holds no census", .0.display())]
    NotACensus(PathBuf),
    /// A directory holds no census, but should.
    #[error("there is no census in {}", .0.display())]
    NoCensus(PathBuf),
    /// A directory holds the census of another game.
    #[error("{} holds a census of {found}, not of {wanted}", dir.display())]
    Other {
        /// The directory.
        dir: PathBuf,
        /// What is there.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// The manifest was written by a later version.
    #[error("{} was written by a newer version of amalgam ({version}; this is {})", path.display(), env!("CARGO_PKG_VERSION"))]
    Newer {
        /// The manifest.
        path: PathBuf,
        /// Its version or schema.
        version: String,
    },
    /// A file is not what its manifest says.
    #[error("{} is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Another process writes to the same census.
    #[error("another census is being written to {}", .0.display())]
    Busy(PathBuf),
    /// The census cannot be made.
    #[error(transparent)]
    Census(#[from] CensusError),
    /// A bound was met.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl Error {
    /// The error of the system about a path; `-` is standard output.
    pub(crate) fn io(path: &Path, source: io::Error) -> Error {
        if path == "-" {
            return Error::Output(source);
        }
        let path = path.to_owned();
        match of_system(&source) {
            Fault::Limit => Error::Full { path },
            _ => Error::Io { path, source },
        }
    }

    pub(crate) fn damaged(path: &Path, why: impl ToString) -> Error {
        Error::Damaged { path: path.to_owned(), why: why.to_string() }
    }
}

impl Classified for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::Io { .. } | Error::Damaged { .. } => Fault::Broken,
            Error::Output(error) => of_system(error),
            Error::Full { .. } | Error::Limit(_) => Fault::Limit,
            Error::Census(error) => error.fault(),
            Error::Exists(_)
            | Error::Folder(_)
            | Error::NoFolder { .. }
            | Error::BeingWritten(_)
            | Error::NotACensus(_)
            | Error::NoCensus(_)
            | Error::Other { .. }
            | Error::Newer { .. }
            | Error::Busy(_) => Fault::Input,
        }
    }
}

/// A full disk is a limit, whatever else the system says is not ours to judge.
pub(crate) fn of_system(error: &io::Error) -> Fault {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Fault::Limit,
        _ => Fault::Broken,
    }
}

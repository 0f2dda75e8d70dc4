//! The folder in which proved rows and interrupted runs are kept.

use std::path::PathBuf;

use amalgam_export::kept::Folder;

/// The folder, if there is one.
pub(crate) fn folder() -> Option<Folder> {
    Folder::of_user(|words| eprintln!("warning: {words}"))
}

/// A file of the folder, which is made if need be.
pub(crate) fn file(name: &str) -> Option<PathBuf> {
    folder()?.file(name)
}

/// Says on standard error that a file of the folder is of no use; nothing is lost but time.
pub(crate) fn warn(path: &std::path::Path, what: &str) {
    eprintln!("warning: {}: {what}", path.display());
}

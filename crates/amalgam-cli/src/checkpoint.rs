//! Where the state of a run is kept, so that the same command goes on.

use std::path::PathBuf;

use crate::cache;
use crate::sealed::{self, Sealed};

/// The place of one run.
pub(crate) struct Checkpoint {
    path: Option<PathBuf>,
    kind: &'static str,
}

impl Checkpoint {
    pub(crate) fn new(name: &str, kind: &'static str) -> Checkpoint {
        Checkpoint { path: cache::file(name), kind }
    }

    /// What was kept, unless it is damaged, which is told.
    pub(crate) fn load<T>(&self, read: impl Fn(&[u8]) -> Result<T, String>) -> Option<T> {
        let path = self.path.as_deref()?;
        let damage = match sealed::read(path, self.kind) {
            Ok(Sealed::Missing) => return None,
            Ok(Sealed::Whole(bytes)) => match read(&bytes) {
                Ok(run) => return Some(run),
                Err(error) => error,
            },
            Ok(Sealed::Damaged(damage)) => damage,
            Err(error) => error.to_string(),
        };
        cache::warn(path, &format!("damaged ({damage}); the run starts anew"));
        None
    }

    pub(crate) fn save(&self, bytes: &[u8]) {
        let Some(path) = self.path.as_deref() else { return };
        if let Err(error) = sealed::write(path, self.kind, bytes) {
            cache::warn(path, &format!("could not be written ({error}); the run goes on without"));
        }
    }

    pub(crate) fn remove(&self) {
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

//! The file beside a place in which its new contents grow.
//!
//! A place has one such name, and the writer of the place is who holds the lock on that file. The
//! system lets go of a lock when its holder ends, however that happens. So a second writer knows
//! at once that there is a first, and what a killed writer left is known by its lock being free: the
//! next writer to the same place removes it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::Error;

/// A new, empty file beside a place, and the right to put it there. Dropping it removes the file:
/// what never became whole makes room again, as the disk may be full.
pub(crate) struct Part(NamedTempFile);

/// Where a file is written before it is whole.
pub(crate) fn beside(place: &Path) -> PathBuf {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(".amalgam-part");
    place.with_file_name(name)
}

impl Part {
    pub(crate) fn claim(place: &Path) -> Result<Part, Error> {
        let path = beside(place);
        // Each turn but the last is one in which another process came or went meanwhile.
        for _ in 0..100 {
            match File::options().write(true).create_new(true).open(&path) {
                Ok(file) => match file.try_lock() {
                    // Before it was locked, another may have taken it for something left behind.
                    Err(TryLockError::WouldBlock) => {}
                    // Where the system has no locks, that the file is new must do.
                    Ok(()) | Err(TryLockError::Error(_)) => {
                        if is_at(&file, &path) {
                            // From here on it is ours to remove.
                            let path = TempPath::try_from_path(&path);
                            let path = path.map_err(|error| Error::io(place, error))?;
                            return Ok(Part(NamedTempFile::from_parts(file, path)));
                        }
                    }
                },
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => clear(place)?,
                Err(error) => return Err(Error::io(place, error)),
            }
        }
        Err(Error::BeingWritten(place.to_owned()))
    }

    pub(crate) fn file(&self) -> &File {
        self.0.as_file()
    }

    /// Moves the file, which is on the disk then, to its place. What came there meanwhile stays unless it is
    /// to be replaced.
    pub(crate) fn put(self, place: &Path, replace: bool) -> io::Result<()> {
        self.file().sync_all()?;
        if let Ok(old) = fs::metadata(place) {
            self.file().set_permissions(old.permissions())?;
        }
        let put = if replace { self.0.persist(place) } else { self.0.persist_noclobber(place) };
        put.map(drop).map_err(|error| error.error)
    }
}

/// Removes what a writer of this place has left if it is gone.
pub(crate) fn clear(place: &Path) -> Result<(), Error> {
    let path = beside(place);
    let refused = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(Error::io(&path, error)),
    };
    match fs::symlink_metadata(&path) {
        Ok(there) if !there.is_file() => {
            return refused(io::Error::other("this is in the way; remove it"));
        }
        Ok(_) => {}
        Err(error) => return refused(error),
    }
    let file = match File::options().write(true).open(&path) {
        Ok(file) => file,
        Err(error) => return refused(error),
    };
    match file.try_lock() {
        Ok(()) if is_at(&file, &path) => fs::remove_file(&path).or_else(refused),
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Error::BeingWritten(place.to_owned())),
        Err(TryLockError::Error(_)) => refused(io::Error::other(
            "this is being written or was left, and this file system cannot tell; remove it",
        )),
    }
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else {
        return false;
    };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_one_writer_and_what_a_dead_one_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("x");
        let first = Part::claim(&place).unwrap();
        assert!(matches!(Part::claim(&place), Err(Error::BeingWritten(at)) if at == place));
        assert!(matches!(clear(&place), Err(Error::BeingWritten(_))));
        drop(first);
        assert!(!beside(&place).exists());
        // A file that nobody has locked is what a killed writer leaves.
        fs::write(beside(&place), "half").unwrap();
        let next = Part::claim(&place).unwrap();
        assert_eq!(next.file().metadata().unwrap().len(), 0);
        next.put(&place, false).unwrap();
        assert!(place.exists() && !beside(&place).exists());
        // What came there meanwhile stays.
        let late = Part::claim(&place).unwrap();
        assert_eq!(late.put(&place, false).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        // What is no file is not ours.
        fs::create_dir(beside(&place)).unwrap();
        assert!(
            matches!(Part::claim(&place), Err(Error::Io { path, .. }) if path == beside(&place))
        );
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_is_replaced_stays_as_private_as_it_was() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("x");
        fs::write(&place, "mine").unwrap();
        fs::set_permissions(&place, fs::Permissions::from_mode(0o600)).unwrap();
        Part::claim(&place).unwrap().put(&place, true).unwrap();
        let after = fs::metadata(&place).unwrap();
        assert_eq!((after.len(), after.permissions().mode() & 0o777), (0, 0o600));
    }

    #[test]
    fn of_many_writers_at_once_one_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        for round in 0..50 {
            let place = folder.path().join(round.to_string());
            fs::write(beside(&place), "half").unwrap();
            let start = std::sync::Barrier::new(8);
            let claims: Vec<_> = std::thread::scope(|scope| {
                let claim = || {
                    start.wait();
                    Part::claim(&place)
                };
                let threads: Vec<_> = (0..8).map(|_| scope.spawn(claim)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(claims.iter().filter(|claim| claim.is_ok()).count(), 1, "round {round}");
        }
    }
}

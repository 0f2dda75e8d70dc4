//! A folder of proved rows and interrupted runs, shared by the command line and Python: each file carries a checksum
//! and is checked when it is read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use amalgam::engines::rows::Store;
use etcetera::BaseStrategy;
use sha2::{Digest, Sha256};

use crate::{Error, whole_file};

/// A folder in which things are kept by name. The ending of a name says what it is.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// Who is told that a file is of no use; nothing is lost but time.
    warn: fn(&str),
}

impl Folder {
    /// `$AMALGAM_CACHE`, else `amalgam` in the user's cache folder; `None` where there is none.
    pub fn of_user(warn: fn(&str)) -> Option<Folder> {
        let named = std::env::var_os("AMALGAM_CACHE").filter(|folder| !folder.is_empty());
        let path = named.map(PathBuf::from).or_else(|| {
            etcetera::choose_base_strategy().ok().map(|user| user.cache_dir().join("amalgam"))
        })?;
        Some(Folder { path, warn })
    }

    /// The file of a name. The folder is made if need be.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        fs::create_dir_all(&self.path).ok()?;
        Some(self.path.join(name))
    }

    fn warn(&self, name: &str, what: &str) {
        (self.warn)(&format!("{}: {what}", self.path.join(name).display()));
    }
}

impl Store for Folder {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        let damage = match read(&self.path.join(name), kind(name)) {
            Ok(Sealed::Missing) => return None,
            Ok(Sealed::Whole(bytes)) => return Some(bytes),
            Ok(Sealed::Damaged(damage)) => damage,
            // There is no such folder.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => return None,
            Err(error) => error.to_string(),
        };
        self.damaged(name, &damage);
        self.remove(name);
        None
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        let Some(path) = self.file(name) else { return };
        if let Err(error) = write(&path, kind(name), bytes) {
            self.warn(name, &format!("could not be written ({error}); nothing is lost but time"));
        }
    }

    fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.path.join(name)); // it may be gone already
    }

    fn damaged(&self, name: &str, why: &str) {
        self.warn(name, &format!("damaged ({why}); what it held is computed again"));
    }
}

/// What a file holds: the ending of its name.
fn kind(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// What reading a sealed file came to.
enum Sealed {
    /// There is no such file.
    Missing,
    /// The bytes that were sealed.
    Whole(Vec<u8>),
    /// The file is there, but these are not the bytes that were sealed.
    Damaged(String),
}

/// The first line of a file of this kind; a newer version would have another number.
fn header(kind: &str) -> String {
    format!("amalgam {kind} 3\n")
}

/// Writes bytes with a checksum, so that the file is always either the old one or the new one. If
/// another process writes the same file just now, that will do.
fn write(path: &Path, kind: &str, bytes: &[u8]) -> Result<(), Error> {
    let mut sealed = header(kind).into_bytes();
    sealed.extend_from_slice(hex(&Sha256::digest(bytes)).as_bytes());
    sealed.push(b'\n');
    sealed.extend_from_slice(bytes);
    match whole_file::write(path, &sealed) {
        Err(Error::BeingWritten(_)) => Ok(()),
        written => written.map(drop),
    }
}

/// Reads a sealed file and checks it.
fn read(path: &Path, kind: &str) -> io::Result<Sealed> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Sealed::Missing),
        Err(error) => return Err(error),
    };
    let header = header(kind);
    let Some(rest) = bytes.strip_prefix(header.as_bytes()) else {
        return Ok(Sealed::Damaged(format!("it does not start with {:?}", header.trim_end())));
    };
    match rest.split_at_checked(65) {
        Some((sum, bytes)) if sum == format!("{}\n", hex(&Sha256::digest(bytes))).as_bytes() => {
            Ok(Sealed::Whole(bytes.to_vec()))
        }
        _ => Ok(Sealed::Damaged("its checksum is wrong".to_owned())),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_read_back_and_damage_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let path = folder.join("file");
        assert!(matches!(read(&path, "test").unwrap(), Sealed::Missing));
        write(&path, "test", b"some bytes").unwrap();
        assert!(
            matches!(read(&path, "test").unwrap(), Sealed::Whole(bytes) if bytes == b"some bytes")
        );
        assert!(matches!(read(&path, "other").unwrap(), Sealed::Damaged(_)));
        let whole = fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            assert!(matches!(read(&path, "test").unwrap(), Sealed::Damaged(_)), "cut at {cut}");
            let mut flipped = whole.clone();
            flipped[cut] ^= 1;
            fs::write(&path, &flipped).unwrap();
            assert!(matches!(read(&path, "test").unwrap(), Sealed::Damaged(_)), "flip at {cut}");
        }
        assert!(write(&folder.join("no/such/folder"), "test", b"").is_err());
    }
}

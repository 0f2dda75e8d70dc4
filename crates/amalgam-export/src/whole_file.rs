//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::Error;

/// A file that is written beside its place and moved there when it is done.
///
/// What is no regular file, such as a pipe, is written in place.
pub(crate) struct WholeFile {
    path: PathBuf,
    beside: Option<PathBuf>,
    file: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

/// The length of a file and its SHA-256, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seal {
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
}

impl WholeFile {
    pub(crate) fn create(path: &Path) -> Result<WholeFile, Error> {
        let special = fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
        let beside = if special { None } else { Some(beside(path)) };
        let to = beside.as_deref().unwrap_or(path);
        let file = File::create(to).map_err(|error| Error::io(to, error))?;
        let (path, file) = (path.to_owned(), BufWriter::with_capacity(1 << 16, file));
        Ok(WholeFile { path, beside, file, hash: Sha256::new(), bytes: 0 })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> Result<Seal, Error> {
        let finished = self.file.flush().and_then(|()| match &self.beside {
            Some(beside) => {
                self.file.get_ref().sync_all()?;
                fs::rename(beside, &self.path)
            }
            None => Ok(()),
        });
        finished.map_err(|error| Error::io(&self.path, error))?;
        self.beside = None;
        Ok(seal(self.bytes, std::mem::take(&mut self.hash)))
    }
}

impl Drop for WholeFile {
    /// What never became whole makes room again: the disk may be full.
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            let _ = fs::remove_file(beside);
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_all(bytes)?;
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a text to a file.
pub(crate) fn write(path: &Path, text: &str) -> Result<Seal, Error> {
    let mut file = WholeFile::create(path)?;
    file.write_all(text.as_bytes()).map_err(|error| Error::io(path, error))?;
    file.finish()
}

/// The seal of a file as it is.
pub(crate) fn seal_of(path: &Path) -> Result<Seal, Error> {
    let read = || {
        let mut file = BufReader::new(File::open(path)?);
        let (mut hash, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 16]);
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(seal(bytes, hash)),
                count => {
                    hash.update(&buffer[..count]);
                    bytes += count as u64;
                }
            }
        }
    };
    read().map_err(|error| Error::io(path, error))
}

fn seal(bytes: u64, hash: Sha256) -> Seal {
    Seal { bytes, sha256: hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect() }
}

/// Where a file is written before it is whole.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told() {
        let error = write(Path::new("/dev/full"), "coins").unwrap_err();
        assert!(matches!(error, Error::Full { .. }), "{error}");
        assert!(error.is_limit());
        assert!(!Path::new("/dev/full.part").exists());
    }

    #[test]
    fn seals_are_sha_256() {
        let path = std::env::temp_dir().join(format!("amalgam-seal-{}", std::process::id()));
        let sealed = write(&path, "abc").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((sealed.bytes, sealed.sha256.as_str()), (3, expected));
        assert_eq!(seal_of(&path).unwrap(), sealed);
        assert!(!beside(&path).exists());
        fs::remove_file(path).unwrap();
    }
}

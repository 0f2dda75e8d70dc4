//! The one way in which files are written: whole or not at all.
//!
//! A file grows beside its place (see `part`) and is moved there when it is whole, so that whatever
//! happens the place holds the old file or the new one. For a place that somebody named there is
//! one rule, [`WholeFile::open`], and it is kept before any work begins.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::Error;
use crate::part::Part;

/// A file that is being written. It takes its place with [`WholeFile::finish`]; dropped before, it
/// leaves nothing.
pub struct WholeFile {
    path: PathBuf,
    out: BufWriter<Out>,
    hash: Sha256,
    bytes: u64,
}

impl std::fmt::Debug for WholeFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WholeFile")
            .field("path", &self.path)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

/// Standard output, without a buffer.
#[cfg(unix)]
pub type Stdout = File;
/// Standard output.
#[cfg(not(unix))]
pub type Stdout = io::Stdout;

/// Standard output. [`io::stdout`] takes what it cannot write for written where standard output is closed or
/// open for reading alone; here that is an error as any other.
///
/// (If it was closed when the program began, the standard library has opened `/dev/null` in its place, and nobody
/// can tell that from a caller who wants no output.)
///
/// # Errors
/// If the system refuses a second handle.
pub fn stdout() -> io::Result<Stdout> {
    #[cfg(unix)]
    return std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned().map(File::from);
    #[cfg(not(unix))]
    return Ok(io::stdout());
}

/// Where the bytes go.
enum Out {
    Stdout(Stdout),
    /// What has no contents to be replaced, such as a device or a pipe.
    Through(File),
    Part {
        part: Part,
        /// The place, links followed.
        place: PathBuf,
        replace: bool,
    },
}

/// The length of a file and its SHA-256, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
}

impl WholeFile {
    /// Opens a place for writing. `-` is standard output; a device or a pipe is written through; of
    /// a link the target is written; a file that is there is replaced only if `replace` says so.
    ///
    /// # Errors
    /// If the place cannot be written, or another process is writing to it.
    pub fn open(path: &Path, replace: bool) -> Result<WholeFile, Error> {
        let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].map(Path::new);
        let (path, out) = match names.contains(&path) {
            true => {
                let out = stdout().map_err(Error::Output)?;
                (Path::new("-"), Out::Stdout(out))
            }
            false => (path, Out::open(path, replace)?),
        };
        let out = BufWriter::with_capacity(1 << 16, out);
        Ok(WholeFile { path: path.to_owned(), out, hash: Sha256::new(), bytes: 0 })
    }

    /// The place as it was named; `-` for standard output.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it goes to standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self.out.get_ref(), Out::Stdout(_))
    }

    /// Whether it goes to standard output, a device or a pipe, whose name says nothing of a format.
    pub fn is_stream(&self) -> bool {
        !matches!(self.out.get_ref(), Out::Part { .. })
    }

    /// An error of the system while it was written.
    pub fn failed(&self, error: io::Error) -> Error {
        Error::io(&self.path, error)
    }

    /// Writes all of it and puts it in its place.
    ///
    /// # Errors
    /// If that fails. What was there before then still is.
    pub fn write_whole(mut self, bytes: &[u8]) -> Result<Seal, Error> {
        self.write_all(bytes).map_err(|error| self.failed(error))?;
        self.finish()
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If that fails. What was there before then still is.
    pub fn finish(self) -> Result<Seal, Error> {
        let WholeFile { path, out, hash, bytes } = self;
        let out = out.into_inner().map_err(|error| error.into_error());
        let put = out.and_then(|out| match out {
            Out::Part { part, place, replace } => part.put(&place, replace),
            mut stream => stream.flush(),
        });
        put.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::Exists(path),
            _ => Error::io(&path, error),
        })?;
        Ok(seal(bytes, hash))
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write_all(bytes)?;
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Out {
    fn open(path: &Path, replace: bool) -> Result<Out, Error> {
        let io = |error| Error::io(path, error);
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(Error::Folder(path.to_owned())),
            Ok(there) if !there.is_file() => {
                return File::options().write(true).open(path).map(Out::Through).map_err(io);
            }
            Ok(_) if !replace => return Err(Error::Exists(path.to_owned())),
            Ok(_) => {}
            Err(error) => match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {}
                _ => return Err(io(error)),
            },
        }
        let place = target(path).map_err(io)?;
        let folder = match place.parent() {
            // `x/` names a folder that is not there.
            _ if place.as_os_str().as_encoded_bytes().ends_with(b"/") => &place,
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            return Err(Error::NoFolder { path: path.to_owned(), folder: folder.to_owned() });
        }
        Ok(Out::Part { part: Part::claim(&place)?, place, replace })
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Stdout(out) => out.write(bytes),
            Out::Through(file) => file.write(bytes),
            Out::Part { part, .. } => part.file().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Stdout(out) => out.flush(),
            Out::Through(file) => file.flush(),
            Out::Part { part, .. } => part.file().flush(),
        }
    }
}

/// Where links lead, also to what is not there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..40 {
        let Ok(link) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().map_or(link.clone(), |folder| folder.join(&link));
    }
    Err(io::Error::other("too many links lead from one to the next"))
}

/// Writes a file, whatever was there before.
///
/// # Errors
/// If that fails. What was there before then still is.
pub fn write(path: &Path, bytes: &[u8]) -> Result<Seal, Error> {
    WholeFile::open(path, true)?.write_whole(bytes)
}

/// The seal of a file as it is.
pub(crate) fn seal_of(path: &Path) -> Result<Seal, Error> {
    let read = || {
        let mut hash = Sha256::new();
        let bytes = io::copy(&mut File::open(path)?, &mut hash)?;
        Ok(seal(bytes, hash))
    };
    read().map_err(|error| Error::io(path, error))
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    seal(bytes.len() as u64, Sha256::new_with_prefix(bytes)).sha256
}

fn seal(bytes: u64, hash: Sha256) -> Seal {
    Seal { bytes, sha256: format!("{:x}", hash.finalize()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::beside;
    use amalgam::{Classified, Fault};

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told() {
        let error = write(Path::new("/dev/full"), b"coins").unwrap_err();
        assert!(matches!(error, Error::Full { .. }), "{error}");
        assert_eq!(error.fault(), Fault::Limit);
        assert!(!beside(Path::new("/dev/full")).exists());
    }

    #[test]
    fn seals_are_sha_256() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let sealed = write(&path, b"abc").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((sealed.bytes, sealed.sha256.as_str()), (3, expected));
        assert_eq!(seal_of(&path).unwrap(), sealed);
        assert!(!beside(&path).exists());
    }
}

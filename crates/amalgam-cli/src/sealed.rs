//! Files that carry a checksum and are checked when read.

use std::fs;
use std::io;
use std::path::Path;

use amalgam_export::{Error, whole_file};
use sha2::{Digest, Sha256};

/// What reading a sealed file came to.
pub(crate) enum Sealed {
    /// There is no such file.
    Missing,
    /// The bytes that were sealed.
    Whole(Vec<u8>),
    /// The file is there, but these are not the bytes that were sealed.
    Damaged(String),
}

/// The first line of a file of this kind; a newer version would have another number.
fn header(kind: &str) -> String {
    format!("amalgam {kind} 2\n")
}

/// Writes bytes with a checksum, so that the file is always either the old one or the new one. If
/// another process writes the same file just now, that will do.
pub(crate) fn write(path: &Path, kind: &str, bytes: &[u8]) -> Result<(), Error> {
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
pub(crate) fn read(path: &Path, kind: &str) -> io::Result<Sealed> {
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

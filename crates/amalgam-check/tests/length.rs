//! The checker is to be read in one sitting.

use std::fs;
use std::path::Path;

/// The lines of all files under a folder that are neither blank nor comments.
fn code_lines(folder: &Path) -> usize {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines = paths.map(|path| match path.is_dir() {
        true => code_lines(&path),
        false => fs::read_to_string(path).unwrap().lines().filter(is_code).count(),
    });
    lines.sum()
}

#[test]
fn to_be_read_in_one_sitting() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    // A count of nothing would pass: the library and the command must be among what is counted.
    for file in ["lib.rs", "main.rs"] {
        assert!(source.join(file).is_file(), "{file} is missing: are the sources elsewhere?");
    }
    let lines = code_lines(&source);
    assert!(lines < 3100, "the checker has {lines} lines of code");
}

//! What the crates of the library must never say. Which of them may use which is for Cargo.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates of the library.
const LIBRARY: [&str; 8] = ["", "-core", "-search", "-rows", "-tables", "-solve", "-lab", "-learn"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

/// The code without its comments and, at the end of a file, without its tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or(text);
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// What people type at the command line means nothing to those who use the library or the pages.
#[test]
fn the_library_names_no_option_and_no_command() {
    // The first lines of texts.
    let texts = ["game", "lesson", "worksheet"];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = LIBRARY.map(|name| files(&crates.join(format!("amalgam{name}/src"))));
    assert!(sources.iter().flatten().count() > 250, "the files were not found");
    for file in sources.into_iter().flatten() {
        let text = code(&fs::read_to_string(&file).unwrap());
        for start in ["--", "amalgam "] {
            for (at, _) in text.match_indices(start) {
                let after = &text[at + start.len()..];
                let named = after.starts_with(|c: char| c.is_ascii_lowercase())
                    && !texts.iter().any(|first| after.starts_with(first));
                let line = text[..at].lines().count();
                assert!(!named, "{}, line {line} names an option or a command", file.display());
            }
        }
    }
}

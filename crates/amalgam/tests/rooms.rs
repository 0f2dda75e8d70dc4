//! The rooms of the library, and the arrows between them: each may use only what stands before it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may use.
const ROOMS: [(&str, &[&str]); 8] = [
    ("base", &[]),
    ("games", &["base"]),
    ("engines", &["base", "games"]),
    ("theory", &["base", "games", "engines"]),
    ("solve", &["base", "games", "engines", "theory"]),
    ("lab", &["base", "games", "engines", "theory", "solve"]),
    ("session", &["base", "games", "engines", "theory", "solve"]),
    ("learn", &["base", "games", "engines", "theory", "solve", "session"]),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

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

/// The names that follow `crate::`, braces and all: `crate::{Move, solve::Reason}` has two.
fn names(code: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut names = Vec::new();
    for after in code.split("crate::").skip(1) {
        let Some(list) = after.strip_prefix('{') else {
            names.push(word(after));
            continue;
        };
        let mut depth = 0;
        let mut item = String::new();
        for c in list.chars() {
            match c {
                '}' if depth == 0 => break,
                ',' if depth == 0 => names.push(word(&std::mem::take(&mut item))),
                _ => {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    item.push(c);
                }
            }
        }
        names.push(word(&item));
    }
    names.retain(|name| !name.is_empty());
    names
}

/// In which room each name at the root of the library is at home.
fn at_the_root() -> BTreeMap<String, String> {
    let text = code(&fs::read_to_string(source().join("lib.rs")).unwrap());
    let mut home = BTreeMap::new();
    for statement in text.split(';').filter_map(|part| part.trim().strip_prefix("pub use ")) {
        let (path, last) = statement.rsplit_once("::").unwrap();
        let room = path.split("::").next().unwrap();
        for name in last.trim_matches(['{', '}']).split(',').map(str::trim) {
            home.insert(name.to_owned(), room.to_owned());
        }
    }
    home
}

#[test]
fn no_arrow_points_up() {
    let root = at_the_root();
    assert!(root.contains_key("Solver") && root.contains_key("Position"), "{root:?}");
    let mut arrows = 0;
    for (room, allowed) in ROOMS {
        for file in files(&source().join(room)) {
            for name in names(&code(&fs::read_to_string(&file).unwrap())) {
                let target = root.get(&name).map_or(name.as_str(), String::as_str);
                let fine = target == room || allowed.contains(&target);
                assert!(fine, "{}: {room} may not use {target} ({name})", file.display());
                arrows += 1;
            }
        }
    }
    assert!(arrows > 300, "only {arrows} names were found: the reader of `use` lines is broken");
}

/// What people type at the command line means nothing to those who use the library or the pages.
#[test]
fn the_library_names_no_option_and_no_command() {
    // The first lines of texts.
    let texts = ["game", "lesson", "worksheet"];
    for file in files(&source()) {
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

#[test]
fn every_file_is_in_a_room() {
    for entry in fs::read_dir(source()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = name == "lib.rs" || ROOMS.iter().any(|(room, _)| *room == name);
        assert!(known, "{name} stands in no room");
    }
}

#[test]
fn names_are_read_from_every_kind_of_use() {
    let text = "use crate::solve::{self, Known};\nuse crate::{Move, lab::{a, b}, Sum};\n\
                let x = crate::engines::naive::of(); // crate::ignored\n";
    assert_eq!(names(&code(text)), ["solve", "Move", "lab", "Sum", "engines"]);
}

//! Every console example of README, GUIDE and docs, run by trycmd and compared with what it prints.
//!
//! The examples of a document share a folder, so that a later command can use a file that an earlier one
//! made. At its start there is nothing in it but the project's `crates`, whose scripts the examples play.
//! `TRYCMD=overwrite`, or `cargo xtask examples --bless`, writes what the commands print now.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The commands that examples begin with. trycmd would leave out any other in silence.
const COMMANDS: [&str; 7] = ["amalgam", "cargo", "grep", "head", "printf", "sed", "sha256sum"];

/// trycmd splits a command into words and starts one program, which is this one. It makes a line for the
/// shell of them again: words that join commands stay as they are, all others are quoted. Whitespace at the
/// end of a line, and empty lines at the end of the output, do not count.
///
/// trycmd takes a backslash in the output for a part of a path and turns it round, so that here another
/// character stands for it, [`BACKSLASH`].
const SHELL: &str = r#"#!/bin/sh
line=${0##*/}
if [ "$line $1 $2 $3" = 'cargo run --release --' ]; then line=amalgam; shift 3; fi
for word do
    case $word in
        '|' | '<' | '>' | '>>') line="$line $word" ;;
        *) line="$line '$(printf %s "$word" | sed "s/⧵/\\\\/g; s/'/'\\\\''/g")'" ;;
    esac
done
output=$(eval "$line" 2>&1)
code=$?
printf %s "$output" | sed 's/\\/⧵/g; s/ *$//'
exit $code
"#;
const BACKSLASH: &str = "⧵";

#[test]
fn examples_print_what_the_documents_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(work.join("bin")).unwrap();
    let cases = trycmd::TestCases::new();
    for command in COMMANDS {
        let shell = work.join("bin").join(command);
        fs::write(&shell, SHELL).unwrap();
        fs::set_permissions(&shell, fs::Permissions::from_mode(0o755)).unwrap();
        cases.register_bin(command, trycmd::schema::Bin::Path(shell));
    }
    let mut documents = Vec::new();
    for document in names(&root) {
        let text = fs::read_to_string(&document).unwrap();
        commands_are_run(&document, &text);
        let copy = work.join(document.file_name().unwrap());
        fs::write(&copy, text.replace('\\', BACKSLASH)).unwrap();
        // Where trycmd runs the examples.
        let folder = copy.with_extension("in");
        fs::create_dir(&folder).unwrap();
        symlink(root.join("crates"), folder.join("crates")).unwrap();
        documents.push((document, copy));
    }
    let bin = Path::new(env!("CARGO_BIN_EXE_amalgam")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    cases.env("PATH", path).env("AMALGAM_CACHE", "cache").timeout(Duration::from_secs(60));
    // The same text on every machine: no colour, plain messages, no width of some terminal.
    cases.env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8").env("COLUMNS", "");
    cases.case(work.join("*.md")).run();
    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        for (document, copy) in documents {
            let text = fs::read_to_string(copy).unwrap();
            fs::write(document, text.replace(BACKSLASH, "\\")).unwrap();
        }
    }
}

/// README.md and GUIDE.md, which must exist, and all that is in docs.
fn names(root: &Path) -> Vec<PathBuf> {
    let mut names = vec![root.join("README.md"), root.join("GUIDE.md")];
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    names.extend(docs.filter(|path| path.extension().is_some_and(|kind| kind == "md")));
    names
}

/// Fails if a command would not be run: in another block, indented, or not one of [`COMMANDS`].
fn commands_are_run(document: &Path, text: &str) {
    let mut block = None;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            block = if block.is_none() { Some(language) } else { None };
        } else if let (Some(language), Some(command)) = (block, line.trim().strip_prefix("$ ")) {
            let known = COMMANDS.iter().any(|known| command.split(' ').next() == Some(known));
            let seen = language == "console" && line.starts_with("$ ");
            assert!(known && seen, "{}:{number} is not run: {line}", document.display());
        }
    }
}

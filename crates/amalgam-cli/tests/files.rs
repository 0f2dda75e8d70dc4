//! Files that `plot` and `export` write: whole, the same each time, and never over another one.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder for the files of one test, which goes with it.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_amalgam"));
        command.args(words.split(' ')).current_dir(&self.0);
        command.env("AMALGAM_CACHE", self.join("cache")).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.join(name)).unwrap()
    }

    /// The names in the folder, the cache not counted.
    pub(crate) fn files(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| name != "cache");
        names.sort();
        names
    }
}

#[test]
fn an_existing_file_stays_unless_forced() {
    let folder = Folder::new();
    for (command, name) in [
        ("plot matching 3 --out x.svg", "x.svg"),
        ("export row 3 --format csv --out x.csv", "x.csv"),
    ] {
        fs::write(folder.join(name), "mine").unwrap();
        let refused = folder.run(command);
        assert_eq!(refused.status.code(), Some(2));
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(message.contains("is there already") && message.contains("--force"), "{message}");
        assert_eq!(fs::read(folder.join(name)).unwrap(), b"mine");
        assert_eq!(folder.run(&format!("{command} --force")).status.code(), Some(0));
        assert_ne!(fs::read(folder.join(name)).unwrap(), b"mine");
    }
    assert_eq!(folder.files(), ["x.csv", "x.svg"]);
}

#[test]
fn a_refused_export_leaves_nothing_behind() {
    let folder = Folder::new();
    let refused = folder.run("export table --rows 100 --cols 30 --format latex --out x.tex");
    assert_eq!(refused.status.code(), Some(2));
    assert!(folder.files().is_empty(), "{:?}", folder.files());
}

#[test]
fn the_same_command_writes_the_same_bytes() {
    let folder = Folder::new();
    for (command, name) in [
        ("plot table --rows 40 --cols 60 --out x.png --width 500", "x.png"),
        ("plot tree [2,3] --depth 2 --out x.dot", "x.dot"),
        ("export table --rows 40 --cols 60 --format parquet --out x.parquet", "x.parquet"),
    ] {
        assert_eq!(folder.run(command).status.code(), Some(0));
        let first = fs::read(folder.join(name)).unwrap();
        assert_eq!(folder.run(&format!("{command} --force")).status.code(), Some(0));
        assert_eq!(first, fs::read(folder.join(name)).unwrap());
    }
}

#[test]
fn a_png_is_as_wide_as_asked() {
    let folder = Folder::new();
    assert!(folder.run("plot matching 3 --out x.png --width 700").status.success());
    let bytes = fs::read(folder.join("x.png")).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(bytes[16..20], 700_u32.to_be_bytes());
}

#[test]
fn a_census_is_exported_and_counted() {
    let folder = Folder::new();
    assert!(folder.run("census --coins 7 --out c").status.success());
    let positions = folder.run("export census c --format csv");
    let positions = String::from_utf8(positions.stdout).unwrap();
    assert!(positions.starts_with("coins,position\n0,[]\n2,\"[1,1]\"\n"), "{positions}");
    assert!(positions.contains("\n7,\"[1,2,4]\"\n"), "{positions}");
    let counts = folder.run("export census c --counts --format bfile");
    let counts = String::from_utf8(counts.stdout).unwrap();
    let terms: Vec<(u64, usize)> = counts
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(' ').unwrap())
        .map(|(n, value)| (n.parse().unwrap(), value.parse().unwrap()))
        .collect();
    assert_eq!(terms.len(), 8);
    for (n, number) in terms {
        let listed = positions.lines().filter(|line| line.starts_with(&format!("{n},"))).count();
        assert_eq!(listed, number, "{n} coins");
    }
    let missing = folder.run("export census nowhere --format csv --out x.csv");
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(folder.files(), ["c"]);
}

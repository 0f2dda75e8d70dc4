//! The pictures of docs/gallery are what their commands draw now, byte by byte; `cargo xtask
//! gallery` draws them again. This is the snapshot test of every kind of picture.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_gallery_is_fresh() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let gallery = docs.join("gallery");
    let commands = fs::read_to_string(gallery.join("commands.txt")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut names = BTreeSet::new();
    for command in commands.lines() {
        let words = command.strip_prefix("amalgam ").unwrap().split(' ');
        let words: Vec<&str> = words.map(|word| word.trim_matches('"')).collect();
        let status = Command::new(env!("CARGO_BIN_EXE_amalgam"))
            .args(&words)
            .current_dir(folder)
            .env("AMALGAM_CACHE", folder.join("cache"))
            .status()
            .unwrap();
        assert!(status.success(), "{command}");
        let name = (*words.last().unwrap()).to_owned();
        let (new, old) = (fs::read(folder.join(&name)).unwrap(), fs::read(gallery.join(&name)));
        assert!(
            old.is_ok_and(|old| old == new),
            "docs/gallery/{name} is stale: run `cargo xtask gallery` and look at it"
        );
        names.insert(name);
    }
    for entry in fs::read_dir(&gallery).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name == "commands.txt" || names.contains(&name), "no command draws {name}");
    }
    let guide = fs::read_to_string(docs.join("../GUIDE.md")).unwrap();
    for command in commands.lines() {
        let shown = guide.contains(&format!("$ {command}\n"));
        assert!(shown, "the guide does not show `{command}`");
    }
    for kind in ["table", "row", "matching", "period", "grundy", "tree"] {
        assert!(commands.contains(&format!("plot {kind} ")), "there is no picture of a {kind}");
    }
}

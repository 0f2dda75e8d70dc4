//! Draws the pictures of docs/gallery again, with the commands of `commands.txt`.
//!
//! That they are what the commands draw now is checked by the test `gallery` of `amalgam-cli`.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::process::{cargo, run};

/// Runs every command, and removes pictures that none of them made.
pub fn draw() -> Result<()> {
    run(cargo().args(["build", "--release", "--package", "amalgam-cli"]))?;
    let program = crate::target_dir()?.join("release").join("amalgam");
    let gallery = crate::root().join("docs").join("gallery");
    let list = gallery.join("commands.txt");
    let commands = fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    for entry in fs::read_dir(&gallery)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "svg") {
            fs::remove_file(path)?;
        }
    }
    for command in commands.lines() {
        let words = command.strip_prefix("amalgam ").context("a line is no command of amalgam")?;
        // The words hold no spaces, and quotes only around a position.
        let words = words.split(' ').map(|word| word.trim_matches('"'));
        let status = Command::new(&program).args(words).current_dir(&gallery).status()?;
        ensure!(status.success(), "`{command}` failed");
        println!("{command}");
    }
    Ok(())
}

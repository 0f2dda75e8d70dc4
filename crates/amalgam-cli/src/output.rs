//! Writing answers: all at once, so that a closed pipe is noticed and is no panic.

use std::io::Write;

use crate::failure::Failure;

pub(crate) use amalgam::columns;

/// Writes a finished answer to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes one JSON object on one line.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_string(value).map_err(std::io::Error::other)?;
    text.push('\n');
    print(&text)
}

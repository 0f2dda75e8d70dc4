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
    stream(|out| {
        serde_json::to_writer(&mut *out, value)?;
        out.write_all(b"\n")
    })
}

/// Writes an answer that may be too long to be kept as a whole.
pub(crate) fn stream(
    write: impl FnOnce(&mut (dyn Write + Send)) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout());
    write(&mut out)?;
    out.flush()?;
    Ok(())
}

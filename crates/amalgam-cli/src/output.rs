//! Writing answers: all at once, so that a closed pipe is noticed and is no panic.

use std::io::{self, BufWriter, LineWriter, Write};

use amalgam::base::budget::Limit;
use amalgam::{Budget, Classified, Fault};
use amalgam_export::whole_file::{Stdout, stdout};
use thiserror::Error;

use crate::failure::Failure;

/// Writes a finished answer to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    Ok(stdout()?.write_all(text.as_bytes())?)
}

/// Writes an answer that may take longer to print than there is time.
pub(crate) fn stream_within(
    limits: &Budget,
    write: impl FnOnce(&mut (dyn Write + Send)) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(Timed { out: stdout()?, limits, written: 0, over: None });
    let written = write(&mut out).and_then(|()| out.flush());
    match out.get_ref().over {
        Some(limit) => Err(Failure::of(&limit, Some("raise --time, or ask for less"))),
        None => Ok(written?),
    }
}

/// Looks at the clock whenever a buffer is full.
struct Timed<'a> {
    out: Stdout,
    limits: &'a Budget,
    written: u64,
    over: Option<PrintLimit>,
}

/// Up to this many bytes are printed although the time is over: they take milliseconds, and what bounds a list has left
/// room for them.
const IN_NO_TIME: u64 = 4 << 20;

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.written > IN_NO_TIME
            && let Some(limit) = self.limits.met()
        {
            self.over = Some(PrintLimit(limit));
            return Err(io::Error::other("the bound on time was met"));
        }
        let written = self.out.write(bytes)?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// An answer was found, but a bound was met while it was printed.
#[derive(Clone, Copy, Debug, Error)]
#[error("{0} while the answer was printed; it is not complete")]
struct PrintLimit(Limit);

impl Classified for PrintLimit {
    fn fault(&self) -> Fault {
        Fault::Limit
    }
}

/// Standard output for a conversation, line by line.
pub(crate) fn lines() -> Result<LineWriter<Stdout>, Failure> {
    Ok(LineWriter::new(stdout()?))
}

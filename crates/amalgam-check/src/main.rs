//! `amalgam-check FILE`: accepts or rejects a certificate.

use std::cell::Cell;
use std::io::{ErrorKind, IsTerminal, Read, Write, stderr, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use amalgam_check::{BYTES, Certificate, Failure, WORK, check_within};

const USAGE: &str = "usage: amalgam-check [--work N] FILE

Checks a certificate for three-heap rows and covers (docs/certificate.md). How much work that is at
most is known before it begins: more than N steps (2^36 if left out, two or three minutes) are
refused, and --work 0 only tells how many there are.
Exit codes: 0 accepted, 1 rejected, 2 unreadable, 3 a limit was reached and nothing is decided.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (path, work) = match arguments.as_slice() {
        [path] if !path.starts_with("--") => (path, Some(WORK)),
        [option, work, path] if option == "--work" => (path, work.parse().ok()),
        _ => return say(2, USAGE),
    };
    let Some(work) = work else { return say(2, USAGE) };
    let bytes = match load(path) {
        Ok(bytes) => bytes,
        Err(error) => return say(2, &format!("unreadable: {path}: {error}")),
    };
    match check_within(&bytes, work, &progress()) {
        Ok(Certificate { families: Some(families), .. }) => {
            let (classes, coins) = (families.classes.len(), families.coins);
            say(
                0,
                &format!(
                    "accepted: {classes} classes of families proved, on a table of {coins} coins"
                ),
            )
        }
        Ok(Certificate { rests: Some(rests), .. }) => {
            let (rests, what) =
                (rests.rows.len(), if rests.grundy { "Grundy rows" } else { "rows" });
            say(0, &format!("accepted: {what} of {rests} rests proved"))
        }
        Ok(certificate) => {
            let Certificate { rows, .. } = &certificate;
            let (proved, rows) = (rows.iter().flat_map(|row| &row.proved).count(), rows.len());
            let (covers, none) = (certificate.cover_rows(), certificate.excluded_rows());
            let none = if none > 0 { format!(", {none} rows to be none") } else { String::new() };
            say(
                0,
                &format!("accepted: {proved} of {rows} rows and {covers} cover rows proved{none}"),
            )
        }
        Err(failure @ (Failure::Rejected(_) | Failure::Rest { .. })) => {
            say(1, &failure.to_string())
        }
        Err(failure @ Failure::TooLarge { .. }) => say(3, &failure.to_string()),
        Err(failure) => say(2, &failure.to_string()),
    }
}

/// Reads at most one byte more than allowed, so that a file without end is not read to its end.
fn load(path: &str) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// On standard error: in advance, if it takes a second or two, how much work there is; then, if that is
/// a terminal, a few times a second, how much has been done.
fn progress() -> impl Fn(u64, u64) {
    let (terminal, last) = (stderr().is_terminal(), Cell::new(Instant::now()));
    move |done, total| {
        if done == 0 && total > WORK / 64 {
            let _ = writeln!(stderr(), "the check takes at most {total} steps");
        }
        if terminal && last.get().elapsed() > Duration::from_millis(200) {
            last.set(Instant::now());
            eprint!("\rdone {} of at most {} million steps ", done >> 20, total >> 20);
        }
    }
}

/// Says the outcome: on standard output if it is an answer, otherwise on standard error. A closed
/// pipe is no error; but an answer that a full disk does not take was not given.
fn say(code: u8, text: &str) -> ExitCode {
    let written =
        if code < 2 { writeln!(stdout(), "{text}") } else { writeln!(stderr(), "{text}") };
    let lost = written.is_err_and(|error| code < 2 && error.kind() != ErrorKind::BrokenPipe);
    if lost { say(3, "undecided: the answer could not be written") } else { ExitCode::from(code) }
}

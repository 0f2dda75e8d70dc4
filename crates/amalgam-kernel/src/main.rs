//! `amalgam-kernel CERTIFICATE`: accepts or rejects the statements of a certificate.
#![forbid(unsafe_code)]

use std::io::Read;
use std::process::ExitCode;

use amalgam_kernel::{Failure, WORK, check};

const USAGE: &str = "usage: amalgam-kernel [--work N] CERTIFICATE

Decides what a certificate says about three-heap rows and cover rows (docs/certificate.md,
docs/proofs.md). More than N steps of work (2^40 if left out) are refused before any is done.
Exit codes: 0 accepted, 1 rejected, 2 unreadable, 3 a limit was reached and nothing is decided.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (path, work) = match arguments.as_slice() {
        [path] if !path.starts_with("--") => (path, Some(WORK)),
        [option, work, path] if option == "--work" => (path, work.parse().ok()),
        _ => return say(2, USAGE),
    };
    let Some(work) = work else { return say(2, USAGE) };
    let mut text = String::new();
    let file = std::fs::File::open(path);
    if let Err(error) = file.and_then(|file| file.take(16 << 20).read_to_string(&mut text)) {
        return say(2, &format!("unreadable: {path}: {error}"));
    }
    match check(&text, work) {
        Ok(verdict) => say(0, &format!("accepted: {verdict} proved")),
        Err(Failure::Rejected(why)) => say(1, &format!("rejected: {why}")),
        Err(Failure::Unreadable(what)) => say(2, &format!("unreadable: {what}")),
        Err(Failure::Limit(what)) => say(3, &format!("undecided: {what}")),
    }
}

fn say(code: u8, text: &str) -> ExitCode {
    if code < 2 {
        println!("{text}")
    } else {
        eprintln!("{text}")
    }
    ExitCode::from(code)
}

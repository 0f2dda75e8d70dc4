//! Writes the published results: the certificates in results/ and the table in docs/results.md.
//!
//! `cargo xtask results` runs it in the repository's root; `--deep` changes nothing and checks
//! everything, far rows too; `--rests` writes only what is published of rests.

mod published;
mod rests;

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use published::{
    COVERS, COVERS_PATH, FAR_COVERS, FAR_PATH, ROWS, ROWS_PATH, Times, covers, page, rows,
};

/// Rows whose certificates are not kept, but are made and checked by `--deep`.
const DEEP: u64 = 132;

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        None => write(),
        Some("--rests") => write_rests(),
        Some("--deep") => deep(),
        Some(other) => Err(format!("there is no option {other}").into()),
    }
}

fn write() -> Result<(), Box<dyn Error>> {
    fs::create_dir_all("results")?;
    let (found, rows) = best(|| rows(ROWS))?;
    let rows_times = (found, best(|| amalgam_check::check(rows.as_bytes()))?.0);
    let (found, covers) = best(|| covers(COVERS))?;
    let covers_times = (found, best(|| amalgam_check::check(covers.as_bytes()))?.0);
    for (path, text) in [(ROWS_PATH, &rows), (COVERS_PATH, &covers)] {
        fs::write(path, text)?;
        println!("{path}: {} bytes", text.len());
    }
    let far = fs::read_to_string(FAR_PATH)?;
    let times = Times { rows: rows_times, covers: covers_times };
    fs::write(published::PAGE, page(&rows, &far, &times)?)?;
    println!("{}", published::PAGE);
    write_rests()
}

fn write_rests() -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let text = rests::certificate(rests::COINS)?;
    fs::write(rests::CERTIFICATE, &text)?;
    fs::write(rests::PAGE, rests::page(&text)?)?;
    let found = start.elapsed().as_secs_f64();
    println!("{}: {} bytes after {found:.1} s; {}", rests::CERTIFICATE, text.len(), rests::PAGE);
    Ok(())
}

/// The shortest of some runs, and what they give.
fn best<T, E: Error + 'static>(
    run: impl Fn() -> Result<T, E>,
) -> Result<(Duration, T), Box<dyn Error>> {
    let mut shortest: Option<(Duration, T)> = None;
    for _ in 0..5 {
        let start = Instant::now();
        let result = run()?;
        let time = start.elapsed();
        if shortest.as_ref().is_none_or(|(least, _)| time < *least) {
            shortest = Some((time, result));
        }
    }
    shortest.ok_or_else(|| "nothing was run".into())
}

fn deep() -> Result<(), Box<dyn Error>> {
    let near = [(ROWS_PATH, rows(ROWS)?), (COVERS_PATH, covers(COVERS)?)];
    for (path, fresh) in near.into_iter().chain([(FAR_PATH, covers(FAR_COVERS)?)]) {
        let text = fs::read_to_string(path)?;
        if text != fresh {
            return Err(format!("{path} is stale").into());
        }
        let start = Instant::now();
        amalgam_check::check(text.as_bytes())?;
        println!("{path}: accepted after {:.2} s", start.elapsed().as_secs_f64());
    }
    let start = Instant::now();
    let text = fs::read_to_string(rests::CERTIFICATE)?;
    if text != rests::certificate(rests::COINS)? {
        return Err(format!("{} is stale", rests::CERTIFICATE).into());
    }
    amalgam_check::check(text.as_bytes())?;
    println!(
        "{}: found and accepted after {:.2} s",
        rests::CERTIFICATE,
        start.elapsed().as_secs_f64()
    );
    let start = Instant::now();
    let text = rows(DEEP)?;
    let found = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let proved = amalgam_check::check(text.as_bytes())?;
    let checked = start.elapsed().as_secs_f64();
    if proved.rows.iter().any(|row| row.proved.is_none()) {
        return Err(format!("of the rows 1 to {DEEP} some are unknown").into());
    }
    println!("rows 1 to {DEEP}: found in {found:.2} s, accepted after {checked:.2} s");
    Ok(())
}

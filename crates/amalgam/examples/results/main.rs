//! Writes the published results: the certificates in results/ and the table in docs/results.md.
//!
//! `cargo xtask results` runs it in the repository's root; `--deep` changes nothing and checks
//! everything, far rows too; `--rests` and `--families` write only what is published of those, and `--page` only the page, from
//! the certificates that are there and with the times that it has.

mod families;
mod published;
mod rests;

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use published::{
    CENSUS_PATH, COVERS, COVERS_PATH, FAR_COVERS, FAR_PATH, FAR_ROWS, FAR_ROWS_PATH, ROWS,
    ROWS_PATH, Times, covers, page, rows,
};

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        None => write(),
        Some("--rests") => write_rests(),
        Some("--families") => write_families(),
        Some("--page") => write_page(),
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
    let [far_rows, far] = [fs::read_to_string(FAR_ROWS_PATH)?, fs::read_to_string(FAR_PATH)?];
    let times = Times { rows: rows_times, covers: covers_times };
    let census = fs::read_to_string(CENSUS_PATH)?;
    fs::write(published::PAGE, page(&rows, &far_rows, &far, &census, &times)?)?;
    println!("{}", published::PAGE);
    write_rests()?;
    write_families()
}

fn write_page() -> Result<(), Box<dyn Error>> {
    let old = fs::read_to_string(published::PAGE)?;
    let times = |of: String| {
        let line = old.lines().find_map(|line| line.strip_prefix(&of))?;
        let mut cells = line.split('|').filter_map(|cell| cell.trim().parse::<f64>().ok());
        let mut time = || Some(Duration::from_secs_f64(cells.next()? / 1000.0));
        Some((time()?, time()?))
    };
    let rows = times(format!("| all rows up to row {ROWS} |"));
    let covers = times(format!("| all covers up to row {COVERS} |"));
    let (rows, covers) = rows.zip(covers).ok_or("the page has no times")?;
    let [near, far_rows, far] = [ROWS_PATH, FAR_ROWS_PATH, FAR_PATH].map(fs::read_to_string);
    let census = fs::read_to_string(CENSUS_PATH)?;
    let page = page(&near?, &far_rows?, &far?, &census, &Times { rows, covers })?;
    fs::write(published::PAGE, page)?;
    println!("{}", published::PAGE);
    Ok(())
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

fn write_families() -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let text = families::ones(families::RESTS.len())?;
    fs::write(families::CERTIFICATE, &text)?;
    fs::write(families::PAGE, families::page(&text)?)?;
    let found = start.elapsed().as_secs_f64();
    println!(
        "{}: {} bytes after {found:.1} s; {}",
        families::CERTIFICATE,
        text.len(),
        families::PAGE
    );
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
    type Find = fn(u64) -> Result<String, amalgam::engines::three::progress::SearchError>;
    let published: [(&str, Find, u64); 4] = [
        (ROWS_PATH, rows, ROWS),
        (COVERS_PATH, covers, COVERS),
        (FAR_PATH, covers, FAR_COVERS),
        (FAR_ROWS_PATH, rows, FAR_ROWS),
    ];
    for (path, find, to) in published {
        let (text, start) = (fs::read_to_string(path)?, Instant::now());
        if text != find(to)? {
            return Err(format!("{path} is stale").into());
        }
        let (found, start) = (start.elapsed().as_secs_f64(), Instant::now());
        amalgam_check::check_within(text.as_bytes(), u64::MAX, &|_, _| ())?;
        let checked = start.elapsed().as_secs_f64();
        println!("{path}: found in {found:.2} s, accepted after {checked:.2} s");
    }
    let text = fs::read_to_string(families::CERTIFICATE)?;
    if text != families::ones(families::RESTS.len())? {
        return Err(format!("{} is stale", families::CERTIFICATE).into());
    }
    amalgam_check::check(text.as_bytes())?;
    println!("{}: found and accepted", families::CERTIFICATE);
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
    Ok(())
}

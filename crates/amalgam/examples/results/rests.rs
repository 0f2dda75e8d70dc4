//! What is published of any number of heaps: the rows of all rests up to some coins, and a page.
//!
//! Used by the example that writes it, and by the test that what is written is not stale.

use std::collections::BTreeMap;
use std::error::Error;

use amalgam::base::budget::{Budget, Silent};
use amalgam::engines::rests::{self, Setting, Values};
use amalgam::engines::rows::certificate::{Claim, rests as written};
use amalgam::{Play, Rules};
use amalgam_check::{RestRow, read};

/// The rows of all rests of this many coins are published.
pub const COINS: u64 = 20;
/// Their certificate, and the page.
pub const CERTIFICATE: &str = "results/amalgamation-rests-20.txt";
pub const PAGE: &str = "docs/rests.md";

/// The certificate of all rests of at most this many coins.
pub fn certificate(coins: u64) -> Result<String, Box<dyn Error>> {
    let rules: Rules = "take any, merge".parse()?;
    let setting = Setting::new(&rules, Play::Normal, Values::Completions)?;
    let (claim, limits) = (Claim::Coins(coins), Budget::default());
    let closure = claim.closure(&setting, &limits)?;
    let rows = rests::find(&setting, &closure, &limits, &Silent)?;
    Ok(written(&setting, &claim, &closure, &rows, &limits, &Silent)?)
}

/// The page about a certificate.
pub fn page(certificate: &str) -> Result<String, Box<dyn Error>> {
    let checked = read(certificate.as_bytes())?;
    let rows = checked.rests.ok_or("no rests")?.rows;
    let file = CERTIFICATE.rsplit('/').next().unwrap_or(CERTIFICATE);
    let mut text = format!(
        "# Any number of heaps

The rows of all {} rests of at most {COINS} coins of Amalgamation Nim, with a certificate
([certificate.md](certificate.md), §7) that `amalgam verify` and the stand-alone `amalgam-check` accept:
[{file}](../results/{file}). For a rest R of heaps, f(R,c) is the heap that makes a P-position with R and a
heap of c coins; from column *preperiod* on f(R, c + *period*) = f(R,c) + *period*, both least possible. So
every position is decided at once in which all heaps but two have at most {COINS} coins together, however
large these two are. `cargo xtask results` writes this page, and a test fails if it is stale.

The bound |f(R,c) − c| ≤ |R| + h(R), coins and heaps of R, and with it f(S) ≤ |S| + h(S) − 1 for S not
empty, holds where merging loses at most one coin. With merges that lose two it is false: [1,1] merges to
nothing there, so f([1]) = 2. Then f(S) ≤ |S| + h(S), and |f(R,c) − c| ≤ |R| + h(R) + 1.

A rest is *even* if every height occurs an even number of times; then its row is the identity, since with
two equal heaps it is still even. *Identity* counts the other rests whose row is the identity from some
column on, *fixed* those that are none and have infinitely many columns c with f(R,c) = c.

| coins | rests | even | identity | fixed | largest preperiod | longest period | rests that have it |
|---:|---:|---:|---:|---:|---:|---:|---:|
",
        rows.len()
    );
    let mut by_coins: BTreeMap<u64, Vec<&RestRow>> = BTreeMap::new();
    for row in &rows {
        by_coins.entry(row.rest.iter().sum()).or_default().push(row);
    }
    for (coins, rows) in &by_coins {
        let count = |test: &dyn Fn(&RestRow) -> bool| rows.iter().filter(|row| test(row)).count();
        let preperiod = rows.iter().map(|row| row.offsets.preperiod).max().unwrap_or(0);
        let longest = rows.iter().map(|row| row.offsets.period).max().unwrap_or(0);
        text += &format!(
            "| {coins} | {} | {} | {} | {} | {preperiod} | {longest} | {} |\n",
            rows.len(),
            count(&is_even),
            count(&|row| !is_even(row) && is_identity(row)),
            count(&|row| row.fixed > 0 && !is_identity(row)),
            count(&|row| row.offsets.period == longest),
        );
    }
    text +=
        "\nThe rests that are not even and whose rows are the identity from some column on:\n\n";
    text += "| rest | from column |\n|:---|---:|\n";
    for row in rows.iter().filter(|row| !is_even(row) && is_identity(row)) {
        let rest = format!("{:?}", row.rest).replace(", ", ",");
        text += &format!("| {rest} | {} |\n", row.offsets.preperiod);
    }
    Ok(text)
}

fn is_even(row: &RestRow) -> bool {
    row.rest.chunk_by(|x, y| x == y).all(|same| same.len().is_multiple_of(2))
}

fn is_identity(row: &RestRow) -> bool {
    row.fixed == row.offsets.period
}

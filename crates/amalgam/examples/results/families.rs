//! What is published of families: rows in the number of single coins, one certificate and a page.

use std::error::Error;
use std::fmt::Write;

use amalgam::engines::families::{Setting, Table, certify};
use amalgam::{Budget, Position, Rules};
use amalgam_check::{Class, read};

pub const CERTIFICATE: &str = "results/amalgamation-families-6.txt";
pub const PAGE: &str = "docs/families.md";

/// The rests: that of Theorem T8, the rows of Theorem T9, <b1,3,4,1>, those of Theorem T10, and that of hypothesis H2.
pub const RESTS: [&str; 19] = [
    "[2,3,6]",
    "<0,1,2,1>",
    "<0,1,3,1>",
    "<0,1,4,1>",
    "<0,1,5,1>",
    "<0,1,6,1>",
    "<0,3,2,1>",
    "<0,3,3,1>",
    "<0,3,4,1>",
    "<0,5,2,1>",
    "<0,1,2,3>",
    "<0,1,2,5>",
    "<0,3,2,3>",
    "<0,1,3,3>",
    "<0,3,3,3>",
    "[2,2,2,3,3,3,3,6]",
    "[2,2,2,3,3,3,6]",
    "[3,3,3,3,3,4,5]",
    "[2,3,3,3,3,3,4,6]",
];

fn position(text: &str) -> Position {
    text.parse().expect("a position")
}

/// The certificate of the first rests.
pub fn ones(rests: usize) -> Result<String, Box<dyn Error>> {
    let rules: Rules = "take any, merge".parse()?;
    let limits = Budget::default();
    let silent = amalgam::base::budget::Silent;
    let table = Table::new(&rules, 66, &limits, &silent)?;
    let setting = Setting::new(&rules, 1).ok_or("the lemmas hold")?;
    let rests: Vec<Position> = RESTS[..rests].iter().map(|text| position(text)).collect();
    let found = certify(&setting, &table, &rests, 6, &limits, &silent)?;
    found.ok_or_else(|| "a family is not proved".into())
}

/// The page about a certificate.
pub fn page(text: &str) -> Result<String, Box<dyn Error>> {
    let families = read(text.as_bytes())?.families.ok_or("a certificate of families")?;
    let rules: Rules = families.rules.parse()?;
    let table = Table::new(&rules, 60, &Budget::default(), &amalgam::base::budget::Silent)?;
    let mut page = format!(
        "# Families: any number of single coins\n\n\
         R + n·1 is the rest R with n single coins. For every n ≥ 0 it is a P-position if and only if n mod {} is in the second \
         column, with the exceptions in the third. The certificate [{CERTIFICATE}](../{CERTIFICATE}) proves it with {} classes on \
         a table of {} coins ([certificate.md](certificate.md), §10); `amalgam-check` accepts it. `cargo xtask results` writes \
         this page.\n\n| R | n mod {} | except |\n|---|---|---|\n",
        families.period,
        families.classes.len(),
        families.coins,
        families.period,
    );
    for rest in RESTS {
        let heaps = position(rest);
        let of = |class: &&Class| class.rest == heaps.heaps();
        let classes: Vec<&Class> = families.classes.iter().filter(of).collect();
        let p: Vec<String> =
            classes.iter().filter(|class| class.p).map(|class| class.residue.to_string()).collect();
        let last = classes.iter().map(|class| class.from).max().unwrap_or(0);
        let mut except = Vec::new();
        for n in 0..last {
            let mut all: Vec<u16> = heaps.heaps().iter().map(|&heap| heap as u16).rev().collect();
            all.extend(std::iter::repeat_n(1, n as usize));
            let is_p = table.outcome(&all).ok_or("a small position")?.is_p();
            let said = classes.iter().any(|class| class.p && class.residue == n % families.period);
            if is_p != said {
                except.push(format!("{n} is {}", if is_p { "P" } else { "N" }));
            }
        }
        let p = if p.is_empty() { "never".to_owned() } else { p.join(", ") };
        writeln!(page, "| {} | {p} | {} |", rest.replace('<', "&lt;"), except.join(", "))?;
    }
    Ok(page)
}

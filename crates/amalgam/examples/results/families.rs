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

/// What else is known, with its status; the ledger has the claims.
const AFTER: &str = "
## More rows, and what is open

`amalgam family REST --certificate FILE` finds each of these again.

* Proved (AM-rows in the [ledger](ledger.md)): &lt;n,1,7,1> is P if and only if n is even and not 12; &lt;n,5,3,1> if and only if \
n = 0, or n ≡ 2 mod 6 and n ≥ 8; &lt;n,7,2,1> if and only if n = 1, 7 or 19, or n ≡ 3 or 5 mod 6 and n is not 5.
* Hypothesis H1, that [2,5] with an odd number of single coins and an odd number m ≥ 7 of heaps of 3 is N: proved for m = 7 \
(AM-rows), and verified for all m up to 76 coins (AM-H1). For all m at once it is unknown. For n = 1 and n = 3 \
single coins `--height 3` proves it for all m.
* Hypothesis G1, that [2,2,2,3,3,3,3,3,7] with k single coins is P for k ≡ 5 mod 18, k ≥ 23: verified up to 76 coins \
(AM-G1), unknown beyond. If it is true, Conjecture 10 has infinitely many exceptions &lt;n,3,5,1>.
* &lt;n,3,5,1>: decided for n ≡ 0 and 1 mod 6. For n ≡ 2, 3, 4 and 5 no certificate was found with a table of 72 coins and \
the periods 2, 6, 12, 18 and 36.
* Observed for n < 37 and not proved for all residues: &lt;n,5,4,1> (open for n ≡ 3 mod 6), &lt;n,7,3,1> (0, 1), &lt;n,5,2,3> (3), \
&lt;n,5,3,3> (0, 1, 2, 3), &lt;n,1,3,5> (0, 1, 2), and for odd or all n &lt;n,3,2,5>, &lt;n,1,2,7>, &lt;n,1,8,1>, &lt;n,1,9,1>, &lt;n,1,5,3>.
* Unknown, since the table shows no rule yet: &lt;n,1,4,3>, &lt;n,3,4,3>, &lt;n,3,6,1> for odd n.

## A picture

```console
$ amalgam plot heights 3 1 --ones 40 --threes 5 --coins 54 --out heights.svg
```

![Who wins with three heaps of 2, one heap of 4, and b1 single coins and b3 heaps of 3](gallery/heights.svg)

Each cell is a position &lt;b1,3,b3,1>. A dot marks a row that is proved for all b1. Beyond the dashed line, where the census \
ends, a cell has a colour only if a theorem or a certificate decides it. Orange cells refute Conjecture 10.
";

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
    page.push_str(AFTER);
    Ok(page)
}

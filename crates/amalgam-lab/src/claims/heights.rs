//! Heights up to four: what is true where Conjecture 10 of Locke & Handley is false. Theorems of ours.

use super::check::{Know, each_with, same};
use super::locke_handley::{heights, letter, position};
use super::verdict::{Checked, Counterexample, Replay};
use super::{Claim, Context, Paper};
use crate::claims::check;
use amalgam_core::base::budget::Silent;
use amalgam_core::{Outcome, Position};
use amalgam_families::{Family, Setting, Table};
use amalgam_tables::bulk::{Domain, Facts};

const PAPER: Paper = Paper::Found;
const PLACE: &str = "heights up to four";
const AMALGAMATION: &str = "amalgamation";

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "AM-T1",
        PLACE,
        "With heaps of 1, 2 and 4 only, a position is P if and only if the three numbers of heaps are all even or all odd.",
        |context| stated(context, heights(context, 4, [30, 34, 40]), |heaps| !heaps.contains(&3)),
    )
    .proof("theory::heights, T1"),
    PAPER.claim(
        "AM-T2",
        PLACE,
        "With one heap of 3 among heaps of 1, 2 and 4, no position is P; so Conjecture 10 is true for at most one heap of 3.",
        |context| {
            let once = |heaps: &[u64]| heaps.iter().filter(|&&heap| heap == 3).count() == 1;
            stated(context, heights(context, 4, [30, 34, 40]), once)
        },
    )
    .proof("theory::heights, T2"),
    PAPER.claim(
        "AM-T3",
        PLACE,
        "n single coins and two heaps 2 <= a <= b: for n even P if and only if a = b, for n odd if and only if {a,b} is \
         {4k+2,4k+4} or {4k+3,4k+5}.",
        |context| {
            let domain = Domain::coins(context.pick(20, 28, 36)).expect("a small domain");
            stated(context, domain, |heaps| heaps.iter().filter(|&&heap| heap > 1).count() == 2)
        },
    )
    .proof("theory::heights, T3"),
    PAPER.claim(
        "AM-T9",
        PLACE,
        "For each (b2,b3,b4) with b2 and b4 odd, b3 >= 2 and 2b2 + 3b3 + 4b4 <= 21, the outcome of <b1,b2,b3,b4> depends on b1 \
         modulo 6 alone but for finitely many b1; and Conjecture 10 is true there.",
        |context| rows(context, 21),
    ),
    PAPER.claim(
        "AM-3-4-1",
        PLACE,
        "<b1,3,4,1> is P if and only if b1 = 5, or b1 ≡ 1 mod 6 and b1 >= 7.",
        row_3_4_1,
    ),
    PAPER.claim(
        "AM-C10-exceptions",
        PLACE,
        "How often Conjecture 10 fails: its exceptions are counted.",
        exceptions,
    ),
];

/// The closed form and the table agree on who wins, where the closed form speaks.
fn stated(context: &Context, domain: Domain, of: fn(&[u64]) -> bool) -> Checked {
    each_with(context, AMALGAMATION, Know::Outcome, &domain, |tables, heaps| {
        if !of(heaps) {
            return Ok(());
        }
        let stated = (context.theorems.heights)(&position(heaps)).map_or("open", letter);
        same("the position", tables.is_p(heaps).map_or("?", |p| letter(Outcome::from_p(p))), stated)
    })
}

/// The families of single coins beside some rests.
fn proved(context: &Context, rests: &[Position]) -> Result<Vec<Family>, String> {
    let rules = check::rules(AMALGAMATION);
    let setting = Setting::new(&rules, 1).ok_or("the lemmas hold")?;
    let largest = rests.iter().map(Position::coins).max().unwrap_or(0) as usize;
    let table = Table::new(&rules, largest + 36, &context.limits, &Silent)
        .map_err(|error| error.to_string())?;
    let find = |rest: &Position| {
        let family = Family::find(&setting, &table, rest, &context.limits, &Silent);
        let family =
            family.map_err(|error| error.to_string())?.ok_or("the rest is in the table")?;
        match family.is_proved() {
            true => Ok(family),
            false => Err(format!("no certificate was found for {}", rest.brief())),
        }
    };
    rests.iter().map(find).collect()
}

fn low(b2: usize, b3: usize, b4: usize) -> Position {
    Position::of_counts([(2, b2), (3, b3), (4, b4)])
}

fn rows(context: &Context, most: u128) -> Checked {
    let odd = || (1..8).step_by(2);
    let all = odd().flat_map(|b2| odd().flat_map(move |b4| (2..8).map(move |b3| low(b2, b3, b4))));
    let rests: Vec<Position> = all.filter(|rest| rest.coins() <= most).collect();
    let families = match proved(context, &rests) {
        Ok(families) => families,
        Err(why) => return Checked::Unknown { why },
    };
    let scope = format!("{} rows in b1, for all b1", families.len());
    for family in &families {
        // Class C: b1 and b3 odd.
        let c = |n: u64| n % 2 == 1 && family.rest.count_of(3) % 2 == 1;
        let first =
            (0..family.first.len() as u64).find(|&n| c(n) && family.outcome(n) == Some(Outcome::P));
        let later = family
            .residues
            .iter()
            .find(|residue| c(residue.residue) && residue.outcome == Some(Outcome::P));
        if let Some(n) = first.or(later.map(|residue| residue.from)) {
            return fails(scope, family, n, "it is a P-position of class C");
        }
        if family.modulus() > 6 {
            return fails(scope, family, 0, "modulo 6 is not enough");
        }
    }
    let classes: usize = families
        .iter()
        .filter_map(|family| family.certificate.as_ref())
        .map(|text| text.matches("\nclass ").count())
        .sum();
    Checked::Certified { scope, by: format!("certificates of {classes} classes") }
}

fn row_3_4_1(context: &Context) -> Checked {
    let families = match proved(context, &[low(3, 4, 1)]) {
        Ok(families) => families,
        Err(why) => return Checked::Unknown { why },
    };
    let scope = "all b1".to_owned();
    for family in &families {
        let stated = |n: u64| n == 5 || (n % 6 == 1 && n >= 7);
        let wrong = |n: &u64| family.outcome(*n).is_none_or(|outcome| outcome.is_p() != stated(*n));
        // From the preperiod on, two periods show all.
        let end = family.preperiod().max(12) + 6 * family.modulus() + family.first.len() as u64;
        if let Some(n) = (0..end).find(wrong) {
            return fails(scope, family, n, "the certificate says otherwise");
        }
    }
    Checked::Certified { scope, by: "a certificate".to_owned() }
}

fn fails(scope: String, family: &Family, n: u64, why: &str) -> Checked {
    let runs = family.rest.runs().chain([(family.height, n as usize)]);
    let position = Position::of_counts(runs);
    let replay =
        Replay::Solve { game: AMALGAMATION.to_owned(), position: position.clone(), explain: false };
    Checked::Fails {
        scope,
        counterexample: Counterexample { position, why: why.to_owned(), replay },
    }
}

fn exceptions(context: &Context) -> Checked {
    let coins = context.pick(40, 60, 80) as usize;
    let rules = check::rules(AMALGAMATION);
    let table = match Table::new(&rules, coins, &context.limits, &Silent) {
        Ok(table) => table,
        Err(error) => return Checked::Unknown { why: error.to_string() },
    };
    let mut found: Vec<(usize, String)> = Vec::new();
    let odd = |most: usize| (1..=most).step_by(2);
    for b4 in odd(coins / 4) {
        for b3 in odd(coins / 3) {
            for b2 in odd(coins / 2) {
                for b1 in odd(coins) {
                    let sum = b1 + 2 * b2 + 3 * b3 + 4 * b4;
                    let heaps = [(4, b4), (3, b3), (2, b2), (1, b1)];
                    let heaps = || {
                        heaps.iter().flat_map(|&(height, count)| std::iter::repeat_n(height, count))
                    };
                    if sum <= coins
                        && table.outcome(&heaps().collect::<Vec<u16>>()) == Some(Outcome::P)
                    {
                        found.push((sum, format!("<{b1},{b2},{b3},{b4}>")));
                    }
                }
            }
        }
    }
    found.sort();
    let shown: Vec<&str> = found.iter().take(6).map(|(_, name)| name.as_str()).collect();
    let dots = if found.len() > 6 { ", …" } else { "" };
    Checked::Fits {
        scope: format!("heights up to 4, up to {coins} coins"),
        what: format!("{} exceptions: {}{dots}", found.len(), shown.join(", ")),
    }
}

//! Heights up to four: what is true where Conjecture 10 of Locke & Handley is false. Theorems of ours.

use super::check::{Know, all_of, each_with, holds, same};
use super::locke_handley::{heights, letter, position};
use super::verdict::{Checked, Counterexample};
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
        "AM-T8",
        PLACE,
        "[2,3,6] with n single coins is P if and only if 3 divides n.",
        |context| row(context, &[(&[2, 3, 6], |n| n % 3 == 0)]),
    ),
    PAPER.claim(
        "AM-T9",
        PLACE,
        "For each (b2,b3,b4) with b2 and b4 odd, b3 >= 2 and 2b2 + 3b3 + 4b4 <= 21, the outcome of <b1,b2,b3,b4> depends on b1 \
         modulo 6 alone but for finitely many b1.",
        modulo_6,
    ),
    PAPER.claim(
        "AM-T10",
        PLACE,
        "With n single coins, [2,2,2,3,3,3,3,6] is P if and only if n = 1, n = 11, or n ≡ 3 mod 6 and n >= 9; [2,2,2,3,3,3,6] if \
         and only if n = 0, n = 5, or n ≡ 2 mod 6 and n >= 8; [3,3,3,3,3,4,5] if and only if n ≡ 1 mod 6 and n is not 13.",
        |context| {
            row(
                context,
                &[
                    (&[2, 2, 2, 3, 3, 3, 3, 6], |n| n == 1 || n == 11 || (n % 6 == 3 && n >= 9)),
                    (&[2, 2, 2, 3, 3, 3, 6], |n| n == 0 || n == 5 || (n % 6 == 2 && n >= 8)),
                    (&[3, 3, 3, 3, 3, 4, 5], |n| n % 6 == 1 && n != 13),
                ],
            )
        },
    ),
    PAPER.claim(
        "AM-H2",
        PLACE,
        "[2,3,3,3,3,3,4,6] with n single coins is never P.",
        |context| row(context, &[(&[2, 3, 3, 3, 3, 3, 4, 6], |_| false)]),
    )
    .note("Hypothesis H2 is the part n ≡ 2 mod 6. With H1 it gives all P-positions <n,1,m,1>."),
    PAPER.claim(
        "AM-3-4-1",
        PLACE,
        "<b1,3,4,1> is P if and only if b1 = 5, or b1 ≡ 1 mod 6 and b1 >= 7.",
        |context| {
            row(context, &[(&[2, 2, 2, 3, 3, 3, 3, 4], |n| n == 5 || (n % 6 == 1 && n >= 7))])
        },
    ),
    PAPER.claim(
        "AM-rows",
        PLACE,
        "<b1,1,7,1> is P if and only if b1 is even and not 12; <b1,5,3,1> if and only if b1 = 0, or b1 ≡ 2 mod 6 and b1 >= 8; \
         <b1,7,2,1> if and only if b1 = 1, b1 = 7, b1 = 19, or b1 ≡ 3 or 5 mod 6 and b1 is not 5; [2,3,3,3,3,3,3,3,5] with \
         single coins never.",
        |context| {
            row(
                context,
                &[
                    (&[2, 3, 3, 3, 3, 3, 3, 3, 4], |n| n % 2 == 0 && n != 12),
                    (&[2, 2, 2, 2, 2, 3, 3, 3, 4], |n| n == 0 || (n % 6 == 2 && n >= 8)),
                    (&[2, 2, 2, 2, 2, 2, 2, 3, 3, 4], |n| {
                        matches!(n, 1 | 7 | 19) || (matches!(n % 6, 3 | 5) && n != 5)
                    }),
                    (&[2, 3, 3, 3, 3, 3, 3, 3, 5], |_| false),
                ],
            )
        },
    )
    .note("The last one is hypothesis H1 for seven heaps of 3."),
    PAPER.claim(
        "AM-H1",
        PLACE,
        "[2,5] with an odd number of single coins and an odd number of heaps of 3, at least seven, is N.",
        |context| {
            let counts = |b1: usize, b3: usize| b1 % 2 == 1 && b3 % 2 == 1 && b3 >= 7;
            of_table(context, "[1ⁿ,2,3ᵐ,5]", &[2, 5], counts, Outcome::N)
        },
    ),
    PAPER.claim(
        "AM-G1",
        PLACE,
        "[2,2,2,3,3,3,3,3,7] with k single coins is P for k ≡ 5 mod 18, k >= 23.",
        |context| {
            let counts = |b1: usize, b3: usize| b1 % 18 == 5 && b1 >= 23 && b3 == 5;
            of_table(context, "[1ᵏ,2,2,2,3⁵,7]", &[2, 2, 2, 7], counts, Outcome::P)
        },
    )
    .note("If it is true for all k, Conjecture 10 has infinitely many exceptions <n,3,5,1>, n ≡ 9 mod 18."),
    PAPER.claim(
        "AM-C10-true",
        PLACE,
        "Conjecture 10 is true for at most one heap of 3, and where 2b2 + 3b3 + 4b4 <= 21.",
        |context| {
            let domain = heights(context, 4, [30, 34, 40]);
            let few = each_with(context, AMALGAMATION, Know::Outcome, &domain, |tables, heaps| {
                let position = position(heaps);
                let excluded = class_c(&position) && position.count_of(3) <= 1;
                let p = excluded && tables.is_p(heaps) == Some(true);
                holds(!p, "it is P")
            });
            all_of([few, class_c_rows(context)])
        },
    )
    .proof("theory::heights, T2, and a certificate for each row with 3, 5, … heaps of 3"),
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

/// The rests <0,b2,b3,b4> with b2 and b4 odd, b3 >= 2 and 2b2 + 3b3 + 4b4 <= 21.
fn low_rests() -> Vec<Position> {
    let odd = || (1..8).step_by(2);
    let low = |b2, b3, b4| Position::of_counts([(2, b2), (3, b3), (4, b4)]);
    let all = odd().flat_map(|b2| odd().flat_map(move |b4| (2..8).map(move |b3| low(b2, b3, b4))));
    all.filter(|rest| rest.coins() <= 21).collect()
}

/// What certificates prove of some families: that nothing is wrong with any of them.
fn certified(
    context: &Context,
    rests: &[Position],
    wrong: impl Fn(usize, &Family) -> Option<(u64, &'static str)>,
) -> Checked {
    let families = match proved(context, rests) {
        Ok(families) => families,
        Err(why) => return Checked::Unknown { why },
    };
    let rows = if families.len() == 1 { "row" } else { "rows" };
    let scope = format!("{} {rows} in the number of single coins, for all numbers", families.len());
    for (i, family) in families.iter().enumerate() {
        if let Some((n, why)) = wrong(i, family) {
            return fails(scope, family, n, why);
        }
    }
    let texts = families.iter().filter_map(|family| family.certificate.as_ref());
    let classes: usize = texts.map(|text| text.matches("\nclass ").count()).sum();
    Checked::Certified { scope, by: format!("certificates of {classes} classes") }
}

fn modulo_6(context: &Context) -> Checked {
    let more = |family: &Family| (family.modulus() > 6).then_some((0, "modulo 6 is not enough"));
    certified(context, &low_rests(), |_, family| more(family))
}

/// The number of single coins for which a rest with them is said to be P.
type Row = (&'static [u64], fn(u64) -> bool);

fn row(context: &Context, rows: &[Row]) -> Checked {
    let rests: Vec<Position> =
        rows.iter().map(|(heaps, _)| Position::new(heaps.iter().copied())).collect();
    certified(context, &rests, |i, family| {
        let stated = rows[i].1;
        let wrong = |n: &u64| family.outcome(*n).is_none_or(|outcome| outcome.is_p() != stated(*n));
        // Both sides depend on n modulo 6 and modulo the period alone from the end of the table on.
        let end = family.first.len() as u64 + 6 * family.modulus();
        (0..end).find(wrong).map(|n| (n, "the certificate says otherwise"))
    })
}

/// Whether Conjecture 10 says that a position is N: heights up to four, all of them odd in number.
fn class_c(position: &Position) -> bool {
    position.largest() <= 4 && (1..=4).all(|height| position.count_of(height) % 2 == 1)
}

/// No row with 2b2 + 3b3 + 4b4 <= 21 and three heaps of 3 or more has a P-position of the kind that Conjecture 10 excludes.
fn class_c_rows(context: &Context) -> Checked {
    let mut rests = low_rests();
    rests.retain(|rest| rest.count_of(3) % 2 == 1);
    certified(context, &rests, |_, family| {
        let end = family.first.len() as u64 + family.modulus();
        let p = |n: &u64| n % 2 == 1 && family.outcome(*n) != Some(Outcome::N);
        (0..end).find(p).map(|n| (n, "it is P"))
    })
}

/// Whether some heaps with b1 single coins and b3 heaps of 3 have an outcome, as far as a table goes.
fn of_table(
    context: &Context,
    name: &str,
    others: &[u16],
    counts: fn(usize, usize) -> bool,
    outcome: Outcome,
) -> Checked {
    let coins = context.pick(70, 76, 90) as usize;
    let table = match Table::new(&check::rules(AMALGAMATION), coins, &context.limits, &Silent) {
        Ok(table) => table,
        Err(error) => return Checked::Unknown { why: error.to_string() },
    };
    let room = coins - others.iter().map(|&heap| usize::from(heap)).sum::<usize>();
    let mut found = 0;
    for b3 in 0..=room / 3 {
        for b1 in (0..=room - 3 * b3).filter(|&b1| counts(b1, b3)) {
            let runs = [(1, b1), (3, b3)].into_iter();
            let position =
                Position::of_counts(runs.chain(others.iter().map(|&heap| (heap.into(), 1))));
            let heaps: Vec<u16> = position.heaps().iter().rev().map(|&heap| heap as u16).collect();
            let is = table.outcome(&heaps);
            if is != Some(outcome) {
                let why = format!("it is {}", is.map_or("?", letter));
                let replay = check::solve(AMALGAMATION, &position);
                let counterexample = Counterexample { position, why, replay };
                return Checked::Fails { scope: format!("up to {coins} coins"), counterexample };
            }
            found += 1;
        }
    }
    Checked::Holds { scope: format!("{name} up to {coins} coins: all {found} positions") }
}

fn fails(scope: String, family: &Family, n: u64, why: &str) -> Checked {
    let runs = family.rest.runs().chain([(family.height, n as usize)]);
    let position = Position::of_counts(runs);
    let replay = check::solve(AMALGAMATION, &position);
    let counterexample = Counterexample { position, why: why.to_owned(), replay };
    Checked::Fails { scope, counterexample }
}

fn exceptions(context: &Context) -> Checked {
    let coins = context.pick(60, 72, 90) as usize;
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
        scope: format!("heights up to 4, up to {coins} coins: {} exceptions", found.len()),
        what: format!("the exceptions begin with {}{dots}", shown.join(", ")),
    }
}

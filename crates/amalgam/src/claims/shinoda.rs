//! Paper 002: remarks, propositions and tables of the slides.

use super::check::{
    self, AMALGAMATION, Know, all_of, compared, each_with, fails_at, formula, holds, same,
};
use super::printed::{LARGE, OFFSETS, SMALL};
use super::verdict::Checked;
use super::{Claim, Context, claim, like};
use crate::compare::Question;
use crate::formula::{Domain, Facts, Tables};
use crate::naive;
use crate::nimber::mex;
use crate::three::progress::Silent;
use crate::three::{Family, rows};
use crate::{Play, Position};

pub(super) const CLAIMS: &[Claim] = &[
    claim(
        "SH-play",
        "the rules, a sample game",
        "The sample game from (5,3,2) to (0,0,0) consists of legal moves.",
        sample_game,
    ),
    claim(
        "SH-R1.1",
        "Remark 1.1",
        "Coins plus non-empty heaps is less after every move.",
        |context| like("LH-end", context),
    )
    .proof("taking removes a coin, merging removes a heap and no coin"),
    claim(
        "SH-P2.1",
        "Proposition 2.1",
        "Two heaps are P exactly if they are equal, as in Nim.",
        |context| like("LH-T2ii", context),
    )
    .proof("theory::locke_handley, Lemmas 6 and 8"),
    claim(
        "SH-R2.2",
        "Remark 2.2",
        "Where a merge takes one coin from the merged heap, the P-positions are those of Nim, for any \
         number of heaps; and so are the Grundy values.",
        merge_take_one,
    )
    .proof("theory::shinoda, merge and take one is Nim")
    .note("the slides state the P-positions only; theory::merging tells which other merges are Nim"),
    claim(
        "SH-P2.3",
        "Proposition 2.3",
        "[a,a,b,b] is P, and so is every position in which each height occurs an even number of times.",
        |context| {
            let most = context.pick(9, 16, 22);
            let domain = Domain::heaps(4, most).expect("a small domain");
            let four = formula(context, AMALGAMATION, "x == y && z == w => P", domain);
            let most = context.pick(26, 36, 44);
            let domain = Domain::coins(most).expect("a small domain");
            all_of([four, formula(context, AMALGAMATION, "mirror => P", domain)])
        },
    )
    .proof("theory::locke_handley, Lemma 6"),
    claim(
        "SH-rows12",
        "results of paper 001",
        "With a heap of one the P-positions are [4k+2,4k+4] and [4k+3,4k+5], with a heap of two \
         [2k+1,2k+4].",
        |context| all_of(["LH-T3", "LH-T4"].map(|id| like(id, context))),
    ),
    claim(
        "SH-P3.1",
        "Proposition 3.1",
        "Each multiset of heaps becomes a P-position with exactly one more heap.",
        |context| like("LH-T1", context),
    )
    .proof("completion"),
    claim(
        "SH-f",
        "examples of f",
        "f(a,a) = 0, f(a,0) = a, f(a,a,b) = b, f(1,2) = 4 and f(3,4) = 8.",
        |context| {
            let most = context.pick(60, 200, 400);
            let pairs = Domain::heaps(2, most).expect("a small domain");
            let text = "(x == y => f(x,y) == 0) && (x == 0 => f(x,y) == y) && \
                        (x == 1 && y == 2 => f(x,y) == 4) && (x == 3 && y == 4 => f(x,y) == 8)";
            let most = context.pick(9, 16, 22);
            let four = Domain::heaps(4, most).expect("a small domain");
            let twins = "x == y && z == w || x == z && y == w || x == w && y == z => P";
            all_of([
                formula(context, AMALGAMATION, text, pairs),
                formula(context, AMALGAMATION, twins, four),
            ])
        },
    )
    .proof("theory::locke_handley, Lemma 6; completion"),
    claim(
        "SH-assoc",
        "a wish for notation",
        "a @ b = f(a,b) is not always associative.",
        not_associative,
    ),
    claim("SH-T9", "first table", "The table of f(a,b) for a, b ≤ 8.", |_| {
        printed_table(|a, b, f| Some((f as i64, *SMALL.get(a)?.get(b)? as i64)))
    })
    .proof("every entry was computed"),
    claim("SH-T28", "large table", "The table of f(a,b) for a ≤ 27, b ≤ 34.", |_| {
        printed_table(|a, b, f| Some((f as i64, *LARGE.get(a)?.get(b)? as i64)))
    })
    .proof("every entry was computed"),
    claim("SH-offsets", "table of f(a,b) − b", "The table of offsets for a ≤ 5, b ≤ 12.", |_| {
        printed_table(|a, b, f| Some((f as i64 - b as i64, *OFFSETS.get(a)?.get(b)?)))
    })
    .proof("every entry was computed"),
    claim(
        "SH-mex.printed",
        "computing f(a,b)",
        "f(a,b) = mex { f(a,b′), f(a′,b), a + b, |a − b| } for all a and b.",
        |context| recursion(context, |_, _| true),
    )
    .printed_for("SH-mex"),
    claim(
        "SH-mex",
        "computing f(a,b)",
        "The recursion holds exactly where a and b are positive and different: an empty heap cannot \
         be merged.",
        |context| recursion(context, |a, b| a > 0 && b > 0 && a != b),
    )
    .corrects("SH-mex.printed")
    .proof("theory::shinoda, the recursion"),
    claim(
        "SH-P3.2",
        "Proposition 3.2",
        "|a − b| − 1 ≤ f(a,b) ≤ a + b + 1.",
        |context| {
            let most = context.pick(200, 800, 1600);
            let domain = Domain::heaps(2, most).expect("a small domain");
            let text = "abs(x - y) - 1 <= f(x,y) && f(x,y) <= x + y + 1";
            formula(context, AMALGAMATION, text, domain)
        },
    )
    .proof("theory::shinoda, bounds"),
    claim(
        "SH-P3.3",
        "Proposition 3.3",
        "Every row is additively periodic from some column on: f(a,b+p) = f(a,b) + p.",
        |context| certified_rows(1, context.pick(20, 24, 28)),
    )
    .proof("three::rows: a finite machine on an eventually periodic input")
    .note("the slides omit the proof"),
    claim(
        "SH-rows811",
        "after Proposition 3.3",
        "The periods of rows 8 to 11, observed in paper 001, can be proved.",
        |_| certified_rows(8, 11),
    ),
];

fn sample_game(_: &Context) -> Checked {
    let game: [&[u64]; 8] =
        [&[2, 3, 5], &[2, 3, 3], &[1, 2, 3], &[3, 3], &[1, 3], &[1, 1], &[2], &[]];
    let rules = check::rules(AMALGAMATION);
    for pair in game.windows(2) {
        if !naive::options(&rules, pair[0]).contains(pair[1]) {
            let position = Position::new(pair[0].iter().copied());
            let replay = format!("amalgam moves \"{position}\"");
            return fails_at(position, "the next move is not legal".to_owned(), replay, "the game");
        }
    }
    Checked::Certified {
        scope: "its 7 moves".to_owned(),
        by: "each is among the options".to_owned(),
    }
}

fn merge_take_one(context: &Context) -> Checked {
    let form = &context.theory.merge_take_one;
    let game = form.rules();
    let coins = Domain::coins(context.pick(18, 26, 32)).expect("a small domain");
    let heaps = Domain::heaps(3, context.pick(30, 80, 120)).expect("a small domain");
    let test = |tables: &Tables, heaps: &[u64]| {
        same("the Grundy value", tables.grundy(heaps).unwrap_or(u64::MAX), form.grundy(heaps))
    };
    let values =
        [&coins, &heaps].map(|domain| each_with(context, &game, Know::Grundy, domain, test));
    // The statement of the slides: beside Nim itself, and further, since outcomes cost less.
    let more_coins = Domain::coins(context.pick(24, 34, 42)).expect("a small domain");
    let taller = Domain::heaps(3, context.pick(300, 1000, 3000)).expect("a small domain");
    let outcomes = [&more_coins, &taller]
        .map(|domain| compared(context, [&game, "nim"], Question::Outcomes(Play::Normal), domain));
    all_of(values.into_iter().chain(outcomes))
}

/// An existence statement: the smallest example proves it.
fn not_associative(context: &Context) -> Checked {
    let domain = Domain::heaps(3, 8).expect("a small domain");
    let found = each_with(context, AMALGAMATION, Know::Completion, &domain, |tables, heaps| {
        let f = |a, b| tables.completion(a, b).unwrap_or(u64::MAX);
        let [x, y, z] = [heaps[0], heaps[1], heaps[2]];
        for [a, b, c] in [[x, y, z], [y, x, z], [x, z, y]] {
            let (left, right) = (f(f(a, b), c), f(a, f(b, c)));
            holds(left == right, format!("({a}@{b})@{c} = {left}, {a}@({b}@{c}) = {right}"))?;
        }
        Ok(())
    });
    match found {
        Checked::Fails { counterexample, .. } => {
            Checked::Certified { scope: "an example".to_owned(), by: counterexample.why }
        }
        Checked::Holds { scope } => fails_at(
            Position::default(),
            "no example".to_owned(),
            "amalgam table".to_owned(),
            &scope,
        ),
        other => other,
    }
}

/// Compares every cell; `cell` gives what was computed and what is printed.
fn printed_table(cell: impl Fn(usize, usize, u64) -> Option<(i64, i64)>) -> Checked {
    let rules = check::rules(AMALGAMATION);
    let domain = Domain::heaps(2, 34).expect("a small domain");
    let mentions = crate::formula::Mentions { completion: Some(0..0), ..Default::default() };
    let tables = match Tables::new(&rules, &domain, &mentions, &Default::default(), &Silent) {
        Ok(tables) => tables,
        Err(error) => return Checked::Unknown { why: error.to_string() },
    };
    let mut cells = 0;
    let mut wrong: Option<(u64, u64, String)> = None;
    for (a, b) in (0..35usize).flat_map(|a| (0..35usize).map(move |b| (a, b))) {
        let f = tables.completion(a as u64, b as u64).unwrap_or(u64::MAX);
        if let Some((found, printed)) = cell(a, b, f) {
            cells += 1;
            let (a, b) = (a as u64, b as u64);
            if found != printed && wrong.as_ref().is_none_or(|&(c, d, _)| a + b < c + d) {
                wrong = Some((a, b, format!("at ({a},{b}) it is {found}, printed as {printed}")));
            }
        }
    }
    match wrong {
        None => Checked::Holds { scope: format!("all {cells} cells") },
        Some((a, b, why)) => {
            let position = Position::new([a, b]);
            let replay = format!("amalgam complete \"{position}\"");
            fails_at(position, why, replay, &format!("{cells} cells"))
        }
    }
}

/// The recursion is checked in each cell against true values; it must hold exactly where `stated`.
fn recursion(context: &Context, stated: fn(u64, u64) -> bool) -> Checked {
    let domain = Domain::heaps(2, context.pick(40, 120, 250)).expect("a small domain");
    let checked = each_with(context, AMALGAMATION, Know::Completion, &domain, |tables, heaps| {
        let [a, b] = [heaps[0], heaps[1]];
        let f = |a, b| tables.completion(a, b).unwrap_or(u64::MAX);
        let excluded = (0..a).map(|a| f(a, b)).chain((0..b).map(|b| f(a, b)));
        let value = mex(excluded.chain([a + b, b - a]));
        let holds_here = value == f(a, b);
        let why = match holds_here {
            true => format!("the recursion gives f({a},{b}) = {value} all the same"),
            false => format!("f({a},{b}) is {}, the recursion gives {value}", f(a, b)),
        };
        holds(holds_here == stated(a, b), why)
    });
    match checked {
        // Show the pair, which [] alone would not.
        Checked::Fails { scope, mut counterexample } => {
            counterexample.replay = format!("amalgam complete \"{}\"", counterexample.position);
            Checked::Fails { scope, counterexample }
        }
        other => other,
    }
}

fn certified_rows(from: u64, to: u64) -> Checked {
    match rows::find(Family::AMALGAMATION, to, &Default::default(), &Silent) {
        Err(error) => Checked::Unknown { why: error.to_string() },
        Ok(report) => {
            let wanted = report.iter().filter(|row| row.row >= from);
            let periods: Vec<String> = wanted
                .map(|row| match row.proved() {
                    Some(proved) => proved.period.to_string(),
                    None => "?".to_owned(),
                })
                .collect();
            if periods.iter().any(|period| period == "?") {
                return Checked::Unknown { why: format!("periods found: {}", periods.join(", ")) };
            }
            let by = format!("three::rows proves the periods {}", periods.join(", "));
            let scope = format!("rows {from} to {to}");
            match from {
                1 => Checked::Holds { scope: format!("{scope}: periods {}", periods.join(", ")) },
                _ => Checked::Certified { scope, by },
            }
        }
    }
}

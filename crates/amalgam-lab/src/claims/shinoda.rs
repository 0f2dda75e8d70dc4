//! Shinoda: remarks, propositions and tables of the slides.

use super::check::{
    self, AMALGAMATION, Know, all_of, compared, each, each_with, fails_at, formula, holds, same,
};
use super::printed::{LARGE, OFFSETS, SMALL, UNDERLINED};
use super::verdict::{Checked, Replay};
use super::{Claim, Context, Paper, like};
use crate::compare::Question;
use amalgam_core::base::nimber::mex;
use amalgam_core::games::rules::Family;
use amalgam_core::naive;
use amalgam_core::{Play, Position};
use amalgam_rows::three::progress::Silent;
use amalgam_rows::three::rows;
use amalgam_tables::bulk::{Domain, Facts, Tables};

const PAPER: Paper = Paper::Shinoda;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "SH-play",
        "the rules, a sample game",
        "The sample game from (5,3,2) to (0,0,0) consists of legal moves.",
        sample_game,
    ),
    PAPER.claim(
        "SH-R1.1",
        "Remark 1.1",
        "A move need not leave fewer coins, but coins plus non-empty heaps is less after every move.",
        |context| {
            let rules = check::rules(AMALGAMATION);
            let domain = Domain::coins(4).expect("a small domain");
            let coins_stay = check::an_example(each(context, AMALGAMATION, &domain, |heaps| {
                let coins = |heaps: &[u64]| heaps.iter().sum::<u64>();
                let options = naive::options(&rules, heaps);
                match options.iter().find(|option| coins(option) == coins(heaps)) {
                    Some(option) => Err(format!("{heaps:?} moves to {option:?}")),
                    None => Ok(()),
                }
            }));
            all_of([coins_stay, like("LH-end", context)])
        },
    )
    .proof("taking removes a coin, merging removes a heap and no coin"),
    PAPER.claim(
        "SH-P2.1",
        "Proposition 2.1",
        "Two heaps are P exactly if they are equal, as in Nim.",
        |context| like("LH-T2ii", context),
    )
    .proof("theory::locke_handley, Lemmas 6 and 8"),
    PAPER.claim(
        "SH-R2.2",
        "Remark 2.2",
        "Where a merge takes one coin from the merged heap, the P-positions are those of Nim, for any \
         number of heaps; and so are the Grundy values.",
        merge_take_one,
    )
    .proof("theory::shinoda, merge and take one is Nim")
    .note("the slides state the P-positions only; theory::merging tells which other merges are Nim"),
    PAPER.claim(
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
    PAPER.claim(
        "SH-rows12",
        "results of Locke & Handley",
        "With a heap of one the P-positions are [4k+2,4k+4] and [4k+3,4k+5], with a heap of two \
         [2k+1,2k+4].",
        |context| all_of(["LH-T3", "LH-T4"].map(|id| like(id, context))),
    ),
    PAPER.claim(
        "SH-P3.1",
        "Proposition 3.1",
        "Each multiset of heaps becomes a P-position with exactly one more heap.",
        |context| like("LH-T1", context),
    )
    .proof("completion"),
    PAPER.claim(
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
    PAPER.claim(
        "SH-assoc",
        "a wish for notation",
        "a @ b = f(a,b) is not always associative.",
        not_associative,
    ),
    PAPER.claim("SH-T9", "first table", "The table of f(a,b) for a, b ≤ 8.", |_| {
        printed_table(|a, b, f| Some((f as i64, *SMALL.get(a)?.get(b)? as i64)))
    })
    .proof("every entry was computed"),
    PAPER.claim("SH-T28", "large table", "The table of f(a,b) for a ≤ 27, b ≤ 34.", |_| {
        printed_table(|a, b, f| Some((f as i64, *LARGE.get(a)?.get(b)? as i64)))
    })
    .proof("every entry was computed"),
    PAPER.claim("SH-offsets", "table of f(a,b) − b", "The table of offsets for a ≤ 5, b ≤ 12.", |_| {
        printed_table(|a, b, f| Some((f as i64 - b as i64, *OFFSETS.get(a)?.get(b)?)))
    })
    .proof("every entry was computed"),
    PAPER.claim(
        "SH-mex.printed",
        "computing f(a,b)",
        "f(a,b) = mex { f(a,b′), f(a′,b), a + b, |a − b| } for all a and b.",
        |context| recursion(context, |_, _| true),
    )
    .printed_for("SH-mex")
    .note("printed without a condition; the worked example is not concerned (SH-f52)"),
    PAPER.claim(
        "SH-mex",
        "computing f(a,b)",
        "The recursion holds exactly where a and b are positive and different: an empty heap cannot \
         be merged.",
        |context| recursion(context, |a, b| a > 0 && b > 0 && a != b),
    )
    .corrects("SH-mex.printed")
    .proof("theory::shinoda, the recursion"),
    PAPER.claim(
        "SH-f52",
        "computing f(a,b), an example",
        "f(5,2) = 8, the least number that is not underlined in the table: 2, 4, 0, 6, 1 above it, 5, 3 \
         left of it, and 7 = 5 + 2 and 3 = 5 − 2.",
        worked_example,
    ),
    PAPER.claim(
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
    PAPER.claim(
        "SH-P3.3",
        "Proposition 3.3",
        "Every row is additively periodic from some column on: f(a,b+p) = f(a,b) + p.",
        |context| periodic_rows(context.pick(20, 24, 28)),
    )
    .proof("three::rows: a finite machine on an eventually periodic input")
    .note("the slides omit the proof"),
    PAPER.claim(
        "SH-rows811",
        "after Proposition 3.3",
        "The rows 1 to 7 of Locke & Handley can be proved anew, and what they observe of rows 8 to 11 can \
         be proved.",
        |context| {
            let ids = ["LH-T2iii", "LH-O15", "LH-O16", "LH-O17", "LH-O18"];
            all_of(ids.map(|id| like(id, context)))
        },
    ),
];

fn sample_game(_: &Context) -> Checked {
    let game: [&[u64]; 8] =
        [&[2, 3, 5], &[2, 3, 3], &[1, 2, 3], &[3, 3], &[1, 3], &[1, 1], &[2], &[]];
    let rules = check::rules(AMALGAMATION);
    for pair in game.windows(2) {
        if !naive::options(&rules, pair[0]).contains(pair[1]) {
            let position = Position::new(pair[0].iter().copied());
            let replay = Replay::Moves(position.clone());
            return fails_at(position, "the next move is not legal".to_owned(), replay, "the game");
        }
    }
    Checked::Certified {
        scope: "its 7 moves".to_owned(),
        by: "each is among the options".to_owned(),
    }
}

fn merge_take_one(context: &Context) -> Checked {
    let (game, grundy) = context.theorems.merge_take_one;
    let coins = Domain::coins(context.pick(18, 26, 32)).expect("a small domain");
    let heaps = Domain::heaps(3, context.pick(30, 80, 120)).expect("a small domain");
    let test = |tables: &Tables, heaps: &[u64]| {
        same("the Grundy value", tables.grundy(heaps).unwrap_or(u64::MAX), grundy(heaps))
    };
    let values =
        [&coins, &heaps].map(|domain| each_with(context, game, Know::Grundy, domain, test));
    // The statement of the slides: beside Nim itself, and further, since outcomes cost less.
    let more_coins = Domain::coins(context.pick(24, 34, 42)).expect("a small domain");
    let taller = Domain::heaps(3, context.pick(300, 1000, 3000)).expect("a small domain");
    let outcomes = [&more_coins, &taller]
        .map(|domain| compared(context, [game, "nim"], Question::Outcomes(Play::Normal), domain));
    all_of(values.into_iter().chain(outcomes))
}

fn not_associative(context: &Context) -> Checked {
    let domain = Domain::heaps(3, 8).expect("a small domain");
    check::an_example(each_with(
        context,
        AMALGAMATION,
        Know::Completion,
        &domain,
        |tables, heaps| {
            let f = |a, b| tables.completion(&[a, b]).unwrap_or(u64::MAX);
            let [x, y, z] = [heaps[0], heaps[1], heaps[2]];
            for [a, b, c] in [[x, y, z], [y, x, z], [x, z, y]] {
                let (left, right) = (f(f(a, b), c), f(a, f(b, c)));
                holds(left == right, format!("({a}@{b})@{c} = {left}, {a}@({b}@{c}) = {right}"))?;
            }
            Ok(())
        },
    ))
}

/// What is underlined are the values that the recursion excludes, and f(5,2) is the least other.
fn worked_example(context: &Context) -> Checked {
    let domain = Domain::heaps(2, 8).expect("a small domain");
    let checked = each_with(context, AMALGAMATION, Know::Completion, &domain, |tables, heaps| {
        if heaps != [2, 5] {
            return Ok(());
        }
        let f = |a, b| tables.completion(&[a, b]).unwrap_or(u64::MAX);
        let column: Vec<u64> = (0..5).map(|a| f(a, 2)).collect();
        let row: Vec<u64> = (0..2).map(|b| f(5, b)).collect();
        let excluded = [column, row, vec![f(7, 0), f(3, 0)]];
        holds(excluded == UNDERLINED, format!("excluded are {excluded:?}"))?;
        same("the least other", mex(UNDERLINED.into_iter().flatten().copied()), 8)?;
        same("f(5,2)", f(5, 2), 8)
    });
    match checked {
        Checked::Holds { .. } => Checked::Certified {
            scope: "f(5,2)".to_owned(),
            by: "every underlined value was computed".to_owned(),
        },
        other => other,
    }
}

/// Compares every cell; `cell` gives what was computed and what is printed.
fn printed_table(cell: impl Fn(usize, usize, u64) -> Option<(i64, i64)>) -> Checked {
    let rules = check::rules(AMALGAMATION);
    let domain = Domain::heaps(2, 34).expect("a small domain");
    let mentions = amalgam_tables::bulk::Mentions { completion: Some(0..0), ..Default::default() };
    let tables = match Tables::new(&rules, &domain, &mentions, &Default::default(), &Silent) {
        Ok(tables) => tables,
        Err(error) => return Checked::Unknown { why: error.to_string() },
    };
    let mut cells = 0;
    let mut wrong: Option<(u64, u64, String)> = None;
    for (a, b) in (0..35usize).flat_map(|a| (0..35usize).map(move |b| (a, b))) {
        let f = tables.completion(&[a as u64, b as u64]).unwrap_or(u64::MAX);
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
            let replay = Replay::Complete(position.clone());
            fails_at(position, why, replay, &format!("{cells} cells"))
        }
    }
}

/// The recursion is checked in each cell against true values; it must hold exactly where `stated`.
fn recursion(context: &Context, stated: fn(u64, u64) -> bool) -> Checked {
    let domain = Domain::heaps(2, context.pick(40, 120, 250)).expect("a small domain");
    let checked = each_with(context, AMALGAMATION, Know::Completion, &domain, |tables, heaps| {
        let [a, b] = [heaps[0], heaps[1]];
        let f = |a, b| tables.completion(&[a, b]).unwrap_or(u64::MAX);
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
            counterexample.replay = Replay::Complete(counterexample.position.clone());
            Checked::Fails { scope, counterexample }
        }
        other => other,
    }
}

/// The first rows, each with a proved period.
fn periodic_rows(to: u64) -> Checked {
    match rows::find(Family::AMALGAMATION, to, &Default::default(), &Silent) {
        Err(error) => Checked::Unknown { why: error.to_string() },
        Ok(report) => {
            let period = |row: &amalgam_rows::Row| Some(row.proved()?.period.to_string());
            match report.iter().map(period).collect::<Option<Vec<String>>>() {
                Some(periods) => Checked::Holds {
                    scope: format!("rows 1 to {to}: periods {}", periods.join(", ")),
                },
                None => Checked::Unknown { why: format!("not all rows up to {to} have a period") },
            }
        }
    }
}

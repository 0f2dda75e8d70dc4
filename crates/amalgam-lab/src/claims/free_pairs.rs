//! What is proved of the restricted game beyond Manabe: values by free pairs, other thresholds, merges
//! that lose coins, four heaps.

use super::check::{Found, Know, RESTRICTED, all_of, each_with, fails_at, same, solve};
use super::verdict::Checked;
use super::{Claim, Context, Paper};
use amalgam_core::base::nimber::nim_sum;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Play, Position};
use amalgam_search::explore_heaps;
use amalgam_solve::theory::Ruling;
use amalgam_tables::bulk::{Domain, Facts, Tables};

const PAPER: Paper = Paper::Manabe;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "MA-C1.value",
        "Conjecture 1, ours",
        "Three heaps are worth their nim-sum, with the lowest bit turned exactly if one or two of the \
         pairs among them are free: halves of at least 1 without a common binary digit.",
        |context| values(context, RESTRICTED, 3, context.pick(60, 200, 400)),
    )
    .proof("theory::restricted, Theorem 3"),
    PAPER.claim(
        "MA-C1.even",
        "Conjecture 1, ours",
        "The same for every even threshold r, with halves of at least r/2.",
        |context| {
            let most = context.pick(32, 100, 200);
            let games = (4..=16).step_by(2).map(|r| format!("{RESTRICTED}({r})"));
            all_of(games.map(|game| values(context, &game, 3, most)))
        },
    )
    .proof("theory::restricted, Theorem 3"),
    PAPER.claim(
        "MA-C1.odd",
        "Conjecture 1, ours",
        "Every odd threshold r breaks the conjecture with two heaps: r and the least power of two above.",
        |context| {
            let most = context.pick(9, 21, 41);
            all_of((1..=most).step_by(2).map(|r| fails(context, &restricted(r, 0), 2)))
        },
    )
    .proof("theory::restricted, Theorem 8"),
    PAPER.claim(
        "MA-C1.loss",
        "Conjecture 1, ours",
        "If merging from r coins on loses t, then value and nim-sum of up to three heaps agree but for \
         the lowest bit exactly if t is odd, or t = 4τ and r is even or τ has a binary digit that \
         (r−1)/2 has not.",
        classification,
    )
    .proof("theory::restricted, Theorem 8")
    .note("two heaps break it where three do"),
    PAPER.claim(
        "MA-C1.path",
        "Conjecture 1, ours",
        "Four even heaps whose free pairs form a path a–b–c–d break the conjecture; there are such for \
         every even threshold.",
        |context| {
            let coins = context.pick(30, 48, 64);
            let domain = Domain::new(Some(4), None, Some(coins)).expect("a small domain");
            let paths = each_with(context, RESTRICTED, Know::Grundy, &domain, a_path_breaks_it);
            let most = context.pick(2, 4, 6);
            let named = (2..=most).step_by(2).map(|r| fails(context, &restricted(r, 0), 4));
            all_of([paths].into_iter().chain(named))
        },
    )
    .proof("theory::four_heaps, Proposition 6"),
    PAPER.claim(
        "MA-C1.four",
        "Conjecture 1, ours",
        "Four heaps with no path of free pairs at or below are worth their nim-sum, with the lowest bit \
         turned exactly if the free pairs are one edge, a path of two, a star, or all six.",
        |context| {
            let coins = context.pick(30, 44, 60);
            let check = |game: &str| {
                let domain = Domain::new(Some(4), None, Some(coins)).expect("a small domain");
                said(context, game, &domain)
            };
            all_of([RESTRICTED, "restricted-amalgamation(4)"].map(check))
        },
    )
    .proof("theory::four_heaps, Theorem 7")
    .note("with threshold 2 that is all positions of four heaps of at most 9"),
];

fn restricted(r: u64, t: u64) -> String {
    format!("take any, merge if min >= {r} then take {t}")
}

/// The closed form, the count of free pairs, and the table agree on this many heaps.
fn values(context: &Context, game: &str, heaps: usize, most: u64) -> Checked {
    let domain = Domain::heaps(heaps, most).expect("a small domain");
    said(context, game, &domain)
}

/// Where the theorem speaks, it says what the table says.
fn said(context: &Context, game: &str, domain: &Domain) -> Checked {
    let rules = super::check::rules(game);
    each_with(context, game, Know::Grundy, domain, |tables, heaps| {
        let Some(said) = (context.theorems.free_pairs)(&rules, heaps) else { return Ok(()) };
        same("its value", tables.grundy(heaps).unwrap_or(u64::MAX), said)
    })
}

/// The position at which the rule is said to fail does break it.
fn fails(context: &Context, words: &str, heaps: usize) -> Checked {
    let rules: Rules = words.parse().expect("rules in words");
    let missing = |why: &str| {
        let replay = solve(words, &Position::default());
        fails_at(Position::default(), format!("{why} {words}"), replay, "one game")
    };
    let Ruling::FailsAt(position) = (context.theorems.pair_rule)(&rules, heaps) else {
        return missing("no exception is named for");
    };
    let explored = explore_heaps(&rules, &position, Play::Normal, &context.limits);
    let value = match explored {
        Ok(explored) => explored.value(&position).map_or(u64::MAX, |value| value.grundy),
        Err(limit) => return Checked::Unknown { why: limit.to_string() },
    };
    let nim_sum = nim_sum(position.heaps().iter().copied());
    match value / 2 == nim_sum / 2 {
        false => Checked::Holds { scope: position.to_string() },
        true => {
            let replay = solve(words, &position);
            fails_at(
                position,
                format!("its value is {value}, its nim-sum {nim_sum}"),
                replay,
                words,
            )
        }
    }
}

/// What the classification says of each r and t, at all positions up to a size.
fn classification(context: &Context) -> Checked {
    let most_r = context.pick(5, 9, 13);
    let most_t = context.pick(9, 17, 21);
    let most = context.pick(24, 48, 60);
    let domain = Domain::heaps(3, most).expect("a small domain");
    for (r, t) in (1..=most_r).flat_map(|r| (0..=most_t).map(move |t| (r, t))) {
        let words = restricted(r, t);
        let rules: Rules = words.parse().expect("rules in words");
        let found = each_with(context, &words, Know::Grundy, &domain, within_a_pair);
        let stated = [2, 3].map(|heaps| (context.theorems.pair_rule)(&rules, heaps));
        match (stated.map(|rule| rule == Ruling::Holds), found) {
            ([true, true], Checked::Holds { .. }) => {}
            // The first exception is the one with the fewest coins.
            ([false, false], Checked::Fails { counterexample, .. })
                if counterexample.position.heaps().len() == 2 => {}
            ([true, true], found) | (_, found @ Checked::Unknown { .. }) => return found,
            (_, _) => {
                let replay = solve(&words, &Position::default());
                let why = format!("no exception with two heaps is in reach for {words}");
                return fails_at(Position::default(), why, replay, "one game");
            }
        }
    }
    Checked::Holds { scope: format!("r <= {most_r}, t <= {most_t}; {domain}: all positions") }
}

fn within_a_pair(tables: &Tables, heaps: &[u64]) -> Found {
    let nim_sum = nim_sum(heaps.iter().copied());
    same("half its value", tables.grundy(heaps).unwrap_or(u64::MAX) / 2, nim_sum / 2)
}

/// Four even heaps of threshold 2 whose free pairs, by the definition, form a path.
fn a_path_breaks_it(tables: &Tables, heaps: &[u64]) -> Found {
    let free = |i: usize, j: usize| i != j && (heaps[i] / 2) & (heaps[j] / 2) == 0;
    let mut degrees: Vec<usize> =
        (0..heaps.len()).map(|i| (0..heaps.len()).filter(|&j| free(i, j)).count()).collect();
    degrees.sort_unstable();
    let even = heaps.iter().all(|heap| heap % 2 == 0 && *heap > 0);
    if degrees != [1, 1, 2, 2] || !even {
        return Ok(());
    }
    match within_a_pair(tables, heaps) {
        Ok(()) => Err("a path, and the value is in the pair".to_owned()),
        Err(_) => Ok(()),
    }
}

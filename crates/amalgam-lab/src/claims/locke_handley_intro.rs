//! Locke–Handley, Section 1: the rules, P and N, and the examples before Theorem 1.

use std::collections::{BTreeSet, HashMap};

use super::check::{
    self, AMALGAMATION, Know, each, each_with, fails_at, formula, holds, outcomes, same,
};
use super::locke_handley::{coins, heights, position};
use super::manabe_sets::{Triple, merges_from, orders, takes};
use super::printed::{A002188, OEIS_IN_TEXT};
use super::verdict::{Checked, Replay};
use super::{Claim, Context, Paper};
use amalgam_core::base::nimber::nim_sum;
use amalgam_core::naive;
use amalgam_core::{Budget, Outcome, Play, Position};
use amalgam_tables::bulk::{Domain, Facts};
use amalgam_tables::sequence::period::{self, Verdict};
use amalgam_tables::sequence::{self, HeapMoves, Sequence};

const PAPER: Paper = Paper::LockeHandley;

const MIRRORS: &str = "theory::locke_handley, Lemmas 6 and 8";

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "LH-separate",
        "Section 1",
        "The heaps of Amalgamation Nim cannot be taken as separate games: the Grundy value of a \
         position is not always the nim-sum of those of its heaps.",
        |context| {
            let domain = coins(context, 6, 6, 6);
            check::an_example(each_with(context, AMALGAMATION, Know::Grundy, &domain, |tables, heaps| {
                let single = |heap: &u64| tables.grundy(&[*heap]).expect("it was tabled");
                let whole = tables.grundy(heaps).expect("it was tabled");
                let parts = nim_sum(heaps.iter().map(single));
                let why = format!("{} is worth {whole}, its heaps {parts}", position(heaps));
                holds(whole == parts, why)
            }))
        },
    ),
    PAPER.claim(
        "LH-grundy",
        "Section 1, after Berlekamp, Conway & Guy",
        "The values of Grundy's game are eventually periodic.",
        |_| grundys_game(),
    )
    .note("a conjecture that the paper cites; it is open"),
    PAPER.claim(
        "LH-oeis.printed",
        "Section 1",
        "The values of Grundy's game are sequence A0022188 of the encyclopedia.",
        |_| encyclopedia(OEIS_IN_TEXT),
    )
    .printed_for("LH-oeis"),
    PAPER.claim(
        "LH-oeis",
        "Section 1, reference [14]",
        "The values of Grundy's game are sequence A002188 of the encyclopedia.",
        |_| encyclopedia(A002188.0),
    )
    .corrects("LH-oeis.printed"),
    PAPER.claim(
        "LH-order",
        "Section 1",
        "The order of the heaps makes no difference, and empty heaps can be left out.",
        order,
    )
    .proof("the moves correspond"),
    PAPER.claim(
        "LH-end.printed",
        "Section 1",
        "ε([a1, …, ak]) = Σ (1 + aj) is less after every move, also where a heap that is gone is \
         written as 0.",
        with_zeros,
    )
    .printed_for("LH-end")
    .note("the sum runs over all entries of a list that may show zeros, as the paper's own merges do: \
           [5,7,12] to [0,12,12] in the proof of Theorem 12 leaves ε at 27"),
    PAPER.claim(
        "LH-end",
        "Section 1",
        "ε, the coins plus the heaps that are not empty, is less after every move, so the game ends.",
        every_move_lowers,
    )
    .corrects("LH-end.printed")
    .proof("taking removes a coin, merging removes a heap and no coin"),
    PAPER.claim(
        "LH-terminal.printed",
        "Section 1",
        "A position without moves is N in normal play and in misère play.",
        |_| terminal(Outcome::N, Outcome::N),
    )
    .printed_for("LH-terminal"),
    PAPER.claim(
        "LH-terminal",
        "Section 1",
        "A position without moves is P in normal play and N in misère play.",
        |_| terminal(Outcome::P, Outcome::N),
    )
    .corrects("LH-terminal.printed")
    .proof("the definition: whoever made the last move has won, or lost"),
    PAPER.claim(
        "LH-PN",
        "Section 1",
        "In normal and in misère play every move from a P-position leads to an N-position, and from \
         every N-position that has a move one leads to a P-position.",
        outcomes_of_options,
    )
    .proof("the definition of P and N"),
    PAPER.claim(
        "LH-draws",
        "Section 1",
        "No draw can occur, in normal or in misère play.",
        |context| no_draws(context, AMALGAMATION),
    )
    .proof("the game ends (LH-end), and whoever moves last has won, or lost"),
    PAPER.claim(
        "LH-partition",
        "Section 1, Partition Theorem",
        "A set of positions that no move stays in, and that some move enters from everywhere else, \
         is the set of P-positions.",
        partition,
    )
    .proof("induction on the length of the game: membership obeys the definition of P"),
    PAPER.claim(
        "LH-even",
        "Section 1, a remark on data",
        "With an even number of coins, the P-positions are exactly the mirror positions.",
        |context| {
            let text = "coins % 2 == 0 => (P <=> mirror)";
            formula(context, AMALGAMATION, text, coins(context, 20, 24, 30))
        },
    )
    .note("what the data are said to suggest; with three heaps it contradicts the paper's own Theorem \
           5, which has [3,9,10] with 22 coins; for heaps up to four it is Conjecture 10"),
    PAPER.claim(
        "LH-I1",
        "Section 1, example",
        "A mirror position with one more heap, of three or of four coins, is N.",
        |context| {
            let text = "(c[1] % 2 == 0 && c[2] % 2 == 0 && c[3] % 2 != c[4] % 2) => N";
            formula(context, AMALGAMATION, text, heights(context, 4, [24, 36, 48]))
        },
    )
    .proof(MIRRORS),
    PAPER.claim(
        "LH-I2",
        "Section 1, example",
        "<1,1,0,1> and <0,0,2,0> are P, but together they are <1,1,2,1>, which is N; <0,1,1,1> is N, \
         by a move to the first.",
        |context| {
            let p = Outcome::P;
            let n = Outcome::N;
            let stated: [(&[u64], Outcome); 4] =
                [(&[1, 2, 4], p), (&[3, 3], p), (&[1, 2, 3, 3, 4], n), (&[2, 3, 4], n)];
            let options = naive::options(&check::rules(AMALGAMATION), &[2, 3, 4]);
            match options.contains(&[1, 2, 4][..]) {
                true => outcomes(context, AMALGAMATION, &stated),
                false => Checked::Unknown { why: "there is no such move".to_owned() },
            }
        },
    ),
    PAPER.claim(
        "LH-I3.printed",
        "Section 1, last sentence before Theorem 1",
        "<0,1,1,1> and <1,1,2,1> are P and <1,1,0,1> is N.",
        |context| {
            let stated: [(&[u64], Outcome); 3] = [
                (&[2, 3, 4], Outcome::P),
                (&[1, 2, 3, 3, 4], Outcome::P),
                (&[1, 2, 4], Outcome::N),
            ];
            outcomes(context, AMALGAMATION, &stated)
        },
    )
    .printed_for("LH-I3")
    .note("the sentences just before it say the opposite (LH-I2)"),
    PAPER.claim(
        "LH-I3",
        "Section 1, last sentence before Theorem 1",
        "<0,1,1,1> and <1,1,2,1> are N and <1,1,0,1> is P, all with three odd entries: the number \
         of odd entries does not decide.",
        |context| {
            let stated: [(&[u64], Outcome); 3] = [
                (&[2, 3, 4], Outcome::N),
                (&[1, 2, 3, 3, 4], Outcome::N),
                (&[1, 2, 4], Outcome::P),
            ];
            outcomes(context, AMALGAMATION, &stated)
        },
    )
    .corrects("LH-I3.printed"),
];

/// How far the values of Grundy's game are looked at for a period.
const FAR: u64 = 10_000;

fn grundys_game() -> Checked {
    let moves = HeapMoves::of_game(&check::any_game("grundy")).expect("heaps that never meet");
    let mut sequence = Sequence::new(moves);
    if let Err(limit) = sequence.extend(FAR, &Budget::default()) {
        return Checked::Unknown { why: limit.to_string() };
    }
    let scope = format!("single heaps up to {FAR}");
    match period::find(&sequence, &Budget::default()) {
        Ok(Verdict::Proved { period, theorem, .. }) => {
            Checked::Certified { scope, by: format!("period {}: {theorem}", period.period) }
        }
        Ok(Verdict::Observed { period, .. }) => {
            Checked::Fits { scope, what: format!("period {}", period.period) }
        }
        _ => Checked::Unknown { why: format!("no period shows in the heaps up to {FAR}") },
    }
}

/// Whether a sequence of this number has the values: the numbers of the encyclopedia are an A and six
/// digits, and the one that has them is known.
fn encyclopedia(number: &str) -> Checked {
    let (known, terms) = A002188;
    let moves = HeapMoves::of_game(&check::any_game("grundy")).expect("heaps that never meet");
    let to = terms.len() as u64 - 1;
    let scope = format!("single heaps up to {to}");
    let replay = Replay::Values { game: "grundy", to };
    match sequence::values(moves, to, &Budget::default()) {
        Err(limit) => Checked::Unknown { why: limit.to_string() },
        Ok(values) if values != terms => {
            fails_at(Position::new([to]), format!("the values are {values:?}"), replay, &scope)
        }
        Ok(_) if number != known => {
            let why = format!(
                "it is worth 1 in {known}, the number in the references; {number} has a digit too many"
            );
            fails_at(Position::new([3]), why, replay, &scope)
        }
        Ok(_) => Checked::Certified { scope, by: format!("the values are the first of {known}") },
    }
}

/// Lists of three, in any order and with zeros, are played as they stand.
fn order(context: &Context) -> Checked {
    fn list_is_p(list: Triple, known: &mut HashMap<Triple, bool>) -> bool {
        if let Some(&is_p) = known.get(&list) {
            return is_p;
        }
        let mut options = takes(list).chain(merges_from(1, list));
        let is_p = !options.any(|option| list_is_p(option, known));
        known.insert(list, is_p);
        is_p
    }
    let mut known = HashMap::new();
    let rules = check::rules(AMALGAMATION);
    let mut oracle = naive::Naive::new(&rules, Play::Normal);
    each(
        context,
        AMALGAMATION,
        &Domain::heaps(3, context.pick(5, 8, 12)).expect("small"),
        |heaps| {
            let without: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
            let is_p = oracle.outcome(&without) == Outcome::P;
            orders([heaps[0], heaps[1], heaps[2]]).into_iter().try_for_each(|list| {
                same(&format!("whether {list:?} is P"), list_is_p(list, &mut known), is_p)
            })
        },
    )
}

/// ε as printed, on lists that keep their length.
fn with_zeros(context: &Context) -> Checked {
    let epsilon = |list: &[u64]| list.iter().map(|heap| 1 + heap).sum::<u64>();
    each(context, AMALGAMATION, &coins(context, 8, 8, 8), |heaps| {
        for (i, j) in (0..heaps.len()).flat_map(|i| (i + 1..heaps.len()).map(move |j| (i, j))) {
            let mut after = heaps.to_vec();
            (after[i], after[j]) = (heaps[i] + heaps[j], 0);
            let [before, now] = [heaps, &after].map(epsilon);
            holds(now < before, format!("ε is {before}, and {now} after the merge to {after:?}"))?;
        }
        Ok(())
    })
}

fn every_move_lowers(context: &Context) -> Checked {
    let rules = check::rules(AMALGAMATION);
    let size = |heaps: &[u64]| heaps.iter().map(|heap| heap + 1).sum::<u64>();
    each(context, AMALGAMATION, &coins(context, 16, 24, 30), |heaps| {
        let moves = naive::options(&rules, heaps);
        let worse = moves.iter().find(|option| size(option) >= size(heaps));
        holds(worse.is_none(), "a move does not lower it")
    })
}

fn terminal(normal: Outcome, misere: Outcome) -> Checked {
    let scope = "the position without heaps";
    let rules = check::rules(AMALGAMATION);
    for (play, stated) in [(Play::Normal, normal), (Play::Misere, misere)] {
        let found = naive::Naive::new(&rules, play).outcome(&[]);
        if found != stated {
            let why = format!("it is {found} in {play}, not {stated}");
            return fails_at(
                Position::default(),
                why,
                check::solve(AMALGAMATION, &Position::default()),
                scope,
            );
        }
    }
    Checked::Holds { scope: scope.to_owned() }
}

fn outcomes_of_options(context: &Context) -> Checked {
    let rules = check::rules(AMALGAMATION);
    each_with(context, AMALGAMATION, Know::Both, &coins(context, 16, 22, 28), |tables, heaps| {
        let options = naive::options(&rules, heaps);
        for (play, is_p) in [
            ("normal", &(|heaps: &[u64]| tables.is_p(heaps)) as &dyn Fn(&[u64]) -> Option<bool>),
            ("misère", &|heaps: &[u64]| tables.is_misere_p(heaps)),
        ] {
            let wins = options.iter().any(|option| is_p(option) == Some(true));
            let stated = is_p(heaps) == Some(false) && !options.is_empty();
            same(&format!("in {play} play, that some option is P"), wins, stated)?;
        }
        Ok(())
    })
}

/// Who wins is found backwards from the ends, without trusting that the game ends: a position is decided
/// as soon as an option is P or all are N. What is never decided is a draw.
pub(super) fn no_draws(context: &Context, game: &str) -> Checked {
    let rules = check::rules(game);
    let domain = coins(context, 12, 16, 18);
    let mut positions: Vec<(Vec<u64>, BTreeSet<Vec<u64>>)> = Vec::new();
    let mut walk = domain.positions();
    while let Some(heaps) = walk.next() {
        positions.push((heaps.to_vec(), naive::options(&rules, heaps)));
    }
    check::all_of([Outcome::P, Outcome::N].map(|end| {
        let mut decided: HashMap<&[u64], Outcome> = HashMap::new();
        loop {
            let before = decided.len();
            // From the back, so that this is no search in the order in which the game is played.
            for (heaps, options) in positions.iter().rev() {
                let of = |option: &Vec<u64>| decided.get(&option[..]).copied();
                let outcome = match options.is_empty() {
                    true => Some(end),
                    false if options.iter().any(|option| of(option) == Some(Outcome::P)) => {
                        Some(Outcome::N)
                    }
                    false => {
                        options.iter().all(|option| of(option).is_some()).then_some(Outcome::P)
                    }
                };
                if let Some(outcome) = outcome {
                    decided.insert(heaps, outcome);
                }
            }
            if decided.len() == before {
                break;
            }
        }
        each(context, game, &domain, |heaps| {
            holds(decided.contains_key(heaps), "nobody can force a win")
        })
    }))
}

/// All sets of the positions up to this many coins are tried: one alone has both properties.
fn partition(context: &Context) -> Checked {
    let rules = check::rules(AMALGAMATION);
    let domain = coins(context, 4, 5, 5);
    let mut positions: Vec<Vec<u64>> = Vec::new();
    let mut walk = domain.positions();
    while let Some(heaps) = walk.next() {
        positions.push(heaps.to_vec());
    }
    let place = |heaps: &Vec<u64>| positions.iter().position(|other| other == heaps);
    let options: Vec<u32> = positions
        .iter()
        .map(|heaps| naive::options(&rules, heaps).iter().filter_map(place).map(|i| 1 << i).sum())
        .collect();
    let mut oracle = naive::Naive::new(&rules, Play::Normal);
    let is_p: Vec<bool> =
        positions.iter().map(|heaps| oracle.outcome(heaps) == Outcome::P).collect();
    let mut found = 0;
    for set in 0..1u32 << positions.len() {
        let within = |i: usize| set >> i & 1 == 1;
        // A move enters the set from everywhere outside it and from nowhere inside.
        if (0..positions.len()).all(|i| (options[i] & set != 0) != within(i)) {
            found += 1;
            if let Some(i) = (0..positions.len()).find(|&i| within(i) != is_p[i]) {
                let other = position(&positions[i]);
                let replay = check::solve(AMALGAMATION, &other);
                return fails_at(other, "another set tells it apart".to_owned(), replay, "sets");
            }
        }
    }
    match found {
        1 => Checked::Holds { scope: format!("{domain}: all 2^{} sets", positions.len()) },
        _ => fails_at(
            Position::default(),
            format!("{found} sets"),
            check::solve(AMALGAMATION, &Position::default()),
            "sets",
        ),
    }
}

//! The lecture notes: Nim, sums and equivalence.

use super::check::{self, Found, Know, all_of, each, each_with, fails_at, holds, same};
use super::verdict::{Checked, Replay};
use super::{Claim, Context, Paper};
use amalgam_core::base::nimber::{bouton, nim_sum};
use amalgam_core::games::AnyGame;
use amalgam_core::{Outcome, Play, Position, Sum, naive};
use amalgam_solve::Solver;
use amalgam_tables::bulk::{Domain, Facts};

const NIM: &str = "nim";
const BOUTON: &str = "theory::lecture, Bouton's theorem";
const CONJECTURES: &str = "theory::lecture, two conjectures";

const PAPER: Paper = Paper::Lecture;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "YALE-nim",
        "Nim-sum theorem",
        "A position of Nim is P exactly if its nim-sum is 0.",
        |context| all_of(domains(context).map(|domain| nim_outcomes(context, &domain))),
    )
    .proof(BOUTON),
    PAPER.claim(
        "YALE-moves",
        "Nim-sum theorem",
        "The winning moves of Nim are exactly those that make the nim-sum 0.",
        |context| each(context, NIM, &Domain::coins(context.pick(12, 18, 22)).expect("small"), winning_moves),
    )
    .proof(BOUTON),
    PAPER.claim(
        "YALE-msb",
        "the most significant bit",
        "A heap with the highest bit of the nim-sum x exists, and changing it from m to m ⊕ x takes \
         coins and makes the nim-sum 0.",
        |context| {
            all_of(domains(context).map(|domain| each(context, NIM, &domain, msb_move)))
        },
    )
    .proof(BOUTON),
    PAPER.claim(
        "YALE-xor.printed",
        "first example",
        "The exclusive or of 10010, 00111 and 10110 is 00000, so that this is a P-position.",
        |_| exclusive_or(&[[0b10010, 0b00111, 0b10110]]),
    )
    .printed_for("YALE-xor")
    .note("the notes are written by hand and were read by machine; which digits are wrong cannot be told"),
    PAPER.claim(
        "YALE-xor",
        "first example",
        "With the last two digits of any one of 10010, 00111 and 10110 changed, the exclusive or is 00000 \
         and the position P.",
        |_| {
            exclusive_or(&[
                [0b10001, 0b00111, 0b10110],
                [0b10010, 0b00100, 0b10110],
                [0b10010, 0b00111, 0b10101],
            ])
        },
    )
    .corrects("YALE-xor.printed"),
    PAPER.claim(
        "YALE-step",
        "Nim-sum theorem, proof",
        "Reducing a heap from m to m′ changes the nim-sum by m ⊕ m′, which is not 0.",
        |context| each(context, NIM, &Domain::coins(context.pick(12, 18, 22)).expect("small"), one_step),
    )
    .proof(BOUTON),
    PAPER.claim(
        "YALE-example",
        "second example",
        "In [34,16,45] the nim-sum is 31, and reducing 16 to 15 wins.",
        |_| example(&[34, 16, 45], 31, 16, 15),
    ),
    PAPER.claim(
        "YALE-empty",
        "positions",
        "The game without options is P in normal play.",
        |context| check::outcomes(context, NIM, &[(&[], Outcome::P)]),
    ),
    PAPER.claim(
        "YALE-heaps",
        "positions",
        "One row of n stones is *n: its options are *0 to *(n − 1), and its Grundy value is n.",
        |context| {
            let rules = check::rules(NIM);
            let mut oracle = naive::Naive::new(&rules, Play::Normal);
            each(context, NIM, &Domain::heaps(1, context.pick(40, 80, 120)).expect("small"), |heaps| {
                let options = naive::options(&rules, heaps);
                let stated = (0..heaps[0]).map(|n| if n == 0 { vec![] } else { vec![n] }).collect();
                holds(options == stated, "its options are others")?;
                same("its Grundy value", oracle.value(heaps).grundy, heaps[0])
            })
        },
    )
    .proof(BOUTON),
    PAPER.claim(
        "YALE-options",
        "positions",
        "A position is N exactly if some option is P; each position is one or the other.",
        |context| {
            let games = ["nim", "amalgamation", "restricted-amalgamation", "lasker", "grundy"];
            all_of(games.map(|game| options_decide(context, game)))
        },
    )
    .proof("the definition, and induction on the length of the game"),
    PAPER.claim(
        "YALE-sum",
        "sums of games",
        "A position of Nim is the sum of its heaps: outcome and Grundy value agree.",
        sums_of_heaps,
    )
    .proof("both have the same moves: to change one heap"),
    PAPER.claim(
        "YALE-1v2",
        "equivalence",
        "*1 and *2 are not equivalent: adding *2 gives N and P.",
        |_| told_apart(&[(1, 2, 2)]),
    ),
    PAPER.claim(
        "YALE-3v5",
        "equivalence",
        "*3 and *5 are not equivalent: adding *3 gives P and N.",
        |_| told_apart(&[(3, 5, 3)]),
    ),
    PAPER.claim(
        "YALE-C1",
        "first conjecture",
        "Different heaps m ≠ n are not equivalent: adding *m tells them apart.",
        |context| {
            let most = context.pick(12, 30, 60);
            let pairs = (0..=most).flat_map(|m| (0..=most).map(move |n| (m, n, m)));
            told_apart(&pairs.filter(|(m, n, _)| m != n).collect::<Vec<_>>())
        },
    )
    .proof(CONJECTURES),
    PAPER.claim(
        "YALE-21",
        "equivalence",
        "*2 + *1 and *3 have the same outcomes with *0, *1, *2 and *3: N, N, N and P.",
        |_| added(2, 1, 3, &[Outcome::N, Outcome::N, Outcome::N, Outcome::P]),
    ),
    PAPER.claim(
        "YALE-C2",
        "second conjecture",
        "*n + *m is equivalent to *(n ⊕ m).",
        nim_addition,
    )
    .proof(CONJECTURES),
    PAPER.claim(
        "YALE-SG",
        "winning any impartial game",
        "A position of Amalgamation Nim acts in sums as a heap of Nim: with the heap of its Grundy \
         value it is P, and each move of that heap has one of its own that does the same.",
        sprague_grundy,
    )
    .proof("Sprague–Grundy: the mex of the options' values"),
];

fn domains(context: &Context) -> [Domain; 2] {
    let heaps = Domain::heaps(3, context.pick(16, 28, 40)).expect("a small domain");
    [Domain::coins(context.pick(20, 28, 32)).expect("a small domain"), heaps]
}

/// The table of Nim would itself add heaps by nim-sum, so this one is made from the moves.
fn nim_outcomes(context: &Context, domain: &Domain) -> Checked {
    let rules = check::rules(NIM);
    let mut oracle = naive::Naive::new(&rules, Play::Normal);
    each(context, NIM, domain, |heaps| {
        same(
            "whether it is P",
            oracle.outcome(heaps) == Outcome::P,
            (context.theorems.nim_is_p)(heaps),
        )
    })
}

fn winning_moves(heaps: &[u64]) -> Found {
    let rules = check::rules(NIM);
    let mut oracle = naive::Naive::new(&rules, Play::Normal);
    for option in naive::options(&rules, heaps) {
        let wins = oracle.outcome(&option) == Outcome::P;
        same("a winning move", wins, nim_sum(option.iter().copied()) == 0)?;
    }
    Ok(())
}

fn one_step(heaps: &[u64]) -> Found {
    let sum = |heaps: &[u64]| nim_sum(heaps.iter().copied());
    for (i, &heap) in heaps.iter().enumerate() {
        for to in 0..heap {
            let mut after = heaps.to_vec();
            after[i] = to;
            same("the change of the nim-sum", sum(heaps) ^ sum(&after), heap ^ to)?;
            holds(heap ^ to != 0, "the nim-sum stays")?;
        }
    }
    Ok(())
}

/// Whether each three heaps have nim-sum 0 and are P.
fn exclusive_or(examples: &[[u64; 3]]) -> Checked {
    let scope = format!("{} positions", examples.len());
    for heaps in examples {
        let position = Position::new(*heaps);
        let sum = nim_sum(*heaps);
        if sum != 0 || outcome_of(heaps) != Outcome::P {
            let why = format!("the exclusive or is {sum:05b}, and it is {}", outcome_of(heaps));
            return fails_at(position.clone(), why, check::solve(NIM, &position), &scope);
        }
    }
    Checked::Certified { scope, by: "each was searched completely".to_owned() }
}

fn msb_move(heaps: &[u64]) -> Found {
    let sum = nim_sum(heaps.iter().copied());
    if sum == 0 {
        return Ok(());
    }
    let moves = bouton(heaps);
    holds(!moves.is_empty(), "no heap has the highest bit")?;
    for found in moves {
        holds(found.heap >> sum.ilog2() & 1 == 1, "the bit is not set")?;
        holds(found.to < found.heap && found.to == found.heap ^ sum, "no coins are taken")?;
        let i = heaps.iter().position(|&heap| heap == found.heap).ok_or("no such heap")?;
        let mut after = heaps.to_vec();
        after[i] = found.to;
        holds(nim_sum(after) == 0, "the nim-sum is not 0")?;
    }
    Ok(())
}

fn example(heaps: &[u64], sum: u64, from: u64, to: u64) -> Checked {
    let found = bouton(heaps);
    let right = found.iter().any(|m| m.nim_sum == sum && m.heap == from && m.to == to);
    let position = Position::new(heaps.iter().copied());
    match right {
        true => Checked::Certified {
            scope: format!("{position}"),
            by: "nimber::bouton finds the move".to_owned(),
        },
        false => {
            let (game, shown) = (NIM.to_owned(), position.clone());
            let replay = Replay::Solve { game, position: shown, explain: true };
            fails_at(position, "the move is another".to_owned(), replay, "one position")
        }
    }
}

fn options_decide(context: &Context, game: &str) -> Checked {
    let rules = check::rules(game);
    let domain = Domain::coins(context.pick(13, 18, 22)).expect("a small domain");
    each_with(context, game, Know::Outcome, &domain, |tables, heaps| {
        let options = naive::options(&rules, heaps);
        let wins = options.iter().any(|option| tables.is_p(option) == Some(true));
        same("whether an option is P", wins, tables.is_p(heaps) == Some(false))
    })
}

fn sums_of_heaps(context: &Context) -> Checked {
    let rules = check::rules(NIM);
    let mut oracle = naive::Naive::new(&rules, Play::Normal);
    let domain = Domain::coins(context.pick(14, 20, 24)).expect("a small domain");
    each(context, NIM, &domain, |heaps| {
        let whole = oracle.value(heaps);
        let parts = nim_sum(heaps.iter().map(|&heap| oracle.value(&[heap]).grundy));
        same("the Grundy value", whole.grundy, parts)?;
        holds((whole.outcome == Outcome::P) == (parts == 0), "the outcome is another")
    })
}

fn heap(size: u64) -> Sum {
    let nim: AnyGame = NIM.parse().expect("nim is a game");
    Sum::single(nim, Position::new([size]))
}

fn outcome_of(sizes: &[u64]) -> Outcome {
    naive::Naive::new(&check::rules(NIM), Play::Normal).outcome(sizes)
}

/// For (m, n, h): *m + *h and *n + *h have different outcomes, so *m and *n are not equivalent.
fn told_apart(cases: &[(u64, u64, u64)]) -> Checked {
    let rules = check::rules(NIM);
    let mut oracle = naive::Naive::new(&rules, Play::Normal);
    for &(m, n, h) in cases {
        let apart = oracle.outcome(&[m, h]) != oracle.outcome(&[n, h]);
        let equivalent = Solver::new().equivalent(heap(m), heap(n));
        if !apart || equivalent.is_ok_and(|equivalence| equivalence.holds()) {
            let why = format!("*{h} does not tell *{m} and *{n} apart");
            let replay = Replay::Equivalent([m, n]);
            return fails_at(Position::new([m, n, h]), why, replay, "pairs of heaps");
        }
    }
    let scope = format!("{} pairs of heaps", cases.len());
    match cases.len() {
        1 => Checked::Certified { scope, by: "both sums were searched".to_owned() },
        _ => Checked::Holds { scope },
    }
}

fn added(n: u64, m: u64, both: u64, stated: &[Outcome]) -> Checked {
    for (h, &stated) in (0..).zip(stated) {
        if outcome_of(&[n, m, h]) != stated || outcome_of(&[both, h]) != stated {
            let position = Position::new([n, m, h]);
            let replay = check::solve(NIM, &position);
            return fails_at(position, format!("not {stated}"), replay, "four sums");
        }
    }
    let scope = format!("{} sums each", stated.len());
    Checked::Certified { scope, by: "each was searched".to_owned() }
}

fn nim_addition(context: &Context) -> Checked {
    let rules = check::rules(NIM);
    let mut oracle = naive::Naive::new(&rules, Play::Normal);
    let most = context.pick(7, 12, 15);
    let domain = Domain::heaps(3, most).expect("a small domain");
    each(context, NIM, &domain, |heaps| {
        let [h, n, m] = [heaps[0], heaps[1], heaps[2]];
        for [h, n, m] in [[h, n, m], [n, h, m], [m, h, n]] {
            let sum = oracle.outcome(&[n, m, h]);
            same("the outcome", sum, oracle.outcome(&[n ^ m, h]))?;
        }
        Ok(())
    })
}

/// The sum with a heap of Nim is searched as one game of two parts, by its moves alone.
fn sprague_grundy(context: &Context) -> Checked {
    let most = context.pick(7, 9, 11);
    let domain = Domain::coins(most).expect("a small domain");
    let solver = Solver::within(&context.limits);
    let rules = check::rules(check::AMALGAMATION);
    each(context, check::AMALGAMATION, &domain, |heaps| {
        let position = Position::new(heaps.iter().copied());
        let value = solver.grundy(&position).map_err(|error| error.to_string())?;
        for heap in 0..=value + 1 {
            let found = sum_is_p(heaps, heap);
            same("whether the sum is P", found, heap == value)?;
        }
        let options = naive::options(&rules, heaps);
        let reached = |heap: u64| options.iter().any(|option| sum_is_p(option, heap));
        let missing = (0..value).find(|&heap| !reached(heap));
        holds(missing.is_none(), "a move of its heap has none that does the same")
    })
}

/// Whether a position of Amalgamation Nim with a heap of Nim beside it is P, from the definition.
fn sum_is_p(heaps: &[u64], heap: u64) -> bool {
    fn wins(
        rules: &amalgam_core::Rules,
        heaps: &[u64],
        heap: u64,
        memo: &mut std::collections::HashMap<(Vec<u64>, u64), bool>,
    ) -> bool {
        if let Some(&known) = memo.get(&(heaps.to_vec(), heap)) {
            return known;
        }
        let found = (0..heap).any(|to| !wins(rules, heaps, to, memo))
            || naive::options(rules, heaps).iter().any(|option| !wins(rules, option, heap, memo));
        memo.insert((heaps.to_vec(), heap), found);
        found
    }
    !wins(&check::rules(check::AMALGAMATION), heaps, heap, &mut Default::default())
}

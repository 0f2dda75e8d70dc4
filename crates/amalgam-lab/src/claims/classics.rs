//! The neighbouring games: what the literature says of them, checked like the papers.

use super::check::{self, Know, all_of, each_with, same};
use super::verdict::{Checked, Replay};
use super::{Claim, Context, Paper};
use amalgam_core::games::classics::{lim, moore, wythoff};
use amalgam_core::{Budget, Outcome, Position};
use amalgam_tables::bulk::{Domain, Facts};
use amalgam_tables::sequence::period::{self, Verdict};
use amalgam_tables::sequence::{self, HeapMoves, Sequence};

const PAPER: Paper = Paper::Classics;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "CL-wythoff",
        "Wythoff 1907",
        "The P-positions of Wythoff's game are the pairs ⌊nφ⌋, ⌊nφ²⌋ with the golden ratio φ.",
        |context| {
            let domain = Domain::heaps(2, context.pick(60, 250, 600)).expect("small");
            is_p(context, "wythoff", &domain, |heaps| wythoff::is_p(&position(heaps)))
        },
    )
    .proof("classics::wythoff"),
    PAPER.claim(
        "CL-moore",
        "Moore 1910",
        "A position of Nim_k is P exactly if in each binary column the number of ones is divisible \
         by k + 1.",
        |context| {
            let domain = Domain::heaps(4, context.pick(5, 8, 11)).expect("small");
            all_of((1..=3).map(|most| {
                let game = format!("moore({most})");
                is_p(context, &game, &domain, |heaps| moore::is_p(most, &position(heaps)))
            }))
        },
    )
    .proof("classics::moore"),
    PAPER.claim(
        "CL-lim",
        "a game of Fink, Fraenkel & Santos 2014",
        "A position of LIM is P exactly if no two heaps have a binary one in the same place.",
        |context| {
            let domain = Domain::heaps(3, context.pick(16, 40, 70)).expect("small");
            is_p(context, "lim", &domain, |heaps| lim::is_p(&position(heaps)))
        },
    )
    .proof("classics::lim"),
    PAPER.claim(
        "CL-kayles",
        "Guy & Smith 1956",
        "The values of Kayles repeat after 12 heaps, and the last exception is heap 70.",
        |_| periodic("kayles", 300, (12, 0, 70)),
    ),
    PAPER.claim(
        "CL-dawson",
        "Guy & Smith 1956",
        "The values of Dawson's Kayles repeat after 34 heaps, and the last exception is heap 52.",
        |_| periodic("dawsons-kayles", 300, (34, 0, 52)),
    ),
    PAPER.claim(
        "CL-056.printed",
        "OEIS A071436, a comment",
        "The values of the octal game 0.56 repeat after 144 heaps, and the last exception is heap 326637.",
        |_| periodic("octal(0.56)", 654_000, (144, 0, 326_637)),
    )
    .printed_for("CL-056"),
    PAPER.claim(
        "CL-056",
        "Gangolli & Plambeck 1989",
        "The values of the octal game 0.56 repeat after 144 heaps, and the last exception is heap 326639.",
        |_| periodic("octal(0.56)", 654_000, (144, 0, 326_639)),
    )
    .corrects("CL-056.printed"),
    PAPER.claim(
        "CL-lasker",
        "Lasker 1931; Winning Ways, chapter 4",
        "A heap of Lasker's Nim is worth its size n, but n + 1 where n leaves 3 and n − 1 where it \
         leaves 0 when divided by 4 (n > 0).",
        |_| all_of([lasker_begins(), periodic("lasker", 100, (4, 4, 0))]),
    ),
    PAPER.claim(
        "CL-chomp-two",
        "Gale 1974",
        "Chomp with two rows is P exactly if the rows differ by one square.",
        |context| {
            let domain = Domain::heaps(2, context.pick(30, 90, 150)).expect("small");
            is_p(context, "chomp(2)", &domain, |heaps| match position(heaps).heaps() {
                [] => true,
                [length] => *length == 1,
                [short, long, ..] => *long == short + 1,
            })
        },
    )
    .proof("classics::chomp"),
    PAPER.claim(
        "CL-chomp-rectangle",
        "Gale 1974",
        "A rectangle of Chomp with more than one square is N.",
        |context| {
            let rows = context.pick(3, 4, 5);
            let domain = Domain::heaps(rows as usize, context.pick(7, 9, 9)).expect("small");
            let game = format!("chomp({rows})");
            each_with(context, &game, Know::Outcome, &domain, |tables, heaps| {
                let position = position(heaps);
                let rectangle = position.distinct().count() == 1 && position.coins() > 1;
                check::holds(
                    !(rectangle && tables.is_p(heaps).expect("it was tabled")),
                    "this rectangle is P",
                )
            })
        },
    )
    .proof("classics::chomp, a stolen strategy"),
];

fn position(heaps: &[u64]) -> Position {
    Position::new(heaps.iter().copied())
}

/// Whether the P-positions of the domain are the stated ones.
fn is_p(
    context: &Context,
    game: &str,
    domain: &Domain,
    stated: impl Fn(&[u64]) -> bool,
) -> Checked {
    each_with(context, game, Know::Outcome, domain, |tables, heaps| {
        let found = tables.is_p(heaps).expect("it was tabled");
        same("the outcome", Outcome::from_p(found), Outcome::from_p(stated(heaps)))
    })
}

/// Whether the values of single heaps have this period, saltus and last exception, for ever.
fn periodic(game: &str, to: u64, stated: (u64, u64, u64)) -> Checked {
    let moves = HeapMoves::of_game(&check::any_game(game)).expect("heaps that never meet");
    let mut sequence = Sequence::new(moves);
    if let Err(limit) = sequence.extend(to, &Budget::default()) {
        return Checked::Unknown { why: limit.to_string() };
    }
    let (found, theorem) = match period::find(&sequence, &Budget::default()) {
        Ok(Verdict::Proved { period, theorem, .. }) => (period, Some(theorem)),
        Ok(Verdict::Observed { period, .. }) => (period, None),
        _ => return Checked::Unknown { why: format!("no period within {to} heaps") },
    };
    let last = found.last_exception().unwrap_or(0);
    let scope = format!("single heaps up to {to}");
    if (found.period, found.saltus, last) != stated {
        let position = Position::new([last]);
        let why =
            format!("period {}, saltus {}, last exception {last}", found.period, found.saltus);
        let to = game.contains('(').then_some(to);
        let replay = Replay::Period { game: game.to_owned(), to };
        return check::fails_at(position, why, replay, &scope);
    }
    match theorem {
        Some(theorem) => Checked::Certified { scope, by: theorem.to_string() },
        None => Checked::Holds { scope },
    }
}

/// The values of the heaps 1 to 4 of Lasker's Nim.
fn lasker_begins() -> Checked {
    let moves = HeapMoves::of_game(&check::any_game("lasker")).expect("heaps that never meet");
    match sequence::values(moves, 4, &Budget::default()) {
        Ok(values) if values == [0, 1, 2, 4, 3] => Checked::Certified {
            scope: "single heaps up to 4".to_owned(),
            by: "each was valued".to_owned(),
        },
        Ok(values) => check::fails_at(
            Position::new([4]),
            format!("the values begin {values:?}"),
            Replay::Values { game: "lasker", to: 4 },
            "single heaps up to 4",
        ),
        Err(limit) => Checked::Unknown { why: limit.to_string() },
    }
}

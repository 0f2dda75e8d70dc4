//! Paper 001 up to its Conjecture 10, without the lists of three heaps: introduction, mirror positions,
//! restricted heights.

use super::check::{
    self, AMALGAMATION, Found, Know, all_of, each, each_with, fails_at, formula, holds, outcomes,
    same,
};
use super::verdict::Checked;
use super::{Claim, Context, claim};
use crate::formula::{Domain, Facts};
use crate::naive;
use crate::{Outcome, Play, Position};

const MIRRORS: &str = "theory::locke_handley, Lemmas 6 and 8";

pub(super) const CLAIMS: &[Claim] = &[
    claim(
        "LH-end",
        "Section 1",
        "Coins plus heaps is less after every move, so the game ends.",
        every_move_lowers,
    )
    .proof("taking removes a coin, merging removes a heap and no coin"),
    claim(
        "LH-terminal.printed",
        "Section 1",
        "A position without moves is N in normal play and in misère play.",
        |_| terminal(Outcome::N, Outcome::N),
    )
    .printed_for("LH-terminal"),
    claim(
        "LH-terminal",
        "Section 1",
        "A position without moves is P in normal play and N in misère play.",
        |_| terminal(Outcome::P, Outcome::N),
    )
    .corrects("LH-terminal.printed")
    .proof("the definition: whoever made the last move has won, or lost"),
    claim(
        "LH-partition",
        "Section 1, Partition Theorem",
        "A set of positions that no move stays in, and that some move enters from everywhere else, \
         is the set of P-positions.",
        partition,
    )
    .proof("induction on the length of the game: membership obeys the definition of P"),
    claim(
        "LH-even",
        "Section 1, a remark on data",
        "With an even number of coins, the P-positions are exactly the mirror positions.",
        |context| formula(context, AMALGAMATION, "coins % 2 == 0 => (P <=> mirror)", coins(context, 20, 24, 30)),
    ),
    claim(
        "LH-I1",
        "Section 1, example",
        "A mirror position with one more heap, of three or of four coins, is N.",
        |context| {
            let text = "(c[1] % 2 == 0 && c[2] % 2 == 0 && c[3] % 2 != c[4] % 2) => N";
            formula(context, AMALGAMATION, text, heights(context, 4, [24, 36, 48]))
        },
    )
    .proof(MIRRORS),
    claim(
        "LH-I2",
        "Section 1, example",
        "<1,1,0,1> and <0,0,2,0> are P, but together they are <1,1,2,1>, which is N; <0,1,1,1> is N.",
        |context| {
            let p = Outcome::P;
            let n = Outcome::N;
            let stated: [(&[u64], Outcome); 4] =
                [(&[1, 2, 4], p), (&[3, 3], p), (&[1, 2, 3, 3, 4], n), (&[2, 3, 4], n)];
            outcomes(context, AMALGAMATION, &stated)
        },
    ),
    claim(
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
    claim(
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
    claim(
        "LH-T1",
        "Theorem 1",
        "Each multiset of heaps becomes a P-position with exactly one more heap, which may be empty.",
        one_completion,
    )
    .proof("completion"),
    claim(
        "LH-L6",
        "Lemma 6",
        "Mirror positions are P.",
        |context| formula(context, AMALGAMATION, "mirror => P", coins(context, 26, 36, 44)),
    )
    .proof(MIRRORS),
    claim(
        "LH-T7",
        "Theorem 7",
        "With no heap above three, the P-positions are exactly the mirror positions.",
        |context| parity_decides(context, heights(context, 3, [26, 40, 52]), |_| true),
    )
    .proof("theory::locke_handley, heights up to three"),
    claim(
        "LH-L8a",
        "Lemma 8(a)",
        "A position with exactly one odd height is N.",
        |context| next_to_mirror(context, |odd| odd.len() == 1),
    )
    .proof(MIRRORS),
    claim(
        "LH-L8b",
        "Lemma 8(b)",
        "A position with exactly two odd heights is N.",
        |context| next_to_mirror(context, |odd| odd.len() == 2),
    )
    .proof(MIRRORS),
    claim(
        "LH-L8c",
        "Lemma 8(c)",
        "A position whose odd heights are i, j and i + j is N.",
        |context| next_to_mirror(context, |odd| matches!(odd, [i, j, t] if i + j == *t)),
    )
    .proof(MIRRORS),
    claim(
        "LH-L8",
        "before Lemma 8",
        "In the three cases of Lemma 8, and in no others, a move leads to a mirror position.",
        |context| each(context, AMALGAMATION, &coins(context, 16, 24, 30), |heaps| one_move(context, heaps)),
    )
    .proof(MIRRORS),
    claim(
        "LH-T9",
        "Theorem 9",
        "With no heap above four and an even number of odd heaps, a position is N unless the \
         numbers of heaps of each height have all the same parity.",
        |context| {
            let text = "(c[1] + c[3]) % 2 == 0 && !(c[1] % 2 == c[2] % 2 && c[2] % 2 == c[3] % 2 \
                        && c[3] % 2 == c[4] % 2) => N";
            formula(context, AMALGAMATION, text, heights(context, 4, [24, 36, 48]))
        },
    )
    .proof("theory::locke_handley, heights up to four")
    .note("its proof cites Theorem 3 where Theorem 7 and Lemma 6 are meant"),
    claim(
        "LH-T9.proof",
        "Theorem 9, proof",
        "With no heap above four, parity decides unless the odd heights are {1,2,4}, {2,3,4} or \
         {1,2,3,4}: more than the theorem says, since an odd number of coins is allowed.",
        |context| {
            let decided = |odd: &[u64]| odd.len() <= 2 || odd == [1, 2, 3] || odd == [1, 3, 4];
            parity_decides(context, heights(context, 4, [24, 36, 48]), decided)
        },
    )
    .proof("theory::locke_handley, heights up to four"),
    claim(
        "LH-C10",
        "Conjecture 10",
        "With no heap above four and an even number of odd heaps, a position with an odd height is N.",
        |context| {
            let text = "(c[1] + c[3]) % 2 == 0 && !mirror => N";
            formula(context, AMALGAMATION, text, heights(context, 4, [30, 34, 40]))
        },
    ),
];

pub(super) fn coins(context: &Context, quick: u64, standard: u64, deep: u64) -> Domain {
    Domain::coins(context.pick(quick, standard, deep)).expect("a small domain")
}

pub(super) fn heights(context: &Context, height: u64, [quick, standard, deep]: [u64; 3]) -> Domain {
    Domain::heights(height, context.pick(quick, standard, deep)).expect("a small domain")
}

pub(super) fn position(heaps: &[u64]) -> Position {
    Position::new(heaps.iter().copied())
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
            return fails_at(Position::default(), why, "amalgam solve \"[]\"".to_owned(), scope);
        }
    }
    Checked::Holds { scope: scope.to_owned() }
}

/// The P-positions of the table have both properties, and the mirror rule's set, where heaps are
/// at most three, has them too.
fn partition(context: &Context) -> Checked {
    let rules = check::rules(AMALGAMATION);
    each_with(context, AMALGAMATION, Know::Outcome, &coins(context, 16, 22, 28), |tables, heaps| {
        let options = naive::options(&rules, heaps);
        let entered = options.iter().any(|option| tables.is_p(option) == Some(true));
        same("a move into the set exists: it", entered, tables.is_p(heaps) != Some(true))
    })
}

fn one_completion(context: &Context) -> Checked {
    let most = context.pick(8, 12, 15);
    let rules = check::rules(AMALGAMATION);
    let mut oracle = naive::Naive::new(&rules, Play::Normal);
    each(context, AMALGAMATION, &Domain::coins(most).expect("a small domain"), |rest| {
        // No more sizes are excluded than coins can be taken or heaps merged.
        let heaps = rest.len() as u64;
        let bound = rest.iter().sum::<u64>() + heaps * (heaps + 1) / 2;
        let mut complete = |size: &u64| {
            let mut heaps = rest.to_vec();
            heaps.push(*size);
            oracle.outcome(&heaps) == Outcome::P
        };
        let sizes: Vec<u64> = (0..=bound).filter(|size| complete(size)).collect();
        same("the number of heaps that make a P-position", sizes.len(), 1)
    })
}

/// Where `decided` says so, the closed form and the table agree on who wins.
fn parity_decides(context: &Context, domain: Domain, decided: fn(&[u64]) -> bool) -> Checked {
    let form = &context.theory.mirror;
    each_with(context, AMALGAMATION, Know::Outcome, &domain, |tables, heaps| {
        let position = position(heaps);
        if !decided(&odd_heights(heaps)) {
            return Ok(());
        }
        let stated = form.outcome(&position).map_or("open", letter);
        same("the position", tables.is_p(heaps).map_or("?", |p| letter(Outcome::from_p(p))), stated)
    })
}

pub(super) fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "P",
        Outcome::N => "N",
    }
}

fn odd_heights(heaps: &[u64]) -> Vec<u64> {
    let same = heaps.chunk_by(|x, y| x == y);
    same.filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect()
}

/// All positions with such odd heights are N, and the closed form says so with a move.
fn next_to_mirror(context: &Context, case: fn(&[u64]) -> bool) -> Checked {
    let rules = check::rules(AMALGAMATION);
    let form = &context.theory.mirror;
    let domain = coins(context, 20, 32, 40);
    each_with(context, AMALGAMATION, Know::Outcome, &domain, |tables, heaps| {
        if !case(&odd_heights(heaps)) {
            return Ok(());
        }
        let position = position(heaps);
        holds(tables.is_p(heaps) == Some(false), "it is a P-position")?;
        holds(form.outcome(&position) == Some(Outcome::N), "the closed form does not say N")?;
        let moves = form.moves(&rules, &position);
        holds(!moves.is_empty(), "the closed form finds no move")?;
        let losing = moves.iter().find(|(_, result)| tables.is_p(result.heaps()) != Some(true));
        holds(losing.is_none(), "a move of the closed form does not win")
    })
}

fn one_move(context: &Context, heaps: &[u64]) -> Found {
    let rules = check::rules(AMALGAMATION);
    let position = position(heaps);
    let mut listed = context.theory.mirror.moves(&rules, &position);
    let mut moves = rules.moves(&position);
    moves.retain(|(_, result)| result.is_mirror());
    listed.sort();
    moves.sort();
    holds(listed == moves, "the moves to mirror positions are others")?;
    let odd = odd_heights(heaps);
    let case = matches!(odd.len(), 1 | 2) || matches!(odd[..], [i, j, t] if i + j == t);
    same("a move to a mirror position", !moves.is_empty(), case)?;
    let stated = context.theory.mirror.outcome(&position) == Some(Outcome::N);
    same("the closed form says N: it", stated, case)
}

pub(super) fn two_heaps(context: &Context, text: &str, heaps: usize) -> Checked {
    let domain = Domain::heaps(heaps, context.pick(60, 300, 600)).expect("a small domain");
    all_of([formula(context, AMALGAMATION, text, domain)])
}

//! Locke–Handley, Theorem 1, and Sections 3 and 4: one completion, mirror positions, restricted heights.

use super::check::{
    self, AMALGAMATION, Found, Know, all_of, each, each_with, formula, holds, same,
};
use super::verdict::Checked;
use super::{Claim, Context, Paper, Theorems};
use amalgam_core::{Move, Outcome, Play, Position, naive};
use amalgam_tables::bulk::{Domain, Facts};

const MIRRORS: &str = "theory::locke_handley, Lemmas 6 and 8";

const PAPER: Paper = Paper::LockeHandley;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "LH-T1",
        "Theorem 1",
        "Each multiset of heaps becomes a P-position with exactly one more heap, which may be empty.",
        one_completion,
    )
    .proof("completion"),
    PAPER.claim(
        "LH-T1.S1",
        "Theorem 1, proof",
        "Beside [a1, …, ak] at most a1 + … + ak sizes of one more heap have a move to a P-position that \
         lowers one of the k.",
        |context| escapes(context, |rest, lowered, _| holds(lowered <= rest.iter().sum(), lowered.to_string())),
    )
    .proof("each rest that is left is completed by one size: completion"),
    PAPER.claim(
        "LH-T1.S2.printed",
        "Theorem 1, proof",
        "Two of the first k heaps, of which there are k(k − 1)/2 pairs, are the i-th and the j-th with \
         1 < i < j < k + 1.",
        |context| {
            each(context, AMALGAMATION, &coins(context, 6, 6, 6), |heaps| {
                let k = heaps.len();
                let counted = (2..=k).flat_map(|i| (i + 1..=k).map(move |_| i)).count();
                same("the number of pairs", counted, k * k.saturating_sub(1) / 2)
            })
        },
    )
    .printed_for("LH-T1.S2"),
    PAPER.claim(
        "LH-T1.S2",
        "Theorem 1, proof",
        "Beside [a1, …, ak] at most k + k(k − 1)/2 sizes of one more heap have a merge that leads to a \
         P-position: one for each merge with it, and one for each i and j with 1 ≤ i < j < k + 1.",
        |context| escapes(context, |rest, _, merged| {
            let k = rest.len() as u64;
            holds(merged <= k + k * k.saturating_sub(1) / 2, merged.to_string())
        }),
    )
    .corrects("LH-T1.S2.printed")
    .proof("each rest that is left is completed by one size: completion"),
    PAPER.claim(
        "LH-L6",
        "Lemma 6",
        "Mirror positions are P.",
        |context| formula(context, AMALGAMATION, "mirror => P", coins(context, 26, 36, 44)),
    )
    .proof(MIRRORS),
    PAPER.claim(
        "LH-L6.proof",
        "Lemma 6, proof",
        "At a mirror position each move is answered to a mirror: the same with a twin of the heap, the \
         same with twins of two different heaps, or by taking the merged heap of two equal ones.",
        mirrored,
    )
    .proof(MIRRORS),
    PAPER.claim(
        "LH-L6.others",
        "Section 3, before Lemma 6",
        "Not all P-positions are mirror positions.",
        |context| {
            let domain = coins(context, 8, 8, 8);
            check::an_example(each_with(context, AMALGAMATION, Know::Outcome, &domain, |tables, heaps| {
                let other = tables.is_p(heaps) == Some(true) && !position(heaps).is_mirror();
                holds(!other, format!("{} is P and no mirror position", position(heaps)))
            }))
        },
    ),
    PAPER.claim(
        "LH-T7",
        "Theorem 7",
        "With no heap above three, the P-positions are exactly the mirror positions.",
        |context| parity_decides(context, heights(context, 3, [26, 40, 52]), |_| true),
    )
    .proof("theory::locke_handley, heights up to three")
    .note("the last line of its proof prints b′k for b′3"),
    PAPER.claim(
        "LH-L8a",
        "Lemma 8(a)",
        "A position with exactly one odd height is N.",
        |context| next_to_mirror(context, |odd| odd.len() == 1),
    )
    .proof(MIRRORS),
    PAPER.claim(
        "LH-L8b",
        "Lemma 8(b)",
        "A position with exactly two odd heights is N.",
        |context| next_to_mirror(context, |odd| odd.len() == 2),
    )
    .proof(MIRRORS),
    PAPER.claim(
        "LH-L8c",
        "Lemma 8(c)",
        "A position whose odd heights are i, j and i + j is N.",
        |context| next_to_mirror(context, |odd| matches!(odd, [i, j, t] if i + j == *t)),
    )
    .proof(MIRRORS),
    PAPER.claim(
        "LH-L8",
        "Section 3, before Lemma 8",
        "In each of the three cases of Lemma 8 a move leads to a mirror position.",
        |context| {
            each(context, AMALGAMATION, &coins(context, 16, 24, 30), |heaps| {
                let mut moves = check::rules(AMALGAMATION).moves(&position(heaps));
                moves.retain(|(_, result)| result.is_mirror());
                holds(!next_to(heaps) || !moves.is_empty(), "no move leads to a mirror position")
            })
        },
    )
    .proof(MIRRORS),
    PAPER.claim(
        "LH-L8.only",
        "Lemma 8, ours",
        "In no other case than those of Lemma 8 does a move lead to a mirror position.",
        |context| each(context, AMALGAMATION, &coins(context, 16, 24, 30), |heaps| one_move(context, heaps)),
    )
    .proof(MIRRORS)
    .note("the paper does not say so"),
    PAPER.claim(
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
    .note("its proof cites Theorem 3, on a heap of one beside two others; what the case without odd \
           heights needs is Lemma 6"),
    PAPER.claim(
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
    PAPER.claim(
        "LH-T9.rest",
        "Section 4, after Theorem 9",
        "With no heap above four the number of coins is even exactly if b1 + b3 is, and then one case \
         is left open: b1, b2, b3 and b4 are all odd.",
        |context| {
            each(context, AMALGAMATION, &heights(context, 4, [24, 36, 48]), |heaps| {
                let odd = heaps.iter().filter(|&heap| heap % 2 == 1).count() % 2 == 1;
                same("the number of coins is odd: it", heaps.iter().sum::<u64>() % 2 == 1, odd)?;
                let open = (context.theorems.mirror)(&position(heaps)).is_none();
                let left = odd_heights(heaps) == [1, 2, 3, 4];
                holds(odd || open == left, "it is open, or decided, against the statement")
            })
        },
    )
    .proof("theory::locke_handley, heights up to four"),
    PAPER.claim(
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

/// Where `decided` says so, the closed form and the table agree on who wins.
fn parity_decides(context: &Context, domain: Domain, decided: fn(&[u64]) -> bool) -> Checked {
    each_with(context, AMALGAMATION, Know::Outcome, &domain, |tables, heaps| {
        let position = position(heaps);
        if !decided(&odd_heights(heaps)) {
            return Ok(());
        }
        let stated = (context.theorems.mirror)(&position).map_or("open", letter);
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
    let Theorems { mirror, mirror_moves, .. } = context.theorems;
    let domain = coins(context, 20, 32, 40);
    each_with(context, AMALGAMATION, Know::Outcome, &domain, |tables, heaps| {
        if !case(&odd_heights(heaps)) {
            return Ok(());
        }
        let position = position(heaps);
        holds(tables.is_p(heaps) == Some(false), "it is a P-position")?;
        holds(mirror(&position) == Some(Outcome::N), "the closed form does not say N")?;
        let moves = mirror_moves(&rules, &position);
        holds(!moves.is_empty(), "the closed form finds no move")?;
        let losing = moves.iter().find(|(_, result)| tables.is_p(result.heaps()) != Some(true));
        holds(losing.is_none(), "a move of the closed form does not win")
    })
}

/// One of the three cases of Lemma 8.
fn next_to(heaps: &[u64]) -> bool {
    let odd = odd_heights(heaps);
    matches!(odd.len(), 1 | 2) || matches!(odd[..], [i, j, t] if i + j == t)
}

/// Each move at a mirror position, and the answer of the proof.
fn mirrored(context: &Context) -> Checked {
    let rules = check::rules(AMALGAMATION);
    each(context, AMALGAMATION, &coins(context, 16, 24, 30), |heaps| {
        let position = position(heaps);
        if !position.is_mirror() {
            return Ok(());
        }
        for (action, result) in rules.moves(&position) {
            let answer = match action {
                Move::Merge { from: [x, y], to } if x == y => Move::Take { from: to, to: 0 },
                ref same => same.clone(),
            };
            let answers = rules.moves(&result);
            let found = answers.iter().find(|(other, _)| *other == answer);
            holds(found.is_some_and(|(_, result)| result.is_mirror()), format!("after {action}"))?;
        }
        Ok(())
    })
}

fn one_move(context: &Context, heaps: &[u64]) -> Found {
    let rules = check::rules(AMALGAMATION);
    let position = position(heaps);
    let mut listed = (context.theorems.mirror_moves)(&rules, &position);
    let mut moves = rules.moves(&position);
    moves.retain(|(_, result)| result.is_mirror());
    listed.sort();
    moves.sort();
    holds(listed == moves, "the moves to mirror positions are others")?;
    let case = next_to(heaps);
    same("a move to a mirror position", !moves.is_empty(), case)?;
    let stated = (context.theorems.mirror)(&position) == Some(Outcome::N);
    same("the closed form says N: it", stated, case)
}

pub(super) fn two_heaps(context: &Context, text: &str, heaps: usize) -> Checked {
    let domain = Domain::heaps(heaps, context.pick(60, 300, 600)).expect("a small domain");
    all_of([formula(context, AMALGAMATION, text, domain)])
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

/// Of how many sizes beside each rest a move that lowers a heap of the rest, and a merge, leads to a
/// P-position. Each rest is completed by at most its coins and heaps together, so no size beyond
/// those counts.
fn escapes(context: &Context, test: fn(&[u64], u64, u64) -> Found) -> Checked {
    let rules = check::rules(AMALGAMATION);
    let mut oracle = naive::Naive::new(&rules, Play::Normal);
    each(context, AMALGAMATION, &coins(context, 5, 7, 8), |rest| {
        let most = rest.iter().sum::<u64>() + rest.len() as u64 + 1;
        let (mut lowered, mut merged) = (0, 0);
        for size in 0..=most {
            let mut is_p = |heaps: Vec<u64>| oracle.outcome(&heaps) == Outcome::P;
            let mut list = rest.to_vec();
            list.push(size);
            let lower = (0..rest.len()).flat_map(|i| (0..rest[i]).map(move |to| (i, to)));
            let lowers = lower.into_iter().any(|(i, to)| {
                let mut after = list.clone();
                after[i] = to;
                is_p(after)
            });
            let pairs = (0..list.len()).flat_map(|i| (i + 1..list.len()).map(move |j| (i, j)));
            let merges = pairs.into_iter().filter(|&(_, j)| list[j] > 0).any(|(i, j)| {
                let mut after = list.clone();
                after[i] += after.remove(j);
                is_p(after)
            });
            lowered += u64::from(lowers);
            merged += u64::from(merges);
        }
        test(rest, lowered, merged)
    })
}

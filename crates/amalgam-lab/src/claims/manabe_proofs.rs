//! Manabe: the definitions as they are printed, and steps of the proofs.

use std::collections::BTreeSet;

use super::check::{self, RESTRICTED, each, holds, same};
use super::locke_handley_intro::no_draws;
use super::manabe::{SETS, nim, triples};
use super::manabe_sets::{Triple, merges, moves, n0, n01, n02, orders, p0, p02, p11, p12, takes};
use super::verdict::Checked;
use super::{Claim, Context, Paper};
use amalgam_core::naive;
use amalgam_tables::bulk::Domain;

const PAPER: Paper = Paper::Manabe;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "MA-draws",
        "Section 1, before Definition 2",
        "The restricted game has no draws: every position is P or N.",
        |context| no_draws(context, RESTRICTED),
    )
    .proof("coins plus heaps is less after every move, and whoever moves last has won"),
    PAPER.claim(
        "MA-D5.printed",
        "Definition 5",
        "The sets (1) to (6), the moves from each heap and the merges of each two, are equal.",
        |context| in_all_orders(context, |t| {
            let sets = six_sets(t);
            let other = (1..6).find(|&i| sets[i] != sets[0]);
            holds(other.is_none(), format!("(1) and ({}) are not", other.unwrap_or(0) + 1))
        }),
    )
    .printed_for("MA-D5")
    .note("they are printed with = between them"),
    PAPER.claim(
        "MA-D5",
        "Definition 5",
        "The moves are the union of the sets (1) to (6): the moves of Definition 4 on three heaps.",
        |context| {
            let rules = check::rules(RESTRICTED);
            in_all_orders(context, |t| {
                let heaps = |t: &Triple| {
                    let mut heaps: Vec<u64> = t.iter().copied().filter(|&heap| heap > 0).collect();
                    heaps.sort_unstable();
                    heaps
                };
                let union: BTreeSet<Vec<u64>> = six_sets(t).iter().flatten().map(heaps).collect();
                let checked: BTreeSet<Vec<u64>> = moves(t).map(|t| heaps(&t)).collect();
                let options = naive::options(&rules, &heaps(&t));
                holds(union == options && checked == options, "the moves are others")
            })
        },
    )
    .corrects("MA-D5.printed")
    .proof("both say: take from one heap, or merge two of at least 2"),
    PAPER.claim(
        "MA-digits.printed",
        "before Definition 6",
        "A number is the sum of its digits, x = Σ xi with xi ∈ {0, 1}.",
        |context| each(context, RESTRICTED, &single(context), |heaps| {
            same("the sum of its digits", digits(heaps[0]).sum::<u64>(), heaps[0])
        }),
    )
    .printed_for("MA-digits")
    .note("without 2^i; the proof of Lemma 1 has it"),
    PAPER.claim(
        "MA-digits",
        "before Definition 6",
        "x = Σ xi 2^i with xi ∈ {0, 1}.",
        |context| each(context, RESTRICTED, &single(context), |heaps| {
            let sum = (0..).zip(digits(heaps[0])).map(|(i, digit)| digit << i).sum::<u64>();
            same("the sum", sum, heaps[0])
        }),
    )
    .corrects("MA-digits.printed")
    .proof("binary notation"),
    PAPER.claim(
        "MA-L9.bounds",
        "Lemma 9, proof",
        "In P02: x + y ≥ z + 4, y + z ≥ x + 4 and z + x ≥ y + 4.",
        |context| {
            let test = |[x, y, z]: Triple| holds(x + y >= z + 4 && y + z >= x + 4 && z + x >= y + 4, "not so");
            triples(context, test, p02)
        },
    )
    .proof("x & y ≥ 2, and z ≥ x, y")
    .note("the proof then calls a permutation of (u,v,w) by (s,t,u), with u in two roles"),
    PAPER.claim(
        "MA-L10.II3.printed",
        "Lemma 10, proof, [II.3]",
        "If (x,v,z) ∈ N01 with x and z odd and v even, then (x,v+1,z) ∈ P11.",
        |context| triples(context, |[x, v, z]| holds(p11([x, v + 1, z]), "it is not in P11"), odd_even_odd),
    )
    .printed_for("MA-L10.II3"),
    PAPER.claim(
        "MA-L10.II3",
        "Lemma 10, proof, [II.3]",
        "If (x,v,z) ∈ N01 with x and z odd and v even, then (x,v+1,z−1) ∈ N02 and (x,v+1,z) ∈ P12.",
        |context| {
            let test = |[x, v, z]: Triple| holds(n02([x, v + 1, z - 1]) && p12([x, v + 1, z]), "not so");
            triples(context, test, odd_even_odd)
        },
    )
    .corrects("MA-L10.II3.printed")
    .proof(SETS),
    PAPER.claim(
        "MA-L10.II42.printed",
        "Lemma 10, proof, [II.4.2]",
        "If (x,v,z) ∈ N02, then (x,v−1,z+1) ∈ P11.",
        |context| triples(context, |[x, v, z]| holds(p11([x, v - 1, z + 1]), "it is not in P11"), n02),
    )
    .printed_for("MA-L10.II42"),
    PAPER.claim(
        "MA-L10.II42",
        "Lemma 10, proof, [II.4.2]",
        "If (x,v,z) ∈ N02, then (x,v−1,z+1) ∈ N01 and (x,v−1,z) ∈ P11.",
        |context| {
            let test = |[x, v, z]: Triple| holds(n01([x, v - 1, z + 1]) && p11([x, v - 1, z]), "not so");
            triples(context, test, n02)
        },
    )
    .corrects("MA-L10.II42.printed")
    .proof(SETS)
    .note("in [II.1] equation (78) should have z + 3, in a case that cannot occur: x + v = z + 2 has x and v \
           odd"),
    PAPER.claim(
        "MA-L11.proof.printed",
        "Lemma 11, proof, [I]",
        "If (x,y,z) ∈ N02, then (x,y−1,z) ∈ P12.",
        |context| triples(context, |[x, y, z]| holds(p12([x, y - 1, z]), "it is not in P12"), n02),
    )
    .printed_for("MA-L11.proof"),
    PAPER.claim(
        "MA-L11.proof",
        "Lemma 11, proof, [I]",
        "If (x,y,z) ∈ N02, then (x,y−1,z) ∈ P11.",
        |context| triples(context, |[x, y, z]| holds(p11([x, y - 1, z]), "it is not in P11"), n02),
    )
    .corrects("MA-L11.proof.printed")
    .proof(SETS),
    PAPER.claim(
        "MA-T2.zero",
        "Theorem 2, proof",
        "A position of nim-sum 0 is in P0 or in N0, and in one only.",
        |context| triples(context, |t| holds(p0(t) != n0(t), "in both or in neither"), |t| nim(t) == 0),
    )
    .proof(SETS),
];

fn odd_even_odd(t: Triple) -> bool {
    n01(t) && t.map(|heap| heap % 2) == [1, 0, 1]
}

fn single(context: &Context) -> Domain {
    Domain::heaps(1, context.pick(60, 300, 1000)).expect("a small domain")
}

/// The binary digits, the units first.
fn digits(number: u64) -> impl Iterator<Item = u64> {
    (0..u64::BITS).map(move |i| number >> i & 1)
}

/// The sets (1) to (6) of Definition 5.
fn six_sets(t: Triple) -> [BTreeSet<Triple>; 6] {
    let lowered = |i: usize| takes(t).filter(|after| after[i] < t[i]).collect();
    let merged = |i: usize| merges(t).filter(|after| after[i] == t[i]).collect();
    [lowered(0), lowered(1), lowered(2), merged(2), merged(0), merged(1)]
}

fn in_all_orders(context: &Context, test: impl Fn(Triple) -> check::Found) -> Checked {
    let domain = Domain::heaps(3, context.pick(8, 16, 24)).expect("a small domain");
    each(context, RESTRICTED, &domain, |heaps| {
        orders([heaps[0], heaps[1], heaps[2]]).into_iter().try_for_each(|t| {
            test(t).map_err(|why| format!("with x = {}, y = {}, z = {}: {why}", t[0], t[1], t[2]))
        })
    })
}

//! Locke–Handley, the proofs of Theorems 3 to 5 and 11 to 14: every winning move that they list.

use std::collections::BTreeMap;

use super::check::{AMALGAMATION, Know, all_of, each_with, holds};
use super::locke_handley_rows::listed_are_p;
use super::printed_moves::{MOVES, Moves};
use super::verdict::Checked;
use super::{Claim, Context, Paper, like};
use amalgam_tables::bulk::{Domain, Facts};

const PAPER: Paper = Paper::LockeHandley;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "LH-T3.proof.printed",
        "Theorem 3, proof",
        "With a heap of one, [2k+3, 4k+5] is P for every k.",
        |context| listed_are_p(context, &[[1, 3, 5], [1, 5, 9], [1, 7, 13], [1, 9, 17]]),
    )
    .printed_for("LH-T3"),
    PAPER.claim(
        "LH-T3.moves",
        "Theorem 3, proof",
        "The moves that the proof lists are legal and lead to P-positions, and every N-position with \
         smallest heap one has one.",
        |context| listed_moves(context, &MOVES[0]),
    )
    .note("with [4k+3, 4k+5] for [2k+3, 4k+5] (LH-T3.proof.printed)"),
    PAPER.claim(
        "LH-T4.moves",
        "Theorem 4, proof",
        "The moves that the proof lists are legal and lead to P-positions, and every N-position with \
         smallest heap two has one.",
        |context| listed_moves(context, &MOVES[1]),
    ),
    PAPER.claim(
        "LH-T5.moves",
        "Theorem 5, proof",
        "The moves that the proof lists are legal and lead to P-positions, and every N-position with \
         smallest heap three has one.",
        |context| listed_moves(context, &MOVES[2]),
    ),
    PAPER.claim(
        "LH-T11.proof.printed",
        "Theorem 11, proof",
        "[4,9,10] is won by moving to [4,9,10].",
        |context| listed_are_p(context, &[[4, 9, 10]]),
    )
    .printed_for("LH-T11.proof"),
    PAPER.claim(
        "LH-T11.proof",
        "Theorem 11, proof",
        "[4,9,10] is won by moving to [3,9,10].",
        |context| listed_are_p(context, &[[3, 9, 10]]),
    )
    .corrects("LH-T11.proof.printed"),
    PAPER.claim(
        "LH-T11.moves",
        "Theorem 11, proof",
        "The moves that the proof lists are legal and lead to P-positions, and every N-position with \
         smallest heap four has one, but for [4, 4j+4, 4j+6+k], j ≥ 3, won by moving to [4, 4j+4, 4j+3].",
        |context| listed_moves(context, &MOVES[3]),
    )
    .note("with [3,9,10] put right (LH-T11.proof); the proof says that its cases are all"),
    PAPER.claim(
        "LH-T12.proof.printed",
        "Theorem 12, proof",
        "[5,9,13], [5,12,13] and [5,14,1] are P.",
        |context| listed_are_p(context, &[[5, 9, 13], [5, 12, 13], [1, 5, 14]]),
    )
    .printed_for("LH-T12.proof"),
    PAPER.claim(
        "LH-T12.proof",
        "Theorem 12, proof",
        "[5,9,15] and [5,12,14] are P: they serve where the proof prints three others.",
        |context| listed_are_p(context, &[[5, 9, 15], [5, 12, 14]]),
    )
    .corrects("LH-T12.proof.printed"),
    PAPER.claim(
        "LH-T12.moves",
        "Theorem 12, proof",
        "The moves that the proof lists are legal and lead to P-positions, and every N-position with \
         smallest heap five has one, but for [5,9,13] and [5,9,14], won by moving to [5,7,13] and [14,14].",
        |context| listed_moves(context, &MOVES[4]),
    )
    .note("with its three misprints put right (LH-T12.proof); the proof says that its cases are all"),
    PAPER.claim(
        "LH-T13.moves",
        "Theorem 13, proof",
        "The moves that the proof lists are legal and lead to P-positions, and every N-position with \
         smallest heap six has one.",
        |context| listed_moves(context, &MOVES[5]),
    )
    .note("it takes 6 < a2 < a3; equal heaps are won as in the proofs before it"),
    PAPER.claim(
        "LH-T14.proof.printed",
        "Theorem 14, proof",
        "[7, 8m+17, 8m+18] is won by moving to [4, 8m+17, 8m+18].",
        |context| listed_are_p(context, &[[4, 17, 18], [4, 25, 26]]),
    )
    .printed_for("LH-T14.proof"),
    PAPER.claim(
        "LH-T14.proof",
        "Theorem 14, proof",
        "[7, 8m+17, 8m+18] is won by moving to [6, 8m+17, 8m+18].",
        |context| all_of([listed_are_p(context, &[[6, 17, 18], [6, 25, 26]]), like("LH-T13", context)]),
    )
    .corrects("LH-T14.proof.printed"),
    PAPER.claim(
        "LH-T14.moves",
        "Theorem 14, proof",
        "The moves that the proof lists are legal and lead to P-positions, and every N-position with \
         smallest heap seven has one.",
        |context| listed_moves(context, &MOVES[6]),
    )
    .note("with [6, 8m+17, 8m+18] put right (LH-T14.proof); it takes 7 < a2 < a3, and equal heaps are won \
           as in the proofs before it"),
];

type Triple = [u64; 3];

/// Every listed move within the bound is made, and every N-position of the row must have one.
fn listed_moves(context: &Context, moves: &Moves) -> Checked {
    let most = context.pick(50, 120, 240);
    let domain = Domain::heaps(3, most).expect("a small domain");
    let (listed, missing) = (instances(moves.listed, most), instances(moves.missing, most));
    each_with(context, AMALGAMATION, Know::Completion, &domain, |tables, heaps| {
        let position = [heaps[0], heaps[1], heaps[2]];
        let is_p = |[x, y, z]: Triple| tables.completion(&[x, y]) == Some(z);
        if position[0] != moves.row || is_p(position) {
            return Ok(());
        }
        let [found, left_out] =
            [&listed, &missing].map(|all| all.get(&position).map_or(&[][..], |to| to));
        holds(
            found.is_empty() != left_out.is_empty(),
            "no move is listed, or one is said to be missing",
        )?;
        for &to in found.iter().chain(left_out) {
            holds(is_move(position, to) && is_p(to), format!("the move to {to:?}"))?;
        }
        Ok(())
    })
}

/// The moves of a list with numbers for the letters a, k and m, from 0 on, as far as no heap exceeds
/// `most`.
fn instances(list: &str, most: u64) -> BTreeMap<Triple, Vec<Triple>> {
    let mut moves: BTreeMap<Triple, Vec<Triple>> = BTreeMap::new();
    for line in list.lines().filter(|line| !line.trim().is_empty()) {
        let (from, to) = line.split_once('→').expect("a move has an arrow");
        let used = |letter: char| if line.contains(letter) { most } else { 0 };
        for (a, k) in (0..=used('a')).flat_map(|a| (0..=used('k')).map(move |k| (a, k))) {
            for m in 0..=used('m') {
                let [from, to] = [from, to].map(|text| triple(text, [a, k, m]));
                if from[2] > most {
                    break;
                }
                moves.entry(from).or_default().push(to);
            }
        }
    }
    moves
}

/// A triple such as `[7,8m+17,9]`, in ascending order.
fn triple(text: &str, [a, k, m]: [u64; 3]) -> Triple {
    let term = |term: &str| match term.strip_suffix(['a', 'k', 'm']) {
        None => term.parse().expect("a number"),
        Some(times) => {
            let letter = [a, k, m][term.bytes().last().map_or(0, |last| match last {
                b'a' => 0,
                b'k' => 1,
                _ => 2,
            })];
            letter * if times.is_empty() { 1 } else { times.parse().expect("a factor") }
        }
    };
    let heap = |text: &str| text.split('+').map(term).sum::<u64>();
    let heaps = text.trim().trim_matches(['[', ']']).split(',').map(heap);
    let mut triple: Triple = heaps.collect::<Vec<_>>().try_into().expect("three heaps");
    triple.sort_unstable();
    triple
}

/// Whether one heap was lowered, or two merged.
fn is_move(from: Triple, to: Triple) -> bool {
    let without = |list: Triple, other: Triple| {
        let mut other = other.to_vec();
        let mut rest = list.to_vec();
        rest.retain(|heap| match other.iter().position(|it| it == heap) {
            Some(i) => {
                other.remove(i);
                false
            }
            None => *heap > 0,
        });
        rest
    };
    match (&without(from, to)[..], &without(to, from)[..]) {
        ([_], []) => true,
        ([heap], [less]) => less < heap,
        ([x, y], [both]) => x + y == *both,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_and_judged() {
        assert_eq!(triple("[7,8m+17,k+2]", [0, 3, 2]), [5, 7, 33]);
        assert!(is_move([5, 7, 12], [0, 12, 12]) && is_move([3, 3, 4], [0, 3, 3]));
        assert!(is_move([1, 2, 3], [0, 3, 3]) && is_move([1, 2, 4], [1, 2, 3]));
        assert!(!is_move([4, 9, 10], [4, 9, 10]) && !is_move([1, 2, 4], [1, 1, 3]));
        assert!(!is_move([1, 2, 4], [1, 2, 5]) && !is_move([1, 1, 4], [0, 0, 4]));
    }
}

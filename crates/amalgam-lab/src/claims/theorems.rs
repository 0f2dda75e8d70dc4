//! The closed forms that the checks hold against tables made from the moves.

use amalgam_core::games::rules::Rules;
use amalgam_core::{Move, Outcome, Position};
use amalgam_solve::theory::Ruling;
use amalgam_solve::theory::free_pairs::FreePairs;
use amalgam_solve::theory::manabe::Set;
use amalgam_solve::theory::restricted::pair_rule;
use amalgam_solve::theory::{heights, lecture, locke_handley, manabe, shinoda};

/// The theorems of [`theory`](amalgam_solve::theory), by default. A wrong one in the place of a right one must
/// make a claim fail.
#[derive(Clone, Copy, Debug)]
pub struct Theorems {
    pub(super) nim_is_p: fn(&[u64]) -> bool,
    pub(super) mirror: fn(&Position) -> Option<Outcome>,
    pub(super) mirror_moves: fn(&Rules, &Position) -> Vec<(Move, Position)>,
    /// Theorems T1 to T3.
    pub(super) heights: fn(&Position) -> Option<Outcome>,
    pub(super) misere: fn(&Position, Option<Outcome>) -> Option<Outcome>,
    pub(super) restricted_is_p: fn([u64; 3]) -> bool,
    pub(super) restricted_set: fn([u64; 3]) -> Option<Set>,
    /// The Grundy value by the free pairs, where the theorem speaks.
    pub(super) free_pairs: fn(&Rules, &[u64]) -> Option<u64>,
    pub(super) pair_rule: fn(&Rules, usize) -> Ruling,
    /// The game of which it speaks, and its Grundy values.
    pub(super) merge_take_one: (&'static str, fn(&[u64]) -> u64),
}

impl Default for Theorems {
    fn default() -> Theorems {
        Theorems {
            nim_is_p: lecture::is_p,
            mirror: locke_handley::outcome,
            mirror_moves: locke_handley::moves,
            heights: |position| heights::outcome(position).map(|(outcome, _)| outcome),
            misere: locke_handley::misere_outcome,
            restricted_is_p: manabe::is_p,
            restricted_set: manabe::set_of,
            free_pairs: |rules, heaps| FreePairs::of(rules)?.grundy(heaps),
            pair_rule,
            merge_take_one: ("take any, merge then take 1", shinoda::grundy),
        }
    }
}

//! Mirror positions of Amalgamation Nim, and its misère play (Locke–Handley).
//!
//! Call a height *odd* if an odd number of heaps has it. A *mirror position* has no odd height.
//!
//! **Lemma 6.** Mirror positions are P. *Proof.* Each move is answered so that a mirror is left.
//! Reducing a heap: the same with its twin. Merging heaps of different heights: the same with their
//! twins. Merging two heaps of one height: take the new heap away. ∎
//!
//! **Lemma 8.** A position that is one move from a mirror is N, and those are the positions with
//! (a) exactly one odd height, (b) exactly two, (c) exactly three, i, j and i + j. *Proof.* A move
//! that takes changes the parity of one height (when the heap is gone) or of two, one that merges
//! different heights i and j that of i, j and i + j, one that merges two heaps of height i only
//! that of 2i. So no others are one move away; and the moves for (a), (b), (c) are to take a heap,
//! to reduce the higher heap to the lower, to merge. ∎ ([`moves`] lists all such moves.)
//!
//! **Heights up to three** (Theorem 7): P exactly if mirror, since the odd heights of any other
//! position are one, two, or 1, 2 and 3 = 1 + 2. **Heights up to four** (Theorem 9, what its proof
//! shows): all positions are decided but those whose odd heights are {1,2,4}, {2,3,4} or {1,2,3,4}.
//!
//! **Misère play** (§6). A position with a heap of two coins or more is P in misère play exactly if
//! it is P in normal play; a position of single coins is P exactly if their number is odd.
//!
//! *Proof* by induction. *Single coins, k of them.* For k = 0 the player to move has won: N. For
//! even k > 0 taking a coin leaves an odd number. For odd k, taking leaves an even number, N; and
//! merging leaves a heap of two with k − 2 single coins, whose odd heights are 1 and 2: N in normal
//! play by Lemma 8, so N. *A tall heap,* that is, one of two coins or more. Suppose no move leads
//! to single coins only. Then all options have a tall heap, their outcomes are those of normal play,
//! and so is that of the position. Otherwise the position has one tall heap and m single coins. In
//! normal play it is N by Lemma 8 (a) or (b); in misère play too, since the tall heap can be reduced
//! to 0 or 1, whichever leaves an odd number of single coins. ∎
//!
//! **Tame.** The normal and the misère Grundy value of a position with a tall heap agree; of k single
//! coins they are k mod 2 and 1 − k mod 2. *Proof* by induction. Options with a tall heap have equal
//! values; if a position with a tall heap has an option of single coins only, it has two, with k and
//! k + 1 of them, which between them have the values 0 and 1 in either form of play. So both mexes
//! are the same. k single coins have the option k − 1 of them, and perhaps a heap of two with k − 2
//! single coins, which is worth 2 or more since it has options worth 0 and 1. ∎
//!
//! **Other rules.** Lemma 6, Lemma 8 (a) and (b) and the misère rule hold under any condition on
//! merges, as long as merging loses no coins: what may be merged once may be merged with the twins.
//! Lemma 8 (c) holds where i and j may merge.

use amalgam_core::Move;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, Position};

/// The heights that occur an odd number of times, ascending.
pub fn odd_heights(position: &Position) -> Vec<u64> {
    position.runs().filter(|(_, count)| count % 2 == 1).map(|(height, _)| height).collect()
}

/// Who wins in normal play, where parity decides it: at a mirror position and next to one.
///
/// ```
/// use amalgam::{Outcome, theory::locke_handley};
/// let outcome = |text: &str| locke_handley::outcome(&text.parse().unwrap());
/// assert_eq!(outcome("[5,5,9,9]"), Some(Outcome::P));
/// assert_eq!(outcome("[5,5,9,9,9,14,23]"), Some(Outcome::N)); // merge 9 and 14
/// assert_eq!(outcome("[1,2,4]"), None);
/// ```
pub fn outcome(position: &Position) -> Option<Outcome> {
    match *odd_heights(position).as_slice() {
        [] => Some(Outcome::P),
        [_] | [_, _] => Some(Outcome::N),
        [i, j, t] if t - j == i => Some(Outcome::N),
        _ => None,
    }
}

/// Every move to a mirror position, by the constructive proof.
pub fn moves(rules: &Rules, position: &Position) -> Vec<(Move, Position)> {
    let find = |height: u64| {
        let before = position.runs().take_while(|&(other, _)| other < height);
        before.map(|(_, count)| count).sum::<usize>()
    };
    let take =
        |from: u64, to: u64| (Move::Take { from, to }, position.replace(&[find(from)], &[to]));
    let merge = |x: u64, y: u64| {
        let [i, j] = if x == y { [find(x), find(x) + 1] } else { [find(x), find(y)] };
        (Move::Merge { from: [x, y], to: x + y }, position.replace(&[i, j], &[x + y]))
    };
    let mut moves = Vec::new();
    match *odd_heights(position).as_slice() {
        [t] => {
            moves.push(take(t, 0));
            if t % 2 == 0 && position.count_of(t / 2) >= 2 {
                moves.push(merge(t / 2, t / 2));
            }
        }
        [i, j] => moves.push(take(j, i)),
        [i, j, t] if t - j == i => moves.push(merge(i, j)),
        _ => {}
    }
    let allowed = |action: &Move| match *action {
        Move::Merge { from: [x, y], to } => rules.merged(x, y).contains(&to),
        _ => true,
    };
    moves.retain(|(action, _)| allowed(action));
    moves
}

/// Who wins in misère play; `normal` is who wins in normal play, if that is known.
///
/// ```
/// use amalgam::{Outcome, theory::locke_handley::misere_outcome};
/// let outcome = |text: &str, normal| misere_outcome(&text.parse().unwrap(), normal);
/// assert_eq!(outcome("[1,1,1]", None), Some(Outcome::P));
/// assert_eq!(outcome("[2,2]", Some(Outcome::P)), Some(Outcome::P));
/// ```
pub fn misere_outcome(position: &Position, normal: Option<Outcome>) -> Option<Outcome> {
    if position.largest() >= 2 {
        return normal;
    }
    Some(Outcome::from_p(position.heap_count() % 2 == 1))
}

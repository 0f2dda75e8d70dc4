//! Four heaps: the graph that breaks the rule, and the theorem where it does not occur.
//!
//! The heaps of a position are the vertices of a graph, its [free pairs](super::free_pairs) the edges. Let
//! nothing be lost by merging (τ = 0). Then merging a free pair u, v makes a vertex that is joined to w
//! exactly if both u and v were: (A + B) ∧ W = 0 says A ∧ W = 0 and B ∧ W = 0, and a sum of two halves that
//! may merge may merge again (`restricted`, Corollary 5). So the graph of H/uv follows from that of H.
//!
//! **Proposition 6.** If four heaps are even and their graph is a path, neither 2S nor 2S + 1 is the
//! value: *the rule fails at this very position.*
//!
//! *Proof.* Let a–b–c–d be the path. A free pair of even heaps may merge and leaves S, and λ = 0, as they
//! were (Lemma 1), with three heaps, of which we know the value (`restricted`, Theorem 3). Merge b and c:
//! the new heap is joined to nothing, since a–c and b–d are no edges, and neither is a–d: value 2S. Merge
//! a and b: the new heap is joined to nothing, but c–d remains: value 2S + 1. Both are options. ∎ (With
//! τ > 0 a merged heap is joined to nothing at all, and the same proof holds.)
//!
//! ```text
//!   half                    The digits that keep a from c, b from d and a from d apart
//!   a  1 0 1      a — b     make the path: p = 1 in a and c, q = 2 in b and d, s = 4 in a
//!   b  0 1 0          |     and d. These are the heaps 10, 4, 2, 12.
//!   c  0 0 1      d — c
//!   d  1 1 0
//! ```
//!
//! **Theorem 7.** Let no path of free pairs lie at or below a position of four heaps: no halves A' ≤ A,
//! B' ≤ B, C' ≤ C, D' ≤ D form one. Then its Grundy value is the nim-sum, with the lowest bit turned
//! exactly if its graph is a single edge, a path of two edges, a star of three, or complete (isolated
//! vertices apart).
//!
//! *Proof.* These positions, and those of at most three heaps, are closed under moves. By
//! [Proposition 2](super::free_pairs) it is enough that merging any free pair turns ε. After a merge
//! there are three heaps, and ε = 1 exactly if there are one or two edges. All graphs on four vertices
//! with an edge, and the edges after merging one:
//!
//! | graph | ε | edges left | ε then |
//! |---|---|---|---|
//! | one edge; a path of two; a star | 1 | 0 | 0 |
//! | complete | 1 | 3 | 0 |
//! | two edges apart; a triangle; a square | 0 | 1 | 1 |
//! | a triangle with a tail | 0 | 2 (the edge off the tail), else 1 | 1 |
//! | complete but for one edge | 0 | 2 | 1 |
//! | a path of three edges | – | 0 (the middle), 1 (an end) | differs: excluded |
//!
//! ∎
//!
//! A path needs three different digits p ∈ A ∧ C, q ∈ B ∧ D, s ∈ A ∧ D, and the greatest of them is in a or
//! d along with another one: some half is 5 or more. So with threshold 2 four heaps of at most 9 obey the
//! formula. With halves of three digits there are just three paths, {1,2,5,6}, {1,3,4,6} and {2,3,4,5}: the
//! failures `[2,4,10,12]`, `[2,6,8,12]` and `[4,6,8,10]`.

/// Whether numbers from `least` to `most` that are no greater than the `halves`, one for each, form a
/// path: three pairs of neighbours without a common binary digit, all other pairs with one.
///
/// The four numbers are written digit by digit, the highest first. What matters of the digits so far is
/// which numbers still agree with their upper bound, which with the lower, and which of the three pairs
/// that are no neighbours have met: 2^11 states.
pub(crate) fn path_at_or_below(halves: [u64; 4], least: u64, most: u64) -> bool {
    let bounds = halves.map(|half| half.min(most));
    bounds.iter().all(|&bound| bound >= least)
        && ORDERS.iter().any(|order| has_path(order.map(|i| bounds[i]), least))
}

/// The orders of four, up to reversal.
const ORDERS: [[usize; 4]; 12] = [
    [0, 1, 2, 3],
    [0, 1, 3, 2],
    [0, 2, 1, 3],
    [0, 2, 3, 1],
    [0, 3, 1, 2],
    [0, 3, 2, 1],
    [1, 0, 2, 3],
    [1, 0, 3, 2],
    [1, 2, 0, 3],
    [1, 3, 0, 2],
    [2, 0, 1, 3],
    [2, 1, 0, 3],
];

/// The digits that a, b, c, d may have in one place, as a mask, and which pairs meet there: no
/// neighbours on the path a–b–c–d have both a 1.
const DIGITS: [(u8, u8); 8] = [
    (0b0000, 0),
    (0b0001, 0),
    (0b0010, 0),
    (0b0100, 0),
    (0b1000, 0),
    (0b0101, 0b001), // a and c
    (0b1010, 0b010), // b and d
    (0b1001, 0b100), // a and d
];

/// Which numbers have equalled their upper bound so far, which the lower, which pairs have met.
#[derive(Clone, Copy)]
struct State {
    upper: u8,
    lower: u8,
    met: u8,
}

impl State {
    fn index(self) -> usize {
        usize::from(self.upper) << 7 | usize::from(self.lower) << 3 | usize::from(self.met)
    }

    fn at(index: usize) -> State {
        let part = |shift: usize, mask: usize| (index >> shift & mask) as u8;
        State { upper: part(7, 15), lower: part(3, 15), met: part(0, 7) }
    }

    /// The state after one more digit of each number, if the bounds allow it.
    fn then(self, (digits, met): (u8, u8), upper: u8, lower: u8) -> Option<State> {
        let too_high = digits & !upper & self.upper;
        let too_low = !digits & lower & self.lower;
        (too_high | too_low == 0).then_some(State {
            upper: self.upper & !(digits ^ upper),
            lower: self.lower & !(digits ^ lower),
            met: self.met | met,
        })
    }
}

/// Whether some numbers between `least` and the bounds form the path in this order.
fn has_path(bounds: [u64; 4], least: u64) -> bool {
    let largest = bounds.iter().fold(0, |largest, &bound| largest.max(bound));
    let mut states = [false; 1 << 11];
    states[State { upper: 15, lower: 15, met: 0 }.index()] = true;
    for place in (0..u64::BITS - largest.leading_zeros()).rev() {
        let digit = |number: u64| (number >> place & 1) as u8;
        let upper = (0..4).fold(0, |mask, i| mask | digit(bounds[i]) << i);
        let lower = digit(least) * 15;
        let mut next = [false; 1 << 11];
        for state in (0..states.len()).filter(|&index| states[index]).map(State::at) {
            for state in DIGITS.iter().filter_map(|&digits| state.then(digits, upper, lower)) {
                next[state.index()] = true;
            }
        }
        states = next;
    }
    (0..states.len()).any(|index| states[index] && State::at(index).met == 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: every choice of smaller numbers, in every order.
    fn naive(halves: [u64; 4], least: u64, most: u64) -> bool {
        let [w, x, y, z] = halves.map(|half| half.min(most));
        let from = |most: u64| least..=most;
        let below = from(w).flat_map(|a| from(x).map(move |b| [a, b]));
        let mut below = below.flat_map(|[a, b]| from(y).map(move |c| [a, b, c]));
        below.any(|[a, b, c]| from(z).any(|d| is_path([a, b, c, d])))
    }

    fn is_path(halves: [u64; 4]) -> bool {
        let joined = |i: usize, j: usize| halves[i] & halves[j] == 0;
        let mut degrees: [usize; 4] =
            std::array::from_fn(|i| (0..4).filter(|&j| i != j && joined(i, j)).count());
        degrees.sort_unstable();
        degrees == [1, 1, 2, 2]
    }

    #[test]
    fn paths_are_found_as_by_looking_at_every_choice() {
        let mut with = 0;
        for least in 1..=3 {
            for halves in quadruples(amalgam_tier::size(8, 13)) {
                for most in [5, 7, u64::MAX] {
                    let found = path_at_or_below(halves, least, most);
                    assert_eq!(found, naive(halves, least, most), "{halves:?} {least} {most}");
                    with += u64::from(found);
                }
            }
        }
        assert!(with > 100);
    }

    fn quadruples(most: u64) -> impl Iterator<Item = [u64; 4]> {
        let pairs = move || (0..=most).flat_map(|x| (0..=x).map(move |y| [x, y]));
        pairs().flat_map(move |[w, x]| pairs().map(move |[y, z]| [w, x, y, z]))
    }

    /// The three paths of the essay are the least: a position with threshold 2 has a path at or below
    /// exactly if it lies above one of them.
    #[test]
    fn the_least_paths_with_threshold_two() {
        let least = [[1, 2, 5, 6], [1, 3, 4, 6], [2, 3, 4, 5]];
        for mut halves in quadruples(9) {
            let found = path_at_or_below(halves, 1, u64::MAX);
            halves.sort_unstable();
            let above = |path: &[u64; 4]| path.iter().zip(&halves).all(|(p, half)| p <= half);
            assert_eq!(found, least.iter().any(above), "{halves:?}");
        }
        assert!(path_at_or_below([u64::MAX / 2; 4], 1 << 60, u64::MAX));
        assert!(!path_at_or_below([u64::MAX / 2; 4], 1 << 62, u64::MAX));
    }
}

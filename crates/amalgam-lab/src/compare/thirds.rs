//! Outcomes of three heaps by f(a,b): a comparison of pairs instead of triples.
//!
//! Where each pair a ≤ b has exactly one completion, the P-positions a ≤ b ≤ c of a game are the
//! pairs with b ≤ f(a,b). Two games differ at `[a,b,c]` exactly if c is the completion in one of them
//! and not in the other. So the n³/6 positions up to n are compared by looking at n²/2 pairs.

use std::collections::BinaryHeap;

use super::{Comparison, Difference, Fact, reached};
use amalgam_core::base::budget::{Budget, Limit, LimitReached, Progress};
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, Play, Position};
use amalgam_tables::bulk::{Domain, Pairs};

/// The comparison, if both games have completions and the domain has at most three heaps.
pub(super) fn compare(
    left: &Rules,
    right: &Rules,
    play: Play,
    domain: &Domain,
    show: usize,
    limits: &Budget,
    progress: &dyn Progress,
) -> Option<Result<Comparison, LimitReached>> {
    let heaps = domain.most_heaps();
    if heaps > 3 || !left.takes_any() || !right.takes_any() {
        return None;
    }
    let positions = match domain.count() {
        Some(positions) if positions <= limits.positions => positions,
        _ => return Some(Err(reached(Limit::Positions(limits.positions), 0))),
    };
    let tallest = domain.tallest();
    let pairs = |rules| Pairs::new(rules, play, tallest, limits, progress);
    let (left, right) = match (pairs(left), pairs(right)) {
        (Ok(left), Ok(right)) => (left, right),
        (Err(limit), _) | (_, Err(limit)) => return Some(Err(limit)),
    };
    let mut differ = 0u64;
    let mut first = First { show, differences: BinaryHeap::new() };
    for b in 0..=if heaps > 1 { tallest } else { 0 } {
        for a in 0..=if heaps > 2 { b } else { 0 } {
            let within = |pairs: &Pairs| {
                let third = pairs.get(a, b)?;
                let coins = a + b + third;
                (b <= third && third <= tallest && coins <= domain.most_coins()).then_some(third)
            };
            let (in_left, in_right) = (within(&left), within(&right));
            if in_left == in_right {
                continue;
            }
            for (third, left_is_p) in [(in_left, true), (in_right, false)] {
                if let Some(third) = third {
                    differ += 1;
                    first.add([a, b, third], left_is_p);
                }
            }
        }
    }
    let (agree, differences) = (positions - differ, first.sorted());
    let first_beyond_lowest_bit = None;
    Some(Ok(Comparison { positions, agree, nearly: 0, first_beyond_lowest_bit, differences }))
}

/// A difference in the order of the domain: coins, heaps, lexicographically; then which game has P.
type Ordered = (u64, usize, [u64; 3], bool);

/// The smallest differences so far, the largest of them on top.
struct First {
    show: usize,
    differences: BinaryHeap<Ordered>,
}

impl First {
    fn add(&mut self, heaps: [u64; 3], left_is_p: bool) {
        let full = heaps.iter().filter(|&&heap| heap > 0).count();
        let difference = (heaps.iter().sum(), full, heaps, left_is_p);
        if self.differences.len() < self.show {
            self.differences.push(difference);
        } else if self.differences.peek().is_some_and(|largest| difference < *largest) {
            self.differences.pop();
            self.differences.push(difference);
        }
    }

    fn sorted(self) -> Vec<Difference> {
        let difference = |(_, _, heaps, left_is_p): Ordered| Difference {
            position: Position::new(heaps),
            left: Fact::Outcome(Outcome::from_p(left_is_p)),
            right: Fact::Outcome(Outcome::from_p(!left_is_p)),
        };
        self.differences.into_sorted_vec().into_iter().map(difference).collect()
    }
}

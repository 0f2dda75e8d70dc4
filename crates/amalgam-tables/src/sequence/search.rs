//! Whether a value is an option: pairs by comparison.
//!
//! To mark a nim-sum takes a store; to compare it with one value that is looked for takes a small part of
//! a wide instruction. In the time of a mark four to five sums are compared. So a few values that are
//! hard to meet are sooner searched than marked by chance. The loop is written so that the compiler
//! sees lanes that have nothing to do with each other.

use super::marks::Value;

/// Pairs that are compared before it is seen whether one had the sum.
pub(super) const STRETCH: usize = 512;

/// Pairs compared side by side.
const WIDTH: usize = 32;

/// Whether the first and the last, or the second and the last but one, and so on have this nim-sum. There
/// are as many on either side.
pub(super) fn meet<V: Value>(rising: &[V], falling: &[V], sum: V) -> bool {
    debug_assert_eq!(rising.len(), falling.len());
    let (left, left_rest) = rising.as_chunks::<WIDTH>();
    let (right_rest, right) = falling.as_rchunks::<WIDTH>();
    let mut met = [V::default(); WIDTH];
    for (xs, ys) in left.iter().zip(right.iter().rev()) {
        for i in 0..WIDTH {
            met[i] = met[i] | xs[i].sum(ys[WIDTH - 1 - i]).equal(sum);
        }
    }
    met.into_iter().fold(V::default(), |all, met| all | met) != V::default()
        || left_rest.iter().zip(right_rest.iter().rev()).any(|(&x, &y)| x.sum(y) == sum)
}

/// Places 0, 1, …, in an order in which each is far from those just before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart {
    many: usize,
    /// From one place to the next, round and round. It has no divisor in common with their number, so each
    /// place has its turn.
    step: usize,
}

impl Apart {
    pub(super) fn new(many: usize) -> Apart {
        let coprime = |&step: &usize| {
            let (mut a, mut b) = (many, step);
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a == 1
        };
        Apart { many, step: (1..=many * 5 / 8).rev().find(coprime).unwrap_or(1) }
    }

    /// How many places there are.
    pub(super) fn len(self) -> usize {
        self.many
    }

    /// All places but this many, which come first.
    pub(super) fn after(self, first: usize) -> impl Iterator<Item = usize> {
        let Apart { many, step } = self;
        let next = move |place: &usize| {
            let next = place + step;
            Some(if next < many { next } else { next - many })
        };
        let start = first * step % many.max(1);
        std::iter::successors(Some(start), next).take(many.saturating_sub(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_met_where_a_pair_has_it_and_nowhere_else() {
        for length in [0, 1, 31, 32, 33, 255, 256, 300] {
            let narrow: Vec<u16> = (0..length).map(|x: u32| (x * x % 977) as u16).collect();
            let wide: Vec<u32> = narrow.iter().map(|&x| u32::from(x) + 70_000).collect();
            let sums: Vec<u16> =
                narrow.iter().zip(narrow.iter().rev()).map(|(x, y)| x ^ y).collect();
            for sum in 0..1100u16 {
                assert_eq!(meet(&narrow, &narrow, sum), sums.contains(&sum), "{sum} of {length}");
            }
            let sums: Vec<u32> = wide.iter().zip(wide.iter().rev()).map(|(x, y)| x ^ y).collect();
            for sum in (0..140_000).step_by(7) {
                assert_eq!(meet(&wide, &wide, sum), sums.contains(&sum), "{sum} of {length}");
            }
        }
        // Only the first and the last, which are compared twice.
        let mut values = vec![1u16; 99];
        values[98] = 6;
        assert!(meet(&values, &values, 7) && meet(&values[..1], &values[98..], 7));
        assert!(!meet(&values[..98], &values[..98], 7) && !meet::<u16>(&[], &[], 0));
    }

    #[test]
    fn every_place_has_its_turn() {
        for many in 0..200 {
            let apart = Apart::new(many);
            let order: Vec<usize> = apart.after(0).collect();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..many) && apart.len() == many);
            for first in [1, 7, many / 2, many, many + 3] {
                assert!(
                    apart.after(first).eq(order.iter().copied().skip(first)),
                    "{first} of {many}"
                );
            }
            // The first eighth has places in each half.
            let half = order[..many / 8].iter().filter(|&&place| place < many / 2).count();
            assert!(many < 64 || (many / 32..=many / 8 - many / 32).contains(&half), "{many}");
        }
    }
}

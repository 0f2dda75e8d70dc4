//! Boxes of ascending tuples, and the rank of a tuple in one.
//!
//! The positions with exactly j heaps below a start, as ascending tuples, all lie in a box: the i-th
//! smallest heap is at most the i-th *top*. The box of j − 1 heaps is got from the box of j heaps by
//! merging its largest tuple in every way and taking the largest i-th heap each time: a merge is
//! monotone in every heap, so nothing in the box of j merges beyond it. Taking stays in the box or
//! drops a heap. So the boxes are closed under moves; they may hold more than can be reached.
//!
//! Let T_i(x) be the number of ways to go on from place i with heaps of at least x. Of the tuples of a
//! box in lexicographic order there come before (x_0, x_1, …) those with a smaller x_0, those with the
//! same x_0 and a smaller x_1, and so on: T_0(1) − T_0(x_0) + T_1(x_0) − T_1(x_1) + … Each heap adds a
//! number of its own, T_{i+1}(x_i) − T_i(x_i), so a rank is a sum of looks into a table, and the rank
//! of a tuple in which few heaps change their place is found from partial sums. No number is wasted:
//! ranks run from 0 to the number of tuples, less one. Those of tuples that differ in the largest heap
//! stand side by side.

use amalgam_core::Position;
use amalgam_core::games::rules::Rules;

/// More heaps than this have no boxes.
const MOST_HEAPS: usize = 16;

/// Whether the positions below one have few enough heaps for boxes.
pub fn are_numbered_below(position: &Position) -> bool {
    position.heap_count() <= MOST_HEAPS
}

/// The tops of the boxes of 0, 1, … heaps that hold everything below `seeds`, each cut to `cap`, which
/// says for a number of heaps how large the i-th largest of this many can be. `None` for too many heaps.
pub(crate) fn tops(
    rules: &Rules,
    seeds: &[Position],
    cap: impl Fn(usize, usize) -> u64,
) -> Option<Vec<Vec<u64>>> {
    let heaps = seeds.iter().map(|seed| seed.heaps().len()).max().unwrap_or(0);
    if heaps > MOST_HEAPS {
        return None;
    }
    let mut boxes = Vec::with_capacity(heaps + 1);
    let mut tops: Vec<u64> = vec![0; heaps];
    for j in (0..=heaps).rev() {
        for seed in seeds.iter().filter(|seed| seed.heaps().len() == j) {
            raise(&mut tops, seed.heaps());
        }
        let cut = |(place, &top): (usize, &u64)| top.min(cap(j, j - place));
        tops = tops.iter().enumerate().map(cut).collect();
        let mut below = vec![0; j.saturating_sub(1)];
        // Dropping a heap, and every merge.
        if j > 0 {
            raise(&mut below, &tops[1..]);
        }
        if !rules.merges().is_empty() {
            for a in 0..j {
                for b in a + 1..j {
                    let mut merged = tops.clone();
                    merged.remove(b);
                    merged.remove(a);
                    merged.push(tops[a] + tops[b]);
                    merged.sort_unstable();
                    raise(&mut below, &merged);
                }
            }
        }
        boxes.push(std::mem::replace(&mut tops, below));
    }
    boxes.reverse();
    Some(boxes)
}

fn raise(tops: &mut [u64], heaps: &[u64]) {
    tops.iter_mut().zip(heaps).for_each(|(top, &heap)| *top = (*top).max(heap));
}

/// The ascending tuples of heaps that are not empty and nowhere above the tops, numbered.
pub(crate) struct Ranks {
    tops: Vec<u64>,
    /// By place, then by heap: what the heap adds to the rank.
    places: Vec<Vec<isize>>,
    /// What is added whatever the heaps are.
    first: isize,
    count: usize,
}

impl Ranks {
    /// The tuples below these tops, unless there are more than `most`.
    pub(crate) fn new(tops: &[u64], most: u64) -> Option<Ranks> {
        let most = most.min(isize::MAX as u64 / 2);
        // There are at least as many tuples as the last top says, unless there are none.
        let possible = !tops.contains(&0);
        if possible && tops.last().is_some_and(|&top| top > most) {
            return None;
        }
        let mut places: Vec<Vec<isize>> = vec![Vec::new(); tops.len()];
        // T of the place after the one at hand, by heap.
        let mut after: Vec<isize> = Vec::new();
        let mut count = usize::from(tops.is_empty());
        for place in (0..tops.len()).rev().filter(|_| possible) {
            let last = place + 1 == tops.len();
            let top = tops[place] as usize;
            let on = |heap: usize| after.get(heap).copied().unwrap_or(0);
            let mut ways = vec![0isize; top + 1];
            let mut adds = vec![0isize; top + 1];
            let mut sum = 0isize;
            for heap in (1..=top).rev() {
                sum += if last { 1 } else { on(heap) };
                if sum as u64 > most {
                    return None;
                }
                ways[heap] = sum;
                adds[heap] = on(heap) - sum;
            }
            places[place] = adds;
            after = ways;
            count = sum as usize;
        }
        // The empty tuple is one, too.
        if count as u64 > most {
            return None;
        }
        let first = if tops.is_empty() { 0 } else { count as isize };
        Some(Ranks { tops: tops.to_vec(), places, first, count })
    }

    /// How many tuples there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The largest heap at each place.
    pub(crate) fn tops(&self) -> &[u64] {
        &self.tops
    }

    /// What is added whatever the heaps are.
    #[inline]
    pub(crate) fn first(&self) -> isize {
        self.first
    }

    /// What a heap at this place adds; it must not be above the top.
    #[inline]
    pub(crate) fn at(&self, place: usize, heap: u64) -> isize {
        self.places[place][heap as usize]
    }

    /// The rank of a tuple that is in the box.
    #[inline]
    pub(crate) fn rank(&self, heaps: impl IntoIterator<Item = u64>) -> usize {
        let adds = heaps.into_iter().zip(&self.places).map(|(heap, adds)| adds[heap as usize]);
        (self.first + adds.sum::<isize>()) as usize
    }

    /// The rank of a tuple, if it is in the box.
    pub(crate) fn find(&self, heaps: &[u64]) -> Option<usize> {
        let inside = heaps.len() == self.tops.len()
            && heaps.iter().zip(&self.tops).all(|(heap, top)| heap <= top);
        inside.then(|| self.rank(heaps.iter().copied()))
    }
}

/// The first ascending tuple of this many heaps, if the tops allow any.
pub(crate) fn first(tops: &[u64]) -> Option<Vec<u64>> {
    (!tops.contains(&0)).then(|| vec![1; tops.len()])
}

/// The next ascending tuple within the tops in lexicographic order, and how many coins it leaves of
/// those allowed; `spare` is what the present one leaves.
#[inline]
pub(crate) fn next(heaps: &mut [u64], tops: &[u64], spare: u64) -> Option<u64> {
    let mut freed = spare;
    for i in (0..heaps.len()).rev() {
        freed += heaps[i];
        // Raise this heap; those after it fall back to the same size, the least they may have.
        let raised = heaps[i] + 1;
        let needed = raised * (heaps.len() - i) as u64;
        if raised <= tops[i] && needed <= freed {
            heaps[i..].fill(raised);
            return Some(freed - needed);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_the_tuples_of_a_box_in_order_without_gaps() {
        let boxes: [&[u64]; 8] =
            [&[], &[5], &[3, 3], &[2, 7], &[1, 4, 6], &[4, 4, 4, 4], &[0, 3], &[2, 3, 3, 5, 9]];
        for tops in boxes {
            let ranks = Ranks::new(tops, 10_000).expect("few tuples");
            let mut tuple = first(tops);
            let mut rank = 0;
            while let Some(heaps) = &mut tuple {
                assert_eq!(ranks.find(heaps), Some(rank), "{heaps:?} in {tops:?}");
                rank += 1;
                if next(heaps, tops, 1_000).is_none() {
                    tuple = None;
                }
            }
            assert_eq!(ranks.count(), rank, "{tops:?}");
            assert!(
                Ranks::new(tops, rank.saturating_sub(1) as u64).is_none()
                    || rank == 0
                    || tops.is_empty()
            );
        }
    }

    #[test]
    fn a_tuple_above_the_tops_has_no_rank() {
        let ranks = Ranks::new(&[2, 7], 100).expect("few tuples");
        assert_eq!(ranks.find(&[3, 7]), None);
        assert_eq!(ranks.find(&[2, 8]), None);
        assert_eq!(ranks.find(&[2]), None);
    }
}

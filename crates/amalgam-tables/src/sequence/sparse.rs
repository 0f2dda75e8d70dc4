//! Games that split heaps: sparse space spells speed.
//!
//! The options of heap n that leave two heaps are g(x) ⊕ g(y) for x + y = n − t: as many as the heap
//! is tall. Berlekamp saw (Winning Ways, chapter 4; Gangolli & Plambeck, *A note on periodicity in
//! some octal games*, Int. J. Game Theory 18, 1989) that most of them need not be looked at. Call a
//! heap *rare* or *common* by the parity of the ones in its value under a mask ([`Mask`]). The sum
//! of two heaps of the same kind then has one parity, the sum of a rare and a common heap the
//! other. So
//!
//! 1. all options of the second parity come from pairs with a rare heap; rare heaps are few, and all
//!    of these pairs are marked. Let c be the least value of that parity that is no option.
//! 2. g(n) is c unless a smaller value is no option; such a value has the first parity. A sample of the
//!    pairs is marked, and the smaller values that it has not met are searched among the other pairs, one
//!    value after the other. Mostly each is met soon. The first that no pair gives is g(n), and n is rare.
//!
//! **Why the value is right whatever the mask and the sample.** Only options are ever marked. After step 1
//! every option of the second parity is marked, because a pair that gives one has a rare heap. So c is no
//! option, and every smaller value of that parity is one. A smaller value of the first parity without a mark
//! is compared with every pair that was not marked, until one gives it; so it is an option, or it is
//! seen to be none. Values are looked at from the least on, so the first that is none is the least. That
//! is the definition of g(n). Mask and sample decide only how long this takes.
//!
//! **Which pairs first.** Small heaps have small values, so pairs in the order of their smaller parts meet some
//! values late. Stretches of pairs far apart ([`Apart`]) meet all of them sooner. Marking makes headway with
//! all values at once, searching is quicker a pair (`search.rs`); how many are marked is learnt from the
//! heaps before, so that both take about the same time.
//!
//! **Heaps in a row.** Heaps N, N + 1, … are looked at side by side before the first of them has a value, so by
//! several threads at once, with the pairs of heaps below N alone: the known ones. That gives for each
//! heap the least value that no known pair has. When its turn comes, the pairs that have become known
//! meanwhile are looked at; there are as many as heaps before it in the row. Only if one of them has this very
//! value, which is seldom so, the search goes on, above it.
//!
//! Step 1 is done for up to [`LANES`] heaps H, H + 1, … of the row together. Let s be how far the last of
//! them is from N − 1. For an amount t and a rare heap x with s ≤ x < H − t the other part of the heap
//! H + i is y = H + i − t − x, at least 1 and less than N: known. What this leaves out of a heap's known
//! pairs are those with a rare part x < s, or x ≥ H − t; then the other part is at most i, so less than
//! s. So they all have a part less than s, and such pairs are marked, rare or not. So step 1 is complete.
//!
//! The mask is chosen again whenever the table has grown by a quarter of a power of two, by counting for
//! all masks at once which leaves fewest rare heaps. Where rare heaps are many, or the method takes longer
//! than looking at every pair, as the last heaps have shown, there is no step 1, and step 2 searches
//! every value that the sample has not met. So it is with 0.06: the best mask leaves a quarter of the heaps
//! between 125,000 and 250,000 rare, and 38 of 100 up to 250,000. Its time grows with the square of the
//! heaps.

use rayon::prelude::*;

use super::HeapMoves;
use super::base::Base;
use super::marks::{LANES, Marks, Value};
use super::method::{Found, Method, Search};
use amalgam_core::games::rules::{Amounts, Split};

/// Ranges of at most this many amounts are looked up one by one.
const FEW: u64 = 8;

#[derive(Clone, Debug)]
pub(super) struct Sparse {
    /// Amounts in long ranges that leave one heap, and two.
    one_ranges: Vec<(u64, u64)>,
    two_ranges: Vec<(u64, u64)>,
    /// What the long ranges reach from the heap in hand.
    base: Base,
    method: Method,
    /// The heaps in a row of which the heap in hand may be one.
    ahead: Ahead,
    /// A table for each [`LANES`] heaps that are looked at at the same time.
    marks: Vec<Marks>,
    /// This many marks are worth waking a thread.
    worth: usize,
}

/// Heaps that were looked at when those before `start` were known.
#[derive(Clone, Debug, Default)]
struct Ahead {
    start: usize,
    found: Vec<Found>,
}

/// The most tables of marks.
const MOST: usize = 64;

/// The amounts in short ranges, and the long ranges.
fn part(amounts: &Amounts) -> (Vec<usize>, Vec<(u64, u64)>) {
    let is_short = |range: &(u64, u64)| range.1 - range.0 < FEW;
    let (short, long): (Vec<_>, Vec<_>) = amounts.ranges().iter().partition(|r| is_short(r));
    let one_by_one = |range: (u64, u64)| (range.0..=range.1).map(|taken| taken as usize);
    (short.into_iter().flat_map(one_by_one).collect(), long)
}

impl Sparse {
    pub(super) fn new(moves: &HeapMoves) -> Sparse {
        let (one, one_ranges) = part(&moves.one);
        let (mut two, two_ranges) = part(&moves.two);
        if moves.split.is_some() {
            two.insert(0, 0);
        }
        let unequal = moves.split == Some(Split::Unequal);
        let method = Method::new(moves.nothing.clone(), one, two, unequal);
        let (base, ahead, marks) = (Base::default(), Ahead::default(), vec![Marks::new()]);
        Sparse { one_ranges, two_ranges, base, method, ahead, marks, worth: 1 << 15 }
    }

    /// Bytes a heap takes beside its value: a note that it is rare, which fewer than one in five
    /// are, and where ranges are long, so that values can be as large as heaps, places for a value.
    pub(super) fn bytes(&self) -> u64 {
        if self.goes_on() { 1 } else { 40 }
    }

    /// Whether the values are all that is needed to go on.
    pub(super) fn goes_on(&self) -> bool {
        self.one_ranges.is_empty() && self.two_ranges.is_empty()
    }

    /// Makes this, which has valued no heap yet, go on after these values.
    pub(super) fn go_on<V: Value>(&mut self, values: &[V]) {
        self.marks[0].reach(self.method.go_on(values));
    }

    /// The value of the heap after those in `values`, and how much work that was.
    pub(super) fn next<V: Value>(&mut self, values: &[V]) -> (u32, usize) {
        let heap = values.len();
        let mut work = self.slide(values);
        let quarter = heap.checked_ilog2().unwrap_or(0).saturating_sub(2);
        if heap.trailing_zeros() >= quarter {
            self.method.choose(values);
        }
        if heap >= self.ahead.start + self.ahead.found.len() {
            work += self.begin(values);
        }
        let least = match self.ahead.found.get(heap - self.ahead.start) {
            Some(found) if self.method.is_late(values, heap, self.ahead.start, found.value) => {
                found.value + 1
            }
            Some(found) => return (self.note(heap, found.value), work + 1),
            None => self.base.mex(),
        };
        let known = Search { method: &self.method, values, base: &self.base, least };
        let found = known.heaps(heap..heap + 1, &mut self.marks[0])[0];
        self.method.learn(&found, 1);
        (self.note(heap, found.value), work + found.work())
    }

    /// Takes note of the value of a heap.
    fn note(&mut self, heap: usize, value: u32) -> u32 {
        if self.method.note(heap, value) {
            self.marks.iter_mut().for_each(|marks| marks.reach(value));
        }
        value
    }

    /// Looks at some heaps in a row, if there is something to gain.
    fn begin<V: Value>(&mut self, values: &[V]) -> usize {
        let heap = values.len();
        let Some(most) = self.method.most() else { return 0 };
        let threads = rayon::current_num_threads();
        let worth = threads > 1 && self.method.usual() * LANES >= self.worth;
        let groups = if worth { (4 * threads).min(MOST) } else { 1 };
        if !self.goes_on() || heap <= most + 4 * groups * LANES {
            return 0;
        }
        if self.marks.len() < groups {
            self.marks.resize(groups, self.marks[0].clone());
        }
        let known = Search { method: &self.method, values, base: &Base::default(), least: 0 };
        let group = |(group, marks): (usize, &mut Marks)| {
            let first = heap + group * LANES;
            known.heaps(first..first + LANES, marks)
        };
        let marks = &mut self.marks[..groups];
        let found: Vec<Found> = if groups > 1 {
            marks.par_iter_mut().enumerate().flat_map_iter(group).collect()
        } else {
            marks.iter_mut().enumerate().flat_map(group).collect()
        };
        found.iter().for_each(|one| self.method.learn(one, found.len()));
        let work = found.iter().map(Found::work).sum();
        self.ahead = Ahead { start: heap, found };
        work
    }

    /// Brings the base from the heap before to this one.
    fn slide<V: Value>(&mut self, values: &[V]) -> usize {
        let heap = values.len() as u64;
        let base = &mut self.base;
        for &(low, high) in &self.one_ranges {
            // The least amount newly leaves the heap in front, and the largest no longer the last.
            if heap > low {
                base.enter(values[(heap - low) as usize].into());
            }
            if heap - heap.min(1) > high {
                base.leave(values[(heap - 1 - high) as usize].into());
            }
        }
        let mut work = self.one_ranges.len();
        for &(low, high) in &self.two_ranges {
            if heap > low {
                work += each_pair(values, heap - low, |value| base.enter(value));
            }
            if heap - heap.min(1) > high {
                work += each_pair(values, heap - 1 - high, |value| base.leave(value));
            }
        }
        work
    }
}

/// Calls `visit` with the value of every pair of non-empty heaps that hold `rest` coins together.
fn each_pair<V: Value>(values: &[V], rest: u64, mut visit: impl FnMut(u32)) -> usize {
    let rest = rest as usize;
    (1..=rest / 2).for_each(|x| visit(values[x].sum(values[rest - x]).into()));
    rest / 2
}

#[cfg(test)]
mod tests {
    use super::super::naive;
    use super::*;
    use amalgam_core::Budget;

    /// Rows of many heaps, by several threads: as defined, also where a late option has the value that
    /// was found.
    #[test]
    fn heaps_in_a_row_are_worth_what_they_are_worth_alone() {
        let threads = Budget { threads: std::num::NonZeroUsize::new(3), ..Budget::default() };
        let check = |moves: &HeapMoves, expected: Vec<u32>| {
            let mut sparse = Sparse { worth: 0, ..Sparse::new(moves) };
            let mut values: Vec<u16> = Vec::new();
            let mut late = 0;
            for &expected in &expected {
                let (value, _) = sparse.next(&values);
                assert_eq!(value, expected, "heap {} of {moves:?}", values.len());
                let found = sparse.ahead.found.get(values.len() - sparse.ahead.start);
                late += usize::from(found.is_some_and(|found| found.value != value));
                values.push(value as u16);
            }
            assert!(sparse.marks.len() == 12 && sparse.ahead.found.len() == 12 * LANES);
            late
        };
        let to = 1200;
        let mut late = 0;
        for text in ["0.77", "0.007", "0.06", "4.06", "0.356", "4.0"] {
            let code = text.parse().unwrap();
            let expected = naive::of_code(&code, to);
            late += threads.on_threads(|| check(&HeapMoves::of_code(&code), expected)).unwrap();
        }
        for words in ["split unequal", "take 2, split unequal", "take 700, take 1 then split"] {
            let rules = words.parse().unwrap();
            let expected = naive::of_rules(&rules, to);
            let moves = HeapMoves::of_rules(&rules).unwrap();
            late += threads.on_threads(|| check(&moves, expected)).unwrap();
        }
        assert!(late > 20, "{late}");
    }
}

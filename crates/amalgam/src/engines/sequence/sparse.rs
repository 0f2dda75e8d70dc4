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
//!    of these pairs are looked at. Let c be the least value of that parity that is no option.
//! 2. g(n) is c unless a smaller value is no option; such a value has the first parity. Pairs are
//!    looked at, one by one, until each smaller value has been met. Mostly that is soon. If the
//!    pairs end first, the least value not met is g(n), and n is rare.
//!
//! **Why the value is right whatever the mask.** Only options are ever marked. After step 1 every
//! option of the second parity is marked, because a pair that gives one has a rare heap. So c is no
//! option, and every smaller value of that parity is one. If step 2 meets all the smaller values of
//! the first parity too, then c is the least value that is no option. If it does not, then all
//! pairs have been marked, and the least value without a mark is the least that is no option. In
//! both cases that is the definition of g(n). The mask decides only how long this takes.
//!
//! The mask is chosen anew whenever the table has doubled, by counting for all masks at once which
//! leaves fewest rare heaps. Where there is no good one, every pair is looked at.

use super::HeapMoves;
use super::base::Base;
use super::mask::Mask;
use crate::games::rules::{Amounts, Split};

/// Ranges of at most so many amounts are looked up one by one.
const FEW: u64 = 8;

#[derive(Clone, Debug)]
pub(super) struct Sparse {
    nothing: Amounts,
    /// Amounts that leave one heap, one by one, and in long ranges.
    one: Vec<usize>,
    one_ranges: Vec<(u64, u64)>,
    /// Amounts that leave two heaps, one by one, and in long ranges.
    two: Vec<usize>,
    two_ranges: Vec<(u64, u64)>,
    /// Splitting without taking must give different heaps.
    unequal: bool,
    /// Whether a move may leave nothing of the heap in hand.
    empties: bool,
    /// What the long ranges reach from the heap in hand, and 0 where a move may leave nothing.
    base: Base,
    /// `seen[v]` is the last heap, plus one, that had an option of value v outside the base.
    seen: Vec<u32>,
    mask: Mask,
    /// The rare heaps, ascending, without the empty one.
    rare: Vec<u32>,
}

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
        Sparse {
            nothing: moves.nothing.clone(),
            one,
            one_ranges,
            two,
            two_ranges,
            unequal: moves.split == Some(Split::Unequal),
            empties: false,
            base: Base::default(),
            seen: vec![0; 2],
            mask: Mask::default(),
            rare: Vec::new(),
        }
    }

    /// Bytes a heap takes beside its value: a note that it is rare, and where ranges are long, so
    /// that values can be as large as heaps, two places for a value.
    pub(super) fn bytes(&self) -> u64 {
        if self.one_ranges.is_empty() && self.two_ranges.is_empty() { 4 } else { 40 }
    }

    /// The value of the heap after those in `values`, and how much work that was.
    pub(super) fn next(&mut self, values: &[u32]) -> (u32, usize) {
        let heap = values.len();
        if heap.is_power_of_two() && heap >= 16 && !self.two.is_empty() {
            self.choose(values);
        }
        let mut work = self.slide(values);
        let stamp = heap as u32 + 1;
        let empties = self.nothing.contains(heap as u64);
        match (self.empties, empties) {
            (false, true) => self.base.enter(0),
            (true, false) => self.base.leave(0),
            _ => {}
        }
        self.empties = empties;
        for &taken in self.one.iter().take_while(|&&taken| taken < heap) {
            self.seen[values[heap - taken] as usize] = stamp;
        }
        work += self.one.len();
        let value = match self.two.first() {
            Some(&least) if heap >= least + 2 => self.split(values, &mut work),
            _ => self.mex(stamp, &mut work),
        };
        if value as usize >= self.seen.len() {
            self.seen.resize((value as usize + 1).next_power_of_two(), 0);
        }
        if heap > 0 && self.mask.is_rare(heap, value) {
            self.rare.push(heap as u32);
        }
        (value, work)
    }

    /// Chooses the mask that would have been best so far.
    fn choose(&mut self, values: &[u32]) {
        let parity = self.two[0] as u32 & 1;
        let same = self.two.iter().all(|&taken| taken as u32 & 1 == parity);
        self.mask = Mask::best(values, same.then_some(parity));
        let is_rare = |&heap: &usize| self.mask.is_rare(heap, values[heap]);
        self.rare = (1..values.len()).filter(is_rare).map(|heap| heap as u32).collect();
    }

    /// Brings the base from the heap before to this one.
    fn slide(&mut self, values: &[u32]) -> usize {
        let heap = values.len() as u64;
        let base = &mut self.base;
        for &(low, high) in &self.one_ranges {
            // The least amount newly leaves the heap in front, and the largest no longer the last.
            if heap > low {
                base.enter(values[(heap - low) as usize]);
            }
            if heap - heap.min(1) > high {
                base.leave(values[(heap - 1 - high) as usize]);
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

    /// The least value that is no option, once all options are marked.
    fn mex(&mut self, stamp: u32, work: &mut usize) -> u32 {
        let least = self.base.mex();
        let unmarked = |&value: &u32| {
            !self.base.contains(value) && self.seen.get(value as usize) != Some(&stamp)
        };
        let value = (least..).find(unmarked).unwrap_or(u32::MAX);
        *work += (value - least) as usize;
        value
    }

    /// The value of a heap that can be split, once the options that leave one heap are marked.
    fn split(&mut self, values: &[u32], work: &mut usize) -> u32 {
        let heap = values.len();
        let stamp = heap as u32 + 1;
        let Sparse { two, seen, base, rare, mask, .. } = self;
        let rests = || two.iter().take_while(|&&taken| taken + 2 <= heap).map(|taken| heap - taken);
        // Where the two parts must differ, the larger part is one more.
        let halves =
            |rest: usize| if self.unequal && rest == heap { (rest - 1) / 2 } else { rest / 2 };
        if rare.len() * FEW as usize >= heap || mask.mask == 0 {
            for rest in rests() {
                let half = halves(rest);
                let pairs = values[1..=half].iter().zip(values[rest - half..rest].iter().rev());
                pairs.for_each(|(x, y)| seen[(x ^ y) as usize] = stamp);
                *work += half;
            }
            return self.mex(stamp, work);
        }
        // Step 1: the pairs with a rare heap.
        for rest in rests() {
            let differ = self.unequal && rest == heap;
            for &x in rare.iter().take_while(|&&x| (x as usize) < rest) {
                let (x, y) = (x as usize, rest - x as usize);
                if !differ || x != y {
                    seen[(values[x] ^ values[y]) as usize] = stamp;
                }
            }
            *work += rare.len();
        }
        let mixed = mask.mixed(heap);
        let mut missing = 0u32;
        let mut candidate = base.mex();
        loop {
            if !base.contains(candidate) && seen.get(candidate as usize) != Some(&stamp) {
                if mask.class(candidate) == mixed {
                    break;
                }
                missing += 1;
            }
            candidate += 1;
        }
        *work += (candidate - base.mex()) as usize;
        // Step 2: pairs, until all the smaller values are met.
        let rests: Vec<(usize, usize)> = rests().map(|rest| (rest, halves(rest))).collect();
        let longest = rests.iter().map(|rest| rest.1).max().unwrap_or(0);
        for x in 1..=longest {
            if missing == 0 {
                *work += x * rests.len();
                return candidate;
            }
            for &(rest, half) in &rests {
                if x <= half {
                    let value = values[x] ^ values[rest - x];
                    if seen[value as usize] != stamp {
                        seen[value as usize] = stamp;
                        missing -= u32::from(value < candidate && !base.contains(value));
                    }
                }
            }
        }
        *work += longest * rests.len();
        self.mex(stamp, work)
    }
}

/// Calls `visit` with the value of every pair of non-empty heaps that hold `rest` coins together.
fn each_pair(values: &[u32], rest: u64, mut visit: impl FnMut(u32)) -> usize {
    let rest = rest as usize;
    (1..=rest / 2).for_each(|x| visit(values[x] ^ values[rest - x]));
    rest / 2
}

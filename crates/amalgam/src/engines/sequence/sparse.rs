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
//! 2. g(n) is c unless a smaller value is no option; such a value has the first parity. Pairs are
//!    marked, one after the other, until each smaller value has been met. Mostly that is soon. If the
//!    pairs end first, the least value not met is g(n), and n is rare.
//!
//! **Why the value is right whatever the mask.** Only options are ever marked. After step 1 every
//! option of the second parity is marked, because a pair that gives one has a rare heap. So c is no
//! option, and every smaller value of that parity is one. If step 2 meets all the smaller values of
//! the first parity too, then c is the least value that is no option. If it does not, then all
//! pairs have been marked, and the least value without a mark is the least that is no option. In
//! both cases that is the definition of g(n). The mask decides only how long this takes.
//!
//! **Eight heaps at a time.** Step 1 is done for [`LANES`] heaps N, N + 1, …, N + 7 in a row before the
//! first of them is valued. For an amount t, a rare heap x with 8 ≤ x < N − t and a heap N + i of them,
//! the other part is y = N + i − t − x, at least 1 and less than N: known. The pairs of N + i that this
//! leaves out are those with a rare part x < 8, or x ≥ N − t. In the second case the other part is
//! N + i − t − x ≤ i ≤ 7. So they all have a part of at most 7 coins, and the pairs with such a part are
//! marked, rare or not, when the heap's turn comes; by then all heaps below it are known, and the rare
//! heaps among the eight are among those. So step 1 is complete.
//!
//! The mask is chosen anew whenever the table has grown by a quarter of a power of two, by counting for
//! all masks at once which leaves fewest rare heaps. Where the method takes longer than looking at
//! every pair, as the last heaps have shown, every pair is looked at. So it is with 0.06: the best mask
//! leaves three tenths of the heaps between 262,144 and 524,288 rare.

use smallvec::SmallVec;

use super::HeapMoves;
use super::base::Base;
use super::marks::{LANES, Marks, Value};
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
    /// Values of options outside the base.
    marks: Marks,
    largest: u32,
    mask: Mask,
    /// The rare heaps, ascending, without the empty one, each with its value; nothing where there are
    /// too many.
    rare: Option<Vec<(u32, u32)>>,
    /// Whether step 1 was done for the heaps in a row of which the heap in hand is one.
    prepared: bool,
    /// What step 2 took for the last heaps, in pairs, times [`MEMORY`].
    usual: usize,
}

/// The usual cost of step 2 is that of about so many heaps.
const MEMORY: usize = 64;

/// Pairs that are marked before it is seen whether values are still missing.
const BATCH: usize = 512;

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
            marks: Marks::new(),
            largest: 0,
            mask: Mask::default(),
            rare: None,
            prepared: false,
            usual: 0,
        }
    }

    /// Bytes a heap takes beside its value: a note that it is rare, which fewer than one in eight
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
        self.largest = values.iter().map(|&value| value.into()).max().unwrap_or(0);
        self.marks.reach(self.largest);
        self.empties =
            values.len().checked_sub(1).is_some_and(|last| self.nothing.contains(last as u64));
        if self.empties {
            self.base.enter(0);
        }
        if values.len() >= 16 && !self.two.is_empty() {
            self.choose(values);
        }
    }

    /// The value of the heap after those in `values`, and how much work that was.
    pub(super) fn next<V: Value>(&mut self, values: &[V]) -> (u32, usize) {
        let heap = values.len();
        let mut work = self.slide(values);
        let lane = heap % LANES;
        if lane == 0 {
            work += self.begin(values);
        }
        let empties = self.nothing.contains(heap as u64);
        match (self.empties, empties) {
            (false, true) => self.base.enter(0),
            (true, false) => self.base.leave(0),
            _ => {}
        }
        self.empties = empties;
        for &taken in self.one.iter().take_while(|&&taken| taken < heap) {
            self.marks.mark(lane, values[heap - taken].into());
        }
        work += self.one.len();
        let value = match self.two.first() {
            Some(&least) if heap >= least + 2 => self.split(values, &mut work),
            _ => self.mex(lane, &mut work),
        };
        if value > self.largest {
            self.largest = value;
            self.prepared &= !self.marks.reach(value);
        }
        if let Some(rare) = self.rare.as_mut()
            && heap > 0
            && self.mask.is_rare(heap, value)
        {
            rare.push((heap as u32, value));
            if rare.len() * FEW as usize >= heap {
                self.rare = None;
            }
        }
        (value, work)
    }

    /// Begins a row of heaps: chooses a mask if it is time, and does step 1 for all of them if that
    /// promises to be quicker than every pair.
    fn begin<V: Value>(&mut self, values: &[V]) -> usize {
        self.marks.clear();
        self.prepared = false;
        let heap = values.len();
        let Some(&most) = self.two.last() else { return 0 };
        let quarter = heap.checked_ilog2().unwrap_or(0).saturating_sub(2);
        if heap >= 16 && heap.trailing_zeros() >= quarter {
            self.choose(values);
        }
        let Some(rare) = self.rare.as_ref().filter(|_| heap > most + 4 * LANES) else { return 0 };
        let marked = rare.len() * self.two.len();
        if marked + self.usual / MEMORY >= heap / 2 * self.two.len() {
            return 0;
        }
        self.prepared = self.two.iter().all(|&taken| {
            let coins = heap - taken;
            // Where the parts must differ, halves are looked at by each heap for itself.
            let halves =
                if self.unequal && taken == 0 { coins / 2..(coins + LANES) / 2 + 1 } else { 0..0 };
            let before = |end: usize| rare.partition_point(|&(x, _)| (x as usize) < end);
            let [start, end] = [before(LANES), before(coins)];
            let [from, to] = [before(halves.start), before(halves.end)].map(|at| at.max(start));
            let marks = &mut self.marks;
            rare[from..to].iter().for_each(|&(x, value)| {
                (0..LANES).map(|lane| (lane, coins + lane - x as usize)).for_each(|(lane, y)| {
                    if y != x as usize {
                        marks.mark(lane, value ^ values[y].into());
                    }
                });
            });
            V::beside(&rare[start..from], values, coins, marks)
                && V::beside(&rare[to..end], values, coins, marks)
        });
        LANES * marked
    }

    /// Chooses the mask that would have been best so far.
    fn choose<V: Value>(&mut self, values: &[V]) {
        let parity = self.two[0] as u32 & 1;
        let same = self.two.iter().all(|&taken| taken as u32 & 1 == parity);
        self.mask = Mask::best(values, same.then_some(parity));
        let heaps = (1..values.len()).map(|heap| (heap, values[heap].into()));
        let rare = heaps.filter(|&(heap, value)| self.mask.is_rare(heap, value));
        let few = rare.clone().count() * (FEW as usize) < values.len();
        self.rare = few.then(|| rare.map(|(heap, value)| (heap as u32, value)).collect());
        self.usual = 0;
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

    /// The least value that is no option, once all options are marked.
    fn mex(&mut self, lane: usize, work: &mut usize) -> u32 {
        let least = self.base.mex();
        let is_free =
            |&value: &u32| !self.base.contains(value) && !self.marks.contains(lane, value);
        let value = (least..).find(is_free).unwrap_or(u32::MAX);
        *work += (value - least) as usize;
        value
    }

    /// The value of a heap that can be split, once the options that leave one heap are marked.
    fn split<V: Value>(&mut self, values: &[V], work: &mut usize) -> u32 {
        let heap = values.len();
        let lane = heap % LANES;
        let rests: SmallVec<[Rest; 4]> = self
            .two
            .iter()
            .take_while(|&&taken| taken + 2 <= heap)
            .map(|&taken| Rest::new(heap - taken, self.unequal && taken == 0))
            .collect();
        let longest = rests.iter().map(|rest| rest.half).max().unwrap_or(0);
        let mut mark = |marks: &mut Marks, from: usize, to: usize| {
            *work += (to - from) * rests.len();
            rests.iter().for_each(|rest| rest.mark(values, from, to, lane, marks));
        };
        if !self.prepared {
            mark(&mut self.marks, 0, longest);
            return self.mex(lane, work);
        }
        // What step 1 has left out.
        mark(&mut self.marks, 0, LANES);
        let mixed = self.mask.mixed(heap);
        let mut missing: SmallVec<[u32; 64]> = SmallVec::new();
        let mut candidate = self.base.mex();
        loop {
            if !self.base.contains(candidate) && !self.marks.contains(lane, candidate) {
                if self.mask.class(candidate) == mixed {
                    break;
                }
                missing.push(candidate);
            }
            candidate += 1;
        }
        // Step 2: more and more pairs, until no smaller value is missing.
        let mut done = LANES;
        while !missing.is_empty() && done < longest {
            mark(&mut self.marks, done, done + BATCH);
            done += BATCH;
            missing.retain(|&mut value| !self.marks.contains(lane, value));
        }
        *work += candidate as usize;
        self.usual = self.usual - self.usual / MEMORY + done * rests.len();
        if missing.is_empty() { candidate } else { self.mex(lane, work) }
    }
}

/// The coins that a move leaves to be split in two.
struct Rest {
    coins: usize,
    /// The most that the smaller part can be.
    half: usize,
}

impl Rest {
    /// If `differ`, the two parts must.
    fn new(coins: usize, differ: bool) -> Rest {
        let half = if differ { (coins - 1) / 2 } else { coins / 2 };
        Rest { coins, half }
    }

    /// Marks the pairs whose smaller part is more than `from` and at most `to`.
    fn mark<V: Value>(&self, values: &[V], from: usize, to: usize, lane: usize, marks: &mut Marks) {
        let to = to.min(self.half);
        if from < to {
            let larger = &values[self.coins - to..self.coins - from];
            marks.pairs(lane, &values[from + 1..=to], larger);
        }
    }
}

/// Calls `visit` with the value of every pair of non-empty heaps that hold `rest` coins together.
fn each_pair<V: Value>(values: &[V], rest: u64, mut visit: impl FnMut(u32)) -> usize {
    let rest = rest as usize;
    (1..=rest / 2).for_each(|x| visit(values[x].sum(values[rest - x]).into()));
    rest / 2
}

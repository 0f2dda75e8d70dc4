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
//! **Eight heaps at a time.** Step 1 is done for [`LANES`] heaps N, N + 1, …, N + 7 in a row before the
//! first of them is valued. For an amount t, a rare heap x with 8 ≤ x < N − t and a heap N + i of them,
//! the other part is y = N + i − t − x, at least 1 and less than N: known. The pairs of N + i that this
//! leaves out are those with a rare part x < 8, or x ≥ N − t. In the second case the other part is
//! N + i − t − x ≤ i ≤ 7. So they all have a part of at most 7 coins, and the pairs with such a part are
//! marked, rare or not, when the heap's turn comes; by then all heaps below it are known, and the rare
//! heaps among the eight are among those. So step 1 is complete.
//!
//! The mask is chosen anew whenever the table has grown by a quarter of a power of two, by counting for
//! all masks at once which leaves fewest rare heaps. Where rare heaps are many, or the method takes longer
//! than looking at every pair, as the last heaps have shown, there is no step 1, and step 2 searches
//! every value that the sample has not met. So it is with 0.06: the best mask leaves a quarter of the heaps
//! between 125,000 and 250,000 rare, and 38 of 100 up to 250,000. Its time grows with the square of the
//! heaps.

use smallvec::SmallVec;

use super::HeapMoves;
use super::base::Base;
use super::marks::{LANES, Marks, Value};
use super::mask::Mask;
use super::search::{Apart, STRETCH, meet};
use crate::games::rules::{Amounts, Split};

/// Ranges of at most so many amounts are looked up one by one.
const FEW: u64 = 8;

/// Rare heaps are few if they are less than this part of all.
const RARE: usize = 5;

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
    /// The rare heaps, ascending, without the empty one; nothing where there are too many.
    rare: Option<Vec<u32>>,
    /// Whether step 1 was done for the heaps in a row of which the heap in hand is one.
    prepared: bool,
    /// What step 2 took for the last heaps, in marks, times [`MEMORY`].
    usual: usize,
    /// Pairs to mark before the values still without a mark are searched.
    sample: usize,
    /// The order in which stretches of pairs have their turn.
    order: Apart,
}

/// The usual cost of step 2 is that of about so many heaps.
const MEMORY: usize = 64;

/// In the time of a mark so many pairs are compared.
const QUICKER: usize = 4;

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
            sample: 2 * STRETCH,
            order: Apart::new(0),
        }
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
            rare.push(heap as u32);
            if rare.len() * RARE >= heap {
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
            let before = |end: usize| rare.partition_point(|&x| (x as usize) < end);
            let [start, end] = [before(LANES), before(coins)];
            let [from, to] = [before(halves.start), before(halves.end)].map(|at| at.max(start));
            let marks = &mut self.marks;
            for x in rare[from..to].iter().map(|&x| x as usize) {
                let others = (0..LANES).map(|lane| (lane, coins + lane - x));
                others.filter(|&(_, y)| y != x).for_each(|(lane, y)| {
                    marks.mark(lane, values[x].sum(values[y]).into());
                });
            }
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
        let few = rare.clone().count() * RARE < values.len();
        self.rare = few.then(|| rare.map(|(heap, _)| heap as u32).collect());
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
        let mark = |marks: &mut Marks, from: usize, to: usize| {
            rests.iter().for_each(|rest| rest.mark(values, from, to, lane, marks));
        };
        if self.prepared {
            // What step 1 has left out.
            mark(&mut self.marks, 0, LANES);
        }
        let stretches = longest.div_ceil(STRETCH);
        if self.order.len() != stretches {
            self.order = Apart::new(stretches);
        }
        let order = self.order;
        let sample = (self.sample / STRETCH).min(stretches);
        let mixed = self.mask.mixed(heap);
        // No nim-sum is as much as this.
        let bound = (self.largest + 1).next_power_of_two();
        let mut value = self.base.mex();
        // Stretches marked, and compared until the last value that was met had been met.
        let [mut marked, mut compared, mut before] = [0; 3];
        loop {
            if self.base.contains(value) || self.marks.contains(lane, value) {
                value += 1;
            } else if value >= bound || self.prepared && self.mask.class(value) == mixed {
                break;
            } else if marked < sample {
                let first = order.after(0).take(sample);
                first.for_each(|at| mark(&mut self.marks, at * STRETCH, (at + 1) * STRETCH));
                marked = sample;
            } else {
                before = compared;
                let met = order.after(sample).any(|at| {
                    compared += 1;
                    rests.iter().any(|rest| rest.meets(values, at * STRETCH, V::of(value)))
                });
                if !met {
                    break;
                }
                value += 1;
            }
        }
        // The fewer are marked, the more must be searched: half the time for either.
        let step = self.sample / 32;
        if before * 2 > marked * QUICKER {
            self.sample += step;
        } else if marked > 0 {
            self.sample = (self.sample - step).max(STRETCH);
        }
        let pairs = STRETCH * rests.len() * (marked + compared / QUICKER);
        if self.prepared {
            self.usual = self.usual - self.usual / MEMORY + pairs;
        }
        *work += pairs + value as usize;
        value
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

    /// Whether one of the pairs of a stretch, whose smaller parts are more than `from`, has this sum.
    fn meets<V: Value>(&self, values: &[V], from: usize, sum: V) -> bool {
        let to = (from + STRETCH).min(self.half);
        from < to && {
            let larger = &values[self.coins - to..self.coins - from];
            meet(&values[from + 1..=to], larger, sum)
        }
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

//! What a heap is worth as far as it is known: the two steps of the sparse space.
//!
//! `sparse.rs` tells the method and why it is right; here it is for heaps of which some options may not be
//! known yet.

use std::ops::Range;

use smallvec::SmallVec;

use super::base::Base;
use super::marks::{LANES, Marks, Value};
use super::mask::Mask;
use super::search::{Apart, STRETCH, meet};
use amalgam_core::games::rules::Amounts;

/// Rare heaps are few if they are less than this part of all.
const RARE: usize = 5;

/// How the value of a heap is found: the same for all heaps in a row.
#[derive(Clone, Debug)]
pub(super) struct Method {
    nothing: Amounts,
    /// Amounts that leave one heap, one by one.
    one: Vec<usize>,
    /// Amounts that leave two heaps, one by one.
    two: Vec<usize>,
    /// Splitting without taking must give different heaps.
    unequal: bool,
    largest: u32,
    mask: Mask,
    /// The rare heaps, ascending, without the empty one; nothing where there are too many.
    rare: Option<Vec<u32>>,
    /// What a heap took of late, in marks, times [`MEMORY`].
    usual: usize,
    /// What of that step 2 took where step 1 was done.
    usual_search: usize,
    /// Pairs to mark before the values still without a mark are searched.
    sample: usize,
}

/// What was found of a heap.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// The least value that no known option has.
    pub(super) value: u32,
    /// Pairs marked in step 1, if it was done.
    prepared: Option<usize>,
    /// Stretches marked in step 2, and compared until the last value that was met had been met.
    marked: usize,
    before: usize,
    /// What step 2 took, in marks.
    searched: usize,
}

impl Found {
    /// What both steps took, in marks.
    pub(super) fn work(&self) -> usize {
        self.searched + self.prepared.unwrap_or(0)
    }
}

/// The usual cost of a heap is that of about this many.
const MEMORY: usize = 64;

/// In the time of a mark this many pairs are compared.
const QUICKER: usize = 4;

impl Method {
    pub(super) fn new(nothing: Amounts, one: Vec<usize>, two: Vec<usize>, unequal: bool) -> Method {
        Method {
            nothing,
            one,
            two,
            unequal,
            largest: 0,
            mask: Mask::default(),
            rare: None,
            usual: 0,
            usual_search: 0,
            sample: 2 * STRETCH,
        }
    }

    /// The largest amount that leaves two heaps, if one does.
    pub(super) fn most(&self) -> Option<usize> {
        self.two.last().copied()
    }

    /// What a heap takes of late, in marks.
    pub(super) fn usual(&self) -> usize {
        self.usual / MEMORY
    }

    /// Goes on after these values; returns the largest.
    pub(super) fn go_on<V: Value>(&mut self, values: &[V]) -> u32 {
        self.largest = values.iter().map(|&value| value.into()).max().unwrap_or(0);
        self.choose(values);
        self.largest
    }

    /// Takes note of the value of a heap; whether it is larger than all before.
    pub(super) fn note(&mut self, heap: usize, value: u32) -> bool {
        if let Some(rare) = self.rare.as_mut()
            && heap > 0
            && self.mask.is_rare(heap, value)
        {
            rare.push(heap as u32);
            if rare.len() * RARE >= heap {
                self.rare = None;
            }
        }
        let larger = value > self.largest;
        self.largest = self.largest.max(value);
        larger
    }

    /// Chooses the mask that would have been best so far.
    pub(super) fn choose<V: Value>(&mut self, values: &[V]) {
        if values.len() < 16 || self.two.is_empty() {
            return;
        }
        let parity = self.two[0] as u32 & 1;
        let same = self.two.iter().all(|&taken| taken as u32 & 1 == parity);
        self.mask = Mask::best(values, same.then_some(parity));
        let heaps = (1..values.len()).map(|heap| (heap, values[heap].into()));
        let rare = heaps.filter(|&(heap, value)| self.mask.is_rare(heap, value));
        let few = rare.clone().count() * RARE < values.len();
        self.rare = few.then(|| rare.map(|(heap, _)| heap as u32).collect());
        self.usual_search = 0;
    }

    /// Takes note of what a heap of a row took.
    pub(super) fn learn(&mut self, found: &Found, row: usize) {
        // The fewer are marked, the more must be searched: half the time for either. A row that was looked
        // at with the same number changes it by a quarter at most.
        let step = (self.sample / (4 * row.max(LANES))).max(1);
        if found.before * 2 > found.marked * QUICKER {
            self.sample += step;
        } else if found.marked > 0 {
            self.sample = (self.sample - step).max(STRETCH);
        }
        let usual = |usual: usize, last: usize| usual - usual / MEMORY + last;
        if found.prepared.is_some() {
            self.usual_search = usual(self.usual_search, found.searched);
        }
        self.usual = usual(self.usual, found.work());
    }

    /// Whether an option that was not known when the heaps before `start` were has this value.
    pub(super) fn is_late<V: Value>(
        &self,
        values: &[V],
        heap: usize,
        start: usize,
        value: u32,
    ) -> bool {
        let is = |other: V| other.into() == value;
        let left = |&taken: &usize| heap.checked_sub(taken).filter(|&left| left >= start);
        self.one.iter().filter_map(left).any(|left| is(values[left]))
            || self.two.iter().filter_map(left).any(|coins| {
                // One part stands in the row, the other is small.
                let small = values[1..].iter().zip(values[start..coins].iter().rev());
                small.into_iter().any(|(&x, &y)| is(x.sum(y)))
            })
    }
}

/// What is known when heaps are looked at.
pub(super) struct Search<'a, V> {
    pub(super) method: &'a Method,
    pub(super) values: &'a [V],
    /// Values that are options beside those of `method`.
    pub(super) base: &'a Base,
    /// All values below this one are options.
    pub(super) least: u32,
}

/// What is the same for heaps that are looked at together.
struct Together {
    /// A part of at least so much leaves one that is known.
    small: usize,
    prepared: Option<usize>,
    /// The order in which stretches of pairs have their turn.
    order: Apart,
}

impl<V: Value> Search<'_, V> {
    /// Looks at heaps in a row, at most [`LANES`].
    pub(super) fn heaps(&self, heaps: Range<usize>, marks: &mut Marks) -> SmallVec<[Found; LANES]> {
        marks.clear();
        let small = heaps.end - self.values.len();
        let prepared = self.prepare(&heaps, small, marks);
        let pairs = self.method.most().map_or(0, |_| (heaps.end / 2).saturating_sub(small - 1));
        let together = Together { small, prepared, order: Apart::new(pairs.div_ceil(STRETCH)) };
        let lanes = heaps.enumerate();
        lanes.map(|(lane, heap)| self.heap(heap, &together, lane, marks)).collect()
    }

    /// Step 1: marks all known pairs with a rare heap but those of which a part is less than `small`. Tells
    /// how many a heap has, or nothing where it would be quicker to look at every pair.
    fn prepare(&self, heaps: &Range<usize>, small: usize, marks: &mut Marks) -> Option<usize> {
        let (Method { two, .. }, values) = (self.method, self.values);
        let rare = self.method.rare.as_ref()?;
        let (heap, lanes) = (heaps.start, heaps.len());
        let marked = rare.len() * two.len();
        let every = heap / 2 * two.len();
        if heap <= two.last()? + 4 * lanes || marked + self.method.usual_search / MEMORY >= every {
            return None;
        }
        let whole = two.iter().all(|&taken| {
            let coins = heap - taken;
            // Where the parts must differ, halves are looked at by each heap for itself.
            let differ = self.method.unequal && taken == 0;
            let halves = if differ { coins / 2..(coins + lanes) / 2 + 1 } else { 0..0 };
            let before = |end: usize| rare.partition_point(|&x| (x as usize) < end);
            let [start, end] = [before(small), before(coins)];
            let [from, to] = [before(halves.start), before(halves.end)].map(|at| at.max(start));
            for x in rare[from..to].iter().map(|&x| x as usize) {
                let others = (0..lanes).map(|lane| (lane, coins + lane - x));
                others.filter(|&(_, y)| y != x).for_each(|(lane, y)| {
                    marks.mark(lane, values[x].sum(values[y]).into());
                });
            }
            [&rare[start..from], &rare[to..end]].into_iter().all(|rare| {
                if lanes == 1 {
                    marks.with(rare, values, coins);
                }
                lanes == 1 || V::beside(rare, values, coins, marks)
            })
        });
        whole.then_some(marked)
    }

    /// The least value of a heap that is neither known to be one of an option nor below `least`.
    fn heap(&self, heap: usize, together: &Together, lane: usize, marks: &mut Marks) -> Found {
        let Search { method, values, base, least } = *self;
        let Together { small, prepared, order } = *together;
        if method.nothing.contains(heap as u64) {
            marks.mark(lane, 0);
        }
        let left = |&taken: &usize| {
            heap.checked_sub(taken).filter(|left| (1..values.len()).contains(left))
        };
        method.one.iter().filter_map(left).for_each(|left| marks.mark(lane, values[left].into()));
        let rests: SmallVec<[Rest; 4]> = method
            .two
            .iter()
            .take_while(|&&taken| taken + 2 <= heap)
            .map(|&taken| Rest::new(heap - taken, method.unequal && taken == 0))
            .collect();
        let mark = |marks: &mut Marks, from: usize, to: usize| {
            rests.iter().for_each(|rest| rest.mark(values, from, to, lane, marks));
        };
        // What step 1 and the stretches leave out, and a few more: with small values they often suffice.
        for rest in &rests {
            let from = (rest.coins + 1).saturating_sub(values.len()).max(1) - 1;
            rest.mark(values, from, small - 1 + LANES, lane, marks);
        }
        let first = |stretch: usize| small - 1 + stretch * STRETCH;
        let sample = (method.sample / STRETCH).min(order.len());
        let mixed = method.mask.mixed(heap);
        // No nim-sum is as much as this.
        let bound = (method.largest + 1).next_power_of_two();
        let mut value = least;
        let [mut marked, mut compared, mut before] = [0; 3];
        loop {
            if base.contains(value) || marks.contains(lane, value) {
                value += 1;
            } else if value >= bound || prepared.is_some() && method.mask.class(value) == mixed {
                break;
            } else if marked < sample {
                let stretches = order.after(0).take(sample);
                stretches.for_each(|at| mark(marks, first(at), first(at + 1)));
                marked = sample;
            } else {
                before = compared;
                let met = order.after(sample).any(|at| {
                    compared += 1;
                    rests.iter().any(|rest| rest.meets(values, first(at), V::of(value)))
                });
                if !met {
                    break;
                }
                value += 1;
            }
        }
        let searched =
            STRETCH * rests.len() * (marked + compared / QUICKER) + (value - least) as usize;
        Found { value, prepared, marked, before, searched }
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

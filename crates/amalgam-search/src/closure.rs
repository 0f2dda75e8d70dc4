//! Positions numbered as they are found, in a hash table of packed words.

use super::ordered::Entry;
use super::packed::{Heaps, Packing};
use super::table::Table;
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, LimitReached, Meter, reserve, reserved, zeros};
use amalgam_core::games::rules::Rules;

/// Every position that can be reached from the seeds, numbered; `order` lists the numbers by
/// coins, then by heaps, so that a position's options come before it.
///
/// Where any number may be taken, taking is repeated taking of one coin, so the closure under
/// single coins and merges is the set of all reachable positions.
pub(crate) struct Closure {
    rules: Rules,
    packing: Packing,
    words: Vec<u128>,
    order: Vec<u32>,
    numbers: Table<u128, u32>,
}

impl Closure {
    /// The positions below `seeds`, or `None` where they do not fit the packing.
    pub(crate) fn new(
        rules: &Rules,
        seeds: &[Position],
        bytes: usize,
        limits: &Budget,
    ) -> Option<Result<Closure, LimitReached>> {
        let packing = Packing::below(rules, seeds)?;
        let closure = Closure {
            rules: rules.clone(),
            packing,
            words: Vec::new(),
            order: Vec::new(),
            numbers: Table::new(),
        };
        Some(closure.fill(seeds, bytes, limits))
    }

    fn fill(
        mut self,
        seeds: &[Position],
        bytes: usize,
        limits: &Budget,
    ) -> Result<Self, LimitReached> {
        let limits = limits.with_positions(u64::from(u32::MAX));
        let mut meter = Meter::new(&limits, 1);
        // The caller's tables come when those of the sort are gone.
        let bytes = bytes.max(size_of::<(usize, usize)>()) + size_of::<u128>() + size_of::<u32>();
        for seed in seeds {
            self.add(self.packing.pack(seed.heaps()), bytes, &mut meter)?;
        }
        let rules = self.rules.clone();
        let mut next = 0;
        while let Some(&word) = self.words.get(next) {
            let heaps = self.packing.unpack(word);
            for (i, heap) in distinct(&heaps) {
                self.add(self.packing.decrement(word, i, heap), bytes, &mut meter)?;
            }
            for merged in merges(&rules, self.packing, word, &heaps) {
                self.add(merged, bytes, &mut meter)?;
            }
            next += 1;
        }
        self.sort(&mut meter)?;
        Ok(self)
    }

    #[inline]
    fn add(&mut self, word: u128, bytes: usize, meter: &mut Meter<'_>) -> Result<(), LimitReached> {
        if self.numbers.get(&word).is_some() {
            return Ok(());
        }
        meter.count()?;
        meter.take(bytes)?;
        self.numbers.insert(word, self.words.len() as u32, meter)?;
        reserve(&mut self.words, 1)?;
        self.words.push(word);
        Ok(())
    }

    /// Counting sort by (coins, heaps).
    fn sort(&mut self, meter: &mut Meter<'_>) -> Result<(), LimitReached> {
        let mut sizes: Vec<(usize, usize)> = reserved(self.words.len())?;
        for &word in &self.words {
            let heaps = self.packing.unpack(word);
            meter.work(heaps.len())?;
            sizes.push((heaps.iter().sum::<u64>() as usize, heaps.len()));
        }
        let most_heaps = sizes.iter().map(|size| size.1).max().unwrap_or(0);
        let layer = |size: &(usize, usize)| size.0 * (most_heaps + 1) + size.1;
        let layers = sizes.iter().map(layer).max().unwrap_or(0) + 1;
        meter.take((layers + 1).saturating_mul(size_of::<u32>()))?;
        let mut starts: Vec<u32> = zeros(layers + 1)?;
        for size in &sizes {
            starts[layer(size) + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        self.order = zeros(sizes.len())?;
        for (number, size) in sizes.iter().enumerate() {
            meter.work(1)?;
            let start = &mut starts[layer(size)];
            self.order[*start as usize] = number as u32;
            *start += 1;
        }
        Ok(())
    }

    /// The number of a position, if it is in the closure.
    pub(crate) fn find(&self, position: &Position) -> Option<usize> {
        let word = self.packing.try_pack(position)?;
        self.numbers.get(&word).map(|&number| number as usize)
    }

    #[cfg(test)]
    pub(crate) fn positions(&self) -> Vec<Position> {
        self.words.iter().map(|&word| Position::new(self.packing.unpack(word))).collect()
    }

    pub(crate) fn numbers(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn walk(
        &self,
        limits: &Budget,
        work: usize,
        mut visit: impl FnMut(Entry<'_>),
    ) -> Result<usize, LimitReached> {
        let only_time = limits.only_time();
        let mut meter = Meter::new(&only_time, work);
        let (mut rests, mut merged) = (Vec::new(), Vec::new());
        let number = |word: u128| *self.numbers.get(&word).expect("a closure is closed") as usize;
        for &position in &self.order {
            meter.count()?;
            let word = self.words[position as usize];
            let heaps = self.packing.unpack(word);
            rests.clear();
            rests.extend(
                distinct(&heaps).map(|(i, heap)| (heap, number(self.packing.remove(word, i)))),
            );
            merged.clear();
            merged.extend(merges(&self.rules, self.packing, word, &heaps).map(number));
            visit(Entry { number: position as usize, rests: &rests, merged: &merged });
        }
        Ok(self.words.len())
    }
}

/// The different heaps with the index of the first of each size.
#[inline]
fn distinct(heaps: &Heaps) -> impl Iterator<Item = (usize, u64)> + '_ {
    heaps.iter().copied().enumerate().filter(|&(i, heap)| i == 0 || heaps[i - 1] != heap)
}

/// The positions to which a merge leads.
#[inline]
fn merges<'a>(
    rules: &'a Rules,
    packing: Packing,
    word: u128,
    heaps: &'a Heaps,
) -> impl Iterator<Item = u128> + 'a {
    distinct(heaps).flat_map(move |(i, x)| {
        let rest = packing.remove(word, i);
        let others = (i + 1..heaps.len()).filter(move |&j| j == i + 1 || heaps[j - 1] != heaps[j]);
        others.flat_map(move |j| {
            let rest = packing.remove(rest, j - 1);
            rules.merged(x, heaps[j]).into_iter().map(move |to| packing.insert(rest, to))
        })
    })
}

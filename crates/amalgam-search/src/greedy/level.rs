//! The P-positions with a given number of heaps, row by row.
//!
//! The heaps t beside the largest are walked through as rows: u, all heaps of t but its largest, and
//! columns c, the largest. What depends on u alone is worked out once for a row: where the sets of t ∖ h
//! begin, and where the completions are that merging leads to. Along the row these stand side by side.

use super::{NONE, Room, Table};
use crate::ranks::{self, Ranks};
use amalgam_core::base::bits;
use amalgam_core::base::budget::{LimitReached, Meter, zeros};
use amalgam_core::games::rules::{Merge, Rules};

/// The positions with one heap more than `k`.
pub(super) struct Level<'a> {
    rules: &'a Rules,
    /// The largest that the heaps of such a position can be, ascending.
    tops: &'a [u64],
    /// How many heaps a position has beside the largest.
    k: usize,
    /// No position has more coins.
    coins: u64,
    /// The completions of rests with fewer heaps.
    below: &'a [Table],
    /// Rests of k − 1 heaps, each with a set of heaps that make a rest of k heaps which has found its
    /// completion; only heaps that are not smaller than those of the rest are there.
    ranks: Ranks,
    width: usize,
    bits: Vec<u64>,
}

/// What a row knows of one of its heaps h.
struct Heap {
    heap: u64,
    /// Where the sets of u ∖ h with one more heap begin.
    set: isize,
    /// Where the completions of u ∖ h with one more heap begin.
    rest: isize,
    /// Where those of u ∖ h with two more heaps begin, which are being found.
    found: isize,
}

/// What a row knows of two of its heaps that can merge.
struct Pair {
    merged: u64,
    /// Where the completions begin that merging leads to at columns below the merged heap, and from
    /// there on.
    below: Option<isize>,
    above: Option<isize>,
}

/// A row: all heaps but two.
#[derive(Default)]
struct Row {
    heaps: Vec<Heap>,
    pairs: Vec<Pair>,
    /// Where the completions begin that a merge leads to of which nothing is left.
    vanished: Vec<isize>,
    excluded: Vec<u64>,
}

impl<'a> Level<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        tops: &'a [u64],
        coins: u64,
        below: &'a [Table],
        room: &Room<'_>,
    ) -> Result<Level<'a>, LimitReached> {
        let k = tops.len() - 1;
        let width = (tops[k] / 64 + 1) as usize;
        let ranks = room.ranks(&tops[1..k], 8 * width as u64)?;
        let bits = zeros(ranks.count() * width)?;
        Ok(Level { rules, tops, k, coins, below, ranks, width, bits })
    }

    /// Finds the P-positions and notes in `table` the completion of the rest beside the largest heap,
    /// or of every rest; counts the rests that were looked at.
    pub(super) fn fill(
        mut self,
        table: &mut Table,
        every_rest: bool,
        meter: &mut Meter<'_>,
    ) -> Result<usize, LimitReached> {
        self.start(table, meter)?;
        let k = self.k;
        let tops = &self.tops[..k - 1];
        let mut row = Row::default();
        let mut count = 0;
        let Some(mut heaps) = ranks::first(tops) else { return Ok(0) };
        let mut left = self.coins.checked_sub(heaps.len() as u64);
        while let Some(spare) = left {
            let from = heaps.last().copied().unwrap_or(1);
            let to = self.tops[k - 1].min(spare / 2);
            if from <= to {
                let columns = (to - from + 1) as usize;
                meter.count_all(columns, k)?;
                count += columns;
                self.row(&heaps, from..=to, &mut row, table, every_rest);
            }
            left = ranks::next(&mut heaps, tops, spare);
        }
        Ok(count)
    }

    /// The P-positions with a heap less: their rests are completed by nothing at all.
    fn start(&mut self, table: &mut Table, meter: &mut Meter<'_>) -> Result<(), LimitReached> {
        let Some(mut heaps) = ranks::first(self.ranks.tops()) else { return Ok(()) };
        let below = &self.below[self.k - 1];
        let mut rank = 0;
        loop {
            meter.work(1)?;
            let size = below.sizes[below.ranks.rank(heaps.iter().copied())];
            let largest = heaps.last().copied().unwrap_or(1);
            if u64::from(size) >= largest && u64::from(size) <= self.tops[self.k] {
                bits::set(&mut self.bits, rank * self.width * 64 + size as usize);
                heaps.push(size.into());
                if let Some(found) = table.ranks.find(&heaps) {
                    table.sizes[found] = 0;
                }
                heaps.pop();
            }
            rank += 1;
            if ranks::next(&mut heaps, self.ranks.tops(), u64::MAX / 2).is_none() {
                return Ok(());
            }
        }
    }

    fn row(
        &mut self,
        heaps: &[u64],
        columns: std::ops::RangeInclusive<u64>,
        row: &mut Row,
        table: &mut Table,
        every_rest: bool,
    ) {
        self.prepare(heaps, row, table);
        let (k, width) = (self.k, self.width);
        let own = self.ranks.rank(heaps.iter().copied()) * width;
        let found = table.ranks.first() + partial(&table.ranks, heaps.iter().copied()).unwrap_or(0);
        let of_row = self.below[k - 1].sizes[self.below[k - 1].ranks.rank(heaps.iter().copied())];
        for c in columns {
            if bits::get(&self.bits, own * 64 + c as usize) {
                continue;
            }
            self.exclude(heaps, c, of_row, row);
            let Some(d) = self.least(own, c, row) else { continue };
            let (word, bit) = (d as usize / 64, 1 << (d % 64));
            self.bits[own + word] |= bit;
            table.sizes[(found + table.ranks.at(k - 1, c)) as usize] = d as u32;
            if every_rest {
                table.sizes[(found + table.ranks.at(k - 1, d)) as usize] = c as u32;
            }
            for heap in &row.heaps {
                let set = (heap.set + self.ranks.at(k - 2, c)) as usize;
                self.bits[set * width + word] |= bit;
                if every_rest {
                    let rest = heap.found + table.ranks.at(k - 2, c) + table.ranks.at(k - 1, d);
                    table.sizes[rest as usize] = heap.heap as u32;
                }
            }
        }
    }

    /// The least heap from `c` on that neither the sets nor the merges rule out, if it can arise.
    #[inline]
    fn least(&self, own: usize, c: u64, row: &Row) -> Option<u64> {
        let mut mask = u64::MAX << (c % 64);
        for word in c as usize / 64..self.width {
            let mut taken = self.bits[own + word];
            for heap in &row.heaps {
                let set = (heap.set + self.ranks.at(self.k - 2, c)) as usize;
                taken |= self.bits[set * self.width + word];
            }
            for &d in &row.excluded {
                taken |= u64::from(d as usize / 64 == word) << (d % 64);
            }
            let free = !taken & mask;
            if free != 0 {
                let d = word as u64 * 64 + u64::from(free.trailing_zeros());
                return (d <= self.tops[self.k]).then_some(d);
            }
            mask = u64::MAX;
        }
        None
    }

    /// What the row knows of its heaps and of their merges.
    fn prepare(&self, heaps: &[u64], row: &mut Row, table: &Table) {
        let k = self.k;
        row.heaps.clear();
        row.pairs.clear();
        row.vanished.clear();
        let below = &self.below[k - 1].ranks;
        for i in (0..heaps.len()).filter(|&i| i == 0 || heaps[i] != heaps[i - 1]) {
            let others = || without(heaps, i);
            let start = |ranks: &Ranks| ranks.first() + partial(ranks, others()).unwrap_or(0);
            row.heaps.push(Heap {
                heap: heaps[i],
                set: start(&self.ranks),
                rest: start(below),
                // Of the last level only some rests are there.
                found: start(&table.ranks),
            });
            if self.rules.merges().is_empty() {
                continue;
            }
            for j in (i + 1..heaps.len()).filter(|&j| j == i + 1 || heaps[j] != heaps[j - 1]) {
                for merged in self.rules.merged(heaps[i], heaps[j]) {
                    let others =
                        || without(heaps, i).enumerate().filter(|o| o.0 + 1 != j).map(|o| o.1);
                    if merged == 0 {
                        let ranks = &self.below[k - 2].ranks;
                        row.vanished
                            .extend(partial(ranks, others()).map(|sum| sum + ranks.first()));
                        continue;
                    }
                    let first = |sum: isize| sum + below.first();
                    let last = partial(below, others())
                        .filter(|_| merged <= below.tops()[k - 2])
                        .map(|sum| first(sum + below.at(k - 2, merged)));
                    let inside = partial(below, inserted(others(), merged)).map(first);
                    row.pairs.push(Pair { merged, below: last, above: inside });
                }
            }
        }
    }

    /// The heaps from `c` on that merges rule out beside the row and `c`.
    #[inline]
    fn exclude(&self, heaps: &[u64], c: u64, of_row: u32, row: &mut Row) {
        row.excluded.clear();
        let k = self.k;
        let merges = self.rules.merges();
        if merges.is_empty() {
            return;
        }
        let below = &self.below[k - 1];
        let last = |heap: u64| below.ranks.at(k - 2, heap);
        // Two heaps of the row.
        for pair in &row.pairs {
            let place = match c < pair.merged {
                true => pair.below.map(|start| start + below.ranks.at(k - 3, c)),
                false => pair.above.map(|start| start + last(c)),
            };
            if let Some(place) = place {
                add(&mut row.excluded, below.sizes[place as usize], c);
            }
        }
        for &start in &row.vanished {
            let table = &self.below[k - 2];
            add(&mut row.excluded, table.sizes[(start + table.ranks.at(k - 3, c)) as usize], c);
        }
        let top = below.ranks.tops().last().copied().unwrap_or(0);
        for heap in &row.heaps {
            // A heap of the row with c.
            for merge in merges {
                let merged = merge.merged(heap.heap, c).map(|merged| merged as u64);
                match merged.filter(|&merged| merged <= top) {
                    Some(merged) if merged >= c => {
                        let size = below.sizes[(heap.rest + last(merged)) as usize];
                        add(&mut row.excluded, size, c);
                    }
                    Some(merged) => {
                        let size = self.smaller(heaps, heap.heap, merged);
                        add(&mut row.excluded, size, c);
                    }
                    None => {}
                }
            }
            // A heap of the row with d.
            let size = below.sizes[(heap.rest + last(c)) as usize];
            part(merges, heap.heap, size, c, &mut row.excluded);
        }
        // c with d.
        part(merges, c, of_row, c, &mut row.excluded);
    }

    /// The completion of the row without `heap`, but with what is left of it after a merge that takes
    /// more than it brings.
    #[cold]
    fn smaller(&self, heaps: &[u64], heap: u64, merged: u64) -> u32 {
        let i = heaps.iter().position(|&other| other == heap).expect("a heap of the row");
        let rest: Vec<u64> = match merged {
            0 => without(heaps, i).collect(),
            _ => inserted(without(heaps, i), merged).collect(),
        };
        let table = &self.below[rest.len()];
        table.ranks.find(&rest).map_or(NONE, |rank| table.sizes[rank])
    }
}

/// Notes a size that is ruled out, if it may be chosen.
#[inline]
fn add(excluded: &mut Vec<u64>, size: u32, c: u64) {
    if size != NONE && u64::from(size) >= c {
        excluded.push(size.into());
    }
}

/// Notes the heaps that merge with `heap` to `size`.
#[inline]
fn part(merges: &[Merge], heap: u64, size: u32, c: u64, excluded: &mut Vec<u64>) {
    if size == NONE {
        return;
    }
    for merge in merges {
        let other = (u64::from(size) + merge.then_take).checked_sub(heap);
        if let Some(other) = other.filter(|&other| other >= c)
            && merge.merged(other, heap) == Some(size.into())
        {
            excluded.push(other);
        }
    }
}

/// What the first heaps of a tuple add to its rank, unless one is above its top.
fn partial(ranks: &Ranks, heaps: impl Iterator<Item = u64>) -> Option<isize> {
    let mut sum = 0;
    for (place, heap) in heaps.enumerate() {
        if heap > ranks.tops()[place] {
            return None;
        }
        sum += ranks.at(place, heap);
    }
    Some(sum)
}

fn without(heaps: &[u64], i: usize) -> impl Iterator<Item = u64> + '_ {
    heaps[..i].iter().chain(&heaps[i + 1..]).copied()
}

/// Ascending heaps with one more in its place.
fn inserted(heaps: impl Iterator<Item = u64>, heap: u64) -> impl Iterator<Item = u64> {
    let mut heaps = heaps.peekable();
    let mut waits = Some(heap);
    std::iter::from_fn(move || match (heaps.peek(), waits) {
        (Some(&next), Some(heap)) if next > heap => waits.take(),
        (None, Some(_)) => waits.take(),
        _ => heaps.next(),
    })
}

//! Positions numbered by their heaps: one box for each number of heaps, and ranks within it.
//!
//! The walk goes through the [boxes](super::ranks) by rising number of heaps, and lexicographically in
//! each. A tuple comes after every tuple that is nowhere larger, so options come first. Boxes may hold
//! more than can be reached, which costs time but no exactness.

use super::ordered::Entry;
use super::ranks::{self, Ranks};
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, Limit, LimitReached, Meter};
use amalgam_core::games::rules::Rules;

pub(crate) struct Boxes {
    rules: Rules,
    /// How many coins a merge takes, where there is one merge and it has no condition.
    always_taking: Option<u64>,
    /// By number of heaps.
    levels: Vec<Level>,
    /// No position has more coins.
    coins: u64,
    numbers: usize,
}

struct Level {
    ranks: Ranks,
    /// The number of the first tuple.
    base: usize,
}

impl Level {
    #[inline]
    fn number(&self, heaps: impl Iterator<Item = u64>) -> usize {
        self.base + self.ranks.rank(heaps)
    }
}

impl Boxes {
    /// Boxes for everything below `seeds`; `None` where there are too many heaps.
    pub(crate) fn new(
        rules: &Rules,
        seeds: &[Position],
        bytes: usize,
        limits: &Budget,
    ) -> Option<Result<Boxes, LimitReached>> {
        let coins = seeds.iter().map(Position::coins).max().unwrap_or(0);
        let coins = u64::try_from(coins).ok().filter(|&coins| coins < 1 << 40)?;
        let room = (limits.memory / bytes.max(1) as u64).min(u64::from(u32::MAX));
        let most = room.min(limits.positions);
        // The i-th largest of some heaps is not larger than those before it.
        let tops = ranks::tops(rules, seeds, |_, i| coins / i as u64)?;
        let (mut levels, mut numbers) = (Vec::with_capacity(tops.len()), 0);
        for tops in &tops {
            let Some(ranks) = Ranks::new(tops, most - numbers as u64) else {
                let limit = match room < limits.positions {
                    true => Limit::Memory(limits.memory),
                    false => Limit::Positions(limits.positions),
                };
                return Some(Err(LimitReached { room: most, ..LimitReached::new(limit, 0) }));
            };
            let base = numbers;
            numbers += ranks.count();
            levels.push(Level { ranks, base });
        }
        let always_taking = match rules.merges() {
            [merge] if merge.conditions.is_empty() => Some(merge.then_take),
            _ => None,
        };
        let rules = rules.clone();
        Some(Ok(Boxes { rules, always_taking, levels, coins, numbers }))
    }

    pub(crate) fn numbers(&self) -> usize {
        self.numbers
    }

    pub(crate) fn find(&self, position: &Position) -> Option<usize> {
        let level = self.levels.get(position.heaps().len())?;
        if position.coins() > u128::from(self.coins) {
            return None;
        }
        level.ranks.find(position.heaps()).map(|rank| level.base + rank)
    }

    pub(crate) fn walk(
        &self,
        limits: &Budget,
        work: usize,
        mut visit: impl FnMut(Entry<'_>),
    ) -> Result<usize, LimitReached> {
        let only_time = limits.only_time();
        let mut meter = Meter::new(&only_time, work);
        let mut count = 0;
        let (mut rests, mut merged) = (Vec::new(), Vec::new());
        for j in 0..self.levels.len() {
            let level = &self.levels[j];
            let Some(mut heaps) = ranks::first(level.ranks.tops()) else { continue };
            let mut left = self.coins.checked_sub(j as u64);
            while let Some(spare) = left {
                meter.count()?;
                count += 1;
                self.neighbours(&heaps, &mut rests, &mut merged);
                let number = level.number(heaps.iter().copied());
                visit(Entry { number, rests: &rests, merged: &merged });
                left = ranks::next(&mut heaps, level.ranks.tops(), spare);
            }
        }
        Ok(count)
    }

    /// The numbers of the rests and of what merging leads to.
    #[inline]
    fn neighbours(&self, heaps: &[u64], rests: &mut Vec<(u64, usize)>, merged: &mut Vec<usize>) {
        rests.clear();
        merged.clear();
        let Some(below) = heaps.len().checked_sub(1).map(|j| &self.levels[j]) else {
            return;
        };
        // The number of the rest without the first heap; moving the gap up changes one term.
        let mut rest = below.number(heaps[1..].iter().copied()) as isize;
        for i in 0..heaps.len() {
            if i > 0 {
                rest += below.ranks.at(i - 1, heaps[i - 1]) - below.ranks.at(i - 1, heaps[i]);
            }
            if i == 0 || heaps[i] != heaps[i - 1] {
                rests.push((heaps[i], rest as usize));
            }
        }
        if self.rules.merges().is_empty() {
            return;
        }
        for a in 0..heaps.len() {
            if a > 0 && heaps[a] == heaps[a - 1] {
                continue;
            }
            for b in a + 1..heaps.len() {
                if b > a + 1 && heaps[b] == heaps[b - 1] {
                    continue;
                }
                match self.always_taking {
                    Some(taken) if heaps[a] + heaps[b] >= taken => {
                        merged.push(self.merged(heaps, a, b, heaps[a] + heaps[b] - taken));
                    }
                    Some(_) => {}
                    None => {
                        let heaps_made = self.rules.merged(heaps[a], heaps[b]);
                        merged.extend(heaps_made.iter().map(|&to| self.merged(heaps, a, b, to)));
                    }
                }
            }
        }
    }

    /// The number of the position in which the heaps at `a` and `b` are replaced by `to`.
    #[inline]
    fn merged(&self, heaps: &[u64], a: usize, b: usize, to: u64) -> usize {
        if to == 0 {
            let rest = (0..heaps.len()).filter(|&i| i != a && i != b).map(|i| heaps[i]);
            return self.levels[heaps.len() - 2].number(rest);
        }
        let level = &self.levels[heaps.len() - 1];
        let (mut number, mut place, mut placed) = (level.ranks.first(), 0, false);
        let mut put = |heap: u64| {
            number += level.ranks.at(place, heap);
            place += 1;
        };
        for (i, &heap) in heaps.iter().enumerate() {
            if i == a || i == b {
                continue;
            }
            if !placed && heap > to {
                put(to);
                placed = true;
            }
            put(heap);
        }
        if !placed {
            put(to);
        }
        level.base + number as usize
    }
}

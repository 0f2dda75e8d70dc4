//! Positions numbered by their heaps: one box for each number of heaps.
//!
//! The positions with exactly j heaps below a start, as sorted tuples, all lie in a box: the i-th
//! smallest heap is at most `tops[j][i]`. The box of j − 1 heaps is got from the box of j heaps by
//! merging its largest tuple in every way and taking the largest i-th heap each time: a merge is
//! monotone in every heap, so nothing in the box of j merges beyond it. Taking stays in the box or
//! drops a heap. So the boxes are closed under moves; they may hold more than can be reached, which
//! costs time but no exactness.
//!
//! The walk goes through the boxes by rising number of heaps, and lexicographically in each. A
//! tuple comes after every tuple that is nowhere larger, so options come first.

use super::ordered::Entry;
use crate::Position;
use crate::base::budget::{Budget, LimitReached, Meter};
use crate::games::rules::Rules;

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
    /// The largest i-th smallest heap.
    tops: Vec<u64>,
    /// What one coin more in the i-th smallest heap adds to the number.
    strides: Vec<usize>,
    /// The number that a tuple of zeros would have; tuples have none, so it may be negative.
    base: isize,
}

impl Level {
    #[inline]
    fn number(&self, heaps: impl Iterator<Item = u64>) -> usize {
        let sum: usize =
            heaps.zip(&self.strides).map(|(heap, stride)| heap as usize * stride).sum();
        (self.base + sum as isize) as usize
    }
}

/// Boxes are used only where their numbers are few compared with what may be looked at.
const EMPTINESS: u64 = 8;

/// More heaps than this are left to [`Closure`](super::closure::Closure).
const MOST_HEAPS: usize = 16;

impl Boxes {
    /// Boxes for everything below `seeds`, unless they would be too large.
    pub(crate) fn new(
        rules: &Rules,
        seeds: &[Position],
        bytes: usize,
        limits: &Budget,
    ) -> Option<Boxes> {
        let coins = seeds.iter().map(Position::coins).max().unwrap_or(0);
        let coins = u64::try_from(coins).ok().filter(|&coins| coins < 1 << 40)?;
        let heaps = seeds.iter().map(|seed| seed.heaps().len()).max().unwrap_or(0);
        if heaps > MOST_HEAPS {
            return None;
        }
        let most = (limits.memory / bytes.max(1) as u64)
            .min(limits.positions.saturating_mul(EMPTINESS))
            .min(u64::from(u32::MAX));
        let mut levels: Vec<Level> = Vec::with_capacity(heaps + 1);
        let mut tops: Vec<u64> = vec![0; heaps];
        let mut numbers = 0u64;
        for j in (0..=heaps).rev() {
            for seed in seeds.iter().filter(|seed| seed.heaps().len() == j) {
                raise(&mut tops, seed.heaps());
            }
            // The i-th smallest of j heaps is not larger than those after it.
            let fits = |(i, top): (usize, &u64)| (*top).min(coins / (j - i) as u64);
            tops = tops.iter().enumerate().map(fits).collect();
            let (mut strides, mut size) = (vec![0usize; j], 1u64);
            for i in (0..j).rev() {
                strides[i] = size as usize;
                size = size.checked_mul(tops[i])?;
                if size > most {
                    return None;
                }
            }
            let zeros: usize = strides.iter().sum();
            let base = numbers as isize - zeros as isize;
            numbers = numbers.checked_add(size).filter(|&numbers| numbers <= most)?;
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
            levels.push(Level { tops: std::mem::replace(&mut tops, below), strides, base });
        }
        levels.reverse();
        let always_taking = match rules.merges() {
            [merge] if merge.conditions.is_empty() => Some(merge.then_take),
            _ => None,
        };
        let rules = rules.clone();
        Some(Boxes { rules, always_taking, levels, coins, numbers: numbers as usize })
    }

    pub(crate) fn numbers(&self) -> usize {
        self.numbers
    }

    pub(crate) fn find(&self, position: &Position) -> Option<usize> {
        let level = self.levels.get(position.heaps().len())?;
        let inside = position.coins() <= u128::from(self.coins)
            && position.heaps().iter().zip(&level.tops).all(|(heap, top)| heap <= top);
        inside.then(|| level.number(position.heaps().iter().copied()))
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
            let mut heaps = vec![1u64; j];
            let level = &self.levels[j];
            let mut left = self.coins.checked_sub(j as u64);
            if level.tops.contains(&0) {
                left = None; // no position has so many heaps
            }
            while let Some(spare) = left {
                meter.count()?;
                count += 1;
                self.neighbours(&heaps, &mut rests, &mut merged);
                let number = level.number(heaps.iter().copied());
                visit(Entry { number, rests: &rests, merged: &merged });
                left = next(&mut heaps, &level.tops, spare);
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
                let stride = below.strides[i - 1] as isize;
                rest -= (heaps[i] - heaps[i - 1]) as isize * stride;
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
        let (mut number, mut place, mut placed) = (level.base, 0, false);
        let mut put = |heap: u64| {
            number += (heap as usize * level.strides[place]) as isize;
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
        number as usize
    }
}

/// The next sorted tuple within the tops in lexicographic order, and how many coins it leaves of
/// those allowed; `spare` is what the present one leaves.
#[inline]
fn next(heaps: &mut [u64], tops: &[u64], spare: u64) -> Option<u64> {
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

fn raise(tops: &mut [u64], heaps: &[u64]) {
    tops.iter_mut().zip(heaps).for_each(|(top, &heap)| *top = (*top).max(heap));
}

//! Every position up to some coins and heaps, numbered without gaps.

use amalgam_core::base::budget::{Budget, Limit, LimitReached, Meter, reserved, zeros};

/// The numbering of all positions of at most this many coins in at most this many heaps, by coins,
/// then by heaps, then lexicographically.
///
/// Let q(n,k) be the number of partitions of n into exactly k parts. Taking m−1 from every part
/// shows that q(n − k(m−1), k) of them have all parts at least m. So among the partitions of n into
/// k parts of at least m, those whose first part is below h are counted by a difference of two
/// entries of one table, and the number of a position is a sum with one term for each heap.
pub(crate) struct Layers {
    coins: usize,
    heaps: usize,
    /// q(n,k) at n·(heaps+1) + k.
    parts: Vec<u64>,
    /// How many positions come before those of n coins and k heaps, at n·(heaps+1) + k.
    before: Vec<u64>,
    total: u64,
}

impl Layers {
    /// The numbering, unless there are too many positions to number.
    pub(crate) fn new(coins: usize, heaps: usize, limits: &Budget) -> Result<Layers, LimitReached> {
        let heaps = heaps.min(coins);
        let side = heaps + 1;
        // A partition has a part 1, or all parts can lose one.
        let cells = (coins as u128 + 1) * side as u128;
        limits.foresee(0, cells * 2 * size_of::<u64>() as u128)?;
        let cells = cells as usize;
        let mut parts: Vec<u64> = zeros(cells)?;
        let mut meter = Meter::new(limits, 1);
        let too_many = || LimitReached::new(Limit::Memory(limits.memory), 0);
        parts[0] = 1;
        for n in 1..=coins {
            meter.work(heaps.min(n))?;
            for k in 1..=heaps.min(n) {
                let with_one = parts[(n - 1) * side + k - 1];
                let without = if n >= 2 * k { parts[(n - k) * side + k] } else { 0 };
                parts[n * side + k] = with_one.checked_add(without).ok_or_else(too_many)?;
            }
        }
        let mut total = 0u64;
        let mut before = reserved(cells)?;
        for &count in &parts {
            meter.work(1)?;
            before.push(total);
            total = total.checked_add(count).ok_or_else(too_many)?;
        }
        Ok(Layers { coins, heaps, parts, before, total })
    }

    /// The most coins and heaps.
    pub(crate) fn bounds(&self) -> (usize, usize) {
        (self.coins, self.heaps)
    }

    /// Writes the first position of this many coins in this many heaps, and tells its number.
    pub(crate) fn first(&self, coins: usize, count: usize, heaps: &mut Vec<u64>) -> Option<usize> {
        let cell = coins * (self.heaps + 1) + count;
        if self.parts[cell] == 0 {
            return None;
        }
        heaps.clear();
        heaps.resize(count, 1);
        if let Some(last) = heaps.last_mut() {
            *last = (coins + 1 - count) as u64;
        }
        Some(self.before[cell] as usize)
    }

    /// The next position with as many coins and heaps in lexicographic order, if there is one.
    pub(crate) fn advance(heaps: &mut [u64]) -> bool {
        let mut left = heaps.last().copied().unwrap_or(0);
        for i in (0..heaps.len().saturating_sub(1)).rev() {
            left += heaps[i];
            let least = heaps[i] + 1;
            let after = (heaps.len() - 1 - i) as u64;
            if least * (after + 1) <= left {
                let (last, places) = heaps[i..].split_last_mut().expect("i is a place");
                places.fill(least);
                *last = left - least * after;
                return true;
            }
        }
        false
    }

    /// The bytes of the numbering itself.
    pub(crate) fn bytes(&self) -> u128 {
        (self.parts.len() + self.before.len()) as u128 * size_of::<u64>() as u128
    }

    /// How many positions there are.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// The number of a position, if it is among them; `heaps` is ascending and not empty.
    #[inline]
    pub(crate) fn find(&self, heaps: &[u64]) -> Option<usize> {
        let coins = heaps.iter().try_fold(0u64, |sum, &heap| sum.checked_add(heap))?;
        if coins > self.coins as u64 || heaps.len() > self.heaps {
            return None;
        }
        Some(self.number(coins as usize, heaps.iter().copied(), heaps.len()))
    }

    /// The number of the position of `coins` coins with these `count` heaps.
    #[inline]
    pub(crate) fn number(
        &self,
        coins: usize,
        heaps: impl Iterator<Item = u64>,
        count: usize,
    ) -> usize {
        let side = self.heaps + 1;
        let mut number = self.before[coins * side + count];
        let (mut left, mut places, mut least) = (coins, count, 1);
        for heap in heaps {
            let heap = heap as usize;
            if heap > least {
                let all = self.parts[(left - places * (least - 1)) * side + places];
                number += all - self.parts[(left - places * (heap - 1)) * side + places];
            }
            left -= heap;
            places -= 1;
            least = heap;
        }
        number as usize
    }
}

//! What a stretch of columns does to the cells of an odd row: they change places, and some turn.
//!
//! By part (4) of the Structure Theorem which cells change places depends on the rows below, never on
//! what the cells hold. So a stretch of columns acts on every register in the same way, by a *signed
//! permutation*: what stands in a cell moves to another one, turned (taken for free) or not. If a
//! stretch is repeated, a cell of a cycle of n cells holds the same again after n repetitions, or its
//! opposite, and then after 2n; never mind that the values may repeat sooner by chance.

use crate::rests::periodic::lcm;
use crate::row::SignedCycle;

/// A signed permutation of at most 128 cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moved {
    /// Where the content of each cell goes.
    pub to: Vec<u8>,
    /// The cells whose content is turned on its way.
    pub turned: u128,
}

impl Moved {
    /// One column in which nothing happens: all cells come nearer, and the first goes to the end,
    /// turned.
    pub fn quiet(cells: u32) -> Self {
        let to = (0..cells).map(|cell| (cell + cells - 1) as u8 % cells as u8).collect();
        Moved { to, turned: 1 }
    }

    pub fn apply(&self, values: u128) -> u128 {
        let values = values ^ self.turned;
        let place = |(cell, &to): (usize, &u8)| (values >> cell & 1) << to;
        self.to.iter().enumerate().map(place).fold(0, |all, bit| all | bit)
    }

    /// First this, then `next`.
    pub fn then(&self, next: &Moved) -> Moved {
        let to = self.to.iter().map(|&cell| next.to[usize::from(cell)]).collect();
        let later = self.to.iter().enumerate();
        let later = later.fold(0, |all, (cell, &at)| all | (next.turned >> at & 1) << cell);
        Moved { to, turned: self.turned ^ later }
    }

    /// What stands in the cells after this many repetitions.
    pub fn repeat(&self, mut values: u128, mut times: u64) -> u128 {
        let mut power = self.clone();
        while times > 0 {
            if times & 1 == 1 {
                values = power.apply(values);
            }
            power = power.then(&power);
            times >>= 1;
        }
        values
    }

    fn orbits(&self) -> Vec<Vec<usize>> {
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        let mut seen = 0u128;
        for cell in 0..self.to.len() {
            let mut orbit = Vec::new();
            let mut at = cell;
            while seen >> at & 1 == 0 {
                seen |= 1 << at;
                orbit.push(at);
                at = self.to[at].into();
            }
            if !orbit.is_empty() {
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// The cycles, the longest first, those that do not turn before those that do.
    pub fn cycles(&self) -> Vec<SignedCycle> {
        let cycle = |orbit: &Vec<usize>| SignedCycle {
            length: orbit.len() as u64,
            turns: orbit.iter().filter(|&&cell| self.turned >> cell & 1 == 1).count() % 2 == 1,
        };
        let mut cycles: Vec<SignedCycle> = self.orbits().iter().map(cycle).collect();
        cycles.sort_by_key(|cycle| (std::cmp::Reverse(cycle.length), cycle.turns));
        cycles
    }

    /// For each cell what it holds after 0, 1, 2, … repetitions, until that repeats.
    pub fn values(&self, home: u128) -> Vec<Vec<bool>> {
        let mut values = vec![Vec::new(); self.to.len()];
        for orbit in self.orbits() {
            let (len, mut held) = (orbit.len(), home);
            // Twice round brings every value back.
            let mut seen: Vec<Vec<bool>> = vec![Vec::new(); len];
            for _ in 0..2 * len {
                for (cell, seen) in orbit.iter().zip(&mut seen) {
                    seen.push(held >> cell & 1 == 1);
                }
                let mut next = held;
                for &cell in &orbit {
                    let value = (held ^ self.turned) >> cell & 1;
                    let to = self.to[cell];
                    next = next & !(1 << to) | value << to;
                }
                held = next;
            }
            for (&cell, mut seen) in orbit.iter().zip(seen) {
                seen.truncate(least_cyclic(&seen));
                values[cell] = seen;
            }
        }
        values
    }

    /// After how many repetitions the register is back; `None` if that does not fit 64 bits.
    pub fn multiplier(&self, home: u128) -> Option<u64> {
        self.values(home).iter().try_fold(1, |all, values| lcm(all, values.len() as u64))
    }
}

/// The least period of a sequence that is to be read cyclically.
fn least_cyclic(sequence: &[bool]) -> usize {
    let n = sequence.len();
    let repeats =
        |p: &usize| n.is_multiple_of(*p) && (*p..n).all(|i| sequence[i] == sequence[i - p]);
    (1..n).find(repeats).unwrap_or(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeating_is_applying_again_and_again() {
        // Cells 0→2→1→0 with one turn, 3 alone and turned, 4 alone.
        let moved = Moved { to: vec![2, 0, 1, 3, 4], turned: 0b01010 };
        let cycle = |length, turns| SignedCycle { length, turns };
        assert_eq!(moved.cycles(), [cycle(3, true), cycle(1, false), cycle(1, true)]);
        for home in 0..32 {
            let mut values = home;
            let seen = moved.values(home);
            let mut back = None;
            for times in 0..24u64 {
                assert_eq!(moved.repeat(home, times), values);
                for (cell, seen) in seen.iter().enumerate() {
                    assert_eq!(seen[times as usize % seen.len()], values >> cell & 1 == 1);
                }
                values = moved.apply(values);
                back = back.or((values == home).then_some(times + 1));
            }
            assert_eq!(moved.multiplier(home), back);
        }
        assert_eq!(Moved::quiet(3).repeat(0b110, 3), 0b001);
        assert_eq!(moved.then(&moved).apply(5), moved.repeat(5, 2));
    }
}

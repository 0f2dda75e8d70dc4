//! The period of one row: found, made minimal, and witnessed.
//!
//! Write o(b) = f(a,b) − b for the offsets of row a, and pos(b) for o(b) where that is positive,
//! else nothing: the row's *choices*. The mask of row a is the set of all offsets of the rows before
//! it; its positive part at b is the union of their choices.
//!
//! **Period criterion.** Let the mask of row a have period P from column c on, c >= a. If the window
//! of row a at c equals its window at c + p, p a multiple of P, then pos(b + p) = pos(b) for all
//! b >= c. *Proof.* From column a on the step is a function of window and mask, so by induction the
//! windows at b and b + p agree for all b >= c, and with them the choices. ∎
//!
//! A row need not come back to the window it has where its mask becomes regular: two windows can
//! lead to the same one. In Amalgamation Nim no row up to 68 is late, but with threshold 7 row 18
//! is, so the search looks for later cycles too.
//!
//! **Choices and offsets.** o(b + i) = −i exactly when pos(b) = i. So o(b + p) = o(b) for all b >= s
//! exactly when no choice on one side, at b or at b + p, that the other side lacks, concerns a
//! column >= s: such a choice i concerns b and b + i. Hence the least preperiod of the offsets is 1 +
//! max(b + i), over all b and all i in exactly one of pos(b), pos(b + p). The same holds for masks,
//! where pos(b) is a set. Equal windows alone don't show that f(a,b) agrees for the b that were
//! matched from the left of the window, only that they are taken; the walk back settles those.
//!
//! **Windows from offsets.** b + i is taken at column b exactly when o(b + i) < −i. So the window is
//! a function of the offsets to its right, and where the offsets have period p, so have the windows.
//! So windows at c and c + d that differ refute the period d, within a window's width of c.
//!
//! **Minimality.** The periods of a sequence are the multiples of the least one, so p is least if
//! p / q is no period for every prime q dividing p; the witness is the least column b >= s with
//! o(b + p/q) ≠ o(b). The preperiod is least if s = 0 or o(s − 1 + p) ≠ o(s − 1).

use super::block::{Block, By, Cycle, Irregular, Offsets, SPACING, Which};
use super::columns::{MAX_ROW, highest};
use super::register::{Register, Track};
use crate::row::Witness;
use std::ops::ControlFlow;

/// The walk along a row until its window comes back at a multiple of the mask's period.
///
/// The window is compared with the one at the start, and with one kept from the last power of two
/// of periods, as in Brent's cycle search, so that a cycle that starts later is found as well.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Search {
    /// The period of the mask.
    pub input: u64,
    /// The columns walked since the start of the block.
    pub walked: u64,
    pub register: Register,
    pub anchor: Register,
    pub anchor_at: u64,
    /// The registers at every multiple of [`SPACING`] so far.
    pub registers: Vec<Register>,
    pub outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Outcome {
    Open,
    /// The window at the start came back.
    Cycle,
    /// A window came back that the row first has this many columns after the start.
    LateCycle(u64),
}

impl Search {
    pub fn new(input: u64, home: Register) -> Self {
        Search {
            input,
            walked: 0,
            register: home,
            anchor: home,
            anchor_at: 0,
            registers: vec![home],
            outcome: Outcome::Open,
        }
    }

    /// Walks row `i` of the block until `columns` columns are done or the cycle is found.
    pub fn walk(&mut self, block: &Block, i: usize, columns: u64) {
        let mut chain = block.chain(i, block.start + self.walked, i);
        let allowed = block.allowed(i);
        chain.tracks.push(Track::Machine { register: self.register, allowed });
        while self.outcome == Outcome::Open && self.walked < columns {
            let next_round = self.input - self.walked % self.input;
            let next_kept = SPACING - self.walked % SPACING;
            let step = next_round.min(next_kept).min(columns - self.walked);
            chain.advance(step);
            self.walked += step;
            let register = chain.last().expect("the last lane is the row's own machine");
            self.register = register;
            if step == next_round {
                self.outcome = if register == self.registers[0] {
                    Outcome::Cycle
                } else if register == self.anchor && self.anchor_at > 0 {
                    Outcome::LateCycle(self.anchor_at)
                } else {
                    Outcome::Open
                };
                if (self.walked / self.input).is_power_of_two() {
                    (self.anchor, self.anchor_at) = (register, self.walked);
                }
            }
            if step == next_kept && self.outcome == Outcome::Open {
                self.registers.push(register);
            }
        }
    }
}

/// Called now and then in a long comparison with the columns compared; `Break` ends it.
pub(crate) type Pulse<'a> = &'a dyn Fn(u64) -> ControlFlow<()>;

/// The comparison was ended from outside.
pub(crate) struct Ended;

/// Whether the sequence is the same from `x` and from `y` on, for `len` columns.
pub(crate) fn same(
    block: &Block,
    which: Which,
    x: u64,
    y: u64,
    len: u64,
    pulse: Pulse<'_>,
) -> Result<bool, Ended> {
    let (mut left, mut right) = (block.sequence(which, x), block.sequence(which, y));
    for done in 1..=len {
        if left.step() != right.step() {
            return Ok(false);
        }
        if done % (1 << 20) == 0 && pulse(done).is_break() {
            return Err(Ended);
        }
    }
    Ok(true)
}

/// The least period of a sequence that has the period `period` from the block's start on.
pub(crate) fn least_period(
    period: u64,
    mut has: impl FnMut(u64, u64) -> Result<bool, Ended>,
) -> Result<u64, Ended> {
    let mut least = period;
    for prime in primes(period) {
        while least.is_multiple_of(prime) && has(least / prime, least)? {
            least /= prime;
        }
    }
    Ok(least)
}

/// Adds row `i`, whose search is over, to the block's cycles, with its least period.
pub(crate) fn add_cycle(
    block: &mut Block,
    i: usize,
    search: &Search,
    pulse: Pulse<'_>,
) -> Result<(), Ended> {
    let (start, home) = (block.start, search.registers[0]);
    block.cycles.truncate(i);
    let registers = search.registers.clone();
    block.cycles.push(Cycle { start, period: search.walked, registers, by: By::Kept });
    let whole: &Block = block;
    let period = least_period(search.walked, |d, period| {
        if whole.chain(i + 1, start + d, i).last() != Some(home) {
            return Ok(false);
        }
        Ok(d % search.input == 0 || same(whole, Which::Row(i), start, start + d, period, pulse)?)
    });
    let period = match period {
        Ok(period) => period,
        Err(ended) => {
            block.cycles.truncate(i);
            return Err(ended);
        }
    };
    let cycle = &mut block.cycles[i];
    cycle.period = period;
    cycle.registers.truncate(period.div_ceil(SPACING) as usize);
    Ok(())
}

/// The least period of the mask that the first `rows` rows make, given one of its periods.
pub(crate) fn mask_period(
    block: &Block,
    rows: usize,
    period: u64,
    pulse: Pulse<'_>,
) -> Result<u64, Ended> {
    let start = block.start;
    least_period(period, |d, p| same(block, Which::Mask(rows), start, start + d, p, pulse))
}

/// Offsets are smaller than this: what a choice concerns lies less than this many columns to its right.
/// There are as many bits in a set of offsets, and rows up to the largest need no more.
pub(crate) const REACH: u64 = 8 * size_of::<Offsets>() as u64;
const _: () = assert!(MAX_ROW + 1 < REACH, "an offset is at most its row + 1");

/// The least preperiod of a sequence's offsets, negative ones included.
pub(crate) fn preperiod(block: &Block, irregular: &Irregular, which: Which, period: u64) -> u64 {
    let start = irregular.columns();
    let mut preperiod = 0;
    let mut high = start;
    while high > 0 && high + REACH > preperiod {
        let low = high.saturating_sub(4096);
        let shift = period * (start - low).div_ceil(period).max(1);
        let here = block.sets(irregular, which, low, high - low);
        let there = block.sets(irregular, which, low + shift, high - low);
        for (b, (here, there)) in (low..).zip(here.iter().zip(&there)) {
            if let Some(offset) = highest(&difference(here, there)) {
                preperiod = preperiod.max(b + offset + 1);
            }
        }
        high = low;
    }
    preperiod
}

/// For every prime factor of the period the witness that it cannot be taken out.
pub(crate) fn witnesses(
    block: &Block,
    irregular: &Irregular,
    which: Which,
    preperiod: u64,
    period: u64,
) -> Vec<Witness> {
    primes(period)
        .into_iter()
        .filter_map(|prime| {
            let column =
                first_difference(block, irregular, which, preperiod, period / prime, period)?;
            Some(Witness { prime, column })
        })
        .collect()
}

/// The least column b >= `from` where the offsets at b and at b + `shift` differ.
fn first_difference(
    block: &Block,
    irregular: &Irregular,
    which: Which,
    from: u64,
    shift: u64,
    period: u64,
) -> Option<u64> {
    // Choices left of `from` may concern columns right of it.
    let mut low = from.saturating_sub(REACH);
    let mut len = 2 * REACH;
    let mut first: Option<u64> = None;
    while first.is_none_or(|first| low <= first) && low <= from + period {
        let here = block.sets(irregular, which, low, len);
        let there = block.sets(irregular, which, low + shift, len);
        for (b, (here, there)) in (low..).zip(here.iter().zip(&there)) {
            let differing = difference(here, there);
            if differing == [0; 4] {
                continue;
            }
            let concerned = members(&differing).map(|offset| b + offset).chain([b]);
            let least = concerned.filter(|&column| column >= from).min();
            first = [first, least].into_iter().flatten().min();
        }
        low += len;
        len = (2 * len).min(1 << 16);
    }
    first
}

/// The window of row `i` at any column, from the choices left of it.
pub(crate) fn window_at(block: &Block, irregular: &Irregular, i: usize, column: u64) -> Offsets {
    let low = column.saturating_sub(REACH);
    let mut window = [0; 4];
    let sets = block.sets(irregular, Which::Row(i), low, column - low);
    for (b, choice) in (low..).zip(&sets) {
        for offset in members(choice).filter(|offset| b + offset >= column) {
            super::columns::set(&mut window, b + offset - column);
        }
    }
    window
}

/// The largest offset that row `i` chooses in its cycle.
pub(crate) fn largest_choice(block: &Block, i: usize) -> u64 {
    let cycle = &block.cycles[i];
    let mut sequence = block.sequence(Which::Row(i), block.start);
    let mut seen = 0;
    for _ in 0..cycle.period {
        seen |= sequence.step();
        if seen >> (block.shape.width - 1) & 1 == 1 {
            break;
        }
    }
    u64::from(block.shape.half + 128 - seen.leading_zeros())
}

fn difference(a: &Offsets, b: &Offsets) -> Offsets {
    std::array::from_fn(|w| a[w] ^ b[w])
}

fn members(set: &Offsets) -> impl Iterator<Item = u64> + '_ {
    (0..REACH).filter(|&i| super::columns::has(set, i))
}

/// The prime factors of `n`, each once.
pub(crate) fn primes(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut q = 2;
    while u128::from(q) * u128::from(q) <= u128::from(n) {
        if n.is_multiple_of(q) {
            primes.push(q);
            while n.is_multiple_of(q) {
                n /= q;
            }
        }
        q += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

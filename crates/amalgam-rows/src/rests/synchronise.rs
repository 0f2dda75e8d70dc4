//! Registers that forget: where a row is, known from its masks alone.
//!
//! The *register* of a row of completions at column c is the set of i ≥ 0 for which c + i is already
//! matched with a smaller value. The step: if 0 is in the register, nothing; else the row takes the least
//! i that is neither in the register nor masked, and c is matched with c + i (with itself if i = 0). It
//! depends on register and mask alone, and i is at most the reach of the row.
//!
//! Two different registers that see the same masks can become the same. Here *all* registers within
//! reach are pushed through the masks of a stretch at once: cells are unknown to begin with, a state
//! branches in two when an unknown cell is looked at, equal states become one, and a state that would
//! take more than the reach is dropped, since no row does that. If one state without unknown cells is
//! left, the row has it, whatever it was before the stretch.
//!
//! **Old pairs.** A pair (e,g) with e before the start of the stretch, e < c < g, where c is a free
//! column: when e was matched, c was free, so c was excluded for e, and exclusion is symmetric. So the
//! number of matched cells that stem from before the start is at most the number of excluded values
//! before it at every free column, which drops most of the states early.
//!
//! **Parity.** The columns before c are matched among themselves, or with one of the register, or fixed.
//! So the size of the register is c less the number of fixed points before c, modulo 2. Where the mask
//! has offset 0 at every column no fixed point is added and no two registers of different parity ever
//! meet: then one state of each parity is left, and the number of fixed points says which it is.
//!
//! **Synchronisation Theorem.** Let the masks of row R repeat with period L from s on, and let all
//! registers within reach, pushed through the masks of a stretch from column x ≥ s on, become one, or one
//! of each parity. Then the row has period 2L, and period L if they become one, or if L is even and no
//! fixed point is added from s on. *Proof.* The registers at x + jL see the same masks for all j.
//! After the stretch they depend on the parity of their size alone, or on nothing. The size at x + (j+1)L
//! as a function of the size at x + jL is the same function for all j, and modulo 2 it is a map of
//! two parities, which is periodic with period 1 or 2 after one step; it is the identity if no fixed
//! point is added and L is even. Equal registers and equal masks give equal choices from there on, and
//! so, a reach later, equal values. ∎

use rustc_hash::FxHashMap;

/// A set of registers: the cells that are matched, those that are unknown, and of the matched ones those
/// that stem from before the start.
#[derive(Clone, Copy)]
struct State {
    taken: u64,
    unknown: u64,
    old: u64,
}

/// More states than this are not pushed at once.
const MOST_STATES: usize = 1 << 18;

/// What is left of all registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// One register.
    One(u64),
    /// One of even size and one of odd size.
    Two([u64; 2]),
}

/// Pushes all registers through `masks` (offset 0 in the middle, negative ones below it) until one is
/// left, or if `two` is set one of each parity. Returns how many columns that took.
pub(super) fn synchronise(
    masks: impl Iterator<Item = u128>,
    reach: u64,
    two: bool,
) -> Option<(u64, Left)> {
    let all = (1u64 << reach) - 1;
    let mut states = vec![State { taken: 0, unknown: all, old: 0 }];
    let mut next: FxHashMap<(u64, u64), u64> = FxHashMap::default();
    for (column, mask) in (0u64..).zip(masks) {
        let above = (mask >> 64) as u64;
        let before = if column < 64 { mask as u64 & (u64::MAX >> column) } else { 0 };
        let most_old = before.count_ones();
        next.clear();
        while let Some(state) = states.pop() {
            let State { taken, unknown, old } = state;
            if taken & 1 == 1 {
                add(&mut next, State { taken: taken >> 1, unknown: unknown >> 1, old: old >> 1 });
                continue;
            }
            let known = |cell: u64| {
                let rest = unknown & !cell;
                [
                    State { taken, unknown: rest, old },
                    State { taken: taken | cell, unknown: rest, old: old | cell },
                ]
            };
            if unknown & 1 == 1 {
                states.extend(known(1));
                continue;
            }
            if old.count_ones() > most_old {
                continue;
            }
            let free = !(taken | above);
            let cell = free & free.wrapping_neg();
            if cell == 0 || u64::from(cell.trailing_zeros()) > reach {
                continue;
            }
            if unknown & cell != 0 {
                states.extend(known(cell));
                continue;
            }
            // A column that is its own partner takes no other cell.
            let taken = if cell == 1 { taken } else { taken | cell };
            add(&mut next, State { taken: taken >> 1, unknown: unknown >> 1, old: old >> 1 });
        }
        if next.len() > MOST_STATES {
            return None;
        }
        let state = |((taken, unknown), old)| State { taken, unknown, old };
        states.extend(next.drain().map(state));
        let is_known = states.iter().all(|state| state.unknown == 0 && state.old == 0);
        match &states[..] {
            [only] if is_known => return Some((column + 1, Left::One(only.taken))),
            [x, y] if is_known && two => {
                let odd = |state: &State| state.taken.count_ones() % 2 == 1;
                match (odd(x), odd(y)) {
                    (false, true) => return Some((column + 1, Left::Two([x.taken, y.taken]))),
                    (true, false) => return Some((column + 1, Left::Two([y.taken, x.taken]))),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    None
}

/// Adds a state; of two that differ only in what is old, the one of which less is asked.
fn add(next: &mut FxHashMap<(u64, u64), u64>, state: State) {
    let old = next.entry((state.taken, state.unknown)).or_insert(state.old);
    if state.old.count_ones() < old.count_ones() {
        *old = state.old;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A row whose excluded pairs were drawn by lot: for each column its excluded offsets, and its
    /// register, walked from column 0 by the definition.
    struct Drawn {
        masks: Vec<BTreeSet<i64>>,
        registers: Vec<BTreeSet<i64>>,
        /// The number of fixed points before each column.
        fixed: Vec<u64>,
        reach: i64,
    }

    fn draw(
        columns: i64,
        wide: i64,
        chance: u64,
        zero: bool,
        random: &mut impl FnMut(u64) -> u64,
    ) -> Drawn {
        let mut masks = vec![BTreeSet::new(); (columns + wide) as usize];
        for c in 0..columns {
            if zero || random(3) == 0 {
                masks[c as usize].insert(0);
            }
            // Exclusion is symmetric.
            for offset in (1..=wide).filter(|_| random(100) < chance).collect::<Vec<_>>() {
                masks[c as usize].insert(offset);
                masks[(c + offset) as usize].insert(-offset);
            }
        }
        let (mut register, mut fixed, mut reach) = (BTreeSet::new(), 0, 1);
        let (mut registers, mut points) = (Vec::new(), Vec::new());
        for mask in &masks[..columns as usize] {
            registers.push(register.clone());
            points.push(fixed);
            if !register.contains(&0) {
                let free = |offset: &i64| !register.contains(offset) && !mask.contains(offset);
                let offset = (0..).find(free).expect("the mask is finite");
                fixed += u64::from(offset == 0);
                reach = reach.max(offset);
                register.insert(offset);
            }
            register = register.iter().map(|cell| cell - 1).filter(|&cell| cell >= 0).collect();
        }
        Drawn { masks, registers, fixed: points, reach }
    }

    /// Whatever a row did before a stretch, what is left at the end of it is its register there.
    #[test]
    fn what_is_left_is_where_the_row_is() {
        let mut state = 5u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let (mut one, mut two) = (0, 0);
        for _ in 0..amalgam_tier::size(300, 5000) {
            let (columns, zero) = (300, random(2) == 0);
            let (wide, chance) = (2 + random(9) as i64, 20 + random(70));
            let drawn = draw(columns, wide, chance, zero, &mut random);
            let start = 20 + random(100) as usize;
            let word =
                |mask: &BTreeSet<i64>| mask.iter().fold(0u128, |word, &i| word | 1 << (64 + i));
            let masks = drawn.masks[start..columns as usize].iter().map(word);
            let Some((took, left)) = synchronise(masks, drawn.reach as u64, zero) else { continue };
            let column = start + took as usize;
            let Some(register) = drawn.registers.get(column) else { continue };
            let real = register.iter().fold(0u64, |word, &cell| word | 1 << cell);
            match left {
                Left::One(only) => {
                    assert_eq!(only, real);
                    one += 1;
                }
                Left::Two(registers) => {
                    let parity = (column as u64 - drawn.fixed[column]) % 2;
                    assert_eq!(registers[parity as usize], real);
                    two += 1;
                }
            }
        }
        assert!(one > 20 && two > 20, "{one} {two}");
    }
}

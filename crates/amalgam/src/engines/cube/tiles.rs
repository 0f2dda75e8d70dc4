//! The cube where any number may be taken: lines of pairs, in tiles.
//!
//! The options of `[a,b,c]` that take from the heap c are the positions [a,b,x] with x < c: the line
//! of the pair (a,b) below c. Each value is put into the three lines of its position as a bit; if
//! positions come in an order in which smaller heaps come first, a line holds exactly what lies
//! below when it is asked. So a value is the lowest bit that is free in three lines and is not the
//! value of a merge: a mex of words. The words of a line that are full stay so, and are skipped.
//!
//! For several cores and for the cache the cube is cut into tiles. Tiles (A,B,C) whose A + B + C is
//! the same touch different lines: two that share the lines of (A,B) have the same C. So they are
//! worked on at the same time, and those of a smaller sum come before.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use smallvec::SmallVec;

use super::two::{Two, set, width};
use super::{Keep, Summary, index};
use crate::Rules;
use crate::base::budget::{Budget, LimitReached, reserved, zeros};

/// Heaps to a side of a tile: three blocks of lines then fit in the cache of a core.
const SIDE: usize = 16;

/// Bytes of the lines.
pub(super) fn bytes(max: u64) -> u128 {
    let blocks = u128::from(max) / SIDE as u128 + 1;
    let line = (3 * u128::from(max) + 3) / 64 + 1;
    blocks * (blocks + 1) / 2 * (SIDE * SIDE) as u128 * (line * 8 + 2)
}

/// The lines of the pairs of a tile.
struct Block {
    words: Vec<u64>,
    /// For each line how many of its first words are full.
    full: Vec<u16>,
}

pub(super) fn cube(
    rules: &Rules,
    max: usize,
    keep: Keep,
    limits: &Budget,
) -> Result<(Summary, Vec<u16>), LimitReached> {
    let cube = Cube::new(rules, max, limits)?;
    let mut summary = Summary::default();
    let mut values: Vec<u16> = Vec::new();
    if keep == Keep::Values {
        values = zeros(index(max, max, max) + 1)?;
    }
    let last = max / SIDE;
    for sum in 0..=3 * last {
        let late = || limits.met().is_some();
        let done: Option<Vec<(Summary, Vec<u16>)>> = tiles(sum, last)
            .par_iter()
            .map(|&tile| if late() { None } else { Some(cube.tile(tile, keep)) })
            .collect();
        let done = done.ok_or_else(|| limits.over(summary.positions))?;
        for (tile, (part, tile_values)) in tiles(sum, last).into_iter().zip(done) {
            summary = summary.join(part);
            let places = positions(tile, max).map(|[a, b, c]| index(a, b, c));
            places.zip(tile_values).for_each(|(place, value)| values[place] = value);
        }
    }
    Ok((summary, values))
}

/// The tiles A ≤ B ≤ C ≤ `last` with A + B + C = `sum`.
fn tiles(sum: usize, last: usize) -> Vec<[usize; 3]> {
    let of_c = |c: usize| {
        let b = (sum - c).div_ceil(2)..=c.min(sum - c);
        b.map(move |b| [sum - b - c, b, c])
    };
    (sum.div_ceil(3)..=last.min(sum)).flat_map(of_c).collect()
}

/// The positions a ≤ b ≤ c of a tile, by c, then b, then a.
fn positions([a, b, c]: [usize; 3], max: usize) -> impl Iterator<Item = [usize; 3]> {
    let side = move |tile: usize, most: usize| tile * SIDE..((tile + 1) * SIDE).min(most + 1);
    side(c, max).flat_map(move |z| side(b, z).flat_map(move |y| side(a, y).map(move |x| [x, y, z])))
}

struct Cube {
    max: usize,
    width: usize,
    two: Two,
    /// Of the pairs of blocks A ≤ B at B·(B + 1)/2 + A. Never contended: see above.
    blocks: Vec<Mutex<Block>>,
}

impl Cube {
    fn new(rules: &Rules, max: usize, limits: &Budget) -> Result<Cube, LimitReached> {
        let two = Two::new(rules, max, limits)?;
        let width = width(max);
        let side = max / SIDE + 1;
        let lines = SIDE * SIDE;
        let count = side * (side + 1) / 2;
        // One large table would be told fallibly; these are many small ones.
        reserved::<u64>(count * lines * width)?;
        let block = |_| Mutex::new(Block { words: vec![0; lines * width], full: vec![0; lines] });
        Ok(Cube { max, width, two, blocks: (0..count).map(block).collect() })
    }

    fn tile(&self, tile: [usize; 3], keep: Keep) -> (Summary, Vec<u16>) {
        let [a, b, c] = tile;
        let wanted = [(a, b), (a, c), (b, c)].map(|(x, y)| y * (y + 1) / 2 + x);
        let mut guards: Vec<(usize, MutexGuard<'_, Block>)> = Vec::new();
        let held = wanted.map(|block| {
            if let Some(at) = guards.iter().position(|(held, _)| *held == block) {
                return at;
            }
            let guard = self.blocks[block].lock().unwrap_or_else(PoisonError::into_inner);
            guards.push((block, guard));
            guards.len() - 1
        });
        let mut blocks: Vec<&mut Block> =
            guards.iter_mut().map(|(_, guard)| &mut **guard).collect();
        let mut summary = Summary::default();
        let mut values = Vec::new();
        for heaps in positions(tile, self.max) {
            let value = self.value(heaps, held, &mut blocks);
            summary.count(heaps, value.into());
            if keep == Keep::Values {
                values.push(value);
            }
        }
        (summary, values)
    }

    /// Values a position and puts the value into its lines. `held` tells which blocks hold those.
    #[inline]
    fn value(&self, [a, b, c]: [usize; 3], held: [usize; 3], blocks: &mut [&mut Block]) -> u16 {
        let at = [(a, b), (a, c), (b, c)].map(|(x, y)| x % SIDE * SIDE + y % SIDE);
        let line = |i: usize| &blocks[held[i]].words[at[i] * self.width..(at[i] + 1) * self.width];
        let lines = [line(0), line(1), line(2)];
        let full = |i: usize| usize::from(blocks[held[i]].full[at[i]]);
        let first = full(0).max(full(1)).max(full(2));
        let value = self.mex([a, b, c], lines, first);
        for i in 0..3 {
            let block = &mut *blocks[held[i]];
            let line = &mut block.words[at[i] * self.width..(at[i] + 1) * self.width];
            set(line, value);
            let full = &mut block.full[at[i]];
            while line.get(usize::from(*full)) == Some(&u64::MAX) {
                *full += 1;
            }
        }
        value
    }

    /// The least value from word `first` on that is neither in the lines nor the value of a merge.
    #[inline]
    fn mex(&self, [a, b, c]: [usize; 3], lines: [&[u64]; 3], first: usize) -> u16 {
        let mut merged: SmallVec<[u16; 6]> = SmallVec::new();
        self.two.each_merge(a, b, c, |value| merged.push(value));
        let words = lines[0].iter().zip(lines[1]).zip(lines[2]).enumerate().skip(first);
        for (word, ((x, y), z)) in words {
            let mut seen = x | y | z;
            for &value in merged.iter().filter(|&&value| usize::from(value / 64) == word) {
                seen |= 1 << (value % 64);
            }
            if seen != u64::MAX {
                return (word * 64) as u16 + seen.trailing_ones() as u16;
            }
        }
        // Not reached: `width` leaves room for more values than a position has.
        (self.width * 64 - 1) as u16
    }
}

//! The cube where any number may be taken: lines of pairs, in tiles.
//!
//! The options of `[a,b,c]` that take from the heap c are the positions [a,b,x] with x < c: the line
//! of the pair (a,b) below c. Each value is put into the three lines of its position as a bit; if
//! positions come in an order in which smaller heaps come first, a line holds exactly what lies
//! below when it is asked. So a value is the lowest bit that is free in three lines and is not the
//! value of a merge: a mex of words. The words of a line that are full stay so, and are skipped.
//!
//! Positions [a,b,c] with the same b and c, a row of them, are valued together, word by word: those
//! that find a free bit in a word take it, in the order of a, and the others go on to the next word. That
//! gives the same values as one position after the other, because a position looks only at bits that
//! smaller ones have set in the same word. Three to six words are looked at for sixteen
//! positions; where they are free is asked for all of them at once, and the word of the line (b,c),
//! which all share, is kept at hand. So the same word of lines beside each other lies side by side.
//!
//! For several cores and for the cache the cube is cut into tiles. Tiles (A,B,C) whose A + B + C is
//! the same touch different lines: two that share the lines of (A,B) have the same C. So they are
//! worked on at the same time, and those of a smaller sum come before.

use std::mem::take;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::two::{MergeRow, Two, width};
use super::{Keep, Summary, index};
use amalgam_core::Rules;
use amalgam_core::base::budget::{Budget, LimitReached, reserved, zeros};

/// Heaps to a side of a tile: three blocks of lines then fit in the cache of a core.
pub(super) const SIDE: usize = 16;

/// Lines of a block: those of the pairs (x,y) of a tile.
const LINES: usize = SIDE * SIDE;

/// One word of the lines (x,y) of all x of a block.
type Words = [u64; SIDE];

/// Bytes of the lines.
pub(super) fn bytes(max: u64) -> u128 {
    let blocks = u128::from(max) / SIDE as u128 + 1;
    let line = (3 * u128::from(max) + 3) / 64 + 1;
    let side = u128::from(max) + 1;
    // The lines, and the values of two heaps once more.
    blocks * (blocks + 1) / 2 * LINES as u128 * (line * 8) + side * 2 * side * 2
}

/// The lines of the pairs of a tile.
#[derive(Default)]
struct TileLines {
    /// The words of number w of the lines (x,y) at w·SIDE + y.
    words: Vec<Words>,
    /// For each y how many of the first words of all its lines are full.
    full: [u16; SIDE],
}

impl TileLines {
    /// No values yet. Pairs that do not exist, because x is larger than y, are full: they wait for none.
    fn new(diagonal: bool, width: usize) -> TileLines {
        // Zeros cost nothing until they are looked at.
        let mut words = vec![[0; SIDE]; width * SIDE];
        let lines = words.iter_mut().enumerate().filter(|_| diagonal);
        lines.for_each(|(line, words)| words[line % SIDE + 1..].fill(!0));
        TileLines { words, full: [0; SIDE] }
    }

    /// The word of the lines of y.
    fn at(&mut self, word: usize, y: usize) -> &mut Words {
        &mut self.words[word * SIDE + y]
    }

    /// Looks whether the lines of y have become full.
    fn fill(&mut self, y: usize) {
        while self.at(self.full[y].into(), y).iter().fold(!0, |all, line| all & line) == !0 {
            self.full[y] += 1;
        }
    }
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
            .map_init(
                Vec::new,
                |merges, &tile| if late() { None } else { Some(cube.tile(tile, keep, merges)) },
            )
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
    two: Two,
    /// Of the pairs of blocks A ≤ B at B·(B + 1)/2 + A. Never contended: see above.
    blocks: Vec<Mutex<TileLines>>,
}

impl Cube {
    fn new(rules: &Rules, max: usize, limits: &Budget) -> Result<Cube, LimitReached> {
        let two = Two::new(rules, max, limits)?.with_rests()?;
        let width = width(max);
        let side = max / SIDE + 1;
        let count = side * (side + 1) / 2;
        // One large table would be told fallibly; these are many small ones.
        reserved::<u64>(count * LINES * width)?;
        let mut blocks = Vec::with_capacity(count);
        for y in 0..side {
            limits.check(0)?;
            blocks.extend((0..=y).map(|x| Mutex::new(TileLines::new(x == y, width))));
        }
        Ok(Cube { max, two, blocks })
    }

    fn tile(
        &self,
        [a, b, c]: [usize; 3],
        keep: Keep,
        merges: &mut Vec<MergeRow>,
    ) -> (Summary, Vec<u16>) {
        let places = [(a, b), (a, c), (b, c)].map(|(x, y)| y * (y + 1) / 2 + x);
        let lock = |i: usize| self.blocks[places[i]].lock().unwrap_or_else(PoisonError::into_inner);
        // Two sides of a tile can be the same pairs: those are there once.
        let held = places.map(|place| places.iter().position(|&held| held == place).unwrap_or(0));
        let distinct = |&i: &usize| held[i] == i;
        let mut blocks: [TileLines; 3] = Default::default();
        for i in (0..3).filter(distinct) {
            blocks[i] = take(&mut *lock(i));
        }
        let mut summary = Summary::default();
        let mut values = Vec::new();
        let side = |tile: usize, most: usize| tile * SIDE..((tile + 1) * SIDE).min(most + 1);
        for z in side(c, self.max) {
            for y in side(b, z) {
                let heaps = side(a, y);
                self.two.merge_rows(heaps.clone(), [y, z], merges);
                let row = row(heaps.len(), [y % SIDE, z % SIDE], &mut blocks, held, merges);
                let row = &row[..heaps.len()];
                summary.count_row(heaps.start, [y, z], row);
                if keep == Keep::Values {
                    values.extend_from_slice(row);
                }
            }
        }
        for i in (0..3).filter(distinct) {
            *lock(i) = take(&mut blocks[i]);
        }
        (summary, values)
    }
}

/// Values the first `count` positions [x,y,z] of a row, and puts the values into their lines: (x,y) are in
/// the first block, (x,z) in the second, (y,z) in the third, and `held` tells which of them are the same.
fn row(
    count: usize,
    [y, z]: [usize; 2],
    blocks: &mut [TileLines; 3],
    [first, second, third]: [usize; 3],
    merges: &[MergeRow],
) -> MergeRow {
    let mut values = [0; SIDE];
    // Positions without a value.
    let mut open = (1u32 << count) - 1;
    let mut word = usize::from(blocks[first].full[y].max(blocks[second].full[z]));
    // `width` leaves room for more values than a position has.
    while open != 0 {
        let mut last = blocks[third].at(word, z)[y];
        let (lines, others) = (*blocks[first].at(word, y), *blocks[second].at(word, z));
        let taken: Words = std::array::from_fn(|x| lines[x] | others[x]);
        let mut here = open & free(&taken, last);
        while here != 0 {
            let x = here.trailing_zeros() as usize % SIDE;
            here &= here - 1;
            let mut bits = !(taken[x] | last);
            while bits != 0 {
                let value = (word * 64) as u16 + bits.trailing_zeros() as u16;
                if merges.iter().all(|merge| merge[x] != value) {
                    let bit = bits & bits.wrapping_neg();
                    last |= bit;
                    blocks[first].at(word, y)[x] |= bit;
                    blocks[second].at(word, z)[x] |= bit;
                    values[x] = value;
                    open &= !(1 << x);
                    break;
                }
                bits &= bits - 1;
            }
        }
        blocks[third].at(word, z)[y] |= last;
        word += 1;
    }
    blocks[first].fill(y);
    blocks[second].fill(z);
    values
}

/// Of which lines a bit is free, in the line that all share as well.
fn free(taken: &Words, last: u64) -> u32 {
    (0..SIDE).fold(0, |free, x| free | u32::from(taken[x] | last != !0) << x)
}

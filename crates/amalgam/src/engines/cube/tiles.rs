//! The cube where any number may be taken: lines of pairs, in tiles.
//!
//! The options of `[a,b,c]` that take from the heap c are the positions [a,b,x] with x < c: the line
//! of the pair (a,b) below c. Each value is put into the three lines of its position as a bit; if
//! positions come in an order in which smaller heaps come first, a line holds exactly what lies
//! below when it is asked. So a value is the lowest bit that is free in three lines and is not the
//! value of a merge: a mex of words. The words of a line that are full stay so, and are skipped.
//!
//! What can be done for a row of positions [a,b,c] with the same b and c at once is: the values of its
//! merges are gathered first, and what is left for a position is to look for a free bit, and to see
//! that it is none of a few numbers.
//!
//! For several cores and for the cache the cube is cut into tiles. The lines of a tile are copied to one
//! place while it is worked on. Tiles (A,B,C) whose A + B + C is
//! the same touch different lines: two that share the lines of (A,B) have the same C. So they are
//! worked on at the same time, and those of a smaller sum come before.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::two::{MergeRow, Two, width};
use super::{Keep, Summary, index};
use crate::Rules;
use crate::base::budget::{Budget, LimitReached, reserved, zeros};

/// Heaps to a side of a tile: three blocks of lines then fit in the cache of a core.
pub(super) const SIDE: usize = 16;

/// Lines of a block: those of the pairs (x,y) of a tile, at y·SIDE + x.
const LINES: usize = SIDE * SIDE;

/// Bytes of the lines.
pub(super) fn bytes(max: u64) -> u128 {
    let blocks = u128::from(max) / SIDE as u128 + 1;
    let line = (3 * u128::from(max) + 3) / 64 + 1;
    let side = u128::from(max) + 1;
    // The lines, and the values of two heaps once more.
    blocks * (blocks + 1) / 2 * LINES as u128 * (line * 8 + 2) + side * 2 * side * 2
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
            .map_init(
                || Desk::new(&cube),
                |desk, &tile| if late() { None } else { Some(cube.tile(tile, keep, desk)) },
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
    width: usize,
    two: Two,
    /// Of the pairs of blocks A ≤ B at B·(B + 1)/2 + A. Never contended: see above.
    blocks: Vec<Mutex<Block>>,
}

impl Cube {
    fn new(rules: &Rules, max: usize, limits: &Budget) -> Result<Cube, LimitReached> {
        let two = Two::new(rules, max, limits)?.with_rests()?;
        let width = width(max);
        let side = max / SIDE + 1;
        let count = side * (side + 1) / 2;
        // One large table would be told fallibly; these are many small ones.
        reserved::<u64>(count * LINES * width)?;
        let block = |_| Mutex::new(Block { words: vec![0; LINES * width], full: vec![0; LINES] });
        Ok(Cube { max, width, two, blocks: (0..count).map(block).collect() })
    }

    fn tile(&self, [a, b, c]: [usize; 3], keep: Keep, desk: &mut Desk) -> (Summary, Vec<u16>) {
        let blocks = [(a, b), (a, c), (b, c)].map(|(x, y)| y * (y + 1) / 2 + x);
        // Two sides of a tile can be the same pairs: those are there once.
        let held = blocks.map(|block| blocks.iter().position(|&held| held == block).unwrap_or(0));
        let lock = |i: usize| self.blocks[blocks[i]].lock().unwrap_or_else(PoisonError::into_inner);
        let place = |i: usize| i * LINES..(i + 1) * LINES;
        let words = |i: usize| i * LINES * self.width..(i + 1) * LINES * self.width;
        let distinct = |&i: &usize| held[i] == i;
        for i in (0..3).filter(distinct) {
            let block = lock(i);
            desk.words[words(i)].copy_from_slice(&block.words);
            desk.full[place(i)].copy_from_slice(&block.full);
        }
        let mut summary = Summary::default();
        let mut values = Vec::new();
        let side = |tile: usize, most: usize| tile * SIDE..((tile + 1) * SIDE).min(most + 1);
        for z in side(c, self.max) {
            for y in side(b, z) {
                let heaps = side(a, y);
                let row = self.row(heaps.clone(), [y, z], held, desk);
                let row = &row[..heaps.len()];
                summary.count_row(heaps.start, [y, z], row);
                if keep == Keep::Values {
                    values.extend_from_slice(row);
                }
            }
        }
        for i in (0..3).filter(distinct) {
            let mut block = lock(i);
            block.words.copy_from_slice(&desk.words[words(i)]);
            block.full.copy_from_slice(&desk.full[place(i)]);
        }
        (summary, values)
    }

    /// Values the positions [x,y,z] for x in `heaps`, and puts the values into their lines. `held` tells
    /// where on the desk those are.
    fn row(
        &self,
        heaps: Range<usize>,
        [y, z]: [usize; 2],
        held: [usize; 3],
        desk: &mut Desk,
    ) -> MergeRow {
        let Desk { words, full, merges } = desk;
        self.two.merge_rows(heaps.clone(), [y, z], merges);
        let line = |i: usize, x: usize, y: usize| held[i] * LINES + y % SIDE * SIDE + x % SIDE;
        let last = line(2, y, z);
        let mut values = [0; SIDE];
        for (x, place) in heaps.clone().zip(0..SIDE) {
            let (first, second) = (line(0, x, y), line(1, x, z));
            let taken = |words: &[u64], word: usize| {
                let of = |line: usize| words[line * self.width + word];
                of(first) | of(second) | of(last)
            };
            let mut word = usize::from(full[first].max(full[second]).max(full[last]));
            let mut free = !taken(words, word);
            let value = loop {
                // `width` leaves room for more values than a position has.
                while free == 0 {
                    word += 1;
                    free = !taken(words, word);
                }
                let value = (word * 64) as u16 + free.trailing_zeros() as u16;
                if merges.iter().all(|merge| merge[place] != value) {
                    break value;
                }
                free &= free - 1;
            };
            let mut put = |line: usize| {
                let start = line * self.width;
                words[start + word] |= free & free.wrapping_neg();
                while words[start + usize::from(full[line])] == u64::MAX {
                    full[line] += 1;
                }
            };
            put(first);
            put(second);
            put(last);
            values[place] = value;
        }
        values
    }
}

/// Where a thread works on a tile: its lines side by side.
struct Desk {
    words: Vec<u64>,
    full: Vec<u16>,
    merges: Vec<MergeRow>,
}

impl Desk {
    fn new(cube: &Cube) -> Desk {
        Desk {
            words: vec![0; 3 * LINES * cube.width],
            full: vec![0; 3 * LINES],
            merges: Vec::new(),
        }
    }
}

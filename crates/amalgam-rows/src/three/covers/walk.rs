//! All rows side by side from column 0, in sets of any width: the start of the search.
//!
//! The rule is that of [`Columns`](crate::three::columns). What differs is how the sets are
//! kept: the taken values of a row, and the values that the rows so far use at a column, are bits at
//! *absolute* places, so that no set is ever shifted; and each column remembers its first word that is
//! not full, so that the least free value is found in a step or two, however wide the window is.

use crate::three::bytes::near;
use crate::three::columns::{has, set};
use amalgam_core::games::rules::Family;

/// The columns walked at a time.
pub(super) const STRETCH: usize = 1024;

/// The rows 1..=`rows` at one column.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Walk {
    family: Family,
    pub column: u64,
    /// For each row the taken values from the column on: bit i for the value `column + i`.
    pub taken: Vec<Vec<u64>>,
    /// For each half width K the last column at which the rows up to 2K break the cover.
    pub broken: Vec<u64>,
}

/// How far the rows up to 2K and 2K + 1 are from a cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Balance {
    /// δ of the rows 1..=2K: bits where it is positive, and where it is negative.
    pub plus: Vec<u64>,
    pub minus: Vec<u64>,
    /// d: the sum of |δ|.
    pub defects: u64,
    /// E: by how much the holes of the rows 1..=2K+1 leave {0, 1}, in all.
    pub excess: u64,
}

impl Walk {
    /// The rows 1..=`rows` at column 0.
    pub fn new(family: Family, rows: u64) -> Self {
        let words = STRETCH / 64 + width(rows);
        let taken = vec![vec![0; words]; rows as usize];
        Walk { family, column: 0, taken, broken: vec![0; rows as usize / 2 + 1] }
    }

    /// The words that hold what is taken in a row.
    pub fn words(&self) -> usize {
        width(self.taken.len() as u64)
    }

    /// Whether this can be the walk that starts as another.
    pub fn fits(&self, fresh: &Walk) -> bool {
        let (rows, words) = (fresh.taken.len(), self.words());
        let place = near(self.column) && self.column.is_multiple_of(STRETCH as u64);
        let fits = |(taken, fresh): (&Vec<u64>, &Vec<u64>)| {
            taken.len() == fresh.len() && taken[words..].iter().all(|&word| word == 0)
        };
        self.family == fresh.family
            && place
            && self.taken.len() == rows
            && self.taken.iter().zip(&fresh.taken).all(fits)
            && self.broken.len() == fresh.broken.len()
            && self.broken.iter().copied().all(near)
    }

    /// Walks the next [`STRETCH`] columns.
    pub fn advance(&mut self) {
        let (words, start) = (self.words(), self.column);
        // Of each column the values from its own word on that the rows so far use, and all up to the
        // column itself.
        let mut used = vec![0; STRETCH * words];
        let mut full = vec![0; STRETCH];
        let mut largest = vec![0; STRETCH];
        for (i, used) in used.chunks_exact_mut(words).enumerate() {
            used[0] = !0 >> (63 - i % 64);
            full[i] = usize::from(used[0] == !0);
        }
        for (row, taken) in (1..).zip(&mut self.taken) {
            for (i, used) in used.chunks_exact_mut(words).enumerate() {
                if has(taken, i as u64) {
                    continue;
                }
                let value = least_free(self.family, row, start + i as u64, full[i], taken, used);
                let Some(value) = value else { continue };
                set(taken, (i / 64 * 64 + value) as u64);
                set(used, value as u64);
                while used.get(full[i]) == Some(&!0) {
                    full[i] += 1;
                }
                largest[i] = largest[i].max(value - i % 64);
            }
            if row % 2 == 0 {
                let last = last_broken(row as usize / 2, &largest);
                let broken = &mut self.broken[row as usize / 2];
                *broken = last.map_or(*broken, |last| (start + last as u64).max(*broken));
            }
            taken.copy_within(STRETCH / 64.., 0);
            let kept = taken.len() - STRETCH / 64;
            taken[kept..].fill(0);
        }
        self.column += STRETCH as u64;
    }

    /// For each half width from 0 on how far its rows are from a cover; `excess` is told of all but
    /// the last if the number of rows is even.
    pub fn balances(&self) -> Vec<Balance> {
        let width = 64 * self.words();
        let mut count = vec![0i64; width];
        let mut balances: Vec<Balance> = Vec::new();
        let ideal = |half: usize, x: usize| half.saturating_sub(x) as i64;
        for row in 0..=self.taken.len() {
            if let Some(taken) = row.checked_sub(1).map(|row| &self.taken[row]) {
                (0..width).filter(|&x| has(taken, x as u64)).for_each(|x| count[x] += 1);
            }
            let half = row / 2;
            if row % 2 == 1 {
                let excess = |x| (ideal(half + 1, x) - count[x] - 1).unsigned_abs();
                let holes = |x| ideal(half + 1, x) - count[x];
                let outside = (0..width).filter(|&x| !(0..=1).contains(&holes(x)));
                let outside = outside.map(|x| excess(x).min(holes(x).unsigned_abs()));
                balances[half].excess = outside.sum();
                continue;
            }
            let (mut plus, mut minus) = (vec![0; self.words()], vec![0; self.words()]);
            let mut defects = 0;
            for (x, &count) in count.iter().enumerate() {
                let delta = count - ideal(half, x);
                defects += delta.unsigned_abs();
                match delta {
                    1.. => set(&mut plus, x as u64),
                    0 => {}
                    _ => set(&mut minus, x as u64),
                }
            }
            balances.push(Balance { plus, minus, defects, excess: 0 });
        }
        balances
    }
}

/// Words for the offsets 0..=row + 1 and a word of room.
fn width(row: u64) -> usize {
    (row as usize + 2) / 64 + 2
}

/// The least value above the column that is free, as a place in the sets from the column's own word
/// on; the first `full` words of `used` are full. There is one in every set that a game leads to; in
/// one that was made up and stored it may be missing.
fn least_free(
    family: Family,
    row: u64,
    column: u64,
    full: usize,
    taken: &[u64],
    used: &[u64],
) -> Option<usize> {
    let i = column as usize % STRETCH;
    let allowed = |value: usize| {
        let offset = (value - i % 64) as u64;
        match column >= row {
            true => family.forbidden_offset(row) != Some(offset),
            false => !family.merges_to_pair(row, column, column + offset),
        }
    };
    (full..used.len()).find_map(|word| {
        let mut free = !(taken[i / 64 + word] | used[word]);
        while free != 0 {
            let value = 64 * word + free.trailing_zeros() as usize;
            if allowed(value) {
                return Some(value);
            }
            free &= free - 1;
        }
        None
    })
}

/// The last column, if any, that breaks the cover: `largest` are the largest choices at the columns.
fn last_broken(half: usize, largest: &[usize]) -> Option<usize> {
    let mut last = None;
    for (i, &choice) in largest.iter().enumerate().rev() {
        // No choice of the rows up to 2K exceeds 2K + 1.
        if last.is_some_and(|last| i + 2 * half < last) {
            break;
        }
        if choice > half {
            last = last.max(Some(i + choice));
        }
    }
    last
}

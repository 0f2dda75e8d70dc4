//! The naive twin: f(a,b) as a mex, straight from the definition.

use super::Count;
use crate::three::Family;

/// f(a,b) for a < rows, b < cols, row by row.
///
/// `[a,b,c]` is a P-position iff no move reaches one. Taking from a or b reaches one iff c stands
/// above in the same column or to the left in the same row; merging reaches one iff it leaves two
/// equal heaps; and the smallest c that passes is the only one, since from every larger one its
/// owner takes down to it.
pub fn completions(family: Family, rows: usize, cols: usize) -> Vec<Vec<u64>> {
    let mut table: Vec<Vec<u64>> = Vec::with_capacity(rows);
    for a in 0..rows {
        let mut row: Vec<u64> = Vec::with_capacity(cols);
        for b in 0..cols {
            // At most a + b values are excluded by cells, three by merges.
            let mut excluded = vec![false; a + b + 4];
            let above = table.iter().map(|row| row[b]);
            for value in above.chain(row.iter().copied()) {
                if let Some(entry) = excluded.get_mut(value as usize) {
                    *entry = true;
                }
            }
            let (x, y) = (a as u64, b as u64);
            let c = (0..)
                .find(|&c| {
                    !excluded.get(c as usize).copied().unwrap_or(false)
                        && family.merged(x, y) != Some(c)
                        && family.merged(x, c) != Some(y)
                        && family.merged(y, c) != Some(x)
                })
                .unwrap_or_default();
            row.push(c);
        }
        table.push(row);
    }
    table
}

/// The P-positions 1 ≤ a ≤ b ≤ c ≤ max, counted from [`completions`].
pub fn count(family: Family, max: usize) -> Count {
    let mut count = Count::default();
    for (a, row) in completions(family, max + 1, max + 1).iter().enumerate().skip(1) {
        for (b, &c) in row.iter().enumerate().skip(a) {
            if c >= b as u64 && c <= max as u64 {
                count.p_positions += 1;
                count.sum_of_largest += u128::from(c);
            }
        }
    }
    count
}

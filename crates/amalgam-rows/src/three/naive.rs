//! The naive twin: f(a,b) straight from the definition, for small heaps.
//!
//! f(a,b) is the least c such that no move from (a,b,c) that leaves c alone, and no merge that uses
//! it, reaches a P-position: a two-sided mex (Shinoda's recursion), with the merges read off the
//! rules one by one. It keeps sets, knows nothing of windows, masks or offsets, and takes time
//! cubic in the size of the table. Every fast engine of this module is tested against it.

use amalgam_core::games::rules::Family;
use std::collections::BTreeSet;

/// f(a,b) for `a < rows`, `b < columns`, as `table[a][b]`.
///
/// ```
/// use amalgam::engines::three::naive;
/// use amalgam::games::rules::Family;
/// let table = naive::table(Family::AMALGAMATION, 4, 9);
/// assert_eq!(table[3], [3, 5, 6, 0, 8, 1, 2, 11, 4]);
/// ```
pub fn table(family: Family, rows: u64, columns: u64) -> Vec<Vec<u64>> {
    let mut table: Vec<Vec<u64>> = Vec::new();
    // For each column, the values that smaller rows have there.
    let mut column_values = vec![BTreeSet::new(); columns as usize];
    for a in 0..rows {
        let mut row = Vec::new();
        let mut row_values = BTreeSet::new();
        for b in 0..columns {
            let above = &mut column_values[b as usize];
            let c = (0..)
                .find(|&c| {
                    !row_values.contains(&c)
                        && !above.contains(&c)
                        && !family.merges_to_pair(a, b, c)
                })
                .expect("finitely many values are excluded");
            row_values.insert(c);
            above.insert(c);
            row.push(c);
        }
        table.push(row);
    }
    table
}

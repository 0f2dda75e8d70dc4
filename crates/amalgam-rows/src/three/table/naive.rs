//! The naive twin of the count: every cell of the [naive table](crate::three::naive::table).

use super::Count;
use crate::three::naive;
use amalgam_core::games::rules::Family;

/// The P-positions 1 ≤ a ≤ b ≤ c ≤ max, counted cell by cell.
pub fn count(family: Family, max: usize) -> Count {
    let mut count = Count::default();
    for (a, row) in naive::table(family, max as u64 + 1, max as u64 + 1).iter().enumerate().skip(1)
    {
        for (b, &c) in row.iter().enumerate().skip(a) {
            if c >= b as u64 && c <= max as u64 {
                count.p_positions += 1;
                count.sum_of_largest += u128::from(c);
            }
        }
    }
    count
}

//! The plain method to count P-positions: greedy rows over dense column bitsets. The bench compares
//! with it, and so do tests where the mex of the definition takes too long.
//!
//! It already knows that a row is a greedy matching and that f is symmetric. What it lacks is what
//! `three::table::count` adds: windows instead of N × N bits, many rows at a time, columns that are
//! given up once they are full, and more threads than one.

use amalgam::engines::three::table::Count;
use amalgam::games::rules::Family;

/// The P-positions 1 ≤ a ≤ b ≤ c ≤ max. Takes max² / 8 bytes.
pub fn count(family: Family, max: usize) -> Count {
    let words = max / 64 + 1;
    // Bit c of column b: a smaller row has matched b with c, or c ≤ b.
    let mut used = vec![0u64; words * (max + 1)];
    for (b, column) in used.chunks_exact_mut(words).enumerate() {
        column[..b / 64].fill(!0);
        column[b / 64] = (2u64 << (b % 64)).wrapping_sub(1);
    }
    // The first word of each column that may have a zero.
    let mut hint: Vec<usize> = (0..=max).map(|b| b / 64).collect();
    let mut count = Count::default();
    for a in 1..=max {
        let mut taken = used[a * words..][..words].to_vec();
        for b in a + 1..=max {
            if taken[b / 64] >> (b % 64) & 1 == 1 {
                continue;
            }
            let column = &mut used[b * words..][..words];
            while hint[b] < words && column[hint[b]] == !0 {
                hint[b] += 1;
            }
            let merged = family.merged(a as u64, b as u64);
            for word in hint[b]..words {
                let mut zeros = !(column[word] | taken[word]);
                if merged.is_some_and(|c| c / 64 == word as u64) {
                    zeros &= !(1 << (merged.unwrap_or(0) % 64));
                }
                if zeros != 0 {
                    let c = 64 * word + zeros.trailing_zeros() as usize;
                    if c <= max {
                        let bit = zeros & zeros.wrapping_neg();
                        column[word] |= bit;
                        taken[word] |= bit;
                        count.p_positions += 1;
                        count.sum_of_largest += c as u128;
                    }
                    break;
                }
            }
        }
    }
    count
}

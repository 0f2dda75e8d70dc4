//! Nimbers: mex, nim-sum, and Bouton's winning move with its steps.

/// The least number that is not among `values`.
///
/// ```
/// assert_eq!(amalgam::base::nimber::mex([0, 1, 3, 4]), 2);
/// ```
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut sorted: Vec<u64> = values.into_iter().collect();
    sorted.sort_unstable();
    sorted.into_iter().fold(0, |least, value| if value == least { least + 1 } else { least })
}

/// The sum without carrying: the bitwise exclusive or.
///
/// ```
/// assert_eq!(amalgam::base::nimber::nim_sum([34, 16, 45]), 31);
/// ```
pub fn nim_sum(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// Bouton's move in Nim: what to reduce, and to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoutonMove {
    /// The nim-sum of the position, not 0.
    pub nim_sum: u64,
    /// The place of its most significant bit, 0 for the units.
    pub bit: u32,
    /// A heap in which that bit is set.
    pub heap: u64,
    /// Its new size, `heap ^ nim_sum`: smaller, because its highest changed bit falls from 1 to 0.
    pub to: u64,
}

/// Every heap size that Bouton's rule can reduce, or nothing where the nim-sum is 0.
///
/// The most significant bit of the nim-sum is set in an odd number of heaps, so in at least one.
/// Reducing such a heap to its nim-sum with the total makes the new total 0 (the lecture notes).
///
/// ```
/// let moves = amalgam::base::nimber::bouton(&[34, 16, 45]);
/// assert_eq!((moves[0].bit, moves[0].heap, moves[0].to), (4, 16, 15));
/// assert!(amalgam::base::nimber::bouton(&[1, 2, 3]).is_empty());
/// ```
pub fn bouton(heaps: &[u64]) -> Vec<BoutonMove> {
    let nim_sum = nim_sum(heaps.iter().copied());
    if nim_sum == 0 {
        return Vec::new();
    }
    let bit = nim_sum.ilog2();
    let mut with_bit: Vec<u64> =
        heaps.iter().copied().filter(|heap| heap >> bit & 1 == 1).collect();
    with_bit.sort_unstable();
    with_bit.dedup();
    with_bit.into_iter().map(|heap| BoutonMove { nim_sum, bit, heap, to: heap ^ nim_sum }).collect()
}

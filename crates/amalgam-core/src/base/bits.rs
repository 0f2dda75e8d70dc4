//! Sets of small numbers as bits of words. The words may be a part of a larger table, so these are functions on
//! slices; a set that stands alone is a `Vec<u64>`.

/// The words for the numbers below `count`.
#[inline]
pub const fn words(count: usize) -> usize {
    count.div_ceil(64)
}

/// Adds a number.
#[inline]
pub fn set(words: &mut [u64], number: usize) {
    words[number / 64] |= 1 << (number % 64);
}

/// Whether a number is in the set.
#[inline]
pub fn get(words: &[u64], number: usize) -> bool {
    words[number / 64] >> (number % 64) & 1 == 1
}

/// The least number that is not in the set.
#[inline]
pub fn mex(words: &[u64]) -> u32 {
    let word = words.iter().position(|&word| word != u64::MAX).unwrap_or(words.len());
    word as u32 * 64 + words.get(word).map_or(0, |word| word.trailing_ones())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_added_and_knows_what_it_lacks() {
        let mut set = vec![0; words(130)];
        assert_eq!((set.len(), mex(&set)), (3, 0));
        (0..129).for_each(|number| super::set(&mut set, number));
        assert!(get(&set, 128) && !get(&set, 129));
        assert_eq!((mex(&set), mex(&set[..2])), (129, 128));
    }
}

//! Dense bit arrays that several threads may set bits in.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::base::budget::{LimitReached, reserved};

/// One bit for each position of a layer. Bits are only ever set, so the order in which threads set
/// them cannot show in the result.
#[derive(Debug, Default)]
pub(super) struct Bits {
    /// One word more than needed, so that a run may read past its last word.
    words: Vec<AtomicU64>,
}

impl Bits {
    pub(super) fn new(bits: u64) -> Result<Bits, LimitReached> {
        let count = (bits / 64 + 2) as usize;
        let mut words = reserved(count)?;
        words.extend((0..count).map(|_| AtomicU64::new(0)));
        Ok(Bits { words })
    }

    /// Bytes that an array of so many bits takes.
    pub(super) fn bytes(bits: u64) -> u64 {
        (bits / 64 + 2) * 8
    }

    /// Whether no room was made yet.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    #[inline]
    pub(super) fn set(&self, bit: u64) {
        let (word, mask) = (&self.words[(bit / 64) as usize], 1 << (bit % 64));
        if word.load(Ordering::Relaxed) & mask == 0 {
            word.fetch_or(mask, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(super) fn get(&self, bit: u64) -> bool {
        self.run(bit) & 1 != 0
    }

    /// The 64 bits from `start` on; those past the end of the array are 0.
    #[inline]
    pub(super) fn run(&self, start: u64) -> u64 {
        let (word, shift) = ((start / 64) as usize, start % 64);
        let low = self.words[word].load(Ordering::Relaxed) >> shift;
        match shift {
            0 => low,
            _ => low | self.words[word + 1].load(Ordering::Relaxed) << (64 - shift),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_start_anywhere() {
        let bits = Bits::new(130).unwrap();
        let set = [0, 5, 63, 64, 100, 127, 128, 129];
        set.iter().for_each(|&bit| bits.set(bit));
        for start in 0..130 {
            for i in (0..64).filter(|i| start + i < 130) {
                assert_eq!(bits.run(start) >> i & 1 != 0, set.contains(&(start + i)));
            }
        }
    }
}

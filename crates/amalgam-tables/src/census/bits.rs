//! Sets of ranks: one bit for each position of a layer.

use std::sync::atomic::{AtomicU64, Ordering};

use amalgam_core::base::budget::{LimitReached, reserved};

/// A set of positions of one layer, by rank: a dense bit array that several threads may set bits in.
/// The order in which they do cannot show in the result.
#[derive(Debug, Default)]
pub struct Ranks {
    /// One word more than needed, so that a run may read past its last word.
    words: Vec<AtomicU64>,
}

impl Ranks {
    /// The empty set of ranks below `bound`.
    ///
    /// # Errors
    /// If the machine has no room for it.
    pub fn new(bound: u64) -> Result<Ranks, LimitReached> {
        let mut ranks = Ranks::with_room(bound)?;
        ranks.fill(bound);
        Ok(ranks)
    }

    /// No set yet, but the room for it: nothing is written there, so that the machine need not give
    /// its memory before it is used.
    pub(super) fn with_room(bound: u64) -> Result<Ranks, LimitReached> {
        Ok(Ranks { words: reserved((bound / 64 + 2) as usize)? })
    }

    /// Makes the empty set of ranks below `bound` in the room that there is.
    pub(super) fn fill(&mut self, bound: u64) {
        self.words.clear();
        self.words.resize_with((bound / 64 + 2) as usize, AtomicU64::default);
    }

    /// Bytes that a set of ranks below `bound` takes.
    pub(super) fn bytes(bound: u64) -> u64 {
        (bound / 64 + 2) * 8
    }

    /// Whether no set was made yet.
    pub(super) fn is_nothing(&self) -> bool {
        self.words.is_empty()
    }

    /// Makes this the same set as another, in the room that there is.
    pub(super) fn copy(&mut self, other: &Ranks) {
        self.words.clear();
        let copies = other.words.iter().map(|word| AtomicU64::new(word.load(Ordering::Relaxed)));
        self.words.extend(copies);
    }

    /// Adds a rank.
    ///
    /// # Panics
    /// If it is far beyond the bound.
    #[inline]
    pub fn insert(&self, rank: u64) {
        let (word, mask) = (&self.words[(rank / 64) as usize], 1 << (rank % 64));
        if word.load(Ordering::Relaxed) & mask == 0 {
            word.fetch_or(mask, Ordering::Relaxed);
        }
    }

    /// Takes a rank out.
    #[inline]
    pub(super) fn remove(&self, rank: u64) {
        self.words[(rank / 64) as usize].fetch_and(!(1 << (rank % 64)), Ordering::Relaxed);
    }

    /// Adds `start` + i for each bit i of `bits`.
    #[inline]
    pub(super) fn insert_run(&self, start: u64, bits: u64) {
        let (word, shift) = ((start / 64) as usize, start % 64);
        self.words[word].fetch_or(bits << shift, Ordering::Relaxed);
        if shift > 0 && bits >> (64 - shift) != 0 {
            self.words[word + 1].fetch_or(bits >> (64 - shift), Ordering::Relaxed);
        }
    }

    /// Whether a rank is in the set.
    ///
    /// # Panics
    /// If it is far beyond the bound.
    #[inline]
    pub fn contains(&self, rank: u64) -> bool {
        self.words[(rank / 64) as usize].load(Ordering::Relaxed) >> (rank % 64) & 1 != 0
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

    /// Whether this is a set of ranks below `bound`.
    pub(super) fn fits(&self, bound: u64) -> bool {
        self.words.len() as u64 == bound / 64 + 2
            && self.within(bound / 64, bound / 64 + 2).all(|rank| rank < bound)
    }

    /// How many ranks there are.
    pub fn len(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| word.load(Ordering::Relaxed) == 0)
    }

    /// The ranks, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.within(0, self.words.len() as u64)
    }

    /// How many words of 64 ranks the set has.
    pub(super) fn words(&self) -> u64 {
        self.words.len() as u64
    }

    /// The ranks of the words `from..to`, ascending.
    pub(super) fn within(&self, from: u64, to: u64) -> impl Iterator<Item = u64> + '_ {
        Members { words: &self.words[..to as usize], next: from as usize, word: 0 }
    }
}

/// The ranks of a set, ascending.
struct Members<'a> {
    words: &'a [AtomicU64],
    /// The index of the next word, and what is left of the one before.
    next: usize,
    word: u64,
}

impl Iterator for Members<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        self.nth(0)
    }

    /// Words whose ranks are all passed over are only counted.
    #[inline]
    fn nth(&mut self, mut count: usize) -> Option<u64> {
        loop {
            let here = match count {
                0 => usize::from(self.word != 0),
                _ => self.word.count_ones() as usize,
            };
            if here > count {
                break;
            }
            count -= here;
            self.word = self.words.get(self.next)?.load(Ordering::Relaxed);
            self.next += 1;
        }
        for _ in 0..count {
            self.word &= self.word - 1;
        }
        let bit = u64::from(self.word.trailing_zeros());
        self.word &= self.word - 1;
        Some((self.next as u64 - 1) * 64 + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_start_anywhere() {
        let ranks = Ranks::new(130).unwrap();
        let set = [0, 5, 63, 64, 100, 127, 128, 129];
        set.iter().for_each(|&rank| ranks.insert(rank));
        assert!(ranks.iter().eq(set));
        assert_eq!(ranks.len(), 8);
        for passed in 0..10 {
            for then in 0..10 {
                let mut rest = ranks.iter();
                assert_eq!(rest.nth(passed), set.get(passed).copied());
                assert_eq!(rest.nth(then), set.get(passed + 1 + then).copied());
            }
        }
        for start in 0..130 {
            let copy = Ranks::new(256).unwrap();
            copy.insert_run(start, ranks.run(start));
            for i in (0..64).filter(|i| start + i < 130) {
                assert_eq!(ranks.run(start) >> i & 1 != 0, set.contains(&(start + i)));
                assert_eq!(copy.contains(start + i), set.contains(&(start + i)));
            }
        }
        set.iter().for_each(|&rank| ranks.remove(rank));
        assert!(ranks.is_empty());
    }
}

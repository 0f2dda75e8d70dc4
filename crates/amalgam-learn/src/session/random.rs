//! Random numbers from a seed, the same on every machine.

/// SplitMix64 (Steele, Lea & Flood 2014): a counter with a large odd step, and a mixing function.
/// Enough for choosing moves, and a game with its seed can be told exactly.
///
/// ```
/// use amalgam::session::Random;
/// assert_eq!(Random::new(1).next(), Random::new(1).next());
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The numbers that belong to a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The numbers for one ply of a game with this seed. They do not depend on what was drawn
    /// before, so that undoing a move and making it again gives the same reply.
    pub fn at(seed: u64, ply: usize) -> Random {
        let mut seeds = Random::new(seed);
        let mixed = seeds.next();
        Random::new(mixed ^ (ply as u64).wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// The next 64 random bits.
    #[expect(clippy::should_implement_trait, reason = "there is no end to it")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, each as likely as the others: numbers from the incomplete last round
    /// are drawn again.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        let whole = u64::MAX - u64::MAX % bound;
        loop {
            let drawn = self.next();
            if drawn < whole {
                return drawn % bound;
            }
        }
    }

    /// One of the items, if there are any.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        match items.len() {
            0 => None,
            n => items.get(self.below(n as u64) as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_sequence() {
        // The first outputs of SplitMix64 for seed 0, as published with the algorithm.
        let mut random = Random::new(0);
        assert_eq!(random.next(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.next(), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(random.next(), 0x06c4_5d18_8009_454f);
    }

    #[test]
    fn numbers_below_a_bound_are_about_equally_frequent() {
        let mut random = Random::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        // Expected 10,000 each with a standard deviation of 91.
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 460), "{counts:?}");
    }
}

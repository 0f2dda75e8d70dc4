//! A value in eight bytes, and how options make one.

use super::game::{Outcome, Play, Value};

/// Outcome and remoteness from the least remoteness of the P-options and the greatest of the
/// N-options.
pub fn decide(hurry: Option<u32>, delay: Option<u32>, play: Play) -> (Outcome, u32) {
    match (hurry, delay) {
        (Some(hurry), _) => (Outcome::N, hurry + 1),
        (None, Some(delay)) => (Outcome::P, delay + 1),
        (None, None) => (play.at_the_end(), 0),
    }
}

/// A value in eight bytes.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    /// The Grundy value.
    pub grundy: u32,
    remoteness_and_p: u32,
}

impl Stored {
    /// As plain numbers, of which the machine has zeros ready.
    pub fn words(self) -> [u32; 2] {
        [self.grundy, self.remoteness_and_p]
    }

    /// The value that two words hold.
    pub fn from_words([grundy, remoteness_and_p]: [u32; 2]) -> Stored {
        Stored { grundy, remoteness_and_p }
    }

    /// A value.
    pub fn new(grundy: u32, (outcome, remoteness): (Outcome, u32)) -> Stored {
        Stored { grundy, remoteness_and_p: remoteness << 1 | u32::from(outcome == Outcome::P) }
    }

    /// Who wins.
    pub fn outcome(self) -> Outcome {
        Outcome::from_p(self.remoteness_and_p & 1 == 1)
    }

    /// How many moves the game lasts.
    pub fn remoteness(self) -> u32 {
        self.remoteness_and_p >> 1
    }

    /// All of it.
    pub fn value(self) -> Value {
        Value {
            outcome: self.outcome(),
            grundy: u64::from(self.grundy),
            remoteness: u64::from(self.remoteness()),
        }
    }
}

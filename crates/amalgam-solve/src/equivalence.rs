//! Equivalence of sums.

/// Whether two sums are equivalent: whether adding the same game to both always gives the same
/// outcome. Under normal play that is so exactly when their Grundy values agree (the lecture notes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Equivalence {
    /// The Grundy values of the two.
    pub values: [u64; 2],
}

impl Equivalence {
    /// Whether the values agree.
    pub fn holds(&self) -> bool {
        self.values[0] == self.values[1]
    }

    /// A heap of Nim that tells the two apart, if they are not equivalent: with one of them it
    /// makes a P-position, with the other an N-position. It is the smaller value, so that it may be
    /// the empty heap.
    pub fn witness(&self) -> Option<u64> {
        (!self.holds()).then(|| self.values[0].min(self.values[1]))
    }
}

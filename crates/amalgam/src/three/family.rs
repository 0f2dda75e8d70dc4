//! The games whose three-heap rows the row machine can run.

/// A game in which any number may be taken from a heap and two non-empty heaps may merge under a
/// condition that leaves the equal pairs as the only P-positions of two heaps.
///
/// ```
/// use amalgam::three::Family;
/// assert_eq!(Family::AMALGAMATION, Family::Threshold(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Two heaps that both have at least `r` coins may merge. `Threshold(1)` is Amalgamation Nim
    /// (Locke & Handley), `Threshold(2)` the restricted game of Manabe. Thresholds 0 and 1 allow
    /// the same moves, since an empty heap cannot be merged.
    Threshold(u64),
    /// Two non-empty heaps may merge, and one coin is taken from the merged heap (Shinoda,
    /// Remark 2.2).
    MergeTakeOne,
}

impl Family {
    /// Amalgamation Nim.
    pub const AMALGAMATION: Family = Family::Threshold(1);

    /// The size of the heap that merging `x` and `y` gives, or `None` where they may not merge (or
    /// the sum does not fit).
    pub fn merged(self, x: u64, y: u64) -> Option<u64> {
        if x == 0 || y == 0 {
            return None;
        }
        match self {
            Family::Threshold(r) if x >= r && y >= r => x.checked_add(y),
            Family::Threshold(_) => None,
            Family::MergeTakeOne => (x - 1).checked_add(y),
        }
    }
}

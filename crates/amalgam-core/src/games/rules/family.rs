//! The games whose three-heap rows the row machine can run.

/// A game in which any number may be taken from a heap and two non-empty heaps may merge under a
/// condition that leaves the equal pairs as the only P-positions of two heaps.
///
/// ```
/// use amalgam::games::rules::Family;
/// assert_eq!(Family::AMALGAMATION, Family::Threshold(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
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

    /// Whether merging two of the heaps `a`, `b`, `c` can leave two equal heaps, which is a
    /// P-position. Such a triple is an N-position whatever the rows say.
    pub fn merges_to_pair(self, a: u64, b: u64, c: u64) -> bool {
        self.merged(a, b) == Some(c) || self.merged(b, c) == Some(a) || self.merged(a, c) == Some(b)
    }

    /// The offset `c - b` that merging forbids in row `a` at every column `b >= a`.
    ///
    /// For `c > b >= a` neither `b + c = a` nor `a + c = b` can hold, so only merging `a` with `b`
    /// remains: it leaves the pair `c`, `c` for one single `c`, and `c - b` does not depend on `b`.
    pub fn forbidden_offset(self, a: u64) -> Option<u64> {
        match self {
            _ if a == 0 => None,
            Family::Threshold(r) => (a >= r).then_some(a),
            Family::MergeTakeOne => Some(a - 1),
        }
    }
}

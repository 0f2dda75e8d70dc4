//! Cover rows: rows 2k such that from some column on the rows 0..=2k use exactly the offsets −k..=k.
//!
//! Different rows have different values in a column, so 2k + 1 rows whose offsets all lie in −k..=k
//! use each of them once; and a row that chooses the offset i > k at column b is out of bounds at
//! b (with i) and at b + i (with −i). So the last column that breaks the cover 2k is the largest
//! b + i of a choice i > k in a row up to 2k, and `from` is the next column.
//!
//! # The Balanced Lemma
//!
//! Let 2k be a cover row from column s on, n <= k, and take the next 2n rows. Let τ_b(v) be the
//! number of those rows in which v is matched with a value below b. Column b is *balanced* if τ_b(v)
//! is n for b <= v <= b + k, n − i for v = b + k + i with 1 <= i <= n, and 0 beyond. If a column
//! b >= s, b > 2k + 2n, is balanced, so is every later one, and 2k + 2n is a cover row.
//!
//! *Proof.* At column b just n of the 2n rows are free. The offsets 1..=k are used by the rows up to
//! 2k, and the offset that merging forbids in a row a > 2k (a itself, or a − 1 if one coin is taken)
//! is at least 2k; it is above k + n unless a − 1 = 2k = k + n, so in the game with a − 1 we ask for
//! n < k. Suppose a free row r finds nothing in k+1..=k+n. Fewer than n rows have chosen before it,
//! so some k + i is unused; take the largest such i. Then b + k + i is matched in r. The n − i
//! larger offsets went to rows before r, each of which passed over k + i while it was unused, so
//! b + k + i is matched in those rows as well: n − i + 1 rows, but τ_b(b+k+i) = n − i. So the n free
//! rows use k+1..=k+n once each, which makes τ_{b+1} what it should be. From b on the choices stay
//! within k + n, so a last column that breaks the cover exists. ∎
//!
//! Conversely, if neither cover 2k nor cover 2k + 2n is broken from column b on, b is balanced: the
//! 2n rows use ±(k+1..=k+n) in each column v >= b, and τ_b(b + j) counts the offsets below −j. So
//! within the columns searched the lemma misses no cover row with n <= k, and the least balanced
//! column lies less than k + n + 1 columns before `from`. That is used below to find it.
//!
//! Where n > k, as for the first covers of Amalgamation Nim, the period criterion of
//! [`super::rows`] applied to the joint windows of the rows 1..=2k proves the cover: all offsets of
//! one joint period lie within ±k.
//!
//! # The search
//!
//! All rows walk the columns together, in chunks. Once a cover is proved, the rows up to it are left
//! out: what they use is known. But a cover row between two proved ones may show much later (row 54
//! of Amalgamation Nim shows at column 24601, long after row 56), so each block between two covers
//! is then walked on alone, at the speed of its short registers, up to the same column. The covers
//! found depend on the last column searched and on nothing else. Last, the column that proves each
//! cover is looked for, in a walk of its own. Each of the three can be paused (`search`, `gaps`,
//! `proofs`), since together they may take longer than a caller has time.

mod gaps;
mod proofs;
mod search;

use super::progress::{Progress, SearchError, Until};
use crate::base::budget::Budget;
use crate::games::rules::Family;
pub(crate) use gaps::Gap;
pub(crate) use proofs::Proofs;
pub(crate) use search::{Found, Search};
use std::ops::ControlFlow;

/// A proved cover row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The row, 2k.
    pub row: u64,
    /// k: the rows 0..=2k use the offsets −k..=k.
    pub half_width: u64,
    /// The first column from which they do.
    pub from: u64,
    /// Why.
    pub proof: CoverProof,
}

/// What proves a cover row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverProof {
    /// `column` is balanced for the rows after the cover row `after`, the one before this: the
    /// least such column that is not left of the `from` of `after` and right of this row's number.
    Balanced {
        /// The cover row before this one.
        after: u64,
        /// The least balanced column.
        column: u64,
    },
    /// The joint windows of the rows 1..=2k at `column` and at `column + period` agree, and no
    /// choice between them exceeds k. `column` is the least one, not left of `from` and right of
    /// this row's number, and `period` the least for it.
    Period {
        /// Where the joint period starts.
        column: u64,
        /// The joint period.
        period: u64,
    },
}

/// The cover rows found, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covers {
    /// The covers, by row.
    pub covers: Vec<Cover>,
    /// No further cover up to the row asked for shows up to this column.
    pub searched_to_column: u64,
}

/// The columns that [`find`] searches unless told otherwise: a 64th of the fourth power of the row,
/// but 2^16 at least and 2^24 at most.
///
/// In Amalgamation Nim the last cover up to row 104 shows at column 1 198 072 (it is row 102), so a
/// lower power would miss it.
pub fn default_columns(to: u64) -> u64 {
    (to.saturating_pow(4) / 64).clamp(FIRST_LOOK, 1 << 24)
}

/// If no cover shows by this column the search ends.
const FIRST_LOOK: u64 = 1 << 16;
/// The columns walked between two looks.
const CHUNK: u64 = 1 << 12;

/// Finds and proves the cover rows up to row `to`, searching [`default_columns`] unless `columns`
/// says otherwise. A search in which no cover shows by column 65 536 ends there; one that has not
/// come to its end at the deadline has no answer.
///
/// ```
/// use amalgam::engines::three::{covers, progress::Silent};
/// use amalgam::Budget;
/// use amalgam::games::rules::Family;
/// let found = covers::find(Family::AMALGAMATION, 24, None, &Budget::default(), &Silent)?;
/// let rows: Vec<u64> = found.covers.iter().map(|cover| cover.row).collect();
/// assert_eq!(rows, [6, 14, 16, 22, 24]);
/// # Ok::<(), amalgam::engines::three::progress::SearchError>(())
/// ```
pub fn find(
    family: Family,
    to: u64,
    columns: Option<u64>,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Covers, SearchError> {
    let until = Until { progress, limits };
    let mut search = Search::new(family, to, columns)?;
    match limits.on_threads(|| search.advance(&until))? {
        ControlFlow::Continue(covers) => Ok(covers),
        ControlFlow::Break(()) => Err(SearchError::Stopped),
    }
}

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
//! found depend on the last column searched and on nothing else.

use super::Family;
use super::columns::{Columns, MAX_ROW, Words, highest};
use super::progress::{Progress, SearchError, Step, Task};
use super::register::{Chain, Lane, Register, Shape};
use rayon::prelude::*;
use std::collections::HashMap;

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
/// Joint periods of the first covers are walked up to this length.
const LONGEST_JOINT_PERIOD: u64 = 1 << 17;
/// Joint periods are looked for up to this half width.
const LARGEST_JOINT_HALF: u64 = 16;

/// Finds and proves the cover rows up to row `to`, searching [`default_columns`] unless `columns`
/// says otherwise. A search in which no cover shows by column 65 536 ends there.
///
/// ```
/// use amalgam::three::{Family, covers, progress::Silent};
/// let found = covers::find(Family::AMALGAMATION, 24, None, &Silent)?;
/// let rows: Vec<u64> = found.covers.iter().map(|cover| cover.row).collect();
/// assert_eq!(rows, [6, 14, 16, 22, 24]);
/// # Ok::<(), amalgam::three::progress::SearchError>(())
/// ```
pub fn find(
    family: Family,
    to: u64,
    columns: Option<u64>,
    progress: &dyn Progress,
) -> Result<Covers, SearchError> {
    if to == 0 {
        return Err(SearchError::RowZero);
    }
    let limit = columns.unwrap_or_else(|| default_columns(to));
    match to {
        0..=62 => search::<1>(family, to, limit, progress),
        63..=126 => search::<2>(family, to, limit, progress),
        127..=190 => search::<3>(family, to, limit, progress),
        191..=MAX_ROW => search::<4>(family, to, limit, progress),
        _ => Err(SearchError::RowTooLarge { row: to, max: MAX_ROW }),
    }
}

/// A cover row as the search meets it: its half width, `from`, and joint period if that proves it.
#[derive(Clone, Copy)]
struct Found {
    half: u64,
    from: u64,
    joint: Option<(u64, u64)>,
}

/// Two neighbouring covers and the windows of the rows between them at some column.
struct Gap<const W: usize> {
    half: u64,
    top: u64,
    column: u64,
    windows: Vec<Words<W>>,
    /// The last columns at which the covers strictly inside are broken by choices left of `column`.
    broken: Vec<u64>,
}

fn search<const W: usize>(
    family: Family,
    to: u64,
    limit: u64,
    progress: &dyn Progress,
) -> Result<Covers, SearchError> {
    let halves = (to / 2) as usize;
    let mut rows = Columns::<W>::new(family, to / 2 * 2);
    let mut broken = vec![0; halves + 1];
    let mut tried = vec![u64::MAX; halves + 1];
    let mut found = vec![Found { half: 0, from: 0, joint: None }];
    let mut gaps = Vec::new();
    let mut masks = Vec::new();
    while rows.column < limit && !rows.windows.is_empty() {
        if found.len() == 1 && rows.column >= FIRST_LOOK {
            break;
        }
        if progress.tick(Step::new(Task::Covers, rows.column)).is_break() {
            return Err(SearchError::Stopped);
        }
        let start = rows.column;
        masks.resize((limit - start).min(CHUNK) as usize, [0; W]);
        rows.walk(&mut masks, |row, _, masks| {
            if row % 2 == 0 {
                let last = &mut broken[(row / 2) as usize];
                *last = last_broken(row / 2, start, masks).unwrap_or(*last);
            }
        });
        while let Some(next) = next_cover(family, &rows, &found, &broken, &mut tried) {
            let count = 2 * (next.half - rows.half) as usize;
            if next.joint.is_none() {
                let windows = rows.windows[..count].to_vec();
                let (half, top) = (rows.half, next.half);
                let inner = broken[half as usize + 1..top as usize].to_vec();
                gaps.push(Gap { half, top, column: rows.column, windows, broken: inner });
            }
            rows.drop_below(next.half);
            found.push(next);
        }
    }
    // A search that found all it was asked for has nothing left to walk but the gaps.
    let searched = if found.len() == 1 { rows.column } else { limit };
    let inner: Result<Vec<_>, _> =
        gaps.into_par_iter().with_max_len(1).map(|gap| refine(gap, limit, progress)).collect();
    found.extend(inner?.into_iter().flatten());
    found.sort_by_key(|cover| cover.half);
    Ok(Covers { covers: prove::<W>(family, &found), searched_to_column: searched })
}

/// The last column, if any, at which the rows whose choices `masks` holds break the cover.
fn last_broken<const W: usize>(half: u64, start: u64, masks: &[Words<W>]) -> Option<u64> {
    let (word, bit) = ((half / 64) as usize, half % 64);
    let mut last = None;
    for (place, mask) in masks.iter().enumerate().rev() {
        let column = start + place as u64;
        if last.is_some_and(|last| column + 64 * W as u64 <= last) {
            break;
        }
        if mask[word] >> bit > 1 || mask[word + 1..].iter().any(|&w| w != 0) {
            last = last.max(highest(mask).map(|offset| column + offset));
        }
    }
    last
}

/// The least cover above those found that this column proves.
fn next_cover<const W: usize>(
    family: Family,
    rows: &Columns<W>,
    found: &[Found],
    broken: &[u64],
    tried: &mut [u64],
) -> Option<Found> {
    let below = found.last()?;
    for half in below.half + 1..broken.len() as u64 {
        let from = broken[half as usize] + 1;
        let n = half - below.half;
        if rows.column <= 2 * half || rows.column < below.from {
            break;
        }
        if lemma_holds(family, below.half, n) {
            if balanced(below.half, &rows.windows[..2 * n as usize]) {
                return Some(Found { half, from, joint: None });
            }
        } else if half <= LARGEST_JOINT_HALF
            && from + CHUNK / 2 < rows.column
            && std::mem::replace(&mut tried[half as usize], from) != from
        {
            let joint = joint_period(family, half, from);
            if joint.is_some() {
                return Some(Found { half, from, joint });
            }
        }
    }
    None
}

/// Whether the Balanced Lemma speaks of the 2n rows after the cover row 2k.
fn lemma_holds(family: Family, half: u64, n: u64) -> bool {
    let least_forbidden = family.forbidden_offset(2 * half + 1).unwrap_or(u64::MAX);
    n <= half && least_forbidden > half + n
}

/// Whether these windows of the 2n rows after a cover row make their column balanced.
fn balanced<const W: usize>(half: u64, windows: &[Words<W>]) -> bool {
    let n = windows.len() as u64 / 2;
    (0..64 * W as u64).all(|v| {
        let (word, bit) = ((v / 64) as usize, v % 64);
        let taken: u64 = windows.iter().map(|window| window[word] >> bit & 1).sum();
        taken == if v <= half { n } else { (half + n).saturating_sub(v) }
    })
}

/// The least column from which the joint windows of the rows 1..=2k repeat, and their period.
fn joint_period(family: Family, half: u64, from: u64) -> Option<(u64, u64)> {
    let mut rows = Columns::<1>::new(family, 2 * half);
    let start = from.max(2 * half + 1);
    rows.walk(&mut vec![[0; 1]; start as usize], |_, _, _| {});
    let mut seen = HashMap::new();
    let mut mask = [[0; 1]];
    while rows.column < start + LONGEST_JOINT_PERIOD {
        if let Some(first) = seen.insert(rows.windows.clone(), rows.column) {
            return Some((first, rows.column - first));
        }
        rows.walk(&mut mask, |_, _, _| {});
        if highest(&mask[0]) > Some(half) {
            return None;
        }
    }
    None
}

/// Walks the rows of a gap on to column `limit` and finds the covers between its ends.
fn refine<const W: usize>(
    gap: Gap<W>,
    limit: u64,
    progress: &dyn Progress,
) -> Result<Vec<Found>, SearchError> {
    let mut covers = Vec::new();
    let mut gaps = vec![gap];
    while let Some(gap) = gaps.pop() {
        let n = gap.top - gap.half;
        let rows_to = |half: u64| 2 * (half - gap.half) as usize;
        let shape = Shape { half: gap.half as u32, width: n as u32 };
        let mut chain = Chain::new(shape, gap.column, None);
        for window in &gap.windows {
            let register = Register::from_window(shape, window);
            chain.lanes.push(Lane::Machine { register, allowed: shape.full() });
        }
        let mut before = chain.clone();
        while n > 1 && chain.column < limit {
            if (chain.column / CHUNK).is_multiple_of(64)
                && progress.tick(Step::new(Task::Covers, chain.column)).is_break()
            {
                return Err(SearchError::Stopped);
            }
            // `from` is at most `top` columns right of a balanced column, and the choice that
            // breaks the cover last at most as much to the left: two chunks hold both.
            let older = std::mem::replace(&mut before, chain.clone());
            chain.advance((limit - chain.column).min(CHUNK));
            let windows: Vec<Words<W>> = windows_of(&chain);
            let mut ends: Vec<u64> = (gap.half + 1..gap.top)
                .filter(|&half| balanced(gap.half, &windows[..rows_to(half)]))
                .collect();
            if ends.is_empty() {
                continue;
            }
            let mut broken = gap.broken.clone();
            for (half, broken) in (gap.half + 1..).zip(&mut broken) {
                let mut part = older.clone();
                part.lanes.truncate(rows_to(half));
                *broken = last_broken_by(part, half, chain.column).unwrap_or(0).max(*broken);
            }
            let at = |half: u64| broken[(half - gap.half - 1) as usize];
            covers.extend(ends.iter().map(|&half| Found { half, from: at(half) + 1, joint: None }));
            ends.push(gap.top);
            let mut half = gap.half;
            for top in ends {
                let windows = windows[rows_to(half)..rows_to(top)].to_vec();
                let broken = (half + 1..top).map(at).collect();
                gaps.push(Gap { half, top, column: chain.column, windows, broken });
                half = top;
            }
            break;
        }
    }
    Ok(covers)
}

/// The last column at which a choice of the chain's rows left of `until` breaks the cover.
fn last_broken_by(mut chain: Chain<'_>, half: u64, until: u64) -> Option<u64> {
    let mut last = None;
    while chain.column < until {
        let column = chain.column;
        let batch = chain.step();
        let used = batch.below | batch.choices;
        let largest = u64::from(chain.shape().half + 128 - used.leading_zeros());
        if largest > half {
            last = last.max(Some(column + largest));
        }
    }
    last
}

fn windows_of<const W: usize>(chain: &Chain<'_>) -> Vec<Words<W>> {
    let half = chain.shape().half;
    let registers = chain.lanes.iter().filter_map(|lane| match lane {
        Lane::Machine { register, .. } => Some(register),
        Lane::Rest => None,
    });
    registers.map(|register| register.to_window(half)).collect()
}

/// Adds to each cover the column that proves it.
fn prove<const W: usize>(family: Family, found: &[Found]) -> Vec<Cover> {
    let mut covers: Vec<Cover> = Vec::new();
    // Where the cover is whole before the lemma may be applied, the first column allowed will do.
    // The others are to be looked for, from a column on which is not balanced yet.
    let mut open = Vec::new();
    for pair in found.windows(2) {
        let (below, cover) = (pair[0], pair[1]);
        let proof = match cover.joint {
            Some((column, period)) => CoverProof::Period { column, period },
            None => {
                let first = below.from.max(2 * cover.half + 1);
                let column = first.max(cover.from.saturating_sub(cover.half + 1));
                if cover.from > first {
                    open.push((column, covers.len(), below));
                }
                CoverProof::Balanced { after: 2 * below.half, column }
            }
        };
        let (row, half_width) = (2 * cover.half, cover.half);
        covers.push(Cover { row, half_width, from: cover.from, proof });
    }
    open.sort_by_key(|&(column, ..)| column);
    let last = covers.last().map_or(0, |cover| cover.row);
    let mut rows = Columns::<W>::new(family, last);
    let mut masks = vec![[0; W]; CHUNK as usize];
    for (place, &(column, which, below)) in open.iter().enumerate() {
        let needed = open[place..].iter().map(|(_, _, below)| below.half).min().unwrap_or(0);
        while rows.column < column {
            // A larger cover may hold earlier, and says nothing of the rows up to a smaller one.
            let known = |cover: &&Found| cover.half <= needed && cover.from <= rows.column;
            rows.drop_below(found.iter().rev().find(known).map_or(0, |cover| cover.half));
            let len = (column - rows.column).min(CHUNK) as usize;
            rows.walk(&mut masks[..len], |_, _, _| {});
        }
        let mut look = rows.clone();
        look.drop_below(below.half);
        let count = 2 * (covers[which].half_width - below.half) as usize;
        look.windows.truncate(count);
        while !balanced(below.half, &look.windows) && look.column < covers[which].from {
            look.walk(&mut masks[..1], |_, _, _| {});
        }
        covers[which].proof = CoverProof::Balanced { after: 2 * below.half, column: look.column };
    }
    covers
}

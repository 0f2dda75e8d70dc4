//! The lines of cover rows, and the conditions under "Covers" in docs/certificate.md §4, for the cover row
//! that ends a block.

use crate::failure::at_most;
use crate::format::Lines;
use crate::layers::primes;
use crate::walk::{Kept, Walker};
use crate::{Checked, Condition::*, LAST_ROW};

/// A `cover` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The cover row 2k.
    pub row: u64,
    /// The half width k.
    pub half_width: u64,
    /// The first column from which rows 0..2k use exactly the offsets −k..k.
    pub from: u64,
    /// The cover row before it, or 0.
    pub after: u64,
    /// The column that proves it: a balanced one (Theorem 8), or one at which windows recur.
    pub column: u64,
    /// The period with which they do (Theorem 9); `None` for a balanced column.
    pub period: Option<u64>,
}

const COVER: [&str; 2] = [
    "cover # half-width # from # after # balanced #",
    "cover # half-width # from # after # recurs # period #",
];

/// The longest joint period whose prime factors are looked for.
const LONGEST: u128 = 1 << 40;

/// Reads the cover lines, and checks **cover-order** as far as they go.
pub(crate) fn read(lines: &mut Lines<'_>) -> Checked<Vec<Cover>> {
    let mut covers = Vec::new();
    while lines.rest.starts_with("cover ") {
        let (_, n) = lines.line(&COVER)?;
        let (row, half_width, from, after) = (n[0], n[1], n[2], n[3]);
        let (column, period) = (n[4], n.get(5).copied());
        let before = covers.last().map_or(0, |cover: &Cover| cover.row);
        let chained = row % 2 == 0 && row > before && after == before;
        at_most(LAST_ROW.into(), row.into(), "is the last row")?;
        CoverOrder.require(row, None, chained)?;
        at_most(LONGEST, period.unwrap_or(0).into(), "columns of a joint period")?;
        covers.push(Cover { row, half_width, from, after, column, period });
    }
    Ok(covers)
}

/// The columns at which the windows speak for a cover, and the column after the proof's last.
pub(crate) fn proof_columns(cover: &Cover) -> [u64; 2] {
    [cover.column, cover.column + cover.period.unwrap_or(cover.half_width + 1)]
}

/// All columns of which the conditions for a cover speak: where the proof begins and ends; and for windows
/// that recur one column earlier, and a prime factor sooner.
pub(crate) fn columns(cover: &Cover) -> impl Iterator<Item = u64> {
    let ends = proof_columns(cover);
    ends.into_iter().chain(ends.map(|column| column.saturating_sub(1))).chain(sooner(cover))
}

/// The columns at which the windows must not be back yet.
fn sooner(cover: &Cover) -> impl Iterator<Item = u64> {
    let (column, period) = (cover.column, cover.period.unwrap_or(1));
    primes(period).into_iter().map(move |prime| column + period / prime)
}

/// cover-column, balanced, cover-recurs, cover-least, covered, from-least.
pub(crate) fn check<const W: usize>(before: &Cover, cover: &Cover, kept: &Kept<W>) -> Checked {
    let (row, [column, end]) = (cover.row, proof_columns(cover));
    let &Walker { game, last_bare, .. } = &kept[&end];
    let least = before.from.max(cover.from);
    let least = least.max(if cover.period.is_some() { game.regular(row) } else { row + 1 });
    let right = cover.period.map_or(column == least, |period| period > 0 && column >= least);
    CoverColumn.require(row, column, right)?;
    if cover.period.is_none() {
        Balanced.require(row, column, is_balanced(&kept[&column], before, cover))?;
    } else {
        let same = |x: u64, y: u64| {
            let same = |row| kept[&x].row(row).window == kept[&y].row(row).window;
            (before.row + 1..=row).all(same)
        };
        CoverRecurs.require(row, end, same(column, end))?;
        CoverLeast.require(row, column, column == least || !same(column - 1, end - 1))?;
        for sooner in sooner(cover) {
            CoverLeast.require(row, sooner, !same(column, sooner))?;
        }
    }
    // The rows did not cover at the column `last_bare`, and have covered since then.
    let bare_before = last_bare.map_or(0, |column| column + 1);
    Covered.require(row, last_bare, bare_before <= cover.from)?;
    FromLeast.require(row, cover.from.saturating_sub(1), bare_before == cover.from)
}

/// Is the walker's column balanced for the rows between two covers (Theorem 8)?
fn is_balanced<const W: usize>(walker: &Walker<W>, before: &Cover, cover: &Cover) -> bool {
    let (k, n) = (before.half_width, cover.half_width - before.half_width);
    // No window holds an offset beyond its row (docs/certificate.md, Windows).
    let mut taken = vec![0; cover.row as usize + 1];
    for row in before.row + 1..=cover.row {
        let offsets = walker.members(&walker.row(row).window);
        offsets.into_iter().filter(|&i| i >= 0).for_each(|i| taken[i as usize] += 1);
    }
    let wanted = |i| if i <= k { n } else { (k + n).saturating_sub(i) };
    taken.into_iter().eq((0..=cover.row).map(wanted))
}

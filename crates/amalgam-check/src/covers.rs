//! The conditions under "Covers" in docs/certificate.md §4, for the cover row that ends a block.

use crate::format::Cover;
use crate::walk::{Kept, Walker};
use crate::{Checked, Condition::*};

/// The columns at which the windows speak for a cover, and the column after the proof's last.
pub(crate) fn proof_columns(cover: &Cover) -> [u64; 2] {
    [cover.column, cover.column + cover.period.unwrap_or(cover.half_width + 1)]
}

/// cover-column, balanced, cover-recurs, covered, from-least.
pub(crate) fn check<const W: usize>(before: &Cover, cover: &Cover, kept: &Kept<W>) -> Checked {
    let (row, [column, end]) = (cover.row, proof_columns(cover));
    let &Walker { game, last_bare, .. } = &kept[&end];
    let late_enough = match cover.period {
        None => column > row,
        Some(period) => period > 0 && column >= cover.from && column >= game.regular(row),
    };
    CoverColumn.require(row, column, late_enough && column >= before.from)?;
    if cover.period.is_none() {
        Balanced.require(row, column, is_balanced(&kept[&column], before, cover))?;
    } else {
        let recurs = |row| kept[&column].row(row).window == kept[&end].row(row).window;
        CoverRecurs.require(row, end, (before.row + 1..=row).all(recurs))?;
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

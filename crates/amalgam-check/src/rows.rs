//! The conditions under "Proved rows" in docs/certificate.md §4, for one row.

use crate::form::{LISTED, Planned};
use crate::format::{Cover, Repetition};
use crate::walk::{Kept, Walker};
use crate::{Condition, Condition::*, bits::Bits, failure::Checked};

/// Which of the two sequences of a row is meant: the offset or the mask, given both.
type Pick<const W: usize> = fn(Bits<W>, Bits<W>) -> Bits<W>;

/// mask-start, or what `check_repetition` says of masks.
pub(crate) fn check_mask<const W: usize>(
    planned: &Planned<'_>,
    before: &Cover,
    kept: &Kept<W>,
) -> Checked {
    let (row, proved) = (planned.row, planned.proved);
    if let Some(known) = planned.mask {
        let conditions = [MaskPeriodic, MaskPreperiodLeast, MaskPeriodLeast];
        check_repetition(kept, row, |_, mask| mask, conditions, &proved.mask, known)
    } else {
        let constant = (proved.mask.preperiod, proved.mask.period) == (before.from, 1);
        MaskStart.require(row, None, constant)
    }
}

/// row-recurs, window, offsets, cover-flag, and what `check_repetition` says of rows. The mask has
/// been checked.
pub(crate) fn check_row<const W: usize>(planned: &Planned<'_>, kept: &Kept<W>) -> Checked {
    let (row, proved) = (planned.row, planned.proved);
    let (early, late) =
        (&kept[&planned.offsets.0], &kept[&(planned.offsets.0 + planned.offsets.1)]);
    RowRecurs.require(row, early.column, early.row(row).window == late.row(row).window)?;
    let conditions = [RowPeriodic, RowPreperiodLeast, RowPeriodLeast];
    check_repetition(kept, row, |offset, _| offset, conditions, &proved.offsets, planned.offsets)?;
    let first = &kept[&proved.offsets.preperiod];
    let window = first.members(&first.row(row).window).into_iter().filter(|&offset| offset >= 0);
    let claimed = proved.window.iter().map(|offset| offset.0 as i64);
    Window.require(row, first.column, window.eq(claimed))?;
    let seen = late.members(&late.row(row).seen);
    let (min, max) = proved.extremes;
    Offsets.require(row, None, (seen.first(), seen.last()) == (Some(&min), Some(&max)))?;
    CoverFlag.require(row, None, planned.flag_right)
}

/// mask-periodic, mask-preperiod-least, mask-period-least; row-periodic, row-preperiod-least,
/// row-period-least. The sequence is known to repeat from `known.0` with period `known.1`.
fn check_repetition<const W: usize>(
    kept: &Kept<W>,
    row: u64,
    pick: Pick<W>,
    [periodic, preperiod_least, period_least]: [Condition; 3],
    claim: &Repetition,
    known: (u64, u64),
) -> Checked {
    let (from, period) = (claim.preperiod, claim.period);
    periodic.require(row, None, known.1.is_multiple_of(period))?;
    let at = |column| kept[&column].up_to(row);
    let (mut early, mut late) = (at(from), at(from + period));
    for i in 0..compared(claim, known) {
        let same = look(&mut early, row, pick) == look(&mut late, row, pick);
        periodic.require(row, from + i, same)?;
    }
    let differ = |x, y| look(&mut at(x), row, pick) != look(&mut at(y), row, pick);
    let before = from.saturating_sub(1);
    preperiod_least.require(row, before, from == 0 || differ(before, before + period))?;
    for &(q, w) in &claim.witnesses {
        period_least.require(row, w, differ(w, w + period / q))?;
    }
    Ok(())
}

/// What a sequence of a row is at the column of the walker, which walks on.
fn look<const W: usize>(walker: &mut Walker<W>, row: u64, pick: Pick<W>) -> Bits<W> {
    let mut found = Bits::EMPTY;
    walker.step(|at, offset, mask| {
        if at == row {
            found = pick(offset, mask);
        }
    });
    found
}

/// The number of columns from the preperiod on at which a sequence is compared with itself one
/// period later (Theorem 5).
fn compared(claim: &Repetition, known: (u64, u64)) -> u64 {
    known.0 + known.1.saturating_sub(claim.period) - claim.preperiod
}

/// The columns of which the conditions of the mask and of the row speak, in this order, and the
/// number of steps, beyond the walk to these columns, that they take.
pub(crate) fn cost(planned: &Planned<'_>) -> ([Vec<u64>; 2], u128) {
    let mask = planned.mask.map(|known| (&planned.proved.mask, known));
    let mut steps = u128::from(planned.row * LISTED);
    let columns = [mask, Some((&planned.proved.offsets, planned.offsets))].map(|claim| {
        let Some((claim, known)) = claim else { return Vec::new() };
        let &Repetition { preperiod: from, period, ref witnesses } = claim;
        let before = from.saturating_sub(1);
        // Two walkers, which have all smaller rows as long as the cover has not begun.
        steps += u128::from(compared(claim, known)) * 2 * u128::from(planned.row);
        let ends = [known.0, known.0 + known.1, from, from + period, before, before + period];
        let witnesses = witnesses.iter().flat_map(|&(q, w)| [w, w + period / q]);
        ends.into_iter().chain(witnesses).collect()
    });
    (columns, steps)
}

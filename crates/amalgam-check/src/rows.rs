//! The conditions under "Proved rows" in docs/certificate.md §4, for one row.

use crate::form::{Planned, is_prime};
use crate::format::Repetition;
use crate::walk::{Kept, Walker};
use crate::{Checked, Condition, Condition::*, lists};

/// The two sequences of a row, in the order in which they are checked.
const MASK: usize = 0;
const OFFSETS: usize = 1;

/// What `check_repeats` says of each.
const CONDITIONS: [[Condition; 3]; 2] = [
    [MaskPeriodic, MaskPreperiodLeast, MaskPeriodLeast],
    [RowPeriodic, RowPreperiodLeast, RowPeriodLeast],
];

/// mask-start, or what `check_repeats` says of masks.
pub(crate) fn check_mask<const W: usize>(planned: &Planned<'_>, kept: &Kept<W>) -> Checked {
    let mask = &planned.proved.mask;
    let constant = (mask.preperiod, mask.period) == (planned.covered_from, 1);
    MaskStart.require(planned.row, None, planned.mask.is_some() || constant)?;
    check_repeats(planned, MASK, kept)
}

/// row-recurs, window, offsets, cover-flag, once, repeating, and what `check_repeats` says of rows.
/// The mask has been checked.
pub(crate) fn check_row<const W: usize>(planned: &Planned<'_>, kept: &Kept<W>) -> Checked {
    let (row, proved) = (planned.row, planned.proved);
    let (from, period) = planned.offsets;
    let (early, late) = (&kept[&from], &kept[&(from + period)]);
    RowRecurs.require(row, early.column, early.row(row).window == late.row(row).window)?;
    check_repeats(planned, OFFSETS, kept)?;
    let first = &kept[&proved.offsets.preperiod];
    let window = first.members(&first.row(row).window).into_iter().filter(|&offset| offset >= 0);
    let claimed = proved.window.iter().map(|offset| offset.0 as i64);
    Window.require(row, first.column, window.eq(claimed))?;
    let seen = late.members(&late.row(row).seen);
    let (min, max) = proved.extremes;
    Offsets.require(row, None, (seen.first(), seen.last()) == (Some(&min), Some(&max)))?;
    CoverFlag.require(row, None, planned.flag_right)?;
    lists::check(&mut Walker::<W>::new(first.game, row), planned.proved)
}

/// mask-periodic, mask-preperiod-least, mask-period-least; row-periodic, row-preperiod-least,
/// row-period-least, with the rest of witness-primes: to tell a prime takes time, but less than the walk
/// over a period that it divides. The sequence is known to repeat from `known.0` with period `known.1`.
fn check_repeats<const W: usize>(planned: &Planned<'_>, which: usize, kept: &Kept<W>) -> Checked {
    let Some((claim, known)) = sequences(planned)[which] else { return Ok(()) };
    let (row, [periodic, preperiod_least, period_least]) = (planned.row, CONDITIONS[which]);
    let (from, period) = (claim.preperiod, claim.period);
    periodic.require(row, None, known.1.is_multiple_of(period))?;
    let at = |column| kept[&column].up_to(row);
    let (mut early, mut late) = (at(from), at(from + period));
    for i in 0..compared(claim, known) {
        periodic.require(row, from + i, early.look()[which] == late.look()[which])?;
    }
    let before = from.saturating_sub(1);
    let differ = at(before).look()[which] != at(before + period).look()[which];
    preperiod_least.require(row, before, from == 0 || differ)?;
    for &(q, w) in &claim.witnesses {
        WitnessPrimes.require(row, w, is_prime(q))?;
        let (mut early, mut late) = (at(from), at(from + period / q));
        for column in from..=w {
            let same = early.look()[which] == late.look()[which];
            period_least.require(row, column, same == (column < w))?;
        }
    }
    Ok(())
}

/// What is claimed of the two sequences of a row, and T and L for them.
fn sequences<'a>(planned: &Planned<'a>) -> [Option<(&'a Repetition, (u64, u64))>; 2] {
    let Planned { proved, mask, offsets, .. } = planned;
    [mask.map(|known| (&proved.mask, known)), Some((&proved.offsets, *offsets))]
}

/// The number of columns from the preperiod on at which a sequence is compared with itself one
/// period later (Theorem 5).
fn compared(claim: &Repetition, known: (u64, u64)) -> u64 {
    known.0 + known.1.saturating_sub(claim.period) - claim.preperiod
}

/// For the mask and for the row: the columns of which the conditions speak, and the number of rows and
/// columns, beyond the walk to these, that are walked for them.
pub(crate) fn cost(planned: &Planned<'_>) -> [(Vec<u64>, u128); 2] {
    let Repetition { preperiod, period, .. } = planned.proved.offsets;
    let listed = planned.proved.lists.as_ref().map_or(0, |_| preperiod + period);
    sequences(planned).map(|sequence| {
        let Some((claim, known)) = sequence else { return (Vec::new(), 0) };
        let &Repetition { preperiod: from, period, ref witnesses } = claim;
        let before = from.saturating_sub(1);
        // Two walkers, which have all smaller rows as long as the cover has not begun.
        let witnessed = witnesses.iter().map(|&(_, w)| u128::from(w - from + 1)).sum::<u128>();
        let looks = 2 * (u128::from(compared(claim, known) + 1) + witnessed) + u128::from(listed);
        let ends = [known.0, known.0 + known.1, from, from + period, before, before + period];
        let witnesses = witnesses.iter().map(|&(q, _)| from + period / q);
        (ends.into_iter().chain(witnesses).collect(), looks * u128::from(planned.row))
    })
}

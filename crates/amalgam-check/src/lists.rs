//! The conditions **once** and **repeating** of docs/certificate.md §4.

use crate::{Checked, Condition::*, Pairs, Proved, walk::Walker};

/// Checks the lists of the walker's last row, if it carries them, in a walk from column 0.
pub(crate) fn check<const W: usize>(walker: &mut Walker<W>, proved: &Proved) -> Checked {
    let Some((once, repeating)) = &proved.lists else { return Ok(()) };
    let (row, claim, mut offsets) = (walker.rows.len() as u64, &proved.offsets, Vec::new());
    for _ in 0..claim.preperiod + claim.period {
        let [_, offset] = walker.look();
        offsets.extend(walker.members(&offset));
    }
    let found = pairs(&offsets, claim.preperiod as usize, claim.period as usize);
    Once.require(row, first_other(once, &found.0), *once == found.0)?;
    Repeating.require(row, first_other(repeating, &found.1), *repeating == found.1)
}

/// The lists of a row, from its offsets at the columns before preperiod + period.
fn pairs(offsets: &[i64], preperiod: usize, period: usize) -> (Pairs, Pairs) {
    let (mut once, mut repeating) = (Vec::new(), Vec::new());
    for b in (1..offsets.len()).filter(|&b| offsets[b] > 0) {
        let pair = (b as u64, b as u64 + offsets[b] as u64);
        // The columns b, b + p, … up to the first in the repeating part.
        let needed = preperiod.saturating_sub(b).div_ceil(period) + 1;
        if offsets[b..].iter().step_by(period).take(needed).any(|&other| other != offsets[b]) {
            once.push(pair);
        } else if b <= period || offsets[b - period] != offsets[b] {
            repeating.push(pair);
        }
    }
    (once, repeating)
}

/// The smaller heap of the first pair at which two lists differ.
fn first_other(listed: &Pairs, found: &Pairs) -> Option<u64> {
    let at = (0..listed.len().max(found.len())).find(|&i| listed.get(i) != found.get(i))?;
    listed.get(at).into_iter().chain(found.get(at)).map(|pair| pair.0).min()
}

//! The cube by a look at every option, for rules that bound what may be taken, and the cube of heaps
//! that never meet.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;

use super::two::{Seen, Two, width};
use super::{Keep, Summary, index};
use amalgam_core::Rules;
use amalgam_core::base::budget::{Budget, LimitReached, Meter, reserved};

/// All values, in planes of equal numbers of coins: taking leaves the plane.
pub(super) fn cube(
    rules: &Rules,
    max: usize,
    keep: Keep,
    limits: &Budget,
) -> Result<(Summary, Vec<u16>), LimitReached> {
    let two = Two::new(rules, max, limits)?;
    let count = index(max, max, max) + 1;
    let mut values: Vec<AtomicU16> = reserved(count)?;
    while values.len() < count {
        limits.check(0)?;
        let more = CHUNK.min(count - values.len());
        values.extend((0..more).map(|_| AtomicU16::new(0)));
    }
    let mut summary = Summary::default();
    for coins in 0..=3 * max {
        let row = |c: usize| {
            let mut summary = Summary::default();
            if limits.met().is_some() {
                return None;
            }
            let mut seen = Seen { words: vec![0; width(max)] };
            // a = coins − b − c must be at most b, and at least 0.
            for b in (coins - c).div_ceil(2)..=c.min(coins - c) {
                let heaps = [coins - b - c, b, c];
                let value = value(rules, &two, &values, heaps, &mut seen);
                values[index(heaps[0], b, c)].store(value, Ordering::Relaxed);
                summary.count(heaps, value.into());
            }
            Some(summary)
        };
        let rows = (coins.div_ceil(3)..max.min(coins) + 1).into_par_iter().with_min_len(16);
        let rows = rows.map(row).try_reduce(Summary::default, |x, y| Some(x.join(y)));
        summary = summary.join(rows.ok_or_else(|| limits.over(summary.positions))?);
    }
    let kept = if keep == Keep::Values { values } else { Vec::new() };
    Ok((summary, kept.into_iter().map(AtomicU16::into_inner).collect()))
}

fn value(
    rules: &Rules,
    two: &Two,
    values: &[AtomicU16],
    heaps: [usize; 3],
    seen: &mut Seen,
) -> u16 {
    seen.words.fill(0);
    for (i, heap) in heaps.into_iter().enumerate() {
        for taken in rules.take().up_to(heap as u64) {
            let mut option = heaps;
            option[i] -= taken as usize;
            option.sort_unstable();
            seen.see(values[index(option[0], option[1], option[2])].load(Ordering::Relaxed));
        }
    }
    two.each_merge(heaps[0], heaps[1], heaps[2], |value| seen.see(value));
    seen.mex()
}

/// Values between two looks at the clock.
const CHUNK: usize = 1 << 20;

/// The values of heaps that never meet, by Sprague–Grundy.
pub(super) fn independent(
    heaps: &[u32],
    max: usize,
    keep: Keep,
    limits: &Budget,
) -> Result<(Summary, Vec<u16>), LimitReached> {
    let mut summary = Summary::default();
    let kept = if keep == Keep::Values { index(max, max, max) + 1 } else { 0 };
    let mut values = reserved(kept)?;
    let mut meter = Meter::new(limits, max);
    for c in 0..=max {
        for b in 0..=c {
            meter.count()?;
            for a in 0..=b {
                let value = (heaps[a] ^ heaps[b] ^ heaps[c]) as u16;
                summary.count([a, b, c], value.into());
                if keep == Keep::Values {
                    values.push(value);
                }
            }
        }
    }
    Ok((summary, values))
}

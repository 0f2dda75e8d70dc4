//! Games without merges: each heap is a game of its own, and values add by nim-sum.
//!
//! By Sprague–Grundy a position is worth the nim-sum of its heaps' values, so one table of single
//! heaps answers every position.

use super::memo::mex_of_bits;
use super::{LimitReached, Limits, Meter};
use crate::classics::Code;
use crate::rules::{Rules, Split};

/// Grundy values of the single heaps 0..=largest, for rules without merges.
///
/// ```
/// use amalgam::search::heap_values::heap_values;
/// let kayles = "take 1..2, take 1..2 then split".parse()?;
/// assert_eq!(heap_values(&kayles, 9, &Default::default())?, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LimitReached`] when a bound is met first.
pub fn heap_values(rules: &Rules, largest: u64, limits: &Limits) -> Result<Vec<u64>, LimitReached> {
    let mut meter = Meter::of_heaps(limits, 3 * size_of::<u64>());
    let mut values: Vec<u64> = Vec::new();
    let mut seen: Vec<u64> = Vec::new();
    for heap in 0..=largest {
        meter.count()?;
        seen.fill(0);
        let mut work = 0u64;
        let mut see = |value: u64| {
            let word = value as usize / 64;
            if word >= seen.len() {
                seen.resize(word + 1, 0);
            }
            seen[word] |= 1 << (value % 64);
            work += 1;
        };
        let at = |heap: u64| values[heap as usize];
        rules.take().up_to(heap).for_each(|taken| see(at(heap - taken)));
        for taken in rules.take_split().up_to(heap) {
            let rest = heap - taken;
            (1..=rest / 2).for_each(|x| see(at(x) ^ at(rest - x)));
        }
        if let Some(split) = rules.split() {
            let most = if split == Split::Any { heap / 2 } else { heap.saturating_sub(1) / 2 };
            (1..=most).for_each(|x| see(at(x) ^ at(heap - x)));
        }
        if work > 1000 {
            meter.check_time()?;
        }
        values.push(u64::from(mex_of_bits(&seen)));
    }
    Ok(values)
}

/// Grundy values of the single heaps 0..=largest of a take-and-break code.
///
/// # Errors
/// [`LimitReached`] when a bound is met first.
pub fn code_values(code: &Code, largest: u64, limits: &Limits) -> Result<Vec<u64>, LimitReached> {
    let mut meter = Meter::of_heaps(limits, 3 * size_of::<u64>());
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..=largest {
        meter.count()?;
        let mut seen = std::collections::BTreeSet::new();
        let _ = code.each_break(heap, |_, left| {
            seen.insert(left.iter().fold(0, |sum, &part| sum ^ values[part as usize]));
            std::ops::ControlFlow::Continue(())
        });
        meter.check_time()?;
        values.push((0..).find(|value| !seen.contains(value)).unwrap_or(0));
    }
    Ok(values)
}

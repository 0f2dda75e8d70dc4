//! Periods of sequences of values, found, and proved where a theorem does.
//!
//! A sequence is *ultimately arithmetic periodic* with preperiod n0, period p and saltus s if
//! g(n + p) = g(n) + s for all n ≥ n0; with s = 0 it is ultimately periodic. A table of values can
//! only suggest that. What makes it certain is a theorem that says how far a table must go before a
//! pattern can no longer break ([`theorems`]). So there are three verdicts, and
//! they are never confused: [`Verdict::Proved`], [`Verdict::Observed`], [`Verdict::NoneFound`].
//!
//! ```
//! use amalgam::engines::sequence::{HeapMoves, Sequence, period::{self, Verdict}};
//! let code = "0.77".parse()?;
//! let mut kayles = Sequence::new(HeapMoves::of_code(&code));
//! kayles.extend(200, &Default::default())?;
//! let Verdict::Proved { period, .. } = period::find(&kayles, &Default::default())? else { panic!() };
//! assert_eq!((period.preperiod, period.period, period.saltus), (71, 12, 0));
//! assert_eq!(period.last_exception(), Some(70));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::theorems::{self, Theorem};
use super::{Sequence, Values};
use amalgam_core::base::budget::{Budget, Limit, LimitReached, Meter, zeros};

/// g(n + period) = g(n) + saltus from the preperiod on; both preperiod and period are least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap from which on the pattern holds.
    pub preperiod: u64,
    /// After how many heaps it repeats.
    pub period: u64,
    /// By how much the values have grown then; 0 if the values themselves repeat.
    pub saltus: u64,
}

impl Period {
    /// The last heap n at which g(n + period) is not g(n) + saltus: what the tables of octal games
    /// call the last exceptional value. Nothing if the pattern holds from the start.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }
}

/// What is known of the period of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The pattern holds for ever.
    Proved {
        /// The pattern.
        period: Period,
        /// The theorem that says so.
        theorem: Theorem,
        /// The heaps up to this one had to be looked at.
        checked_to: u64,
    },
    /// The pattern holds as far as the table goes, and nothing more is claimed.
    Observed {
        /// The pattern.
        period: Period,
        /// The last heap of the table.
        to: u64,
        /// How far the table must go, if the pattern goes on, for a theorem to apply.
        proof_needs: Option<u64>,
    },
    /// No pattern was seen.
    NoneFound {
        /// The last heap of the table.
        to: u64,
    },
}

/// What fewer heaps have in common is not called a pattern, unless a theorem does.
pub const FEWEST: u64 = 32;

/// Looks for a period in the values that are known.
///
/// A pattern is proved if a theorem applies to it. It is observed if it holds for the last half of
/// the table, for three periods and for [`FEWEST`] heaps.
///
/// # Errors
/// [`LimitReached`] when the time is over first, or the memory does not suffice.
pub fn find(sequence: &Sequence, limits: &Budget) -> Result<Verdict, LimitReached> {
    let values = sequence.values();
    let to = (values.len() as u64).saturating_sub(1);
    let mut observed = None;
    // A number for each heap says how far the table agrees with itself.
    let bytes = values.bytes() + size_of::<u32>() as u64;
    let room = limits.memory / bytes;
    if values.len() as u64 > room {
        let limit = Limit::Memory(limits.memory);
        return Err(LimitReached { limit, done: to + 1, room, needed: None, unit: "heaps" });
    }
    let only_time = limits.only_time();
    let mut meter = Meter::new(&only_time, 1);
    for period in candidates(values, &mut meter)? {
        if let Some((theorem, checked_to)) = theorems::prove_finite(sequence.moves(), &period, to) {
            return Ok(Verdict::Proved { period, theorem, checked_to });
        }
        let tail = to + 1 - period.preperiod;
        if observed.is_none() && tail >= FEWEST.max(3 * period.period) && 2 * tail > to {
            observed = Some(period);
        }
    }
    let Some(period) = observed else { return Ok(Verdict::NoneFound { to }) };
    Ok(match theorems::prove(sequence, &period) {
        Some((theorem, checked_to)) => Verdict::Proved { period, theorem, checked_to },
        None => {
            let proof_needs = theorems::finite_needs(sequence.moves(), &period);
            Verdict::Observed { period, to, proof_needs }
        }
    })
}

/// For each p, ascending: where the end of the table begins to repeat with it.
///
/// The differences d(n) = g(n + 1) − g(n) repeat with p from n0 on exactly where g(n + p) − g(n) is
/// the same number s for all n ≥ n0. Read from the end, they repeat with p as long as they agree
/// with themselves p places later; the Z-function finds that length for all p in one pass.
fn candidates<'a>(
    values: &'a Values,
    meter: &mut Meter<'_>,
) -> Result<impl Iterator<Item = Period> + use<'a>, LimitReached> {
    let count = values.len().saturating_sub(1);
    let backwards = move |i: usize| {
        let n = count - 1 - i;
        i64::from(values.at(n + 1)) - i64::from(values.at(n))
    };
    let agree = agreements(count, backwards, meter)?;
    Ok((1..count).filter_map(move |p| {
        let tail = p + agree[p] as usize;
        let preperiod = count - tail;
        let last = count - p;
        let saltus = values.at(count).checked_sub(values.at(last))?;
        let (preperiod, period) = (preperiod as u64, p as u64);
        Some(Period { preperiod, period, saltus: u64::from(saltus) })
    }))
}

/// The Z-function: for each i, how many terms from the i-th on agree with those from the 0th on.
fn agreements(
    count: usize,
    term: impl Fn(usize) -> i64,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, LimitReached> {
    let mut agree: Vec<u32> = zeros(count)?;
    let (mut left, mut right) = (0, 0);
    for i in 1..count {
        meter.work(1)?;
        let mut length = if i < right { (agree[i - left] as usize).min(right - i) } else { 0 };
        while i + length < count && term(length) == term(i + length) {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        agree[i] = length as u32;
    }
    Ok(agree)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[u32]) -> Vec<Period> {
        let values = values.iter().copied().collect();
        candidates(&values, &mut Meter::new(&Budget::default(), 1)).unwrap().collect()
    }

    #[test]
    fn candidates_are_those_of_the_definition() {
        let values: Vec<u32> = vec![5, 0, 9, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9];
        let last = values.len() - 1;
        let mut expected = Vec::new();
        for p in 1..last {
            let step = |n: usize| i64::from(values[n + p]) - i64::from(values[n]);
            let holds = |&n0: &usize| (n0..=last - p).all(|n| step(n) == step(last - p));
            let preperiod = (0..=last - p).find(holds).unwrap();
            if step(last - p) >= 0 {
                let saltus = step(last - p) as u64;
                expected.push(Period { preperiod: preperiod as u64, period: p as u64, saltus });
            }
        }
        assert_eq!(of(&values), expected);
        assert!(expected.contains(&Period { preperiod: 3, period: 3, saltus: 2 }));
        assert_eq!(of(&[]).len() + of(&[0]).len() + of(&[0, 1]).len(), 0);
    }
}

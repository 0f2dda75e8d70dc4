//! The least period of what is read off a table of holes, without walking it.
//!
//! Let the table have D columns, and let n(x) be the number of repetitions after which cell x holds the
//! same again and again. What is read at the columns b, b + D, b + 2D, … is decided by one cell, so the
//! whole sequence repeats after D·N columns, N the least common multiple of n(x) over the cells that
//! decide anything. Is D·N/q, for a prime q, a period as well?
//!
//! - If it is a multiple of D, say t·D: exactly if n(x) divides t for all those cells. (A cell that
//!   decides shows: the two contents read differently.)
//! - If not, it is uD + r with 0 < r < D, and the column b in repetition t is to be compared with column
//!   b + r in repetition t + u (or b + r − D in t + u + 1): one comparison of two cells for each column,
//!   over as many repetitions as both take together. Equal pairs of columns are compared once.

use std::collections::HashSet;

use super::super::period::{Ended, Pulse, primes};
use super::holes::{Column, Holes};
use crate::rests::periodic::lcm;

/// What is read off a column: the hole, or the choice of the row itself.
pub(crate) type Read = fn(Column, bool, u8) -> Option<u8>;

/// The least period; `None` if it does not fit 64 bits.
pub(crate) fn least_period(
    holes: &Holes,
    read: Read,
    pulse: Pulse<'_>,
) -> Result<Option<u64>, Ended> {
    let columns = &holes.columns[..holes.period as usize];
    let values = holes.moved.values(holes.home);
    // A bit for each cell that decides anything.
    let decides = columns
        .iter()
        .fold(0u128, |cells, column| cells | u128::from(column.decides()) << column.cell());
    let lengths = || {
        let deciding = values.iter().enumerate().filter(|&(cell, _)| decides >> cell & 1 == 1);
        deciding.map(|(_, values)| values.len() as u64)
    };
    let together = lengths().try_fold(1, lcm);
    let Some(mut least) = together.and_then(|times| holes.period.checked_mul(times)) else {
        return Ok(None);
    };
    for prime in primes(least) {
        while least.is_multiple_of(prime) {
            let period = least / prime;
            let (times, rest) = (period / holes.period, period % holes.period);
            let is_period = if rest == 0 {
                lengths().all(|length| times.is_multiple_of(length))
            } else {
                is_period(holes, &values, read, (times, rest), pulse)?
            };
            if !is_period {
                break;
            }
            least = period;
        }
    }
    Ok(Some(least))
}

fn is_period(
    holes: &Holes,
    values: &[Vec<bool>],
    read: Read,
    (times, rest): (u64, u64),
    pulse: Pulse<'_>,
) -> Result<bool, Ended> {
    let columns = &holes.columns[..holes.period as usize];
    let mut compared = HashSet::new();
    for here in 0..columns.len() {
        if (here + 1) % (1 << 18) == 0 && pulse(here as u64).is_break() {
            return Err(Ended);
        }
        let there = here + rest as usize;
        let over = there >= columns.len();
        let there = if over { there - columns.len() } else { there };
        let pair = (columns[here], columns[there], over);
        if !compared.insert(pair) {
            continue;
        }
        let sequence = |column: Column| match column.decides() {
            true => &values[column.cell() as usize][..],
            false => &[false],
        };
        let (left, right) = (sequence(pair.0), sequence(pair.1));
        let (n, m) = (left.len() as u64, right.len() as u64);
        let shift = times % m + u64::from(over);
        let together = lcm(n, m).expect("a cell takes at most 256 repetitions");
        let is_same = (0..together).all(|t| {
            let here = read(pair.0, left[(t % n) as usize], holes.largest);
            let there = read(pair.1, right[((t + shift) % m) as usize], holes.largest);
            here == there
        });
        if !is_same {
            return Ok(false);
        }
    }
    Ok(true)
}

//! Cover rows, walked rows and lists (docs/certificate.md §5, Theorems 4 to 9).

use crate::read::{Cover, Row};
use crate::walk::{Game, Rows, Set, full, has, reach};
use crate::{Checked, need};

/// Theorem 8: is this column balanced for the rows behind the cover row 2k?
pub(crate) fn balanced<const W: usize>(game: Game, k: u64, rows: &Rows<W>, column: u64) -> bool {
    let n = rows.windows.len() as u64 / 2;
    let taken = |x: u64| rows.windows.iter().filter(|row| has(row, reach(W) + x)).count() as u64;
    let ideal = |x: u64| if x <= k { n } else { (k + n).saturating_sub(x) };
    n + game.t <= k
        && column > 2 * (k + n)
        && (0..64 * W as u64 - reach(W)).all(|x| taken(x) == ideal(x))
}

/// Theorem 9: have the rows the same windows at this column and a period later, and do they cover until then?
pub(crate) fn recurs<const W: usize>(
    game: Game,
    cover: &Cover,
    rows: &Rows<W>,
    below: Set<W>,
    column: u64,
) -> Checked<bool> {
    let (mut walked, period) = (rows.clone(), cover.period.unwrap_or(0));
    for b in column..column + period {
        if walked.step(b, below, |_, _| ())? != full(cover.row / 2) {
            return Ok(false);
        }
    }
    Ok(period > 0 && column >= game.regular(cover.row) && walked.windows == rows.windows)
}

pub(crate) fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}

/// Are these all primes that divide n?
pub(crate) fn primes(n: u64, witnesses: &[(u64, u64)]) -> bool {
    let mut rest = n;
    for &(q, _) in witnesses {
        let prime = q >= 2 && (2..q).take_while(|d| d * d <= q).all(|d| q % d != 0);
        if !prime || !rest.is_multiple_of(q) {
            return false;
        }
        while rest.is_multiple_of(q) {
            rest /= q;
        }
    }
    rest == 1
}

/// The column from which on, and the period with which, the rows of a block up to each repeat together.
pub(crate) fn joint(start: u64, claims: &[Row]) -> Vec<(u64, u64)> {
    let next = |state: &mut (u64, u64), row: &Row| {
        *state = (state.0.max(row.preperiod), lcm(state.1, row.period));
        Some(*state)
    };
    claims.iter().scan((start, 1), next).collect()
}

/// Theorems 4, 5 and 6 for the walked rows of a block, over a mask that is constant from `start` on. `early` has
/// the offsets of the rows before that column.
pub(crate) fn check_walked<const W: usize>(
    game: Game,
    claims: &[Row],
    rows: &Rows<W>,
    below: Set<W>,
    start: u64,
    early: &[Vec<i16>],
) -> Checked {
    for (i, (row, (from, period))) in claims.iter().zip(joint(start, claims)).enumerate() {
        let (name, s, p) = (row.row, row.preperiod as usize, row.period as usize);
        need(start >= game.regular(name), || format!("row {name}: its columns are not regular"))?;
        let (mut walked, mut x) = (rows.prefix(i + 1), early[i].clone());
        let mut first = None;
        for b in start..from + period {
            if b == from {
                first = Some(walked.windows.clone());
            }
            walked.step(b, below, |place, offset| {
                if place == i {
                    x.push(offset as i16);
                }
            })?;
        }
        need(first.as_ref() == Some(&walked.windows), || format!("row {name} does not recur"))?;
        let end = (from + period - row.period).max(from) as usize;
        need(period % row.period == 0 && x[s..end] == x[s + p..end + p], || {
            format!("row {name} does not repeat so")
        })?;
        need(s == 0 || x[s - 1] != x[s - 1 + p], || {
            format!("row {name}: the preperiod is not least")
        })?;
        need(primes(row.period, &row.witnesses), || format!("row {name}: the primes"))?;
        for &(q, w) in &row.witnesses {
            let (w, step) = (w as usize, p / q as usize);
            let known = w >= s && w + step < x.len();
            need(known && x[w] != x[w + step], || {
                format!("row {name}: the period may be less: {q}@{w}")
            })?;
        }
    }
    Ok(())
}

/// The lists of a row, from its offsets at the columns up to its second period (§5, "Lists").
pub(crate) fn check_lists(row: &Row, x: &[i16]) -> Checked {
    let [Some(once), Some(repeating)] = &row.lists else { return Ok(()) };
    let (s, p) = (row.preperiod, row.period);
    let value = |b: u64| (b as i64 + i64::from(x[b as usize])) as u64;
    // Does the pair repeat for ever? From S on it does.
    let repeats = |b: u64, c: u64| {
        let turns = s.saturating_sub(b).div_ceil(p);
        (0..=turns).all(|k| value(b + k * p) == c + k * p)
    };
    let pairs = (1..s + p).map(|b| (b, value(b))).filter(|(b, c)| b <= c);
    let (again, single): (Vec<_>, Vec<_>) = pairs.partition(|&(b, c)| repeats(b, c));
    let begins = |&(b, c): &(u64, u64)| b <= p || value(b - p) + p != c;
    let again: Vec<_> = again.into_iter().filter(begins).collect();
    need(*once == single && *repeating == again, || format!("row {}: the lists", row.row))
}

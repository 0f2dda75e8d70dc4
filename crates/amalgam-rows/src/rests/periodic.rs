//! Sequences that repeat: folding a column into them, least periods, least preperiods.

pub(crate) use crate::three::period::primes;

/// The column before `start + period` at which a sequence that repeats has the same as at `column`.
pub fn fold(column: u64, start: u64, period: u64) -> u64 {
    if column < start { column } else { start + (column - start) % period }
}

/// The least common multiple, if it fits 64 bits.
pub fn lcm(x: u64, y: u64) -> Option<u64> {
    let (mut a, mut b) = (x, y);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    x.checked_div(a).unwrap_or(0).checked_mul(y)
}

/// The divisors of a number, in order.
pub fn divisors(number: u64) -> Vec<u64> {
    let mut divisors = vec![1];
    for prime in primes(number) {
        let mut power = prime;
        let coprime = divisors.clone();
        while number.is_multiple_of(power) {
            divisors.extend(coprime.iter().map(|divisor| divisor * power));
            let Some(next) = power.checked_mul(prime) else { break };
            power = next;
        }
    }
    divisors.sort_unstable();
    divisors
}

/// The least period of a sequence of which `whole` is one period.
///
/// Its periods that divide the length are the multiples of the least one, so each prime is taken out
/// as long as what is left is a period.
pub fn least_period<T: PartialEq>(whole: &[T]) -> u64 {
    let mut period = whole.len();
    for prime in primes(whole.len() as u64) {
        let prime = prime as usize;
        while period.is_multiple_of(prime) {
            let shorter = period / prime;
            if whole[shorter..period] != whole[..period - shorter] {
                break;
            }
            period = shorter;
        }
    }
    period as u64
}

/// The least column from which a sequence repeats, given that it does with this period from `start`
/// on; `values` reach one period beyond that.
pub fn least_start<T: PartialEq>(values: &[T], start: u64, period: u64) -> u64 {
    let differs = |&column: &u64| {
        let later = fold(column + period, start, period);
        values[column as usize] != values[later as usize]
    };
    (0..start).rev().find(differs).map_or(0, |column| column + 1)
}

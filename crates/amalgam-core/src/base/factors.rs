//! Primes and divisors of 64-bit numbers.
//!
//! Small factors are found by trial division, large ones by Pollard's rho method; whether a number is
//! prime is decided by the test of Miller and Rabin with twelve bases, which is exact below 2^64
//! (Sorenson & Webster 2015).

/// Whether a number is prime.
pub fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 {
        return false;
    }
    if let Some(&divisor) = BASES.iter().find(|&&base| number.is_multiple_of(base)) {
        return number == divisor;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut power = pow(base, odd, number);
        if power == 1 || power == number - 1 {
            return true;
        }
        (1..twos).any(|_| {
            power = times(power, power, number);
            power == number - 1
        })
    })
}

/// The divisors of a number, ascending; 0 has none that could be listed.
pub fn divisors(number: u64) -> Vec<u64> {
    if number == 0 {
        return Vec::new();
    }
    let mut factors = Vec::new();
    let mut rest = number;
    for small in 2..1000 {
        while rest.is_multiple_of(small) {
            factors.push(small);
            rest /= small;
        }
    }
    factor(rest, &mut factors);
    factors.sort_unstable();
    let mut divisors = vec![1];
    for same in factors.chunk_by(|x, y| x == y) {
        let so_far = divisors.clone();
        let mut power = 1;
        for &prime in same {
            power *= prime;
            divisors.extend(so_far.iter().map(|&divisor| divisor * power));
        }
    }
    divisors.sort_unstable();
    divisors
}

/// Appends the prime factors of a number without small ones.
fn factor(number: u64, factors: &mut Vec<u64>) {
    if number == 1 {
        return;
    }
    if is_prime(number) {
        factors.push(number);
        return;
    }
    let divisor = (1..).find_map(|shift| rho(number, shift)).expect("it is composite");
    factor(divisor, factors);
    factor(number / divisor, factors);
}

/// A proper divisor of a composite number, unless this walk finds none.
fn rho(number: u64, shift: u64) -> Option<u64> {
    let step =
        |x: u64| ((u128::from(x) * u128::from(x) + u128::from(shift)) % u128::from(number)) as u64;
    let (mut slow, mut fast) = (2, 2);
    loop {
        slow = step(slow);
        fast = step(step(fast));
        match gcd(slow.abs_diff(fast), number) {
            1 => {}
            divisor => return (divisor < number).then_some(divisor),
        }
    }
}

fn gcd(x: u64, y: u64) -> u64 {
    if y == 0 { x } else { gcd(y, x % y) }
}

fn times(x: u64, y: u64, modulus: u64) -> u64 {
    (u128::from(x) * u128::from(y) % u128::from(modulus)) as u64
}

fn pow(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut power = 1;
    base %= modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, base, modulus);
        }
        base = times(base, base, modulus);
        exponent >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_those_of_trial_division() {
        for number in 1..3000u64 {
            let expected: Vec<u64> =
                (1..=number).filter(|&divisor| number.is_multiple_of(divisor)).collect();
            assert_eq!(divisors(number), expected);
            assert_eq!(is_prime(number), expected.len() == 2, "{number}");
        }
        assert_eq!(divisors(0), []);
    }

    #[test]
    fn large_numbers_take_no_time() {
        assert!(is_prime(18_446_744_073_709_551_557));
        let (p, q) = (4_294_967_291u64, 4_294_967_279u64);
        assert_eq!(divisors(p * q), [1, q, p, p * q]);
        assert_eq!(divisors(1_000_000_007u64.pow(2)).len(), 3);
        assert!(!is_prime(3_215_031_751)); // a strong pseudoprime to the bases 2, 3, 5 and 7
    }
}

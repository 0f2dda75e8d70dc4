//! Round numbers along an axis.

/// Multiples of 1, 2 or 5 times a power of ten from `low` to `high`, about `wanted` of them and
/// never closer than 1, because all values are whole numbers.
pub fn ticks(low: i64, high: i64, wanted: usize) -> Vec<i64> {
    let span = high.saturating_sub(low).max(0);
    let rough = (span / wanted.max(1) as i64).max(1);
    let step = round_up(rough);
    let mut ticks = Vec::new();
    let mut at = low.div_euclid(step).saturating_mul(step);
    while at <= high {
        if at >= low {
            ticks.push(at);
        }
        match at.checked_add(step) {
            Some(next) => at = next,
            None => break,
        }
    }
    ticks
}

/// The least of 1, 2, 5, 10, 20, 50, … that is not below `rough`.
fn round_up(rough: i64) -> i64 {
    let mut power: i64 = 1;
    loop {
        for digit in [1, 2, 5] {
            match power.checked_mul(digit) {
                Some(step) if step >= rough => return step,
                Some(_) => {}
                None => return rough,
            }
        }
        match power.checked_mul(10) {
            Some(next) => power = next,
            None => return rough,
        }
    }
}

/// A number with thin spaces between groups of three digits, and a real minus sign.
pub fn label(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    if number < 0 {
        text.push('−');
    }
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

/// A power of ten, such as `10³`; 1 and 10 in digits.
pub fn power_label(exponent: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match exponent {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        _ => {
            let digits = exponent.to_string();
            let raised = digits.bytes().map(|digit| DIGITS[usize::from(digit - b'0')]);
            "10".chars().chain(raised).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(0, 14, 15), (0..15).collect::<Vec<_>>());
        assert_eq!(ticks(0, 199, 10), [0, 20, 40, 60, 80, 100, 120, 140, 160, 180]);
        assert_eq!(ticks(-7, 8, 5), [-5, 0, 5]);
        assert_eq!(ticks(3, 3, 5), [3]);
        assert_eq!(ticks(0, i64::MAX, 2).first(), Some(&0));
        assert!(ticks(5, 4, 3).is_empty());
    }

    #[test]
    fn labels() {
        assert_eq!(label(-12), "−12");
        assert_eq!(label(1234), "1234");
        assert_eq!(label(1706443200), "1\u{2009}706\u{2009}443\u{2009}200");
        assert_eq!(power_label(0), "1");
        assert_eq!(power_label(12), "10¹²");
    }
}

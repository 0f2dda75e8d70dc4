//! What numbers, amounts and conditions are at a point of a move.

use smallvec::SmallVec;

use super::ast::*;
use super::run::Work;
use crate::base::factors::{divisors, is_prime};

/// Numbers from the first to the second in steps of the third.
pub(super) type Progression = (u64, u64, u64);

/// The numbers of some progressions, each once, in the order of the progressions.
#[derive(Clone, Debug)]
pub(super) struct Walk<'p> {
    progressions: &'p [Progression],
    at: usize,
    next: Option<u64>,
}

impl<'p> Walk<'p> {
    pub(super) fn new(progressions: &'p [Progression]) -> Walk<'p> {
        Walk { progressions, at: 0, next: None }
    }
}

impl Iterator for Walk<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        loop {
            let &(low, high, step) = self.progressions.get(self.at)?;
            let before = &self.progressions[..self.at];
            let number = self.next.unwrap_or(low);
            self.next = number.checked_add(step).filter(|&next| next <= high);
            self.at += usize::from(self.next.is_none());
            let is_in = |&(low, high, step): &Progression| {
                low <= number && number <= high && (number - low).is_multiple_of(step)
            };
            if !before.iter().any(is_in) {
                return Some(number);
            }
        }
    }
}

/// The numbers of coins that an amount allows: at least 1 and at most `most`. `heap` is the heap that
/// is looked at, where there is one.
pub(super) fn amounts(
    amount: &Amount,
    work: &Work<'_>,
    heap: Option<u64>,
    most: u64,
) -> SmallVec<[Progression; 2]> {
    let mut found = SmallVec::new();
    let mut add = |low: i128, high: i128, step: u64| {
        let (low, high) = (low.max(1), high.min(i128::from(most)));
        if let (Ok(low), Ok(high)) = (u64::try_from(low), u64::try_from(high))
            && low <= high
        {
            found.push((low, high, step.max(1)));
        }
    };
    let value = |expr: &Expr| number(expr, work, heap);
    for item in &amount.items {
        match item {
            Item::Fixed(fixed) => {
                for &(low, high) in fixed.ranges() {
                    add(low.into(), high.into(), 1);
                }
            }
            Item::Range(low, high) => {
                let high = high.as_ref().map_or(Some(i128::from(most)), value);
                if let (Some(low), Some(high)) = (value(low), high) {
                    add(low, high, 1);
                }
            }
            Item::AllBut(but) => {
                if let Some(but) = value(but) {
                    let rest = i128::from(most) - but;
                    add(rest, rest, 1);
                }
            }
            Item::Divisors(of) => {
                if let Some(of) = value(of).and_then(|of| u64::try_from(of).ok()) {
                    divisors(of).iter().for_each(|&d| add(d.into(), d.into(), 1));
                }
            }
            Item::Powers(of) => {
                let mut power = Some(1u64);
                while let Some(now) = power.filter(|&now| now <= most) {
                    add(now.into(), now.into(), 1);
                    power = now.checked_mul(*of).filter(|&next| next > now);
                }
            }
            Item::Multiples(of) => {
                if let Some(of) = value(of).and_then(|of| u64::try_from(of).ok())
                    && of > 0
                {
                    add(of.into(), most.into(), of);
                }
            }
        }
    }
    found
}

/// The number, unless it is divided by zero or too large.
pub(super) fn number(expr: &Expr, work: &Work<'_>, heap: Option<u64>) -> Option<i128> {
    let before = work.before;
    match expr {
        Expr::Number(number) => Some((*number).into()),
        Expr::Quantity(quantity) => match quantity {
            Quantity::Heap => heap.or(work.heap.first().copied()).map(i128::from),
            Quantity::Taken => work.taken.first().copied().map(i128::from),
            Quantity::Left => work.left.first().copied().map(i128::from),
            Quantity::Other => Some(work.other.into()),
            Quantity::Added => Some(work.added.into()),
            Quantity::Lower => Some(work.lower),
            Quantity::Place => Some(work.place.into()),
            Quantity::Total => i128::try_from(before.total).ok(),
            Quantity::Heaps => Some(before.heaps as i128),
            Quantity::Largest => Some(before.largest.into()),
            Quantity::Smallest => Some(before.smallest.into()),
            Quantity::Last => before.last.map(i128::from),
            Quantity::Uses(limit) => before.uses.get(*limit).copied().map(i128::from),
        },
        Expr::Of(agg, list) => {
            let list = match list {
                List::Heap => &work.heap,
                List::Taken => &work.taken,
                List::Left => &work.left,
                List::Parts => &work.parts,
            };
            aggregate(*agg, list.iter().map(|&heap| Some(i128::from(heap))))
        }
        Expr::Among(agg, among) => {
            aggregate(*agg, among.iter().map(|expr| number(expr, work, heap)))
        }
        Expr::Abs(inner) => number(inner, work, heap)?.checked_abs(),
        Expr::Join(x, op, y) => {
            let (x, y) = (number(x, work, heap)?, number(y, work, heap)?);
            match op {
                Op::Plus => x.checked_add(y),
                Op::Minus => x.checked_sub(y),
                Op::Times => x.checked_mul(y),
                Op::Over => (y != 0).then(|| floor(x, y)),
                Op::Mod => (y != 0).then(|| x - floor(x, y) * y),
            }
        }
    }
}

/// The quotient rounded down.
fn floor(x: i128, y: i128) -> i128 {
    let quotient = x / y;
    if x % y != 0 && (x < 0) != (y < 0) { quotient - 1 } else { quotient }
}

fn aggregate(agg: Agg, numbers: impl Iterator<Item = Option<i128>> + Clone) -> Option<i128> {
    let mut all = numbers;
    if agg == Agg::Count {
        return Some(all.count() as i128);
    }
    let first = all.next()??;
    if agg == Agg::Diff {
        let (mut least, mut most) = (first, first);
        for number in all {
            (least, most) = (least.min(number?), most.max(number?));
        }
        return most.checked_sub(least);
    }
    let start = if agg == Agg::Gcd { first.checked_abs()? } else { first };
    all.try_fold(start, |so_far, number| {
        let number = number?;
        match agg {
            Agg::Min => Some(so_far.min(number)),
            Agg::Max => Some(so_far.max(number)),
            Agg::Sum => so_far.checked_add(number),
            Agg::Gcd => Some(gcd(so_far, number.checked_abs()?)),
            Agg::Xor => Some(so_far ^ number),
            Agg::Diff | Agg::Count => None,
        }
    })
}

fn gcd(x: i128, y: i128) -> i128 {
    if y == 0 { x } else { gcd(y, x % y) }
}

/// Whether a condition holds when a step is done.
pub(super) fn holds(cond: &Cond, work: &Work<'_>) -> bool {
    let value = |expr: &Expr| number(expr, work, None);
    match cond {
        Cond::And(all) => all.iter().all(|cond| holds(cond, work)),
        Cond::Or(any) => any.iter().any(|cond| holds(cond, work)),
        Cond::Compare(x, cmp, y) => match (value(x), value(y)) {
            (Some(x), Some(y)) => match cmp {
                Cmp::Less => x < y,
                Cmp::AtMost => x <= y,
                Cmp::Same => x == y,
                Cmp::Other => x != y,
                Cmp::AtLeast => x >= y,
                Cmp::More => x > y,
            },
            _ => false,
        },
        Cond::Divides(yes, x, y) => match (value(x), value(y)) {
            (Some(0), Some(_)) | (None, _) | (_, None) => false,
            (Some(x), Some(y)) => (y % x == 0) == *yes,
        },
        Cond::Is(yes, x, sort) => value(x).is_some_and(|x| is(x, *sort) == *yes),
        Cond::Test(test, list) => {
            let list = match list {
                List::Heap => &work.heap,
                List::Taken => &work.taken,
                List::Left => &work.left,
                List::Parts => &work.parts,
            };
            tests(*test, list)
        }
        Cond::First(yes) => work.before.last.is_none() == *yes,
    }
}

fn is(number: i128, sort: Sort) -> bool {
    let natural = u64::try_from(number).ok();
    match sort {
        Sort::Even => number % 2 == 0,
        Sort::Odd => number % 2 != 0,
        Sort::Prime => natural.is_some_and(is_prime),
        Sort::Square => natural.is_some_and(|n| n.isqrt() * n.isqrt() == n),
        Sort::PowerOf(of) => natural.is_some_and(|mut n| {
            while of > 1 && n > 1 && n.is_multiple_of(of) {
                n /= of;
            }
            n == 1
        }),
    }
}

/// How the numbers of a list compare with each other.
pub(super) fn tests(test: ListTest, list: &[u64]) -> bool {
    let repeated = || {
        let mut sorted: SmallVec<[u64; 8]> = list.into();
        sorted.sort_unstable();
        sorted.windows(2).any(|pair| pair[0] == pair[1])
    };
    match test {
        ListTest::Equal => list.windows(2).all(|pair| pair[0] == pair[1]),
        ListTest::Unequal => list.windows(2).any(|pair| pair[0] != pair[1]),
        ListTest::Distinct => !repeated(),
        ListTest::Repeated => repeated(),
    }
}

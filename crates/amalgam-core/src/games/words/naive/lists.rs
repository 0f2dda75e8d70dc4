//! What the twin asks of lists of numbers.

use std::collections::BTreeSet;

use crate::games::words::ast::{Agg, Counts, ListTest};

pub(super) fn one_of(agg: Agg, numbers: Vec<i128>) -> Option<i128> {
    let (least, most) = (numbers.iter().min().copied(), numbers.iter().max().copied());
    match agg {
        Agg::Count => Some(numbers.len() as i128),
        Agg::Min => least,
        Agg::Max => most,
        Agg::Diff => Some(most? - least?),
        Agg::Sum if numbers.is_empty() => None,
        Agg::Sum => Some(numbers.iter().sum()),
        Agg::Xor => numbers.into_iter().reduce(|x, y| x ^ y),
        Agg::Gcd => {
            let largest = numbers.iter().map(|number| number.abs()).max()?;
            let divides = |d: &i128| numbers.iter().all(|number| number % d == 0);
            Some((1..=largest).rev().find(divides).unwrap_or(0))
        }
    }
}

pub(super) fn compares(test: ListTest, list: &[i128]) -> bool {
    let different: BTreeSet<&i128> = list.iter().collect();
    match test {
        ListTest::Equal => different.len() <= 1,
        ListTest::Unequal => different.len() > 1,
        ListTest::Distinct => different.len() == list.len(),
        ListTest::Repeated => different.len() < list.len(),
    }
}

pub(super) fn counted(counts: &Counts, count: usize, all: i128) -> bool {
    match counts {
        Counts::AllBut(but) => count as i128 == all - i128::from(*but),
        Counts::Within(ranges) => {
            ranges.iter().any(|&(low, high)| low <= count as u64 && count as u64 <= high)
        }
    }
}

pub(super) fn power_of(number: i128, of: i128) -> bool {
    number == 1 || (of > 1 && number > 1 && number % of == 0 && power_of(number / of, of))
}

/// Every list of one number for each heap, from 1 to its size.
pub(super) fn tuples(sizes: &[i128]) -> Vec<Vec<i128>> {
    let mut lists = vec![vec![]];
    for &size in sizes {
        let with = |list: &Vec<i128>| {
            (1..=size).map(|number| [list.clone(), vec![number]].concat()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(with).collect();
    }
    lists
}

/// Every list of positive numbers with this sum.
pub(super) fn lists(sum: i128) -> Vec<Vec<i128>> {
    if sum == 0 {
        return vec![vec![]];
    }
    let with =
        |first: i128| lists(sum - first).into_iter().map(move |rest| [vec![first], rest].concat());
    (1..=sum).flat_map(with).collect()
}

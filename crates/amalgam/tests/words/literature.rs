//! The published games: of each a fact that its source prints, checked on all small positions.

use std::collections::BTreeSet;
use std::sync::Arc;

use amalgam::games::LITERATURE;
use amalgam::games::own::Own;
use amalgam::games::words::{OwnWords, Words};
use amalgam::{Budget, Play, Value};

/// The value of each of these positions, normal play, compared with what is printed.
fn check<T: PartialEq + std::fmt::Debug>(
    name: &str,
    positions: impl IntoIterator<Item = Vec<u64>>,
    found: impl Fn(Value) -> T,
    printed: impl Fn(&[u64]) -> T,
) {
    let game = LITERATURE.iter().find(|game| game.name == name).unwrap();
    let words: Words = game.rules.parse().unwrap();
    let own = Arc::new(OwnWords::named(name, words.clone()));
    for heaps in positions {
        let Some(start) = words.start(&heaps) else { continue };
        let explored = Own::explore(own.clone(), &own.datum(&start), &Budget::default());
        let (explored, node) = explored.unwrap();
        let value = explored.value(node, Play::Normal);
        assert_eq!(found(value), printed(&heaps), "{name} at {heaps:?}");
    }
}

fn is_p(value: Value) -> bool {
    value.outcome.is_p()
}

fn grundy(value: Value) -> u64 {
    value.grundy
}

/// All lists of this many heaps of up to `most` coins.
fn lists(heaps: usize, most: u64) -> Vec<Vec<u64>> {
    (0..heaps).fold(vec![vec![]], |lists, _| {
        let longer = |list: &Vec<u64>| {
            (0..=most).map(|heap| [list.clone(), vec![heap]].concat()).collect::<Vec<_>>()
        };
        lists.iter().flat_map(longer).collect()
    })
}

fn singles(most: u64) -> Vec<Vec<u64>> {
    (1..=most).map(|heap| vec![heap]).collect()
}

fn sorted(heaps: &[u64]) -> Vec<u64> {
    let mut heaps = heaps.to_vec();
    heaps.sort_unstable();
    heaps
}

#[test]
fn facts_about_single_heaps() {
    check("bachet", singles(40), grundy, |h| h[0] % 4);
    check("maximum-nim", singles(60), grundy, |h| {
        // Levine: half of an even number; an odd one is worth what half of it, rounded down, is worth.
        let mut heap = h[0];
        while heap % 2 == 1 {
            heap /= 2;
        }
        heap / 2
    });
    check("mark", singles(60), is_p, |h| h[0].trailing_zeros() % 2 == 1);
    check("aliquot", singles(60), grundy, |h| h[0].trailing_zeros().into());
    check("dim", singles(60), grundy, |h| u64::from(h[0].trailing_zeros()) + 1);
    check("powers-of-two", singles(60), grundy, |h| h[0] % 3);
    check("turning-turtles", singles(12), grundy, |h| h[0]);
    check("mock-turtles", singles(7), grundy, |h| {
        let double = 2 * (h[0] - 1);
        if double.count_ones() % 2 == 1 { double } else { double + 1 }
    });
    // Golomb: the first losing numbers.
    let losing = [2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95];
    check("subtract-a-square", singles(95), is_p, |h| losing.contains(&h[0]));
    // Whinihan: the Fibonacci numbers. A single coin cannot be taken first.
    let fibonacci = [1, 2, 3, 5, 8, 13, 21, 34];
    check("fibonacci-nim", singles(35), is_p, |h| fibonacci.contains(&h[0]));
    check("take-away", singles(35), is_p, |h| h[0].is_power_of_two());
}

#[test]
fn the_values_of_codes_repeat() {
    let values = |name: &str, most: u64| -> Vec<u64> {
        let game = LITERATURE.iter().find(|game| game.name == name).unwrap();
        let code: amalgam::games::Code =
            game.rules.trim_start_matches("octal(").trim_end_matches(')').parse().unwrap();
        let mut values = vec![0u64];
        for heap in 1..=most {
            let worth = |left: &[u64]| left.iter().fold(0, |sum, &h| sum ^ values[h as usize]);
            let seen: BTreeSet<u64> =
                code.breaks(heap).iter().map(|(_, left)| worth(left)).collect();
            values.push((0..).find(|value| !seen.contains(value)).unwrap());
        }
        values
    };
    // Winning Ways prints 1101122122 for Guiles, over and over; only the empty heap is no part of it.
    for (name, period, last) in [("dawsons-chess", 34, 51), ("guiles", 10, 0)] {
        let values = values(name, 300);
        let differs = |n: &usize| values[*n] != values[n + period];
        let found = (0..values.len() - period).rev().find(differs);
        assert_eq!(found, Some(last), "{name}");
    }
}

#[test]
fn facts_about_heaps_in_no_order() {
    check("two-wythoff", lists(2, 24), is_p, |heaps| {
        // Fraenkel: A is the least number not used before, B is A + 2n.
        let (mut used, mut n) = (BTreeSet::new(), 0);
        let wanted = sorted(heaps);
        loop {
            let a = (0..).find(|number| !used.contains(number)).unwrap();
            if a >= wanted[0] {
                return wanted == [a, a + 2 * n];
            }
            used.extend([a, a + 2 * n]);
            n += 1;
        }
    });
    check("cyclic-nimhoff", lists(3, 5), grundy, |h| {
        let (nim, sum) = h.iter().fold((0, 0), |(nim, sum), heap| (nim ^ (heap / 3), sum + heap));
        3 * nim + sum % 3
    });
    check("greedy-nim", lists(3, 6), is_p, |h| {
        let largest = h.iter().max().unwrap();
        *largest == 0 || h.iter().filter(|heap| *heap == largest).count() % 2 == 0
    });
    check("exact-2-nim", lists(3, 6), grundy, |h| {
        let h = sorted(h);
        (h.iter().sum::<u64>() / 2).min(h[0] + h[1])
    });
    check("exact-slow-2-nim", lists(2, 12), is_p, |h| sorted(h)[0].is_multiple_of(2));
    check("delete-nim", lists(2, 12), grundy, |h| ((h[0] | h[1]) + 1).trailing_zeros().into());
    let filled = || lists(2, 12).into_iter().filter(|h| h.iter().all(|&heap| heap > 0));
    check("variant-delete-nim", filled(), is_p, |h| h.iter().all(|heap| heap % 2 == 1));
    for name in ["yama-nim", "triangular-nim"] {
        check(name, lists(2, 14), is_p, |h| h[0].abs_diff(h[1]) <= 1);
    }
    check("nim-with-a-pass", lists(2, 14), is_p, |h| {
        let h = sorted(h);
        h == [0, 0] || (h[0] % 2 == 1 && h[1] == h[0] + 1)
    });
}

#[test]
fn facts_about_heaps_that_lie() {
    check("staircase-nim", lists(4, 3), is_p, |h| h[0] ^ h[2] == 0);
    check("end-nim", lists(2, 9), is_p, |h| {
        let filled: Vec<u64> = h.iter().copied().filter(|&heap| heap > 0).collect();
        filled.is_empty() || (filled.len() == 2 && filled[0] == filled[1])
    });
    check("circular-nim", lists(4, 2), is_p, |h| h[0] == h[2] && h[1] == h[3]);
    check("welter", lists(2, 12), grundy, |h| (h[0] ^ h[1]) - 1);
    check("silver-dollar", lists(4, 7), is_p, |h| {
        let h = sorted(h);
        (h[1] - h[0] - 1) ^ (h[3] - h[2] - 1) == 0
    });
}

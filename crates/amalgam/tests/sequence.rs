//! Values of single heaps: every engine against the definition, and published sequences.

use amalgam::base::budget::{Limit, Step};
use amalgam::engines::sequence::{HeapMoves, Sequence, naive, values};
use amalgam::games::classics::code::Code;
use amalgam::{Budget, Rules};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::time::Duration;

fn of_code(text: &str, to: u64) -> Vec<u32> {
    let code: Code = text.parse().unwrap();
    values(HeapMoves::of_code(&code), to, &Budget::default()).unwrap()
}

fn of_rules(text: &str, to: u64) -> Vec<u32> {
    let rules: Rules = text.parse().unwrap();
    values(HeapMoves::of_rules(&rules).unwrap(), to, &Budget::default()).unwrap()
}

/// A code of up to four digits behind the dot, with at least one move.
fn codes(digits: &'static str, first: &'static [char]) -> impl Strategy<Value = String> {
    let first = prop::sample::select(first);
    let some = |text: &String| !text.chars().all(|c| c == '0' || c == '.');
    (first, digits).prop_map(|(first, more)| format!("{first}.{more}")).prop_filter("moves", some)
}

/// Amounts as words: a few single ones and ranges, some of them long or without an end.
fn amounts() -> impl Strategy<Value = String> {
    let range = (1u64..40, 0u64..40).prop_map(|(low, width)| format!("{low}..{}", low + width));
    let item = prop_oneof![
        4 => (1u64..20).prop_map(|amount| amount.to_string()),
        2 => range,
        1 => (1u64..30).prop_map(|low| format!("{low}..")),
    ];
    prop::collection::vec(item, 1..4).prop_map(|items| format!("{{{}}}", items.join(",")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn octal_codes_as_defined(text in codes("[0-7]{1,4}", &['0', '4'])) {
        let code: Code = text.parse().unwrap();
        prop_assert_eq!(of_code(&text, 300), naive::of_code(&code, 300));
    }

    #[test]
    fn hexadecimal_codes_as_defined(text in codes("[0-9a-f]{1,3}", &['0', '4', '8', 'c'])) {
        let code: Code = text.parse().unwrap();
        prop_assert_eq!(of_code(&text, 100), naive::of_code(&code, 100));
    }

    #[test]
    fn taking_as_defined(take in amounts()) {
        let words = format!("take {take}");
        prop_assert_eq!(of_rules(&words, 250), naive::of_rules(&words.parse().unwrap(), 250));
    }

    #[test]
    fn taking_and_splitting_as_defined(
        take in proptest::option::of(amounts()),
        split in proptest::option::of(amounts()),
        pure in prop::sample::select(vec!["split", "split unequal"]),
    ) {
        let mut words = vec![pure.to_owned()];
        words.extend(take.map(|take| format!("take {take}")));
        words.extend(split.map(|split| format!("take {split} then split")));
        let words = words.join(", ");
        prop_assert_eq!(of_rules(&words, 120), naive::of_rules(&words.parse().unwrap(), 120));
    }

    /// Long enough for values to be searched.
    #[test]
    fn longer_octal_codes_as_anybody_would_write_them(text in codes("[0-7]{1,3}", &['0', '4'])) {
        prop_assert_eq!(of_code(&text, 3000), every_pair(&digits(&text), false, 3000));
    }

    /// However the work is cut up, the values are the same.
    #[test]
    fn going_on_changes_nothing(text in codes("[0-7]{1,3}", &['0', '4']), cut in 0u64..200) {
        let mut sequence = Sequence::new(HeapMoves::of_code(&text.parse().unwrap()));
        sequence.extend(cut, &Budget::default()).unwrap();
        prop_assert_eq!(sequence.values().len() as u64, cut + 1);
        sequence.extend(200, &Budget::default()).unwrap();
        prop_assert_eq!(sequence.values(), &of_code(&text, 200));
    }
}

/// Long enough for masks to be chosen several times, and for games with and without a sparse space.
#[test]
fn longer_tables_as_defined() {
    for text in ["0.77", "0.007", "0.6", "0.16", "0.36", "4.007", "0.051", "0.044", "4.0", "0.142"]
    {
        assert_eq!(of_code(text, 2000), naive::of_code(&text.parse().unwrap(), 2000), "{text}");
    }
    let grundy: Rules = "split unequal".parse().unwrap();
    assert_eq!(of_rules("split unequal", 1500), naive::of_rules(&grundy, 1500));
    // Long enough for a sparse space to be used and for values to be searched, against what anybody
    // would write first.
    let to = amalgam_tier::size(12_000, 100_000);
    assert!(of_rules("split unequal", to) == every_pair(&[4], true, to as usize), "to {to}");
    for text in ["0.77", "0.007", "0.06", "0.16", "0.37", "4.06", "0.3122"] {
        assert!(
            of_code(text, to) == every_pair(&digits(text), false, to as usize),
            "{text} to {to}"
        );
    }
    // More amounts than a word has bits, and an amount longer than a ring.
    let many = "take {1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31,33,35,37,39,41,43,45,47,49,51,53,55,\
                57,59,61,63,65,67,69,71,73,75,77,79,81,83,85,87,89,91,93,95,97,99,101,103,105,107,109,\
                111,113,115,117,119,121,123,125,127,129,131,133,2,8}";
    for words in [many, "take {2,3,2000000}", "take {1,4,18446744073709551615}"] {
        assert_eq!(of_rules(words, 400), naive::of_rules(&words.parse().unwrap(), 400), "{words}");
    }
}

/// The digits of an octal code: d0 and those behind the dot.
fn digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|c| c.to_digit(8)).collect()
}

/// The values if taking k coins may leave what the digit dk says: 1 nothing, 2 one heap, 4 two heaps,
/// which differ if they must. Every pair is looked at.
fn every_pair(digits: &[u32], unequal: bool, to: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut seen = vec![usize::MAX; 4096];
    for heap in 0..=to {
        for (taken, digit) in digits.iter().enumerate().take(heap + 1) {
            let rest = heap - taken;
            if taken > 0 && digit & (if rest == 0 { 1 } else { 2 }) > 0 {
                seen[values[rest] as usize] = heap;
            }
            if digit & 4 > 0 {
                for x in (1..=rest / 2).filter(|x| !unequal || 2 * x != rest) {
                    seen[(values[x] ^ values[rest - x]) as usize] = heap;
                }
            }
        }
        values.push(seen.iter().position(|&last| last != heap).unwrap() as u32);
    }
    values
}

#[test]
fn named_games_begin_as_published() {
    // OEIS A002186: Kayles.
    assert_eq!(of_rules("take 1..2, take 1..2 then split", 12), of_code("0.77", 12));
    assert_eq!(of_code("0.77", 12), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    // OEIS A002188: Grundy's game.
    let grundy = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0];
    assert_eq!(of_rules("split unequal", 26), grundy);
    // Winning Ways, chapter 4: Lasker's Nim swaps 4k + 3 and 4k + 4.
    let lasker = |n: u32| match n % 4 {
        3 => n + 1,
        0 if n > 0 => n - 1,
        _ => n,
    };
    // In the wide tier there are values of more than 16 bits.
    let to = amalgam_tier::size(1000, 70_000);
    assert!(of_rules("take any, split", to).into_iter().eq((0..=to as u32).map(lasker)));
    // Bouton, and the game in which at least three must be taken.
    assert_eq!(of_rules("take any", 5000), (0..=5000).collect::<Vec<u32>>());
    assert_eq!(of_rules("take 3..", 5000), (0..=5000).map(|n| n / 3).collect::<Vec<u32>>());
    assert_eq!(of_rules("take 1..1000", 5000), (0..=5000).map(|n| n % 1001).collect::<Vec<u32>>());
}

#[test]
fn limits_are_kept_and_what_is_known_stays() {
    let code: Code = "0.007".parse().unwrap();
    let mut sequence = Sequence::new(HeapMoves::of_code(&code));
    let small = Budget { memory: 8000, ..Budget::default() };
    let reached = sequence.extend(1_000_000, &small).unwrap_err();
    assert_eq!((reached.limit, reached.unit), (Limit::Memory(8000), "heaps"));
    sequence.extend(reached.room - 1, &small).unwrap();
    let late = Budget::default().with_time(Duration::ZERO);
    assert_eq!(sequence.extend(100_000, &late).unwrap_err().limit, Limit::Time);
    let few = Budget::default().with_positions(10);
    assert_eq!(sequence.extend(10_000, &few).unwrap_err().limit, Limit::Positions(10));
    let stop = |_: Step| ControlFlow::Break(());
    let stopped = sequence.extend_watched(9_000, &Budget::default(), &stop).unwrap_err();
    assert_eq!((stopped.limit, stopped.done), (Limit::Stopped, reached.room));
    assert_eq!(sequence.values().len() as u64, reached.room);
    assert!(sequence.extend(u64::MAX, &Budget { memory: u64::MAX, ..Budget::default() }).is_err());

    let mut triples = Sequence::new(HeapMoves::of_code(&"0.f".parse().unwrap()));
    let reached = triples.extend(2_000, &Budget { memory: 40_000, ..Budget::default() });
    assert_eq!(reached.unwrap_err().limit, Limit::Memory(40_000));
}

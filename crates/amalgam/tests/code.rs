//! Take-and-break codes: their moves against the definition, how they are read, and what is refused.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use amalgam::games::classics::code::{Code, LONGEST};
use amalgam::{Rules, engines::naive};
use proptest::prelude::*;

/// The moves from the definition: every k, every list of non-empty heaps that holds the rest, and
/// the bit of dk that has the number of those heaps.
fn naive_breaks(code: &str, heap: u64) -> BTreeSet<(u64, Vec<u64>)> {
    let digits: Vec<u32> = code.chars().filter_map(|c| c.to_digit(16)).collect();
    let mut breaks = BTreeSet::new();
    for (k, digit) in digits.into_iter().enumerate() {
        let Some(rest) = heap.checked_sub(k as u64) else { continue };
        let mut lists: Vec<Vec<u64>> = vec![vec![]];
        for heaps in 0..4 {
            for list in &lists {
                if list.iter().sum::<u64>() == rest && digit & (1 << heaps) != 0 {
                    let mut list = list.clone();
                    list.sort_unstable();
                    breaks.insert((k as u64, list));
                }
            }
            let longer = |list: &Vec<u64>| {
                (1..=rest).map(|x| [list.as_slice(), &[x]].concat()).collect::<Vec<_>>()
            };
            lists = lists.iter().flat_map(longer).collect();
        }
    }
    breaks
}

/// A code with at least one move.
fn codes() -> impl Strategy<Value = String> {
    let first = prop::sample::select(vec!['0', '4', '8', 'c']);
    (first, "[0-9a-f]{0,4}", "[1-9a-f]")
        .prop_map(|(first, more, last)| format!("{first}.{more}{last}"))
}

proptest! {
    #[test]
    fn moves_are_those_of_the_definition(text in codes(), heap in 0u64..14) {
        let code: Code = text.parse().unwrap();
        let breaks = code.breaks(heap);
        prop_assert_eq!(breaks.len() as u128, code.count_moves(heap));
        let set: BTreeSet<_> = breaks.iter().cloned().collect();
        prop_assert_eq!(set.len(), breaks.len(), "an outcome comes twice");
        prop_assert_eq!(set, naive_breaks(&text, heap));
    }

    #[test]
    fn codes_are_printed_as_they_are_read(text in codes(), zeros in 0usize..4) {
        let code: Code = format!("{text}{}", "0".repeat(zeros)).parse().unwrap();
        prop_assert_eq!(code.to_string(), text);
        prop_assert_eq!(code.to_string().parse::<Code>(), Ok(code));
    }

    /// A code made from rules has the moves of the rules.
    #[test]
    fn rules_and_their_code_agree(
        take in prop::collection::btree_set(1u64..6, 0..4),
        split in prop::collection::btree_set(1u64..6, 1..4),
        pure in any::<bool>(),
        heap in 0u64..16,
    ) {
        let list = |set: &BTreeSet<u64>| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let mut words = vec![format!("take {{{}}} then split", list(&split))];
        words.extend((!take.is_empty()).then(|| format!("take {{{}}}", list(&take))));
        words.extend(pure.then(|| "split".to_owned()));
        let rules: Rules = words.join(", ").parse().unwrap();
        let code = Code::from_rules(&rules).unwrap();
        let left: BTreeSet<Vec<u64>> = code.breaks(heap).into_iter().map(|(_, left)| left).collect();
        prop_assert_eq!(left, naive::options(&rules, &[heap]), "{} as {}", rules, code);
    }
}

#[test]
fn rules_without_a_finite_code_have_none() {
    for words in [
        "take any",
        "take 3..",
        "take 1, merge",
        "split unequal",
        "take 1001",
        "take 1..2, take 5.. then split",
    ] {
        assert_eq!(Code::from_rules(&words.parse().unwrap()), None, "{words}");
    }
    assert_eq!(Code::from_rules(&"take 1000".parse().unwrap()).unwrap().most(), 1000);
    assert_eq!(Code::from_rules(&"split".parse().unwrap()).unwrap().to_string(), "4.0");
}

#[test]
fn a_visitor_can_stop() {
    let code: Code = "4.F".parse().unwrap();
    let mut seen = 0;
    let flow = code.each_break(u64::MAX, |_, _| {
        seen += 1;
        if seen < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((seen, flow), (10, ControlFlow::Break(())));
    assert!(code.count_moves(u64::MAX) > 1 << 100);
}

#[test]
fn words_say_the_moves() {
    let words = |text: &str| text.parse::<Code>().unwrap().words();
    assert_eq!(words("0.77"), "take 1 leaving 0, 1 or 2 heaps; take 2 leaving 0, 1 or 2 heaps");
    assert_eq!(words("c.02"), "split into 2 or 3 heaps; take 2 leaving 1 heap");
}

#[test]
fn errors_say_what_and_where() {
    let digits = Some("digits are 0 to 7, and 8, 9, a to f where three heaps may be left");
    let kayles = Some("as in `0.77`, which is Kayles");
    let endless = "the game would never end: taking 0 coins must leave two heaps or more";
    let cases = [
        ("", "expected a code, found the end", 0..0, kayles),
        ("kayles", "expected a code, found `kayles`", 0..6, kayles),
        ("77", "the dot of the code is missing", 2..2, Some("did you mean `0.77`?")),
        ("4007", "the dot of the code is missing", 4..4, Some("did you mean `4.007`?")),
        ("4", "the dot of the code is missing", 1..1, Some("did you mean `4.0`?")),
        ("0", "the dot of the code is missing", 1..1, kayles),
        ("0,77", "a code has a dot, not a comma", 1..1, kayles),
        (".77", "the digit before the dot is missing", 0..1, Some("did you mean `0.77`?")),
        (".", "the digit before the dot is missing", 0..1, kayles),
        ("00.77", "a code has one digit before the dot", 0..2, kayles),
        ("0.", "expected a digit behind the dot, found the end", 2..2, kayles),
        ("0.7g", "`g` is no digit of a code", 3..4, digits),
        ("0.é", "`é` is no digit of a code", 2..4, digits),
        ("0z.7", "`z` is no digit of a code", 1..2, digits),
        ("0.7.7", "a code has one dot, and an end", 3..4, None),
        ("0.777...", "a code has one dot, and an end", 5..6, None),
        ("0.7 7", "expected an end of the code, found `7`", 4..5, None),
        ("7.7", endless, 0..1, Some("did you mean `4.7`?")),
        ("1.7", endless, 0..1, Some("did you mean `0.7`?")),
        ("0.000", "this code allows no move at all", 0..5, kayles),
    ];
    for (text, message, span, suggestion) in cases {
        let error = text.parse::<Code>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!(error.span(), span, "{text}");
        assert_eq!(error.suggestion(), suggestion, "{text}");
    }
    let longest = format!("0.{}", "7".repeat(LONGEST));
    assert_eq!(longest.parse::<Code>().unwrap().most(), LONGEST as u64);
    let error = format!("{longest}7").parse::<Code>().unwrap_err();
    assert_eq!(error.to_string(), "a code has at most 1000 digits behind the dot");
    assert_eq!(error.span(), 1002..1003);
}

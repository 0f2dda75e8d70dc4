//! Comparisons against the oracle, which values every position by itself.

use amalgam::base::budget::Limit;
use amalgam::base::budget::Silent;
use amalgam::engines::bulk::Domain;
use amalgam::engines::naive::Naive;
use amalgam::games::AnyGame;
use amalgam::lab::compare::{Comparison, Difference, Fact, Question, Side, compare};
use amalgam::{Budget, Play, Position, Rules};
use proptest::prelude::*;

const QUESTIONS: [Question; 3] =
    [Question::Outcomes(Play::Normal), Question::Outcomes(Play::Misere), Question::Values];

/// Rules of every kind the engine treats differently.
const RULES: [&str; 16] = [
    "take any",
    "take any, merge",
    "take any, merge if min >= 2",
    "take any, merge then take 1",
    "take any, merge then take 2",
    "take any, merge if equal",
    "take any, merge if sum <= 5",
    "take any, merge if unequal, merge then take 3",
    "take 1..3",
    "take 1..2, merge",
    "take {1,3}, merge if min >= 2",
    "merge",
    "take any, split",
    "take 1..2, take 1..2 then split",
    "take 1, split, merge then take 1",
    "take any then split, take 2, merge",
];

/// The definition: each game values each position of the domain, in the stated order.
fn naive(
    left: &Rules,
    right: &Rules,
    domain: &Domain,
    question: Question,
    show: usize,
) -> Comparison {
    let play = match question {
        Question::Outcomes(play) => play,
        Question::Values => Play::Normal,
    };
    let mut oracles = [left, right].map(|rules| Naive::new(rules, play));
    let mut listed: Vec<Position> = Vec::new();
    let mut positions = domain.positions();
    while let Some(heaps) = positions.next() {
        listed.push(Position::new(heaps.iter().copied()));
    }
    listed.sort_by_key(|p| (p.coins(), p.heaps().len(), p.heaps().to_vec()));
    let mut found = Comparison {
        positions: 0,
        agree: 0,
        nearly: 0,
        first_beyond_lowest_bit: None,
        differences: Vec::new(),
    };
    for position in listed {
        let [left, right] = oracles.each_mut().map(|oracle| {
            let value = oracle.value(position.heaps());
            match question {
                Question::Outcomes(_) => Fact::Outcome(value.outcome),
                Question::Values => Fact::Value(value.grundy),
            }
        });
        found.positions += 1;
        if let (Fact::Value(l), Fact::Value(r)) = (left, right) {
            found.nearly += u64::from(l != r && l / 2 == r / 2);
            if l / 2 != r / 2 && found.first_beyond_lowest_bit.is_none() {
                let position = position.clone();
                found.first_beyond_lowest_bit = Some(Difference { position, left, right });
            }
        }
        if left == right {
            found.agree += 1;
        } else if found.differences.len() < show {
            found.differences.push(Difference { position, left, right });
        }
    }
    found
}

fn quick(left: &Side<'_>, right: &Side<'_>, domain: &Domain, question: Question) -> Comparison {
    compare(left, right, domain, question, 7, &Budget::default(), &Silent).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn every_engine_agrees_with_the_oracle(
        left in prop::sample::select(&RULES[..]),
        right in prop::sample::select(&RULES[..]),
        (heaps, max) in prop::sample::select(vec![(1, 9), (2, 6), (3, 4), (4, 2)]),
        question in prop::sample::select(&QUESTIONS[..]),
    ) {
        let [left, right]: [Rules; 2] = [left, right].map(|words| words.parse().unwrap());
        let domain = Domain::heaps(heaps, max).unwrap();
        let expected = naive(&left, &right, &domain, question, 7);
        let (l, r) = (Side::Rules(&left), Side::Rules(&right));
        prop_assert_eq!(&quick(&l, &r, &domain, question), &expected);
        // The same games, known by their moves alone.
        let (l, r) = (Side::Any(&left), Side::Any(&right));
        prop_assert_eq!(&quick(&l, &r, &domain, question), &expected);
    }

    #[test]
    fn bounds_on_coins_are_kept(
        left in prop::sample::select(&RULES[..12]),
        right in prop::sample::select(&RULES[..12]),
        heaps in prop::option::of(1usize..4),
        coins in 0u64..9,
    ) {
        let [left, right]: [Rules; 2] = [left, right].map(|words| words.parse().unwrap());
        let domain = Domain::new(heaps, None, Some(coins)).unwrap();
        let question = Question::Outcomes(Play::Normal);
        let found = quick(&Side::Rules(&left), &Side::Rules(&right), &domain, question);
        prop_assert_eq!(found, naive(&left, &right, &domain, question, 7));
    }
}

#[test]
fn games_without_heap_rules_are_compared_too() {
    let kayles: Rules = "take 1..2, take 1..2 then split".parse().unwrap();
    let code: AnyGame = "octal(0.77)".parse().unwrap();
    let moore: AnyGame = "moore(1)".parse().unwrap();
    let wythoff: AnyGame = "wythoff".parse().unwrap();
    let nim = Rules::nim();
    for question in QUESTIONS {
        let domain = Domain::heaps(3, 6).unwrap();
        assert!(quick(&Side::of_game(&code), &Side::Rules(&kayles), &domain, question).is_same());
        assert!(quick(&Side::of_game(&moore), &Side::Rules(&nim), &domain, question).is_same());
        let two = Domain::heaps(2, 20).unwrap();
        let found = quick(&Side::of_game(&wythoff), &Side::Rules(&nim), &two, question);
        assert_eq!(
            found.differences[0].position.heaps(),
            match question {
                // Misère: (0,1) and (2,2) take the place of (0,0) and (1,2).
                Question::Outcomes(Play::Misere) => [3, 3],
                _ => [1, 1],
            }
        );
    }
}

#[test]
fn the_first_difference_of_amalgamation_and_nim() {
    let (nim, merging) = (Rules::nim(), "take any, merge".parse().unwrap());
    let domain = Domain::heaps(3, 20).unwrap();
    let (left, right) = (Side::Rules(&merging), Side::Rules(&nim));
    let found = quick(&left, &right, &domain, Question::Outcomes(Play::Normal));
    assert_eq!(found.differences[0].position.heaps(), [1, 2, 3]);
    assert_eq!(found.differences.len(), 7);
    assert!(found.agree_per_100_000() < 100_000);
    let found = quick(&left, &right, &domain, Question::Values);
    let Difference { position, left, right } = &found.differences[0];
    assert_eq!(position.heaps(), [1, 2]);
    assert_eq!((*left, *right), (Fact::Value(4), Fact::Value(3)));
}

#[test]
fn bounds_are_met_at_once_and_claim_nothing() {
    let rules: Rules = "take 1..2, merge".parse().unwrap();
    let nim = Rules::nim();
    let any: Rules = "take any, merge".parse().unwrap();
    let small = Budget { memory: 1 << 12, ..Budget::default() };
    let late = Budget::default().with_time(std::time::Duration::ZERO);
    let domain = Domain::heaps(3, 200).unwrap();
    for question in QUESTIONS {
        for game in [&rules, &any] {
            let ask = |side: Side<'_>, limits: &Budget| {
                compare(&side, &Side::of(&nim), &domain, question, 1, limits, &Silent)
            };
            for side in [Side::Rules(game), Side::Any(game)] {
                let limit = ask(side, &small).unwrap_err().limit;
                assert!(matches!(limit, Limit::Memory(_)), "{game}: {limit}");
            }
            assert_eq!(ask(Side::Rules(game), &late).unwrap_err().limit, Limit::Time, "{game}");
        }
    }
    // Too many positions to count, and too many to look at.
    for (heaps, max) in [(1000, 1000), (12, 60)] {
        let domain = Domain::heaps(heaps, max).unwrap();
        let (left, right) = (Side::of(&nim), Side::of(&nim));
        let error =
            compare(&left, &right, &domain, Question::Values, 1, &Budget::default(), &Silent)
                .unwrap_err();
        assert!(matches!(error.limit, Limit::Positions(_)), "{error}");
    }
}

//! Every engine against the naive oracle, on random rules and positions, normal and misère.

use amalgam::base::budget::{Budget, Limit};
use amalgam::engines::completion::{self, Completions};
use amalgam::engines::greedy::PPositions;
use amalgam::engines::naive::Naive;
use amalgam::engines::search;
use amalgam::engines::sequence::{self, HeapMoves};
use amalgam::{Outcome, Play, Position, Rules};
use proptest::prelude::*;

fn amounts() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("any".to_owned()),
        (1u64..5, 0u64..4).prop_map(|(low, more)| format!("{low}..{}", low + more)),
        prop::collection::btree_set(1u64..8, 1..4).prop_map(|set| {
            let list: Vec<String> = set.iter().map(u64::to_string).collect();
            format!("{{{}}}", list.join(","))
        }),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    let bound = (
        prop_oneof![Just("min"), Just("max"), Just("sum")],
        prop_oneof![Just(">="), Just("<=")],
        0u64..9,
    )
        .prop_map(|(what, op, bound)| format!("{what} {op} {bound}"));
    prop_oneof![bound, Just("equal".to_owned()), Just("unequal".to_owned())]
}

fn merge() -> impl Strategy<Value = String> {
    (prop::collection::vec(condition(), 0..3), 0u64..3).prop_map(|(conditions, taken)| {
        let mut words = "merge".to_owned();
        if !conditions.is_empty() {
            words += &format!(" if {}", conditions.join(" and "));
        }
        if taken > 0 {
            words += &format!(" then take {taken}");
        }
        words
    })
}

fn clause() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => amounts().prop_map(|a| format!("take {a}")),
        1 => amounts().prop_map(|a| format!("take {a} then split")),
        1 => Just("split".to_owned()),
        1 => Just("split unequal".to_owned()),
        4 => merge(),
    ]
}

/// Rules that parse, that is, under which every game ends.
fn rules() -> impl Strategy<Value = Rules> {
    let own = prop::collection::vec(clause(), 1..4)
        .prop_filter_map("endless", |clauses| clauses.join(", ").parse::<Rules>().ok());
    let take_any = prop::collection::vec(merge(), 0..3).prop_map(|merges| {
        [vec!["take any".to_owned()], merges].concat().join(", ").parse().unwrap()
    });
    prop_oneof![own, take_any]
}

fn position() -> impl Strategy<Value = Position> {
    prop_oneof![
        prop::collection::vec(0u64..9, 0..4),
        prop::collection::vec(0u64..4, 0..6),
        prop::collection::vec(0u64..14, 0..3),
    ]
    .prop_map(Position::new)
}

fn play() -> impl Strategy<Value = Play> {
    prop_oneof![Just(Play::Normal), Just(Play::Misere)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn rules_read_back(rules in rules()) {
        prop_assert_eq!(rules.to_string().parse::<Rules>().unwrap(), rules);
    }

    #[test]
    fn moves_lead_to_the_options(rules in rules(), position in position()) {
        let moves = rules.moves(&position);
        prop_assert!(moves.len() as u128 <= rules.moves_at_most(&position));
        let reached = moves.iter().map(|(_, result)| result.heaps().to_vec()).collect();
        prop_assert_eq!(amalgam::engines::naive::options(&rules, position.heaps()), reached);
        let mut names: Vec<_> = moves.iter().map(|(m, _)| m.clone()).collect();
        names.sort_unstable();
        names.dedup();
        prop_assert_eq!(names.len(), moves.len());
    }

    #[test]
    fn search_agrees_with_the_oracle(rules in rules(), position in position(), play in play()) {
        let mut naive = Naive::new(&rules, play);
        let limits = Budget::default();
        let expected = naive.value(position.heaps());
        let heaps = search::explore_heaps(&rules, &position, play, &limits).unwrap();
        prop_assert_eq!(heaps.value(&position), Some(expected));
        prop_assert!(heaps.positions() >= naive.positions());
        let generic = search::explore(&rules, position.clone(), play, &limits).unwrap();
        prop_assert_eq!(generic.value(&position), Some(expected));
        for (_, option) in rules.moves(&position) {
            prop_assert_eq!(heaps.value(&option), Some(naive.value(option.heaps())));
        }
        prop_assert_eq!(
            search::outcome_of_heaps(&rules, &position, play, &limits).unwrap().0,
            expected.outcome
        );
        prop_assert_eq!(
            search::outcome(&rules, position.clone(), play, &limits).unwrap().0,
            expected.outcome
        );
    }

    #[test]
    fn completions_agree_with_the_oracle(
        merges in prop::collection::vec(merge(), 0..3),
        rest in position(),
        play in play(),
    ) {
        let words = [vec!["take any".to_owned()], merges].concat().join(", ");
        let rules: Rules = words.parse().unwrap();
        let mut naive = Naive::new(&rules, play);
        let limits = Budget::default();
        let found = completion::completion(&rules, &rest, play, &limits).unwrap().size;
        prop_assert_eq!(naive.completion(rest.heaps(), found), Some(found), "{}", rules);
        let table =
            Completions::below(&rules, std::slice::from_ref(&rest), play, &Budget::default()).unwrap().unwrap();
        let expected = naive.outcome(rest.heaps());
        prop_assert_eq!(table.of(&rest) == Some(0), expected == Outcome::P);
    }

    #[test]
    fn p_positions_agree_with_the_oracle(
        merges in prop::collection::vec(merge(), 0..3),
        start in position(),
        play in play(),
    ) {
        let words = [vec!["take any".to_owned()], merges].concat().join(", ");
        every_p_position(&words.parse().unwrap(), &start, play);
    }

    #[test]
    fn heap_values_add_up(rules in rules(), position in position()) {
        prop_assume!(rules.heaps_are_independent());
        let moves = HeapMoves::of_rules(&rules).unwrap();
        let values = sequence::values(moves, position.largest(), &Budget::default()).unwrap();
        let sum = position.heaps().iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
        prop_assert_eq!(u64::from(sum), Naive::new(&rules, Play::Normal).value(position.heaps()).grundy);
    }
}

/// Every position below a start is P exactly where the oracle says so.
fn every_p_position(rules: &Rules, start: &Position, play: Play) {
    let found = PPositions::below(rules, start, play, &Budget::default()).unwrap().unwrap();
    let mut naive = Naive::new(rules, play);
    let mut seen = std::collections::HashSet::new();
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        if seen.insert(position.clone()) {
            let expected = Some(naive.outcome(position.heaps()));
            assert_eq!(found.outcome(&position), expected, "{rules}: {position} below {start}");
            open.extend(rules.moves(&position).into_iter().map(|(_, option)| option));
        }
    }
}

/// Rules that reach every branch: merges of which nothing is left, that lose more than they bring, that
/// depend on what merges; equal heaps, many heaps, and sets of more than one word.
#[test]
fn p_positions_are_found_for_all_kinds_of_merges() {
    let rules = [
        "take any",
        "take any, merge",
        "take any, merge if min >= 2",
        "take any, merge then take 1",
        "take any, merge then take 3",
        "take any, merge if equal, merge then take 3",
        "take any, merge if sum <= 7",
        "take any, merge if unequal, merge then take 2",
    ];
    let starts: [&[u64]; 11] = [
        &[],
        &[4],
        &[5, 9],
        &[30, 70],
        &[3, 4, 5],
        &[2, 3, 3, 4],
        &[3, 3, 3, 3],
        &[1, 2, 2, 3, 4],
        &[1, 1, 1, 1, 2, 2],
        &[1, 1, 1, 1, 1, 1, 1, 2],
        &[1, 2, 60],
    ];
    for rules in rules.map(|words| words.parse::<Rules>().unwrap()) {
        for start in starts.map(|heaps| Position::new(heaps.iter().copied())) {
            every_p_position(&rules, &start, Play::Normal);
            every_p_position(&rules, &start, Play::Misere);
        }
    }
}

/// These took gigabytes, and no answer came in a minute. What is found agrees with the completions of all
/// rests, or with the rows of rests, as far as those reach.
#[test]
fn middling_heaps_are_decided() {
    let rules: Rules = "take any, merge".parse().unwrap();
    let limits = Budget { memory: 1 << 30, ..Budget::default() };
    let below = |heaps: &[u64]| {
        let start = Position::new(heaps.iter().copied());
        PPositions::below(&rules, &start, Play::Normal, &limits).unwrap().unwrap()
    };
    let rest = Position::new([9, 10, 11, 12, 13]);
    let table = Completions::below(&rules, std::slice::from_ref(&rest), Play::Normal, &limits);
    let table = table.unwrap().unwrap();
    let found = below(&[9, 10, 11, 12, 13, 14]);
    let mut rests = amalgam::engines::bulk::Domain::heaps(5, 9).unwrap().positions();
    while let Some(heaps) = rests.next() {
        let rest = Position::new(heaps.iter().copied());
        let completed = table.of(&rest).unwrap();
        for heap in 0..10 {
            let outcome = Outcome::from_p(heap == completed);
            assert_eq!(found.outcome(&rest.with(heap)), Some(outcome), "{rest} {heap}");
        }
    }
    let large = amalgam_tier::size([60, 61, 62, 63], [500, 501, 502, 503]);
    let found = below(&large);
    for (a, b, c) in [(1, 2, 40), (3, 4, 50), (2, 2, 33), (5, 7, 55)] {
        let row = Position::new([a, b, c]);
        let completed = completion::completion(&rules, &row, Play::Normal, &limits).unwrap().size;
        for heap in 0..60 {
            let outcome = Outcome::from_p(heap == completed);
            assert_eq!(found.outcome(&row.with(heap)), Some(outcome), "{row} {heap}");
        }
    }
}

#[test]
fn limits_stop_the_search_and_say_how_far_it_got() {
    let rules: Rules = "take any, merge".parse().unwrap();
    let position = Position::new([40, 41, 42, 43]);
    let few = Budget::default().with_positions(1000);
    let limit = search::explore_heaps(&rules, &position, Play::Normal, &few).err().unwrap();
    // So much is known before anything is begun.
    assert_eq!((limit.limit, limit.done, limit.room), (Limit::Positions(1000), 0, 1000));
    let many = Position::new([2; 20]);
    let limit = search::explore_heaps(&rules, &many, Play::Normal, &few).err().unwrap();
    assert_eq!((limit.limit, limit.done), (Limit::Positions(1000), 1000));
    let small = Budget { memory: 1 << 16, ..Budget::default() };
    assert!(search::explore_heaps(&rules, &position, Play::Normal, &small).is_err());
    assert!(search::outcome_of_heaps(&rules, &position, Play::Normal, &small).is_err());
    let rules: Rules = "take 1..3, merge".parse().unwrap();
    assert!(search::explore_heaps(&rules, &position, Play::Normal, &small).is_err());
    assert!(search::outcome_of_heaps(&rules, &position, Play::Normal, &few).is_err());
}

#[test]
fn a_deep_game_does_not_overflow_the_stack() {
    let rules: Rules = "take 1".parse().unwrap();
    let deep = Position::new([300_000]);
    let explored = search::explore_heaps(&rules, &deep, Play::Normal, &Budget::default()).unwrap();
    assert_eq!(explored.value(&deep).unwrap().remoteness, 300_000);
    assert_eq!(
        search::outcome_of_heaps(&rules, &deep, Play::Misere, &Budget::default()).unwrap().0,
        Outcome::N
    );
}

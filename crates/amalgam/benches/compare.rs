//! Comparisons of two games beside the naive twin, which values every position by itself.
//!
//! Every figure is asserted before it is timed, and the ratio to the twin is printed.

mod best;

use std::hint::black_box;
use std::time::Duration;

use amalgam::base::budget::Silent;
use amalgam::engines::bulk::Domain;
use amalgam::engines::naive::Naive;
use amalgam::lab::compare::{Comparison, Question, Side, compare};
use amalgam::{Budget, Play, Rules};
use best::best;
use criterion::Criterion;

const OUTCOMES: Question = Question::Outcomes(Play::Normal);

/// Names, both games, question, heaps, the size the twin can do with its agreement, and the size
/// that is timed with its agreement.
type Case = (&'static str, [&'static str; 2], Question, usize, (u64, u64), (u64, u64));

const CASES: [Case; 4] = [
    (
        "P-positions of merge-take-one and nim",
        ["take any, merge then take 1", "take any"],
        OUTCOMES,
        3,
        (12, 455),
        (1000, 167_668_501),
    ),
    (
        "P-positions of amalgamation and nim",
        ["take any, merge", "take any"],
        OUTCOMES,
        3,
        (12, 423),
        (1000, 167_360_105),
    ),
    (
        "values of amalgamation and nim",
        ["take any, merge", "take any"],
        Question::Values,
        3,
        (12, 108),
        (150, 23_543),
    ),
    (
        "P-positions of take 1..3 with and without merging, four heaps",
        ["take 1..3, merge", "take 1..3"],
        OUTCOMES,
        4,
        (5, 81),
        (16, 3_222),
    ),
];

fn ask(rules: &[Rules; 2], question: Question, heaps: usize, max: u64) -> Comparison {
    let domain = Domain::heaps(heaps, max).expect("a small domain");
    let [left, right] = rules;
    let (left, right) = (Side::of(left), Side::of(right));
    compare(&left, &right, &domain, question, 1, &Budget::default(), &Silent).expect("room")
}

/// The definition, position by position.
fn naive(rules: &[Rules; 2], question: Question, heaps: usize, max: u64) -> u64 {
    let mut oracles = rules.each_ref().map(|rules| Naive::new(rules, Play::Normal));
    let mut positions = Domain::heaps(heaps, max).expect("a small domain").positions();
    let mut agree = 0;
    while let Some(heaps) = positions.next() {
        let [left, right] = oracles.each_mut().map(|oracle| oracle.value(heaps).grundy);
        agree += u64::from(match question {
            Question::Values => left == right,
            Question::Outcomes(_) => (left == 0) == (right == 0),
        });
    }
    agree
}

fn comparisons(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compare");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    group.warm_up_time(Duration::from_millis(200));
    for (name, words, question, heaps, (small, agree), (large, agree_large)) in CASES {
        let rules = words.map(|words| words.parse::<Rules>().expect("rules"));
        assert_eq!(naive(&rules, question, heaps, small), agree, "{name}, naive");
        assert_eq!(ask(&rules, question, heaps, small).agree, agree, "{name}");
        let slow = best(3, || naive(&rules, question, heaps, small));
        let quick = best(20, || ask(&rules, question, heaps, small));
        println!(
            "{name}, max {small}: naive {slow:?}, {quick:?} ({:.0} times as fast)",
            slow.as_secs_f64() / quick.as_secs_f64()
        );
        group.bench_function(format!("{name}, max {large}"), |bench| {
            bench.iter(|| {
                assert_eq!(ask(black_box(&rules), question, heaps, large).agree, agree_large);
            });
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    comparisons(&mut criterion);
    criterion.final_summary();
}

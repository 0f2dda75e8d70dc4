//! Outcome and Grundy search beside the naive oracle, on the same positions in the same run.
//!
//! Every figure is asserted before it is timed, and the ratio to the oracle is printed.

mod best;

use std::hint::black_box;
use std::time::Duration;

use amalgam::base::budget::Budget;
use amalgam::engines::naive::Naive;
use amalgam::engines::search::{explore_heaps, outcome_of_heaps};
use amalgam::{Outcome, Play, Position, Rules};
use best::best;
use criterion::Criterion;

/// Position, outcome and Grundy value, as the oracle found them.
const CASES: [(&[u64], Outcome, u64); 3] = [
    (&[12, 13, 14], Outcome::N, 19),
    (&[5, 6, 7, 8], Outcome::N, 14),
    (&[1, 1, 2, 2, 3, 3, 4, 5], Outcome::N, 6),
];

fn search(criterion: &mut Criterion) {
    let rules: Rules = "take any, merge".parse().expect("rules");
    let limits = Budget::default();
    for (heaps, outcome, grundy) in CASES {
        let position = Position::new(heaps.iter().copied());
        let decide = || outcome_of_heaps(&rules, &position, Play::Normal, &limits).expect("room");
        let explore = || explore_heaps(&rules, &position, Play::Normal, &limits).expect("room");
        let explored = explore();
        let value = explored.value(&position).expect("the start was valued");
        let naive = Naive::new(&rules, Play::Normal).value(heaps);
        assert_eq!((value, decide().0), (naive, naive.outcome), "{position}");
        assert_eq!((naive.outcome, naive.grundy), (outcome, grundy), "{position}");

        let naive = best(5, || Naive::new(&rules, Play::Normal).value(black_box(heaps)));
        let quick_outcome = best(50, decide);
        let quick_grundy = best(50, explore);
        let rate = explored.positions() as f64 / quick_grundy.as_secs_f64() / 1e6;
        println!(
            "{position}: {} positions; naive {naive:?}; outcome {quick_outcome:?} ({:.0} times as \
             fast); Grundy {quick_grundy:?} ({:.0} times as fast, {rate:.1} million positions a \
             second)",
            explored.positions(),
            naive.as_secs_f64() / quick_outcome.as_secs_f64(),
            naive.as_secs_f64() / quick_grundy.as_secs_f64(),
        );

        let mut group = criterion.benchmark_group(position.to_string());
        group.sample_size(10).measurement_time(Duration::from_secs(1));
        group.warm_up_time(Duration::from_millis(200));
        group.bench_function("outcome", |bench| bench.iter(decide));
        group.bench_function("grundy", |bench| bench.iter(explore));
        group.bench_function("naive", |bench| {
            bench.iter(|| Naive::new(&rules, Play::Normal).value(black_box(heaps)));
        });
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    search(&mut criterion);
    criterion.final_summary();
}

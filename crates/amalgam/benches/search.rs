//! Outcome and Grundy search beside the naive oracle, on the same positions in the same run.
//!
//! Every figure is asserted before it is timed, and the ratio to the oracle is printed.

mod best;

use std::hint::black_box;
use std::time::Duration;

use amalgam::base::budget::Budget;
use amalgam::engines::completion::Completions;
use amalgam::engines::greedy::PPositions;
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

/// Middling heaps, and how many moves win.
const MIDDLING: [(&[u64], usize); 4] = [
    (&[20, 21, 22, 23, 24, 25], 1),
    (&[14, 15, 16, 17, 18, 19, 20, 21], 5),
    (&[20, 21, 22, 23, 24, 25, 26, 27], 5),
    (&[500, 501, 502, 503], 2),
];

/// Outcome and winning moves, beside the completion of every rest where that is within reach.
fn middling() {
    let rules: Rules = "take any, merge".parse().expect("rules");
    let limits = Budget { memory: 1 << 30, ..Budget::default() };
    for (heaps, winning) in MIDDLING {
        let position = Position::new(heaps.iter().copied());
        let find = || PPositions::below(&rules, &position, Play::Normal, &limits);
        let found = find().expect("few heaps").expect("room");
        let is_p = |option: &Position| found.outcome(option) == Some(Outcome::P);
        let wins = rules.moves(&position).iter().filter(|(_, option)| is_p(option)).count();
        assert_eq!(wins, winning, "{position}");
        assert_eq!(is_p(&position), wins == 0, "{position}");
        let time = best(3, || find().expect("few heaps").expect("room"));
        print!("{position}: {} rests in {time:?}", found.count());
        if position.coins() < 150 {
            let rest = position.without(heaps.len() - 1);
            let by_rests = || {
                let rests = std::slice::from_ref(&rest);
                Completions::below(&rules, rests, Play::Normal, &limits)
                    .expect("packs")
                    .expect("room")
            };
            assert_eq!(by_rests().outcome(&position), found.outcome(&position), "{position}");
            let slow = best(1, by_rests);
            print!("; completions {slow:?}, {:.0} times", slow.as_secs_f64() / time.as_secs_f64());
        }
        println!();
    }
    // The naive oracle, where it can follow.
    let heaps = [3, 4, 5, 6, 7];
    let position = Position::new(heaps);
    let find = || PPositions::below(&rules, &position, Play::Normal, &limits);
    let naive = || Naive::new(&rules, Play::Normal).outcome(&heaps);
    let found = find().expect("few heaps").expect("room");
    assert_eq!(found.outcome(&position), Some(naive()));
    let (quick, slow) = (best(20, || find().is_some()), best(2, naive));
    println!(
        "{position}: {quick:?}; naive {slow:?}, {:.0} times",
        slow.as_secs_f64() / quick.as_secs_f64()
    );
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    middling();
    search(&mut criterion);
    criterion.final_summary();
}

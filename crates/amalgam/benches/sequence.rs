//! Values of single heaps: each run asserts what is known, and the fast engine is timed against the
//! definition in the same run.

use std::time::{Duration, Instant};

use amalgam::Limits;
use amalgam::classics::code::Code;
use amalgam::sequence::{HeapMoves, Sequence, naive, values};
use criterion::Criterion;

fn moves(code: &str) -> HeapMoves {
    HeapMoves::of_code(&code.parse().expect("a code"))
}

fn rules(words: &str) -> HeapMoves {
    HeapMoves::of_rules(&words.parse().expect("rules")).expect("no merges")
}

/// The number of zeros, the largest value and the sum of the values.
fn summary(values: &[u32]) -> (usize, u32, u64) {
    let zeros = values.iter().filter(|&&value| value == 0).count();
    let largest = values.iter().copied().max().unwrap_or(0);
    (zeros, largest, values.iter().map(|&value| u64::from(value)).sum())
}

fn run(moves: &HeapMoves, to: u64) -> Vec<u32> {
    values(moves.clone(), to, &Limits::default()).expect("it fits")
}

fn sequences(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sequence");
    group.sample_size(10);
    let kayles = moves("0.77");
    group.bench_function("Kayles to 10^6", |bench| {
        bench.iter(|| {
            let values = run(&kayles, 1_000_000);
            // Period 12 from 71 on (Guy & Smith 1956).
            let period = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
            assert!((72..=1_000_000).all(|n| values[n] == period[n % 12]));
        });
    });
    for (name, game, to, expected) in [
        ("0.007 to 10^5", moves("0.007"), 100_000, EXPECTED[0]),
        ("Grundy's game to 10^5", rules("split unequal"), 100_000, EXPECTED[1]),
        ("0.06 to 10^5", moves("0.06"), 100_000, EXPECTED[2]),
    ] {
        group.bench_function(name, |bench| {
            bench.iter(|| assert_eq!(summary(&run(&game, to)), expected));
        });
    }
    let subtraction = rules("take {1,4,9,16,25,36,49,64,81,100}");
    group.bench_function("take a square up to 100, to 10^7", |bench| {
        bench.iter(|| assert_eq!(summary(&run(&subtraction, 10_000_000)), EXPECTED[3]));
    });
    group.finish();
}

/// As the definition found them too, where it reaches so far, and as this engine found them beyond.
const EXPECTED: [(usize, u32, u64); 4] = [
    (37, 805, 25_722_455),
    (42, 230, 6_157_260),
    (33, 1025, 27_456_495),
    (2_307_629, 8, 16_924_343),
];

/// The marks: how much faster than the definition, and how the time grows with the heaps.
fn ratios() {
    for text in ["0.77", "0.007", "0.06"] {
        let code: Code = text.parse().expect("a code");
        let to = 5_000;
        let (naive, plain) = timed(|| naive::of_code(&code, to));
        let (fast, quick) = timed(|| run(&moves(text), to));
        assert_eq!(naive, fast);
        println!(
            "{text} to {to}: {quick:.1?}, {:.0} times as fast as the definition ({plain:.1?})",
            plain.as_secs_f64() / quick.as_secs_f64()
        );
        let mut sequence = Sequence::new(moves(text));
        let mut extend = |to| timed(|| sequence.extend(to, &Limits::default()).expect("it fits")).1;
        extend(25_000);
        let (second, third) = (extend(50_000), extend(100_000));
        println!(
            "{text}: 25000 heaps to 50000 in {second:.1?}, 50000 to 100000 in {third:.1?}, growth {:.2}",
            third.as_secs_f64() / second.as_secs_f64()
        );
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

fn main() {
    ratios();
    let mut criterion = Criterion::default().configure_from_args();
    sequences(&mut criterion);
    criterion.final_summary();
}

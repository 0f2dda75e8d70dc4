//! Values of single heaps: each run asserts what is known, and the fast engine is timed against the
//! definition in the same run.

use std::time::{Duration, Instant};

use amalgam::engines::sequence::{HeapMoves, Sequence, naive, values};
use amalgam::games::classics::code::Code;
use amalgam::games::rules::Split;
use amalgam::{Budget, Rules};
use criterion::Criterion;

fn moves(code: &str) -> HeapMoves {
    HeapMoves::of_code(&code.parse().expect("a code"))
}

fn rules(words: &str) -> HeapMoves {
    HeapMoves::of_rules(&words.parse().expect("rules")).expect("no merges")
}

/// What anybody would write first: mark the values of all options in a bitmap, take the lowest gap.
fn plain(rules: &Rules, to: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut seen = vec![0u64; 64];
    for heap in 0..=to {
        seen.fill(0);
        let mut see = |value: u32| {
            let word = value as usize / 64;
            if word >= seen.len() {
                seen.resize(2 * word, 0);
            }
            seen[word] |= 1 << (value % 64);
        };
        let at = |heap: u64| values[heap as usize];
        rules.take().up_to(heap).for_each(|taken| see(at(heap - taken)));
        for taken in rules.take_split().up_to(heap) {
            let rest = heap - taken;
            (1..=rest / 2).for_each(|x| see(at(x) ^ at(rest - x)));
        }
        if let Some(split) = rules.split() {
            let most = if split == Split::Any { heap / 2 } else { heap.saturating_sub(1) / 2 };
            (1..=most).for_each(|x| see(at(x) ^ at(heap - x)));
        }
        let word = seen.iter().position(|&word| word != u64::MAX).expect("a gap");
        values.push(64 * word as u32 + seen[word].trailing_ones());
    }
    values
}

/// The number of zeros, the largest value and the sum of the values.
fn summary(values: &[u32]) -> (usize, u32, u64) {
    let zeros = values.iter().filter(|&&value| value == 0).count();
    let largest = values.iter().copied().max().unwrap_or(0);
    (zeros, largest, values.iter().map(|&value| u64::from(value)).sum())
}

fn run(moves: &HeapMoves, to: u64) -> Vec<u32> {
    values(moves.clone(), to, &Budget::default()).expect("it fits")
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
    // 0.06 leaves one heap or two, and never none: rules in words cannot say that.
    for (name, game, to, expected) in [
        ("0.007 to 10^5", rules("take 3, take 3 then split"), 100_000, EXPECTED[0]),
        ("0.007 to 2·10^5", moves("0.007"), 200_000, EXPECTED[4]),
        ("Grundy's game to 10^5", rules("split unequal"), 100_000, EXPECTED[1]),
        ("0.06 to 10^5", moves("0.06"), 100_000, EXPECTED[3]),
        ("0.06 to 2·10^5", moves("0.06"), 200_000, EXPECTED[5]),
    ] {
        group.bench_function(name, |bench| {
            bench.iter(|| assert_eq!(summary(&run(&game, to)), expected));
        });
    }
    let subtraction = rules("take {1,4,9,16,25,36,49,64,81,100}");
    group.bench_function("take a square up to 100, to 10^7", |bench| {
        bench.iter(|| assert_eq!(summary(&run(&subtraction, 10_000_000)), EXPECTED[2]));
    });
    group.finish();
}

/// Zeros, largest value and sum, as this engine found them; [`ratios`] compares it with the plain
/// method as far as that goes in seconds.
const EXPECTED: [(usize, u32, u64); 6] = [
    (37, 805, 25_722_455),
    (42, 230, 6_157_260),
    (2_307_629, 8, 16_924_343),
    (33, 1025, 27_456_495),
    (37, 1048, 69_992_454),
    (33, 1299, 86_593_765),
];

/// The marks: how much faster than the definition and than the plain method, which looks at every
/// pair, and how the time grows with the heaps.
fn ratios() {
    for text in ["0.77", "0.007", "0.06"] {
        let code: Code = text.parse().expect("a code");
        let to = 5_000;
        let (naive, slow) = timed(|| naive::of_code(&code, to));
        let (fast, quick) = timed(|| run(&moves(text), to));
        assert_eq!(naive, fast);
        println!(
            "{text} to {to}: {quick:.1?}, {:.0} times as fast as the definition ({slow:.1?})",
            slow.as_secs_f64() / quick.as_secs_f64()
        );
    }
    for words in ["take 1..2, take 1..2 then split", "take 3, take 3 then split", "split unequal"] {
        let game: Rules = words.parse().expect("rules");
        let to = 50_000;
        let (all, slow) = timed(|| plain(&game, to));
        let mut sequence = Sequence::new(rules(words));
        let mut extend = |to| timed(|| sequence.extend(to, &Budget::default()).expect("it fits")).1;
        let (first, second) = (extend(to / 2), extend(to));
        let same = sequence.values().iter().zip(&all).all(|(x, &y)| x == y);
        assert!(same && sequence.values().len() == all.len());
        println!(
            "{words} to {to}: {:.1?}, {:.0} times as fast as the plain method ({slow:.1?}); the \
             second half in {:.1} times the time of the first",
            first + second,
            slow.as_secs_f64() / (first + second).as_secs_f64(),
            second.as_secs_f64() / first.as_secs_f64()
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

//! The Grundy values of three heaps up to 400 coins. Each run asserts its answer, and the plain method is
//! timed in the same run.

mod best;

use std::num::NonZeroUsize;

use amalgam::engines::cube::{Cube, Keep};
use amalgam::{Budget, Rules};
use best::best;
use criterion::Criterion;

/// A set of values as words.
fn set(line: &mut [u64], value: usize) {
    line[value / 64] |= 1 << (value % 64);
}

/// Zeros and the sum of the values of Amalgamation Nim, as anybody would find them who knows that a line
/// of positions can be summed up in bits: a line for each pair, all positions in order, and the words
/// of a line that are full skipped.
///
/// In C++ (`g++ -O2`, one thread, beside other work) this takes 0.45 to 0.66 s of processor time to 400 and 20 s to
/// 1000, and 0.35 to 0.49 s and 16.6 to 16.9 s if all words of the lines are looked at instead. The
/// cube, by turns with it, takes 0.13 to 0.15 s and 2.9 to 3.1 s: 2.7 and 5.7 times as fast as the faster of
/// the two. Instructions of x86-64-v3 save it a twentieth and no more.
fn plain(max: usize) -> (u64, u64) {
    let (side, width) = (max + 1, (3 * max + 3) / 64 + 1);
    let mut two = vec![0usize; side * (2 * max + 1)];
    let mut rows = vec![0u64; side * width];
    for y in 0..=2 * max {
        let mut column = vec![0u64; width];
        for x in 0..=max {
            let row = &mut rows[x * width..][..width];
            let mut seen: Vec<u64> = row.iter().zip(&column).map(|(x, y)| x | y).collect();
            if x > 0 && y > 0 {
                set(&mut seen, x + y);
            }
            let word = seen.iter().position(|&word| word != !0).expect("a gap");
            let value = 64 * word + seen[word].trailing_ones() as usize;
            two[y * side + x] = value;
            set(row, value);
            set(&mut column, value);
        }
    }
    let mut lines = vec![0u64; side * side * width];
    let mut full = vec![0usize; side * side];
    let (mut zeros, mut sum) = (0, 0);
    for c in 0..=max {
        for b in 0..=c {
            for a in 0..=b {
                let pairs = [a * side + b, a * side + c, b * side + c];
                let merge = |x: usize, y: usize, rest: usize| {
                    if x > 0 && y > 0 { two[(x + y) * side + rest] } else { usize::MAX }
                };
                let merges = [merge(a, b, c), merge(a, c, b), merge(b, c, a)];
                let mut word = pairs.map(|pair| full[pair]).into_iter().max().unwrap_or(0);
                let value = loop {
                    let mut seen = pairs.iter().fold(0, |all, &p| all | lines[p * width + word]);
                    for merge in merges {
                        if merge / 64 == word {
                            seen |= 1 << (merge % 64);
                        }
                    }
                    if seen != !0 {
                        break 64 * word + seen.trailing_ones() as usize;
                    }
                    word += 1;
                };
                for pair in pairs {
                    set(&mut lines[pair * width..][..width], value);
                    while lines[pair * width + full[pair]] == !0 {
                        full[pair] += 1;
                    }
                }
                zeros += u64::from(value == 0);
                sum += value as u64;
            }
        }
    }
    (zeros, sum)
}

/// The mark: at least twice as fast as the plain method at 400, four times at 1000, on one thread.
fn ratios() {
    let rules: Rules = "take any, merge".parse().expect("rules");
    let one = Budget { threads: NonZeroUsize::new(1), ..Budget::default() };
    for (max, times) in [(400, 5), (1000, 1)] {
        let cube = || *Cube::new(&rules, max, Keep::Summary, &one).expect("it fits").summary();
        let summary = cube();
        assert_eq!((summary.zeros, summary.sum), plain(max as usize));
        let [fast, slow] =
            [best(times, cube).as_secs_f64(), best(times, || plain(max as usize)).as_secs_f64()];
        println!(
            "to {max}: {fast:.2} s, {:.1} times as fast as the plain method ({slow:.2} s)",
            slow / fast
        );
    }
}

fn cubes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cube");
    group.sample_size(10);
    // Zeros and the sum of the values.
    for (name, words, expected) in [
        ("amalgamation to 400", "take any, merge", (23_887, 2_565_714_587)),
        ("restricted amalgamation to 400", "take any, merge if min >= 2", (21_636, 2_718_123_343)),
        ("take 1..3, merge to 400", "take 1..3, merge", (2_353_700, 22_657_708)),
    ] {
        let rules: Rules = words.parse().expect("rules");
        group.bench_function(name, |bench| {
            bench.iter(|| {
                let cube = Cube::new(&rules, 400, Keep::Summary, &Budget::default());
                let summary = *cube.expect("it fits").summary();
                assert_eq!((summary.zeros, summary.sum), expected);
            });
        });
    }
    group.finish();
}

fn main() {
    ratios();
    let mut criterion = Criterion::default().configure_from_args();
    cubes(&mut criterion);
    criterion.final_summary();
}

//! The Grundy values of three heaps up to 400 coins. Each run asserts its answer.

use amalgam::engines::cube::{Cube, Keep};
use amalgam::{Budget, Rules};
use criterion::Criterion;

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
    let mut criterion = Criterion::default().configure_from_args();
    cubes(&mut criterion);
    criterion.final_summary();
}

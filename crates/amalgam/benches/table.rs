//! Counting P-positions against the plain method, and how the time grows with the size.
//!
//! Besides criterion's figures it prints the two that matter: the ratio to the plain method at 8000
//! and the growth from 8000 to 16000, each from the best of several runs.

#![allow(missing_docs)] // criterion_group! makes a public function without any

mod best;
mod plain;

use amalgam::Budget;
use amalgam::engines::three::table::{Count, Table, count};
use amalgam::games::rules::Family;
use best::best;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::num::NonZeroUsize;

/// (largest heap, P-positions, sum of their largest heaps) of Amalgamation Nim, as the plain method
/// and the fast one both found them.
const EXPECTED: [(u64, u64, u128); 5] = [
    (1_000, 146_473, 97_702_322),
    (2_000, 586_341, 781_809_696),
    (4_000, 2_346_259, 6_255_229_626),
    (8_000, 9_386_828, 50_044_867_346),
    (16_000, 37_550_890, 400_370_956_882),
];

fn table(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    group.sample_size(10);
    for (max, p_positions, sum_of_largest) in EXPECTED {
        let expected = Count { p_positions, sum_of_largest };
        group.bench_with_input(BenchmarkId::new("plain", max), &max, |bencher, &max| {
            bencher.iter(|| assert_eq!(run_plain(max), expected));
        });
        for threads in [1, 2] {
            let name = format!("{threads} threads");
            group.bench_with_input(BenchmarkId::new(name, max), &max, |bencher, &max| {
                bencher.iter(|| assert_eq!(run_fast(max, threads), expected));
            });
        }
    }
    group.finish();

    criterion.benchmark_group("table").sample_size(10).bench_function("2001 x 2001", |bencher| {
        bencher.iter(|| {
            let table =
                Table::new(Family::AMALGAMATION, 2001, 2001, &Budget::of_memory(MEMORY)).unwrap();
            assert_eq!(p_positions(&table), EXPECTED[1].1);
            table
        });
    });

    ratios();
}

/// The marks: at least 4 times the plain method, at most 5 times the time for twice the size.
fn ratios() {
    let plain = best(5, || run_plain(8_000));
    for threads in [1, 2] {
        let [small, large] = [8_000, 16_000].map(|max| best(7, || run_fast(max, threads)));
        println!(
            "{threads} threads: 8000 in {small:.1?}, {:.1} times as fast as the plain method \
             ({plain:.1?}), {:.2} ns a P-position; 16000 in {large:.1?}, growth {:.2}",
            plain.as_secs_f64() / small.as_secs_f64(),
            small.as_secs_f64() * 1e9 / EXPECTED[3].1 as f64,
            large.as_secs_f64() / small.as_secs_f64(),
        );
    }
}

/// The P-positions 1 ≤ a < b < c that the table holds with all three cells.
fn p_positions(table: &Table) -> u64 {
    let in_row = |(a, row): (usize, &[u32])| {
        let upward = |&(b, &c): &(usize, &u32)| c as usize > b && (c as usize) < row.len();
        row.iter().enumerate().skip(a + 1).filter(upward).count() as u64
    };
    table.iter().enumerate().skip(1).map(in_row).sum()
}

fn run_plain(max: u64) -> Count {
    plain::count(Family::AMALGAMATION, black_box(max) as usize)
}

fn run_fast(max: u64, threads: usize) -> Count {
    let limits =
        Budget { threads: NonZeroUsize::new(threads), memory: MEMORY, ..Budget::default() };
    count(Family::AMALGAMATION, black_box(max), &limits).unwrap()
}

const MEMORY: u64 = 1 << 30;

criterion_group!(benches, table);
criterion_main!(benches);

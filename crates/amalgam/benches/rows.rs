//! Rows, covers and far answers, each with the answer it must give.
//!
//! `columns/s` of "row 45" is the speed of the row machine on a row whose mask is stored; the naive
//! twin stands beside it. Run with `cargo bench -p amalgam-nim --bench rows`.

// The macro that gathers the benches writes a public function.
#![allow(missing_docs)]

mod best;

use amalgam::base::budget::Budget;
use amalgam::engines::rows::Row;
use amalgam::engines::three::covers;
use amalgam::engines::three::oracle::RowOracle;
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::rows::{Advance, Run};
use amalgam::engines::three::{naive, row};
use amalgam::games::rules::Family;
use best::best;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Instant;

const FAMILY: Family = Family::AMALGAMATION;

/// The rows to 46 by structure and walked, in the same run: what both find is the same, and the ratio of
/// their times is printed.
fn structure_and_walk(criterion: &mut Criterion) {
    let periods = |mut run: Run| {
        let started = Instant::now();
        assert_eq!(run.advance(&Budget::default(), &Silent), Ok(Advance::Finished));
        let report = run.report();
        let period = |row: &Row| row.proved().map(|row| (row.preperiod, row.period));
        (report.iter().map(period).collect::<Vec<_>>(), started.elapsed())
    };
    let (told, by_structure) = periods(Run::new(FAMILY, 46).expect("supported rows"));
    let (walked, by_walk) = periods(Run::walking(FAMILY, 46).expect("supported rows"));
    assert_eq!(told, walked);
    assert_eq!(told[44].map(|(_, period)| period), Some(186_278_400));
    let ratio = by_walk.as_secs_f64() / by_structure.as_secs_f64();
    println!("rows to 46: by structure {by_structure:?}, walked {by_walk:?}, {ratio:.1} times");
    let mut group = criterion.benchmark_group("structure");
    group.sample_size(10);
    group.bench_function("row 69", |bencher| {
        bencher.iter(|| {
            let (told, _) = periods(Run::new(FAMILY, black_box(69)).expect("supported rows"));
            assert_eq!(told[68], Some((34_268, 1_773_551_324_160)));
        });
    });
    group.finish();
}

/// Walks row 45 (its period is 186 278 400) from a run in which all rows before it are done.
fn row_machine(criterion: &mut Criterion) {
    let mut run = Run::walking(FAMILY, 45).expect("a supported row");
    let short = Budget { max_columns: 3_000_000, ..Budget::default() };
    run.advance(&short, &Silent).expect("supported rows");
    assert!(run.report()[43].proved().is_some());
    let ready = run.to_bytes();
    let mut group = criterion.benchmark_group("row machine");
    group.sample_size(10).throughput(Throughput::Elements(186_278_400 - 3_000_000));
    group.bench_function("row 45", |bencher| {
        bencher.iter(|| {
            let mut run = Run::from_bytes(black_box(&ready)).expect("what was written");
            assert_eq!(run.advance(&Budget::default(), &Silent), Ok(Advance::Finished));
            assert_eq!(run.report()[44].proved().map(|row| row.period), Some(186_278_400));
        });
    });
    group.throughput(Throughput::Elements(10 * 1000));
    group.bench_function("ten rows, all walked", |bencher| {
        bencher.iter(|| row::matching(FAMILY, black_box(10), 0..1000).map(|pairs| pairs.len()));
    });
    group.bench_function("ten rows, naive twin", |bencher| {
        bencher.iter(|| {
            let table = naive::table(FAMILY, black_box(11), 1000);
            for [b, c] in row::matching(FAMILY, 10, 0..1000).expect("a supported row") {
                assert_eq!(table[10][b as usize], c);
            }
        });
    });
    group.finish();
}

fn whole_runs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("whole runs");
    group.sample_size(10);
    group.bench_function("rows to 44", |bencher| {
        bencher.iter(|| {
            let mut run = Run::new(FAMILY, black_box(44)).expect("a supported row");
            run.advance(&Budget::default(), &Silent).expect("supported rows");
            assert_eq!(run.report()[43].proved().map(|row| row.period), Some(2_116_800));
        });
    });
    group.bench_function("covers to 130", |bencher| {
        bencher.iter(|| {
            let found = covers::find(FAMILY, black_box(130), None, &Budget::default(), &Silent)
                .expect("covers");
            let last = found.covers.last().map(|cover| (cover.row, cover.from));
            assert_eq!((found.covers.len(), last), (27, Some((126, 271_886))));
        });
    });
    group.finish();
}

/// The search for covers to row 62, the last of which shows at column 35 264, against a walk of all
/// those rows to that column; printed as a ratio.
fn cover_ratio(_: &mut Criterion) {
    let layers = best(5, || {
        let found = covers::find(FAMILY, black_box(62), None, &Budget::default(), &Silent);
        let last = found.expect("covers").covers.last().map(|cover| (cover.row, cover.from));
        assert_eq!(last, Some((62, 35_264)));
    });
    let walked = best(3, || {
        let pairs = row::matching(FAMILY, black_box(62), 0..36_000).expect("a supported row");
        let broken = pairs.iter().filter(|[b, c]| c - b > 31).map(|[_, c]| c).max();
        assert_eq!(broken, Some(&35_263));
    });
    let ratio = walked.as_secs_f64() / layers.as_secs_f64();
    println!("covers to 62: {layers:?}, all rows walked {walked:?}, ratio {ratio:.1}");
}

fn far_answers(criterion: &mut Criterion) {
    let rows = RowOracle::find(FAMILY, 44, &Budget::default(), &Silent).expect("short rows");
    let period = rows.period(44).expect("row 44").period;
    let near = 20_000;
    let f = amalgam::engines::three::oracle::f(FAMILY, 44, near).expect("a small heap");
    let far = (1u64 << 62) / period * period;
    criterion.bench_function("f(44, 2^62)", |bencher| {
        bencher.iter(|| assert_eq!(rows.f(44, black_box(near + far)), Ok(f + far)));
    });
}

criterion_group!(benches, structure_and_walk, row_machine, whole_runs, cover_ratio, far_answers);
criterion_main!(benches);

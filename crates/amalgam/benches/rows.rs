//! Rows, covers and far answers, each with the answer it must give.
//!
//! "threshold 11" to "threshold 21" are rows whose periods are walked; the naive twin stands beside ten rows. Run with `cargo bench -p amalgam-nim --bench rows`.

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

/// All rows walked from column 0, and their naive twin.
fn row_machine(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("row machine");
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
    // Games in which no cover shows, so that periods are walked.
    for (threshold, to, period) in
        [(11, 39, 4_356_000), (13, 28, 2_816_000), (17, 40, 86_016), (21, 44, 22_464)]
    {
        group.bench_function(format!("threshold {threshold} to {to}"), |bencher| {
            bencher.iter(|| {
                let mut run = Run::new(Family::Threshold(black_box(threshold)), to).expect("rows");
                run.advance(&Budget::default(), &Silent).expect("supported rows");
                let periods =
                    run.report().into_iter().map(|row| row.proved().map(|row| row.period));
                assert_eq!(
                    periods.collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max()),
                    Some(period)
                );
            });
        });
    }
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

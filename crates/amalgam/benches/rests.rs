//! Rows of rests: each run asserts what is known; the walk is told in nanoseconds a row and column and
//! against completions, which find the same values position by position.

use std::hint::black_box;
use std::time::Instant;

use amalgam::base::budget::Silent;
use amalgam::engines::completion::Completions;
use amalgam::engines::rests::{self, Closure, Stretch};
use amalgam::engines::rows::{Setting, Values, values as near};
use amalgam::{Budget, Play, Position, Rules};
use criterion::Criterion;

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    let rules: Rules = "take any, merge".parse().expect("rules");
    let limits = Budget::default();
    let setting = Setting::new(&rules, Play::Normal, Values::Completions).expect("a setting");

    let rest = Position::new([1, 2, 3, 4]);
    let rows = Closure::below(&setting, std::slice::from_ref(&rest), &Budget::default())
        .expect("small")
        .rests()
        .len();
    let columns = 100_000;
    let started = Instant::now();
    let values = near(&setting, &rest, columns, &limits).expect("near");
    let nanoseconds = started.elapsed().as_nanos() as f64;
    println!("{:.1} ns a row and column", nanoseconds / (rows as f64 * columns as f64));
    let few = 400;
    let started = Instant::now();
    let below = Completions::below(&rules, &[rest.with(few - 1)], Play::Normal, &limits);
    let table = below.expect("it can be numbered").expect("it fits");
    let naive = started.elapsed().as_nanos() as f64 / few as f64;
    println!("{:.0} times as fast as completions", naive / (nanoseconds / columns as f64));
    for column in 0..few {
        assert_eq!(table.of(&rest.with(column)), Some(values[column as usize]));
    }

    criterion.bench_function("every rest to 12 coins, proved", |bencher| {
        let closure = Closure::coins(&setting, 12, &Budget::default()).expect("small");
        bencher.iter(|| {
            let found = rests::find(&setting, &closure, &limits, &Silent).expect("found");
            assert_eq!(found.len(), 272);
            assert!(found.iter().all(|row| row.proved().is_some()));
        });
    });
    criterion.bench_function("f([1,30], 10^15)", |bencher| {
        let (rest, far) = (Position::new([1, 30]), 1_000_000_000_000_000);
        bencher.iter(|| {
            let around =
                Stretch::around(&setting, black_box(&rest), far..far + 1, &limits, &Silent);
            assert_eq!(around.expect("known").value(&rest, far), Some(1_000_000_000_000_015));
        });
    });
    criterion.final_summary();
}

//! A heat map of 2000 x 2000 cells, from the rules to the PNG. Each run asserts its size.

#![allow(missing_docs)] // criterion_group! makes a public function without any

use amalgam::engines::three::table::Table;
use amalgam::games::rules::Family;
use amalgam_draw::{Caption, table};
use criterion::{Criterion, criterion_group, criterion_main};

const SIDE: usize = 2000;

fn heat_map(criterion: &mut Criterion) {
    let caption = Caption::new("amalgamation", "amalgam", "amalgam plot table");
    let mut group = criterion.benchmark_group("heat map 2000 x 2000");
    group.sample_size(10);
    group.bench_function("table, picture and png", |bencher| {
        bencher.iter(|| {
            let cells = Table::new(Family::AMALGAMATION, SIDE, SIDE, &Default::default()).unwrap();
            let scene = table::draw(&cells, table::Show::Offset, [0, 0], &caption).unwrap();
            let width = scene.sharp_width();
            assert!(width > SIDE as u32, "a pixel for each cell");
            let png = scene.to_png(width).unwrap();
            assert_eq!(png[16..20], width.to_be_bytes());
            assert!(png.len() > 500_000);
        });
    });
    group.bench_function("svg", |bencher| {
        let cells = Table::new(Family::AMALGAMATION, SIDE, SIDE, &Default::default()).unwrap();
        bencher.iter(|| {
            let scene = table::draw(&cells, table::Show::Offset, [0, 0], &caption).unwrap();
            assert!(scene.to_svg().len() < 8_000_000);
        });
    });
    group.finish();
}

criterion_group!(benches, heat_map);
criterion_main!(benches);

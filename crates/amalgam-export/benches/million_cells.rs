//! A million cells in each format that holds them. Each run asserts how much was written.

#![allow(missing_docs)] // criterion_group! makes a public function without any

use std::io::{self, Write};

use amalgam::engines::three::table::Table;
use amalgam::games::rules::Family;
use amalgam_export::format::{Cell, Export, FORMATS, Kind, Shape};
use criterion::{Criterion, criterion_group, criterion_main};

const SIDE: usize = 1000;

/// Counts bytes and ends of lines, and keeps nothing.
#[derive(Default)]
struct Counter {
    bytes: u64,
    lines: u64,
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        self.lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn million_cells(criterion: &mut Criterion) {
    let table = Table::new(Family::AMALGAMATION, SIDE, SIDE, &Default::default()).unwrap();
    let mut group = criterion.benchmark_group("million cells");
    group.sample_size(10);
    for (name, lines) in [("csv", Some(1_000_001)), ("jsonl", Some(1_000_000)), ("parquet", None)] {
        let format = FORMATS.iter().find(|format| format.name() == name).unwrap();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut places = (0..SIDE).flat_map(|a| (0..SIDE).map(move |b| (a, b)));
                let mut export = Export {
                    title: String::new(),
                    comments: Vec::new(),
                    columns: ["a", "b", "f"].map(|name| (name, Kind::Number)).to_vec(),
                    shape: Shape::Grid { columns: SIDE },
                    next: Box::new(|record| {
                        let Some((a, b)) = places.next() else { return false };
                        let f = table.get(a, b).unwrap();
                        record.extend([a as u64, b as u64, f].map(Cell::from));
                        true
                    }),
                };
                let mut out = Counter::default();
                format.write(&mut export, &mut out).unwrap();
                assert!(out.bytes > 1_000_000);
                assert!(lines.is_none_or(|lines| out.lines == lines));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, million_cells);
criterion_main!(benches);

//! The tables printed in Shinoda's slides on Amalgamation Nim (2024), cell by cell.

use amalgam::Budget;
use amalgam::engines::three::table::Table;
use amalgam::games::rules::Family;
use amalgam::lab::claims::printed::{LARGE, OFFSETS, SMALL};

#[test]
fn the_small_table() {
    assert_eq!(values(9, 9), SMALL.map(Vec::from));
}

#[test]
fn the_large_table() {
    assert_eq!(values(28, 35), LARGE.map(Vec::from));
}

#[test]
fn the_offsets() {
    let table = Table::new(Family::AMALGAMATION, 6, 13, &Budget::of_memory(MEMORY)).unwrap();
    let offsets: Vec<Vec<i64>> = table.offsets().map(Iterator::collect).collect();
    assert_eq!(offsets, OFFSETS.map(Vec::from));
}

/// Remark 2.2: if one coin is taken from the merged heap, the P-positions are those of Nim.
#[test]
fn merge_take_one_is_nim() {
    let table = Table::new(Family::MergeTakeOne, 200, 300, &Budget::of_memory(MEMORY)).unwrap();
    for (a, row) in table.iter().enumerate() {
        for (b, &c) in row.iter().enumerate() {
            assert_eq!(c as usize, a ^ b, "f({a},{b})");
        }
    }
}

/// Proposition 3.2: |a − b| − 1 ≤ f(a,b) ≤ a + b + 1.
#[test]
fn the_bounds() {
    let table = Table::new(Family::AMALGAMATION, 500, 700, &Budget::of_memory(MEMORY)).unwrap();
    for (a, row) in table.iter().enumerate() {
        for (b, &c) in row.iter().enumerate() {
            let c = c as usize;
            assert!(a.abs_diff(b) <= c + 1 && c <= a + b + 1, "f({a},{b}) = {c}");
        }
    }
}

fn values(rows: usize, cols: usize) -> Vec<Vec<u64>> {
    let table = Table::new(Family::AMALGAMATION, rows, cols, &Budget::of_memory(MEMORY)).unwrap();
    table.iter().map(|row| row.iter().map(|&c| c.into()).collect()).collect()
}

const MEMORY: u64 = 1 << 24;

//! Families against tables made from the moves, against searched positions beyond the table, and against the checker
//! that shares no code with them.

mod altered;
mod rows;

use amalgam_core::base::budget::{Budget, Silent};
use amalgam_core::{Position, Rules};
use amalgam_families::{Family, Setting, Table};

/// Rules, and a table for them.
pub fn table(rules: &str, coins: usize) -> (Rules, Table) {
    let rules: Rules = rules.parse().unwrap();
    let table = Table::new(&rules, coins, &Budget::default(), &Silent).unwrap();
    (rules, table)
}

/// What is known of a rest with any number of heaps of a height.
pub fn family(rules: &Rules, table: &Table, rest: &str, height: u64) -> Family {
    let setting = Setting::new(rules, height).unwrap();
    let rest: Position = rest.parse().unwrap();
    Family::find(&setting, table, &rest, &Budget::default(), &Silent).unwrap().unwrap()
}

/// The heaps of R + n·h, the largest first.
pub fn heaps(family: &Family, count: usize) -> Vec<u16> {
    let many = std::iter::repeat_n(family.height, count);
    let mut heaps: Vec<u16> =
        family.rest.heaps().iter().copied().chain(many).map(|heap| heap as u16).collect();
    heaps.sort_unstable_by(|x, y| y.cmp(x));
    heaps
}

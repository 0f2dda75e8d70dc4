//! Three ways to f(a,b) and one to the game itself, all with the same answers.

#[path = "../benches/plain/mod.rs"]
mod plain;

use amalgam::Budget;
use amalgam::engines::three::table::{Count, Table, TableError, count, naive};
use amalgam::games::rules::Family;
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Every size up to 90, and to 150 in the wide tier, crosses word and tile boundaries in each family.
#[test]
fn all_methods_agree_on_every_small_size() {
    for family in families() {
        for max in 0..=amalgam_tier::size(90, 150) {
            let expected = naive::count(family, max);
            assert_eq!(plain::count(family, max), expected, "plain, {family:?}, {max}");
            for threads in 1..=3 {
                let counted = counted(family, max, threads);
                assert_eq!(counted, expected, "{family:?}, {max}, {threads} threads");
            }
        }
    }
}

#[test]
fn every_small_shape_of_table_is_the_mex() {
    for family in families() {
        let expected = amalgam::engines::three::naive::table(family, 80, 80);
        for rows in 1..=80usize {
            for cols in [1, 2, rows.div_ceil(2), 63, 64, 65, 80] {
                let table = Table::new(family, rows, cols, &Budget::of_memory(MEMORY)).unwrap();
                assert_eq!((table.rows(), table.cols()), (rows, cols));
                assert!(table.rest().is_empty());
                for (row, expected) in table.iter().zip(&expected) {
                    let expected = expected[..cols].iter().copied();
                    assert!(row.iter().map(|&c| u64::from(c)).eq(expected), "{family:?} {rows}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_matching_is_the_mex(family in family(), rows in 1usize..260, cols in 1usize..260) {
        let table = Table::new(family, rows, cols, &Budget::of_memory(MEMORY)).unwrap();
        let expected = amalgam::engines::three::naive::table(family, rows as u64, cols as u64);
        for (row, expected) in table.iter().zip(&expected) {
            prop_assert!(row.iter().map(|&c| u64::from(c)).eq(expected.iter().copied()));
        }
    }

    #[test]
    fn counts_agree(family in family(), max in 0usize..300, threads in 1usize..5) {
        let expected = naive::count(family, max);
        prop_assert_eq!(counted(family, max, threads), expected);
        prop_assert_eq!(plain::count(family, max), expected);
        prop_assert_eq!(from_table(family, max), expected);
    }

    /// Too large for the mex: the plain method is the reference.
    #[test]
    fn large_counts_agree(family in family(), max in 300usize..2500, threads in 1usize..5) {
        let expected = plain::count(family, max);
        prop_assert_eq!(counted(family, max, threads), expected);
    }
}

/// Sizes at which the last group of tiles is not a whole one.
#[test]
fn the_last_tiles_may_have_no_rows() {
    for family in [Family::AMALGAMATION, Family::Threshold(3), Family::MergeTakeOne] {
        for max in (1000..2300).step_by(64) {
            let expected = plain::count(family, max);
            for threads in [1, 2, 7] {
                assert_eq!(counted(family, max, threads), expected, "{family:?}, {max}, {threads}");
            }
        }
    }
}

#[test]
fn a_table_is_symmetric_and_each_row_matches() {
    for family in families() {
        let size = 700;
        let table = Table::new(family, size, size, &Budget::of_memory(MEMORY)).unwrap();
        for a in 0..size {
            for b in 0..size {
                let c = table.get(a, b).unwrap();
                assert_eq!(table.get(b, a), Some(c));
                if (c as usize) < size {
                    assert_eq!(table.get(a, c as usize), Some(b as u64));
                }
            }
        }
    }
}

#[test]
fn outside_the_table_is_nothing() {
    let table = Table::new(Family::AMALGAMATION, 3, 5, &Budget::of_memory(MEMORY)).unwrap();
    assert_eq!(table.get(2, 4), Some(1));
    assert_eq!(table.offset(2, 4), Some(-3));
    for (a, b) in [(3, 0), (0, 5), (usize::MAX, 1), (1, usize::MAX)] {
        assert_eq!(table.get(a, b), None);
        assert_eq!(table.offset(a, b), None);
    }
    assert_eq!(table.row(3), None);
    assert_eq!(table.iter().len(), 3);
}

#[test]
fn what_cannot_be_done_is_refused() {
    let new = |rows, cols, memory| {
        Table::new(Family::AMALGAMATION, rows, cols, &Budget::of_memory(memory))
    };
    assert_eq!(new(0, 5, MEMORY), Err(TableError::Empty { rows: 0, cols: 5 }));
    assert_eq!(new(5, 0, MEMORY), Err(TableError::Empty { rows: 5, cols: 0 }));
    assert!(matches!(new(1000, 1000, 4_000_000), Err(TableError::Memory { needed, .. })
        if needed > 4_000_000));
    // 2^62 bytes: allowed, but no machine has them.
    assert!(matches!(new(1 << 30, 1 << 30, u64::MAX), Err(TableError::Memory { .. })));
    assert!(matches!(new(usize::MAX, usize::MAX, u64::MAX), Err(TableError::TooWide { .. })));
    assert!(matches!(new(1, 1 << 32, u64::MAX), Err(TableError::TooWide { .. })));

    for threads in 1..4 {
        let count = |max, memory| count(Family::AMALGAMATION, max, &budget(threads, memory));
        assert!(matches!(count(1000, 1000), Err(TableError::Memory { needed, limit: 1000 })
            if needed > 1000));
        assert!(matches!(count(u64::MAX, u64::MAX), Err(TableError::Memory { .. })));
        // What is refused at the start, given in full, is enough to start but not for the windows:
        // then the threads stop half-way.
        let Err(TableError::Memory { needed, .. }) = count(3000, 0) else { panic!("refused") };
        let Err(TableError::Memory { needed: more, limit }) = count(3000, needed) else {
            panic!("no room for the windows")
        };
        assert!(limit == needed && more > needed);
        assert_eq!(count(3000, 1 << 24).unwrap(), plain::count(Family::AMALGAMATION, 3000));
    }
    let late = Budget::default().with_time(Duration::ZERO);
    assert!(matches!(count(Family::AMALGAMATION, 3000, &late), Err(TableError::Limit(_))));
}

/// The P-positions among 0 ≤ a ≤ b ≤ c ≤ 60, by playing the game.
#[test]
fn the_game_itself_agrees() {
    const MAX: u64 = 60;
    let families = [1, 2, 3].map(Family::Threshold).into_iter().chain([Family::MergeTakeOne]);
    for family in families {
        let side = MAX as usize + 1;
        let table = Table::new(family, side, side, &Budget::of_memory(MEMORY)).unwrap();
        let mut game = Game { family, solved: Default::default() };
        for a in 0..=MAX {
            for b in a..=MAX {
                for c in b..=MAX {
                    let completion = table.get(a as usize, b as usize) == Some(c);
                    assert_eq!(game.is_p(vec![a, b, c]), completion, "{family:?} [{a},{b},{c}]");
                }
            }
        }
    }
}

/// A solver that knows nothing but the rules.
struct Game {
    family: Family,
    solved: std::collections::HashMap<Vec<u64>, bool>,
}

impl Game {
    fn is_p(&mut self, mut heaps: Vec<u64>) -> bool {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        if let Some(&known) = self.solved.get(&heaps) {
            return known;
        }
        let answer = !self.moves(&heaps).into_iter().any(|option| self.is_p(option));
        self.solved.insert(heaps, answer);
        answer
    }

    /// The rules are written out here rather than taken from [`Family::merged`].
    fn moves(&self, heaps: &[u64]) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        for (i, &heap) in heaps.iter().enumerate() {
            for rest in 0..heap {
                let mut option = heaps.to_vec();
                option[i] = rest;
                options.push(option);
            }
            for (j, &other) in heaps.iter().enumerate().skip(i + 1) {
                let merged = match self.family {
                    Family::Threshold(r) if heap >= r && other >= r => heap + other,
                    Family::Threshold(_) => continue,
                    Family::MergeTakeOne => heap + other - 1,
                };
                let mut option = heaps.to_vec();
                option[i] = merged;
                option.remove(j);
                options.push(option);
            }
        }
        options
    }
}

fn counted(family: Family, max: usize, threads: usize) -> Count {
    count(family, max as u64, &budget(threads, MEMORY)).unwrap()
}

fn budget(threads: usize, memory: u64) -> Budget {
    Budget { threads: NonZeroUsize::new(threads), memory, ..Budget::default() }
}

fn from_table(family: Family, max: usize) -> Count {
    let table = Table::new(family, max + 1, max + 1, &Budget::of_memory(MEMORY)).unwrap();
    let mut count = Count::default();
    for a in 1..=max {
        for b in a..=max {
            let c = table.get(a, b).unwrap();
            if (b as u64..=max as u64).contains(&c) {
                count.p_positions += 1;
                count.sum_of_largest += u128::from(c);
            }
        }
    }
    count
}

fn families() -> Vec<Family> {
    let thresholds = [0, 1, 2, 3, 4, 5, 7, 8, 20, 64, 1000, u64::MAX];
    thresholds.map(Family::Threshold).into_iter().chain([Family::MergeTakeOne]).collect()
}

fn family() -> impl Strategy<Value = Family> {
    prop_oneof![
        2 => Just(Family::AMALGAMATION),
        4 => (0u64..150).prop_map(Family::Threshold),
        1 => Just(Family::MergeTakeOne),
    ]
}

const MEMORY: u64 = 1 << 28;

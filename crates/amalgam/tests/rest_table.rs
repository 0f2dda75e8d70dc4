//! The table of f(R,a,b) against the definition of the game.

use amalgam::Budget;
use amalgam::engines::rests::table::table;
use amalgam::engines::rests::{Setting, Values};
use amalgam::engines::three::table::{Table, TableError};
use amalgam::games::rules::Family;
use amalgam::{Play, Position, Rules};
use amalgam_tier::size;

use crate::naive_rests::{GAMES, NaiveRests, rests};

const MEMORY: u64 = 1 << 26;

fn setting(rules: &str) -> Setting {
    Setting::new(&rules.parse().unwrap(), Play::Normal, Values::Completions).unwrap()
}

#[test]
fn every_cell_is_the_game() {
    let (coins, rows, cols) = size((4, 6, 9), (6, 9, 14));
    for game in GAMES {
        let (rules, setting) = (game.parse::<Rules>().unwrap(), setting(game));
        let mut naive = NaiveRests::new(&rules);
        for rest in rests(coins) {
            let table = table(
                &setting,
                &Position::new(rest.iter().copied()),
                rows,
                cols,
                &Budget::of_memory(MEMORY),
            );
            let table = table.unwrap().unwrap();
            for a in 0..rows {
                for b in 0..cols {
                    let beside = [&rest[..], &[a as u64]].concat();
                    let found = naive.partner(&beside, b as u64);
                    assert_eq!(table.get(a, b), Some(found), "{game}, {rest:?}, {a}, {b}");
                }
            }
        }
    }
}

#[test]
fn three_heaps_are_the_empty_rest() {
    let side = size(150, 400);
    let beside = table(
        &setting("take any, merge"),
        &Position::default(),
        side,
        side,
        &Budget::of_memory(MEMORY),
    );
    assert_eq!(
        beside.unwrap().unwrap(),
        Table::new(Family::AMALGAMATION, side, side, &Budget::of_memory(MEMORY)).unwrap()
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    let (setting, two) = (setting("take any, merge"), Position::new([2]));
    let large = table(&setting, &two, 100_000, 100_000, &Budget::of_memory(MEMORY)).unwrap();
    assert!(matches!(large, Err(TableError::Memory { .. })));
    let huge = table(&setting, &two, usize::MAX, 1, &Budget::of_memory(MEMORY)).unwrap();
    assert!(matches!(huge, Err(TableError::Memory { .. })));
    assert!(matches!(
        table(&setting, &two, 0, 9, &Budget::of_memory(MEMORY)).unwrap(),
        Err(TableError::Empty { .. })
    ));
    assert!(table(&setting, &Position::new([1 << 40]), 9, 9, &Budget::of_memory(MEMORY)).is_err());
}

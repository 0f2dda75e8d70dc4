//! The hottest loops, each once and on one thread, with its answer asserted: `cargo xtask bench
//! --compare` counts their instructions. An argument names the loop.

use amalgam::engines::census::Census;
use amalgam::engines::cube::{Cube, Keep};
use amalgam::engines::sequence::{self, HeapMoves};
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::rows::{Advance, Run};
use amalgam::engines::three::table;
use amalgam::games::rules::Family;
use amalgam::{Budget, Play, Rules};
use std::num::NonZeroUsize;

/// A loop by its name.
type Hot = (&'static str, fn(&Budget));

/// All of them; `xtask` knows the names.
const LOOPS: [Hot; 5] =
    [("table", table), ("rows", rows), ("census", census), ("cube", cube), ("sequence", sequence)];

fn table(budget: &Budget) {
    let count = table::count(Family::AMALGAMATION, 1000, budget).expect("it fits");
    assert_eq!((count.p_positions, count.sum_of_largest), (146_473, 97_702_322));
}

fn rows(budget: &Budget) {
    let mut run = Run::new(Family::AMALGAMATION, 46).expect("supported rows");
    assert_eq!(run.advance(budget, &Silent), Ok(Advance::Finished));
    assert_eq!(run.report()[44].proved().map(|row| row.period), Some(186_278_400));
}

fn rules() -> Rules {
    "take any, merge".parse().expect("rules")
}

fn census(budget: &Budget) {
    let rules = rules();
    let mut census = Census::new(&rules, Play::Normal, 40, budget).expect("it fits");
    let mut found = 0;
    while let Some(layer) = census.advance(budget).expect("no bound on time") {
        found += layer.p_ranks().count();
    }
    assert_eq!(found, TO_40);
}

fn cube(budget: &Budget) {
    let cube = Cube::new(&rules(), 80, Keep::Summary, budget).expect("it fits");
    assert_eq!((cube.summary().zeros, cube.summary().sum), TO_80);
}

fn sequence(budget: &Budget) {
    let moves = HeapMoves::of_rules(&"split unequal".parse().expect("rules")).expect("no merges");
    let values = sequence::values(moves, 20_000, budget).expect("it fits");
    assert_eq!(values.iter().map(|&value| u64::from(value)).sum::<u64>(), TO_20_000);
}

/// P-positions up to 40 coins, as `benches/census.rs` has them from the naive search.
const TO_40: usize = 11_527;
/// Zeros and the sum of the values of three heaps up to 80.
const TO_80: (u64, u64) = (993, 4_331_199);
/// The sum of the values of Grundy's game.
const TO_20_000: u64 = 824_738;

fn main() {
    let budget = Budget { threads: NonZeroUsize::new(1), ..Budget::default() };
    let names: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, run) in LOOPS {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            run(&budget);
        }
    }
}

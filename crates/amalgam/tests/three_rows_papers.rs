//! The rows as the papers print them.

use amalgam::base::budget::Budget;
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::rows;
use amalgam::engines::three::{oracle, row};
use amalgam::games::rules::Family;
use amalgam::lab::claims::printed::{LISTS, Listed, OBSERVED, OFFSETS, Observed};
use std::collections::BTreeSet;

fn lists(a: u64) -> amalgam::engines::rows::Lists {
    let found = rows::find(Family::AMALGAMATION, a, &Budget::default(), &Silent).expect("rows");
    let proved = found.last().and_then(|row| row.proved()).expect("a short row");
    row::lists_of(Family::AMALGAMATION, a, proved).expect("a short row")
}

/// All pairs whose smaller heap is below `end`.
fn spread(once: &[[u64; 2]], repeating: &[[u64; 2]], period: u64, end: u64) -> BTreeSet<[u64; 2]> {
    let translates = repeating.iter().flat_map(|&[b, c]| {
        (0..end)
            .map(move |t| [b + t * period, c + t * period])
            .take_while(move |pair| pair[0] < end)
    });
    once.iter().copied().chain(translates).filter(|pair| pair[0] < end).collect()
}

#[test]
fn proved_lists() {
    for Listed { row: a, once, repeating, period } in LISTS {
        let ours = lists(a);
        assert_eq!(ours.period, period, "row {a}");
        let theirs = spread(once, repeating, period, 400);
        assert_eq!(spread(&ours.once, &ours.repeating, period, 400), theirs, "row {a}");
    }
}

#[test]
fn observed_lists() {
    for Observed { row: a, once, first, period, .. } in OBSERVED {
        let ours = lists(a);
        assert_eq!(ours.period, period, "row {a}");
        // What they print as L1, and as first pair of L2, are pairs of the row; and the rest repeats.
        let pairs = spread(&ours.once, &ours.repeating, period, 3000);
        for pair in once.iter().chain([&first]) {
            assert!(pairs.contains(pair), "row {a}, {pair:?}");
        }
        let rest: Vec<_> = pairs.iter().filter(|pair| !once.contains(pair)).collect();
        for &&[b, c] in rest.iter().filter(|pair| pair[0] + period < 3000) {
            assert!(pairs.contains(&[b + period, c + period]), "row {a}, [{b}, {c}]");
        }
        assert_eq!(rest[0], &first, "row {a}");
    }
}

#[test]
fn lists_hold_every_pair_once() {
    for a in 1..=24 {
        let ours = lists(a);
        let end = 2 * ours.period + 500;
        let spread_out = spread(&ours.once, &ours.repeating, ours.period, end);
        let mut direct = row::matching(Family::AMALGAMATION, a, 1..end).expect("a short row");
        direct.retain(|pair| pair[0] > 0);
        assert_eq!(spread_out.into_iter().collect::<Vec<_>>(), direct, "row {a}");
        let translates: usize = ours.repeating.len();
        let residues: BTreeSet<_> =
            ours.repeating.iter().map(|&[b, c]| (b % ours.period, c - b)).collect();
        assert_eq!(residues.len(), translates, "row {a}: no class is listed twice");
    }
}

#[test]
fn the_slides_offsets() {
    for (a, row) in (0..).zip(OFFSETS) {
        for (b, offset) in (0..).zip(row) {
            let f = oracle::f(Family::AMALGAMATION, a, b).expect("small heaps") as i64;
            assert_eq!(f - b as i64, offset, "f({a},{b})");
        }
    }
}

#[test]
fn rows_to_eleven_are_proved() {
    let report = rows::find(Family::AMALGAMATION, 11, &Budget::default(), &Silent).expect("rows");
    let last = report[10].proved().expect("a short row");
    assert_eq!((last.preperiod, last.period), (29, 960));
}

//! The rows as the papers print them.

use amalgam::three::progress::Silent;
use amalgam::three::rows::{self, Limits};
use amalgam::three::{Family, oracle, row};
use std::collections::BTreeSet;

type Pairs = &'static [[u64; 2]];

/// L1, L2 and period of Locke & Handley, Theorem 2. (They print triples for L1(3), and the pairs
/// [1,5] and [2,6] of row 3 are missing there: the theorem lists pairs not below the row only.)
const LISTS: [(u64, Pairs, Pairs, u64); 7] = [
    (1, &[], &[[2, 4], [3, 5]], 4),
    (2, &[], &[[1, 4]], 2),
    (3, &[[1, 5], [2, 6], [4, 8], [9, 10], [7, 11]], &[[12, 13]], 2),
    (4, &[[1, 2], [3, 8], [5, 6], [7, 12], [9, 11]], &[[10, 13], [15, 16]], 4),
    (5, &[[1, 3], [2, 8], [4, 6], [7, 13], [9, 15], [10, 11]], &[[12, 14], [17, 19]], 4),
    (6, &[[1, 8], [2, 3], [4, 5], [7, 14], [9, 13], [10, 15], [11, 12]], &[[16, 19], [17, 18]], 4),
    (
        7,
        &[[1, 9], [2, 10], [3, 11], [4, 12], [5, 13], [6, 14], [8, 16]],
        &[[15, 19], [17, 21], [18, 22], [20, 24]],
        8,
    ),
];

/// L1, first pair of L2 and period of the same paper's Empirical Observations 15 to 18.
const OBSERVED: [(u64, Pairs, [u64; 2], u64); 4] = [
    (
        8,
        &[[1, 6], [2, 5], [3, 4], [7, 16], [9, 14], [11, 15], [10, 17], [12, 18], [13, 19]],
        [20, 25],
        40,
    ),
    (9, &[[1, 7], [2, 12], [3, 10], [4, 11], [5, 15], [6, 13], [8, 14]], [16, 20], 40),
    (10, &[[1, 12], [2, 7], [3, 9], [4, 13], [5, 11], [6, 15], [8, 17]], [14, 18], 160),
    (
        11,
        &[
            [1, 13],
            [2, 14],
            [3, 7],
            [4, 9],
            [5, 10],
            [6, 12],
            [8, 15],
            [18, 24],
            [20, 27],
            [21, 28],
        ],
        [16, 22],
        960,
    ),
];

fn lists(a: u64) -> row::Lists {
    row::lists(Family::AMALGAMATION, a, &Limits::default(), &Silent).expect("a short row")
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
    for (a, once, repeating, period) in LISTS {
        let ours = lists(a);
        assert_eq!(ours.period, period, "row {a}");
        let theirs = spread(once, repeating, period, 400);
        assert_eq!(spread(&ours.once, &ours.repeating, period, 400), theirs, "row {a}");
    }
}

#[test]
fn observed_lists() {
    for (a, once, first, period) in OBSERVED {
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
    // Shinoda, the table of f(a,b) − b.
    let table: [[i64; 13]; 6] = [
        [0; 13],
        [1, -1, 2, 2, -2, -2, 2, 2, -2, -2, 2, 2, -2],
        [2, 3, -2, 3, -3, 3, -3, 3, -3, 3, -3, 3, -3],
        [3, 4, 4, -3, 4, -4, -4, 4, -4, 1, -1, -4, 1],
        [4, 1, -1, 5, -4, 1, -1, 5, -5, 2, 3, -2, -5],
        [5, 2, 6, -2, 2, -5, -2, 6, -6, 6, 1, -1, 2],
    ];
    for (a, row) in (0..).zip(table) {
        for (b, offset) in (0..).zip(row) {
            let f = oracle::f(Family::AMALGAMATION, a, b).expect("small heaps") as i64;
            assert_eq!(f - b as i64, offset, "f({a},{b})");
        }
    }
}

#[test]
fn rows_to_eleven_are_proved() {
    let report = rows::find(Family::AMALGAMATION, 11, &Limits::default(), &Silent).expect("rows");
    let last = report[10].proved().expect("a short row");
    assert_eq!((last.preperiod, last.period), (29, 960));
}

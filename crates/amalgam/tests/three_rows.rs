//! Rows, periods and oracles against the naive twin and against brute force.

use amalgam::Position;
use amalgam::base::budget::Budget;
use amalgam::engines::rows::{Obstacle, Proved, RowError, Status, Witness};
use amalgam::engines::three::oracle::{self, RowOracle};
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::rows;
use amalgam::engines::three::{naive, row};
use amalgam::games::rules::Family;
use proptest::prelude::*;

const FAMILIES: [Family; 5] = [
    Family::AMALGAMATION,
    Family::Threshold(2),
    Family::Threshold(3),
    Family::Threshold(7),
    Family::MergeTakeOne,
];

/// The offsets f(a,b) − b of one row, from its matching.
fn offsets(family: Family, a: u64, columns: u64) -> Vec<i64> {
    let mut offsets = vec![0; columns as usize];
    if a > 0 {
        for [b, c] in row::matching(family, a, 0..columns).expect("a row that is supported") {
            offsets[b as usize] = (c - b) as i64;
            if c < columns {
                offsets[c as usize] = b as i64 - c as i64;
            }
        }
    }
    offsets
}

#[test]
fn matchings_are_the_two_sided_mex() {
    for family in FAMILIES {
        let table = naive::table(family, 80, 80);
        for (a, values) in table.iter().enumerate().skip(1) {
            let found = offsets(family, a as u64, 80);
            for (b, &value) in values.iter().enumerate() {
                assert_eq!(found[b] + b as i64, value as i64, "{family:?}, f({a},{b})");
                assert_eq!(oracle::f(family, a as u64, b as u64), Ok(value));
            }
        }
    }
}

#[test]
fn merge_take_one_is_nim() {
    for (a, values) in naive::table(Family::MergeTakeOne, 40, 40).iter().enumerate() {
        for (b, &value) in values.iter().enumerate() {
            assert_eq!(value, (a ^ b) as u64);
        }
    }
}

/// The least period and preperiod that a stretch of a sequence shows at least three times.
fn observed<T: PartialEq>(sequence: &[T]) -> Option<(u64, u64)> {
    (1..sequence.len() / 3).find_map(|period| {
        let differs = |b: &usize| sequence[*b] != sequence[b + period];
        let preperiod = (0..sequence.len() - period).rev().find(differs).map_or(0, |b| b + 1);
        // A short run at the end is no period.
        let shown = preperiod + 3 * period <= sequence.len() && 2 * preperiod <= sequence.len();
        shown.then_some((preperiod as u64, period as u64))
    })
}

fn check_row(rows: &[Vec<i64>], a: usize, proved: &Proved) {
    let row = &rows[a];
    let found = proved.mask.as_ref().expect("a row of three heaps");
    let evidence = found.evidence.as_ref().expect("a row of three heaps");
    let columns = row.len() as u64;
    let masks: Vec<Vec<i64>> = (0..row.len())
        .map(|b| {
            let mut mask: Vec<i64> = rows[..a].iter().map(|row| row[b]).collect();
            mask.sort_unstable();
            mask
        })
        .collect();
    if proved.preperiod + 3 * proved.period > columns {
        return;
    }
    assert_eq!(observed(row), Some((proved.preperiod, proved.period)), "row {a}");
    let mask = Some((found.preperiod, found.period));
    assert_eq!(observed(&masks), mask, "mask of row {a}");
    let part = &row[proved.preperiod as usize..];
    let extremes = part.iter().min().copied().zip(part.iter().max().copied());
    assert_eq!(extremes, proved.offsets, "row {a}");
    for i in 0..=a {
        let column = proved.preperiod as usize + i;
        let taken = row[column] < -(i as i64);
        assert_eq!(evidence.window[i / 64] >> (i % 64) & 1 == 1, taken, "row {a}, bit {i}");
    }
    let primes = |witnesses: &[Witness], n: u64| {
        let product: u64 = witnesses.iter().map(|witness| witness.prime).product();
        assert_eq!(n % product, 0);
        let mut rest = n;
        for witness in witnesses {
            while rest.is_multiple_of(witness.prime) {
                rest /= witness.prime;
            }
        }
        assert_eq!(rest, 1, "every prime of {n} has a witness");
    };
    primes(&evidence.witnesses, proved.period);
    primes(&evidence.mask_witnesses, found.period);
    for witness in &evidence.witnesses {
        let shift = (proved.period / witness.prime) as usize;
        let first = (proved.preperiod as usize..).find(|&b| row[b] != row[b + shift]);
        assert_eq!(first, Some(witness.column as usize), "row {a}");
    }
    for witness in &evidence.mask_witnesses {
        let shift = (found.period / witness.prime) as usize;
        let first = (found.preperiod as usize..).find(|&b| masks[b] != masks[b + shift]);
        assert_eq!(first, Some(witness.column as usize), "mask of row {a}");
    }
}

#[test]
fn proved_periods_are_the_observed_ones() {
    for (family, to, columns) in [
        (Family::AMALGAMATION, 30, 40_000),
        (Family::Threshold(2), 70, 1_500),
        (Family::Threshold(3), 24, 20_000),
        (Family::Threshold(5), 24, 20_000),
        // Rows whose cycle starts later than their block.
        (Family::Threshold(7), 26, 20_000),
        (Family::MergeTakeOne, 70, 1_000),
    ] {
        let table: Vec<_> = (0..=to).map(|a| offsets(family, a, columns)).collect();
        let report = rows::find(family, to, &Budget::default(), &Silent).expect("supported rows");
        assert_eq!(report.len() as u64, to);
        for row in &report {
            check_row(&table, row.rest.largest() as usize, row.proved().expect("a short row"));
        }
    }
}

#[test]
fn small_rows_against_the_definition() {
    for family in FAMILIES {
        let table = naive::table(family, 11, 560);
        let signed: Vec<Vec<i64>> = table
            .iter()
            .map(|row| row.iter().zip(0..).map(|(&c, b)| c as i64 - b).collect())
            .collect();
        let report = rows::find(family, 10, &Budget::default(), &Silent).expect("supported rows");
        for row in &report {
            let proved = row.proved().expect("a short row");
            assert!(proved.preperiod + 3 * proved.period <= 560, "row {} is checked", row.name());
            check_row(&signed, row.rest.largest() as usize, proved);
        }
    }
}

#[test]
fn the_row_after_a_cover_row() {
    let report =
        rows::find(Family::AMALGAMATION, 39, &Budget::default(), &Silent).expect("supported rows");
    for cover in report.iter().filter(|row| row.cover) {
        let next = report[cover.rest.largest() as usize].proved().expect("a short row");
        let cover = cover.rest.largest();
        let parts = (cover + 2) / next.period;
        assert_eq!((parts * next.period, parts % 2), (cover + 2, 1), "row {}", cover + 1);
        let mask = next.mask.as_ref().expect("a row of three heaps").period;
        let most = cover as i64 / 2 + 1;
        assert_eq!((mask, next.offsets), (1, Some((-most, most))));
    }
}

#[test]
fn little_memory_gives_the_same_rows() {
    let plenty = rows::find(Family::AMALGAMATION, 43, &Budget::default(), &Silent);
    let limits = Budget { memory: 1 << 20, ..Budget::default() };
    assert_eq!(rows::find(Family::AMALGAMATION, 43, &limits, &Silent), plenty);
}

#[test]
fn an_unknown_row_spoils_no_later_block() {
    let limits = Budget { max_columns: 1 << 16, ..Budget::default() };
    let report = rows::find(Family::AMALGAMATION, 56, &limits, &Silent).expect("supported rows");
    let known: Vec<u64> =
        report.iter().filter(|row| row.proved().is_some()).map(|row| row.rest.largest()).collect();
    let expected: Vec<u64> = (1..=43).chain(47..=51).chain(55..=56).collect();
    assert_eq!(known, expected);
    let Status::Unknown(unknown) = &report[43].status else { panic!("row 44 is too long") };
    assert_eq!(unknown.why, Obstacle::Columns);
    assert!((1 << 16..2_116_800).contains(&unknown.columns), "{}", unknown.columns);
    let bounds = unknown.offsets.expect("row 44 lies between two covers");
    assert_eq!((bounds.smallest, bounds.largest), (20, 23));
    for &offset in &offsets(Family::AMALGAMATION, 44, 10_000)[bounds.from as usize..] {
        assert!((20..=23).contains(&offset.abs()));
    }
}

#[test]
fn oracle_answers_near_and_far() {
    for (family, to) in [
        (Family::AMALGAMATION, 44),
        (Family::Threshold(2), 40),
        (Family::Threshold(5), 30),
        (Family::MergeTakeOne, 40),
    ] {
        let rows = RowOracle::find(family, to, &Budget::default(), &Silent).expect("short rows");
        for a in 1..=to {
            let table = offsets(family, a, 9_000);
            let period = rows.period(a).expect("a known row");
            for b in (0..200).chain((0..9_000).step_by(97)) {
                let f = (b as i64 + table[b as usize]) as u64;
                assert_eq!(rows.f(a, b), Ok(f), "{family:?}, f({a},{b})");
                let far = (1 << 60) / period.period * period.period;
                if b >= period.preperiod {
                    assert_eq!(rows.f(a, b + far), Ok(f + far), "{family:?}, f({a},{b} + {far})");
                    assert_eq!(rows.f(b + far, a), Ok(f + far));
                }
            }
            for b in [u64::MAX - 1, u64::MAX] {
                match rows.f(a, b) {
                    Ok(c) => assert_eq!(rows.f(a, c), Ok(b)),
                    Err(error) => {
                        let rest = Position::new([a]).into();
                        assert_eq!(error, RowError::Overflow { rest, column: b });
                    }
                }
            }
        }
        assert_eq!(
            rows.f(to + 20, u64::MAX),
            Err(RowError::unknown(&Position::new([to + 20]), Obstacle::Unsought))
        );
        assert_eq!(rows.f(u64::MAX, u64::MAX), Ok(0));
    }
}

#[test]
fn rows_out_of_range_are_refused() {
    let limits = Budget::default();
    let find = |row| rows::find(Family::AMALGAMATION, row, &limits, &Silent).map(|_| ());
    assert_eq!(find(0), Err(RowError::Zero));
    assert_eq!(find(255), Err(RowError::RowTooLarge { row: 255, max: 254 }));
    assert_eq!(find(u64::MAX), Err(RowError::RowTooLarge { row: u64::MAX, max: 254 }));
    let nim = rows::find(Family::MergeTakeOne, 128, &limits, &Silent).map(|_| ());
    assert_eq!(nim, Err(RowError::RowTooLarge { row: 128, max: 127 }));
    assert!(row::matching(Family::AMALGAMATION, 3, 0..u64::MAX).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_threshold(r in 0u64..40, rows in 2u64..40, columns in 2u64..60) {
        let family = Family::Threshold(r);
        let table = naive::table(family, rows, columns);
        for (a, values) in table.iter().enumerate().skip(1) {
            let found = offsets(family, a as u64, columns);
            for (b, &value) in values.iter().enumerate() {
                prop_assert_eq!(found[b] + b as i64, value as i64);
            }
        }
    }

    #[test]
    fn any_threshold_repeats_as_proved(r in 0u64..20, to in 1u64..20) {
        let family = Family::Threshold(r);
        let limits = Budget { max_columns: 1 << 20, ..Budget::default() };
        let report = rows::find(family, to, &limits, &Silent).expect("supported rows");
        for row in &report {
            let Some(proved) = row.proved() else { continue };
            let end = proved.preperiod + 2 * proved.period + 200;
            if end > 200_000 { continue }
            let found = offsets(family, row.rest.largest(), end);
            let p = proved.period as usize;
            for b in proved.preperiod as usize..found.len() - p {
                prop_assert_eq!(found[b], found[b + p]);
            }
            if let Some(b) = proved.preperiod.checked_sub(1) {
                prop_assert_ne!(found[b as usize], found[b as usize + p]);
            }
        }
    }
}

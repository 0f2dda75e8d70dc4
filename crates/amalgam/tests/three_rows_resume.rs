//! A run that is stopped, stored and taken up again finds what a straight run finds.

use amalgam::Budget;
use amalgam::engines::rows::RowError;
use amalgam::engines::three::covers::{self, CoverProof};
use amalgam::engines::three::oracle::RowOracle;
use amalgam::engines::three::progress::{Silent, Step, Task};
use amalgam::engines::three::rows::{self, Advance, Run};
use amalgam::games::rules::Family;
use amalgam_tier::size;
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Stops after some number of ticks in rows.
fn stop_after(ticks: u64) -> impl Fn(Step) -> ControlFlow<()> + Sync {
    let stop = stop_after_any(ticks);
    move |step: Step| match step.task {
        Task::Row(_) => stop(step),
        _ => ControlFlow::Continue(()),
    }
}

/// Stops after some number of ticks.
fn stop_after_any(ticks: u64) -> impl Fn(Step) -> ControlFlow<()> + Sync {
    let left = AtomicU64::new(ticks);
    move |_| {
        let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        if before.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn pauses_change_nothing(
        to in 1u64..44,
        r in 1u64..6,
        stops in prop::collection::vec((0u64..40, 1u64..300_000), 1..4),
    ) {
        let family = Family::Threshold(r);
        let limits = Budget { max_columns: 3_000_000, ..Budget::default() };
        let straight = rows::find(family, to, &limits, &Silent).expect("supported rows");
        let mut run = Run::new(family, to).expect("supported rows");
        for (ticks, columns) in stops {
            // Giving up early leaves rows half walked, as stopping does.
            let short = Budget { max_columns: columns, ..limits.clone() };
            run.advance(&short, &stop_after(ticks)).expect("supported rows");
            run = Run::from_bytes(&run.to_bytes()).expect("what was written");
        }
        prop_assert_eq!(run.advance(&limits, &Silent), Ok(Advance::Finished));
        prop_assert_eq!(run.report(), straight);
    }
}

#[test]
fn stopped_within_a_long_row() {
    let limits = Budget::default();
    let mut run = Run::walking(Family::AMALGAMATION, 45).expect("supported rows");
    let mut pauses = 0;
    while run.advance(&limits, &stop_after(37)) == Ok(Advance::Paused) {
        pauses += 1;
        run = Run::from_bytes(&run.to_bytes()).expect("what was written");
        assert!(pauses < 1000, "every call goes on a bit");
    }
    assert!(pauses > 1, "row 45 takes more than one call");
    let last = run.report().pop().expect("row 45");
    assert_eq!(last.proved().map(|proved| proved.period), Some(186_278_400));
}

#[test]
fn a_stop_before_the_covers_is_a_pause() {
    let mut run = Run::new(Family::AMALGAMATION, 20).expect("supported rows");
    let stop = |_: Step| ControlFlow::Break(());
    assert_eq!(run.advance(&Budget::default(), &stop), Ok(Advance::Paused));
    assert_eq!(run.report().len(), 20);
    assert!(run.report().iter().all(|row| row.proved().is_none()));
    let mut again = Run::from_bytes(&run.to_bytes()).expect("what was written");
    assert_eq!(again.advance(&Budget::default(), &Silent), Ok(Advance::Finished));
    assert!(again.report().iter().all(|row| row.proved().is_some()));
}

/// What was found of the covers was lost at each stop: a run stopped sooner than they were all found
/// began with them again for ever.
#[test]
fn a_run_too_short_for_its_covers_made_no_headway() {
    for (family, to) in [(Family::AMALGAMATION, 60), (Family::Threshold(3), 50)] {
        let limits = Budget { max_columns: 1000, ..Budget::default() };
        let mut straight = Run::new(family, to).expect("supported rows");
        assert_eq!(straight.advance(&limits, &Silent), Ok(Advance::Finished));
        let mut run = Run::new(family, to).expect("supported rows");
        let mut pauses = 0;
        while run.advance(&limits, &stop_after_any(5)) == Ok(Advance::Paused) {
            pauses += 1;
            assert!(pauses < 1000, "every call goes on a bit");
            let bytes = run.to_bytes();
            run = Run::from_bytes(&bytes).expect("what was written");
            assert_eq!(run.to_bytes(), bytes);
        }
        assert!(pauses > 10, "{pauses} pauses among some hundred ticks");
        assert_eq!(run.covers(), straight.covers());
        assert_eq!(run.report(), straight.report());
    }
}

#[test]
fn a_search_for_covers_knew_no_deadline() {
    let limits = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    let found = covers::find(Family::AMALGAMATION, 250, None, &limits, &Silent);
    assert!(matches!(found, Err(RowError::Limit(_))), "{found:?}");
}

#[test]
fn a_damaged_search_for_covers_is_refused() {
    // Stopped among the columns, and among the layers.
    let mut stored = Vec::new();
    let mut run = Run::new(Family::AMALGAMATION, 60).expect("supported rows");
    // Fewer ticks than it takes to find a least period of layers would lead nowhere.
    while run.advance(&Budget::default(), &stop_after_any(5)) == Ok(Advance::Paused)
        && run.covers().is_none()
    {
        stored.push(run.to_bytes());
        assert!(stored.len() < 1000, "every call goes on a bit");
    }
    let [first, .., last] = stored.as_slice() else { panic!("{} pauses", stored.len()) };
    for bytes in [first, &stored[stored.len() / 2], last] {
        for len in (0..bytes.len()).step_by(size(37, 1)) {
            assert!(Run::from_bytes(&bytes[..len]).is_err(), "{len} bytes of {}", bytes.len());
        }
        assert!(Run::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
        for place in (0..bytes.len()).step_by(size(31, 1)) {
            for flip in [0x01, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[place] ^= flip;
                if let Ok(mut run) = Run::from_bytes(&damaged)
                    && place % 31 == 0
                {
                    let _ = run.advance(&Budget::default(), &stop_after_any(2));
                }
            }
        }
    }
}

#[test]
fn damaged_bytes_are_refused() {
    let mut run = Run::new(Family::AMALGAMATION, 24).expect("supported rows");
    let short = Budget { max_columns: 300, ..Budget::default() };
    run.advance(&short, &Silent).expect("supported rows");
    let bytes = run.to_bytes();
    for len in 0..bytes.len() {
        assert!(Run::from_bytes(&bytes[..len]).is_err(), "{len} bytes of {}", bytes.len());
    }
    assert!(Run::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    // Damage that keeps the shape is for the caller's checksum; it must not panic here, nor in the answers of
    // what was read.
    for place in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[place] ^= flip;
            let oracle = Run::from_bytes(&damaged).ok().and_then(RowOracle::from_run);
            for known in oracle.iter().flat_map(RowOracle::periods).filter(|_| place % 31 == 0) {
                let _ = oracle.as_ref().map(|oracle| oracle.f(known.row, known.preperiod % 4096));
            }
        }
    }
}

#[test]
fn covers_hold_and_are_proved_as_stated() {
    let family = Family::AMALGAMATION;
    let found = covers::find(family, 40, Some(30_000), &Budget::default(), &Silent)
        .expect("supported rows");
    let rows: Vec<u64> = found.covers.iter().map(|cover| cover.row).collect();
    assert_eq!(rows, [6, 14, 16, 22, 24, 30, 32, 38]);
    let columns = 12_000u64;
    let table: Vec<Vec<i64>> = (0..=40)
        .map(|a| {
            let f =
                |b| amalgam::engines::three::oracle::f(family, a, b).expect("small heaps") as i64;
            // One walk a row, not one a column.
            if a == 0 {
                return vec![0; columns as usize];
            }
            let mut offsets = vec![0; columns as usize];
            for [b, c] in
                amalgam::engines::three::row::matching(family, a, 0..columns).expect("rows")
            {
                offsets[b as usize] = (c - b) as i64;
                if c < columns {
                    offsets[c as usize] = b as i64 - c as i64
                }
            }
            assert_eq!(offsets[9] + 9, f(9));
            offsets
        })
        .collect();
    let covered = |row: u64, b: usize| {
        let mut offsets: Vec<i64> = table[..=row as usize].iter().map(|row| row[b]).collect();
        offsets.sort_unstable();
        let k = row as i64 / 2;
        offsets == (-k..=k).collect::<Vec<_>>()
    };
    for row in (2..=40).step_by(2) {
        let broken = (0..columns as usize).rev().find(|&b| !covered(row, b)).expect("column 0");
        match found.covers.iter().find(|cover| cover.row == row) {
            Some(cover) => assert_eq!(cover.from, broken as u64 + 1, "row {row}"),
            None => assert!(broken as u64 > columns - 200, "row {row} looks like a cover row"),
        }
    }
    // Balanced columns, recounted.
    for pair in found.covers.windows(2) {
        let (below, cover) = (pair[0], pair[1]);
        let CoverProof::Balanced { after, column } = cover.proof else { continue };
        assert_eq!(after, below.row);
        let (k, n) = (below.half_width, cover.half_width - below.half_width);
        let balanced = |b: u64| {
            (0..k + n + 60).all(|j| {
                let taken = |row: &&Vec<i64>| row[(b + j) as usize] < -(j as i64);
                let rows = &table[below.row as usize + 1..=cover.row as usize];
                let tau = rows.iter().filter(taken).count() as u64;
                tau == if j <= k { n } else { (k + n).saturating_sub(j) }
            })
        };
        assert!(balanced(column), "row {}", cover.row);
        // No search for a balanced column: where neither cover is broken any more, one must be, and which
        // that is follows from two numbers that were compared with the table above.
        assert_eq!(column, below.from.max(cover.from).max(cover.row + 1), "row {}", cover.row);
    }
}

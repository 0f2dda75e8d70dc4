//! Rows by the structure of their block against the same rows walked.

use amalgam::Budget;
use amalgam::engines::rows::{Parts, Proof, Row, SignedCycle, Status};
use amalgam::engines::three::oracle::RowOracle;
use amalgam::engines::three::progress::{Silent, Step, Task};
use amalgam::engines::three::row;
use amalgam::engines::three::rows::{Advance, Run};
use amalgam::games::rules::Family;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

fn report(mut run: Run, limits: &Budget) -> Vec<Row> {
    assert_eq!(run.advance(limits, &Silent), Ok(Advance::Finished));
    run.report()
}

/// The report with what the periods rest on left out, and how many rest on structure.
fn without_proofs(mut rows: Vec<Row>) -> (Vec<Row>, usize) {
    let mut structured = 0;
    for row in &mut rows {
        if let Status::Proved(proved) = &mut row.status {
            structured += usize::from(proved.proof != Proof::Walked);
            proved.proof = Proof::Walked;
        }
    }
    (rows, structured)
}

#[test]
fn the_structure_says_what_the_walk_says() {
    let limits = Budget::default();
    let to = amalgam_tier::size(54, 62);
    let family = Family::AMALGAMATION;
    let walked = report(Run::walking(family, to).expect("supported rows"), &limits);
    let found = report(Run::new(family, to).expect("supported rows"), &limits);
    let (found, structured) = without_proofs(found);
    for (found, walked) in found.iter().zip(&walked) {
        assert_eq!(found, walked);
    }
    assert_eq!((found.len(), structured), (walked.len(), to as usize - 6));
}

/// Games with covers, and games without: what is told is what walking finds.
#[test]
fn the_structure_holds_in_the_family() {
    let limits = Budget { max_columns: 3_000_000, ..Budget::default() };
    let mut by_structure = 0;
    let thresholds = (2..=amalgam_tier::size(9, 16)).map(Family::Threshold);
    for family in thresholds.chain([Family::MergeTakeOne]) {
        let to = amalgam_tier::size(34, 44);
        let walked = report(Run::walking(family, to).expect("supported rows"), &limits);
        let found = report(Run::new(family, to).expect("supported rows"), &limits);
        let (found, structured) = without_proofs(found);
        by_structure += structured;
        for (found, walked) in found.iter().zip(&walked) {
            match walked.proved() {
                Some(walked) => assert_eq!(found.proved(), Some(walked), "{family:?}"),
                None => assert!(found.rest.largest() > 8, "{family:?}"),
            }
        }
    }
    assert!(by_structure > 50, "{by_structure} rows by structure");
}

fn long_run() -> Run {
    let mut run = Run::new(Family::AMALGAMATION, 69).expect("supported rows");
    assert_eq!(run.advance(&Budget::default(), &Silent), Ok(Advance::Finished));
    run
}

#[test]
fn row_69_is_known() {
    let run = long_run();
    let report = run.report();
    let proved = report[68].proved().expect("row 69");
    assert_eq!((proved.preperiod, proved.period), (34_268, 1_773_551_324_160));
    let Proof::Structure(told) = &proved.proof else { panic!("row 69 was walked") };
    assert_eq!((told.half, told.place, told.over, told.multiplier), (31, 7, 4_030_798_464, 440));
    let cycle = |length, turns| SignedCycle { length, turns };
    let cycles = [(20, true), (11, true), (1, false), (1, false), (1, true), (1, true)];
    assert_eq!(told.parts, Parts::Cycles(cycles.map(|(n, turns)| cycle(n, turns)).to_vec()));
    // What is stored answers as what was found, beyond all that could be walked.
    let again = Run::from_bytes(&run.to_bytes()).expect("what was written");
    let oracle = RowOracle::from_run(run).expect("the covers are known");
    let again = RowOracle::from_run(again).expect("the covers are known");
    for i in 0..200u64 {
        let (a, b) = (60 + i % 10, 1_000_000_000_000_000_000 + i * i * 7919);
        let c = oracle.f(a, b).expect("a known row");
        assert_eq!((oracle.f(a, c), again.f(a, b)), (Ok(b), Ok(c)), "row {a}");
        let period = oracle.period(a).expect("a known row").period;
        assert_eq!(oracle.f(a, b + period), Ok(c + period), "row {a}");
    }
}

/// Stops every few ticks in the walk of a long row, and goes on from the bytes.
#[test]
fn a_walk_that_is_stopped_goes_on_to_the_same_bytes() {
    let stop_after = |ticks: u64| {
        let left = AtomicU64::new(ticks);
        move |step: Step| {
            if step.task == Task::Covers {
                return ControlFlow::Continue(());
            }
            let more =
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
            if more.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    };
    let mut run = Run::new(Family::AMALGAMATION, 69).expect("supported rows");
    let mut pauses = 0;
    while run.advance(&Budget::default(), &stop_after(9 + pauses)) == Ok(Advance::Paused) {
        pauses += 1;
        let bytes = run.to_bytes();
        run = Run::from_bytes(&bytes).expect("what was written");
        assert!(run.to_bytes() == bytes, "after pause {pauses}");
        assert!(pauses < 1000, "every call goes on a bit");
    }
    assert!(pauses > 3, "{pauses} pauses");
    assert!(run.to_bytes() == long_run().to_bytes());
}

/// f(a,b) for random a and b against the rows walked column by column from 0.
#[test]
fn random_answers_agree_with_a_direct_simulation() {
    let (to, columns) = amalgam_tier::size((70, 100_000), (126, 1_000_000));
    let wanted = amalgam_tier::size(1000u64, 10_000);
    let family = Family::AMALGAMATION;
    let oracle = RowOracle::find(family, to, &Budget::default(), &Silent).expect("supported rows");
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % n
    };
    let mut asked: Vec<(u64, u64)> =
        (0..wanted).map(|_| (1 + random(to), random(columns))).filter(|(a, b)| b > a).collect();
    asked.sort_unstable();
    let mut answered = 0;
    for same_row in asked.chunk_by(|x, y| x.0 == y.0) {
        let a = same_row[0].0;
        let mut partner = vec![0; columns as usize];
        for [b, c] in row::matching(family, a, 0..columns).expect("a supported row") {
            for (b, c) in [(b, c), (c, b)] {
                if let Some(place) = partner.get_mut(b as usize) {
                    *place = c;
                }
            }
        }
        for &(a, b) in same_row {
            assert_eq!(oracle.f(a, b), Ok(partner[b as usize]), "f({a},{b})");
            answered += 1;
        }
    }
    assert!(answered * 10 > wanted * 9);
}

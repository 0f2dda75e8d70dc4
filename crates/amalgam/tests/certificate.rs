//! What the engine writes, the independent checker accepts, and both mean the same by it.

use amalgam::base::budget::Budget;
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::rows::{Parts, Proof, RowReport, Run, Status};
use amalgam::engines::three::{certificate, covers};
use amalgam::games::rules::Family;
use amalgam_check::{Certificate, Failure, Structure, check, sha256};
use proptest::prelude::*;

const NIM: Family = Family::Threshold(u64::MAX);

fn run(family: Family, to: u64, max_columns: u64) -> Run {
    let mut run = Run::new(family, to).unwrap();
    run.advance(&Budget { max_columns, ..Budget::default() }, &Silent).unwrap();
    run
}

/// Checks the certificate of a run, and compares it with the run's report field by field.
#[track_caller]
fn agreed(run: &Run) -> Certificate {
    let text = certificate::rows(run).unwrap();
    let checked = check(text.as_bytes()).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    let report = run.report();
    assert_eq!(checked.rows.len(), report.len());
    // From a cover row on that the search did not see, nothing is certified.
    let listed = |row: u64| checked.covers.iter().any(|cover| cover.row == row);
    let unseen = report.iter().position(|row| row.cover && !listed(row.row));
    let certified = unseen.unwrap_or(report.len());
    report.iter().zip(&checked.rows).take(certified).for_each(|(report, row)| same(report, row));
    assert!(checked.rows[certified..].iter().all(|row| row.proved.is_none()));
    for cover in &checked.covers {
        let found = &run.covers().unwrap().covers;
        let found = found.iter().find(|found| found.row == cover.row).unwrap();
        assert_eq!((cover.half_width, cover.from), (found.half_width, found.from));
    }
    checked
}

fn same(report: &RowReport, row: &amalgam_check::Row) {
    assert_eq!(report.row, row.row);
    let Status::Proved(proved) = &report.status else {
        assert_eq!(row.proved, None);
        return;
    };
    let checked = row.proved.as_ref().unwrap();
    let period = |claim: &amalgam_check::Repetition| (claim.preperiod, claim.period);
    assert_eq!(period(&checked.offsets), (proved.preperiod, proved.period));
    let parts = match &proved.proof {
        Proof::Walked => {
            assert_eq!(period(&checked.mask), (proved.mask_preperiod, proved.mask_period));
            None
        }
        Proof::Structure(structure) => {
            assert_eq!(checked.mask.period, structure.over);
            assert_eq!(structure.over * structure.multiplier, proved.period);
            Some(match &structure.parts {
                Parts::Defects(defects) => Structure::Defects(defects.len() as u64),
                Parts::Cycles(cycles) => {
                    let mut cycles: Vec<_> = cycles.iter().map(|c| (c.length, c.turns)).collect();
                    cycles.sort_by_key(|&(length, turns)| (std::cmp::Reverse(length), turns));
                    Structure::Cycles(cycles)
                }
            })
        }
    };
    assert_eq!(checked.structure, parts);
    assert_eq!(checked.extremes, (proved.min_offset, proved.max_offset));
    assert_eq!(checked.cover, report.cover);
    assert_eq!(checked.lists.is_some(), proved.preperiod + proved.period <= 4096);
}

#[test]
fn rows_of_amalgamation() {
    let checked = agreed(&run(Family::AMALGAMATION, 44, u64::MAX));
    assert!(checked.rows.iter().all(|row| row.proved.is_some()));
    let covers: Vec<u64> = checked.covers.iter().map(|cover| cover.row).collect();
    assert_eq!(covers, [6, 14, 16, 22, 24, 30, 32, 38]);
}

#[test]
fn rows_of_other_games() {
    let thresholds = (2..=9).map(Family::Threshold);
    for family in thresholds.chain([Family::MergeTakeOne, NIM, Family::Threshold(1 << 60)]) {
        let checked = agreed(&run(family, 20, 1 << 20));
        assert!(checked.rows.iter().all(|row| row.proved.is_some()), "{family:?}");
    }
}

#[test]
fn rows_that_are_given_up() {
    // Row 13 takes 11520 columns, and the block from 7 to 14 needs it; the next block does not.
    let checked = agreed(&run(Family::AMALGAMATION, 16, 4000));
    let proved = |row: u64| checked.rows[row as usize - 1].proved.is_some();
    assert!(proved(11) && !proved(13) && !proved(14) && proved(15));
    assert_eq!(checked.rows[12].bounds, Some([4, 7, 233, 14]));
    // The last block ends beyond the last row: the cover is there for the bounds alone.
    let checked = agreed(&run(Family::AMALGAMATION, 13, 4000));
    assert_eq!(checked.rows[12].bounds, Some([4, 7, 233, 14]));
    // A run that has not begun knows nothing, and says so.
    let checked = agreed(&Run::new(Family::AMALGAMATION, 5).unwrap());
    assert!(checked.covers.is_empty() && checked.rows.iter().all(|row| row.proved.is_none()));
}

#[test]
fn covers_of_every_game() {
    let others = (2..=9).map(Family::Threshold).chain([Family::MergeTakeOne, NIM]);
    for (family, to) in [(Family::AMALGAMATION, 101)].into_iter().chain(others.map(|f| (f, 70))) {
        let found = covers::find(family, to, None, &Budget::default(), &Silent).unwrap();
        let checked = check(certificate::covers(family, &found, to).as_bytes());
        let checked = checked.unwrap_or_else(|failure| panic!("{family:?}: {failure}"));
        let rows = |cover: &covers::Cover| (cover.row, cover.half_width, cover.from);
        let found: Vec<_> = found.covers.iter().map(rows).collect();
        let proved = checked.covers.iter().map(|cover| (cover.row, cover.half_width, cover.from));
        assert_eq!(proved.collect::<Vec<_>>(), found, "{family:?}");
    }
}

/// The column that proves a cover is found in a walk that lets go of rows. It must not do so where
/// only a larger cover holds: row 46 is one from column 1589 on, row 30 from 1704 on.
#[test]
fn the_least_balanced_column() {
    let found = covers::find(Family::AMALGAMATION, 46, None, &Budget::default(), &Silent).unwrap();
    let text = certificate::covers(Family::AMALGAMATION, &found, 46);
    assert!(text.contains("cover 32 half-width 16 from 1944 after 30 balanced 1928\n"), "{text}");
    let early = text.replace("balanced 1928", "balanced 1927");
    let body = &early[..early.find("sha256").unwrap()];
    let early = format!("{body}sha256 {}\n", sha256(body.as_bytes()));
    let Err(Failure::Rejected(rejection)) = check(early.as_bytes()) else { panic!("{early}") };
    assert_eq!((rejection.row, rejection.column), (Some(32), Some(1927)));
}

/// The joint period of the first cover row, 38, is beyond the search for covers: its row was said to be
/// no cover, and the certificate was rejected.
#[test]
fn a_cover_that_the_search_did_not_see_was_denied() {
    let run = run(Family::Threshold(17), 40, 1 << 20);
    let covers: Vec<u64> = run.report().iter().filter(|r| r.cover).map(|r| r.row).collect();
    assert_eq!(covers, [38]);
    agreed(&run);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..Default::default() })]

    #[test]
    fn whatever_the_game_and_the_rows(
        threshold in 0u64..70,
        to in 1u64..40,
        max_columns in prop::sample::select(vec![1, 100, 5000, 1 << 20]),
    ) {
        let family = if threshold == 0 { Family::MergeTakeOne } else { Family::Threshold(threshold) };
        agreed(&run(family, to, max_columns));
    }
}

//! What the engine writes, the independent checker accepts, and both mean the same by it.

use amalgam::base::budget::Budget;
use amalgam::engines::rows::certificate;
use amalgam::engines::rows::{Parts, Proof, Row, Status};
use amalgam::engines::three::covers;
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::rows::Run;
use amalgam::games::rules::Family;
use amalgam_check::{Certificate, Failure, Line, Structure, check, sha256};
use amalgam_tier::size;
use proptest::prelude::*;

const NIM: Family = Family::Threshold(u64::MAX);

fn run(family: Family, to: u64, max_columns: u64) -> Run {
    advanced(Run::new(family, to).unwrap(), max_columns)
}

fn advanced(mut run: Run, max_columns: u64) -> Run {
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
    let unseen = report.iter().position(|row| row.cover && !listed(row.rest.largest()));
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

fn same(report: &Row, row: &amalgam_check::Row) {
    assert_eq!(report.heap(), Some(row.row));
    let Status::Proved(proved) = &report.status else {
        assert_eq!(row.proved, None);
        return;
    };
    let checked = row.proved.as_ref().unwrap();
    let period = |claim: &amalgam_check::Repetition| (claim.preperiod, claim.period);
    assert_eq!(period(&checked.offsets), (proved.preperiod, proved.period));
    let parts = match &proved.proof {
        Proof::Walked => {
            let mask = proved.mask.as_ref().unwrap();
            assert_eq!(period(&checked.mask), (mask.preperiod, mask.period));
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
        other => panic!("{other:?} is no proof of a row of three heaps"),
    };
    assert_eq!(checked.structure, parts);
    assert_eq!(Some(checked.extremes), proved.offsets);
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
    let walked = |to| advanced(Run::walking(Family::AMALGAMATION, to).unwrap(), 4000);
    // Row 13 takes 11520 columns, and the block from 7 to 14 needs it; the next block does not.
    let checked = agreed(&walked(16));
    let proved = |row: u64| checked.rows[row as usize - 1].proved.is_some();
    assert!(proved(11) && !proved(13) && !proved(14) && proved(15));
    assert_eq!(checked.rows[12].bounds, Some([4, 7, 233, 14]));
    // The last block ends beyond the last row: the cover is there for the bounds alone.
    let checked = agreed(&walked(13));
    assert_eq!(checked.rows[12].bounds, Some([4, 7, 233, 14]));
    // A run that has not begun knows nothing, and says so.
    let checked = agreed(&Run::new(Family::AMALGAMATION, 5).unwrap());
    assert!(checked.covers.is_empty() && checked.rows.iter().all(|row| row.proved.is_none()));
}

#[test]
fn covers_of_every_game() {
    let others = (2..=9).map(Family::Threshold).chain([Family::MergeTakeOne, NIM]);
    for (family, to) in [(Family::AMALGAMATION, 101)].into_iter().chain(others.map(|f| (f, 70))) {
        let found = covers::decide(family, to, None, &Budget::default(), &Silent).unwrap();
        let checked = check(certificate::covers(family, &found, to).as_bytes());
        let checked = checked.unwrap_or_else(|failure| panic!("{family:?}: {failure}"));
        let rows = |cover: &covers::Cover| (cover.row, cover.half_width, cover.from);
        let covers: Vec<_> = found.covers.covers.iter().map(rows).collect();
        let first = checked.covers.iter().map(|cover| (cover.row, cover.half_width, cover.from));
        let mut proved: Vec<_> = first.collect();
        let mut excluded = Vec::new();
        for line in checked.layers.iter().flat_map(|layers| &layers.lines) {
            match *line {
                Line::Cover(row, half_width, from) => proved.push((row, half_width, from)),
                Line::Excluded(line) => excluded.push((line.row, line.defects, line.period)),
                Line::Hidden(_) | Line::Open(_) => {}
            }
        }
        assert_eq!(proved, covers, "{family:?}");
        let none = found.excluded.iter().map(|row| (row.row, row.defects, row.period));
        assert_eq!(excluded, none.collect::<Vec<_>>(), "{family:?}");
    }
}

/// One field after the other made another, in some ways, and one line after the other left out and
/// doubled: none of that is accepted, though the checksum is right. Lists of pairs are sampled.
#[test]
fn every_field_of_a_certificate_counts() {
    let rows = |run: &Run| certificate::rows(run).unwrap();
    let covers = |family, to| {
        let found = covers::decide(family, to, None, &Budget::default(), &Silent).unwrap();
        certificate::covers(family, &found, to)
    };
    let structured = rows(&run(Family::AMALGAMATION, size(16, 32), u64::MAX));
    let given_up = rows(&advanced(Run::walking(Family::AMALGAMATION, 16).unwrap(), 4000));
    let without_end = rows(&run(Family::Threshold(3), 20, u64::MAX));
    let layers = covers(Family::AMALGAMATION, size(48, 96));
    // Row 42 is no cover row but acts as one, and row 46 is none because of that.
    let hidden = covers(Family::Threshold(9), 64);
    assert!(hidden.contains("\nhidden 42 ") && hidden.contains("\nexcluded 46 over 42 "));
    assert!(given_up.contains(" unknown offsets ") && without_end.contains("\nblock "));
    for text in [structured, given_up, without_end, layers, hidden] {
        check(text.as_bytes()).expect("unchanged");
        let lines: Vec<&str> = text[..text.rfind("sha256").unwrap()].lines().collect();
        let (mut tried, mut undecided) = (0, 0);
        let mut refused = |at: usize, other: &[&str]| {
            let mut lines = lines.clone();
            lines.splice(at..=at, other.iter().copied());
            let body = lines.join("\n") + "\n";
            let text = format!("{body}sha256 {}\n", sha256(body.as_bytes()));
            tried += 1;
            match check(text.as_bytes()) {
                Ok(_) => panic!("{:?} for {:?} was accepted", other, lines[at]),
                Err(Failure::TooLarge { .. }) => undecided += 1,
                Err(_) => {}
            }
        };
        for (at, line) in lines.iter().enumerate() {
            let is_list = line.starts_with("  once") || line.starts_with("  repeating");
            let others = alterations(line).into_iter().step_by(if is_list { 199 } else { 1 });
            others.for_each(|other| refused(at, &[&other]));
            refused(at, &[]);
            refused(at, &[line, line]);
        }
        assert!(tried > 100 && undecided * 20 < tried, "{undecided} of {tried} undecided");
    }
}

/// A line with one number, one sign or one word made another.
fn alterations(line: &str) -> Vec<String> {
    let bytes = line.as_bytes();
    let mut others = Vec::new();
    let mut put = |from: usize, to: usize, other: &str| {
        others.push(format!("{}{other}{}", &line[..from], &line[to..]));
    };
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    for at in 0..bytes.len() {
        if is_digit(at) && (at == 0 || !is_digit(at - 1)) {
            let end = (at..).find(|&end| !is_digit(end)).unwrap();
            let number: u64 = line[at..end].parse().unwrap();
            let less = number.checked_sub(1).unwrap_or(3);
            let mut changed = vec![number + 1, less, 2 * number, number / 2, number + 8, 0];
            changed.sort_unstable();
            changed.dedup();
            for other in changed.into_iter().filter(|&other| other != number) {
                put(at, end, &other.to_string());
            }
        } else if bytes[at] == b'-' && is_digit(at + 1) {
            put(at, at + 1, "");
        } else if matches!(bytes[at], b'+' | b'-') && at > 0 && is_digit(at - 1) {
            put(at, at + 1, if bytes[at] == b'+' { "-" } else { "+" });
        }
    }
    let words = [
        ("yes", "no"),
        ("no", "yes"),
        ("excluded", "hidden"),
        ("hidden", "excluded"),
        ("balanced", "recurs"),
        ("cycles", "defects"),
        ("game amalgamation", "game merge-take-one"),
        ("game amalgamation", "game restricted-amalgamation 2"),
        ("game amalgamation", "game nim"),
    ];
    for (word, other) in words {
        if let Some(at) = line.rfind(word).filter(|at| at + word.len() == line.len() || *at == 0) {
            put(at, at + word.len(), other);
        }
    }
    others
}

/// The joint period of the first cover row, 38, is beyond the search for covers: its row was said to be
/// no cover, and the certificate was rejected.
#[test]
fn a_cover_that_the_search_did_not_see_was_denied() {
    let run = run(Family::Threshold(17), 40, 1 << 20);
    let covers: Vec<u64> =
        run.report().iter().filter(|r| r.cover).map(|r| r.rest.largest()).collect();
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

//! Rows by the structure of their block against the same rows walked.

use amalgam::Budget;
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::rows::{Advance, Proof, RowReport, Run, Status};
use amalgam::games::rules::Family;

fn report(mut run: Run, limits: &Budget) -> Vec<RowReport> {
    assert_eq!(run.advance(limits, &Silent), Ok(Advance::Finished));
    run.report()
}

/// The report with what the periods rest on left out, and how many rest on structure.
fn without_proofs(mut rows: Vec<RowReport>) -> (Vec<RowReport>, usize) {
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

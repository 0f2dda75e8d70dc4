//! The ledger: what it must have found, and whether the document is up to date.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use amalgam::base::budget::{Silent, Step};
use amalgam::engines::naive::Naive;
use amalgam::games::AnyGame;
use amalgam::lab::claims::{self, Context, Effort, Erratum, Paper, Replay, Status, Verdict};
use amalgam::{Outcome, Play};

static QUICK: LazyLock<Vec<Verdict>> =
    LazyLock::new(|| claims::run_all(&Context::new(Effort::Quick), &Silent));

fn verdict(id: &str) -> &'static Verdict {
    QUICK.iter().find(|verdict| verdict.claim.id == id).unwrap_or_else(|| panic!("no {id}"))
}

#[test]
fn ids_are_unique_and_errata_point_at_each_other() {
    let all = claims::all();
    let ids: HashSet<&str> = all.iter().map(|claim| claim.id).collect();
    assert_eq!(ids.len(), all.len());
    for claim in all {
        match claim.erratum {
            Some(Erratum::Printed { meant }) => {
                assert_eq!(verdict(claim.id).status, Status::Refuted, "{}", claim.id);
                assert_eq!(verdict(meant).status, Status::Proved, "{meant}");
            }
            Some(Erratum::Meant { printed }) => {
                let other = claims::find(printed).unwrap().erratum;
                assert_eq!(other, Some(Erratum::Printed { meant: claim.id }), "{}", claim.id);
            }
            None => {}
        }
        assert_eq!(claims::find(&claim.id.to_lowercase()).unwrap().id, claim.id);
    }
}

#[test]
fn what_is_false_is_refuted_by_the_smallest_exception() {
    let refuted: [(&str, &[u64]); 24] = [
        ("LH-oeis.printed", &[3]),
        ("LH-end.printed", &[1, 1]),
        ("LH-terminal.printed", &[]),
        ("LH-even", &[1, 2, 5, 6]),
        ("LH-I3.printed", &[1, 2, 4]),
        ("LH-C10", &[1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4]),
        ("LH-T2a.printed", &[1, 12, 13]),
        ("LH-T2b.printed", &[1, 3, 5]),
        ("LH-T1.S2.printed", &[1, 1]),
        ("LH-T14.proof.printed", &[4, 17, 18]),
        ("SH-mex.printed", &[]),
        ("MA-D5.printed", &[1]),
        ("MA-digits.printed", &[2]),
        ("MA-L10.II3.printed", &[2, 5, 7]),
        ("MA-L10.II42.printed", &[3, 5, 6]),
        ("MA-L11.printed", &[2, 4, 6]),
        ("MA-L11.proof.printed", &[3, 5, 6]),
        ("YALE-xor.printed", &[7, 18, 22]),
        ("CL-056.printed", &[326_639]),
        ("AM-rest-only-mirror", &[1, 2, 4]),
        ("AM-rest-P-identity", &[2, 3, 6]),
        ("AM-rest-N-fixed", &[2, 3, 7]),
        ("AM-rest-period-single", &[1, 2]),
        ("AM-rest-period", &[1, 4]),
    ];
    for (id, heaps) in refuted {
        let found = verdict(id);
        assert_eq!(found.status, Status::Refuted, "{id}");
        assert_eq!(found.counterexample.as_ref().unwrap().position.heaps(), heaps, "{id}");
    }
    // Nothing else is refuted but what is marked as a misprint.
    for found in QUICK.iter().filter(|found| found.status == Status::Refuted) {
        let printed = matches!(found.claim.erratum, Some(Erratum::Printed { .. }));
        let listed = refuted.iter().any(|(id, _)| *id == found.claim.id);
        assert!(printed || listed, "{}", found.claim.id);
    }
}

#[test]
fn the_oracle_confirms_the_counterexamples() {
    let game: AnyGame = "amalgamation".parse().unwrap();
    let mut oracle = Naive::new(game.rules().unwrap(), Play::Normal);
    for id in ["LH-even", "LH-C10", "LH-I3.printed", "LH-T2b.printed"] {
        let position = &verdict(id).counterexample.as_ref().unwrap().position;
        assert_eq!(oracle.outcome(position.heaps()), Outcome::P, "{id}");
        assert!(!position.is_mirror(), "{id}");
    }
    // The note on LH-even.
    assert_eq!(oracle.outcome(&[3, 9, 10]), Outcome::P);
    for id in
        ["LH-T2a.printed", "LH-T3.proof.printed", "LH-T11.proof.printed", "LH-T14.proof.printed"]
    {
        let position = &verdict(id).counterexample.as_ref().unwrap().position;
        assert_eq!(oracle.outcome(position.heaps()), Outcome::N, "{id}");
    }
}

/// Wherever an exception is told by an outcome, that is the outcome; and the question that is to show it is
/// about the same position.
#[test]
fn every_exception_that_names_an_outcome_has_it() {
    let mut replayed = 0;
    for verdict in QUICK.iter() {
        let Some(found) = &verdict.counterexample else { continue };
        let (id, why) = (verdict.claim.id, found.why.as_str());
        match &found.replay {
            Replay::Solve { position, .. } | Replay::Moves(position) | Replay::Row(position) => {
                assert_eq!(*position, found.position, "{id}");
            }
            _ => {}
        }
        let said = |words: &[&str]| words.iter().any(|word| why.contains(word));
        let p = said(&["it is P", "P is true", "N is false"]);
        let n = said(&["it is N", "and it is N", "P is false", "N is true"]);
        let Replay::Solve { game, position, .. } = &found.replay else { continue };
        if p == n {
            continue;
        }
        let game: AnyGame = game.parse().unwrap();
        let mut oracle = Naive::new(game.rules().unwrap(), Play::Normal);
        assert_eq!(oracle.outcome(position.heaps()).is_p(), p, "{id}: {why}");
        replayed += 1;
    }
    assert!(replayed >= 10, "{replayed}");
}

/// They were to be seen by solving the rest, which shows nothing of its row.
#[test]
fn exceptions_about_rows_are_shown_as_rows() {
    for verdict in QUICK.iter().filter(|verdict| verdict.claim.id.starts_with("AM-rest")) {
        if let Some(found) = &verdict.counterexample {
            assert_eq!(found.replay, Replay::Row(found.position.clone()), "{}", verdict.claim.id);
        }
    }
}

#[test]
fn what_is_open_is_not_called_proved() {
    assert_eq!(verdict("LH-Ojumps").status, Status::Observed);
    // A conjecture on Grundy's game, open since 1939: no table can refute it, no period is found.
    for found in QUICK.iter().filter(|found| found.status == Status::Unknown) {
        assert_eq!(found.claim.id, "LH-grundy", "{}", found.evidence);
    }
    for found in QUICK.iter().filter(|found| found.status == Status::Proved) {
        assert!(!found.evidence.is_empty(), "{}: nothing to lean on", found.claim.id);
    }
}

/// Conjecture 1 of Manabe is a theorem, and all that is said around it is proved and was checked.
#[test]
fn the_conjecture_on_the_lowest_bit_is_proved() {
    for id in ["MA-C1", "MA-C1.value", "MA-C1.even", "MA-C1.odd", "MA-C1.loss", "MA-C1.path"] {
        assert_eq!(verdict(id).status, Status::Proved, "{id}: {}", verdict(id).scope);
    }
    assert_eq!(verdict("MA-C1.four").status, Status::Proved);
    assert_eq!(verdict("MA-T2").status, Status::Proved);
}

/// Heights up to four: what is proved for all numbers of heaps, and what a table only shows.
#[test]
fn heights_up_to_four_are_proved_as_far_as_they_are() {
    let proved = ["T1", "T2", "T3", "T8", "T9", "T10", "H2", "3-4-1", "C10-true", "rows"];
    for id in proved.map(|id| format!("AM-{id}")) {
        assert_eq!(verdict(&id).status, Status::Proved, "{id}: {}", verdict(&id).evidence);
    }
    for id in ["AM-H1", "AM-G1"] {
        assert_eq!(verdict(id).status, Status::Verified, "{id}");
    }
    // The smallest exception is the one that refutes the conjecture.
    let shown = &verdict("AM-C10-exceptions").evidence;
    assert!(shown.contains("begin with <3,3,5,1>, "), "{shown}");
}

/// What the papers do not say, or say under an assumption that excludes the exception, is not refuted.
#[test]
fn no_refutation_is_of_a_straw_man() {
    for id in ["MA-L4.printed", "LH-T4.printed", "LH-T2c.printed"] {
        assert!(claims::find(id).is_none(), "{id}");
    }
    for id in ["MA-L3.vacuous", "MA-L4", "LH-T4", "LH-L8", "LH-T2iii"] {
        assert_eq!(verdict(id).status, Status::Proved, "{id}");
    }
    assert!(verdict("LH-L8.only").claim.source().ends_with("ours"));
    assert!(!claims::find("LH-L8").unwrap().statement.contains("no other"));
}

/// `amalgam row 8` puts [1,6] into L2, and the claim says so.
#[test]
fn observation_15_tells_of_the_other_split() {
    let note = verdict("LH-O15").claim.note.unwrap();
    assert!(note.contains("[1,6]") && note.contains("L2"), "{note}");
}

#[test]
fn papers_are_named_by_their_authors() {
    for found in QUICK.iter() {
        let prefix = match found.claim.paper() {
            Paper::LockeHandley => "LH-",
            Paper::Shinoda => "SH-",
            Paper::Manabe => "MA-",
            Paper::Lecture => "YALE-",
            Paper::Classics => "CL-",
            Paper::Found => "AM-",
        };
        assert!(found.claim.id.starts_with(prefix), "{}", found.claim.id);
    }
}

#[test]
fn a_bound_makes_a_claim_unknown() {
    let limits = amalgam::Budget { memory: 1 << 10, ..Default::default() };
    let context = Context { limits, ..Context::default() };
    let found = claims::find("MA-C1").unwrap().run(&context);
    assert_eq!(found.status, Status::Unknown);
}

#[test]
fn a_watcher_can_stop_the_ledger() {
    let limits = amalgam::Budget { threads: NonZeroUsize::new(1), ..Default::default() };
    let context = Context { limits, ..Context::new(Effort::Quick) };
    let third = |step: Step| match step.done {
        3 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let verdicts = claims::run_all(&context, &third);
    assert_eq!(verdicts.len(), claims::all().len());
    let stopped = verdicts.iter().filter(|verdict| verdict.evidence == "stopped");
    let stopped: Vec<_> = stopped.map(|verdict| verdict.status).collect();
    // A claim that splits its work may wait while others are begun, so a few more may be checked.
    assert!((verdicts.len() - 10..=verdicts.len() - 3).contains(&stopped.len()), "{stopped:?}");
    assert!(stopped.iter().all(|&status| status == Status::Unknown));
}

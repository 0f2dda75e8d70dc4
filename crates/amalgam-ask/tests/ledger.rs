//! The ledger as a document.

use amalgam::base::budget::Silent;
use amalgam::lab::claims::{self, Context, Effort};
use amalgam_ask::verbs::ledger;

/// Everything in the document but the lines that tell how large the scopes were, which here are
/// smaller.
#[test]
fn the_ledger_is_up_to_date() {
    let found = claims::run_all(&Context::new(Effort::Quick), &Silent);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ledger.md");
    let written = std::fs::read_to_string(path).expect("docs/ledger.md is there");
    let now = ledger::markdown(&found, Effort::Standard);
    for number in ["paper 00", "Paper 00", "seed document", "design's list"] {
        assert!(!now.contains(number), "papers are named by their authors, not by {number}");
    }
    let lasting = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with(ledger::SCOPE));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let (written, now) = (lasting(&written), lasting(&now));
    for (line, (written, now)) in written.iter().zip(&now).enumerate() {
        assert_eq!(written, now, "line {line}: `cargo xtask ledger` makes it anew");
    }
    assert_eq!(written.len(), now.len(), "`cargo xtask ledger` makes it anew");
}

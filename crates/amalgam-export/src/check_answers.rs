//! What the checker says of a certificate, as JSON objects.

use amalgam_check::{Certificate, Claim, Failure, Rejection};
use serde_json::{Value, json};

/// The game of a certificate, as other questions name it.
pub fn game(certificate: &Certificate) -> String {
    match (certificate.game.threshold, certificate.game.taken) {
        (1, 0) => "amalgamation".to_owned(),
        (1, _) => "merge-take-one".to_owned(),
        (u64::MAX, _) => "nim".to_owned(),
        (r, _) => format!("restricted-amalgamation({r})"),
    }
}

/// `amalgam/verify/1`: a certificate that is a proof, in a game of this name.
pub fn accepted(game: &str, certificate: &Certificate) -> Value {
    let Certificate { claim, rows, .. } = certificate;
    if let Some(rests) = &certificate.rests {
        return json!({
            "schema": SCHEMA,
            "verdict": "accepted",
            "game": game,
            "claim": if rests.grundy { "grundy-rests" } else { "rests" },
            "proved": rests.rows.len(),
        });
    }
    let (claim, first, last) = match *claim {
        Claim::Rows(first, last) => ("rows", Some(first), last),
        Claim::Covers(last) => ("covers", None, last),
        Claim::Rests => ("rests", None, 0),
    };
    let proved = rows.iter().filter(|row| row.proved.is_some()).count();
    json!({
        "schema": SCHEMA,
        "verdict": "accepted",
        "game": game,
        "claim": claim,
        "first": first,
        "last": last,
        "proved": proved,
        "unknown": rows.len() - proved,
        "covers": certificate.cover_rows(),
        "excluded": certificate.excluded_rows(),
    })
}

/// `amalgam/verify/1`: a certificate that is none, and where it fails.
pub fn rejected(failure: &Failure) -> Value {
    let (condition, key, place, column) = match failure {
        Failure::Rejected(Rejection { condition, row, column }) => {
            (condition, "row", json!(row), column)
        }
        Failure::Rest { condition, rest, column } => (condition, "rest", json!(rest), column),
        _ => return json!({ "schema": SCHEMA, "verdict": "undecided" }),
    };
    let (name, complaint) = condition.name_and_complaint();
    json!({
        "schema": SCHEMA,
        "verdict": "rejected",
        key: place,
        "column": column,
        "condition": name,
        "complaint": complaint,
    })
}

const SCHEMA: &str = "amalgam/verify/1";

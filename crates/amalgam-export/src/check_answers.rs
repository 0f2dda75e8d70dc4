//! What the checker says of a certificate, as JSON objects.

use amalgam_check::{Certificate, Claim, Rejection};
use serde_json::{Value, json};

/// `amalgam/verify/1`: a certificate that is a proof, in a game of this name.
pub fn accepted(game: &str, certificate: &Certificate) -> Value {
    let Certificate { claim, covers, rows, .. } = certificate;
    let (claim, first, last) = match *claim {
        Claim::Rows(first, last) => ("rows", Some(first), last),
        Claim::Covers(last) => ("covers", None, last),
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
        "covers": covers.len(),
    })
}

/// `amalgam/verify/1`: a certificate that is none, and where it fails.
pub fn rejected(rejection: &Rejection) -> Value {
    let (name, complaint) = rejection.condition.name_and_complaint();
    json!({
        "schema": SCHEMA,
        "verdict": "rejected",
        "row": rejection.row,
        "column": rejection.column,
        "condition": name,
        "complaint": complaint,
    })
}

const SCHEMA: &str = "amalgam/verify/1";

//! The ledger as a JSON object.

use amalgam::lab::claims::{Effort, Erratum, Verdict};
use serde_json::{Map, Value, json};

/// `amalgam/claims/1`: claims with what their checks came to.
pub fn claims<'a>(effort: Effort, verdicts: impl IntoIterator<Item = &'a Verdict>) -> Value {
    json!({
        "schema": "amalgam/claims/1",
        "effort": effort.to_string(),
        "claims": verdicts.into_iter().map(object).collect::<Vec<_>>(),
    })
}

fn object(verdict: &Verdict) -> Value {
    let claim = &verdict.claim;
    let mut object = Map::new();
    let mut add = |key: &str, value: Value| object.insert(key.to_owned(), value);
    add("id", claim.id.into());
    add("source", claim.source().into());
    add("statement", claim.statement.into());
    add("status", verdict.status.to_string().into());
    add("scope", verdict.scope.as_str().into());
    add("evidence", verdict.evidence.as_str().into());
    if let Some(counterexample) = &verdict.counterexample {
        add("counterexample", counterexample.position.heaps().into());
        add("replay", counterexample.replay.as_str().into());
    }
    match claim.erratum {
        Some(Erratum::Printed { meant }) => {
            add("erratum", json!({"this": "printed", "other": meant}));
        }
        Some(Erratum::Meant { printed }) => {
            add("erratum", json!({"this": "meant", "other": printed}));
        }
        None => {}
    }
    if let Some(note) = claim.note {
        add("note", note.into());
    }
    add("seconds", verdict.time.as_secs_f64().into());
    object.into()
}

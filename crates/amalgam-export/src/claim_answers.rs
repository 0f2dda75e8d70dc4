//! The ledger as a JSON object.

use amalgam::lab::claims::{Effort, Erratum, Replay, Verdict};
use serde_json::{Map, Value, json};

/// `amalgam/claims/1`: claims with what their checks came to.
pub fn claims<'a>(effort: Effort, verdicts: impl IntoIterator<Item = &'a Verdict>) -> Value {
    json!({
        "schema": "amalgam/claims/1",
        "effort": effort.to_string(),
        "claims": verdicts.into_iter().map(object).collect::<Vec<_>>(),
    })
}

/// The command that asks a question.
pub fn command(replay: &Replay) -> String {
    let quoted = |game: &str| match game.contains([' ', '(']) {
        true => format!("\"{game}\""),
        false => game.to_owned(),
    };
    match replay {
        Replay::Solve { game, position, explain } => {
            let game = match game.as_str() {
                "amalgamation" => String::new(),
                game => format!("--game {} ", quoted(game)),
            };
            let explain = if *explain { " --explain" } else { "" };
            format!("amalgam solve {game}\"{position}\"{explain}")
        }
        Replay::Moves(position) => format!("amalgam moves \"{position}\""),
        Replay::Row(rest) => format!("amalgam row \"{rest}\""),
        Replay::Complete(rest) => format!("amalgam complete \"{rest}\""),
        Replay::Equivalent([m, n]) => format!("amalgam equivalent \"nim[{m}]\" \"nim[{n}]\""),
        Replay::Values { game, to } => format!("amalgam values {game} --to {to}"),
        Replay::Period { game, to } => {
            let to = to.map_or(String::new(), |to| format!(" --to {to}"));
            format!("amalgam period {}{to}", quoted(game))
        }
        Replay::Table { rows, cols } => {
            let cols = cols.map_or(String::new(), |cols| format!(" --cols {cols}"));
            format!("amalgam table --rows {rows}{cols}")
        }
        Replay::Claim(id) => format!("amalgam claims {id}"),
    }
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
        add("replay", command(&counterexample.replay).into());
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

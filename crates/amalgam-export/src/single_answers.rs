//! Answers on single heaps as JSON objects: their values, and how these repeat.

use amalgam::engines::sequence;
use amalgam::engines::sequence::period::{Period, Verdict};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// `amalgam/values/1`: the Grundy values of the heaps 0, 1, … They can be many, so they are written
/// as they stand.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Values<'a> {
    schema: &'static str,
    game: &'a str,
    to: usize,
    #[serde(serialize_with = "as_list")]
    values: &'a sequence::Values,
}

/// The values of a game, from heap 0 on.
pub fn values<'a>(game: &'a str, values: &'a sequence::Values) -> Values<'a> {
    Values { schema: "amalgam/values/1", game, to: values.len() - 1, values }
}

fn as_list<S: Serializer>(values: &&sequence::Values, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(values.iter())
}

/// `amalgam/period/1`: whether the values repeat, and whether that is proved.
pub fn period(game: &str, verdict: &Verdict) -> Value {
    let mut object = Map::new();
    object.insert("schema".into(), "amalgam/period/1".into());
    object.insert("game".into(), game.into());
    let mut found = |status: &str, period: Option<&Period>| {
        object.insert("status".into(), status.into());
        if let Some(period) = period {
            object.insert("period".into(), period.period.into());
            object.insert("preperiod".into(), period.preperiod.into());
            object.insert("saltus".into(), period.saltus.into());
            object.insert("last_exception".into(), period.last_exception().into());
        }
    };
    match verdict {
        Verdict::Proved { period, theorem, checked_to } => {
            found("proved", Some(period));
            let theorem = json!({"name": theorem.name(), "statement": theorem.to_string()});
            object.insert("theorem".into(), theorem);
            object.insert("checked_to".into(), (*checked_to).into());
        }
        Verdict::Observed { period, to, proof_needs } => {
            found("observed", Some(period));
            object.insert("observed_to".into(), (*to).into());
            object.insert("proof_needs".into(), (*proof_needs).into());
        }
        Verdict::NoneFound { to } => {
            found("none found", None);
            object.insert("none_found_to".into(), (*to).into());
        }
    }
    object.into()
}

//! The JSON of moves, positions and sums, as in the schemas `amalgam/…/1`.

use amalgam::rules::Move;
use amalgam::strategy::Known;
use amalgam::{PartMove, Play, Sum};
use serde_json::{Map, Value, json};

/// An object with the schema, and what was asked.
pub(crate) fn question(schema: &str, sum: &Sum, play: Play) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".into(), format!("amalgam/{schema}/1").into());
    match sum.as_single() {
        Some(part) => {
            object.insert("game".into(), part.game.name().into());
            object.insert("misere".into(), (play == Play::Misere).into());
            object.insert("position".into(), part.position.heaps().into());
        }
        None => {
            let part = |part: &amalgam::Part| json!({"game": part.game.name(), "position": part.position.heaps()});
            object.insert("game".into(), "sum".into());
            object.insert("misere".into(), (play == Play::Misere).into());
            object.insert("parts".into(), sum.parts().iter().map(part).collect());
        }
    }
    object
}

/// A move: its kind, the heaps it touches, what is left; in a sum also the part.
pub(crate) fn part_move(action: &PartMove, sum: &Sum) -> Map<String, Value> {
    let (from, to): (Value, Value) = match action.action {
        Move::Take { from, to } => (from.into(), to.into()),
        Move::TakeSplit { from, to } | Move::Split { from, to } => (from.into(), to[..].into()),
        Move::Merge { from, to } => (from[..].into(), to.into()),
    };
    let mut object = Map::new();
    if sum.as_single().is_none() {
        object.insert("part".into(), action.part.into());
    }
    object.insert("kind".into(), action.action.kind().into());
    object.insert("from".into(), from);
    object.insert("to".into(), to);
    object.insert("result".into(), action.result.heaps().into());
    object
}

/// Adds outcome, Grundy value and remoteness; what is not known is null.
pub(crate) fn add_known(object: &mut Map<String, Value>, known: Known) {
    object.insert("outcome".into(), known.outcome.to_string().into());
    object.insert("grundy".into(), known.grundy.into());
    object.insert("remoteness".into(), known.remoteness.into());
}

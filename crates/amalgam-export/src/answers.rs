//! Answers as JSON objects, as in the schemas `amalgam/…/1`: the same for the command line and for
//! the web.
//!
//! ```
//! let answer = amalgam::Solver::new().solve("[3,4,8]")?;
//! let json = amalgam_export::answers::solve(&answer, None);
//! assert_eq!(json["schema"], "amalgam/solve/1");
//! assert_eq!(json["outcome"], "P");
//! # Ok::<(), amalgam::SolveError>(())
//! ```

use amalgam::Move;
use amalgam::games::own::Datum;
use amalgam::games::{AnyGame, LITERATURE, NAMED, NamedGame};
use amalgam::solve::explain;
use amalgam::solve::{Answer, Equivalence, Known, Reason};
use amalgam::{Outcome, ParseError, Part, PartMove, Play, Position, State, Sum};
use serde_json::{Map, Value, json};

/// A position: its heaps, or the data of a game of one's own.
fn position(part: &Part, state: &State) -> Value {
    match (part, state) {
        (Part::Own(part), State::Own(node)) => datum(&part.game.datum(*node)),
        _ => state.heaps().into(),
    }
}

fn datum(found: &Datum) -> Value {
    match found {
        Datum::Integer(number) => (*number).into(),
        Datum::List(parts) => parts.iter().map(datum).collect(),
        Datum::Map(entries) => {
            entries.iter().map(|(key, value)| (key.clone(), datum(value))).collect()
        }
    }
}

/// An object with the schema, and what was asked.
pub fn question(schema: &str, sum: &Sum, play: Play) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".into(), format!("amalgam/{schema}/1").into());
    match sum.as_single() {
        Some(part) => {
            object.insert("game".into(), part.name().into());
            object.insert("misere".into(), (play == Play::Misere).into());
            object.insert("position".into(), position(part, &part.state()));
        }
        None => {
            let part = |part: &Part| json!({"game": part.name(), "position": position(part, &part.state())});
            object.insert("game".into(), "sum".into());
            object.insert("misere".into(), (play == Play::Misere).into());
            object.insert("parts".into(), sum.parts().iter().map(part).collect());
        }
    }
    object
}

/// A move: its kind, the heaps it touches, what is left; in a sum also the part.
pub fn part_move(action: &PartMove, sum: &Sum) -> Map<String, Value> {
    let mut object = Map::new();
    if sum.as_single().is_none() {
        object.insert("part".into(), action.part.into());
    }
    object.insert("kind".into(), action.action.kind().into());
    match &action.action {
        Move::Take { from, to } => heaps(&mut object, *from, *to),
        Move::TakeSplit { from, to } | Move::Split { from, to } => {
            heaps(&mut object, *from, &to[..]);
        }
        Move::Merge { from, to } => heaps(&mut object, &from[..], *to),
        Move::SplitInThree { from, to } => heaps(&mut object, *from, &to[..]),
        Move::TakeSeveral { from, to } | Move::Change { from, to } => {
            heaps(&mut object, &from[..], &to[..]);
        }
        Move::Shift { from: [x, y], into, coins } => {
            heaps(&mut object, &[*x, *y, *into][..], &[x - coins, y - coins, into + coins][..]);
        }
        Move::Bite { row, column } => {
            object.insert("row".into(), (*row).into());
            object.insert("column".into(), (*column).into());
        }
        Move::Step => {}
    }
    let part = &sum.parts()[action.part];
    object.insert("result".into(), position(part, &action.result));
    object
}

/// Adds the heaps that a move touches, before and after it.
fn heaps(object: &mut Map<String, Value>, from: impl Into<Value>, to: impl Into<Value>) {
    object.insert("from".into(), from.into());
    object.insert("to".into(), to.into());
}

/// Adds outcome, Grundy value and remoteness; what is not known is null.
pub fn add_known(object: &mut Map<String, Value>, known: Known) {
    object.insert("outcome".into(), known.outcome.to_string().into());
    object.insert("grundy".into(), known.grundy.into());
    object.insert("remoteness".into(), known.remoteness.into());
}

/// `amalgam/solve/1`: who wins, how, and why.
pub fn solve(answer: &Answer, explanation: Option<String>) -> Map<String, Value> {
    let sum = answer.sum();
    let mut object = question("solve", sum, answer.play());
    add_known(&mut object, answer.known());
    let moves = answer.winning_moves();
    let list: Vec<Value> = moves.iter().map(|action| part_move(action, sum).into()).collect();
    object.insert("winning_moves".into(), list.into());
    if !moves.is_complete() {
        object.insert("winning_moves_complete".into(), false.into());
    }
    if let Some(limit) = moves.limit() {
        object.insert("winning_moves_limit".into(), limit.to_string().into());
    }
    object.insert("reason".into(), explain::reason(answer).into());
    if let Some(text) = explanation {
        object.insert("explanation".into(), text.into());
    }
    object
}

/// `amalgam/outcome/1`: only who wins.
pub fn outcome(sum: &Sum, play: Play, outcome: Outcome) -> Map<String, Value> {
    let mut object = question("outcome", sum, play);
    object.insert("outcome".into(), outcome.to_string().into());
    object
}

/// `amalgam/moves/1`: all moves with what they are worth, or where these are too many to list, the
/// winning ones.
pub fn moves(answer: &Answer, moves: &[(PartMove, Known)], all: bool) -> Map<String, Value> {
    let sum = answer.sum();
    let mut object = question("moves", sum, answer.play());
    let with_known = |(action, known): &(PartMove, Known)| {
        let mut object = part_move(action, sum);
        add_known(&mut object, *known);
        Value::from(object)
    };
    object.insert("moves".into(), moves.iter().map(with_known).collect());
    if !all {
        object.insert("moves_complete".into(), false.into());
    }
    object.insert("reason".into(), explain::reason(answer).into());
    object
}

/// `amalgam/complete/1`: the one heap that makes a P-position.
pub fn complete(game: &str, play: Play, rest: &Position, size: u64, reason: &Reason) -> Value {
    json!({
        "schema": "amalgam/complete/1",
        "game": game,
        "misere": play == Play::Misere,
        "rest": rest.heaps(),
        "completion": size,
        "reason": reason.to_string(),
    })
}

/// `amalgam/equivalent/1`: whether two sums are worth the same; with a heap of Nim that tells them
/// apart and the outcomes it leads to, where it was asked for.
pub fn equivalent(
    left: &Sum,
    right: &Sum,
    equivalence: &Equivalence,
    witness: Option<(u64, [Outcome; 2])>,
) -> Value {
    let mut object = json!({
        "schema": "amalgam/equivalent/1",
        "left": left.to_string(),
        "right": right.to_string(),
        "values": equivalence.values,
        "equivalent": equivalence.holds(),
    });
    if let Some((heap, outcomes)) = witness {
        object["witness"] = json!({
            "game": format!("nim[{heap}]"),
            "outcomes": outcomes.map(|outcome| outcome.to_string()),
        });
    }
    object
}

/// `amalgam/games/1`: the named games.
///
/// # Errors
/// Never, as long as the examples of the named games can be read.
pub fn games() -> Result<Value, ParseError> {
    let game = |named: &NamedGame| {
        Ok(json!({
            "name": named.name,
            "parameters": named.parameters,
            "typical": named.typical,
            "rules": named.typical.parse::<AnyGame>()?.in_words(),
            "source": named.source,
            "example": named.example.parse::<Position>()?.heaps(),
        }))
    };
    let mut games = NAMED.iter().map(game).collect::<Result<Vec<_>, ParseError>>()?;
    games.extend(LITERATURE.iter().map(|game| {
        let digits = game.example.split(|c: char| !c.is_ascii_digit());
        let example: Vec<u64> = digits.filter_map(|number| number.parse().ok()).collect();
        json!({
            "name": game.name,
            "parameters": "",
            "typical": game.name,
            "rules": game.rules,
            "source": game.source,
            "example": example,
        })
    }));
    Ok(json!({"schema": "amalgam/games/1", "games": games}))
}

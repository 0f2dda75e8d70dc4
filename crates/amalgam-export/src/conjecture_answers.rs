//! Conjectures and comparisons as JSON objects.

use amalgam::Play;
use amalgam::engines::bulk::Domain;
use amalgam::lab::compare::{Comparison, Fact, Proved};
use amalgam::lab::formula::{self, Counterexample, Formula, Type, Verdict};
use amalgam::lab::statement::{Scope, Status};
use serde_json::{Map, Value, json};

/// `amalgam/conjecture/1`: whether a formula holds at every position of a domain.
pub fn conjecture(formula: &Formula, game: &str, domain: &Domain, verdict: &Verdict) -> Value {
    let mut object = Map::new();
    let mut add = |key: &str, value: Value| object.insert(key.to_owned(), value);
    add("schema", "amalgam/conjecture/1".into());
    add("formula", formula.to_string().into());
    add("game", game.into());
    add("domain", domain.to_string().into());
    match verdict {
        Verdict::VerifiedTo { positions, .. } => {
            add("status", "verified".into());
            add("positions", (*positions).into());
        }
        Verdict::Refuted(Counterexample { heaps, values, tested }) => {
            add("status", "refuted".into());
            add("positions", (*tested).into());
            add("counterexample", heaps.as_slice().into());
            let value = |value: &formula::Value| match value {
                formula::Value::Integer(integer) => Value::from(*integer),
                formula::Value::Truth(truth) => Value::from(*truth),
            };
            let values = values.iter().map(|(part, found)| (part.clone(), value(found)));
            add("values", Value::Object(values.collect()));
        }
    }
    object.into()
}

/// `amalgam/facts/1`: what a formula can say.
pub fn facts() -> Value {
    let fact = |fact: &formula::Fact| {
        json!({
            "name": fact.name,
            "kind": kind(fact.kind),
            "meaning": fact.meaning,
            "example": fact.example,
        })
    };
    let facts: Vec<Value> = formula::facts().iter().map(fact).collect();
    json!({"schema": "amalgam/facts/1", "facts": facts})
}

/// What a fact is, in a word.
pub fn kind(kind: Type) -> &'static str {
    match kind {
        Type::Integer => "integer",
        Type::Truth => "truth",
    }
}

/// Two games beside each other, and over which positions.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// The games.
    pub games: [&'a str; 2],
    /// Who wins.
    pub play: Play,
    /// Whether Grundy values were compared, and not outcomes.
    pub values: bool,
    /// The most heaps.
    pub heaps: usize,
    /// The largest heap.
    pub max: u64,
    /// What was found.
    pub found: &'a Comparison,
    /// What theorems say of them.
    pub proved: Proved,
    /// Commands that show the first difference.
    pub replay: &'a [String],
}

impl Compared<'_> {
    /// What is proved of what was compared, if anything: of which positions, and why.
    pub fn proof(&self) -> Option<(Scope, &'static str)> {
        let about_it = self.proved.is_same() || self.values;
        let why = self.proved.why().filter(|_| about_it)?;
        Some((self.proved.scope(self.heaps), why))
    }
}

/// `amalgam/compare/1`: where two games are the same. `scope` has the positions that the status is about,
/// `lowest_bit_scope` those at which the values are proved to agree but for the lowest bit.
pub fn compare(compared: &Compared<'_>) -> Value {
    let found = compared.found;
    let differences = found.differences.iter().map(|difference| {
        json!({
            "position": difference.position.heaps(),
            "left": fact(difference.left),
            "right": fact(difference.right),
        })
    });
    let (same, nearly) = match compared.proof() {
        Some(proof) if compared.proved.is_same() => (Some(proof), None),
        proof => (None, proof),
    };
    let looked_at = Scope::of_heaps(compared.heaps).up_to(compared.max);
    let (status, scope) = match (found.is_same(), same) {
        (false, _) => (Status::Refuted, looked_at),
        (true, None) => (Status::Verified, looked_at),
        (true, Some((scope, _))) => (Status::Proved, scope),
    };
    json!({
        "schema": "amalgam/compare/1",
        "games": compared.games,
        "misere": compared.play == Play::Misere,
        "compared": if compared.values { "grundy" } else { "outcome" },
        "heaps": compared.heaps,
        "max": compared.max,
        "order": "coins, heaps, lexicographic",
        "positions": found.positions,
        "agree": found.agree,
        "lowest_bit_alone": compared.values.then_some(found.nearly),
        "status": status.to_string(),
        "scope": scope.to_string(),
        "proof": same.map(|(_, why)| why),
        "lowest_bit_proof": nearly.map(|(_, why)| why),
        "lowest_bit_scope": nearly.map(|(scope, _)| scope.to_string()),
        "differences": differences.collect::<Vec<_>>(),
        "replay": compared.replay,
    })
}

/// What two games were compared by, at one position.
pub(crate) fn fact(fact: Fact) -> Value {
    match fact {
        Fact::Outcome(outcome) => outcome.to_string().into(),
        Fact::Value(value) => value.into(),
    }
}

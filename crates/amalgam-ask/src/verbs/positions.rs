//! Positions, sums and moves as data.

use amalgam::games::own::Datum;
use amalgam::solve::Known;
use amalgam::solve::explain::{move_cells, title};
use amalgam::{Move, Part, PartMove, Play, State, Sum};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// A position: its heaps, or the data of a game of your own.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PositionSaid {
    /// The heaps, in order.
    Heaps(HeapList),
    /// Numbers, lists and maps.
    Data(Value),
}

impl PositionSaid {
    fn of(part: &Part, state: &State) -> PositionSaid {
        match (part, state) {
            (Part::Own(part), State::Own(node)) => {
                PositionSaid::Data(datum(&part.game.datum(*node)))
            }
            (_, state) => PositionSaid::Heaps(HeapList(state.clone())),
        }
    }
}

/// The heaps, which are listed when they are written and not before: there may be a million.
#[derive(Clone, Debug, PartialEq)]
pub struct HeapList(State);

impl Serialize for HeapList {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.heaps())
    }
}

impl JsonSchema for HeapList {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        <Vec<u64>>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <Vec<u64>>::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
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

/// What was asked about: a game with its position, or a sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct About {
    /// The game; `sum` if there are several.
    pub game: String,
    /// Whether whoever makes the last move loses.
    pub misere: bool,
    /// The position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<PositionSaid>,
    /// The games of a sum, each with its position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<PartSaid>>,
    #[serde(skip)]
    pub(super) title: String,
}

/// A game of a sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PartSaid {
    /// The game.
    pub game: String,
    /// Its position.
    pub position: PositionSaid,
}

impl About {
    pub(super) fn new(sum: &Sum, play: Play) -> About {
        let of = |part: &Part| PositionSaid::of(part, &part.state());
        let part = |part: &Part| PartSaid { game: part.name().to_owned(), position: of(part) };
        let single = sum.as_single();
        About {
            game: single.map_or("sum", Part::name).to_owned(),
            misere: play == Play::Misere,
            position: single.map(of),
            parts: single.is_none().then(|| sum.parts().iter().map(part).collect()),
            title: title(sum, play),
        }
    }
}

/// A move: its kind, the heaps it touches, and what is left.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveSaid {
    /// In which game of a sum, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// take, split, merge, …
    pub kind: &'static str,
    /// The heaps that it touches, before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<OneOrMore>,
    /// The heaps that it touches, after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<OneOrMore>,
    /// The row of a bite in Chomp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
    /// The column of a bite in Chomp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The position that it leads to.
    pub result: PositionSaid,
    /// What that position is worth.
    #[serde(flatten)]
    pub worth: Option<Worth>,
    /// The move in words, in columns.
    #[serde(skip)]
    pub(super) cells: Vec<String>,
}

/// One heap, or several.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMore {
    /// One.
    One(u64),
    /// Several.
    More(Vec<u64>),
}

/// What a position is worth; what is not known is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Worth {
    /// P if the player who just moved wins, N if the player to move does.
    pub outcome: &'static str,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// How many moves the game lasts if the winner hurries and the loser delays.
    pub remoteness: Option<u64>,
}

impl From<Known> for Worth {
    fn from(known: Known) -> Worth {
        let Known { outcome, grundy, remoteness } = known;
        Worth { outcome: outcome_letter(outcome), grundy, remoteness }
    }
}

pub(super) fn outcome_letter(outcome: amalgam::Outcome) -> &'static str {
    if outcome.is_p() { "P" } else { "N" }
}

impl MoveSaid {
    pub(super) fn new(action: &PartMove, sum: &Sum, known: Option<Known>) -> MoveSaid {
        let one = |heap: u64| Some(OneOrMore::One(heap));
        let more = |heaps: &[u64]| Some(OneOrMore::More(heaps.to_vec()));
        let (from, to) = match &action.action {
            Move::Take { from, to } => (one(*from), one(*to)),
            Move::TakeSplit { from, to } | Move::Split { from, to } => (one(*from), more(to)),
            Move::SplitInThree { from, to } => (one(*from), more(to)),
            Move::Merge { from, to } => (more(from), one(*to)),
            Move::TakeSeveral { from, to } | Move::Change { from, to } => (more(from), more(to)),
            Move::Shift { from: [x, y], into, coins } => {
                (more(&[*x, *y, *into]), more(&[x - coins, y - coins, into + coins]))
            }
            Move::Bite { .. } | Move::Step => (None, None),
        };
        let (row, column) = match action.action {
            Move::Bite { row, column } => (Some(row), Some(column)),
            _ => (None, None),
        };
        MoveSaid {
            part: sum.as_single().is_none().then_some(action.part),
            kind: action.action.kind(),
            from,
            to,
            row,
            column,
            result: PositionSaid::of(&sum.parts()[action.part], &action.result),
            worth: known.map(Worth::from),
            cells: move_cells(action, sum),
        }
    }
}

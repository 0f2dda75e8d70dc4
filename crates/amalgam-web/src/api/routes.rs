//! What the API answers: the one table that the router and the document are built from.

use super::{Task, tasks};
use crate::Problem;
use crate::app::Shared;
use crate::params::Params;

/// A question that can be asked.
pub(super) struct Route {
    /// What follows `/api/v1/`, and the name of the schema `amalgam/NAME/1`.
    pub(super) name: &'static str,
    /// What it answers, in a sentence.
    pub(super) summary: &'static str,
    /// Its parameters.
    pub(super) parameters: &'static [Parameter],
    /// An example of parameters.
    pub(super) example: &'static str,
    /// The keys that every answer has, with their JSON types.
    pub(super) answer: &'static [(&'static str, &'static str)],
    /// How the question is answered.
    pub(super) task: fn(&Params, &Shared) -> Result<Task, Problem>,
}

impl Route {
    pub(super) fn path(&self) -> String {
        format!("/api/v1/{}", self.name)
    }
}

/// A parameter of a question.
#[derive(Clone, Copy)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) kind: Kind,
    pub(super) required: bool,
}

/// What a parameter may be.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Text,
    Tick,
    Number { most: u64 },
    Choice(&'static [&'static str]),
}

const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Parameter {
    Parameter { name, about, kind, required: false }
}

const fn required(name: &'static str, kind: Kind, about: &'static str) -> Parameter {
    Parameter { name, about, kind, required: true }
}

const GAME: Parameter = optional(
    "game",
    Kind::Text,
    "A named game, or rules in words such as `take 1..3, merge`. The default is amalgamation.",
);
const FAMILY: Parameter = optional(
    "game",
    Kind::Text,
    "amalgamation (the default), restricted-amalgamation(r), merge-take-one or nim.",
);
const MISERE: Parameter =
    optional("misere", Kind::Tick, "1 for misère play: whoever makes the last move loses.");
const POSITION: Parameter = required(
    "position",
    Kind::Text,
    "A position, as in `[3,4,8]`, `3 4 8` or `<1,1,0,1>`, or a sum such as `[3,4] + nim[2]`.",
);
const ROW: Parameter =
    required("row", Kind::Text, "The rest: all heaps but two, such as 7 or [2,3].");

/// All questions.
pub(super) const ROUTES: [Route; 12] = [
    Route {
        name: "solve",
        summary: "Who wins, how, and why. `winning_moves_complete` is false if some winning moves are \
                  left out.",
        parameters: &[
            POSITION,
            GAME,
            MISERE,
            optional("explain", Kind::Tick, "1 adds an explanation in steps."),
        ],
        example: "position=[3,4,5]",
        answer: &[
            ("game", "string"),
            ("misere", "boolean"),
            ("outcome", "string"),
            ("grundy", "integer or null"),
            ("remoteness", "integer or null"),
            ("winning_moves", "array"),
            ("reason", "string"),
        ],
        task: tasks::solve,
    },
    Route {
        name: "outcome",
        summary: "Only who wins. This can be much faster.",
        parameters: &[POSITION, GAME, MISERE],
        example: "position=[12,15,20,3]",
        answer: &[("game", "string"), ("misere", "boolean"), ("outcome", "string")],
        task: tasks::outcome,
    },
    Route {
        name: "moves",
        summary: "All moves with outcome, Grundy value and remoteness, the best first. \
                  `moves_complete` is false if the list is cut.",
        parameters: &[POSITION, GAME, MISERE],
        example: "position=[1,2]&game=lasker",
        answer: &[("game", "string"), ("moves", "array"), ("reason", "string")],
        task: tasks::moves,
    },
    Route {
        name: "complete",
        summary: "The one heap that makes a P-position with the given heaps.",
        parameters: &[required("rest", Kind::Text, "The given heaps."), GAME, MISERE],
        example: "rest=[3,4]",
        answer: &[("rest", "array"), ("completion", "integer"), ("reason", "string")],
        task: tasks::complete,
    },
    Route {
        name: "equivalent",
        summary: "Whether two positions or sums are equivalent: each can replace the other in every sum.",
        parameters: &[
            required("left", Kind::Text, "A position or a sum."),
            required("right", Kind::Text, "Another position or sum."),
            GAME,
            optional(
                "witness",
                Kind::Tick,
                "1 adds a heap of Nim; with it the two have different outcomes.",
            ),
        ],
        example: "left=nim[1,2]&right=nim[3]&witness=1",
        answer: &[
            ("left", "string"),
            ("right", "string"),
            ("values", "array"),
            ("equivalent", "boolean"),
        ],
        task: tasks::equivalent,
    },
    Route {
        name: "table",
        summary: "The table of f(a,b) for three heaps.",
        parameters: &[
            FAMILY,
            optional("rows", Kind::Number { most: tasks::MOST_CELLS }, "How many rows."),
            optional("cols", Kind::Number { most: tasks::MOST_CELLS }, "How many columns."),
            optional("show", Kind::Choice(tasks::SHOW), "f(a,b), or the offset f(a,b) − b."),
        ],
        example: "rows=9&cols=13&show=offset",
        answer: &[
            ("game", "string"),
            ("rows", "integer"),
            ("cols", "integer"),
            ("show", "string"),
            ("cells", "array"),
        ],
        task: tasks::table,
    },
    Route {
        name: "rows",
        summary: "The period of every row of f(a,b): proved, or unknown if the time was too short.",
        parameters: &[
            FAMILY,
            required("to", Kind::Number { most: tasks::LAST_ROW }, "The last row."),
        ],
        example: "to=12",
        answer: &[("game", "string"), ("rows", "array")],
        task: tasks::rows,
    },
    Route {
        name: "row",
        summary: "One row as the papers write it: the lists L1 and L2.",
        parameters: &[ROW, FAMILY],
        example: "row=7",
        answer: &[
            ("game", "string"),
            ("rest", "array"),
            ("preperiod", "integer"),
            ("period", "integer"),
            ("once", "array"),
            ("repeating", "array"),
            ("status", "string"),
        ],
        task: tasks::row,
    },
    Route {
        name: "matching",
        summary: "The pairs [b, f(a,b)] of a row in which b or f(a,b) lies in the given columns.",
        parameters: &[
            ROW,
            FAMILY,
            optional("from", Kind::Number { most: tasks::LAST_COLUMN }, "The first column."),
            optional("to", Kind::Number { most: tasks::LAST_COLUMN }, "The column after the last."),
        ],
        example: "row=7&from=0&to=40",
        answer: &[("game", "string"), ("rest", "array"), ("pairs", "array")],
        task: tasks::matching,
    },
    Route {
        name: "covers",
        summary: "Which of the rows 8m and 8m + 6 are cover rows: proved, excluded or open.",
        parameters: &[
            FAMILY,
            required("to", Kind::Number { most: tasks::LAST_ROW }, "The last row."),
        ],
        example: "to=30",
        answer: &[
            ("game", "string"),
            ("to", "integer"),
            ("covers", "array"),
            ("excluded", "array"),
            ("hidden", "array"),
            ("open", "array"),
            ("searched_to_column", "integer"),
        ],
        task: tasks::covers,
    },
    Route {
        name: "claims",
        summary: "The ledger: the statements of the papers that are checked so far. `pending` names \
                  the others; ask again in a few seconds.",
        parameters: &[optional("id", Kind::Text, "One claim, such as LH-C10.")],
        example: "id=LH-C10",
        answer: &[("effort", "string"), ("claims", "array"), ("pending", "array")],
        task: tasks::claims,
    },
    Route {
        name: "games",
        summary: "The named games, with their rules in words.",
        parameters: &[],
        example: "",
        answer: &[("games", "array")],
        task: tasks::games,
    },
];

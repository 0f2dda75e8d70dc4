//! What can go wrong, with its status code, for people and for programs.

use std::ops::Range;

use amalgam::SolveError;
use amalgam::base::budget::LimitReached;
use amalgam::engines::rows::RowError;
use amalgam::engines::three::table::TableError;
use amalgam::learn::Trouble;
use amalgam::{Classified, Fault, ParseError, Topic};
use amalgam_ask::Kind;
use amalgam_draw::DrawError;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// 400 for input that cannot be read, 422 for a limit, 429 for a full lane, …
    pub status: StatusCode,
    /// What was wrong, in a sentence.
    pub message: String,
    /// Where: the name of the field, the bytes of it that are wrong, and the text with a caret.
    pub place: Option<Box<Place>>,
    /// What to do instead.
    pub suggestion: Option<String>,
}

/// Where a text is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The parameter.
    pub field: Option<&'static str>,
    /// Which bytes of it.
    pub span: Range<usize>,
    /// The text with a line of carets below.
    pub caret: String,
}

impl Problem {
    /// Input that makes no sense.
    pub fn input(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, message)
    }

    /// A limit was reached, and nothing is claimed.
    pub fn limit(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// There is no such page.
    pub fn not_found() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "there is no such page")
    }

    /// Too many hard questions at once.
    pub fn busy() -> Problem {
        let message = "the server is busy with other hard questions";
        Problem::new(StatusCode::TOO_MANY_REQUESTS, message).suggest("try again in a few seconds")
    }

    /// A bug of ours.
    pub fn internal() -> Problem {
        let message = "something went wrong on the server; this is a bug, not your mistake";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// A problem with this status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Problem {
        Problem { status, message: message.into(), place: None, suggestion: None }
    }

    /// An error of a library. This is the one place that makes a status of its fault.
    pub fn of(error: &impl Classified) -> Problem {
        match error.fault() {
            Fault::Input => Problem::input(error.to_string()),
            Fault::TooLarge | Fault::Limit => Problem::limit(error.to_string()),
            _ => Problem::internal(),
        }
    }

    /// Adds what to do instead.
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Problem {
        self.suggestion = Some(suggestion.into());
        self
    }

    /// Says which parameter is meant.
    pub fn field(mut self, field: &'static str) -> Problem {
        if let Some(place) = &mut self.place {
            place.field = Some(field);
        }
        self
    }

    /// The problem as programs read it.
    pub fn to_json(&self) -> Value {
        let mut error = json!({"status": self.status.as_u16(), "message": self.message});
        if let Some(Place { field, span, caret }) = self.place.as_deref() {
            error["field"] = json!(field);
            error["span"] = json!([span.start, span.end]);
            error["caret"] = json!(caret);
        }
        error["suggestion"] = json!(self.suggestion);
        json!({"schema": "amalgam/error/1", "error": error})
    }

    /// The answer with a body already made, and with the headers that belong to the status.
    pub fn respond(&self, body: impl IntoResponse) -> Response {
        let retry =
            (self.status == StatusCode::TOO_MANY_REQUESTS).then_some([("retry-after", "2")]);
        match retry {
            Some(header) => (self.status, header, body).into_response(),
            None => (self.status, body).into_response(),
        }
    }
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Problem {
        let place = Place { field: None, span: error.span(), caret: error.caret() };
        let suggestion = match (error.suggestion(), error.topic()) {
            (None, Some(Topic::Games)) => Some("the games are listed at /games".to_owned()),
            (suggestion, _) => suggestion.map(str::to_owned),
        };
        Problem { place: Some(Box::new(place)), suggestion, ..Problem::of(&error) }
    }
}

/// How to get further than a page may go.
const ELSEWHERE: &str = "ask for less, or use the command line, where you set the limits yourself";

impl From<LimitReached> for Problem {
    fn from(reached: LimitReached) -> Problem {
        Problem::limit(format!("{reached}; nothing is claimed")).suggest(ELSEWHERE)
    }
}

impl From<RowError> for Problem {
    fn from(error: RowError) -> Problem {
        match error {
            RowError::Limit(limit) => limit.into(),
            error if error.fault() == Fault::Limit => {
                Problem::limit(format!("{error}; nothing is claimed")).suggest(ELSEWHERE)
            }
            error => Problem::of(&error),
        }
    }
}

/// The parameters that a problem of a question can be about.
const FIELDS: [&str; 7] = ["row", "rest", "game", "to", "rows", "cols", "matching"];

impl From<amalgam_ask::Problem> for Problem {
    fn from(problem: amalgam_ask::Problem) -> Problem {
        let problem = problem.in_data();
        let message = problem.message.clone();
        let made = match problem.kind {
            Kind::Input => Problem { suggestion: problem.suggestion, ..Problem::input(message) },
            Kind::TooLarge | Kind::Limit | Kind::Interrupted => {
                Problem::limit(message).suggest(ELSEWHERE)
            }
            Kind::Broken => return Problem::internal(),
        };
        let place = *problem.place;
        let field = FIELDS.into_iter().find(|known| place.field.as_deref() == Some(known));
        let place = place
            .caret
            .zip(place.span)
            .map(|(caret, [start, end])| Box::new(Place { field, span: start..end, caret }));
        Problem { place, ..made }
    }
}

impl From<SolveError> for Problem {
    fn from(error: SolveError) -> Problem {
        match error {
            SolveError::Parse(error) => error.into(),
            SolveError::Limit(limit) => limit.into(),
            SolveError::Rows(error) => error.into(),
            SolveError::NoCompletion => {
                Problem::of(&error).suggest("amalgamation and nim have completions")
            }
            SolveError::TooManyMoves(_) | SolveError::OptionsUnknown => {
                Problem::of(&error).suggest("solve shows the winning moves")
            }
            error => Problem::of(&error),
        }
    }
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Problem {
        match trouble {
            Trouble::Answer(error) => error.into(),
            Trouble::Solve(error) => error.into(),
            Trouble::Setup(error) => Problem::of(&error),
            trouble @ Trouble::Posed(_) => Problem::of(&trouble),
        }
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Problem {
        match error.fault() {
            Fault::Limit => Problem::of(&error).suggest(ELSEWHERE),
            _ => Problem::of(&error),
        }
    }
}

impl From<DrawError> for Problem {
    fn from(error: DrawError) -> Problem {
        Problem::of(&error)
    }
}

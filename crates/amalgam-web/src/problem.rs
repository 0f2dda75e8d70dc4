//! What can go wrong, with its status code, for people and for programs.

use amalgam::base::budget::LimitReached;
use amalgam::engines::rests::RestError;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::table::TableError;
use amalgam::learn::Trouble;
use amalgam::{Classified, ParseError, SolveError, Topic};
use amalgam_ask::Kind;
use amalgam_draw::DrawError;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// 400 for input that cannot be read, 422 for a limit, 429 for a full lane, …
    pub status: StatusCode,
    /// Whose fault it is.
    pub kind: Kind,
    /// What was wrong, in a sentence.
    pub message: String,
    /// The parameter that is wrong.
    pub field: Option<String>,
    /// Where its text is wrong.
    pub place: Option<Box<Place>>,
    /// What to do instead.
    pub suggestion: Option<String>,
}

/// Where a text is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which characters of it, if that is known: the first, and the one after the last.
    pub span: Option<[usize; 2]>,
    /// The text with a line of carets below.
    pub caret: String,
}

/// A problem as programs read it: that of the command line, with the status of HTTP.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(crate) struct Said<'a> {
    /// The name of this shape, with its number.
    schema: &'static str,
    /// What went wrong.
    error: Details<'a>,
}

/// What went wrong, where, and what to do instead.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Details<'a> {
    /// The status of HTTP.
    status: u16,
    /// Whose fault it is.
    kind: Kind,
    /// What is wrong, in a sentence without a full stop.
    message: &'a str,
    /// The parameter that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    /// Which characters of its text are wrong: the first, and the one after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
    /// The text with carets below what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    caret: Option<&'a str>,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<&'a str>,
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
        let kind = match status.as_u16() {
            422 | 429 => Kind::Limit,
            500.. => Kind::Broken,
            _ => Kind::Input,
        };
        Problem {
            status,
            kind,
            message: message.into(),
            field: None,
            place: None,
            suggestion: None,
        }
    }

    /// An error of a library.
    pub fn of(error: &impl Classified) -> Problem {
        amalgam_ask::Problem::of(error).into()
    }

    /// Adds what to do instead.
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Problem {
        self.suggestion = Some(suggestion.into());
        self
    }

    /// Says which parameter is meant.
    pub fn field(mut self, field: &str) -> Problem {
        self.field = Some(field.to_owned());
        self
    }

    /// The problem as programs read it.
    pub fn to_json(&self) -> Value {
        let place = self.place.as_deref();
        json!(Said {
            schema: "amalgam/error/2",
            error: Details {
                status: self.status.as_u16(),
                kind: self.kind,
                message: &self.message,
                field: self.field.as_deref(),
                span: place.and_then(|place| place.span),
                caret: place.map(|place| place.caret.as_str()),
                suggestion: self.suggestion.as_deref(),
            },
        })
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

/// How to get further than a page may go.
const ELSEWHERE: &str = "ask for less, or use the command line, where you set the limits yourself";

impl From<amalgam_ask::Problem> for Problem {
    /// The one place that makes a status of whose fault it is.
    fn from(problem: amalgam_ask::Problem) -> Problem {
        let status = match problem.kind {
            Kind::Input => StatusCode::BAD_REQUEST,
            Kind::TooLarge | Kind::Limit | Kind::Interrupted => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::Broken => return Problem::internal(),
        };
        let problem = problem.in_data();
        let amalgam_ask::Problem { kind, message, place, suggestion } = problem;
        // Nobody can raise a bound of this server by asking.
        let suggestion = match suggestion {
            Some(text)
                if kind == Kind::Limit
                    && (text.contains("`time`") || text.contains("`memory`")) =>
            {
                Some(ELSEWHERE.to_owned())
            }
            suggestion => suggestion,
        };
        let amalgam_ask::Place { field, span, caret, .. } = *place;
        let place = caret.map(|caret| Box::new(Place { span, caret }));
        Problem { status, kind, message, field, place, suggestion }
    }
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Problem {
        let games = matches!(error.topic(), Some(Topic::Games)) && error.suggestion().is_none();
        let problem = Problem::from(amalgam_ask::Problem::from(error));
        if games { problem.suggest("the games are listed at /games") } else { problem }
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

/// What is a problem everywhere is one here.
macro_rules! problems {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for Problem {
            fn from(error: $error) -> Problem {
                amalgam_ask::Problem::from(error).into()
            }
        })*
    };
}

problems! { LimitReached, RestError, SearchError, SolveError }

impl From<TableError> for Problem {
    fn from(error: TableError) -> Problem {
        let problem = Problem::of(&error);
        if problem.kind == Kind::Limit { problem.suggest(ELSEWHERE) } else { problem }
    }
}

impl From<DrawError> for Problem {
    fn from(error: DrawError) -> Problem {
        Problem::of(&error)
    }
}

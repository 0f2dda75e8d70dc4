//! Errors as exceptions: whose fault it is says which, and the text has the carets of the command line.

use amalgam::base::budget::LimitReached;
use amalgam::engines::census::CensusError;
use amalgam::engines::cube::CubeError;
use amalgam::engines::rows::RowError;
use amalgam::engines::three::table::TableError;
use amalgam::games::own::{ExploreError, OwnError};
use amalgam::lab::survey::SeriesError;
use amalgam::{Classified, Fault, ParseError, ReadError, SolveError, Topic};
use amalgam_ask::Kind;
use amalgam_draw::DrawError;
use amalgam_draw::tree::TreeError;
use amalgam_export::format::ExportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Why there is no answer: what is said, and which exception says it.
#[derive(Debug)]
pub(crate) struct Failure {
    fault: Fault,
    message: String,
    caret: Option<String>,
    help: Option<String>,
}

impl Failure {
    pub(crate) fn input(message: impl Into<String>, help: &str) -> Failure {
        Failure::new(Fault::Input, message, Some(help.to_owned()))
    }

    pub(crate) fn limit(message: impl Into<String>, help: &str) -> Failure {
        Failure::new(Fault::Limit, message, Some(help.to_owned()))
    }

    /// What a library says, with what helps here.
    pub(crate) fn of(error: &impl Classified, help: Option<&str>) -> Failure {
        Failure::new(error.fault(), error.to_string(), help.map(str::to_owned))
    }

    pub(crate) fn broken(message: impl Into<String>) -> Failure {
        Failure::new(Fault::Broken, message, None)
    }

    fn new(fault: Fault, message: impl Into<String>, help: Option<String>) -> Failure {
        Failure { fault, message: message.into(), caret: None, help }
    }

    /// The exception, which is raised in the module `amalgam_nim.errors`.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        static KINDS: [PyOnceLock<Py<PyType>>; 4] = [const { PyOnceLock::new() }; 4];
        let (kind, name) = match self.fault {
            Fault::Limit => (&KINDS[0], "LimitReached"),
            Fault::TooLarge => (&KINDS[1], "TooLargeError"),
            Fault::Broken => (&KINDS[2], "BrokenError"),
            _ => (&KINDS[3], "InputError"),
        };
        match kind.import(py, "amalgam_nim.errors", name) {
            Ok(kind) => PyErr::from_type(kind.clone(), (self.message, self.caret, self.help)),
            Err(error) => error,
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Python::attach(|py| failure.raise(py))
    }
}

/// What helps where a bound was met.
const RAISE: &str = "nothing is claimed; ask for less, or raise memory= or time=";

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        let games = "amalgam_nim.games() lists the games";
        let help = match (error.topic(), error.suggestion()) {
            (Some(Topic::Games), Some(suggestion)) => Some(format!("{games}; {suggestion}")),
            (Some(Topic::Games), None) => Some(games.to_owned()),
            (_, suggestion) => suggestion.map(str::to_owned),
        };
        Failure { caret: Some(error.caret()), ..Failure::of(&error, help.as_deref()) }
    }
}

impl From<LimitReached> for Failure {
    fn from(error: LimitReached) -> Failure {
        Failure::of(&error, Some(RAISE))
    }
}

impl From<OwnError> for Failure {
    fn from(error: OwnError) -> Failure {
        Failure { caret: error.caret(), ..Failure::of(&error, error.suggestion.as_deref()) }
    }
}

impl From<ExploreError> for Failure {
    fn from(error: ExploreError) -> Failure {
        let help = error.suggestion();
        Failure { caret: error.caret(), ..Failure::of(&error, help.as_deref()) }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match error {
            ReadError::Parse(error) => error.into(),
            ReadError::Explore(error) => error.into(),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match error {
            SolveError::Parse(error) => error.into(),
            SolveError::Limit(error) => error.into(),
            SolveError::TooManyMoves(_) | SolveError::OptionsUnknown => {
                Failure::of(&error, Some("solve(…).winning_moves has the winning ones"))
            }
            error => Failure::of(&error, None),
        }
    }
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Failure {
        match error {
            TreeError::Limit(error) => error.into(),
            TreeError::Draw(error) => error.into(),
        }
    }
}

impl From<amalgam_ask::Problem> for Failure {
    fn from(problem: amalgam_ask::Problem) -> Failure {
        let fault = match problem.kind {
            Kind::Input => Fault::Input,
            Kind::TooLarge => Fault::TooLarge,
            Kind::Limit | Kind::Interrupted => Fault::Limit,
            Kind::Broken => Fault::Broken,
        };
        let help = problem.suggestion_for(|name| format!("{}=", name.replace('-', "_")));
        Failure { caret: problem.place.caret, ..Failure::new(fault, problem.message, help) }
    }
}

/// Errors that say all there is to say.
macro_rules! plain {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                let help = (error.fault() == Fault::Limit).then_some(RAISE);
                Failure::of(&error, help)
            }
        })*
    };
}

plain!(
    RowError,
    TableError,
    CubeError,
    CensusError,
    DrawError,
    ExportError,
    SeriesError,
    amalgam_export::Error
);

//! Errors as exceptions: whose fault it is says which, and the text has the carets of the command line.

use amalgam::base::budget::LimitReached;
use amalgam::engines::census::CensusError;
use amalgam::engines::cube::CubeError;
use amalgam::engines::rests::RestError;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::table::TableError;
use amalgam::games::own::{ExploreError, OwnError};
use amalgam::{Classified, ParseError, ReadError, SolveError};
use amalgam_ask::{Kind, Problem};
use amalgam_draw::DrawError;
use amalgam_draw::tree::TreeError;
use amalgam_export::format::ExportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Why there is no answer: what is said, and which exception says it.
#[derive(Debug)]
pub(crate) struct Failure(Problem);

impl Failure {
    pub(crate) fn input(message: impl Into<String>, help: &str) -> Failure {
        Failure(Problem::input(message).suggest(help))
    }

    pub(crate) fn limit(message: impl Into<String>, help: &str) -> Failure {
        Failure(Problem::limit(message).suggest(help))
    }

    pub(crate) fn broken(message: impl Into<String>) -> Failure {
        Failure(Problem { kind: Kind::Broken, ..Problem::input(message) })
    }

    /// What a library says; a bound that was met can be raised.
    fn of(error: &dyn Classified) -> Failure {
        let problem = Problem::of(error);
        Failure(if problem.kind == Kind::Limit { problem.suggest(RAISE) } else { problem })
    }

    /// The exception, which is raised in the module `amalgam_nim.errors`.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        static KINDS: [PyOnceLock<Py<PyType>>; 4] = [const { PyOnceLock::new() }; 4];
        let (kind, name) = match self.0.kind {
            Kind::Limit | Kind::Interrupted => (&KINDS[0], "LimitReached"),
            Kind::TooLarge => (&KINDS[1], "TooLargeError"),
            Kind::Broken => (&KINDS[2], "BrokenError"),
            Kind::Input => (&KINDS[3], "InputError"),
        };
        let help = self.0.suggestion_for(|name| format!("{}=", name.replace('-', "_")));
        // What is a command elsewhere is a call here.
        let help = help.map(|text| {
            let text = text.replace("`amalgam games`", "amalgam_nim.games()");
            text.replace("`amalgam claims`", "amalgam_nim.claim_ids()")
        });
        let Problem { message, place, .. } = self.0;
        match kind.import(py, "amalgam_nim.errors", name) {
            Ok(kind) => PyErr::from_type(
                kind.clone(),
                (message, place.caret, help, place.field, place.span),
            ),
            Err(error) => error,
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Python::attach(|py| failure.raise(py))
    }
}

/// What helps where a bound was met.
const RAISE: &str = "nothing is claimed; ask for less, or raise --memory or --time";

impl From<OwnError> for Failure {
    fn from(error: OwnError) -> Failure {
        ExploreError::Own(error).into()
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

/// Errors that are problems of any question.
macro_rules! problems {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure(error.into())
            }
        })*
    };
}

problems!(
    Problem,
    ParseError,
    LimitReached,
    ReadError,
    ExploreError,
    SolveError,
    SearchError,
    RestError,
    CubeError,
    amalgam_export::Error
);

/// Errors that say all there is to say.
macro_rules! plain {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::of(&error)
            }
        })*
    };
}

plain!(TableError, CensusError, DrawError, ExportError);

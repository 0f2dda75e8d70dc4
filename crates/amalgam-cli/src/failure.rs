//! What can go wrong, how it is said, and the exit code.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use amalgam::engines::cube::CubeError;
use amalgam::engines::rests::RestError;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::table::TableError;
use amalgam::games::own::{ExploreError, OwnError};
use amalgam::{Classified, LimitReached, ParseError, ReadError, SolveError, nearest};
use amalgam_ask::{Kind, Paint, Problem};
use amalgam_draw::DrawError;
use amalgam_draw::tree::TreeError;
use amalgam_export::Error;
use amalgam_export::format::ExportError;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde_json::json;

use crate::output;

/// What a verb came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Done, or yes: exit code 0.
    Yes,
    /// The answer is no: exit code 1.
    No,
}

/// Why a verb has no answer: what is said on standard error, and the exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    said: Said,
    json: bool,
}

#[derive(Debug)]
enum Said {
    Problem(Problem),
    /// Whoever closed the pipe has read enough, or help was asked for and shown.
    Nothing,
}

impl Failure {
    /// The input makes no sense: exit code 2.
    pub(crate) fn input(message: impl Into<String>, help: Option<String>) -> Failure {
        Failure::helped(Problem::input(message), help)
    }

    /// A limit was reached and nothing is claimed: exit code 3.
    pub(crate) fn limit(message: impl Into<String>, help: Option<String>) -> Failure {
        Failure::helped(Problem::limit(message), help)
    }

    /// Somebody pressed Ctrl-C: exit code 130, as shells have it.
    pub(crate) fn interrupted(message: impl Into<String>) -> Failure {
        Problem::interrupted(message).into()
    }

    /// It needs a part of the program that was left out when it was built.
    #[cfg(not(all(feature = "scripts", feature = "web")))]
    pub(crate) fn without(what: &str, feature: &str) -> Failure {
        Failure::input(
            format!("{what}, and this amalgam was built without the feature `{feature}`"),
            Some(format!("build it with `cargo build --release --features {feature}`")),
        )
    }

    /// There is nothing of this name, and perhaps another was meant.
    pub(crate) fn unknown(what: &str, word: Option<&String>, known: &[&str]) -> Failure {
        Problem::unknown(what, word.map_or("", String::as_str), known).into()
    }

    /// What a library says, with what helps here.
    pub(crate) fn of(error: &impl Classified, help: Option<&str>) -> Failure {
        Failure::helped(Problem::of(error), help.map(str::to_owned))
    }

    fn helped(problem: Problem, help: Option<String>) -> Failure {
        match help {
            Some(help) => problem.suggest(help).into(),
            None => problem.into(),
        }
    }

    /// The same failure, said as one JSON object if `json`.
    pub(crate) fn in_json(self, json: bool) -> Failure {
        Failure { json, ..self }
    }

    /// A problem as the object that programs read.
    pub(crate) fn object(problem: &Problem) -> serde_json::Value {
        json!({"schema": "amalgam/error/2", "error": problem})
    }

    /// Says what went wrong on standard error, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let Said::Problem(problem) = &self.said else { return ExitCode::SUCCESS };
        // Whoever does not listen to standard error still gets the exit code.
        let mut told = std::io::stderr().lock();
        if self.json {
            let _ = writeln!(told, "{}", Failure::object(&problem.clone().in_data()));
            return self.code();
        }
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let paint = Paint(!refused && std::io::stderr().is_terminal());
        let _ = writeln!(told, "{}: {}", paint.bad("error"), problem.message);
        for line in problem.place.caret.iter().flat_map(|caret| caret.lines()) {
            let _ = writeln!(told, "  {line}");
        }
        if let Some(help) = &problem.suggestion {
            let _ = writeln!(told, "{}: {help}", paint.hint("help"));
        }
        self.code()
    }

    /// The one place where an exit code follows from whose fault it is.
    fn code(&self) -> ExitCode {
        let Said::Problem(problem) = &self.said else { return ExitCode::SUCCESS };
        ExitCode::from(match problem.kind {
            Kind::Limit => 3,
            Kind::Interrupted => 130,
            Kind::Input | Kind::TooLarge | Kind::Broken => 2,
        })
    }

    /// What is wrong with the arguments. Help and version are no errors.
    pub(crate) fn arguments(error: &clap::Error) -> Failure {
        if error.exit_code() == 0 {
            let shown = output::print(&error.render().to_string());
            return shown.err().unwrap_or(Failure { said: Said::Nothing, json: false });
        }
        let json = std::env::args_os().any(|word| word == "--json");
        Failure::from(wrong_arguments(error)).in_json(json)
    }
}

/// What clap complains about, in our style: what is wrong, where, and what to write instead.
fn wrong_arguments(error: &clap::Error) -> Problem {
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        Some(ContextValue::StyledStr(text)) => Some(text.to_string()),
        Some(ContextValue::StyledStrs(texts)) => texts.first().map(ToString::to_string),
        Some(ContextValue::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let at = |word: &str, message: String| ParseError::new(word, 0..word.len(), message);
    let argument = text(ContextKind::InvalidArg).unwrap_or_default();
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    let near = text(ContextKind::SuggestedArg)
        .or_else(|| text(ContextKind::SuggestedValue))
        .or_else(|| text(ContextKind::SuggestedSubcommand));
    let near = near.map(|near| format!("did you mean `{near}`?"));
    let usage = text(ContextKind::Usage).map(|usage| usage.replace("Usage: ", "write `"));
    let usage =
        usage.map(|usage| format!("{}`", usage.split_whitespace().collect::<Vec<_>>().join(" ")));
    let name = argument.split_whitespace().next().unwrap_or_default().to_owned();
    match error.kind() {
        ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument if argument.is_empty() => {
            let word = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            let command = crate::command();
            let verbs: Vec<&str> = command.get_subcommands().map(|verb| verb.get_name()).collect();
            let error = at(&word, format!("unknown verb `{word}`"));
            Problem::from(match nearest(&word, verbs.iter().copied()) {
                Some(near) => error.suggest(format!("did you mean `{near}`?")),
                None => error.suggest(format!("the verbs are {}", verbs.join(", "))),
            })
        }
        ErrorKind::UnknownArgument
            if argument
                .strip_prefix('-')
                .is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit())) =>
        {
            Problem::from(at(&argument, "a number cannot be negative here".to_owned()))
        }
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            let error = at(&argument, format!("unknown option `{argument}`"));
            Problem::from(error.suggest(near.unwrap_or("`--help` lists the options".to_owned())))
        }
        ErrorKind::UnknownArgument => {
            let error = at(&argument, format!("`{argument}` is one word too many"));
            let help = usage.unwrap_or("put several words in quotation marks".to_owned());
            Problem::from(error.suggest(help))
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            Problem::input(format!("{name} needs a value")).suggest(format!("write {argument}"))
        }
        ErrorKind::InvalidValue => {
            let error = at(&value, format!("`{value}` is none of the choices of {name}"));
            let choices = text(ContextKind::ValidValue).unwrap_or_default();
            Problem::from(match near {
                Some(near) => error.suggest(format!("{near} The choices are {choices}")),
                None => error.suggest(format!("choose one of {choices}")),
            })
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            let (message, help) = match value.starts_with('-') && value[1..].parse::<u64>().is_ok()
            {
                true => (format!("{name} cannot be negative"), None),
                false if why.contains("invalid digit") => {
                    let help = format!("write a number, as in {name} 12");
                    (format!("`{value}` is not a whole number"), Some(help))
                }
                false if why.contains("number too large") => {
                    (format!("`{value}` is too large for {name}"), None)
                }
                false if why.contains(" is not in ") => {
                    (format!("`{value}` does not fit {name}"), Some(range(&why)))
                }
                false if why.starts_with("write ") => {
                    (format!("`{value}` does not fit {name}"), Some(why))
                }
                false => (format!("`{value}` does not fit {name}: {why}"), None),
            };
            let error = at(&value, message);
            Problem::from(match help {
                Some(help) => error.suggest(help),
                None => error,
            })
        }
        ErrorKind::MissingRequiredArgument => {
            let problem = Problem::input(match argument.contains(", ") {
                true => format!("some arguments are missing: {argument}"),
                false => format!("an argument is missing: {argument}"),
            });
            usage.into_iter().fold(problem, Problem::suggest)
        }
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg).unwrap_or_default();
            Problem::input(format!("{argument} and {other} do not go together"))
                .suggest("leave one of them out")
        }
        _ => {
            let rendered = error.to_string();
            let first = rendered.lines().next().unwrap_or_default();
            let problem = Problem::input(first.trim_start_matches("error: "));
            usage.into_iter().fold(problem, Problem::suggest)
        }
    }
}

/// What clap says of a range, in words: `0 is not in 1..=1000`.
fn range(why: &str) -> String {
    let (_, range) = why.split_once(" is not in ").unwrap_or_default();
    let (least, most) = range.split_once("..").unwrap_or((range, ""));
    match most.trim_start_matches('=') {
        "" | "18446744073709551615" => format!("write a number of at least {least}"),
        most => format!("write a number from {least} to {most}"),
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure { said: Said::Problem(problem), json: false }
    }
}

/// What becomes a [`Problem`] becomes a failure.
macro_rules! problems {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Problem::from(error).into()
            }
        })*
    };
}

problems! {
    ParseError, LimitReached, RestError, SearchError, CubeError, SolveError, ExploreError, ReadError,
}

impl From<OwnError> for Failure {
    fn from(error: OwnError) -> Failure {
        ExploreError::Own(error).into()
    }
}

impl From<std::io::Error> for Failure {
    /// The answer could not be written. Whoever closed the pipe has read enough: no failure.
    fn from(error: std::io::Error) -> Failure {
        match error.kind() == std::io::ErrorKind::BrokenPipe {
            true => Failure { said: Said::Nothing, json: false },
            false => Problem::of(&Error::Output(error)).into(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Output(error) => error.into(),
            error => Problem::from(error).into(),
        }
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        match error {
            TableError::Limit(limit) => limit.into(),
            TableError::Memory { .. } => {
                Failure::of(&error, Some("ask for less, or raise --memory"))
            }
            error => Failure::of(&error, None),
        }
    }
}

impl From<DrawError> for Failure {
    fn from(error: DrawError) -> Failure {
        match error {
            DrawError::TooLarge { what, fits } => {
                Failure::input(format!("{what} is too large for a picture"), Some(fits))
            }
            _ => Failure::of(&error, None),
        }
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        match error {
            ExportError::Io(error) => error.into(),
            ExportError::Unfit { instead, .. } => {
                Failure::of(&error, Some(&format!("use --format {instead}")))
            }
            ExportError::TooLarge { format, what, fits } => {
                Failure::input(format!("{what} is too large for {format}"), Some(fits))
            }
        }
    }
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Failure {
        match error {
            TreeError::Limit(reached) => reached.into(),
            TreeError::Draw(error) => error.into(),
        }
    }
}

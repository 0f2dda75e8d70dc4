//! What the interpreter complains about, in the words and with the places of this project.

use amalgam::games::own::{OwnError, Place};
use amalgam::{Fault, nearest};
use rhai::{EvalAltResult, ParseError, ParseErrorType, Position};

use crate::ScriptLimits;
use crate::convert::describe;
use crate::engine::Stop;

/// A script's name and text, to point into.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Source {
    /// An error that points at a place in the script.
    pub(crate) fn error(&self, message: impl Into<String>, at: Position) -> OwnError {
        OwnError { place: self.place(at), ..OwnError::new(message) }
    }

    fn place(&self, at: Position) -> Option<Box<Place>> {
        let line = at.line()?;
        let text = self.text.lines().nth(line - 1).unwrap_or("").to_owned();
        let column = at.position().unwrap_or(1);
        Some(Box::new(Place { file: self.name.clone(), line, column, text }))
    }

    /// The script cannot be read.
    pub(crate) fn syntax(&self, error: &ParseError, limits: &ScriptLimits) -> OwnError {
        let mut own = self.error(lower(&error.err_type().to_string()), error.position());
        match error.err_type() {
            ParseErrorType::ExprTooDeep => {
                own.message = format!("nested more than {} deep", limits.nesting);
                own.suggestion = Some("put a part of it into a function of its own".to_owned());
            }
            ParseErrorType::Reserved(word)
            | ParseErrorType::BadInput(rhai::LexError::ImproperSymbol(word, _)) => {
                own.suggestion = forbidden(word).map(str::to_owned);
            }
            _ => {}
        }
        if own.place.as_ref().is_some_and(|place| has_fraction(place)) {
            own.message = "there are whole numbers only".to_owned();
        }
        own
    }

    /// A bound was met.
    fn limit(&self, message: String, suggestion: &str, at: Position) -> OwnError {
        let suggestion = Some(suggestion.to_owned());
        OwnError { fault: Fault::Limit, suggestion, ..self.error(message, at) }
    }

    /// The function of the script that stands at `function` was stopped.
    pub(crate) fn stopped(
        &self,
        stop: Stop,
        limits: &ScriptLimits,
        function: Position,
    ) -> OwnError {
        let message = match stop {
            Stop::Operations => format!("more than {} operations in one call", limits.operations),
            Stop::Time => format!("one call took longer than {:?}", limits.time),
        };
        self.limit(message, "does some loop never end?", function)
    }

    /// The function of the script that stands at `function` broke down.
    pub(crate) fn runtime(
        &self,
        error: EvalAltResult,
        limits: &ScriptLimits,
        functions: &[String],
        function: Position,
    ) -> OwnError {
        use EvalAltResult as E;
        // The innermost call has the place that matters.
        let mut error = error;
        while let E::ErrorInFunctionCall(_, _, inner, _) = error {
            error = *inner;
        }
        // Where a bound was met is not known, only in which function.
        let at = Some(error.take_position()).filter(|at| !at.is_none()).unwrap_or(function);
        let limit = |message, suggestion| self.limit(message, suggestion, at);
        match error {
            E::ErrorStackOverflow(..) => limit(
                format!("calls nested more than {} deep", limits.calls),
                "does a function call itself for ever?",
            ),
            E::ErrorTooManyVariables(..) => limit(
                format!("more than {} variables in one function", limits.variables),
                "put a part of it into a function of its own",
            ),
            E::ErrorDataTooLarge(what, ..) => {
                let (kind, most) = match what.as_str() {
                    "Length of string" => {
                        ("a string of more than", format!("{} bytes", limits.text))
                    }
                    "Size of object map" => ("a map of more than", format!("{} keys", limits.keys)),
                    _ => ("an array of more than", format!("{} elements", limits.elements)),
                };
                limit(format!("{kind} {most}"), "start from a smaller position")
            }
            E::ErrorRuntime(value, ..) => self.error(
                match value.is_string() {
                    true => format!("the script says: {value}"),
                    false => format!("the script throws {}", describe(&value)),
                },
                at,
            ),
            // Sorting says it so; there is no signature in it.
            E::ErrorFunctionNotFound(said, ..) if !said.contains('(') => self.error(said, at),
            E::ErrorFunctionNotFound(signature, ..) => {
                let name = signature.split([' ', '(']).next().unwrap_or("").to_owned();
                let known = functions.iter().map(String::as_str).chain(COMMON);
                // A word with another first letter is hardly ever what was meant.
                let near =
                    nearest(&name, known.filter(|word| word.as_bytes()[0] == name.as_bytes()[0]));
                let signature = signature.replace("&str | ImmutableString | String", "string");
                OwnError {
                    suggestion: near
                        .filter(|near| *near != name)
                        .map(|near| format!("did you mean `{near}`?")),
                    ..self.error(
                        format!("there is no function {}", signature.replace("i64", "integer")),
                        at,
                    )
                }
            }
            E::ErrorVariableNotFound(name, ..) => OwnError {
                suggestion: Some("a function sees its parameters and its own variables".to_owned()),
                ..self.error(format!("there is no variable `{name}` here"), at)
            },
            other => self.error(lower(&other.to_string()), at),
        }
    }
}

/// Functions that scripts use most, for suggestions.
const COMMON: [&str; 24] = [
    "abs", "all", "append", "contains", "dedup", "extract", "filter", "index_of", "insert", "keys",
    "len", "map", "max", "min", "pop", "push", "reduce", "remove", "reverse", "shift", "some",
    "sort", "splice", "truncate",
];

/// Why a word of the language is not to be had here.
fn forbidden(word: &str) -> Option<&'static str> {
    match word {
        "eval" => Some("a script cannot write scripts"),
        "curry" => Some("call the function with all its arguments"),
        "import" | "export" => Some("a game stands in one file: copy the functions it needs"),
        _ => None,
    }
}

/// Whether a number with a fraction stands at the place or ends just before it.
fn has_fraction(place: &Place) -> bool {
    let letters: Vec<char> = place.text.chars().collect();
    let at = place.column.saturating_sub(1);
    (at.saturating_sub(1)..=at).any(|dot| {
        letters.get(dot) == Some(&'.')
            && dot > 0
            && letters[dot - 1].is_ascii_digit()
            && letters.get(dot + 1).is_some_and(char::is_ascii_digit)
    })
}

/// Sentences of this project start after a colon.
fn lower(message: &str) -> String {
    let mut letters = message.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

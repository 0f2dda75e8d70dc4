//! Why a question has no answer: an error as data, the same for every door.

use std::borrow::Cow;
use std::ops::Range;

use amalgam::base::budget::{Limit, LimitReached};
use amalgam::engines::census::CensusError;
use amalgam::engines::rows::RowError;
use amalgam::games::own::ExploreError;
use amalgam::{Classified, Fault, ParseError, ReadError, SolveError, Topic, nearest};
use amalgam_export::Error;
use schemars::JsonSchema;
use serde::Serialize;

/// What went wrong, where, and what to do instead.
///
/// A suggestion names a parameter as the command line does, `--max`. Other doors have their own names for it:
/// see [`Problem::suggestion_for`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// Whose fault it is.
    pub kind: Kind,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// Where it is wrong.
    #[serde(flatten)]
    pub place: Box<Place>,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

/// Where a question is wrong, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// The parameter that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The text that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Which characters of the text are wrong: the first, and the one after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<[usize; 2]>,
    /// The text with carets below what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caret: Option<String>,
}

/// Whose fault it is that there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The question makes no sense, or there is no such thing.
    Input,
    /// The question makes sense and asks for more than this program is made for.
    TooLarge,
    /// A bound was met that can be raised. Nothing is claimed.
    Limit,
    /// Somebody asked to stop.
    Interrupted,
    /// Something broke: this program, a file, or the machine.
    Broken,
}

impl From<Fault> for Kind {
    fn from(fault: Fault) -> Kind {
        match fault {
            Fault::Input => Kind::Input,
            Fault::TooLarge => Kind::TooLarge,
            Fault::Limit => Kind::Limit,
            Fault::Broken => Kind::Broken,
        }
    }
}

impl Problem {
    fn new(kind: Kind, message: impl Into<String>) -> Problem {
        Problem { kind, message: message.into(), place: Box::default(), suggestion: None }
    }

    /// The question makes no sense.
    pub fn input(message: impl Into<String>) -> Problem {
        Problem::new(Kind::Input, message)
    }

    /// A bound was met; nothing is claimed.
    pub fn limit(message: impl Into<String>) -> Problem {
        Problem::new(Kind::Limit, message)
    }

    /// Somebody asked to stop.
    pub fn interrupted(message: impl Into<String>) -> Problem {
        Problem::new(Kind::Interrupted, message)
    }

    /// What a library says.
    pub fn of(error: &dyn Classified) -> Problem {
        Problem::new(error.fault().into(), error.to_string())
    }

    /// There is nothing of this name, and perhaps another was meant.
    pub fn unknown(what: &str, word: &str, known: &[&str]) -> Problem {
        let problem = ParseError::new(word, 0..word.len(), format!("there is no {what} `{word}`"));
        Problem::from(match nearest(word, known.iter().copied()) {
            Some(near) => problem.suggest(format!("did you mean `{near}`?")),
            None => problem.suggest(format!("there are {}", known.join(", "))),
        })
    }

    /// Adds what to do instead.
    #[must_use]
    pub fn suggest(self, suggestion: impl Into<String>) -> Problem {
        Problem { suggestion: Some(suggestion.into()), ..self }
    }

    /// Adds which parameter is wrong.
    #[must_use]
    pub fn field(mut self, field: &str) -> Problem {
        self.place.field = Some(field.to_owned());
        self
    }

    /// Adds a text with carets, where only that is known.
    #[must_use]
    pub fn caret(mut self, caret: Option<String>) -> Problem {
        self.place.caret = caret;
        self
    }

    /// The suggestion with parameters named as a door names them.
    pub fn suggestion_for(&self, name: impl Fn(&str) -> String) -> Option<String> {
        self.suggestion.as_deref().map(|text| with_names(text, name).into_owned())
    }

    /// The same problem with parameters named as in JSON: `` `max_columns` ``.
    #[must_use]
    pub fn in_data(mut self) -> Problem {
        self.suggestion = self.suggestion_for(|name| format!("`{}`", name.replace('-', "_")));
        self
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

/// The text with each `--parameter` named in another way.
fn with_names(text: &str, name: impl Fn(&str) -> String) -> Cow<'_, str> {
    let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
    let mut found = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let after = &rest[at + 2..];
        let end = after.find(|c| !is_name(c)).unwrap_or(after.len());
        let word = after[..end].trim_end_matches('-');
        found.push_str(&rest[..at]);
        found.push_str(&if word.is_empty() { "--".to_owned() } else { name(word) });
        rest = &after[word.len()..];
    }
    if found.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(found + rest) }
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Problem {
        let suggestion = advice(&error);
        let characters = |bytes: Range<usize>| {
            let count = |end: usize| error.text()[..floor(error.text(), end)].chars().count();
            [count(bytes.start), count(bytes.end)]
        };
        let place = Place {
            field: None,
            text: Some(error.text().to_owned()),
            span: Some(characters(error.span())),
            caret: Some(error.caret()),
        };
        Problem { place: Box::new(place), suggestion, ..Problem::of(&error) }
    }
}

fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// What to write instead, and which question helps.
fn advice(error: &ParseError) -> Option<String> {
    let games = "`amalgam games` lists the games";
    match (error.topic(), error.suggestion()) {
        (Some(Topic::Games), Some(suggestion)) => Some(format!("{games}; {suggestion}")),
        (Some(Topic::Games), None) => Some(games.to_owned()),
        (Some(Topic::RulesInWords), Some(suggestion)) => {
            Some(format!("{suggestion}, or give the rules with --game"))
        }
        (_, suggestion) => suggestion.map(str::to_owned),
    }
}

impl From<LimitReached> for Problem {
    fn from(reached: LimitReached) -> Problem {
        let heaps = |heaps: u64, raise: &str| match heaps {
            0 => format!("raise {raise}, or ask for less"),
            _ => format!(
                "heaps of up to {} coins fit within this bound; raise {raise} to go further",
                heaps - 1
            ),
        };
        let suggestion = match reached.limit {
            Limit::Stopped => return Problem::interrupted("interrupted"),
            Limit::Machine | Limit::Threads(_) => "ask for less, or free some of it".to_owned(),
            Limit::Memory(_) if reached.unit == "heaps" => heaps(reached.room, "--memory"),
            Limit::Memory(_) => "raise --memory, or ask for less".to_owned(),
            _ if reached.unit == "heaps" => heaps(reached.done, "--time"),
            _ => "raise --time, or ask for less".to_owned(),
        };
        Problem::limit(format!("{reached}; nothing is claimed")).suggest(suggestion)
    }
}

/// Rests of up to this many coins are within reach of `family`.
const MOST_REST: u128 = 60;

impl From<SolveError> for Problem {
    fn from(error: SolveError) -> Problem {
        let problem = Problem::of(&error);
        match error {
            SolveError::Parse(error) => error.into(),
            SolveError::Limit(limit) => limit.into(),
            SolveError::Rows(error) => error.into(),
            SolveError::NoCompletion => problem.suggest("try --game amalgamation or --game nim"),
            SolveError::TooManyMoves(_) | SolveError::OptionsUnknown => {
                problem.suggest("`amalgam solve` shows the winning ones")
            }
            SolveError::NoCertificate { rest, height, .. } if rest.coins() <= MOST_REST => problem
                .suggest(format!(
                    "`amalgam family \"{rest}\" --height {height}` shows what is known of it"
                )),
            SolveError::NoCertificate { .. } => problem.suggest("ask for fewer heaps"),
            SolveError::TooManyCoins(_) => problem,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        let suggestion = match &error {
            Error::Exists(_) => "choose another name, or replace it with --force",
            Error::BeingWritten(_) => "wait for it, or choose another name",
            Error::Full { .. } => "make room, or write to another disk",
            Error::Census(CensusError::Stopped { .. }) => {
                "--out DIR keeps the layers that are done"
            }
            Error::Census(CensusError::Contradiction(_)) => return Problem::of(&error),
            Error::Census(CensusError::Limit(_)) => "lower --coins",
            Error::Census(_) => "raise --memory or lower --coins",
            Error::Other { .. } | Error::NotACensus(_) => "choose another directory for --out",
            Error::NoCensus(_) => "`amalgam census --coins N --out DIR` makes one",
            Error::Newer { .. } => "use that version, or make the census again elsewhere",
            // The layers follow from the manifest, but the manifest from nothing.
            Error::Damaged { path, .. } if path.ends_with("manifest.json") => {
                "nothing of it was used; make the census again elsewhere"
            }
            Error::Damaged { .. } => {
                "nothing of it was used; `amalgam census repair DIR` computes the layer again"
            }
            Error::Busy(_) => "wait for it, or choose another directory",
            _ => return Problem::of(&error),
        };
        Problem::of(&error).suggest(suggestion)
    }
}

/// Why a file was not written. Whoever closed the pipe has read enough: no problem.
pub(crate) fn lost<T>(written: Result<T, Error>) -> Option<Problem> {
    match written.err()? {
        Error::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => None,
        error => Some(error.into()),
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        match error {
            ReadError::Parse(error) => error.into(),
            ReadError::Explore(error) => error.into(),
        }
    }
}

impl From<ExploreError> for Problem {
    fn from(error: ExploreError) -> Problem {
        let problem = match &error {
            ExploreError::Limit(reached) if reached.limit == Limit::Stopped => {
                return (*reached).into();
            }
            ExploreError::Limit(reached) => {
                let problem = Problem::limit(format!("{reached}; nothing is claimed"));
                match reached.limit {
                    Limit::Time => problem.suggest(
                        "start from a smaller position, or raise --time; without it a script has 60 s",
                    ),
                    _ => problem,
                }
            }
            _ => Problem::of(&error),
        };
        let suggestion = problem.suggestion.clone().or_else(|| error.suggestion());
        Problem { suggestion, ..problem.caret(error.caret()) }
    }
}

impl From<RowError> for Problem {
    fn from(error: RowError) -> Problem {
        let problem = Problem::of(&error);
        match error {
            RowError::Limit(limit) => limit.into(),
            RowError::Unknown { .. } => {
                problem.suggest("raise --memory or --time, or --max-columns of `amalgam rows`")
            }
            RowError::Zero => problem.suggest("rows start at 1"),
            RowError::Rules => problem
                .suggest("use amalgamation, or rules such as \"take any, merge if min >= 2\""),
            _ => problem,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_named_as_each_door_names_them() {
        let problem =
            Problem::limit("too long").suggest("raise --max-columns or --time -- or stop");
        let python = problem.suggestion_for(|name| format!("{}=", name.replace('-', "_")));
        assert_eq!(python.as_deref(), Some("raise max_columns= or time= -- or stop"));
        assert_eq!(
            problem.in_data().suggestion.as_deref(),
            Some("raise `max_columns` or `time` -- or stop")
        );
    }

    #[test]
    fn spans_count_characters() {
        let problem = Problem::from("[é]".parse::<amalgam::Position>().unwrap_err());
        assert_eq!((problem.kind, problem.place.span), (Kind::Input, Some([1, 2])));
    }
}

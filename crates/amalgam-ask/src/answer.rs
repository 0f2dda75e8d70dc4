//! What is answered: data for programs, text for people, and whether it is a no.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::Problem;
use crate::said::Page;

/// An answer to a question of one kind.
pub trait Answer: Serialize + JsonSchema + Send {
    /// The name of the JSON shape, with its number: `amalgam/solve/1`.
    fn schema(&self) -> &'static str;

    /// The answer for people.
    ///
    /// # Errors
    /// If it cannot be written.
    fn say(&self, page: &mut Page<'_>) -> io::Result<()>;

    /// Whether it is a yes.
    fn verdict(&self) -> Verdict {
        Verdict::Yes
    }

    /// Whether standard output has the file that was asked for, so that nothing else may be printed.
    fn is_quiet(&self) -> bool {
        false
    }
}

/// What an answer comes to: which exit code it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done, or yes.
    Yes,
    /// The answer is no.
    No,
    /// There is an answer, but a part of it is missing, and why.
    Unfinished(Problem),
}

/// An answer of any kind.
pub trait Answered: Send {
    /// Writes it as one JSON object.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_json(&self, out: &mut (dyn Write + Send)) -> io::Result<()>;

    /// Writes it for people.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()>;

    /// Whether it is a yes.
    fn comes_to(&self) -> Verdict;

    /// See [`Answer::is_quiet`].
    fn quiet(&self) -> bool;

    /// The JSON object.
    fn json(&self) -> Value;

    /// The text, without colours.
    fn text(&self) -> String {
        let mut text = Vec::new();
        // Memory is no place where writing fails.
        let _ = self.write_text(&mut Page::plain(&mut text));
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// The JSON object of an answer: its schema first.
#[derive(Serialize)]
struct Object<'a, A> {
    schema: &'static str,
    #[serde(flatten)]
    answer: &'a A,
}

impl<A: Answer> Answered for A {
    fn write_json(&self, out: &mut (dyn Write + Send)) -> io::Result<()> {
        serde_json::to_writer(out, &Object { schema: self.schema(), answer: self })
            .map_err(io::Error::from)
    }

    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        self.say(page)
    }

    fn comes_to(&self) -> Verdict {
        self.verdict()
    }

    fn quiet(&self) -> bool {
        self.is_quiet()
    }

    fn json(&self) -> Value {
        serde_json::to_value(Object { schema: self.schema(), answer: self })
            .expect("answers have texts for keys")
    }
}

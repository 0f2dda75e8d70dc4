//! The parameters of a request: what follows the question mark.

use amalgam::{ParseError, nearest};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;

use crate::Problem;
use crate::app::tell;

/// The longest text of a parameter, in bytes. A position of a hundred heaps is far shorter.
pub(crate) const LONGEST: usize = 4096;

/// The longest game in the parameter `link`, which holds all its moves. A longer address is not
/// accepted by the server, nor by everything that addresses are sent through.
pub(crate) const LONGEST_LINK: usize = 24_000;

/// Parameters in the order in which they were written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params(Vec<(String, String)>);

impl Params {
    /// Reads what follows the question mark in an address.
    pub(crate) fn read(query: &str) -> Params {
        Params(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    /// The text of a parameter; `None` if it is not there or empty. The first one counts.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name)?;
        Some(found.1.trim()).filter(|text| !text.is_empty())
    }

    /// Names and texts, as they were written.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// Every text of a parameter that may be written several times, empty ones included.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let same = self.0.iter().filter(move |(known, _)| known == name);
        same.map(|(_, text)| text.trim())
    }

    /// The names that were written.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Whether a box was ticked: `name=1`, `name=true`, `name=on`.
    pub(crate) fn ticked(&self, name: &str) -> bool {
        self.text(name).is_some_and(|text| matches!(text, "1" | "true" | "on" | "yes"))
    }

    /// A whole number, or `default` if there is none.
    ///
    /// # Errors
    /// If the text is no such number, or larger than `most`.
    pub(crate) fn number(
        &self,
        name: &'static str,
        default: u64,
        most: u64,
    ) -> Result<u64, Problem> {
        let Some(text) = self.text(name) else { return Ok(default) };
        let wrong = |message: String| Problem::from(ParseError::new(text, 0..text.len(), message));
        match text.parse::<u64>() {
            Ok(number) if number <= most => Ok(number),
            Ok(_) => Err(Problem {
                status: axum::http::StatusCode::UNPROCESSABLE_ENTITY,
                ..wrong(format!("{} must be at most {most} here", spoken(name)))
            }
            .field(name)),
            Err(_) => Err(wrong(format!("{} is not a whole number", spoken(name)))
                .suggest(format!("write a number from 0 to {most}"))
                .field(name)),
        }
    }

    /// One of a few words, or the first of them if there is none.
    ///
    /// # Errors
    /// If it is none of them.
    pub(crate) fn one_of(
        &self,
        name: &'static str,
        words: &[&'static str],
    ) -> Result<&'static str, Problem> {
        let Some(text) = self.text(name) else { return Ok(words[0]) };
        if let Some(word) = words.iter().find(|word| **word == text) {
            return Ok(word);
        }
        let error =
            ParseError::new(text, 0..text.len(), format!("{name} is not one of the choices"));
        let error = match nearest(text, words.iter().copied()) {
            Some(near) => error.suggest(format!("did you mean `{near}`?")),
            None => error.suggest(format!("choose one of {}", words.join(", "))),
        };
        Err(Problem::from(error).field(name))
    }

    /// Refuses texts that nobody would type.
    fn check_lengths(&self) -> Result<(), Problem> {
        for (name, text) in &self.0 {
            let most = if ["link", "of"].contains(&name.as_str()) { LONGEST_LINK } else { LONGEST };
            if name.len().max(text.len()) > most {
                return Err(Problem::limit(format!("a parameter has more than {most} bytes")));
            }
        }
        Ok(())
    }
}

/// Every handler gets its parameters this way, so no handler gets a text that is too long.
impl<S: Sync> FromRequestParts<S> for Params {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params, Response> {
        let params = Params::read(parts.uri.query().unwrap_or(""));
        match params.check_lengths() {
            Ok(()) => Ok(params),
            Err(problem) => Err(tell(&parts.uri, &problem)),
        }
    }
}

/// A parameter as the pages label it.
fn spoken(name: &'static str) -> &'static str {
    match name {
        "to" => "the last row",
        "row" => "the row in detail",
        "rows" => "the number of rows",
        "cols" => "the number of columns",
        "mod" => "the modulus",
        "at" => "the number of moves",
        "take" => "the number of coins",
        name => name,
    }
}

/// An address with parameters, escaped.
pub(crate) fn address(path: &str, parameters: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in parameters.iter().filter(|(_, value)| !value.is_empty()) {
        query.append_pair(name, value);
    }
    match query.finish() {
        query if query.is_empty() => path.to_owned(),
        query => format!("{path}?{query}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_and_written() {
        let params = Params::read("position=%5B3%2C4%5D&misere=on&empty=&position=later&n=12");
        assert_eq!(params.text("position"), Some("[3,4]"));
        assert_eq!(params.text("empty"), None);
        assert!(params.ticked("misere") && !params.ticked("json"));
        assert_eq!(params.number("n", 1, 12), Ok(12));
        assert_eq!(params.number("m", 1, 12), Ok(1));
        assert_eq!(params.number("n", 1, 11).unwrap_err().status, 422);
        assert_eq!(params.number("position", 1, 11).unwrap_err().status, 400);
        let written = address("/solve", &[("position", "[3,4] + <1>"), ("game", "")]);
        assert_eq!(written, "/solve?position=%5B3%2C4%5D+%2B+%3C1%3E");
        let back = Params::read(written.split_once('?').unwrap().1);
        assert_eq!(back.text("position"), Some("[3,4] + <1>"));
    }

    #[test]
    fn a_word_that_is_nearly_right_gets_a_suggestion() {
        let params = Params::read("show=ofset");
        let problem = params.one_of("show", &["f", "offset"]).unwrap_err();
        assert_eq!(problem.suggestion.as_deref(), Some("did you mean `offset`?"));
        assert_eq!(Params::read("").one_of("show", &["f", "offset"]), Ok("f"));
    }
}

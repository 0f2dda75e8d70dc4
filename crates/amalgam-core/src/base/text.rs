//! Reading what people type: a cursor over the text, and errors that point at the character.

use crate::base::fault::{Classified, Fault};
use std::fmt;
use std::ops::Range;

/// What was wrong with a text, where, and what to write instead.
///
/// ```
/// use amalgam::Position;
/// let error = "[3,x]".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a heap size, found `x`");
/// assert_eq!(error.caret(), "[3,x]\n   ^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    text: String,
    span: Range<usize>,
    message: String,
    suggestion: Option<String>,
    topic: Option<Topic>,
    too_large: bool,
}

impl Classified for ParseError {
    fn fault(&self) -> Fault {
        if self.too_large { Fault::TooLarge } else { Fault::Input }
    }
}

/// What an error is about, where a way in knows more advice than the library can: which command, page
/// or option helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// No game of this name: a list of the games helps.
    Games,
    /// Rules in words next to a position: they could be given apart from it.
    RulesInWords,
}

impl ParseError {
    /// An error about the bytes `span` of `text`.
    pub fn new(text: &str, span: Range<usize>, message: impl Into<String>) -> ParseError {
        let (text, message) = (text.to_owned(), message.into());
        ParseError { text, span, message, suggestion: None, topic: None, too_large: false }
    }

    /// Adds what could be written instead, in place of any advice so far.
    pub fn suggest(mut self, suggestion: impl Into<String>) -> ParseError {
        self.suggestion = Some(suggestion.into());
        self.topic = None;
        self
    }

    /// What could be written instead, if something is near.
    pub fn suggestion(&self) -> Option<&str> {
        self.suggestion.as_deref()
    }

    /// Says what the error is about.
    pub(crate) fn about(mut self, topic: Topic) -> ParseError {
        self.topic = Some(topic);
        self
    }

    /// What the error is about, where there is more to be said than the suggestion.
    pub fn topic(&self) -> Option<Topic> {
        self.topic
    }

    /// The same error about a text that can be read, but asks for more than there is room for.
    pub fn too_large(mut self) -> ParseError {
        self.too_large = true;
        self
    }

    /// The same error with the place it was found at in front of the message: a line, a field.
    pub fn within(mut self, place: &str) -> ParseError {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// The same error in a longer text, of which the text so far begins at `offset`.
    pub fn moved(mut self, text: &str, offset: usize) -> ParseError {
        self.span = self.span.start + offset..self.span.end + offset;
        self.text = text.to_owned();
        self
    }

    /// The text that could not be read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the text that are wrong.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The text with a caret line under the wrong place. Long texts are cut around that place.
    pub fn caret(&self) -> String {
        let shown: Vec<char> =
            self.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let before = self.text[..floor(&self.text, self.span.start)].chars().count();
        let wide = self.text[floor(&self.text, self.span.start)..floor(&self.text, self.span.end)]
            .chars()
            .count()
            .clamp(1, CARET_WIDTH);
        let from = if before > TEXT_WIDTH { before - TEXT_WIDTH / 2 } else { 0 };
        let to = shown.len().min(from + TEXT_WIDTH + CARET_WIDTH);
        let mut line: String = shown[from..to].iter().collect();
        let mut indent = before - from;
        if from > 0 {
            line.insert(0, '…');
            indent += 1;
        }
        if to < shown.len() {
            line.push('…');
        }
        format!("{line}\n{}{}", " ".repeat(indent), "^".repeat(wide))
    }
}

const TEXT_WIDTH: usize = 60;
const CARET_WIDTH: usize = 24;

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}

/// A place in a text.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    /// The text.
    pub text: &'a str,
    /// The byte that comes next.
    pub at: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of a text.
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// What comes next.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips blanks.
    pub fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Whether nothing but blanks is left.
    pub fn at_end(&mut self) -> bool {
        self.skip_space();
        self.rest().is_empty()
    }

    /// Moves past `symbol` if it comes next.
    pub fn eat(&mut self, symbol: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(symbol);
        if found {
            self.at += symbol.len();
        }
        found
    }

    /// The next run of letters, digits and hyphens that starts with a letter; not moved past.
    pub fn peek_word(&mut self) -> Option<&'a str> {
        self.skip_space();
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_alphabetic()) {
            return None;
        }
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
            .unwrap_or(rest.len());
        Some(&rest[..end])
    }

    /// Moves past `word` if it comes next, in any case.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word().is_some_and(|found| found.eq_ignore_ascii_case(word));
        if found {
            self.at += word.len();
        }
        found
    }

    /// Reads a number; `what` names it in errors.
    pub fn number(&mut self, what: &str) -> Result<u64, ParseError> {
        self.skip_space();
        let rest = self.rest();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits == 0 {
            return Err(self.unexpected(what));
        }
        let span = self.at..self.at + digits;
        let value = rest[..digits].parse().map_err(|_| {
            self.error(span.clone(), format!("this {what} does not fit in 64 bits"))
                .suggest(format!("the largest is {}", u64::MAX))
        })?;
        self.at = span.end;
        Ok(value)
    }

    /// Reads a number, or a power such as 10^15.
    pub fn number_or_power(&mut self, what: &str) -> Result<u64, ParseError> {
        let base = self.number(what)?;
        let start = self.at;
        if !self.rest().starts_with('^') {
            return Ok(base);
        }
        self.at += 1;
        let exponent = self.number("exponent")?;
        let power = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent));
        power.ok_or_else(|| {
            self.error(start..self.at, format!("this {what} does not fit in 64 bits"))
                .suggest(format!("the largest is {}", u64::MAX))
        })
    }

    /// An error at a place of the text.
    pub fn error(&self, span: Range<usize>, message: impl Into<String>) -> ParseError {
        ParseError::new(self.text, span, message)
    }

    /// An error that says what was expected here and what stands here instead.
    pub fn unexpected(&mut self, what: &str) -> ParseError {
        self.skip_space();
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return self.error(self.at..self.at, format!("expected {}, found the end", a(what)));
        };
        if first == '-' && rest[1..].trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            let digits = rest[1..].trim_start();
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            let span = self.at..self.text.len() - digits.len() + end;
            return self.error(span, format!("a {what} cannot be negative"));
        }
        let found = match self.peek_word() {
            Some(word) => word,
            None => &rest[..first.len_utf8()],
        };
        let span = self.at..self.at + found.len();
        let shown: String = found.chars().take(CARET_WIDTH).collect();
        self.error(span, format!("expected {}, found `{shown}`", a(what)))
    }
}

fn a(what: &str) -> String {
    if what.starts_with(['`', '"']) || what.starts_with("a ") || what.starts_with("an ") {
        what.to_owned()
    } else if what.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {what}")
    } else {
        format!("a {what}")
    }
}

/// The candidate nearest to `word`, if one is near enough to be what was meant. Where the word is itself a
/// candidate, it is not misspelt, and nothing is.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    if candidates.contains(&word) {
        return None;
    }
    let word: String = word.to_lowercase().chars().take(64).collect();
    let letters = word.chars().count();
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&word, candidate), candidate))
        .filter(|(d, candidate)| *d <= 1 + candidate.chars().count().min(letters) / 3)
        .min_by_key(|(d, _)| *d)
        .map(|(_, candidate)| candidate)
}

/// Lines in columns: each cell as wide as the widest of its column, the last one not padded.
pub fn columns(rows: &[Vec<String>], indent: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = " ".repeat(indent);
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(&padded(cell, *width));
            line.push_str("  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The text with spaces behind it, so that it is at least `width` characters wide. A width in a
/// format string, as in `{:<width$}`, has 16 bits and panics beyond.
pub fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}

/// A number of things: `1 move`, `2 moves`.
///
/// ```
/// use amalgam::base::text::counted;
/// assert_eq!((counted(1u8, "coin"), counted(0u8, "coin")), ("1 coin".to_owned(), "0 coins".to_owned()));
/// ```
pub fn counted(number: impl Into<u128>, thing: &str) -> String {
    let number = number.into();
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_what_is_wrong() {
        let error = ParseError::new("nmi[3]", 0..3, "unknown");
        assert_eq!(error.caret(), "nmi[3]\n^^^");
        let error = ParseError::new("é[3", 4..4, "unclosed");
        assert_eq!(error.caret(), "é[3\n   ^");
    }

    #[test]
    fn long_texts_are_cut_around_the_caret() {
        let text = format!("[{}x]", "1,".repeat(500));
        let caret = ParseError::new(&text, 1001..1002, "bad").caret();
        let (line, mark) = caret.split_once('\n').unwrap();
        assert!(line.chars().count() < 100);
        assert_eq!(line.chars().nth(mark.chars().count() - 1), Some('x'));
    }

    #[test]
    fn a_column_wider_than_65535_characters_panicked() {
        let wide = "é".repeat(70_000);
        let rows = [vec![wide.clone(), "x".to_owned()], vec!["y".to_owned(), "z".to_owned()]];
        let table = columns(&rows, 1);
        assert_eq!(table, format!(" {wide}  x\n y{}z\n", " ".repeat(69_999 + 2)));
    }

    #[test]
    fn nearest_finds_slips_and_ignores_strangers() {
        let names = ["nim", "amalgamation", "lasker"];
        assert_eq!(nearest("nmi", names), Some("nim"));
        assert_eq!(nearest("amalgmation", names), Some("amalgamation"));
        assert_eq!(nearest("xyzzy", names), None);
        // A word that is known is not misspelt, and neither is another meant.
        assert_eq!(nearest("Nim", names), Some("nim"));
        assert_eq!(nearest("nim", names), None);
        assert_eq!(nearest("max", ["min", "max"]), None);
    }
}

//! Why a user's own game has no answer.

use crate::base::fault::{Classified, Fault};
use std::fmt;

use thiserror::Error;

use super::Datum;
use crate::{LimitReached, ParseError};

/// What went wrong inside a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct OwnError {
    /// What went wrong.
    pub message: String,
    /// Where in the source of the game, if it has one.
    pub place: Option<Box<Place>>,
    /// The position that was being looked at.
    pub position: Option<Box<Datum>>,
    /// What to do about it.
    pub suggestion: Option<String>,
    /// Whether a bound was met, so that nothing is known, or the game itself is wrong.
    pub fault: Fault,
}

impl Classified for OwnError {
    fn fault(&self) -> Fault {
        self.fault
    }
}

impl OwnError {
    /// An error of which nothing is known but the message.
    pub fn new(message: impl Into<String>) -> OwnError {
        OwnError {
            message: message.into(),
            place: None,
            position: None,
            suggestion: None,
            fault: Fault::Input,
        }
    }

    /// The line of the source with a caret under the place.
    pub fn caret(&self) -> Option<String> {
        let place = self.place.as_ref()?;
        let at = place.text.char_indices().nth(place.column.saturating_sub(1));
        let start = at.map_or(place.text.len(), |(at, _)| at);
        let end = start + at.map_or(0, |(_, c)| c.len_utf8());
        Some(ParseError::new(&place.text, start..end, "").caret())
    }
}

impl fmt::Display for OwnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(Place { file, line, column, .. }) = self.place.as_deref() {
            write!(f, ", at {file}:{line}:{column}")?;
        }
        if let Some(position) = &self.position {
            write!(f, ", in position {}", Short(position))?;
        }
        Ok(())
    }
}

/// A place in the source of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What the source is called.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The letter in the line, from 1.
    pub column: usize,
    /// The line itself.
    pub text: String,
}

/// Why a game could not be explored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExploreError {
    /// The game broke down at some position.
    #[error("{0}")]
    Own(#[from] OwnError),
    /// Play can go round for ever: the line ends where it starts.
    #[error("the game never ends: {0}")]
    Endless(Line),
    /// A line of play is longer than any sensible game's. Nothing is claimed.
    #[error("a line of {moves} moves was followed, nothing is claimed: {0}", moves = .0.moves())]
    TooDeep(Line),
    /// A bound was met. Nothing is claimed.
    #[error("{0}")]
    Limit(#[from] LimitReached),
}

impl Classified for ExploreError {
    fn fault(&self) -> Fault {
        match self {
            ExploreError::Own(error) => error.fault,
            ExploreError::Endless(_) => Fault::Input,
            ExploreError::TooDeep(_) | ExploreError::Limit(_) => Fault::Limit,
        }
    }
}

impl ExploreError {
    /// The line of the source with a caret under the place, if the error has one.
    pub fn caret(&self) -> Option<String> {
        match self {
            ExploreError::Own(error) => error.caret(),
            _ => None,
        }
    }

    /// What to do about it.
    pub fn suggestion(&self) -> Option<String> {
        match self {
            ExploreError::Own(error) => error.suggestion.clone(),
            ExploreError::Endless(_) => Some(
                "every move must bring the end nearer: let some size fall with each one".to_owned(),
            ),
            ExploreError::TooDeep(_) => {
                Some("does every line of play end? If it does, start smaller".to_owned())
            }
            ExploreError::Limit(_) => {
                Some("start from a smaller position, or raise the bound".to_owned())
            }
        }
    }
}

/// A line of play, with its middle left out if it is long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    first: Vec<Datum>,
    last: Vec<Datum>,
    moves: usize,
}

impl Line {
    const FIRST: usize = 6;
    const LAST: usize = 2;

    /// The line through `positions` positions, of which `datum` gives any one.
    pub(super) fn new(positions: usize, datum: impl Fn(usize) -> Datum) -> Line {
        let cut = if positions > Line::FIRST + Line::LAST { Line::FIRST } else { positions };
        let last = (positions - Line::LAST).max(cut)..positions;
        Line {
            first: (0..cut).map(&datum).collect(),
            last: last.map(datum).collect(),
            moves: positions.saturating_sub(1),
        }
    }

    /// How many moves the line has.
    pub fn moves(&self) -> usize {
        self.moves
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown: Vec<String> = self.first.iter().map(|d| Short(d).to_string()).collect();
        if !self.last.is_empty() {
            shown.push("…".to_owned());
            shown.extend(self.last.iter().map(|d| Short(d).to_string()));
        }
        f.write_str(&shown.join(" → "))
    }
}

/// A datum on a line of its own length, cut if it is huge.
struct Short<'a>(&'a Datum);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WIDTH: usize = 60;
        let text = self.0.to_string();
        match text.char_indices().nth(WIDTH) {
            None => f.write_str(&text),
            Some((at, _)) => write!(f, "{}…", &text[..at]),
        }
    }
}

//! A whole game as text for people, and back.
//!
//! ```text
//! amalgam game
//! start: amalgamation[3,4,5]
//! play: normal
//! first: human
//! second: perfect
//! seed: 0
//! 1. take 3 from 4
//! 2. merge 1 and 5
//! ```
//!
//! Lines that are empty or begin with `#` say nothing. Only `start` must be there; the others have
//! the values above. Moves are numbered from 1; of equal heaps `take 1 from 3 @2` means the one in the
//! second place.

use std::fmt::Write;

use super::{Player, Session, Setup, SetupError, Start, setup};
use amalgam_core::base::text::{ParseError, nearest};
use amalgam_core::games::AnyGame;
use amalgam_core::{Play, Sum};

/// The first line.
const TITLE: &str = "amalgam game";

const KEYS: [&str; 5] = ["start", "play", "first", "second", "seed"];

impl Session {
    /// The game as text, to be copied and read again.
    pub fn to_text(&self) -> String {
        let [first, second] = self.players();
        let mut text = format!(
            "{TITLE}\nstart: {}\nplay: {}\nfirst: {first}\nsecond: {second}\nseed: {}\n",
            self.start(),
            play_word(self.play()),
            self.seed(),
        );
        for (i, action) in self.told().iter().enumerate() {
            let _ = writeln!(text, "{}. {action}", i + 1);
        }
        text
    }

    /// Reads a game. Every move is checked.
    ///
    /// # Errors
    /// If it is no game; the error tells the line and points at the character.
    pub fn from_text(text: &str) -> Result<Session, ParseError> {
        let mut fields = Fields::default();
        let mut game: Option<Session> = None;
        let mut titled = false;
        for (i, line) in text.lines().enumerate() {
            let at = |error: ParseError| error.within(&format!("line {}", i + 1));
            let content = line.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            if !titled && content == TITLE {
                titled = true;
                continue;
            }
            titled = true;
            if !content.starts_with(|c: char| c.is_ascii_digit()) {
                if game.is_some() {
                    return Err(at(whole(line, "the moves have begun: only moves can follow")));
                }
                fields.read(line).map_err(at)?;
                continue;
            }
            let game = match &mut game {
                Some(game) => game,
                none => none.insert(fields.begin().map_err(at)?),
            };
            game.read_numbered(line).map_err(at)?;
        }
        match game {
            Some(game) => Ok(game),
            None => fields.begin(),
        }
    }

    /// Reads `3. take 2 from 5` and makes the move.
    fn read_numbered(&mut self, line: &str) -> Result<(), ParseError> {
        let expected = self.made().len() + 1;
        let start = line.len() - line.trim_start().len();
        let digits =
            line[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len() - start);
        let end = start + digits;
        if line[start..end] != expected.to_string() || !line[end..].starts_with('.') {
            return Err(ParseError::new(line, start..end, format!("expected move {expected}"))
                .suggest(format!("moves are numbered: `{expected}. take 1 from 2`")));
        }
        self.read_and_make(&line[end + 1..]).map_err(|error| error.moved(line, end + 1))
    }

    /// Reads a move in words and makes it, perhaps with the places that it touches: `take 1 from 3 @2`.
    /// A mark that does not fit the move says nothing.
    ///
    /// # Errors
    /// If it is no legal move, or the game has too many.
    pub fn read_and_make(&mut self, words: &str) -> Result<(), ParseError> {
        let (said, mark) = words.split_once('@').unwrap_or((words, ""));
        let action = self.read_move(said)?;
        self.check(&action).map_err(|error| whole(words, error.to_string()))?;
        let chosen = self.marked(&action, mark);
        self.make_at(&action, chosen);
        Ok(())
    }
}

/// What has been read of the lines before the moves.
#[derive(Default)]
pub(super) struct Fields {
    values: [Option<String>; 5],
}

impl Fields {
    /// The fields in the order of the keys; for the link, in which keys are left out.
    pub(super) fn from_values(values: [Option<String>; 5]) -> Fields {
        Fields { values }
    }

    fn read(&mut self, line: &str) -> Result<(), ParseError> {
        let start = line.len() - line.trim_start().len();
        let Some(colon) = line.find(':') else {
            return Err(whole(line, "this is neither `key: value` nor a numbered move")
                .suggest(format!("the keys are {}", KEYS.join(", "))));
        };
        let key = line[start..colon].trim_end();
        let Some(index) = KEYS.iter().position(|known| *known == key) else {
            let shown: String = key.chars().take(40).collect();
            let error = ParseError::new(line, start..colon, format!("unknown key `{shown}`"));
            return Err(match nearest(key, KEYS) {
                Some(near) => error.suggest(format!("did you mean `{near}`?")),
                None => error.suggest(format!("the keys are {}", KEYS.join(", "))),
            });
        };
        if self.values[index].is_some() {
            return Err(ParseError::new(line, start..colon, format!("`{key}` is there already")));
        }
        let value = &line[colon + 1..];
        check_value(index, value).map_err(|error| error.moved(line, colon + 1))?;
        self.values[index] = Some(value.trim().to_owned());
        Ok(())
    }

    /// The game before its first move.
    pub(super) fn begin(&self) -> Result<Session, ParseError> {
        let [start, play, first, second, seed] = &self.values;
        let Some(start) = start else {
            return Err(ParseError::new("", 0..0, "the game has no start")
                .suggest("write it as in `start: amalgamation[3,4,5]`"));
        };
        let sum = read_start(start)?;
        let setup = Setup {
            start: Start::Given(sum.clone()),
            play: play.as_deref().map_or(Ok(Play::Normal), read_play)?,
            players: [
                first.as_deref().map_or(Ok(Player::Human), str::parse)?,
                second.as_deref().map_or(Ok(Player::Perfect), str::parse)?,
            ],
            seed: seed.as_deref().map_or(Ok(0), read_seed)?,
        };
        setup.place(sum).map_err(|error| refused(start, &error))
    }
}

/// Whether the value of a key can be read.
fn check_value(index: usize, value: &str) -> Result<(), ParseError> {
    match index {
        // Who wins may be said further down.
        0 => read_start(value).and_then(|sum| {
            setup::check(&sum, Play::Normal)
                .or_else(|_| setup::check(&sum, Play::Misere))
                .map_err(|error| refused(value, &error))
        }),
        1 => read_play(value).map(drop),
        2 | 3 => value.parse::<Player>().map(drop),
        _ => read_seed(value).map(drop),
    }
}

fn read_start(text: &str) -> Result<Sum, ParseError> {
    let amalgamation: AnyGame = "amalgamation".parse()?;
    Sum::parse(text, &amalgamation)
}

/// The convention in one word.
pub(super) fn play_word(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misere",
    }
}

fn read_play(text: &str) -> Result<Play, ParseError> {
    match text.trim() {
        "normal" => Ok(Play::Normal),
        "misere" | "misère" => Ok(Play::Misere),
        _ => Err(whole(text, "expected `normal` or `misere`")),
    }
}

fn read_seed(text: &str) -> Result<u64, ParseError> {
    let error = || whole(text, "the seed is a whole number below 2^64");
    let digits = text.trim();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error());
    }
    digits.parse().map_err(|_| error())
}

/// A start that can be read and not be played from.
fn refused(start: &str, error: &SetupError) -> ParseError {
    let refused = whole(start, error.to_string());
    match error {
        SetupError::TooManyMoves(_) | SetupError::TooManyHeaps(_) => refused.too_large(),
        _ => refused,
    }
}

/// An error about all of a line but the space around it.
fn whole(line: &str, message: impl Into<String>) -> ParseError {
    let start = line.len() - line.trim_start().len();
    ParseError::new(line, start..start + line.trim().len(), message)
}

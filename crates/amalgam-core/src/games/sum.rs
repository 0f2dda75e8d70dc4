//! Disjunctive sums: several games side by side, a move in one of them at a time.
//!
//! `G + H` has the options `G' + H` and `G + H'` (the lecture notes). Under normal play its Grundy
//! value is the nim-sum of the parts' values (Sprague–Grundy), so G and H are equivalent, that is,
//! `G + X` and `H + X` have the same outcome for every X, exactly when their values agree.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use thiserror::Error;

use crate::base::budget::{Budget, allocated};
use crate::base::fault::{Classified, Fault};
use crate::base::position;
use crate::base::text::{Cursor, ParseError, Topic};
use crate::games::own::{ExploreError, Own, OwnGame};
use crate::games::part::{OwnPart, Part, PartMove, State};
use crate::games::words::Words;
use crate::games::{self, AnyGame, Kind, Known};
use crate::{Game, Move, Position};

/// Several games, at least one, played side by side.
///
/// ```
/// use amalgam::Sum;
/// let amalgamation = "amalgamation".parse()?;
/// let sum = Sum::parse("[3,4,5] + nim[2,7] + (take 1..3)[6]", &amalgamation)?;
/// assert_eq!(sum.to_string(), "amalgamation[3,4,5] + nim[2,7] + (take 1..3)[6]");
/// # Ok::<(), amalgam::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    parts: Vec<Part>,
}

impl Sum {
    /// What people call a part, by its index: A, B, …, Z, AA, …
    pub fn part_name(part: usize) -> String {
        let mut name = Vec::new();
        let mut rest = part + 1;
        while rest > 0 {
            name.push(char::from(b'A' + ((rest - 1) % 26) as u8));
            rest = (rest - 1) / 26;
        }
        name.into_iter().rev().collect()
    }

    /// A single game.
    pub fn single(game: AnyGame, position: Position) -> Sum {
        Sum { parts: vec![Part::heaps_of(game, position)] }
    }

    /// These games side by side, unless there are none.
    pub fn of(parts: Vec<Part>) -> Option<Sum> {
        (!parts.is_empty()).then_some(Sum { parts })
    }

    /// Reads parts joined by `+`. A part without a game is played by the rules of `default`.
    ///
    /// # Errors
    /// If the text is no sum; the error points at the character.
    pub fn parse(text: &str, default: &AnyGame) -> Result<Sum, ParseError> {
        let own = |game: &Arc<dyn OwnGame>, cursor: &mut Cursor<'_>| {
            let message = format!("{} is explored, and there is no time for it here", game.name());
            Err(cursor.error(cursor.at..cursor.at, message))
        };
        Sum::parse_with(text, own, |cursor| Part::read(default, cursor))
    }

    /// The same where games may be explored: those whose positions are more than heaps.
    ///
    /// # Errors
    /// If the text is no sum, or a game cannot be explored from its position.
    pub fn parse_within(text: &str, default: &AnyGame, limits: &Budget) -> Result<Sum, ReadError> {
        let own = |game: &Arc<dyn OwnGame>, cursor: &mut Cursor<'_>| explore(game, cursor, limits);
        Sum::parse_with(text, own, |cursor| Ok(Part::read(default, cursor)?))
    }

    /// Reads parts joined by `+`. A part without a game is a position of the game of `like`; a game of
    /// one's own is explored from there.
    ///
    /// # Errors
    /// If the text is no sum, or the game cannot be explored from some position.
    pub fn read(text: &str, like: &Part, limits: &Budget) -> Result<Sum, ReadError> {
        match like {
            Part::Own(part) => Sum::parse_own(text, part.game.game(), limits),
            Part::Heaps(part) => Sum::parse_within(text, &part.game, limits),
        }
    }

    /// Reads parts joined by `+`. A part without a game is a position of the user's own game, which
    /// is explored from there.
    ///
    /// # Errors
    /// If the text is no sum, or the game cannot be explored from some position.
    pub fn parse_own(
        text: &str,
        own: &Arc<dyn OwnGame>,
        limits: &Budget,
    ) -> Result<Sum, ReadError> {
        let named =
            |game: &Arc<dyn OwnGame>, cursor: &mut Cursor<'_>| explore(game, cursor, limits);
        Sum::parse_with(text, named, |cursor| explore(own, cursor, limits))
    }

    /// Reads parts joined by `+`: games that must be explored as `own` does, those without a game as
    /// `default` does.
    fn parse_with<E: From<ParseError>>(
        text: &str,
        mut own: impl FnMut(&Arc<dyn OwnGame>, &mut Cursor<'_>) -> Result<Part, E>,
        mut default: impl FnMut(&mut Cursor<'_>) -> Result<Part, E>,
    ) -> Result<Sum, E> {
        let mut cursor = Cursor::new(text);
        if cursor.at_end() {
            return Err(cursor
                .error(0..0, "there is no position here")
                .suggest("write the heaps, as in \"[3,4,8]\"; \"[]\" is the empty position")
                .into());
        }
        let mut parts = Vec::new();
        loop {
            parts.push(match read_game(&mut cursor)? {
                Some(Known::Heaps(game)) => Part::read(&game, &mut cursor)?,
                Some(Known::Own(game)) => own(&game, &mut cursor)?,
                None => default(&mut cursor)?,
            });
            if cursor.at_end() {
                return Ok(Sum { parts });
            }
            if !cursor.eat("+") {
                return Err(cursor.unexpected("`+` or the end").into());
            }
        }
    }

    /// The sum with one more heap of Nim.
    #[must_use]
    pub fn plus_nim(&self, heap: u64) -> Sum {
        let mut parts = self.parts.clone();
        parts.push(Part::heaps_of(AnyGame::nim(), Position::new([heap])));
        Sum { parts }
    }

    /// The sum after a move.
    ///
    /// # Panics
    /// If there is no such part, or the move is one of another kind of game.
    #[must_use]
    pub fn after(&self, action: &PartMove) -> Sum {
        let mut parts = self.parts.clone();
        parts[action.part] = parts[action.part].at(action.result.clone());
        Sum { parts }
    }

    /// At most how many moves there are, without listing them.
    pub fn moves_at_most(&self) -> u128 {
        self.parts.iter().map(Part::moves_at_most).fold(0, u128::saturating_add)
    }

    /// The position that a move leaves in its part, as its game shows it.
    ///
    /// # Panics
    /// If there is no such part, or the move is one of another kind of game.
    pub fn show_result(&self, action: &PartMove) -> String {
        self.parts[action.part].show_state(&action.result)
    }

    /// The same for a table or a sentence: a long list of heaps is [shortened](Position::brief).
    ///
    /// # Panics
    /// As above.
    pub fn brief_result(&self, action: &PartMove) -> String {
        self.parts[action.part].brief_state(&action.result)
    }

    /// The sum for a table or a sentence: long positions are [shortened](Position::brief).
    pub fn brief(&self) -> String {
        self.parts.iter().map(Part::brief).collect::<Vec<_>>().join(" + ")
    }

    /// The games of the sum.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The one game, if it is no real sum.
    pub fn as_single(&self) -> Option<&Part> {
        match self.parts.as_slice() {
            [part] => Some(part),
            _ => None,
        }
    }
}

/// Why a text is no sum of positions of a user's own game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The game cannot be explored from a position.
    #[error(transparent)]
    Explore(#[from] ExploreError),
}

impl Classified for ReadError {
    fn fault(&self) -> Fault {
        match self {
            ReadError::Parse(error) => error.fault(),
            ReadError::Explore(error) => error.fault(),
        }
    }
}

/// Explores a game from the position that comes next.
fn explore(
    game: &Arc<dyn OwnGame>,
    cursor: &mut Cursor<'_>,
    limits: &Budget,
) -> Result<Part, ReadError> {
    let start = game.read(cursor)?;
    let (game, node) = Own::explore(Arc::clone(game), &start, limits)?;
    Ok(Part::Own(OwnPart { game, node }))
}

impl Part {
    /// The position that comes next, of a game with heaps.
    fn read(game: &AnyGame, cursor: &mut Cursor<'_>) -> Result<Part, ParseError> {
        let position = read_position(cursor, game)?;
        Ok(Part::heaps_of(game.clone(), position))
    }
}

/// Reads a position with no more heaps than the game allows.
fn read_position(cursor: &mut Cursor<'_>, game: &AnyGame) -> Result<Position, ParseError> {
    cursor.skip_space();
    let start = cursor.at;
    let position = position::read(cursor)?;
    match game.most_heaps() {
        Some(most) if position.heap_count() as u64 > most => {
            let heaps = position.heap_count();
            let message = format!("{game} has at most {most} heaps, not {heaps}");
            let error = cursor.error(start..cursor.at, message);
            let roomier = match game.kind() {
                Kind::Classic(classic) => classic.with_heaps(heaps),
                _ => None,
            };
            Err(match roomier {
                Some(name) => error.suggest(format!("did you mean `{name}`?")),
                None => error,
            })
        }
        _ => Ok(position),
    }
}

/// Reads the game in front of a position: a name, or rules in words in brackets.
fn read_game(cursor: &mut Cursor<'_>) -> Result<Option<Known>, ParseError> {
    cursor.skip_space();
    let start = cursor.at;
    // (3,4,5) is a position, and (take any)[3] a game with one.
    let after = cursor.rest().strip_prefix('(').map(str::trim_start);
    if after.is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit() || ")-".contains(c))
            && !games::starts_words(rest)
    }) {
        return Ok(None);
    }
    if cursor.eat("(") {
        let game = games::read_known(cursor)?;
        if !cursor.eat(")") {
            if cursor.at_end() {
                return Err(cursor.error(start..start + 1, "this `(` is never closed"));
            }
            return Err(cursor.unexpected("`)`"));
        }
        return Ok(Some(game));
    }
    match cursor.peek_word() {
        Some(word) if Words::can_start_with(word) => Err(cursor
            .error(start..start + word.len(), "rules in words stand in brackets here")
            .suggest(format!("write `({word} …)[…]`"))
            .about(Topic::RulesInWords)),
        Some(_) => games::read_known(cursor).map(Some),
        None => Ok(None),
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.parts.iter().map(Part::to_string).collect();
        f.pad(&parts.join(" + "))
    }
}

/// The sum as a game in its own right: positions are one place for each part.
#[derive(Clone, Copy, Debug)]
pub struct SumGame<'a>(&'a Sum);

impl<'a> SumGame<'a> {
    /// The game of a sum.
    pub fn new(sum: &'a Sum) -> SumGame<'a> {
        SumGame(sum)
    }

    /// Where the sum stands.
    pub fn start(&self) -> Vec<State> {
        self.0.parts.iter().map(Part::state).collect()
    }
}

impl Game for SumGame<'_> {
    type Position = Vec<State>;
    type Move = (usize, Move);

    fn each_move<F>(&self, states: &Vec<State>, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut((usize, Move), Vec<State>) -> ControlFlow<()>,
    {
        for (i, part) in self.0.parts.iter().enumerate() {
            part.each_move_from(&states[i], |action, result| {
                let mut after = states.clone();
                after[i] = result;
                visit((i, action), after)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn bytes(&self, states: &Vec<State>) -> usize {
        let parts = states.iter().map(State::bytes).sum::<usize>();
        size_of::<Vec<State>>() + allocated(parts)
    }
}

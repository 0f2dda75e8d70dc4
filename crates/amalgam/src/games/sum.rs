//! Disjunctive sums: several games side by side, a move in one of them at a time.
//!
//! `G + H` has the options `G' + H` and `G + H'` (the lecture notes). Under normal play its Grundy
//! value is the nim-sum of the parts' values (Sprague–Grundy), so G and H are equivalent, that is,
//! `G + X` and `H + X` have the same outcome for every X, exactly when their values agree.

use crate::base::fault::{Classified, Fault};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use thiserror::Error;

use crate::base::budget::{Budget, allocated};
use crate::base::text::{Cursor, ParseError, Topic};
use crate::games::own::{self, ExploreError, Node, Own, OwnGame};
use crate::games::{self, AnyGame, Board, Kind};
use crate::{Game, Move, Position, Rules, base::position, games::rules};

/// One game of a sum, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A game with heaps.
    Heaps(HeapPart),
    /// A game of one's own, which has none.
    Own(OwnPart),
}

/// A game with heaps, and its position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapPart {
    /// What may be done in it.
    pub game: AnyGame,
    /// Where it stands.
    pub position: Position,
}

/// A game of one's own, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnPart {
    /// What may be done in it.
    pub game: Own,
    /// Where it stands.
    pub node: Node,
}

/// Where a part of a sum stands, without its game. It cannot be printed: heaps can, and of a game of
/// one's own only the [part](Part::show_state) knows how its positions look.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// Heaps.
    Heaps(Position),
    /// A position of a game of one's own.
    Own(Node),
}

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
        Sum::parse_with(text, |cursor| {
            let position = read_position(cursor, default)?;
            Ok(Part::heaps_of(default.clone(), position))
        })
    }

    /// Reads parts joined by `+`. A part without a game is a position of the game of `like`; a game of
    /// one's own is explored from there.
    ///
    /// # Errors
    /// If the text is no sum, or the game cannot be explored from some position.
    pub fn read(text: &str, like: &Part, limits: &Budget) -> Result<Sum, ReadError> {
        match like {
            Part::Own(part) => Sum::parse_own(text, part.game.game(), limits),
            Part::Heaps(part) => Ok(Sum::parse(text, &part.game)?),
        }
    }

    /// Reads parts joined by `+`. A part without a game is a position of the game of one's own, which
    /// is explored from there.
    ///
    /// # Errors
    /// If the text is no sum, or the game cannot be explored from some position.
    pub fn parse_own(
        text: &str,
        own: &Arc<dyn OwnGame>,
        limits: &Budget,
    ) -> Result<Sum, ReadError> {
        Sum::parse_with(text, |cursor| {
            let start = own::read(cursor)?;
            let (game, node) = Own::explore(Arc::clone(own), &start, limits)?;
            Ok(Part::Own(OwnPart { game, node }))
        })
    }

    /// Reads parts joined by `+`, those without a game as `default` does.
    fn parse_with<E: From<ParseError>>(
        text: &str,
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
                Some(game) => {
                    let position = read_position(&mut cursor, &game)?;
                    Part::heaps_of(game, position)
                }
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

    /// Whether all moves can be listed: no more than `most`, and positions that can be
    /// [held](AnyGame::count_moves).
    pub fn can_list_moves(&self, most: u128) -> bool {
        let left = |left: u128, part: &Part| part.count_moves(left).map(|count| left - count);
        self.parts.iter().try_fold(most, left).is_some()
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

/// Why a text is no sum of positions of a game of one's own.
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

/// Reads a position with no more heaps than the game allows.
fn read_position(cursor: &mut Cursor<'_>, game: &AnyGame) -> Result<Position, ParseError> {
    cursor.skip_space();
    let start = cursor.at;
    let position = position::read(cursor)?;
    match game.most_heaps() {
        Some(most) if position.heaps().len() as u64 > most => {
            let heaps = position.heaps().len();
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
fn read_game(cursor: &mut Cursor<'_>) -> Result<Option<AnyGame>, ParseError> {
    cursor.skip_space();
    let start = cursor.at;
    if cursor.eat("(") {
        let game = games::read(cursor)?;
        if !cursor.eat(")") {
            if cursor.at_end() {
                return Err(cursor.error(start..start + 1, "this `(` is never closed"));
            }
            return Err(cursor.unexpected("`)`"));
        }
        return Ok(Some(game));
    }
    match cursor.peek_word() {
        Some(word) if rules::is_clause(word) => Err(cursor
            .error(start..start + word.len(), "rules in words stand in brackets here")
            .suggest(format!("write `({word} …)[…]`"))
            .about(Topic::RulesInWords)),
        Some(_) => games::read(cursor).map(Some),
        None => Ok(None),
    }
}

impl Part {
    /// A game with heaps.
    pub fn heaps_of(game: AnyGame, position: Position) -> Part {
        Part::Heaps(HeapPart { game, position })
    }

    /// The game with heaps and its position, if it is one.
    pub fn as_heaps(&self) -> Option<&HeapPart> {
        match self {
            Part::Heaps(part) => Some(part),
            Part::Own(_) => None,
        }
    }

    /// What the game is called.
    pub fn name(&self) -> &str {
        match self {
            Part::Heaps(part) => part.game.name(),
            Part::Own(part) => part.game.name(),
        }
    }

    /// What may be done, in words.
    pub fn in_words(&self) -> String {
        match self {
            Part::Heaps(part) => part.game.in_words(),
            Part::Own(_) => "a game of one's own".to_owned(),
        }
    }

    /// The heap rules, if that is what describes the moves.
    pub fn rules(&self) -> Option<&Rules> {
        self.as_heaps().and_then(|part| part.game.rules())
    }

    /// How a position is drawn.
    pub fn board(&self) -> Board {
        self.as_heaps().map_or(Board::Heaps, |part| part.game.board())
    }

    /// The heaps; a game of one's own has none.
    pub fn heaps(&self) -> &[u64] {
        self.as_heaps().map_or(&[], |part| part.position.heaps())
    }

    /// Where it stands.
    pub fn state(&self) -> State {
        match self {
            Part::Heaps(part) => State::Heaps(part.position.clone()),
            Part::Own(part) => State::Own(part.node),
        }
    }

    /// The same game at another place.
    ///
    /// # Panics
    /// If that is a place of another kind of game.
    fn at(&self, state: State) -> Part {
        match (self, state) {
            (Part::Heaps(part), State::Heaps(position)) => {
                Part::heaps_of(part.game.clone(), position)
            }
            (Part::Own(part), State::Own(node)) => {
                Part::Own(OwnPart { game: part.game.clone(), node })
            }
            _ => panic!("{ANOTHER_KIND}"),
        }
    }

    /// Its position as the game shows it.
    pub fn show(&self) -> String {
        self.show_state(&self.state())
    }

    /// A position of this game as the game shows it.
    ///
    /// # Panics
    /// If that is a place of another kind of game.
    pub fn show_state(&self, state: &State) -> String {
        match (self, state) {
            (Part::Heaps(_), State::Heaps(position)) => position.to_string(),
            (Part::Own(part), State::Own(node)) => part.game.show(*node),
            _ => panic!("{ANOTHER_KIND}"),
        }
    }

    /// Its position for a table or a sentence: as the game shows it, a long list of heaps
    /// [shortened](Position::brief).
    pub fn brief_position(&self) -> String {
        self.brief_state(&self.state())
    }

    fn brief_state(&self, state: &State) -> String {
        match state {
            State::Heaps(position) => position.brief(),
            State::Own(_) => self.show_state(state),
        }
    }

    /// At most how many moves there are, without listing them.
    pub fn moves_at_most(&self) -> u128 {
        match self {
            Part::Heaps(part) => part.game.moves_at_most(&part.position),
            Part::Own(part) => part.game.count_moves(part.node),
        }
    }

    /// How many moves there are, if no more than `most` and they can be
    /// [held](AnyGame::count_moves).
    fn count_moves(&self, most: u128) -> Option<u128> {
        match self {
            Part::Heaps(part) => part.game.count_moves(&part.position, most),
            Part::Own(part) => Some(part.game.count_moves(part.node)).filter(|&n| n <= most),
        }
    }

    /// All moves with the places they lead to. Different moves may lead to the same place.
    pub fn moves(&self) -> Vec<(Move, State)> {
        let mut moves = Vec::new();
        let _ = self.each_move_from(&self.state(), |action, result| {
            moves.push((action, result));
            ControlFlow::Continue(())
        });
        moves
    }

    /// Calls `visit` with each move from a place of this game, until it breaks.
    fn each_move_from<F>(&self, state: &State, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, State) -> ControlFlow<()>,
    {
        match (self, state) {
            (Part::Heaps(part), State::Heaps(position)) => {
                part.game.each_move(position, |action, result| visit(action, State::Heaps(result)))
            }
            (Part::Own(part), State::Own(node)) => {
                part.game.each_move(*node, |action, result| visit(action, State::Own(result)))
            }
            _ => panic!("{ANOTHER_KIND}"),
        }
    }

    /// The game and its position for a table or a sentence.
    pub fn brief(&self) -> String {
        self.with(&self.brief_position())
    }

    /// The game in front of a position that has been written out.
    fn with(&self, position: &str) -> String {
        let name = self.name();
        match self {
            Part::Heaps(part) if part.game.is_in_words() => format!("({name}){position}"),
            _ if position.starts_with('[') => format!("{name}{position}"),
            _ => format!("{name} {position}"),
        }
    }
}

const ANOTHER_KIND: &str = "a place of another kind of game";

impl State {
    /// The heaps as a position, if it has heaps.
    pub fn position(&self) -> Option<&Position> {
        match self {
            State::Heaps(position) => Some(position),
            State::Own(_) => None,
        }
    }

    /// The heaps; a game of one's own has none.
    pub fn heaps(&self) -> &[u64] {
        self.position().map_or(&[], Position::heaps)
    }

    /// The coins in all heaps.
    pub fn coins(&self) -> u128 {
        self.position().map_or(0, Position::coins)
    }

    fn bytes(&self) -> usize {
        let outside = self
            .position()
            .map_or(0, |position| position.bytes().saturating_sub(size_of::<Position>()));
        size_of::<State>() + outside
    }
}

impl From<Position> for State {
    fn from(position: Position) -> State {
        State::Heaps(position)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.with(&self.show()))
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.parts.iter().map(Part::to_string).collect();
        f.pad(&parts.join(" + "))
    }
}

/// A move in one part of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartMove {
    /// Which part, from 0.
    pub part: usize,
    /// What is done there.
    pub action: Move,
    /// Where that part stands afterwards.
    pub result: State,
}

impl PartMove {
    /// A move in the only part, which has heaps.
    pub(crate) fn single((action, result): (Move, Position)) -> PartMove {
        PartMove { part: 0, action, result: State::Heaps(result) }
    }
}

/// The sum as a game in its own right: positions are one place for each part.
pub(crate) struct SumGame<'a>(&'a Sum);

impl<'a> SumGame<'a> {
    pub(crate) fn new(sum: &'a Sum) -> SumGame<'a> {
        SumGame(sum)
    }

    /// Where the sum stands.
    pub(crate) fn start(&self) -> Vec<State> {
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

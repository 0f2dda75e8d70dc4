//! One game of a sum, where it stands, and what can be done there.

use std::fmt;
use std::ops::ControlFlow;

use crate::base::listing::Lister;
use crate::games::own::{Node, Own};
use crate::games::{AnyGame, Board};
use crate::{Game, Move, Position, Rules};

/// One game of a sum, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A game with heaps.
    Heaps(HeapPart),
    /// A user's own game, which has none.
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

/// A user's own game, and where it stands.
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
    /// A position of a user's own game.
    Own(Node),
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
            Part::Own(part) => {
                part.game.game().in_words().unwrap_or_else(|| "a game of one's own".to_owned())
            }
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

    /// The heaps; a user's own game has none.
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
    pub(super) fn at(&self, state: State) -> Part {
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

    pub(super) fn brief_state(&self, state: &State) -> String {
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
    pub fn each_move_from<F>(&self, state: &State, mut visit: F) -> ControlFlow<()>
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
            Part::Own(part) if part.game.game().is_named_by_words() => {
                format!("({name}){position}")
            }
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

    /// The heaps; a user's own game has none.
    pub fn heaps(&self) -> &[u64] {
        self.position().map_or(&[], Position::heaps)
    }

    /// The coins in all heaps.
    pub fn coins(&self) -> u128 {
        self.position().map_or(0, Position::coins)
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
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
    /// How many bytes it takes, those included that it keeps elsewhere.
    pub fn bytes(&self) -> usize {
        size_of::<PartMove>() - size_of::<State>() + self.result.bytes() + self.action.bytes()
    }
}

/// A list of moves: those that win, or all.
impl Lister<'_, PartMove> {
    /// Appends a move of a part.
    pub fn add(&mut self, part: usize, action: Move, result: State) -> ControlFlow<()> {
        let action = PartMove { part, action, result };
        let bytes = action.bytes();
        self.keep(action, bytes)
    }

    /// Looks at every move of a position and appends those that win.
    pub fn add_if(
        &mut self,
        HeapPart { game, position }: &HeapPart,
        wins: impl Fn(&Position) -> bool,
    ) -> ControlFlow<()> {
        let made_from = position.heap_count();
        game.each_move(position, |action, result| {
            self.look(made_from.max(result.heap_count()))?;
            match wins(&result) {
                true => self.add(0, action, result.into()),
                false => ControlFlow::Continue(()),
            }
        })
    }
}

//! What a game is: positions and moves. Who wins, under either convention.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::text::ParseError;

/// An impartial game that ends: both players have the same moves, and no line of play is infinite.
///
/// A position is its set of options (the lecture notes). Everything the solvers know about a game
/// comes through [`each_move`](Game::each_move).
///
/// ```
/// use amalgam::{Game, engines::search};
/// use std::ops::ControlFlow;
///
/// /// One heap; take a square number of coins.
/// struct Squares;
///
/// impl Game for Squares {
///     type Position = u64;
///     type Move = u64;
///     fn each_move<F>(&self, heap: &u64, mut visit: F) -> ControlFlow<()>
///     where
///         F: FnMut(u64, u64) -> ControlFlow<()>,
///     {
///         (1..=heap.isqrt()).try_for_each(|root| visit(root * root, heap - root * root))
///     }
/// }
///
/// let explored = search::explore(&Squares, 7, Default::default(), &Default::default())?;
/// assert_eq!(explored.value(&5).unwrap().grundy, 0);
/// # Ok::<(), amalgam::LimitReached>(())
/// ```
pub trait Game {
    /// Equal positions have the same moves.
    type Position: Clone + Eq + Hash;
    /// What a player does.
    type Move: Clone;

    /// Calls `visit` with each move and the position it leads to, until it breaks.
    fn each_move<F>(&self, position: &Self::Position, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move, Self::Position) -> ControlFlow<()>;

    /// How many bytes a position takes, those included that it keeps elsewhere: for the bound on
    /// memory.
    fn bytes(&self, position: &Self::Position) -> usize {
        size_of_val(position)
    }
}

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Play {
    /// Who makes the last move wins.
    #[default]
    Normal,
    /// Who makes the last move loses.
    Misere,
}

impl Play {
    /// The outcome of a position without moves.
    pub fn at_the_end(self) -> Outcome {
        match self {
            Play::Normal => Outcome::P,
            Play::Misere => Outcome::N,
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Play::Normal => "normal play",
            Play::Misere => "misère play",
        })
    }
}

impl FromStr for Play {
    type Err = ParseError;

    /// Reads what [`Display`](fmt::Display) writes, with or without the word "play" and the accent.
    fn from_str(text: &str) -> Result<Play, ParseError> {
        match text.strip_suffix(" play").unwrap_or(text) {
            "normal" => Ok(Play::Normal),
            "misère" | "misere" => Ok(Play::Misere),
            _ => Err(ParseError::new(text, 0..text.len(), "expected `normal` or `misère`")),
        }
    }
}

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The previous player, who just moved.
    P,
    /// The next player, who is to move.
    N,
}

impl Outcome {
    /// `P` if true.
    pub fn from_p(is_p: bool) -> Outcome {
        if is_p { Outcome::P } else { Outcome::N }
    }

    /// Whether it is `P`.
    pub fn is_p(self) -> bool {
        self == Outcome::P
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::P => "P",
            Outcome::N => "N",
        })
    }
}

impl FromStr for Outcome {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Outcome, ParseError> {
        match text {
            "P" => Ok(Outcome::P),
            "N" => Ok(Outcome::N),
            _ => Err(ParseError::new(text, 0..text.len(), "expected `P` or `N`")),
        }
    }
}

/// All that is known of a position once everything below it has been looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Value {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, the mex of the options' values. It decides normal play only.
    pub grundy: u64,
    /// How many moves the game lasts when the winner hurries and the loser delays.
    pub remoteness: u64,
}

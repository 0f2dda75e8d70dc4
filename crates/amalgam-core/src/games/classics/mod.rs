//! The neighbouring games of the literature that are not heap [`Rules`](crate::Rules) in words, one
//! file each: what may be done, who found out what about it, and the theorem where there is one.
//!
//! All of them play on a [`Position`]: heaps, or rows of squares read as heaps. A game is one file
//! with a type that is a [`Classic`] and the name people know it by, and a line in the list below;
//! everything else asks the trait. Octal codes are a family of their own, because engines value their
//! heaps one by one.

pub mod chomp;
pub mod code;
pub mod euclid;
pub mod lim;
pub mod moore;
pub mod wythoff;

pub use code::Code;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::NamedGame;
use super::words::Words;
use crate::{Move, Position};

/// The list: one line for each game, in the order in which a newcomer should meet them.
pub(super) const CLASSICS: [NamedGame; 5] =
    [wythoff::GAME, euclid::GAME, moore::GAME, lim::GAME, chomp::GAME];

/// What is called with each move and the position it leads to, until it breaks.
pub type Visit<'v> = dyn FnMut(Move, Position) -> ControlFlow<()> + 'v;

/// A game of the literature: its words, its moves, its theorem, and how it looks.
pub trait Classic: fmt::Debug + Send + Sync {
    /// What may be done, in words. Different games have different words.
    fn words(&self) -> String;

    /// Calls `visit` with each move until it breaks.
    fn each_move(&self, position: &Position, visit: &mut Visit<'_>) -> ControlFlow<()>;

    /// At most how many moves there are, without listing them.
    fn moves_at_most(&self, position: &Position) -> u128;

    /// At most how many moves a position has that arises from this one, itself included.
    fn most_moves(&self, position: &Position) -> u128 {
        self.moves_at_most(position)
    }

    /// How many heaps a position may have, where that is part of the rules.
    fn most_heaps(&self) -> Option<u64> {
        None
    }

    /// The game of this kind that has room for this many heaps, if there is one.
    fn with_heaps(&self, _heaps: usize) -> Option<String> {
        None
    }

    /// Whether a move can make a heap larger, so that all coins together must fit in 64 bits.
    fn heaps_can_grow(&self) -> bool {
        false
    }

    /// Whether heaps never meet, so that a position is the disjunctive sum of its heaps.
    fn heaps_are_independent(&self) -> bool {
        false
    }

    /// Whether a move can make two heaps of one.
    fn splits(&self) -> bool {
        false
    }

    /// The rules in words, if that is what the game is.
    fn as_words(&self) -> Option<&Words> {
        None
    }

    /// The theorem that decides normal play, where there is one.
    fn theorem(&self) -> Option<&dyn Theorem> {
        None
    }

    /// How a position is drawn.
    fn board(&self) -> Board {
        Board::Heaps
    }
}

/// How a position is drawn, and what one points at to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// Heaps of coins; one points at coins.
    Heaps,
    /// Rows of squares, the longest on top; pointing at a square is a move.
    Squares,
    /// Rows of pins; a ball hits one of them, or two that stand side by side.
    Pins,
}

/// A theorem that tells the P-positions of a game under normal play, for heaps of any size.
pub trait Theorem: Send + Sync {
    /// Whose theorem it is.
    fn name(&self) -> &'static str;

    /// Whether the position is P.
    fn is_p(&self, position: &Position) -> bool;

    /// The set to which P-positions belong by the theorem, and the one of the others, in words.
    fn set(&self, p: bool) -> String;

    /// Every winning move of an N-position, where the theorem names them all.
    fn winning_moves(&self, position: &Position) -> Option<Vec<(Move, Position)>>;

    /// One winning move of an N-position.
    fn winning_move(&self, position: &Position) -> Option<(Move, Position)> {
        self.winning_moves(position)?.into_iter().next()
    }
}

/// A game of the literature, shared; two are equal if their words are.
#[derive(Clone, Debug)]
pub struct Shared(Arc<dyn Classic>);

impl Shared {
    /// Shares a game.
    pub fn new(game: impl Classic + 'static) -> Shared {
        Shared(Arc::new(game))
    }
}

impl std::ops::Deref for Shared {
    type Target = dyn Classic;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        self.words() == other.words()
    }
}

impl Eq for Shared {}

impl Hash for Shared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words().hash(state);
    }
}

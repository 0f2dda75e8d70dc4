//! Every game that has a name or can be described, as one type.
//!
//! An [`AnyGame`] is what `--game` reads: a name from the [list](NAMED), with parameters where it
//! takes some, or [rules in words](crate::rules). It is a [`Game`] like any other, so that search,
//! sums and play need not know which kind it is; the engines that need heap rules ask for
//! [them](AnyGame::rules).
//!
//! ```
//! use amalgam::{Game, Position, games::AnyGame};
//! let wythoff: AnyGame = "wythoff".parse()?;
//! assert_eq!(wythoff.moves(&Position::new([1, 2])).len(), 1 + 2 + 1);
//! assert!(wythoff.rules().is_none());
//! # Ok::<(), amalgam::ParseError>(())
//! ```

mod named;
mod own;

pub(crate) use named::read;
pub use named::{NAMED, NamedGame};
pub use own::Own;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::classics::{Code, chomp, lim, moore, wythoff};
use crate::own::{Datum, ExploreError, OwnGame};
use crate::{Budget, Game, Move, Position, Rules, rules};

/// A game together with the name people know it by.
///
/// ```
/// use amalgam::games::AnyGame;
/// let game: AnyGame = "restricted-amalgamation(3)".parse()?;
/// assert_eq!(game.rules().unwrap().to_string(), "take any, merge if min >= 3");
/// let own: AnyGame = "take 1..3, merge if equal".parse()?;
/// assert_eq!(own.name(), "take 1..3, merge if equal");
/// # Ok::<(), amalgam::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyGame {
    name: String,
    kind: Kind,
}

/// What kind of game it is, by what describes its moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Heap rules, in words.
    Heaps(Rules),
    /// A take-and-break [`Code`].
    Code(Code),
    /// [`classics::wythoff`](wythoff).
    Wythoff,
    /// [`classics::moore`](moore).
    Moore {
        /// From so many heaps at most.
        most: u64,
    },
    /// [`classics::lim`](lim).
    Lim,
    /// [`classics::chomp`](chomp).
    Chomp {
        /// So many rows at most.
        rows: u64,
    },
    /// A game of one's [`own`](crate::own).
    Own(Own),
}

impl AnyGame {
    /// The game with these rules, named by its rules in words.
    pub fn new(rules: Rules) -> AnyGame {
        AnyGame { name: rules.to_string(), kind: Kind::Heaps(rules) }
    }

    /// Nim.
    pub fn nim() -> AnyGame {
        AnyGame { name: "nim".to_owned(), kind: Kind::Heaps(Rules::nim()) }
    }

    /// A game of one's own from a start, with the position of the start.
    ///
    /// # Errors
    /// If the game breaks down somewhere, never ends, or does not fit within `limits`.
    pub fn own(
        game: Arc<dyn OwnGame>,
        start: &Datum,
        limits: &Budget,
    ) -> Result<(AnyGame, Position), ExploreError> {
        let name = game.name().to_owned();
        let (own, position) = Own::explore(game, start, limits)?;
        Ok((AnyGame { name, kind: Kind::Own(own) }, position))
    }

    /// What it is called: a known name, or the rules in words.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the name is the rules in words.
    pub fn is_in_words(&self) -> bool {
        self.name.split([' ', ',']).next().is_some_and(rules::is_clause)
    }

    /// What describes the moves.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The heap rules, if that is what describes the moves.
    pub fn rules(&self) -> Option<&Rules> {
        match &self.kind {
            Kind::Heaps(rules) => Some(rules),
            _ => None,
        }
    }

    /// What may be done, in words.
    pub fn in_words(&self) -> String {
        match &self.kind {
            Kind::Heaps(rules) => rules.to_string(),
            Kind::Code(code) => code.words(),
            Kind::Wythoff => {
                "two heaps: take any number from one, or the same number from both".to_owned()
            }
            Kind::Moore { most } => format!("take any numbers from up to {most} heaps at once"),
            Kind::Lim => {
                "three heaps: take m from each of two of them and add m to the third".to_owned()
            }
            Kind::Chomp { rows } => format!(
                "up to {rows} rows of squares: bite off a square with all that is right of it and \
                 below it, but never the first of the longest row"
            ),
            Kind::Own(_) => "a game of one's own".to_owned(),
        }
    }

    /// Whether heaps never meet, so that a position is the disjunctive sum of its heaps.
    pub fn heaps_are_independent(&self) -> bool {
        match &self.kind {
            Kind::Heaps(rules) => rules.heaps_are_independent(),
            Kind::Code(_) => true,
            _ => false,
        }
    }

    /// A position as the game shows it.
    pub fn show(&self, position: &Position) -> String {
        match &self.kind {
            Kind::Own(own) => own.show(position),
            _ => position.to_string(),
        }
    }

    /// Whether a move can make a heap larger, so that all coins together must fit in 64 bits.
    pub fn heaps_can_grow(&self) -> bool {
        match &self.kind {
            Kind::Heaps(rules) => !rules.heaps_are_independent(),
            Kind::Lim => true,
            _ => false,
        }
    }

    /// How many heaps a position may have, where that is part of the rules.
    pub fn most_heaps(&self) -> Option<u64> {
        match self.kind {
            Kind::Wythoff => Some(2),
            Kind::Lim => Some(3),
            Kind::Chomp { rows } => Some(rows),
            _ => None,
        }
    }

    /// All moves with the positions they lead to. Different moves may lead to the same position.
    ///
    /// The list can be long: see [`count_moves`](AnyGame::count_moves).
    pub fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let mut moves = Vec::new();
        let _ = self.each_move(position, |action, result| {
            moves.push((action, result));
            ControlFlow::Continue(())
        });
        moves
    }

    /// At most how many moves there are, without listing them.
    pub fn count_moves(&self, position: &Position) -> u128 {
        match &self.kind {
            Kind::Heaps(rules) => rules.count_moves(position),
            Kind::Code(code) => {
                let of_heap = |(_, heap)| code.count_moves(heap);
                position.distinct().map(of_heap).fold(0, u128::saturating_add)
            }
            Kind::Wythoff => wythoff::count_moves(position),
            Kind::Moore { most } => moore::count_moves(*most, position),
            Kind::Lim => lim::count_moves(position),
            Kind::Chomp { .. } => chomp::count_moves(position),
            Kind::Own(own) => own.count_moves(position),
        }
    }
}

impl Game for AnyGame {
    type Position = Position;
    type Move = Move;

    fn each_move<F>(&self, position: &Position, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, Position) -> ControlFlow<()>,
    {
        match &self.kind {
            Kind::Heaps(rules) => rules.each_move(position, visit),
            Kind::Code(code) => position.distinct().try_for_each(|(i, from)| {
                code.each_break(from, |_, left| {
                    visit(Move::of_break(from, left), position.replace(&[i], left))
                })
            }),
            Kind::Wythoff => wythoff::each_move(position, visit),
            Kind::Moore { most } => moore::each_move(*most, position, visit),
            Kind::Lim => lim::each_move(position, visit),
            Kind::Chomp { .. } => chomp::each_move(position, visit),
            Kind::Own(own) => own.each_move(position, visit),
        }
    }

    fn bytes(&self, position: &Position) -> usize {
        position.bytes()
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

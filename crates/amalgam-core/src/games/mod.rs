//! Every game with heaps that has a name or can be described, as one type.
//!
//! An [`AnyGame`] is what people name: an entry of the [list](NAMED), with parameters where it takes
//! some, or [rules in words](crate::games::rules). It is a [`Game`] like any other, so that search,
//! sums and play need not know which kind it is; the engines that need heap rules ask for
//! [them](AnyGame::rules). A game of one's [`own`] has no heaps: it stands beside these in a
//! [sum](crate::Sum), as a kind of [part](crate::Part) of its own.
//!
//! ```
//! use amalgam::{Game, Position, games::AnyGame};
//! let wythoff: AnyGame = "wythoff".parse()?;
//! assert_eq!(wythoff.moves(&Position::new([1, 2])).len(), 1 + 2 + 1);
//! assert!(wythoff.rules().is_none());
//! # Ok::<(), amalgam::ParseError>(())
//! ```

pub mod classics;
mod literature;
mod most_moves;
mod named;
pub mod own;
pub(crate) mod part;
pub mod rules;
pub mod sum;
pub mod words;

use classics::Classic;
pub use classics::{Board, Code};
pub use literature::{LITERATURE, Published};
pub use named::{Known, NAMED, NamedGame};
pub(crate) use named::{read_known, starts_words};

use std::fmt;
use std::ops::ControlFlow;

use crate::games::rules::{Amounts, Merge};
use crate::{Game, Move, Position, Rules};

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
    /// Whether the name is the rules in words.
    in_words: bool,
    kind: Kind,
}

/// What kind of game it is, by what describes its moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Heap rules, in words.
    Heaps(Rules),
    /// A take-and-break [`Code`].
    Code(Code),
    /// A game of the literature.
    Classic(classics::Shared),
}

impl Kind {
    /// A game of the literature.
    fn classic(game: impl Classic + 'static) -> Kind {
        Kind::Classic(classics::Shared::new(game))
    }
}

impl AnyGame {
    /// The game with these rules, named by its rules in words.
    pub fn new(rules: Rules) -> AnyGame {
        AnyGame { name: rules.to_string(), in_words: true, kind: Kind::Heaps(rules) }
    }

    /// A game that is called something else than its rules.
    fn named(name: impl Into<String>, kind: Kind) -> AnyGame {
        AnyGame { name: name.into(), in_words: false, kind }
    }

    /// Nim.
    pub fn nim() -> AnyGame {
        AnyGame::named("nim", Kind::Heaps(Rules::nim()))
    }

    /// Amalgamation Nim.
    pub fn amalgamation() -> AnyGame {
        let merges = vec![Merge { conditions: Vec::new(), then_take: 0 }];
        let rules = Rules::new(Amounts::any(), Amounts::none(), None, merges);
        let kind = Kind::Heaps(rules.expect("every move lowers coins and heaps"));
        AnyGame::named("amalgamation", kind)
    }

    /// What it is called: a known name, or the rules in words.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the name is the rules in words.
    pub fn is_in_words(&self) -> bool {
        self.in_words
    }

    /// The rules in words, if they are more than heap rules.
    pub fn words(&self) -> Option<&words::Words> {
        match &self.kind {
            Kind::Classic(game) => game.as_words(),
            _ => None,
        }
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
            Kind::Classic(game) => game.words(),
        }
    }

    /// Whether heaps never meet, so that a position is the disjunctive sum of its heaps.
    pub fn heaps_are_independent(&self) -> bool {
        match &self.kind {
            Kind::Heaps(rules) => rules.heaps_are_independent(),
            Kind::Code(_) => true,
            Kind::Classic(game) => game.heaps_are_independent(),
        }
    }

    /// Whether a move can make a heap larger, so that all coins together must fit in 64 bits.
    pub fn heaps_can_grow(&self) -> bool {
        match &self.kind {
            Kind::Heaps(rules) => !rules.heaps_are_independent(),
            Kind::Classic(game) => game.heaps_can_grow(),
            _ => false,
        }
    }

    /// How many heaps a position may have, where that is part of the rules.
    pub fn most_heaps(&self) -> Option<u64> {
        match &self.kind {
            Kind::Classic(game) => game.most_heaps(),
            _ => None,
        }
    }

    /// How a position is drawn.
    ///
    /// ```
    /// use amalgam::games::{AnyGame, Board};
    /// let kayles: AnyGame = "octal(0.77)".parse()?;
    /// assert_eq!(kayles.board(), Board::Pins);
    /// # Ok::<(), amalgam::ParseError>(())
    /// ```
    pub fn board(&self) -> Board {
        let of_code = |code: &Code| if code.is_with_pins() { Board::Pins } else { Board::Heaps };
        match &self.kind {
            Kind::Classic(game) => game.board(),
            Kind::Code(code) => of_code(code),
            Kind::Heaps(rules) => Code::from_rules(rules).as_ref().map_or(Board::Heaps, of_code),
        }
    }

    /// All moves with the positions they lead to. Different moves may lead to the same position.
    ///
    /// The list can be long: see [`moves_at_most`](AnyGame::moves_at_most).
    pub fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let mut moves = Vec::new();
        let _ = self.each_move(position, |action, result| {
            moves.push((action, result));
            ControlFlow::Continue(())
        });
        moves
    }

    /// At most how many moves there are, without listing them. The bound may be far off where many
    /// heaps are equal or few may merge.
    pub fn moves_at_most(&self, position: &Position) -> u128 {
        match &self.kind {
            Kind::Heaps(rules) => rules.moves_at_most(position),
            Kind::Code(code) => {
                let of_heap = |(_, heap)| code.count_moves(heap);
                position.distinct().map(of_heap).fold(0, u128::saturating_add)
            }
            Kind::Classic(game) => game.moves_at_most(position),
        }
    }

    /// Calls `visit` with each move in a heap and the heaps that it leaves, until it breaks. Where heaps
    /// never meet, these are all moves.
    pub fn each_break<F>(&self, from: u64, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, &[u64]) -> ControlFlow<()>,
    {
        match &self.kind {
            Kind::Heaps(rules) => rules.each_break(from, visit),
            Kind::Code(code) => {
                code.each_break(from, |_, left| visit(Move::of_break(from, left), left))
            }
            Kind::Classic(game) => match game.as_words() {
                Some(words) => words.each_break(from, visit),
                None => ControlFlow::Continue(()),
            },
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
            Kind::Code(_) => position.distinct().try_for_each(|(i, from)| {
                self.each_break(from, |action, left| visit(action, position.replace(&[i], left)))
            }),
            Kind::Classic(game) => game.each_move(position, &mut visit),
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

crate::base::as_text::as_text!(AnyGame);

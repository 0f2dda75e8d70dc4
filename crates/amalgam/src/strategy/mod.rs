//! Picks the cheapest exact way to answer, and says which it was.
//!
//! Each way is a [`Decided`] question: it knows the outcome and the winning moves, perhaps the
//! Grundy value and the remoteness, and the reason that makes the answer more than an assertion.
//!
//! ```
//! use amalgam::{Limits, Outcome, Play, Sum, strategy};
//! let sum = Sum::parse("[3,4,5]", &"amalgamation".parse()?)?;
//! let decided = strategy::decide(&sum, Play::Normal, &Limits::default())?;
//! assert_eq!(decided.outcome(), Outcome::N);
//! assert_eq!(decided.winning_moves()[0].result.to_string(), "[1,3,5]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod completed;
mod explored;
mod nim;
mod product;
mod values;

use std::fmt;

use thiserror::Error;

use crate::search::{LimitReached, Limits};
use crate::{Outcome, Part, PartMove, Play, Sum};

/// What is known of a position; what is not known is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value: never under misère play, where it decides nothing.
    pub grundy: Option<u64>,
    /// How long the game lasts.
    pub remoteness: Option<u64>,
}

/// A question with its answer.
pub trait Decided {
    /// What is known of the position itself.
    fn known(&self) -> Known;

    /// Every winning move, in a fixed order.
    fn winning_moves(&self) -> Vec<PartMove>;

    /// What is known of the position after a move.
    fn after(&self, action: &PartMove) -> Known;

    /// What decided.
    fn reason(&self) -> Reason;

    /// Who wins.
    fn outcome(&self) -> Outcome {
        self.known().outcome
    }
}

/// Why an answer is right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Nim under normal play: the nim-sum.
    Bouton {
        /// The nim-sum of the heaps.
        nim_sum: u64,
    },
    /// Nim under misère play.
    MisereNim {
        /// The nim-sum of the heaps.
        nim_sum: u64,
        /// Whether some heap has at least two coins.
        tall: bool,
    },
    /// The values of independent parts, added by nim-sum.
    SpragueGrundy {
        /// What the parts are: heaps of one game, or the games of a sum.
        parts: &'static str,
        /// Their values.
        values: Vec<u64>,
    },
    /// Every position that can arise was valued.
    Search {
        /// How many were.
        positions: usize,
    },
    /// Completions of the rests that can arise; only outcomes are decided.
    Completion {
        /// How many rests there are.
        rests: usize,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Bouton { nim_sum: 0 } => {
                f.write_str("Bouton's theorem: the nim-sum of the heaps is 0")
            }
            Reason::Bouton { nim_sum } => {
                write!(f, "Bouton's theorem: the nim-sum of the heaps is {nim_sum}, not 0")
            }
            Reason::MisereNim { tall: true, nim_sum } => write!(
                f,
                "Bouton's theorem for misère Nim: some heap has two coins or more and the nim-sum \
                 is {nim_sum}"
            ),
            Reason::MisereNim { tall: false, nim_sum } => write!(
                f,
                "Bouton's theorem for misère Nim: all heaps are single coins, an {} number of them",
                if *nim_sum == 0 { "even" } else { "odd" }
            ),
            Reason::SpragueGrundy { parts, values } => {
                write!(f, "Sprague–Grundy: the nim-sum of the {parts}' values ")?;
                match values.as_slice() {
                    [] => f.write_str("is 0, since there are none"),
                    [value] => write!(f, "is {value}"),
                    _ => {
                        let shown = values.iter().take(8).map(u64::to_string);
                        let dots = if values.len() > 8 { " ⊕ …" } else { "" };
                        let sum = crate::nimber::nim_sum(values.iter().copied());
                        write!(f, "{}{dots} is {sum}", shown.collect::<Vec<_>>().join(" ⊕ "))
                    }
                }
            }
            Reason::Search { positions: 1 } => f.write_str("search: no move is left"),
            Reason::Search { positions } => {
                write!(
                    f,
                    "search: {positions} positions were valued, all that can arise among them"
                )
            }
            Reason::Completion { rests } => write!(
                f,
                "completion: the one heap that makes a P-position was found for {rests} rests; \
                 only the outcome is decided, so the Grundy value is not known"
            ),
        }
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StrategyError {
    /// A bound was met; nothing is claimed.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// Merging could make a heap that does not fit in 64 bits.
    #[error("the coins of a game with merges must fit in 64 bits, and these are {0}")]
    TooManyCoins(u128),
    /// There are too many moves to list.
    #[error("there are {0} moves, too many to list")]
    TooManyMoves(u128),
}

/// A position that can be valued completely within so many positions is, even where a quicker way
/// would decide the outcome: people want the Grundy value too.
const WORTH_EXPLORING: u64 = 1_000_000;

/// The remoteness of a sum is looked for only within so many positions.
const WORTH_FOR_REMOTENESS: u64 = 100_000;

/// The most moves [`moves`] lists.
pub const MOST_MOVES: u128 = 1_000_000;

/// Decides a sum of games, a single game being a sum of one.
///
/// # Errors
/// If a bound is met first, or numbers do not fit.
pub fn decide<'a>(
    sum: &'a Sum,
    play: Play,
    limits: &Limits,
) -> Result<Box<dyn Decided + 'a>, StrategyError> {
    check_coins(sum)?;
    let Some(part) = sum.as_single() else {
        return match play {
            Play::Normal => Ok(Box::new(values::Values::new(sum, limits)?)),
            Play::Misere => Ok(Box::new(product::Product::new(sum, play, limits)?)),
        };
    };
    let rules = part.game.rules();
    if rules.is_nim() {
        return Ok(Box::new(nim::Nim::new(sum, &part.position, play, limits)));
    }
    if rules.heaps_are_independent() && play == Play::Normal {
        return Ok(Box::new(values::Values::new(sum, limits)?));
    }
    let quick = if rules.takes_any() { WORTH_EXPLORING } else { u64::MAX };
    let explored =
        explored::Exploration::new(rules, &part.position, play, &limits.with_positions(quick));
    match explored {
        Ok(explored) => Ok(Box::new(explored)),
        Err(limit) if !rules.takes_any() => Err(limit.into()),
        Err(limit) => match completed::Completed::new(rules, &part.position, play, limits) {
            Some(completed) => Ok(Box::new(completed?)),
            None => Err(limit.into()),
        },
    }
}

/// The Grundy value of a sum, by search where there is no quicker way.
///
/// # Errors
/// If a bound is met first, or numbers do not fit.
pub fn grundy(sum: &Sum, limits: &Limits) -> Result<u64, StrategyError> {
    check_coins(sum)?;
    Ok(values::Values::new(sum, limits)?.total())
}

/// Whether two sums are equivalent: whether adding the same game to both always gives the same
/// outcome. Under normal play that is so exactly when their Grundy values agree (paper 003).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equivalence {
    /// The Grundy values of the two.
    pub values: [u64; 2],
}

impl Equivalence {
    /// Compares two sums.
    ///
    /// # Errors
    /// If a bound is met first, or numbers do not fit.
    pub fn of(left: &Sum, right: &Sum, limits: &Limits) -> Result<Equivalence, StrategyError> {
        Ok(Equivalence { values: [grundy(left, limits)?, grundy(right, limits)?] })
    }

    /// Whether the values agree.
    pub fn holds(&self) -> bool {
        self.values[0] == self.values[1]
    }

    /// A heap of Nim that tells the two apart, if they are not equivalent: with one of them it
    /// makes a P-position, with the other an N-position. It is the smaller value, so that it may be
    /// the empty heap.
    pub fn witness(&self) -> Option<u64> {
        (!self.holds()).then(|| self.values[0].min(self.values[1]))
    }
}

/// Whether [`moves`] can list the moves of a sum.
///
/// # Errors
/// If there are more than [`MOST_MOVES`].
pub fn check_moves(sum: &Sum) -> Result<(), StrategyError> {
    let count = |part: &Part| part.game.rules().count_moves(&part.position);
    match sum.parts().iter().map(count).fold(0, u128::saturating_add) {
        total if total > MOST_MOVES => Err(StrategyError::TooManyMoves(total)),
        _ => Ok(()),
    }
}

fn check_coins(sum: &Sum) -> Result<(), StrategyError> {
    for part in sum.parts() {
        let coins = part.position.coins();
        if !part.game.rules().heaps_are_independent() && coins > u128::from(u64::MAX) {
            return Err(StrategyError::TooManyCoins(coins));
        }
    }
    Ok(())
}

/// All moves with what is known of the positions they lead to, the best first: winning moves, the
/// quickest first, then losing moves, the longest first.
///
/// # Errors
/// If there are more than [`MOST_MOVES`].
pub fn moves(sum: &Sum, decided: &dyn Decided) -> Result<Vec<(PartMove, Known)>, StrategyError> {
    check_moves(sum)?;
    let mut moves = Vec::new();
    for (part, Part { game, position }) in sum.parts().iter().enumerate() {
        for (action, result) in game.rules().moves(position) {
            let action = PartMove { part, action, result };
            let known = decided.after(&action);
            moves.push((action, known));
        }
    }
    moves.sort_by_key(|(_, known)| match known.outcome {
        Outcome::P => (known.outcome, known.remoteness, known.grundy),
        Outcome::N => (known.outcome, known.remoteness.map(|moves| u64::MAX - moves), known.grundy),
    });
    Ok(moves)
}

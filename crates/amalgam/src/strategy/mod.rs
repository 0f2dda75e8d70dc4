//! Picks the cheapest exact way to answer, and says which it was.
//!
//! Each way is a [`Decided`] question: it knows the outcome and the winning moves, perhaps the
//! Grundy value and the remoteness, and the reason that makes the answer more than an assertion.
//!
//! ```
//! use amalgam::{Budget, Outcome, Play, Sum, strategy};
//! let sum = Sum::parse("[3,4,5]", &"amalgamation".parse()?)?;
//! let decided = strategy::decide(&sum, Play::Normal, &Budget::default())?;
//! assert_eq!(decided.outcome(), Outcome::N);
//! assert_eq!(decided.winning_moves()[0].result.to_string(), "[1,3,5]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classic;
mod closed;
mod completed;
mod explored;
mod nim;
mod own;
mod product;
mod reason;
mod three;
mod values;

pub use reason::Reason;

use thiserror::Error;

use crate::budget::{Budget, LimitReached};
use crate::completion::{self, CompletionError, Completions};
use crate::games::Kind;
use crate::rules::Rules;
use crate::search;
use crate::three::Family;
use crate::three::oracle::RowOracle;
use crate::three::progress::{SearchError, Silent};
use crate::{Outcome, Part, PartMove, Play, Position, Sum};

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

    /// Every winning move, in a fixed order; some of them where the answer is not
    /// [complete](Decided::is_complete).
    fn winning_moves(&self) -> Vec<PartMove>;

    /// What is known of the position after a move. Where the answer is not
    /// [complete](Decided::is_complete), only winning moves may be asked for.
    fn after(&self, action: &PartMove) -> Known;

    /// What decided.
    fn reason(&self) -> Reason;

    /// Whether every winning move is known, and the outcome of every option. Some theorems name a
    /// winner and a winning move and say nothing of the other moves.
    fn is_complete(&self) -> bool {
        true
    }

    /// Who wins.
    fn outcome(&self) -> Outcome {
        self.known().outcome
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
    /// There is no completion.
    #[error(transparent)]
    Completion(CompletionError),
    /// The row that would decide is not known.
    #[error(transparent)]
    Rows(SearchError),
    /// A theorem names a winning move and says nothing of the others.
    #[error("a winning move is known, but not what the other moves are worth")]
    OptionsUnknown,
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

/// Where the periods of rows come from: finding them can take seconds, so that a caller may want to
/// keep them.
pub trait RowSource {
    /// The rows up to `to`, as far as they are known.
    ///
    /// # Errors
    /// If a bound is met first, or there are no such rows.
    fn oracle(&self, family: Family, to: u64) -> Result<RowOracle, SearchError>;
}

/// Finds rows anew each time.
impl RowSource for Budget {
    fn oracle(&self, family: Family, to: u64) -> Result<RowOracle, SearchError> {
        RowOracle::find(family, to, self, &Silent)
    }
}

/// Decides a sum of games, a single game being a sum of one.
///
/// # Errors
/// If a bound is met first, or numbers do not fit.
pub fn decide<'a>(
    sum: &'a Sum,
    play: Play,
    limits: &Budget,
) -> Result<Box<dyn Decided + 'a>, StrategyError> {
    decide_with(sum, play, limits, limits)
}

/// [`decide`] with rows from a source of the caller's.
///
/// # Errors
/// If a bound is met first, or numbers do not fit.
pub fn decide_with<'a>(
    sum: &'a Sum,
    play: Play,
    limits: &Budget,
    rows: &dyn RowSource,
) -> Result<Box<dyn Decided + 'a>, StrategyError> {
    check_coins(sum)?;
    let Some(part) = sum.as_single() else {
        return match play {
            Play::Normal => Ok(Box::new(values::Values::new(sum, limits)?)),
            Play::Misere => Ok(Box::new(product::Product::new(sum, play, limits)?)),
        };
    };
    let Part { game, position } = part;
    if let Some(rules) = game.rules().filter(|rules| rules.is_nim()) {
        return Ok(Box::new(nim::Nim::new(rules, position, play, limits)));
    }
    if game.heaps_are_independent() && play == Play::Normal {
        return Ok(Box::new(values::Values::new(sum, limits)?));
    }
    let rules = match game.kind() {
        Kind::Heaps(rules) => rules,
        Kind::Own(own) => return Ok(Box::new(own::OwnValues { game, own, position, play })),
        _ => {
            return match classic::Classic::new(game, position, play, limits) {
                Some(classic) => Ok(Box::new(classic)),
                None => Ok(Box::new(product::Product::new(sum, play, limits)?)),
            };
        }
    };
    if !rules.takes_any() {
        return Ok(Box::new(explored::Exploration::new(rules, position, play, limits)?));
    }
    let few = limits.with_positions(WORTH_EXPLORING);
    let closed = closed::Closed::new(rules, position, play);
    let small = closed.is_none() || closed::is_small(position);
    if small
        && positions_at_least(position) <= u128::from(WORTH_EXPLORING)
        && let Ok(explored) = explored::Exploration::new(rules, position, play, &few)
    {
        return Ok(Box::new(explored));
    }
    match closed {
        // A theorem that names every winning move.
        Some(closed) if closed.is_complete() => return Ok(Box::new(closed)),
        // A theorem that names some: another way may name them all.
        Some(closed) => {
            let family = three_heap_family(rules, position, 3, play);
            let three = family.map(|f| three::ThreeHeaps::new(rules, f, position, limits, rows));
            if let Some(Ok(three)) = three {
                return Ok(Box::new(three));
            }
            let completed = completed::Completed::new(rules, position, play, &few);
            return match completed {
                Some(Ok(completed)) => Ok(Box::new(completed)),
                _ => Ok(Box::new(closed)),
            };
        }
        None => {}
    }
    if let Some(family) = three_heap_family(rules, position, 3, play) {
        return Ok(Box::new(three::ThreeHeaps::new(rules, family, position, limits, rows)?));
    }
    match completed::Completed::new(rules, position, play, limits) {
        Some(completed) => Ok(Box::new(completed?)),
        None => Ok(Box::new(explored::Exploration::new(rules, position, play, limits)?)),
    }
}

/// Only who wins, which can be much quicker than [`decide`]: search stops at the first winning move
/// of each position.
///
/// # Errors
/// If a bound is met first, or numbers do not fit.
pub fn outcome(
    part: &Part,
    play: Play,
    limits: &Budget,
    rows: &dyn RowSource,
) -> Result<Outcome, StrategyError> {
    let sum = Sum::single(part.game.clone(), part.position.clone());
    if let Kind::Own(own) = part.game.kind() {
        return Ok(own.value(&part.position, play).outcome);
    }
    let Some(rules) = part.game.rules() else {
        return match classic::Classic::new(&part.game, &part.position, play, limits) {
            Some(classic) => Ok(classic.outcome()),
            None => Ok(search::outcome(&part.game, part.position.clone(), play, limits)?.0),
        };
    };
    let by_theorem = rules.heaps_are_independent() && (play == Play::Normal || rules.is_nim());
    if let Some(outcome) = by_closed_form(rules, &part.position, play) {
        return Ok(outcome);
    }
    if by_theorem || three_heap_family(rules, &part.position, 3, play).is_some() {
        return Ok(decide_with(&sum, play, limits, rows)?.outcome());
    }
    check_coins(&sum)?;
    Ok(search::outcome_of_heaps(rules, &part.position, play, limits)?.0)
}

/// At least so many positions can be reached where any number may be taken: each choice of smaller
/// heaps, up to their order.
fn positions_at_least(position: &Position) -> u128 {
    let factor = |(i, &heap): (usize, &u64)| (heap as f64 + 1.0) / (i as f64 + 1.0);
    position.heaps().iter().enumerate().map(factor).product::<f64>() as u128
}

/// The family whose rows decide positions of so few heaps under these rules.
fn three_heap_family(
    rules: &Rules,
    position: &Position,
    heaps: usize,
    play: Play,
) -> Option<Family> {
    let few = position.heaps().len() <= heaps && play == Play::Normal;
    rules.family_of_rows().filter(|_| few)
}

/// f(R), the one heap that makes a P-position with `rest`, and why: from the period of a row where
/// there are two heaps and one is huge.
///
/// # Errors
/// If the rules do not promise a completion, a bound is met first, or numbers do not fit.
pub fn complete(
    rules: &Rules,
    rest: &Position,
    play: Play,
    limits: &Budget,
    rows: &dyn RowSource,
) -> Result<(u64, Reason), StrategyError> {
    if rules.is_nim() && play == Play::Normal {
        let nim_sum = crate::nimber::nim_sum(rest.heaps().iter().copied());
        return Ok((nim_sum, Reason::Bouton { nim_sum }));
    }
    if let Some(family) = three_heap_family(rules, rest, 2, play) {
        return three::complete(family, rest, limits, rows);
    }
    let coins = rest.coins();
    if coins > u128::from(u64::MAX) {
        return Err(StrategyError::TooManyCoins(coins));
    }
    if let Some(table) = Completions::below(rules, std::slice::from_ref(rest), play, limits) {
        let table = table?;
        let size = table.of(rest).expect("it was asked for");
        return Ok((size, Reason::Completion { rests: table.count() }));
    }
    match completion::completion(rules, rest, play, limits) {
        Ok(size) => Ok((size, Reason::EachSize)),
        Err(CompletionError::Limit(limit)) => Err(limit.into()),
        Err(error) => Err(StrategyError::Completion(error)),
    }
}

/// Who wins by a closed form of [`theory`](crate::theory), where one decides the position at once.
///
/// ```
/// use amalgam::{Outcome, Play, Position, strategy};
/// let rules = "take any, merge".parse()?;
/// let outcome = |heaps| strategy::by_closed_form(&rules, &Position::new(heaps), Play::Normal);
/// assert_eq!(outcome([1_000_000, 1_000_000, 7]), Some(Outcome::N));
/// assert_eq!(outcome([1, 2, 4]), None);
/// # Ok::<(), amalgam::ParseError>(())
/// ```
pub fn by_closed_form(rules: &Rules, position: &Position, play: Play) -> Option<Outcome> {
    closed::Closed::new(rules, position, play).map(|closed| closed.outcome())
}

/// The Grundy value of a sum, by search where there is no quicker way.
///
/// # Errors
/// If a bound is met first, or numbers do not fit.
pub fn grundy(sum: &Sum, limits: &Budget) -> Result<u64, StrategyError> {
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
    pub fn of(left: &Sum, right: &Sum, limits: &Budget) -> Result<Equivalence, StrategyError> {
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
    let count = |part: &Part| part.game.count_moves(&part.position);
    match sum.parts().iter().map(count).fold(0, u128::saturating_add) {
        total if total > MOST_MOVES => Err(StrategyError::TooManyMoves(total)),
        _ => Ok(()),
    }
}

fn check_coins(sum: &Sum) -> Result<(), StrategyError> {
    for part in sum.parts() {
        let coins = part.position.coins();
        if part.game.heaps_can_grow() && coins > u128::from(u64::MAX) {
            return Err(StrategyError::TooManyCoins(coins));
        }
    }
    Ok(())
}

/// All moves with what is known of the positions they lead to, the best first: winning moves, the
/// quickest first, then losing moves, the longest first.
///
/// # Errors
/// If there are more than [`MOST_MOVES`], or what decided says nothing of them.
pub fn moves(sum: &Sum, decided: &dyn Decided) -> Result<Vec<(PartMove, Known)>, StrategyError> {
    if !decided.is_complete() {
        return Err(StrategyError::OptionsUnknown);
    }
    check_moves(sum)?;
    let mut moves = Vec::new();
    for (part, Part { game, position }) in sum.parts().iter().enumerate() {
        for (action, result) in game.moves(position) {
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

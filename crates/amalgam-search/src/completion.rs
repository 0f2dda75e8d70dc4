//! f(R), the one heap that makes a P-position.
//!
//! **Completion.** Where any number may be taken from a heap and no heap splits, each multiset R of
//! heaps has exactly one size f(R) ≥ 0 such that R with a heap of f(R) coins is a P-position.
//!
//! *At most one*: from the larger of two such sizes the smaller could be reached, and a P-position
//! has no move to a P-position. *At least one*: suppose R + c is an N-position for every c. The
//! winning move of R + c cannot take from the heap c. If it changes R to some R′ by taking or by a
//! merge within R, then R′ + c is a P-position, which by the first part happens for one c only; and
//! there are finitely many R′. If it merges c with a heap r of R, the merged heap is the completion
//! of R − r, and its size fixes c for each rule of merging. So only finitely many c are left for an
//! infinite number of them. (Locke & Handley, Theorem 1, for Amalgamation Nim; the argument serves
//! every condition on merges, and misère play.)
//!
//! The proof is also the algorithm: f(R) is the least c that none of these moves excludes, a mex
//! over the completions of smaller rests. A position is P iff a heap h of it is the completion of
//! the others, so outcomes need a table of rests, which have one heap less than positions.
//!
//! ```
//! use amalgam::{Play, Position, engines::completion};
//! let rules = "take any, merge".parse()?;
//! let rest = Position::new([3, 4]);
//! let found = completion::completion(&rules, &rest, Play::Normal, &Default::default())?;
//! assert_eq!(found.size, 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use amalgam_core::base::fault::{Classified, Fault};
use thiserror::Error;

use crate::gathered::{Visit, gather};
use crate::greedy::PPositions;
use crate::ordered::Ordered;
use amalgam_core::base::bits;
use amalgam_core::base::budget::{Budget, Limit, LimitReached, zeros};
use amalgam_core::games::AnyGame;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, Play, Position};

/// Why a completion was not found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompletionError {
    /// The rules do not promise exactly one completion.
    #[error("a completion is sure to exist only where any number may be taken and no heap splits")]
    NotUnique,
    /// Merging could make a heap that does not fit in 64 bits.
    #[error("the coins of a game with merges must fit in 64 bits, and these are {0}")]
    TooManyCoins(u128),
    /// A bound was met.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl Classified for CompletionError {
    fn fault(&self) -> Fault {
        match self {
            CompletionError::NotUnique => Fault::Input,
            CompletionError::TooManyCoins(_) => Fault::TooLarge,
            CompletionError::Limit(_) => Fault::Limit,
        }
    }
}

/// A completion, and what it took to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Completion {
    /// The one heap size that makes a P-position with the rest.
    pub size: u64,
    /// For how many rests a completion was found; `None` where each size was searched in turn.
    pub rests: Option<usize>,
}

/// The one heap size that makes a P-position with `rest`.
///
/// # Errors
/// If the rules do not promise one, or a bound is met first.
pub fn completion(
    rules: &Rules,
    rest: &Position,
    play: Play,
    limits: &Budget,
) -> Result<Completion, CompletionError> {
    if !rules.takes_any() {
        return Err(CompletionError::NotUnique);
    }
    if rest.coins() > u128::from(u64::MAX) {
        return Err(CompletionError::TooManyCoins(rest.coins()));
    }
    if let Some(found) = greedily(rules, rest, play, limits) {
        return Ok(found?);
    }
    if let Some(table) = Completions::below(rules, std::slice::from_ref(rest), play, limits) {
        let table = table?;
        let size = table.of(rest).expect("the rest is in its own closure");
        return Ok(Completion { size, rests: Some(table.count()) });
    }
    // Too many heaps to pack: search each size in turn.
    for size in 0.. {
        let position = rest.with(size);
        if crate::outcome(rules, position, play, limits)?.0 == Outcome::P {
            return Ok(Completion { size, rests: None });
        }
    }
    Err(CompletionError::NotUnique)
}

/// The least heap of at most `most` coins that makes a P-position with `rest`, in any game, if there is one.
///
/// Games by which any number may be taken have exactly one completion; in others there may be several, or none.
///
/// ```
/// use amalgam::{Play, Position, engines::completion, games::AnyGame};
/// let least = |game: &str, rest: &[u64]| -> Result<Option<u64>, Box<dyn std::error::Error>> {
///     let rest = Position::new(rest.iter().copied());
///     Ok(completion::least(&game.parse::<AnyGame>()?, &rest, 50, Play::Normal, &Default::default())?)
/// };
/// assert_eq!(least("wythoff", &[3])?, Some(5));
/// assert_eq!(least("take 1", &[1])?, Some(1)); // as would 3, 5, …
/// assert_eq!(least("take 1..2", &[1, 2])?, None); // no heap is worth 3
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LimitReached`] when a bound is met first.
pub fn least(
    game: &AnyGame,
    rest: &Position,
    most: u64,
    play: Play,
    limits: &Budget,
) -> Result<Option<u64>, LimitReached> {
    // What a small heap needs is looked at again with the larger ones, which costs no more than once over.
    let mut top = rest.largest().saturating_mul(2).max(8);
    loop {
        top = top.min(most);
        let each = |visit: &mut Visit<'_>| (0..=top).try_for_each(|size| visit(rest.with(size)));
        let values = gather(game, each, play, limits)?;
        let is_p = |&size: &u64| {
            let value = values.of(rest.with(size).heaps());
            value.is_some_and(|value| value.outcome.is_p())
        };
        match (0..=top).find(is_p) {
            None if top < most => top = top.saturating_mul(2),
            found => return Ok(found),
        }
    }
}

/// The completion among the P-positions below the rest with one more heap, which is made larger until
/// it suffices; `None` where they cannot be found so.
fn greedily(
    rules: &Rules,
    rest: &Position,
    play: Play,
    limits: &Budget,
) -> Option<Result<Completion, LimitReached>> {
    let most = u64::try_from(excluded(rules, rest)).ok()?;
    let mut top = rest.largest().saturating_mul(2).max(8);
    loop {
        top = top.min(most);
        let found = match PPositions::below(rules, &rest.with(top), play, limits)? {
            Ok(found) => found,
            // Where that takes too much, each rest may still take less.
            Err(LimitReached { limit: Limit::Memory(_), .. }) => return None,
            Err(limit) => return Some(Err(limit)),
        };
        let is_p = |&size: &u64| found.outcome(&rest.with(size)) == Some(Outcome::P);
        if let Some(size) = (0..=top).find(is_p) {
            return Some(Ok(Completion { size, rests: Some(found.count()) }));
        }
        debug_assert!(top < most, "no completion is larger");
        top = top.saturating_mul(2);
    }
}

/// At most this many sizes are excluded, and no completion is larger: one for each coin of the rest, one
/// for each merge within it or with it, and 0 where misère play excludes it.
fn excluded(rules: &Rules, rest: &Position) -> u128 {
    let heaps = rest.heaps().len() as u128;
    rest.coins() + (heaps * heaps + heaps) / 2 * rules.merges().len() as u128 + 1
}

/// f(R) for every rest R below some.
pub struct Completions {
    ordered: Ordered,
    sizes: Vec<u64>,
    count: usize,
}

impl std::fmt::Debug for Completions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Completions").field("count", &self.count).finish_non_exhaustive()
    }
}

impl Completions {
    /// The completions of everything below `rests`, or `None` where positions cannot be numbered or
    /// the rules do not promise exactly one.
    pub fn below(
        rules: &Rules,
        rests: &[Position],
        play: Play,
        limits: &Budget,
    ) -> Option<Result<Completions, LimitReached>> {
        if !rules.takes_any() {
            return None;
        }
        let most = rests.iter().map(|rest| excluded(rules, rest)).max().unwrap_or(0);
        let width = usize::try_from(most).ok()? / 64 + 1;
        let bytes = width.checked_mul(8)? + size_of::<u64>();
        let ordered = Ordered::new(rules, rests, bytes, limits)?;
        Some(ordered.and_then(|ordered| fill(rules, ordered, width, play, limits)))
    }

    /// f(R), if R is below the rests that were asked for.
    pub fn of(&self, rest: &Position) -> Option<u64> {
        self.ordered.find(rest).map(|number| self.sizes[number])
    }

    /// Whether the position is P, if its rest without the largest heap is known.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (rest, heap) = split_largest(position);
        self.of(&rest).map(|size| Outcome::from_p(size == heap))
    }

    /// How many completions were found.
    pub fn count(&self) -> usize {
        self.count
    }
}

/// The completions in order: [`lines`](crate) of completions in place of Grundy values.
fn fill(
    rules: &Rules,
    ordered: Ordered,
    width: usize,
    play: Play,
    limits: &Budget,
) -> Result<Completions, LimitReached> {
    let mut sizes: Vec<u64> = zeros(ordered.numbers())?;
    let mut lines: Vec<u64> = zeros(ordered.numbers() * width)?;
    let mut excluded = vec![0u64; width];
    let count = ordered.walk(limits, 4 * width, |entry| {
        excluded.fill(0);
        for &(heap, rest) in entry.rests {
            let line = &lines[rest * width..(rest + 1) * width];
            excluded.iter_mut().zip(line).for_each(|(bits, line)| *bits |= line);
            for merge in rules.merges() {
                // Merging `size` with `heap` leaves the completion of the rest.
                let size = u128::from(sizes[rest]) + u128::from(merge.then_take);
                let size = size.checked_sub(u128::from(heap)).map(u64::try_from);
                if let Some(Ok(size)) = size
                    && merge.merged(size, heap) == Some(u128::from(sizes[rest]))
                {
                    set(&mut excluded, size);
                }
            }
        }
        for &merged in entry.merged {
            set(&mut excluded, sizes[merged]);
        }
        if play == Play::Misere && entry.rests.is_empty() {
            set(&mut excluded, 0);
        }
        // The width exceeds the number of excluded sizes.
        let size = u64::from(bits::mex(&excluded));
        sizes[entry.number] = size;
        for line in entry.rests.iter().map(|&(_, rest)| rest).chain([entry.number]) {
            set(&mut lines[line * width..(line + 1) * width], size);
        }
    })?;
    Ok(Completions { ordered, sizes, count })
}

/// Sets a bit, if there is room for it: a size beyond the mex excludes nothing.
fn set(bits: &mut [u64], size: u64) {
    if let Some(word) = bits.get_mut((size / 64) as usize) {
        *word |= 1 << (size % 64);
    }
}

fn split_largest(position: &Position) -> (Position, u64) {
    match position.heaps().len() {
        0 => (Position::default(), 0),
        heaps => (position.without(heaps - 1), position.largest()),
    }
}

/// Who wins, and how many completions that took.
pub(crate) fn decide(
    rules: &Rules,
    position: &Position,
    play: Play,
    limits: &Budget,
) -> Option<Result<(Outcome, usize), LimitReached>> {
    let (rest, heap) = split_largest(position);
    // A heap too large to complete the others need not be looked at, however large it is.
    if u128::from(heap) <= excluded(rules, &rest)
        && let Some(found) = PPositions::below(rules, position, play, limits)
        && !matches!(found, Err(LimitReached { limit: Limit::Memory(_), .. }))
    {
        let decided = |found: PPositions| {
            (found.outcome(position).expect("it is below itself"), found.count())
        };
        return Some(found.map(decided));
    }
    let table = match Completions::below(rules, std::slice::from_ref(&rest), play, limits)? {
        Ok(table) => table,
        Err(limit) => return Some(Err(limit)),
    };
    let outcome = Outcome::from_p(table.of(&rest) == Some(heap));
    Some(Ok((outcome, table.count())))
}

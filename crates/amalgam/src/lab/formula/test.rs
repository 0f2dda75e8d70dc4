//! The search for a counterexample.

use crate::base::fault::{Classified, Fault};
use thiserror::Error;

use super::point::{EvaluationError, Point};
use super::{Formula, Value};
use crate::Position;
use crate::base::budget::{Budget, Limit, LimitReached, Progress, Step, Task};
use crate::engines::bulk::Domain;
use crate::engines::bulk::Facts;
use crate::engines::bulk::{TableError, Tables};
use crate::games::AnyGame;

/// What a test came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The formula holds at every position of the domain.
    VerifiedTo {
        /// The domain.
        domain: Domain,
        /// How many positions it has.
        positions: u64,
    },
    /// The formula fails somewhere.
    Refuted(Counterexample),
}

/// The smallest position at which a formula fails: fewest coins, then fewest heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The heaps as the formula saw them, ascending, empty ones included.
    pub heaps: Vec<u64>,
    /// The parts of the formula worth seeing, and their values there.
    pub values: Vec<(String, Value)>,
    /// How many smaller positions were tested before.
    pub tested: u64,
}

impl Counterexample {
    /// The position, without empty heaps.
    pub fn position(&self) -> Position {
        Position::new(self.heaps.iter().copied())
    }
}

/// Why a test came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TestError {
    /// The formula has no value at some position.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// The facts cannot be tabled.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// A bound was met while positions were tested.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl Classified for TestError {
    fn fault(&self) -> Fault {
        match self {
            TestError::Evaluation(error) => error.fault(),
            TestError::Tables(error) => error.fault(),
            TestError::Limit(_) => Fault::Limit,
        }
    }
}

/// Tests a formula at every position of a domain, the smallest first, and stops at the first where
/// it fails. `progress` is called now and then.
///
/// # Errors
/// If the formula has no value somewhere before it fails, if its facts cannot be tabled, or if a
/// bound is met.
pub fn test(
    formula: &Formula,
    game: &AnyGame,
    domain: &Domain,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Verdict, TestError> {
    let tables = Tables::of_game(game, domain, &formula.mentions(), limits, progress)?;
    test_with(formula, &tables, domain, limits, progress)
}

fn test_with(
    formula: &Formula,
    facts: &impl Facts,
    domain: &Domain,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Verdict, TestError> {
    let total = domain.count();
    let mut machine = formula.machine();
    let mut positions = domain.positions();
    let mut tested = 0u64;
    let stride = domain.stride();
    while let Some(heaps) = positions.next() {
        if tested >= limits.positions {
            return Err(LimitReached::new(Limit::Positions(limits.positions), tested).into());
        }
        if tested.is_multiple_of(stride) {
            limits.watch(progress, Step { task: Task::Positions, done: tested, total })?;
        }
        let point = Point::new(heaps).expect("a domain keeps its positions small and in order");
        if !formula.evaluate(&mut machine, &point, facts)? {
            let values = formula.explain(&point, facts);
            let heaps = heaps.to_vec();
            return Ok(Verdict::Refuted(Counterexample { heaps, values, tested }));
        }
        tested += 1;
    }
    limits.watch(progress, Step { task: Task::Positions, done: tested, total })?;
    Ok(Verdict::VerifiedTo { domain: domain.clone(), positions: tested })
}

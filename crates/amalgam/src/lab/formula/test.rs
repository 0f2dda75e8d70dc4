//! The search for a counterexample.

use std::time::Instant;

use thiserror::Error;

use super::point::{EvaluationError, Point};
use super::{Formula, Value};
use crate::Position;
use crate::engines::bulk::Domain;
use crate::engines::bulk::Facts;
use crate::engines::bulk::{TableError, Tables};
use crate::engines::search::{Limit, LimitReached, Limits};
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

/// How far a test has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// How many entries or positions are done.
    pub done: u64,
    /// How many there are, where that is known.
    pub total: Option<u64>,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Facts are tabled.
    Tables,
    /// Positions are tested.
    Positions,
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
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Verdict, TestError> {
    let mut tick = |done| progress(Progress { stage: Stage::Tables, done, total: None });
    let tables = Tables::of_game(game, domain, &formula.mentions(), limits, &mut tick)?;
    test_with(formula, &tables, domain, limits, progress)
}

/// How many positions are tested between two looks at the clock.
const STRIDE: u64 = 1 << 16;

fn test_with(
    formula: &Formula,
    facts: &impl Facts,
    domain: &Domain,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Verdict, TestError> {
    let total = domain.count();
    let mut machine = formula.machine();
    let mut positions = domain.positions();
    let mut tested = 0u64;
    while let Some(heaps) = positions.next() {
        if tested >= limits.positions {
            return Err(reached(Limit::Positions(limits.positions), tested));
        }
        if tested.is_multiple_of(STRIDE) {
            progress(Progress { stage: Stage::Positions, done: tested, total });
            if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(reached(Limit::Time, tested));
            }
        }
        let point = Point::new(heaps).expect("a domain keeps its positions small and in order");
        if !formula.evaluate(&mut machine, &point, facts)? {
            let values = formula.explain(&point, facts);
            let heaps = heaps.to_vec();
            return Ok(Verdict::Refuted(Counterexample { heaps, values, tested }));
        }
        tested += 1;
    }
    progress(Progress { stage: Stage::Positions, done: tested, total });
    Ok(Verdict::VerifiedTo { domain: domain.clone(), positions: tested })
}

fn reached(limit: Limit, positions: u64) -> TestError {
    TestError::Limit(LimitReached { limit, positions, room: u64::MAX, unit: "positions" })
}

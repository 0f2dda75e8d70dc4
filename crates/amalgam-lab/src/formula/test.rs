//! The search for a counterexample.

use amalgam_core::base::fault::{Classified, Fault};
use thiserror::Error;

use super::batch::{Batch, LANES};
use super::point::{EvaluationError, Point};
use super::{Formula, Value};
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, Limit, LimitReached, Progress, Step, Task};
use amalgam_core::games::AnyGame;
use amalgam_tables::bulk::{Domain, Facts, Span, TableError, Tables};

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

/// The same with facts that are at hand. They must be those of the positions of this domain, and hold
/// for each wherever it is asked for.
///
/// # Errors
/// If the formula has no value somewhere before it fails, or a bound is met.
pub fn test_with(
    formula: &Formula,
    facts: &impl Facts,
    domain: &Domain,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Verdict, TestError> {
    let total = domain.count();
    let mut machine = formula.machine();
    let mut batch = Batch::new(&formula.program.registers);
    let (mut positions, mut span) = (domain.positions(), Span::default());
    let (mut tested, mut look) = (0u64, 0);
    loop {
        if tested >= look {
            limits.watch(progress, Step { task: Task::Positions, done: tested, total })?;
            look = tested + domain.stride();
        }
        let room = usize::try_from(limits.positions - tested).unwrap_or(usize::MAX);
        positions.next_span(&mut span, room.clamp(1, LANES));
        if span.is_empty() {
            break;
        }
        if room == 0 {
            return Err(LimitReached::new(Limit::Positions(limits.positions), tested).into());
        }
        if let Some(first) = batch.first_failure(&formula.program.ops, &span, facts) {
            for lane in first..span.len() {
                let heaps = span.entries(lane);
                let point =
                    Point::new(heaps).expect("a domain keeps its positions small and in order");
                if !formula.evaluate(&mut machine, &point, facts)? {
                    let (heaps, values) = (heaps.to_vec(), formula.explain(&point, facts));
                    let tested = span.place(lane);
                    return Ok(Verdict::Refuted(Counterexample { heaps, values, tested }));
                }
            }
        }
        tested += span.len() as u64;
    }
    limits.watch(progress, Step { task: Task::Positions, done: tested, total })?;
    Ok(Verdict::VerifiedTo { domain: domain.clone(), positions: tested })
}

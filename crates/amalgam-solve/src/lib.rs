//! The front door: ask a question, get an exact answer with its reason.
//!
//! A [`Solver`] reads a position or a sum and answers everything that can be asked of it. Which way
//! decides is the business of one [`Plan`], whatever the question: a theorem before a table, a table
//! before a search.
//!
//! ```
//! use amalgam::{Outcome, Solver};
//! let answer = Solver::new().solve("[3,4,5]")?;
//! assert_eq!(answer.outcome(), Outcome::N);
//! assert_eq!(answer.winning_moves()[0].result.heaps(), [1, 3, 5]);
//! println!("proved by {}", answer.reason());
//! # Ok::<(), amalgam::SolveError>(())
//! ```
//!
//! **Invariant.** A question flows forward: text, [`Sum`], [`Plan`], [`Answer`]. Nothing but
//! [`Plan`] picks a way, and no way picks another.

mod answer;
mod closed;
mod completed;
mod cost;
mod equivalence;
mod error;
pub mod explain;
mod explain_pairs;
mod explored;
mod family;
mod first_win;
mod free_pairs;
mod nim;
mod own;
mod plan;
mod product;
mod reason;
mod rests;
mod theorem;
pub mod theory;
mod three;
mod values;

pub use answer::{Answer, BestMoves, Known, KnownMoves, check_moves, count_moves};
pub use cost::Cost;
pub use equivalence::Equivalence;
pub use error::SolveError;
pub use plan::is_quick;
pub use plan::{Plan, Step, Want, Way};
pub use reason::Reason;

use std::fmt;

use amalgam_core::base::budget::Budget;
use amalgam_core::base::text::ParseError;
use amalgam_core::games::AnyGame;
use amalgam_core::{Outcome, Play, Position, Rules, Sum};
use amalgam_rows::{RowError, Store};
use amalgam_search::completion;

/// The most moves that are listed.
pub const MOST_MOVES: usize = 1_000_000;

/// What can be asked about: a sum, or the text of one.
pub trait Question {
    /// The sum that is meant; where it names no game, `game` is.
    ///
    /// # Errors
    /// If a text is no sum; the error points at the character.
    fn read(self, game: &AnyGame) -> Result<Sum, ParseError>;
}

impl Question for &str {
    fn read(self, game: &AnyGame) -> Result<Sum, ParseError> {
        Sum::parse(self, game)
    }
}

impl Question for Sum {
    fn read(self, _: &AnyGame) -> Result<Sum, ParseError> {
        Ok(self)
    }
}

impl Question for &Sum {
    fn read(self, _: &AnyGame) -> Result<Sum, ParseError> {
        Ok(self.clone())
    }
}

impl Question for &Position {
    fn read(self, game: &AnyGame) -> Result<Sum, ParseError> {
        Ok(Sum::single(game.clone(), self.clone()))
    }
}

/// Answers questions about positions and sums of games.
///
/// ```
/// use amalgam::{Outcome, Play, Solver};
/// let misere = Solver::new().game("nim".parse()?).play(Play::Misere);
/// assert_eq!(misere.outcome("[1,1,1]")?, Outcome::P);
/// let sum = Solver::new().solve("amalgamation[3,4,5] + nim[2]")?;
/// assert_eq!(sum.grundy(), Some(3 ^ 2));
/// # Ok::<(), amalgam::SolveError>(())
/// ```
#[derive(Clone)]
#[must_use = "a solver is there to be asked"]
pub struct Solver<'r> {
    game: AnyGame,
    play: Play,
    limits: Budget,
    rows: Option<&'r dyn Store>,
}

impl Default for Solver<'_> {
    fn default() -> Self {
        Solver::new()
    }
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solver { game, play, limits, .. } = self;
        f.debug_struct("Solver")
            .field("game", game)
            .field("play", play)
            .field("limits", limits)
            .finish_non_exhaustive()
    }
}

impl<'r> Solver<'r> {
    /// A solver for Amalgamation Nim under normal play, within the bounds of
    /// [`Budget::default`].
    pub fn new() -> Solver<'r> {
        let (game, play) = (AnyGame::amalgamation(), Play::Normal);
        Solver { game, play, limits: Budget::default(), rows: None }
    }

    /// A solver for Amalgamation Nim under normal play within these bounds.
    pub fn within(limits: &Budget) -> Solver<'r> {
        Solver::new().budget(limits.clone())
    }

    /// The game of positions that name none.
    pub fn game(self, game: AnyGame) -> Self {
        Solver { game, ..self }
    }

    /// Who wins when no move is left.
    pub fn play(self, play: Play) -> Self {
        Solver { play, ..self }
    }

    /// The bounds on memory and time.
    pub fn budget(self, limits: Budget) -> Self {
        Solver { limits, ..self }
    }

    /// Where rows are kept: finding them can take seconds.
    pub fn rows(self, rows: &'r dyn Store) -> Self {
        Solver { rows: Some(rows), ..self }
    }

    /// All that can be found out: outcome, winning moves and reason always; the Grundy value and the
    /// remoteness where they are within reach.
    ///
    /// # Errors
    /// If the text is no sum, a bound is met first, or numbers do not fit.
    pub fn solve(&self, question: impl Question) -> Result<Answer, SolveError> {
        self.decide(question, Want::Everything)
    }

    /// Only who wins, which is never slower than [`solve`](Solver::solve) and can be much cheaper.
    ///
    /// # Errors
    /// If the text is no sum, a bound is met first, or numbers do not fit.
    pub fn outcome(&self, question: impl Question) -> Result<Outcome, SolveError> {
        self.decide(question, Want::Outcome).map(|answer| answer.outcome())
    }

    /// All moves with what is known of the positions they lead to, the best first.
    ///
    /// # Errors
    /// As [`solve`](Solver::solve), or if there are more than [`MOST_MOVES`], or what decides says
    /// nothing of them.
    pub fn moves(&self, question: impl Question) -> Result<KnownMoves, SolveError> {
        let plan = self.plan(question, Want::Everything)?;
        answer::check_moves(&plan, &self.limits)?;
        self.run(&plan)?.moves()
    }

    /// f(R), the one heap that makes a P-position with `rest`, and why: by the theorem on free pairs
    /// where it applies, from the period of a row where there are two heaps and one is huge.
    ///
    /// ```
    /// use amalgam::{Position, Solver};
    /// let rules = "take any, merge".parse()?;
    /// let (size, reason) = Solver::new().complete(&rules, &Position::new([3, 4]))?;
    /// assert_eq!(size, 8);
    /// # Ok::<(), amalgam::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// If the rules do not promise a completion, a bound is met first, or numbers do not fit.
    pub fn complete(&self, rules: &Rules, rest: &Position) -> Result<(u64, Reason), SolveError> {
        if rules.is_nim() && self.play == Play::Normal {
            let nim_sum = amalgam_core::base::nimber::nim_sum(rest.heaps().iter().copied());
            return Ok((nim_sum, Reason::Bouton { nim_sum }));
        }
        if let Some(found) = free_pairs::complete(rules, rest, self.play) {
            return Ok(found);
        }
        if let Some(family) = plan::family(rules, rest, 2, self.play) {
            return three::complete(family, rest, &self.limits, self.rows);
        }
        if let Some(answer) = self.complete_by_row(rules, rest)? {
            return Ok(answer);
        }
        if let Some(answer) = family::complete(rules, rest, self.play, &self.limits)? {
            return Ok(answer);
        }
        let found = completion::completion(rules, rest, self.play, &self.limits)?;
        Ok((found.size, found.rests.map_or(Reason::EachSize, |rests| Reason::Completion { rests })))
    }

    /// f(R) by the row of all heaps but the largest, where that is cheaper than completions.
    fn complete_by_row(
        &self,
        rules: &Rules,
        rest: &Position,
    ) -> Result<Option<(u64, Reason)>, SolveError> {
        let (row, largest) = rests::without_largest(rest);
        let values = amalgam_rows::rests::Values::Completions;
        let cost = rests::row_cost(rules, &row, largest, self.play, values);
        let below = cost::partitions(rest.coins() as f64, Some(rest.heap_count()));
        if cost.is_none_or(|cost| cost >= Cost::Entries(below as u128)) {
            return Ok(None);
        }
        match rests::complete(rules, rest, self.play, &self.limits) {
            Ok(answer) => Ok(Some(answer)),
            // What does not fit 64 bits fits no table either.
            Err(error @ SolveError::Rows(RowError::Overflow { .. })) => Err(error),
            Err(SolveError::Rows(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The Grundy value of a sum.
    ///
    /// # Errors
    /// If the text is no sum, a bound is met first, or numbers do not fit.
    pub fn grundy(&self, question: impl Question) -> Result<u64, SolveError> {
        let sum = question.read(&self.game)?;
        plan::check_coins(&sum)?;
        Ok(values::Values::new(sum, Want::Outcome, &self.limits)?.total())
    }

    /// Whether two sums can stand for each other in every sum.
    ///
    /// # Errors
    /// If a text is no sum, a bound is met first, or numbers do not fit.
    pub fn equivalent(
        &self,
        left: impl Question,
        right: impl Question,
    ) -> Result<Equivalence, SolveError> {
        Ok(Equivalence { values: [self.grundy(left)?, self.grundy(right)?] })
    }

    /// Which ways would be tried, in order, and what they cost.
    ///
    /// # Errors
    /// If the text is no sum.
    pub fn plan(&self, question: impl Question, want: Want) -> Result<Plan, SolveError> {
        Ok(Plan::new(question.read(&self.game)?, self.play, want))
    }

    /// The answer that a plan leads to, whatever game and convention the solver itself is for.
    ///
    /// # Errors
    /// If a bound is met first, or numbers do not fit.
    pub fn run(&self, plan: &Plan) -> Result<Answer, SolveError> {
        plan::check_coins(plan.sum())?;
        plan.run(&self.limits, self.rows)
    }

    fn decide(&self, question: impl Question, want: Want) -> Result<Answer, SolveError> {
        self.run(&self.plan(question, want)?)
    }
}

//! A series of rules, member by member: what becomes of the game as its parameter grows.
//!
//! Locke & Handley close with the wish for more games with merging. A [`Series`] is such a game
//! with a number left open; [`survey`] tells of one member
//!
//! * the first rows of f(a,b), or the first P-positions of three heaps where no completion is
//!   promised;
//! * how often its P-positions and its Grundy values are those of Nim, and the first difference; and
//!   whether the values always are but for the lowest bit;
//! * the periods of the rows of f(a,b), proved by the row machine or by a theorem, else observed;
//! * how many P-positions there are of each number of coins.
//!
//! Each part stands by itself: where a bound is met, that part is unknown and the others are not.
//!
//! ```
//! use amalgam::lab::survey::{Part, Series, Sizes, survey};
//! let series = Series::parse("merge-take", None, false)?;
//! for member in series.members(0, 3)? {
//!     let found = survey(&member, &Sizes::default(), &Default::default());
//!     let Part::Found(outcomes) = found.outcomes else { panic!("there is no bound") };
//!     // Merging is Nim in disguise exactly if an odd number is taken from the merged heap.
//!     assert_eq!(outcomes.is_same(), member.n % 2 == 1);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod periods;
mod series;
mod template;

pub use periods::{RowPeriod, observe};
pub use series::{MOST_MEMBERS, Member, NamedSeries, SERIES, Series, SeriesError};
pub use template::Template;

use crate::compare::{Comparison, Difference, Question, Side, compare};
use crate::statement::{Scope, Statement};
use amalgam_core::base::budget::{Budget, Silent};
use amalgam_core::games::rules::Rules;
use amalgam_core::{Play, Position};
use amalgam_solve::theory::Ruling;
use amalgam_solve::theory::merging::{nim_criterion, p_positions_as_in_nim, values_as_in_nim};
use amalgam_solve::theory::restricted::pair_rule;
use amalgam_tables::bulk::{Domain, Facts, Mentions, Pairs, Tables};
use amalgam_tables::census::Census;

/// How far each part goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Rows 1..=rows of f(a,b) are shown.
    pub rows: u64,
    /// Columns 0..=cols are shown; or as many P-positions of three heaps.
    pub cols: u64,
    /// Positions of at most this many heaps are compared with Nim.
    pub heaps: usize,
    /// Their largest heap; where heaps split, fewer coins make as many positions.
    pub max: Option<u64>,
    /// The periods of rows 1..=periods are looked for.
    pub periods: u64,
    /// P-positions are counted up to this many coins.
    pub coins: usize,
}

impl Default for Sizes {
    /// A few lines for each member, and less than a second.
    fn default() -> Sizes {
        Sizes { rows: 3, cols: 11, heaps: 3, max: None, periods: 7, coins: 14 }
    }
}

impl Sizes {
    /// The largest heap for some rules.
    pub fn max_for(&self, rules: &Rules) -> u64 {
        self.max.unwrap_or(if rules.splits() { 8 } else { 30 })
    }
}

/// A part of what is asked of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<T> {
    /// It was found.
    Found(T),
    /// A bound was met first.
    Unknown(String),
    /// There is no such thing for these rules.
    Absent(&'static str),
}

/// The three heaps of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thirds {
    /// f(a,b) for the rows a = 1, 2, … and the columns b = 0, 1, ….
    Completions(Vec<Vec<u64>>),
    /// The first P-positions of three heaps that are not empty, none larger than `max`.
    Positions {
        /// By coins, then lexicographically.
        first: Vec<Position>,
        /// How many there are.
        total: u64,
        /// The largest heap that was looked at.
        max: u64,
    },
}

/// What was found of a member.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// The member.
    pub member: Member,
    /// Its three heaps.
    pub thirds: Part<Thirds>,
    /// The largest heap of the comparisons.
    pub max: u64,
    /// Its P-positions beside those of Nim.
    pub outcomes: Part<Comparison>,
    /// Its Grundy values beside the nim-sums.
    pub values: Part<Comparison>,
    /// That its P-positions are those of Nim, whatever the sizes of the heaps.
    pub p_positions_as_in_nim: Statement,
    /// That its values are nim-sums, whatever the sizes of the heaps.
    pub values_as_in_nim: Statement,
    /// That its values are nim-sums but for the lowest bit, whatever the sizes of the heaps.
    pub values_up_to_the_lowest_bit: Statement,
    /// The periods of its rows 1, 2, ….
    pub periods: Part<Vec<RowPeriod>>,
    /// How many P-positions there are of 0, 1, 2, … coins.
    pub counts: Part<Vec<u64>>,
}

impl Surveyed {
    /// Whether a bound left something unknown.
    pub fn is_complete(&self) -> bool {
        let rows = match &self.periods {
            Part::Found(rows) => rows.iter().all(|row| !matches!(row, RowPeriod::Unknown(_))),
            part => !part.is_unknown(),
        };
        rows && !self.thirds.is_unknown()
            && !self.outcomes.is_unknown()
            && !self.values.is_unknown()
            && !self.counts.is_unknown()
    }
}

impl<T> Part<T> {
    /// Whether a bound was met.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Part::Unknown(_))
    }

    /// What was found, if it was.
    pub fn found(&self) -> Option<&T> {
        match self {
            Part::Found(found) => Some(found),
            _ => None,
        }
    }
}

impl<T, E: std::fmt::Display> From<Result<T, E>> for Part<T> {
    fn from(result: Result<T, E>) -> Part<T> {
        match result {
            Ok(found) => Part::Found(found),
            Err(error) => Part::Unknown(error.to_string()),
        }
    }
}

/// The most cells of f(a,b) that are shown.
const MOST_CELLS: u64 = 1 << 20;

/// Finds out about one member. The limits are for the whole of it.
pub fn survey(member: &Member, sizes: &Sizes, limits: &Budget) -> Surveyed {
    let rules = member.game.rules().expect("the members of a series have heap rules");
    let max = sizes.max_for(rules);
    // What is quick comes first, so that a bound on time leaves it.
    let thirds = thirds(rules, sizes, limits);
    let periods = periods::periods(rules, nim_criterion(rules), sizes.periods, limits);
    let counts = counts(rules, sizes.coins, limits);
    let outcomes = beside_nim(rules, Question::Outcomes(Play::Normal), sizes, limits);
    let values = beside_nim(rules, Question::Values, sizes, limits);
    let scope = Scope::of_heaps(sizes.heaps);
    let state = |compared, first, ruling| statement(scope, max, compared, first, ruling);
    Surveyed {
        member: member.clone(),
        max,
        p_positions_as_in_nim: state(
            &outcomes,
            |found| found.differences.first(),
            p_positions_as_in_nim(rules, sizes.heaps),
        ),
        values_as_in_nim: state(
            &values,
            |found| found.differences.first(),
            values_as_in_nim(rules, sizes.heaps),
        ),
        values_up_to_the_lowest_bit: state(
            &values,
            |found| found.first_beyond_lowest_bit.as_ref(),
            pair_rule(rules, sizes.heaps),
        ),
        thirds,
        outcomes,
        values,
        periods,
        counts,
    }
}

/// What is known of a statement about all positions of a scope, from the positions up to `max` and from
/// what theorems say. `first` is the first exception to it that a comparison has.
fn statement(
    scope: Scope,
    max: u64,
    compared: &Part<Comparison>,
    first: fn(&Comparison) -> Option<&Difference>,
    ruling: Ruling,
) -> Statement {
    if let Some(exception) = compared.found().and_then(first) {
        return Statement::Refuted { scope, holds: None, by: exception.position.clone() };
    }
    match (ruling, compared) {
        (Ruling::Holds, _) => Statement::Proved(scope),
        (Ruling::FailsAt(by), compared) => {
            let holds = compared.found().map(|_| scope.up_to(max));
            Statement::Refuted { scope, holds, by }
        }
        (Ruling::Silent, Part::Found(_)) => Statement::Verified(scope.up_to(max)),
        (Ruling::Silent, Part::Unknown(why)) => Statement::Unknown { scope, why: why.clone() },
        (Ruling::Silent, Part::Absent(why)) => Statement::Unknown { scope, why: (*why).to_owned() },
    }
}

fn thirds(rules: &Rules, sizes: &Sizes, limits: &Budget) -> Part<Thirds> {
    if rules.takes_any() {
        let reach = sizes.rows.max(sizes.cols);
        if sizes.rows.saturating_add(1).saturating_mul(reach.saturating_add(1)) > MOST_CELLS {
            return Part::Unknown(format!("more than {MOST_CELLS} cells are not shown"));
        }
        let pairs = match Pairs::new(rules, Play::Normal, reach, limits, &Silent) {
            Ok(pairs) => pairs,
            Err(limit) => return Part::Unknown(limit.to_string()),
        };
        let row = |a| (0..=sizes.cols).filter_map(|b| pairs.get(a, b)).collect();
        return Part::Found(Thirds::Completions((1..=sizes.rows).map(row).collect()));
    }
    let max = sizes.max_for(rules);
    let domain = match Domain::heaps(3, max) {
        Ok(domain) => domain,
        Err(error) => return Part::Unknown(error.to_string()),
    };
    let mentions = Mentions { outcome: true, ..Mentions::default() };
    let tables = match Tables::new(rules, &domain, &mentions, limits, &Silent) {
        Ok(tables) => tables,
        Err(error) => return Part::Unknown(error.to_string()),
    };
    let (mut first, mut total) = (Vec::new(), 0);
    let mut positions = domain.positions();
    let (mut done, stride) = (0u64, domain.stride());
    while let Some(heaps) = positions.next() {
        if done.is_multiple_of(stride)
            && let Err(limit) = limits.check(done)
        {
            return Part::Unknown(limit.to_string());
        }
        done += 1;
        if heaps[0] > 0 && tables.is_p(heaps) == Some(true) {
            total += 1;
            if (first.len() as u64) < sizes.cols {
                first.push(Position::new(heaps.iter().copied()));
            }
        }
    }
    Part::Found(Thirds::Positions { first, total, max })
}

fn beside_nim(
    rules: &Rules,
    question: Question,
    sizes: &Sizes,
    limits: &Budget,
) -> Part<Comparison> {
    let domain = match Domain::heaps(sizes.heaps, sizes.max_for(rules)) {
        Ok(domain) => domain,
        Err(error) => return Part::Unknown(error.to_string()),
    };
    let nim = Rules::nim();
    let (left, right) = (Side::of(rules), Side::of(&nim));
    compare(&left, &right, &domain, question, 1, limits, &Silent).into()
}

fn counts(rules: &Rules, coins: usize, limits: &Budget) -> Part<Vec<u64>> {
    let mut census = match Census::new(rules, Play::Normal, coins, limits) {
        Ok(census) => census,
        Err(error) => return Part::Unknown(error.to_string()),
    };
    let mut counts = Vec::new();
    loop {
        match census.advance(limits) {
            Ok(Some(layer)) => counts.push(layer.p.len()),
            Ok(None) => return Part::Found(counts),
            Err(limit) => return Part::Unknown(limit.to_string()),
        }
    }
}

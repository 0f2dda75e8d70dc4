//! Where two games agree: their P-positions or their Grundy values, over all positions of a domain.
//!
//! Both games are valued once for the whole domain, not position by position:
//!
//! | games | question | how |
//! |---|---|---|
//! | heap rules, any number may be taken, three heaps | outcomes | f(a,b) of both (`thirds`): pairs instead of triples |
//! | heap rules | both | the tables behind conjectures ([`formula::Tables`](amalgam_tables::bulk::Tables)), which reach the larger heaps that merging makes |
//! | octal codes | both, normal play | nim-sums of single heaps |
//! | any game of heaps | both | one search from all positions of the domain at once (`gathered`) |
//!
//! Positions come by coins, then by heaps, then lexicographically; so the first difference is the
//! smallest.
//!
//! ```
//! use amalgam::base::budget::Silent;
//! use amalgam::lab::compare::{Question, Side, compare};
//! use amalgam::engines::bulk::Domain;
//! use amalgam::{Play, Rules};
//! let (nim, merging) = (Rules::nim(), "take any, merge then take 1".parse()?);
//! let (left, right) = (Side::of(&nim), Side::of(&merging));
//! let domain = Domain::heaps(3, 100)?;
//! let question = Question::Outcomes(Play::Normal);
//! let found = compare(&left, &right, &domain, question, 10, &Default::default(), &Silent)?;
//! assert_eq!((found.positions, found.agree), (176_851, 176_851));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod proved;
mod thirds;

pub use proved::{Proved, proved};

use std::fmt;

use amalgam_core::base::budget::{Budget, Limit, LimitReached, Progress, Step, Task};
use amalgam_core::games::AnyGame;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Game, Outcome, Play, Position};
use amalgam_search::GatheredValues;
use amalgam_tables::bulk::{Domain, Facts, Mentions, TableError, Tables, gathered};

/// What is asked of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who wins.
    Outcomes(Play),
    /// What it is worth in sums; this is about normal play.
    Values,
}

/// A game as the comparison needs it.
#[derive(Debug)]
pub enum Side<'a, G = Rules> {
    /// Heap rules, for which there are quick tables.
    Rules(&'a Rules),
    /// A game that need not have heap rules, but as many heaps as the domain.
    Game(&'a AnyGame),
    /// Any game whose positions are heaps.
    Any(&'a G),
}

impl<'a> Side<'a> {
    /// The game with these rules.
    pub fn of(rules: &'a Rules) -> Side<'a> {
        Side::Rules(rules)
    }

    /// Any game with a name.
    pub fn of_game(game: &'a AnyGame) -> Side<'a> {
        game.rules().map_or(Side::Game(game), Side::Rules)
    }
}

/// What a game says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Who wins.
    Outcome(Outcome),
    /// The Grundy value.
    Value(u64),
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Outcome(outcome) => outcome.fmt(f),
            Fact::Value(value) => value.fmt(f),
        }
    }
}

/// A position of which two games say different things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position.
    pub position: Position,
    /// What the first game says.
    pub left: Fact,
    /// What the second game says.
    pub right: Fact,
}

/// What a comparison came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How many positions the domain has.
    pub positions: u64,
    /// At how many of them the games agree.
    pub agree: u64,
    /// At how many of them the values differ in the lowest binary digit alone, as those of Manabe's
    /// game and Nim do ([`restricted`](amalgam_solve::theory::restricted)); 0 for outcomes.
    pub nearly: u64,
    /// The smallest position at which the values differ in more than the lowest binary digit.
    pub first_beyond_lowest_bit: Option<Difference>,
    /// The smallest positions at which the games do not agree, as many as were asked for.
    pub differences: Vec<Difference>,
}

impl Comparison {
    /// Whether the games agree everywhere in the domain.
    pub fn is_same(&self) -> bool {
        self.agree == self.positions
    }

    /// How many positions of a hundred thousand agree, rounded down: 100000 only if all do.
    pub fn agree_per_100_000(&self) -> u64 {
        let share = u128::from(self.agree) * 100_000 / u128::from(self.positions.max(1));
        share as u64
    }
}

/// The most entries, empty heaps included, that are looked at one by one: minutes, not days.
pub const MOST_ENTRIES: u64 = 1 << 36;

/// Compares two games at every position of a domain and keeps the first `show` differences.
///
/// # Errors
/// If a bound is met first, or the domain has too many positions to look at ([`MOST_ENTRIES`]).
///
/// # Panics
/// If a [`Side::Game`] has fewer heaps than the domain.
pub fn compare<G, H>(
    left: &Side<'_, G>,
    right: &Side<'_, H>,
    domain: &Domain,
    question: Question,
    show: usize,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Comparison, LimitReached>
where
    G: Game<Position = Position>,
    H: Game<Position = Position>,
{
    // Both tables are kept at the same time.
    let half = Budget { memory: limits.memory / 2, ..limits.clone() };
    if let (Side::Rules(left), Side::Rules(right), Question::Outcomes(play)) =
        (left, right, question)
        && let Some(found) = thirds::compare(left, right, play, domain, show, &half, progress)
    {
        return found.map_err(|reached| reached.of_all(limits));
    }
    let positions = domain.count().filter(|positions| {
        let entries = domain.heap_bound().unwrap_or(1).max(1) as u64;
        positions.saturating_mul(entries) <= MOST_ENTRIES && *positions <= limits.positions
    });
    let Some(total) = positions else {
        return Err(reached(Limit::Positions(limits.positions.min(MOST_ENTRIES)), 0));
    };
    let whole = |reached: LimitReached| reached.of_all(limits);
    let left = table(left, domain, question, &half, progress).map_err(whole)?;
    let right = table(right, domain, question, &half, progress).map_err(whole)?;
    let (mut done, mut agree, mut nearly) = (0u64, 0u64, 0u64);
    let (mut differences, mut farther) = (Vec::new(), None);
    let mut positions = domain.positions();
    let stride = domain.stride();
    while let Some(heaps) = positions.next() {
        if done.is_multiple_of(stride) {
            limits.watch(progress, Step::of(Task::Positions, done, total))?;
        }
        done += 1;
        let (left, right) = (left.fact(heaps, question), right.fact(heaps, question));
        if left == right {
            agree += 1;
            continue;
        }
        let difference =
            || Difference { position: Position::new(heaps.iter().copied()), left, right };
        match (left, right) {
            (Fact::Value(left), Fact::Value(right)) if left ^ right == 1 => nearly += 1,
            (Fact::Value(_), _) if farther.is_none() => farther = Some(difference()),
            _ => {}
        }
        if differences.len() < show {
            differences.push(difference());
        }
    }
    let first_beyond_lowest_bit = farther;
    Ok(Comparison { positions: done, agree, nearly, first_beyond_lowest_bit, differences })
}

fn reached(limit: Limit, positions: u64) -> LimitReached {
    LimitReached::new(limit, positions)
}

/// What a game says of every position of the domain.
enum Table {
    Facts(Box<Tables>),
    Gathered(GatheredValues),
}

fn table<G: Game<Position = Position>>(
    side: &Side<'_, G>,
    domain: &Domain,
    question: Question,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Table, LimitReached> {
    let play = match question {
        Question::Outcomes(play) => play,
        Question::Values => Play::Normal,
    };
    let mentions = Mentions {
        outcome: question == Question::Outcomes(Play::Normal),
        misere: question == Question::Outcomes(Play::Misere),
        grundy: question == Question::Values,
        ..Mentions::default()
    };
    let tables = match side {
        Side::Rules(rules) => Tables::new(rules, domain, &mentions, limits, progress),
        Side::Game(game) => Tables::of_game(game, domain, &mentions, limits, progress),
        Side::Any(game) => {
            return gathered::value(*game, domain, play, limits).map(Table::Gathered);
        }
    };
    match tables {
        Ok(tables) => Ok(Table::Facts(Box::new(tables))),
        Err(TableError::Limit(limit)) => Err(limit),
        // `f` is not mentioned.
        Err(error) => panic!("{error}"),
    }
}

impl Table {
    #[inline]
    fn fact(&self, heaps: &[u64], question: Question) -> Fact {
        match (self, question) {
            (Table::Facts(tables), Question::Outcomes(Play::Normal)) => outcome(tables.is_p(heaps)),
            (Table::Facts(tables), Question::Outcomes(Play::Misere)) => {
                outcome(tables.is_misere_p(heaps))
            }
            (Table::Facts(tables), Question::Values) => {
                Fact::Value(tables.grundy(heaps).expect(REACH))
            }
            (Table::Gathered(values), _) => {
                let value = values.of(heaps).expect(REACH);
                match question {
                    Question::Outcomes(_) => Fact::Outcome(value.outcome),
                    Question::Values => Fact::Value(value.grundy),
                }
            }
        }
    }
}

const REACH: &str = "a table reaches every position of its domain";

fn outcome(is_p: Option<bool>) -> Fact {
    Fact::Outcome(Outcome::from_p(is_p.expect(REACH)))
}

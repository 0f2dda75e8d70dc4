//! Puzzles made on the spot, each with exactly the property it promises.
//!
//! Positions are drawn from a seed, and the solver says of each what it is; the first that has the
//! property and is as hard as was asked for is the puzzle. Hard is what leaves much to look at: many
//! moves of which few are right, and a game that still lasts long.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::{Step, Task, Trouble};
use crate::session::{Random, legal_moves};
use amalgam_core::base::text::{ParseError, nearest};
use amalgam_core::games::AnyGame;
use amalgam_core::{Move, Outcome, Play, Position, Sum};
use amalgam_solve::Solver;

/// What a puzzle asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Find the only winning move.
    Only,
    /// Who wins?
    Who,
    /// Complete `[3,4,?]`.
    Complete,
    /// Which merge loses?
    LosingMerge,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Only, Kind::Who, Kind::Complete, Kind::LosingMerge];

    /// The kind as addresses and commands write it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Only => "only",
            Kind::Who => "who",
            Kind::Complete => "complete",
            Kind::LosingMerge => "merge",
        }
    }

    /// The kind in words.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Only => "The only winning move",
            Kind::Who => "Who wins?",
            Kind::Complete => "The missing heap",
            Kind::LosingMerge => "The merge that loses",
        }
    }

    fn task(self) -> Task {
        match self {
            Kind::Only => Task::Only,
            Kind::Who => Task::Who,
            Kind::Complete => Task::Complete,
            Kind::LosingMerge => Task::LosingMerge,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Kind, ParseError> {
        let names = Kind::ALL.map(Kind::name);
        Kind::ALL.into_iter().find(|kind| kind.name() == text.trim()).ok_or_else(|| {
            let error = ParseError::new(text, 0..text.len(), "there is no such kind of puzzle");
            match nearest(text.trim(), names) {
                Some(near) => error.suggest(format!("did you mean `{near}`?")),
                None => error.suggest(format!("the kinds are {}", names.join(", "))),
            }
        })
    }
}

/// What makes a puzzle hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    /// How many moves there are to look at; of a missing heap, how many coins lie there.
    pub moves: usize,
    /// How many answers are right.
    pub right: usize,
    /// How many moves the game lasts, where that is known.
    pub left: Option<u64>,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What it asks.
    pub kind: Kind,
    /// Position and task.
    pub step: Step,
    /// What makes it hard.
    pub grade: Grade,
}

impl Puzzle {
    /// What makes it hard, in words that do not give the answer away: how long the game lasts is even
    /// exactly if it is lost.
    pub fn how_hard(&self) -> String {
        let Grade { moves, right, left } = self.grade;
        let lasts = left.map_or(String::new(), |left| match left {
            1 => ", one move long".to_owned(),
            left => format!(", {left} moves long"),
        });
        match self.kind {
            Kind::Who => format!("{moves} moves to look at"),
            Kind::Only => format!("{moves} moves, one of them wins{lasts}"),
            Kind::Complete => format!("a heap beside {moves} coins{lasts}"),
            Kind::LosingMerge if right == 1 => format!("{moves} merges, one of them loses{lasts}"),
            Kind::LosingMerge => format!("{moves} merges, {right} of them lose{lasts}"),
        }
    }
}

/// The levels: heaps at most, coins in a heap at most, and how long the game lasts.
const LEVELS: [(u64, u64, RangeInclusive<u64>); 3] =
    [(3, 4, 1..=6), (3, 8, 7..=14), (4, 12, 13..=60)];

/// The same for a missing heap: three heaps that merge last eight moves if nobody can win sooner.
const LEVELS_COMPLETE: [(u64, u64, RangeInclusive<u64>); 3] =
    [(3, 4, 1..=12), (3, 8, 11..=20), (4, 8, 17..=60)];

/// How many positions are drawn before giving up.
const DRAWS: u32 = 2_000;

/// The puzzle of this kind, level (1 to 3) and seed.
///
/// # Errors
/// If a bound was met, or nothing fitting was drawn.
pub fn make(kind: Kind, level: u8, seed: u64, solver: &Solver<'_>) -> Result<Puzzle, Trouble> {
    let levels = if kind == Kind::Complete { LEVELS_COMPLETE } else { LEVELS };
    let (most, size, lasts) = &levels[usize::from(level.clamp(1, 3)) - 1];
    let mut random = Random::new(seed ^ u64::from(level) << 40 ^ (kind as u64) << 48);
    // Half of the positions in question are P, though few of all positions are.
    let wanted = Outcome::from_p(random.below(2) == 0);
    let games: &[&str] = match kind {
        Kind::Only | Kind::Who => &["amalgamation", "nim"],
        Kind::Complete | Kind::LosingMerge => &["amalgamation"],
    };
    let game = games[random.below(games.len() as u64) as usize];
    for _ in 0..DRAWS {
        let heaps = match kind {
            Kind::Complete => 2 + random.below(most - 2),
            _ => 3 + random.below(most - 2),
        };
        let drawn = Position::new((0..heaps).map(|_| 1 + random.below(*size)));
        let sum = Sum::single(game.parse::<AnyGame>()?, drawn);
        let sum = match kind {
            Kind::Who if solver.outcome(&sum)? != wanted => {
                match with_outcome(&sum, wanted, solver)? {
                    Some(sum) => sum,
                    None => continue,
                }
            }
            _ => sum,
        };
        let step = Step::asking(kind.title(), sum, Play::Normal, kind.task());
        let Some(grade) = graded(kind, &step, solver)? else { continue };
        let long = grade.left.is_some_and(|left| lasts.contains(&left));
        if long && step.posed(solver).is_ok() {
            return Ok(Puzzle { kind, step, grade });
        }
    }
    Err(Trouble::Posed(format!("no puzzle was found among {DRAWS} positions: take another seed")))
}

/// The puzzle of a day, counted from 1 January 1970: its kind, its level and its seed. Everybody gets the
/// same one. Mondays are easy, and the week gets harder.
pub fn of_day(day: u64) -> (Kind, u8, u64) {
    let kind = Kind::ALL[Random::new(day).below(Kind::ALL.len() as u64) as usize];
    // Day 0 was a Thursday.
    let level = match (day + 3) % 7 {
        0 | 1 => 1,
        2..=4 => 2,
        _ => 3,
    };
    (kind, level, day)
}

/// A position one move on that has the outcome.
fn with_outcome(sum: &Sum, wanted: Outcome, solver: &Solver<'_>) -> Result<Option<Sum>, Trouble> {
    for action in legal_moves(sum) {
        let after = sum.after(&action);
        if !after.parts()[0].heaps().is_empty() && solver.outcome(&after)? == wanted {
            return Ok(Some(after));
        }
    }
    Ok(None)
}

/// How hard it is; `None` where the question would be no question.
fn graded(kind: Kind, step: &Step, solver: &Solver<'_>) -> Result<Option<Grade>, Trouble> {
    let Some(sum) = &step.position else { return Ok(None) };
    let moves = legal_moves(sum);
    let left = solver.solve(sum)?.remoteness();
    Ok(match kind {
        Kind::Complete => {
            let right = step.answers(solver)?;
            let heap: u64 = right[0].parse().unwrap_or(0);
            // A rest that is P already is completed by nothing at all.
            let Some(part) = sum.parts()[0].as_heaps() else { return Ok(None) };
            let whole = Sum::single(part.game.clone(), part.position.with(heap));
            let left = solver.solve(&whole)?.remoteness();
            let moves = usize::try_from(part.position.coins()).unwrap_or(usize::MAX);
            (heap > 0).then_some(Grade { moves, right: 1, left })
        }
        Kind::Who => Some(Grade { moves: moves.len(), right: 1, left }),
        Kind::Only => {
            let right = step.answers(solver)?.len();
            // Where there is one move alone, as in Nim [1,1,1], there is nothing to find either.
            (moves.len() > 1).then_some(Grade { moves: moves.len(), right, left })
        }
        Kind::LosingMerge => {
            let merges = moves.iter().filter(|of| matches!(of.action, Move::Merge { .. })).count();
            let right = step.answers(solver)?.len();
            // Nor where every merge loses.
            (right > 0 && right < merges).then_some(Grade { moves: merges, right, left })
        }
    })
}

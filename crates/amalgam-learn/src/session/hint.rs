//! Hints in levels: nothing, who is winning, which heap, every move.

use std::fmt;
use std::str::FromStr;

use super::touched::Touched;
use super::{Evaluation, Session, Valued};
use amalgam_core::base::text::{ParseError, nearest};
use amalgam_core::{Outcome, PartMove};
use amalgam_solve::Reason;

/// How much help is given. It stays where it is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HintLevel {
    /// None.
    #[default]
    Nothing,
    /// Who is winning, and why.
    Winner,
    /// Also the heaps that some winning move touches.
    Heaps,
    /// Also every move with its outcome, Grundy value and remoteness.
    Moves,
}

impl HintLevel {
    /// All levels, from the least help to the most.
    pub const ALL: [HintLevel; 4] =
        [HintLevel::Nothing, HintLevel::Winner, HintLevel::Heaps, HintLevel::Moves];

    /// The next level, and after the last the first again.
    pub fn next(self) -> HintLevel {
        HintLevel::ALL[(self as usize + 1) % HintLevel::ALL.len()]
    }

    /// What is shown at this level.
    pub fn describe(self) -> &'static str {
        match self {
            HintLevel::Nothing => "no hints",
            HintLevel::Winner => "who is winning",
            HintLevel::Heaps => "which heap to touch",
            HintLevel::Moves => "every move with its value",
        }
    }
}

impl fmt::Display for HintLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[*self as usize])
    }
}

const NAMES: [&str; 4] = ["nothing", "winner", "heaps", "moves"];

impl FromStr for HintLevel {
    type Err = ParseError;

    /// Reads a name, or the number of a level from 0.
    fn from_str(text: &str) -> Result<HintLevel, ParseError> {
        let word = text.trim();
        let numbers = ["0", "1", "2", "3"];
        let found = (0..4).find(|&i| word == NAMES[i] || word == numbers[i]);
        found.map(|i| HintLevel::ALL[i]).ok_or_else(|| {
            let start = text.len() - text.trim_start().len();
            let shown: String = word.chars().take(40).collect();
            let span = start..start + word.len();
            let error = ParseError::new(text, span, format!("unknown hint level `{shown}`"));
            match nearest(word, NAMES) {
                Some(near) => error.suggest(format!("did you mean `{near}`?")),
                None => error.suggest("the levels are nothing, winner, heaps and moves, or 0 to 3"),
            }
        })
    }
}

/// As much of an [`Evaluation`] as a level shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The level.
    pub level: HintLevel,
    /// The player, 0 or 1, who wins with best play; from [`HintLevel::Winner`] on.
    pub winner: Option<usize>,
    /// What decided, in words; from [`HintLevel::Winner`] on.
    pub reason: Option<Reason>,
    /// The heaps that some winning move touches, each as the part and the index of the heap in its
    /// position; all heaps of the same size are there. From [`HintLevel::Heaps`] on.
    pub heaps: Vec<(usize, usize)>,
    /// The winning moves that are known; at [`HintLevel::Moves`].
    pub winning: Vec<PartMove>,
    /// Every move with what is known of it, the best first; at [`HintLevel::Moves`].
    pub moves: Vec<Valued>,
}

impl Hint {
    /// The hint for a position of a game, given its evaluation.
    pub fn new(level: HintLevel, game: &Session, evaluation: &Evaluation) -> Hint {
        let mut hint = Hint {
            level,
            winner: None,
            reason: None,
            heaps: Vec::new(),
            winning: Vec::new(),
            moves: Vec::new(),
        };
        if level >= HintLevel::Winner {
            let next = game.made().len() % 2;
            hint.winner = Some(match evaluation.known.outcome {
                Outcome::N => next,
                Outcome::P => 1 - next,
            });
            hint.reason = Some(evaluation.reason.clone());
        }
        if level >= HintLevel::Heaps {
            hint.heaps = winning_heaps(game, evaluation);
        }
        if level >= HintLevel::Moves {
            hint.winning = evaluation.winning().map(|valued| valued.action.clone()).collect();
            hint.moves = best_first(evaluation);
        }
        hint
    }
}

/// The heaps that some winning move touches.
fn winning_heaps(game: &Session, evaluation: &Evaluation) -> Vec<(usize, usize)> {
    let mut sizes: Vec<(usize, u64)> = Vec::new();
    let mut exact: Vec<(usize, usize)> = Vec::new();
    for valued in evaluation.winning() {
        let touched = Touched::by(&valued.action, game.sum());
        match touched.index {
            Some(index) => exact.push((valued.action.part, index)),
            None => sizes.extend(touched.heaps.iter().map(|&heap| (valued.action.part, heap))),
        }
    }
    sizes.sort_unstable();
    sizes.dedup();
    let parts = game.sum().parts().iter().enumerate();
    parts
        .flat_map(|(part, of)| {
            let heaps = of.heaps().iter().enumerate();
            heaps.map(move |(index, &heap)| (part, index, heap))
        })
        .filter(|&(part, index, heap)| {
            sizes.binary_search(&(part, heap)).is_ok() || exact.contains(&(part, index))
        })
        .map(|(part, index, _)| (part, index))
        .collect()
}

/// Winning moves, the quickest first; then losing moves, the longest first; then what is not known.
fn best_first(evaluation: &Evaluation) -> Vec<Valued> {
    let mut moves = evaluation.moves.clone();
    moves.sort_by_key(|valued| match valued.known {
        Some(known) if known.outcome == Outcome::P => (0, known.remoteness.unwrap_or(u64::MAX)),
        Some(known) => (1, u64::MAX - known.remoteness.unwrap_or(0)),
        None => (2, 0),
    });
    moves
}

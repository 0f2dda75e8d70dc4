//! How a game begins: the game, the start, the players.

use amalgam_core::base::fault::{Classified, Fault};
use thiserror::Error;

use super::listed::most_selected;
use super::{Evaluation, Player, Random, Session, legal_moves};
use amalgam_core::games::AnyGame;
use amalgam_core::{Outcome, Part, Play, Position, State, Sum};
use amalgam_solve::{SolveError, Solver, is_quick};

/// The most moves that are listed in a game that is played.
///
/// They are listed at every turn, and a shared game is checked move by move whenever it is opened: ten
/// thousand keep that within milliseconds. A position with more can be played only where any number
/// may be taken, so that a selection is enough, and where it is decided at once.
pub const MOST_MOVES_BY_HAND: u128 = 10_000;

/// The most heaps at the start.
pub const MOST_HEAPS: usize = 1_000;

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// From this sum, a single game being a sum of one.
    Given(Sum),
    /// From two, three or four heaps drawn at random.
    Random {
        /// The game.
        game: AnyGame,
        /// The largest heap that is drawn, at least 1.
        size: u64,
        /// Who is to win, if that is not left to chance: with `N` the player who begins.
        outcome: Option<Outcome>,
    },
}

/// All there is to decide before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Where the game starts.
    pub start: Start,
    /// Who wins.
    pub play: Play,
    /// The players, the one who begins first.
    pub players: [Player; 2],
    /// Where all that is left to chance comes from.
    pub seed: u64,
}

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// Too much to list at every turn.
    #[error(
        "a position of this game could have {0} moves, too many to play by hand (the most is \
         {MOST_MOVES_BY_HAND})"
    )]
    TooManyMoves(u128),
    /// Too many heaps.
    #[error("{0} heaps are too many to play by hand (the most is {MOST_HEAPS})")]
    TooManyHeaps(usize),
    /// The game would be over before it begins.
    #[error("no move is possible from {0}: choose a start with more coins")]
    NoMove(String),
    /// Nothing fitting was drawn.
    #[error(
        "no such start was found among {draws} drawn with heaps of up to {size}: choose a larger size"
    )]
    NoStart {
        /// How many were tried.
        draws: u32,
        /// The largest heap.
        size: u64,
    },
    /// The outcome of a random start could not be decided.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl Classified for SetupError {
    fn fault(&self) -> Fault {
        match self {
            SetupError::NoMove(_) => Fault::Input,
            SetupError::TooManyMoves(_)
            | SetupError::TooManyHeaps(_)
            | SetupError::NoStart { .. } => Fault::TooLarge,
            SetupError::Solve(error) => error.fault(),
        }
    }
}

impl Setup {
    /// A game from a given start between a person and a perfect opponent; the person begins.
    pub fn new(start: Sum) -> Setup {
        let players = [Player::Human, Player::Perfect];
        Setup { start: Start::Given(start), play: Play::Normal, players, seed: 0 }
    }

    /// Sets the pieces up.
    ///
    /// # Errors
    /// If the start is too large to be played by hand, has no move, or was not found.
    pub fn begin(&self, solver: &Solver<'_>) -> Result<Session, SetupError> {
        let start = match &self.start {
            Start::Given(sum) => sum.clone(),
            Start::Random { game, size, outcome } => {
                draw(game, *size, *outcome, self.play, self.seed, solver)?
            }
        };
        self.place(start)
    }

    /// The game from this start, whatever start was asked for.
    pub(super) fn place(&self, start: Sum) -> Result<Session, SetupError> {
        check(&start, self.play)?;
        if legal_moves(&start).is_empty() {
            return Err(SetupError::NoMove(start.to_string()));
        }
        Ok(Session::new(start, self.play, self.players, self.seed))
    }
}

/// Whether a game from this start can be played by hand: all its moves can be listed, or a selection of
/// them, and then the winning ones are known at once.
pub(super) fn check(sum: &Sum, play: Play) -> Result<(), SetupError> {
    let selected = |part: &Part| most_selected(part).unwrap_or_else(|| part.most_moves());
    match check_listed(sum) {
        Err(SetupError::TooManyMoves(_))
            if sum.parts().iter().map(selected).fold(0, u128::saturating_add)
                <= MOST_MOVES_BY_HAND
                && is_quick(sum, play) =>
        {
            Ok(())
        }
        checked => checked,
    }
}

/// Whether all moves of a game from this start can be listed.
fn check_listed(sum: &Sum) -> Result<(), SetupError> {
    let heaps = sum.parts().iter().map(|part| part.heaps().len()).sum();
    if heaps > MOST_HEAPS {
        return Err(SetupError::TooManyHeaps(heaps));
    }
    match most_moves(sum) {
        most if most > MOST_MOVES_BY_HAND => Err(SetupError::TooManyMoves(most)),
        _ => Ok(()),
    }
}

/// At most how many moves a position of this game has: this one, or one that arises from it.
pub fn most_moves(sum: &Sum) -> u128 {
    sum.parts().iter().map(Part::most_moves).fold(0, u128::saturating_add)
}

/// No larger heap is drawn in any game.
pub const MOST_DRAWN: u64 = 2_500;

/// The largest heap that a random start of a game may have: as many heaps of that size as are drawn at
/// most can be played by hand.
pub fn largest_drawn(game: &AnyGame) -> u64 {
    let most = most_drawn(game);
    let fits = |size: u64| {
        let largest = Position::new((0..most).map(|_| size));
        check_listed(&Sum::single(game.clone(), largest)).is_ok()
    };
    // More coins never mean fewer moves.
    let (mut fitting, mut too_large) = (1, MOST_DRAWN + 1);
    while too_large - fitting > 1 {
        let size = (fitting + too_large) / 2;
        match fits(size) {
            true => fitting = size,
            false => too_large = size,
        }
    }
    fitting
}

/// At most how many heaps are drawn.
fn most_drawn(game: &AnyGame) -> u64 {
    game.most_heaps().map_or(4, |most| most.min(4))
}

/// How many starts are drawn before giving up.
const DRAWS: u32 = 200;

/// A random start. One with a wanted outcome is found by one move at most: every N-position has a
/// move to a P-position, and every move from a P-position leads to an N-position.
fn draw(
    game: &AnyGame,
    size: u64,
    outcome: Option<Outcome>,
    play: Play,
    seed: u64,
    solver: &Solver<'_>,
) -> Result<Sum, SetupError> {
    let size = size.max(1);
    // The largest position that can be drawn must be playable; so a slip is told at once.
    let most = most_drawn(game);
    let largest = Position::new((0..most).map(|_| size));
    check_listed(&Sum::single(game.clone(), largest))?;
    let mut random = Random::new(seed);
    for _ in 0..DRAWS {
        let heaps = (2 + random.below(3)).min(most);
        let drawn = Position::new((0..heaps).map(|_| 1 + random.below(size)));
        let sum = Sum::single(game.clone(), drawn);
        if legal_moves(&sum).is_empty() {
            continue;
        }
        let Some(outcome) = outcome else { return Ok(sum) };
        let evaluation = Evaluation::of(&sum, play, solver)?;
        if evaluation.known.outcome == outcome {
            return Ok(sum);
        }
        let fits = |left: &State| left.heaps().iter().all(|&heap| heap <= size);
        let after: Vec<Sum> = match outcome {
            Outcome::P => evaluation.winning().map(|valued| &valued.action).collect::<Vec<_>>(),
            Outcome::N => evaluation.moves.iter().map(|valued| &valued.action).collect(),
        }
        .into_iter()
        .filter(|action| fits(&action.result))
        .map(|action| sum.after(action))
        .filter(|sum| !legal_moves(sum).is_empty())
        .collect();
        if let Some(sum) = random.choose(&after) {
            return Ok(sum.clone());
        }
    }
    Err(SetupError::NoStart { draws: DRAWS, size })
}

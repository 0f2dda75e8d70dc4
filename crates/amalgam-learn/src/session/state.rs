//! The game being played: its start, the moves made and the moves undone.

use amalgam_core::base::fault::{Classified, Fault};
use thiserror::Error;

use super::listed::any_amount;
use super::places::{Chosen, Row};
use super::words::say;
use super::{Evaluation, Player, Random, legal_moves};
use amalgam_core::{PartMove, Play, State, Sum};
use amalgam_solve::{SolveError, Solver};

/// The most moves a session keeps. Each is kept with the position it leaves, so that undoing is
/// quick; this bounds the memory that a game somebody sends can take.
pub const MOST_PLIES: usize = 2_000;

/// A game being played.
///
/// Two sessions are equal if start, players, seed and moves are; moves that were undone do not
/// count.
#[derive(Clone, Debug)]
pub struct Session {
    start: Sum,
    play: Play,
    players: [Player; 2],
    seed: u64,
    made: Vec<PartMove>,
    /// For each of them the places it touched, and the row of its part as it was before.
    before: Vec<(Chosen, Row)>,
    /// Moves undone with their places, the next to redo last.
    undone: Vec<(PartMove, Chosen)>,
    /// Where the game stands.
    now: Sum,
    /// The moves from there that are listed.
    legal: Vec<PartMove>,
    /// Where the heaps of each part lie.
    pub(super) rows: Vec<Row>,
}

impl PartialEq for Session {
    fn eq(&self, other: &Session) -> bool {
        let key = |game: &Session| (game.play, game.players, game.seed);
        self.start == other.start && key(self) == key(other) && self.made == other.made
    }
}

impl Eq for Session {}

/// Why a move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The rules do not allow it here.
    #[error("`{0}` is not a legal move here")]
    Illegal(String),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The session keeps no more moves.
    #[error("a game of more than {MOST_PLIES} moves is not kept: it ends here without a winner")]
    TooLong,
}

impl Classified for MoveError {
    fn fault(&self) -> Fault {
        match self {
            MoveError::Illegal(_) | MoveError::Over => Fault::Input,
            MoveError::TooLong => Fault::TooLarge,
        }
    }
}

impl Session {
    /// The start has been checked.
    pub(super) fn new(start: Sum, play: Play, players: [Player; 2], seed: u64) -> Session {
        let (now, legal) = (start.clone(), legal_moves(&start));
        let rows = start.parts().iter().map(|part| Row::new(part.heaps())).collect();
        let (made, before, undone) = (Vec::new(), Vec::new(), Vec::new());
        Session { start, play, players, seed, made, before, undone, now, legal, rows }
    }

    /// Where the game began.
    pub fn start(&self) -> &Sum {
        &self.start
    }

    /// Where the game stands.
    pub fn sum(&self) -> &Sum {
        &self.now
    }

    /// Who wins: the player who moves last, or the other.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The players, the one who began first.
    pub fn players(&self) -> [Player; 2] {
        self.players
    }

    /// Where all that is left to chance comes from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The moves made so far.
    pub fn made(&self) -> &[PartMove] {
        &self.made
    }

    /// How many undone moves could be made again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Every legal move, in a fixed order; where any number may be taken from huge heaps, a
    /// [selection](Session::not_listed).
    pub fn moves(&self) -> &[PartMove] {
        &self.legal
    }

    /// Whether no move is left.
    pub fn is_over(&self) -> bool {
        self.legal.is_empty()
    }

    /// The player, 0 or 1, whose turn it is; `None` when the game is over.
    pub fn to_move(&self) -> Option<usize> {
        (!self.is_over()).then_some(self.made.len() % 2)
    }

    /// The player, 0 or 1, who has won; `None` while moves are left.
    pub fn winner(&self) -> Option<usize> {
        let next = self.made.len() % 2;
        self.is_over().then_some(match self.play {
            Play::Normal => 1 - next,
            Play::Misere => next,
        })
    }

    /// Whether a person is to move.
    pub fn awaits_human(&self) -> bool {
        self.to_move().is_some_and(|player| self.players[player].is_human())
    }

    /// Makes a move. Moves that were undone are forgotten.
    ///
    /// # Errors
    /// If the rules do not allow it, or the game is over or too long.
    pub fn make(&mut self, action: &PartMove) -> Result<(), MoveError> {
        self.make_with(action, &[])
    }

    /// Makes a move with the heaps that were pointed at, by their index in the position of the part:
    /// of equal heaps these are the ones that change. The second of two that merge stays in its place.
    ///
    /// # Errors
    /// As [`make`](Session::make).
    pub fn make_with(&mut self, action: &PartMove, heaps: &[usize]) -> Result<(), MoveError> {
        self.check(action)?;
        let chosen = self.chosen(action, heaps);
        self.make_at(action, chosen);
        Ok(())
    }

    /// Makes a legal move at these places.
    pub(super) fn make_at(&mut self, action: &PartMove, chosen: Chosen) {
        self.undone.clear();
        self.push(action.clone(), chosen);
    }

    /// Whether a move can be made.
    pub(super) fn check(&self, action: &PartMove) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::Over);
        }
        if self.made.len() >= MOST_PLIES {
            return Err(MoveError::TooLong);
        }
        let any = || any_amount(&self.now, action.part, &action.action);
        if !self.legal.contains(action) && any().as_ref() != Some(action) {
            return Err(MoveError::Illegal(say(&self.now, action)));
        }
        Ok(())
    }

    fn push(&mut self, action: PartMove, chosen: Chosen) {
        let row = &mut self.rows[action.part];
        let before = row.clone();
        row.make(&action, &chosen);
        self.before.push((chosen, before));
        self.now = self.now.after(&action);
        self.legal = legal_moves(&self.now);
        self.made.push(action);
    }

    /// Takes the last move back. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(action) = self.made.pop() else { return false };
        let Some((chosen, row)) = self.before.pop() else { return false };
        self.rows[action.part] = row;
        let before = self.state_of(action.part, self.made.len());
        self.now = self.now.after(&PartMove { result: before, ..action.clone() });
        self.legal = legal_moves(&self.now);
        self.undone.push((action, chosen));
        true
    }

    /// Makes the move again that was undone last. Says whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some((action, chosen)) = self.undone.pop() else { return false };
        self.push(action, chosen);
        true
    }

    /// Takes moves back until a person is to move, at least one: the opponent's reply and the move
    /// it answered. Where no person moved before, nothing changes and the answer is no.
    pub fn undo_turn(&mut self) -> bool {
        let human = |ply: usize| self.players[ply % 2].is_human();
        let Some(ply) = (0..self.made.len()).rev().find(|&ply| human(ply)) else { return false };
        while self.made.len() > ply {
            self.undo();
        }
        true
    }

    /// Makes undone moves again until a person is to move or none is left.
    pub fn redo_turn(&mut self) -> bool {
        let mut any = false;
        while self.redo() {
            any = true;
            if self.awaits_human() {
                break;
            }
        }
        any
    }

    /// Where a part stands after this many moves.
    fn state_of(&self, part: usize, plies: usize) -> State {
        let last = self.made[..plies].iter().rev().find(|action| action.part == part);
        last.map_or_else(|| self.start.parts()[part].state(), |action| action.result.clone())
    }

    /// The moves made, in words and with marks where the places do not follow from the words.
    pub(super) fn told(&self) -> Vec<String> {
        let mut replayed = Session::new(self.start.clone(), self.play, self.players, self.seed);
        let mut told = Vec::with_capacity(self.made.len());
        for (action, (chosen, _)) in self.made.iter().zip(&self.before) {
            told.push(say(&self.start, action) + &replayed.mark(action, chosen));
            replayed.rows[action.part].make(action, chosen);
            replayed.now = replayed.now.after(action);
        }
        told
    }

    /// The sums from the start on, one more than there are moves made.
    pub fn sums(&self) -> impl Iterator<Item = Sum> + '_ {
        let after = self.made.iter().scan(self.start.clone(), |sum, action| {
            *sum = sum.after(action);
            Some(sum.clone())
        });
        std::iter::once(self.start.clone()).chain(after)
    }

    /// What the position and its moves are worth, under the convention of this game.
    ///
    /// # Errors
    /// If a bound is met first, or numbers do not fit.
    pub fn evaluate(&self, solver: &Solver<'_>) -> Result<Evaluation, SolveError> {
        Evaluation::of(&self.now, self.play, solver)
    }

    /// The move of the opponent whose turn it is, given the evaluation of this position; `None` if a
    /// person is to move or the game is over. The same game gives the same reply.
    pub fn reply(&self, evaluation: &Evaluation) -> Option<PartMove> {
        let player = self.players[self.to_move()?];
        player.choose(evaluation, &mut self.random())
    }

    /// A move drawn from all, for an opponent who could not find out in time what they are worth.
    pub fn any_move(&self) -> Option<PartMove> {
        self.random().choose(&self.legal).cloned()
    }

    fn random(&self) -> Random {
        Random::at(self.seed, self.made.len())
    }
}

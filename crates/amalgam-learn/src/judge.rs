//! What is right, and why: the solver decides, and its proof is put into words.

use thiserror::Error;

use super::reasons;
use super::{Step, Task};
use crate::session::{
    Player, Session, Setup, SetupError, Start, legal_moves, lists_all, say, with_winning,
};
use amalgam_core::base::text::ParseError;
use amalgam_core::{
    Classified, Fault, HeapPart, Move, Outcome, Part, PartMove, Position, Rules, Sum,
};
use amalgam_solve::{SolveError, Solver};

/// An answer, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Whether it is right.
    pub right: bool,
    /// Why, in sentences.
    pub why: Vec<String>,
}

/// Why nothing can be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Trouble {
    /// The answer is none that could be right or wrong.
    #[error(transparent)]
    Answer(#[from] ParseError),
    /// The solver met a bound, and nothing is claimed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The position cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The task does not have what it promises.
    #[error("{0}")]
    Posed(String),
}

impl Classified for Trouble {
    fn fault(&self) -> Fault {
        match self {
            Trouble::Answer(error) => error.fault(),
            Trouble::Solve(error) => error.fault(),
            Trouble::Setup(error) => error.fault(),
            Trouble::Posed(_) => Fault::Input,
        }
    }
}

impl Step {
    /// The game that is played from the position: you begin, and the opponent is perfect.
    ///
    /// # Errors
    /// If nobody could play it by hand.
    pub fn game(&self) -> Result<Session, Trouble> {
        let start = Start::Given(self.sum()?.clone());
        let players = [Player::Human, Player::Perfect];
        Ok(Setup { start, play: self.play, players, seed: 0 }.begin(&Solver::new())?)
    }

    /// Proves that the task has what it promises: a winning move, exactly one, a losing merge, …
    ///
    /// # Errors
    /// If it does not, or that could not be decided.
    pub fn posed(&self, solver: &Solver<'_>) -> Result<(), Trouble> {
        let right = self.answers(solver)?.len();
        let not = |what: &str| Err(Trouble::Posed(format!("“{}”: {what}", self.title)));
        match self.task {
            Some(Task::Win | Task::Only | Task::Lose | Task::Play)
                if self.outcome(solver)? != Outcome::N =>
            {
                not("this is a P-position, in which no move wins")
            }
            Some(Task::Only) if right != 1 => not(&format!("{right} moves win, not one")),
            Some(Task::Lose | Task::LosingMerge) if right == 0 => not("no such move loses"),
            Some(_) if right == 0 => not("there is no right answer"),
            _ => Ok(()),
        }
    }

    /// Every right answer in words, as it can be typed; of a whole game the first moves that win.
    ///
    /// # Errors
    /// If they could not be decided.
    pub fn answers(&self, solver: &Solver<'_>) -> Result<Vec<String>, Trouble> {
        let Some(task) = self.task else { return Ok(Vec::new()) };
        let sum = self.sum()?;
        Ok(match task {
            Task::Who => vec![self.outcome(solver)?.to_string()],
            Task::Complete => vec![self.completion(solver)?.to_string()],
            Task::Grundy => vec![self.grundy(solver)?.to_string()],
            Task::Left => vec![self.left(solver)?.to_string()],
            Task::Win | Task::Only | Task::Lose | Task::LosingMerge | Task::Play => {
                let mut right = Vec::new();
                let answer = solver.clone().play(self.play).solve(sum)?;
                for action in with_winning(&answer) {
                    if self.is_right(&action, solver)? {
                        right.push(say(sum, &action));
                    }
                }
                right
            }
        })
    }

    /// Judges an answer as people type it: a move in words, `P` or `N`, a number.
    ///
    /// # Errors
    /// If it is no answer to this task, or the solver met a bound.
    pub fn judge(&self, answer: &str, solver: &Solver<'_>) -> Result<Judged, Trouble> {
        let Some(task) = self.task else {
            return Err(Trouble::Posed("nothing is asked here".to_owned()));
        };
        Ok(match task {
            Task::Who => self.judge_outcome(read_outcome(answer)?, solver)?,
            Task::Complete => self.judge_completion(read_number(answer)?, solver)?,
            Task::Grundy => self.judge_grundy(read_number(answer)?, solver)?,
            Task::Left => {
                let (given, left) = (read_number(answer)?, self.left(solver)?);
                let why = match given == left {
                    true => format!("It lasts {left} moves."),
                    false => {
                        format!("With best play on both sides it does not last {given} moves.")
                    }
                };
                Judged { right: given == left, why: vec![why] }
            }
            Task::Win | Task::Only | Task::Lose | Task::LosingMerge | Task::Play => {
                let action = self.game()?.read_move(answer)?;
                self.judge_move(&action, solver)?
            }
        })
    }

    /// Judges a move.
    ///
    /// # Errors
    /// If the solver met a bound.
    pub fn judge_move(&self, action: &PartMove, solver: &Solver<'_>) -> Result<Judged, Trouble> {
        let sum = self.sum()?;
        let after = sum.after(action);
        let answer = solver.clone().play(self.play).solve(&after)?;
        let said = say(sum, action);
        let left = shown(&after);
        let mut why = Vec::new();
        if self.task == Some(Task::LosingMerge) && !is_merge(action) {
            why.push(format!("`{said}` is no merge."));
            return Ok(Judged { right: false, why });
        }
        match answer.outcome() {
            Outcome::P => {
                why.push(format!(
                    "`{said}` leaves {left}, a P-position: whatever comes next, there is an answer \
                     to it."
                ));
                why.extend(reasons::why(&after, self.play, solver));
            }
            Outcome::N => match answer.winning_move() {
                Some(reply) => why.push(format!(
                    "`{said}` leaves {left}, an N-position: the opponent wins with `{}` and leaves \
                     {}.",
                    say(&after, &reply),
                    shown(&after.after(&reply)),
                )),
                None => why.push(format!(
                    "`{said}` leaves {left}, an N-position: whoever is to move wins."
                )),
            },
        }
        why.push(format!("Proved by {}.", answer.reason()));
        Ok(Judged { right: self.is_right(action, solver)?, why })
    }

    /// Judges a whole game that is over.
    ///
    /// # Errors
    /// If it is not over.
    pub fn judge_game(&self, game: &Session) -> Result<Judged, Trouble> {
        let why = |text: &str| vec![text.to_owned()];
        match game.winner() {
            Some(0) => Ok(Judged { right: true, why: why("You have won the game.") }),
            Some(_) => Ok(Judged { right: false, why: why("The opponent has won the game.") }),
            None => Err(Trouble::Posed("the game is not over".to_owned())),
        }
    }

    fn sum(&self) -> Result<&Sum, Trouble> {
        let missing = || Trouble::Posed(format!("“{}” has no position", self.title));
        self.position.as_ref().ok_or_else(missing)
    }

    fn outcome(&self, solver: &Solver<'_>) -> Result<Outcome, Trouble> {
        Ok(solver.clone().play(self.play).outcome(self.sum()?)?)
    }

    fn is_right(&self, action: &PartMove, solver: &Solver<'_>) -> Result<bool, Trouble> {
        let leaves = solver.clone().play(self.play).outcome(self.sum()?.after(action))?;
        Ok(match self.task {
            Some(Task::Lose) => leaves == Outcome::N,
            Some(Task::LosingMerge) => leaves == Outcome::N && is_merge(action),
            _ => leaves == Outcome::P,
        })
    }

    fn judge_outcome(&self, given: Outcome, solver: &Solver<'_>) -> Result<Judged, Trouble> {
        let sum = self.sum()?;
        let answer = solver.clone().play(self.play).solve(sum)?;
        let outcome = answer.outcome();
        let mut why = Vec::new();
        match (outcome, answer.winning_move()) {
            (Outcome::N, Some(first)) => why.push(format!(
                "It is N: `{}` leaves {}, a P-position.",
                say(sum, &first),
                shown(&sum.after(&first)),
            )),
            (Outcome::N, None) => why.push("It is N: whoever is to move wins.".to_owned()),
            (Outcome::P, _) => {
                why.push("It is P: every move leaves an N-position.".to_owned());
                why.extend(reasons::why(sum, self.play, solver));
            }
        }
        why.push(format!("Proved by {}.", answer.reason()));
        Ok(Judged { right: given == outcome, why })
    }

    fn rest(&self) -> Result<(&HeapPart, &Rules), Trouble> {
        let part = self.sum()?.as_single().and_then(Part::as_heaps);
        let part = part.ok_or_else(|| Trouble::Posed("a sum has no completion".to_owned()))?;
        Ok((part, part.game.rules().ok_or(SolveError::NoCompletion)?))
    }

    fn completion(&self, solver: &Solver<'_>) -> Result<u64, Trouble> {
        let (part, rules) = self.rest()?;
        Ok(solver.clone().play(self.play).complete(rules, &part.position)?.0)
    }

    fn judge_completion(&self, given: u64, solver: &Solver<'_>) -> Result<Judged, Trouble> {
        let (part, _) = self.rest()?;
        let rest = part.position.to_string();
        let right = self.completion(solver)?;
        if given == right {
            let why =
                format!("{rest} with a heap of {right} is a P-position, and with no other heap.");
            return Ok(Judged { right: true, why: vec![why] });
        }
        // Another heap makes an N-position: its move to a P-position tells why.
        let with: Position = part.position.with(given);
        let sum = Sum::single(part.game.clone(), with);
        let answer = solver.clone().play(self.play).solve(&sum)?;
        let reply = answer.winning_move();
        let why = match reply {
            // Taking from the heap that was added would give the answer away.
            Some(reply) if reply.action != (Move::Take { from: given, to: right }) => {
                format!("{} is an N-position: `{}` wins there.", shown(&sum), say(&sum, &reply))
            }
            _ => format!("{} is an N-position: a smaller heap would do.", shown(&sum)),
        };
        Ok(Judged { right: false, why: vec![why] })
    }

    fn grundy(&self, solver: &Solver<'_>) -> Result<u64, Trouble> {
        Ok(solver.clone().play(self.play).grundy(self.sum()?)?)
    }

    fn judge_grundy(&self, given: u64, solver: &Solver<'_>) -> Result<Judged, Trouble> {
        let sum = self.sum()?;
        let grundy = self.grundy(solver)?;
        if !lists_all(sum) {
            let why = match given == grundy {
                true => "The options have all smaller values, too many to list, and not this one.",
                false => "An option has this value, or a smaller value is missing too.",
            };
            return Ok(Judged { right: given == grundy, why: vec![why.to_owned()] });
        }
        let mut values = Vec::new();
        for action in legal_moves(sum) {
            values.push(solver.clone().play(self.play).grundy(sum.after(&action))?);
        }
        values.sort_unstable();
        values.dedup();
        let list: Vec<String> = values.iter().map(u64::to_string).collect();
        let list = list.join(", ");
        let why = match (given == grundy, values.contains(&given)) {
            (true, _) if values.is_empty() => "No move is left, so the value is 0.".to_owned(),
            (true, _) => format!(
                "The options have the values {list}; {grundy} is the least that is missing."
            ),
            (false, true) => {
                format!("An option has the value {given} already, so the position cannot have it.")
            }
            (false, false) => {
                format!("No option has the value {given}, but a smaller value is missing too.")
            }
        };
        Ok(Judged { right: given == grundy, why: vec![why] })
    }

    fn left(&self, solver: &Solver<'_>) -> Result<u64, Trouble> {
        let left = solver.clone().play(self.play).solve(self.sum()?)?.remoteness();
        left.ok_or_else(|| Trouble::Posed("how long it lasts is not known".to_owned()))
    }
}

fn is_merge(action: &PartMove) -> bool {
    matches!(action.action, Move::Merge { .. })
}

/// A position as one writes it, without the game where there is only one.
fn shown(sum: &Sum) -> String {
    match sum.as_single() {
        Some(part) => part.show(),
        None => sum.to_string(),
    }
}

fn read_outcome(text: &str) -> Result<Outcome, ParseError> {
    match text.trim() {
        "P" | "p" => Ok(Outcome::P),
        "N" | "n" => Ok(Outcome::N),
        word => Err(ParseError::new(word, 0..word.len(), "the answer is P or N")),
    }
}

fn read_number(text: &str) -> Result<u64, ParseError> {
    let word = text.trim();
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| digits).ok_or_else(|| {
        ParseError::new(word, 0..word.len(), "the answer is a whole number").suggest("as in `4`")
    })
}

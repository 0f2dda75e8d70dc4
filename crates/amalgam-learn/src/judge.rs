//! What is right, and why: the solver decides, and its proof is put into words.

use thiserror::Error;

use super::{Step, Task};
use super::{glossary, reasons};
use crate::session::{
    Player, Session, Setup, SetupError, Start, legal_moves, lists_all, say, with_winning,
};
use amalgam_core::base::text::{ParseError, counted};
use amalgam_core::{Classified, Fault, HeapPart, Move, Outcome, Part, PartMove, Play, Rules, Sum};
use amalgam_solve::{SolveError, Solver};

/// An answer, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Whether it is right.
    pub right: bool,
    /// What happened, in one or two short sentences without brackets and theorems.
    pub short: String,
    /// The proof in sentences, for those who ask why. It is empty if it would give the answer away.
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
                not("no move wins here")
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
                let short = match given == left {
                    true => format!("It lasts {}.", counted(left, "move")),
                    false => {
                        let moves = counted(given, "move");
                        format!("With best play on both sides it does not last {moves}.")
                    }
                };
                Judged { right: given == left, short, why: Vec::new() }
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
        if self.task == Some(Task::LosingMerge) && !is_merge(action) {
            let short = "That is not a merge. Merge two heaps.".to_owned();
            return Ok(Judged { right: false, short, why: Vec::new() });
        }
        let answer = solver.clone().play(self.play).solve(&after)?;
        let (said, left) = (say(sum, action), shown(&after));
        let mut why = Vec::new();
        match (answer.outcome(), answer.winning_move()) {
            (outcome @ Outcome::P, _) => {
                let text = "whatever comes next, there is an answer to it";
                why.push(format!("`{said}` leaves {left}, {}: {text}.", self.called(outcome)));
                why.extend(reasons::why(&after, self.play, solver));
            }
            (outcome @ Outcome::N, Some(reply)) => why.push(format!(
                "`{said}` leaves {left}, {}: the opponent wins with `{}` and leaves {}.",
                self.called(outcome),
                say(&after, &reply),
                shown(&after.after(&reply)),
            )),
            (outcome @ Outcome::N, None) => {
                why.push(format!("`{said}` leaves {left}, {}.", self.called(outcome)));
            }
        }
        why.push(format!("Proved by {}.", answer.reason()));
        let right = self.is_right(action, solver)?;
        let reply = answer.winning_move().map(|reply| self.reply(&after, &reply));
        let reply = reply.unwrap_or_else(|| "your opponent can win".to_owned());
        let short = match (self.task, right) {
            (Some(Task::Lose), true) => format!("Yes, that throws it away: {reply}."),
            (Some(Task::Lose), false) => "That move wins. Find one that loses.".to_owned(),
            (Some(Task::LosingMerge), true) => format!("Yes, that merge loses: {reply}."),
            (Some(Task::LosingMerge), false) => "That merge wins. Find one that loses.".to_owned(),
            (_, true) if legal_moves(&after).is_empty() => last_move(action, "You", "win!"),
            (_, true) => format!(
                "That leaves {}. Whatever your opponent does, you have an answer.",
                in_words(&after)
            ),
            (_, false) if legal_moves(&after).is_empty() => last_move(action, "You", "lose."),
            (_, false) => format!("Now {reply}."),
        };
        Ok(Judged { right, short, why: self.taught(why) })
    }

    /// What the opponent does next, as the end of a sentence.
    fn reply(&self, after: &Sum, reply: &PartMove) -> String {
        let (said, left) = (say(after, reply), after.after(reply));
        match legal_moves(&left).is_empty() {
            true => format!("your opponent can {said} and win"),
            false => format!("your opponent can {said} and leave {}", in_words(&left)),
        }
    }

    /// An outcome as it is called in this lesson.
    fn called(&self, outcome: Outcome) -> &'static str {
        match (self.lesson.is_none() || self.letters(), outcome) {
            (true, Outcome::P) => "a P-position",
            (true, Outcome::N) => "an N-position",
            (false, Outcome::P) => "where whoever moves next loses",
            (false, Outcome::N) => "where whoever moves next wins",
        }
    }

    /// The lines whose words are known in this lesson.
    fn taught(&self, why: Vec<String>) -> Vec<String> {
        let known = |line: &String| {
            self.lesson.is_none_or(|lesson| glossary::too_early(line, lesson).is_none())
        };
        why.into_iter().filter(known).collect()
    }

    /// Judges a whole game that is over.
    ///
    /// # Errors
    /// If it is not over.
    pub fn judge_game(&self, game: &Session) -> Result<Judged, Trouble> {
        let over = || Trouble::Posed("the game is not over".to_owned());
        let (winner, last) = (game.winner().ok_or_else(over)?, game.made().last());
        let who = if game.made().len() % 2 == 1 { "You" } else { "Your opponent" };
        let last = |end: &str| last.map_or(String::new(), |last| last_move(last, who, end));
        let short = match (winner, self.play) {
            (0, Play::Normal) => last("win!"),
            (0, Play::Misere) => format!("{} That loses, so you win!", last("")),
            (_, Play::Normal) => format!("{} One move turned the game.", last("")),
            (_, Play::Misere) => format!("{} That loses.", last("")),
        };
        Ok(Judged { right: winner == 0, short, why: Vec::new() })
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

    /// A wrong answer gets no proof: of two answers it would be the other one.
    fn judge_outcome(&self, given: Outcome, solver: &Solver<'_>) -> Result<Judged, Trouble> {
        let sum = self.sum()?;
        let answer = solver.clone().play(self.play).solve(sum)?;
        let outcome = answer.outcome();
        if given != outcome {
            let short = "Look at each first move. Does the other player always have an answer?";
            return Ok(Judged { right: false, short: short.to_owned(), why: Vec::new() });
        }
        let letter = if self.letters() { format!("It is {outcome}. ") } else { String::new() };
        let first = answer.winning_move();
        let short = match (outcome, &first) {
            (Outcome::N, Some(first)) => {
                format!("{letter}Whoever moves next can {} and win.", say(sum, first))
            }
            (Outcome::N, None) => format!("{letter}Whoever moves next wins."),
            (Outcome::P, _) => {
                format!("{letter}Every move has an answer, so whoever moves next loses.")
            }
        };
        let mut why = Vec::new();
        match first {
            Some(first) => {
                let left = shown(&sum.after(&first));
                let called = self.called(Outcome::P);
                why.push(format!("`{}` leaves {left}, {called}.", say(sum, &first)));
            }
            None => {
                why.push(format!("Every move leaves {}.", self.called(Outcome::N)));
                why.extend(reasons::why(sum, self.play, solver));
            }
        }
        why.push(format!("Proved by {}.", answer.reason()));
        Ok(Judged { right: true, short, why: self.taught(why) })
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
        let right = self.completion(solver)?;
        let with = Sum::single(part.game.clone(), part.position.with(given));
        let coins = counted(given, "coin");
        if given == right {
            let short = match self.letters() {
                true => format!("{} is a P-position, and no other heap does it.", shown(&with)),
                false => format!("With {coins}, whoever moves next loses."),
            };
            let rest = part.position.to_string();
            let why = format!(
                "{rest} with a heap of {right} is a P-position. From a larger heap you could take \
                 coins to get there, so no larger heap does it, and the solver has tried every \
                 smaller one."
            );
            return Ok(Judged { right: true, short, why: vec![why] });
        }
        // Another heap makes an N-position: its move to a P-position tells why.
        let reply = solver.clone().play(self.play).solve(&with)?.winning_move();
        let short = match reply {
            // Taking from the heap that was added would give the answer away.
            Some(reply) if reply.action != (Move::Take { from: given, to: right }) => {
                format!("With {coins}, whoever moves next can {} and win.", say(&with, &reply))
            }
            _ => format!("With {coins}, whoever moves next wins. A smaller heap does it."),
        };
        Ok(Judged { right: false, short, why: Vec::new() })
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
            let (short, why) = (why.to_owned(), Vec::new());
            return Ok(Judged { right: given == grundy, short, why });
        }
        let mut values = Vec::new();
        for action in legal_moves(sum) {
            values.push(solver.clone().play(self.play).grundy(sum.after(&action))?);
        }
        values.sort_unstable();
        values.dedup();
        let list: Vec<String> = values.iter().map(u64::to_string).collect();
        let list = list.join(", ");
        let short = match (given == grundy, values.contains(&given)) {
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
        Ok(Judged { right: given == grundy, short, why: Vec::new() })
    }

    fn left(&self, solver: &Solver<'_>) -> Result<u64, Trouble> {
        let left = solver.clone().play(self.play).solve(self.sum()?)?.remoteness();
        left.ok_or_else(|| Trouble::Posed("how long it lasts is not known".to_owned()))
    }
}

fn is_merge(action: &PartMove) -> bool {
    matches!(action.action, Move::Merge { .. })
}

/// What the last move of a game was.
fn last_move(action: &PartMove, who: &str, end: &str) -> String {
    let done = match action.action {
        Move::Take { .. } => "took the last coin",
        _ => "made the last move",
    };
    match end {
        "" => format!("{who} {done}."),
        end => format!("{who} {done}. {who} {end}"),
    }
}

/// A position in a sentence: `1, 2 and 3`.
fn in_words(sum: &Sum) -> String {
    let Some(part) = sum.as_single() else { return sum.to_string() };
    let heaps: Vec<String> = part.heaps().iter().map(u64::to_string).collect();
    match heaps.as_slice() {
        [] => "nothing".to_owned(),
        [one] => format!("one heap of {one}"),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
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

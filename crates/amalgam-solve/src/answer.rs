//! An answer: what is known of a position and of its moves, and what decided.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Instant;

use super::cost::LITTLE;
use super::plan::Plan;
use super::{MOST_MOVES, Reason, SolveError};
use amalgam_core::base::budget::{Budget, Limit, LimitReached};
use amalgam_core::base::listing::{Lister, Listing, share};
use amalgam_core::{Outcome, PartMove, Play, State, Sum};

/// Moves with what is known of the positions they lead to.
pub type KnownMoves = Vec<(PartMove, Known)>;

/// Takes winning moves one by one, until a bound is met.
pub(super) type MoveList<'a> = Lister<'a, PartMove>;

/// What is known of a position; what is not known is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Known {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value: never under misère play, where it decides nothing.
    pub grundy: Option<u64>,
    /// How long the game lasts.
    pub remoteness: Option<u64>,
}

impl Known {
    /// What an outcome alone tells: under normal play a P-position is worth 0.
    pub(super) fn only(outcome: Outcome, play: Play) -> Known {
        let worth_nothing = outcome == Outcome::P && play == Play::Normal;
        Known { outcome, grundy: worth_nothing.then_some(0), remoteness: None }
    }
}

/// What a way of deciding has to say. Each holds what it needs, so that an answer outlives the
/// question.
pub(super) trait Decided: Send + Sync {
    /// What is known of the position itself.
    fn known(&self) -> Known;

    /// Passes every winning move to a list, in a fixed order, until it is full; some of them where the
    /// answer is not complete.
    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()>;

    /// What is known of the position after a move; `None` where nothing is.
    fn after(&self, action: &PartMove) -> Option<Known>;

    /// What decided.
    fn reason(&self) -> Reason;

    /// Whether every winning move is known, and the outcome of every option.
    fn is_complete(&self) -> bool {
        true
    }
}

/// A question with its answer.
#[must_use]
pub struct Answer {
    sum: Sum,
    play: Play,
    decided: Box<dyn Decided>,
    /// The bounds of the question, which hold for lists too, and when it was answered: somebody may ask
    /// for a list much later.
    limits: Budget,
    answered: Instant,
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("sum", &self.sum)
            .field("play", &self.play)
            .field("known", &self.known())
            .field("reason", &self.reason())
            .finish()
    }
}

impl Answer {
    pub(super) fn new(sum: &Sum, play: Play, decided: Box<dyn Decided>, limits: &Budget) -> Answer {
        let (sum, limits) = (sum.clone(), limits.clone());
        Answer { sum, play, decided, limits, answered: Instant::now() }
    }

    /// What was asked about.
    pub fn sum(&self) -> &Sum {
        &self.sum
    }

    /// The convention it was asked under.
    pub fn play(&self) -> Play {
        self.play
    }

    /// What is known of the position.
    pub fn known(&self) -> Known {
        self.decided.known()
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        self.known().outcome
    }

    /// The Grundy value, if it is known.
    pub fn grundy(&self) -> Option<u64> {
        self.known().grundy
    }

    /// How many moves the game lasts when the winner hurries and the loser delays, if it is known.
    pub fn remoteness(&self) -> Option<u64> {
        self.known().remoteness
    }

    /// Every winning move, in a fixed order, within the bounds of the question and at most
    /// [`MOST_MOVES`]; some of them where the answer is not [complete](Answer::is_complete).
    pub fn winning_moves(&self) -> Listing<PartMove> {
        self.first_winning_moves(MOST_MOVES)
    }

    /// At most this many winning moves, the first in a fixed order.
    pub fn first_winning_moves(&self, most: usize) -> Listing<PartMove> {
        let budget = share(&self.limits, self.answered);
        let mut list = MoveList::new(&budget, most);
        let _ = self.decided.list_winning(&mut list);
        if !self.is_complete() {
            list.may_miss_some();
        }
        list.finish()
    }

    /// One winning move, if there is one and it is known.
    pub fn winning_move(&self) -> Option<PartMove> {
        self.first_winning_moves(1).into_iter().next()
    }

    /// Whether every winning move is known, and the outcome of every option. Some theorems name a
    /// winner and a winning move and say nothing of the other moves; nor does a search that was
    /// asked for the outcome alone.
    pub fn is_complete(&self) -> bool {
        self.decided.is_complete()
    }

    /// What is known of the position after a move; `None` where what decided says nothing of it.
    pub fn after(&self, action: &PartMove) -> Option<Known> {
        self.decided.after(action)
    }

    /// What decided.
    pub fn reason(&self) -> Reason {
        self.decided.reason()
    }

    /// All moves with what is known of the positions they lead to, the best first: winning moves, the
    /// quickest first, then losing moves, the longest first.
    ///
    /// # Errors
    /// If there are more than [`MOST_MOVES`] or than the memory bound allows, the time is over, or what
    /// decided says nothing of some.
    pub fn moves(&self) -> Result<KnownMoves, SolveError> {
        if !self.is_complete() {
            return Err(SolveError::OptionsUnknown);
        }
        let too_many = || SolveError::TooManyMoves(self.sum.moves_at_most());
        let budget = share(&self.limits, self.answered);
        let mut list = Lister::new(&budget, MOST_MOVES);
        let mut parts = self.sum.parts().iter().enumerate();
        let mut unknown = false;
        let _ = parts.try_for_each(|(part, of)| {
            let from = of.state();
            of.each_move_from(&from, |action, result| {
                list.look(words(&from).max(words(&result)))?;
                let action = PartMove { part, action, result };
                let bytes = action.bytes() + size_of::<Known>();
                match self.after(&action) {
                    Some(known) => list.keep((action, known), bytes),
                    None => {
                        unknown = true;
                        ControlFlow::Break(())
                    }
                }
            })
        });
        let list = list.finish();
        let mut moves = match list.limit() {
            _ if unknown => return Err(SolveError::OptionsUnknown),
            None => list.into_items(),
            Some(Limit::Listed(_) | Limit::Memory(_)) => return Err(too_many()),
            Some(limit) => return Err(LimitReached::new(limit, list.len() as u64).into()),
        };
        moves.sort_by_key(|(_, Known { outcome, grundy, remoteness })| match outcome {
            Outcome::P => (*outcome, *remoteness, *grundy),
            Outcome::N => (*outcome, remoteness.map(|moves| u64::MAX - moves), *grundy),
        });
        Ok(moves)
    }

    /// All [moves](Answer::moves), or where they are too many to list those that win.
    ///
    /// # Errors
    /// If the time is over, or what decided says nothing of some.
    pub fn best_moves(&self) -> Result<BestMoves, SolveError> {
        match self.moves() {
            Ok(moves) => Ok(BestMoves { moves, others: None, complete: true, limit: None }),
            Err(SolveError::TooManyMoves(most)) => {
                let winning = self.winning_moves();
                let (complete, limit) = (winning.is_complete(), winning.limit());
                let known = |action: PartMove| self.after(&action).map(|known| (action, known));
                let moves = winning.into_iter().map(known).collect::<Option<_>>();
                let moves = moves.ok_or(SolveError::OptionsUnknown)?;
                Ok(BestMoves { moves, others: Some(most), complete, limit })
            }
            Err(error) => Err(error),
        }
    }
}

/// How many words of memory a position takes. Many equal heaps are counted, and listed only by moves that need it.
fn words(state: &State) -> usize {
    state.bytes() / size_of::<u64>()
}

/// The moves of a position, or of too many those that win.
#[derive(Clone, Debug)]
pub struct BestMoves {
    /// The moves, the best first.
    pub moves: KnownMoves,
    /// Where only winning moves are listed, how many moves there are at most.
    pub others: Option<u128>,
    /// Whether every winning move is listed.
    pub complete: bool,
    /// The bound that cut the list of winning moves, if one did.
    pub limit: Option<Limit>,
}

/// How many moves a sum has, if no more than [`MOST_MOVES`] and the list of them keeps within its share of
/// the bounds.
pub fn count_moves(sum: &Sum, limits: &Budget) -> Option<usize> {
    let budget = share(limits, Instant::now());
    let mut list = Lister::new(&budget, MOST_MOVES);
    let _ = sum.parts().iter().try_for_each(|part| {
        let from = part.state();
        part.each_move_from(&from, |action, result| {
            list.look(words(&from).max(words(&result)))?;
            list.keep((), size_of::<PartMove>() + result.bytes() + action.bytes())
        })
    });
    let list = list.finish();
    list.is_complete().then_some(list.len())
}

/// Whether there is hope for a list of moves: it costs little to find those that win, or there are not
/// too many.
///
/// # Errors
/// If to decide is much work, and there are more moves than [can be listed](count_moves).
pub fn check_moves(plan: &Plan, limits: &Budget) -> Result<(), SolveError> {
    match plan.cost() <= LITTLE || count_moves(plan.sum(), limits).is_some() {
        true => Ok(()),
        false => Err(SolveError::TooManyMoves(plan.sum().moves_at_most())),
    }
}

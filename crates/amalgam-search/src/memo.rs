//! Memoised search that knows nothing of a game but its moves.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::table::Table;
use amalgam_core::base::bits;
use amalgam_core::base::budget::{Budget, LimitReached, Meter};
use amalgam_core::base::stored::{Stored, decide};
use amalgam_core::{Game, Outcome, Play, Value};

/// The value of every position below a start.
#[derive(Clone, Debug)]
pub struct Explored<P> {
    values: Table<P, Stored>,
}

impl<P: Eq + std::hash::Hash> Explored<P> {
    /// The value of a position, if it can be reached from the start.
    pub fn value(&self, position: &P) -> Option<Value> {
        self.values.get(position).map(|stored| stored.value())
    }

    /// How many positions were valued.
    pub fn positions(&self) -> usize {
        self.values.len()
    }
}

/// Values every position that can be reached from `start`.
///
/// # Errors
/// [`LimitReached`] when a bound is met first.
pub fn explore<G: Game>(
    game: &G,
    start: G::Position,
    play: Play,
    limits: &Budget,
) -> Result<Explored<G::Position>, LimitReached> {
    let mut values = Table::new();
    let mut line = Line::new(game, limits);
    line.push(start)?;
    while let Some(position) = line.pending.last() {
        let value = if line.is_through() {
            let options: Options = line.close();
            line.meter.give_back(options.bytes());
            let value = options.value(play);
            line.settle(&mut values, value)?;
            value
        } else if let Some(&value) = values.get(position) {
            line.drop_last();
            value
        } else {
            let mut options = Options::default();
            let _ = line.open(|line, option| {
                match values.get(&option) {
                    Some(&value) => options.add(value, &mut line.meter)?,
                    None => line.push(option)?,
                }
                Ok(ControlFlow::Continue(()))
            })?;
            line.frames.last_mut().expect("it was opened").1 = options;
            continue;
        };
        if let Some((_, options)) = line.frames.last_mut() {
            options.add(value, &mut line.meter)?;
        }
    }
    Ok(Explored { values })
}

/// Who wins from `start`, with the number of positions decided on the way: a position is left as
/// soon as one winning move from it is known.
///
/// # Errors
/// [`LimitReached`] when a bound is met first.
pub fn outcome<G: Game>(
    game: &G,
    start: G::Position,
    play: Play,
    limits: &Budget,
) -> Result<(Outcome, usize), LimitReached> {
    let mut known = Table::new();
    let mut line: Line<'_, G, ()> = Line::new(game, limits);
    line.push(start)?;
    let mut last = play.at_the_end();
    while let Some(position) = line.pending.last() {
        last = if line.is_through() {
            line.close();
            line.settle(&mut known, Outcome::P)?; // no option is P
            Outcome::P
        } else if let Some(&outcome) = known.get(position) {
            line.drop_last();
            outcome
        } else {
            let mut ends = true;
            let wins = line.open(|line, option| {
                ends = false;
                match known.get(&option) {
                    Some(Outcome::P) => return Ok(ControlFlow::Break(())),
                    Some(Outcome::N) => {}
                    None => line.push(option)?,
                }
                Ok(ControlFlow::Continue(()))
            })?;
            if wins.is_continue() && !line.is_through() {
                continue;
            }
            line.close();
            let outcome = match wins {
                ControlFlow::Break(()) => Outcome::N,
                ControlFlow::Continue(()) if ends => play.at_the_end(),
                ControlFlow::Continue(()) => Outcome::P,
            };
            line.settle(&mut known, outcome)?;
            outcome
        };
        // A P-option decides, and the options after it are not looked at.
        if last == Outcome::P && !line.frames.is_empty() {
            line.close();
            line.settle(&mut known, Outcome::N)?;
            last = Outcome::N;
        }
    }
    Ok((last, known.len()))
}

/// The line of play that is being followed.
struct Line<'a, G: Game, F> {
    game: &'a G,
    meter: Meter<'a>,
    /// The start; after each open position its options that wait; the last of those may be open in
    /// turn.
    pending: Vec<G::Position>,
    /// For each open position where its options start, and what they amount to so far.
    frames: Vec<(usize, F)>,
}

impl<'a, G: Game, F: Default> Line<'a, G, F> {
    fn new(game: &'a G, limits: &'a Budget) -> Self {
        let (pending, frames) = (Vec::new(), Vec::new());
        Line { game, meter: Meter::new(limits, 1), pending, frames }
    }

    #[inline]
    fn push(&mut self, position: G::Position) -> Result<(), LimitReached> {
        self.meter.take(self.elsewhere(&position))?;
        self.meter.reserve_one(&mut self.pending)?;
        self.pending.push(position);
        Ok(())
    }

    /// The bytes that a position keeps outside the list it is in.
    #[inline]
    fn elsewhere(&self, position: &G::Position) -> usize {
        self.game.bytes(position).saturating_sub(size_of::<G::Position>())
    }

    #[inline]
    fn drop_last(&mut self) {
        if let Some(position) = self.pending.pop() {
            self.meter.give_back(self.elsewhere(&position));
        }
    }

    /// Whether the last open position has no option left that waits.
    #[inline]
    fn is_through(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.0 == self.pending.len())
    }

    /// Opens the last position: `visit` hears of each option until it breaks.
    fn open(
        &mut self,
        mut visit: impl FnMut(&mut Self, G::Position) -> Result<ControlFlow<()>, LimitReached>,
    ) -> Result<ControlFlow<()>, LimitReached> {
        self.meter.count()?;
        self.meter.reserve_one(&mut self.frames)?;
        self.frames.push((self.pending.len(), F::default()));
        let position = self.pending.last().expect("one is opened").clone();
        let game = self.game;
        // Making an option takes a look at the whole position, even if little of it is left. How much that
        // is shows with the first option: many equal heaps are only then listed one by one.
        let mut made_from = None;
        let mut within = Ok(());
        // A position can have more options than there is room or time for.
        let flow = game.each_move(&position, |_, option| {
            let made_from = *made_from.get_or_insert_with(|| game.bytes(&position) / 8);
            let words = made_from.max(game.bytes(&option) / 8);
            match self.meter.work(words).and_then(|()| visit(self, option)) {
                Ok(flow) => flow,
                Err(limit) => {
                    within = Err(limit);
                    ControlFlow::Break(())
                }
            }
        });
        within.map(|()| flow)
    }

    /// Closes the last open position, which then is the last that waits.
    fn close(&mut self) -> F {
        let (from, options) = self.frames.pop().expect("there is an open position");
        while self.pending.len() > from {
            self.drop_last();
        }
        options
    }

    /// Notes what is known of the last position.
    #[inline]
    fn settle<V>(
        &mut self,
        known: &mut Table<G::Position, V>,
        value: V,
    ) -> Result<(), LimitReached> {
        let position = self.pending.pop().expect("one is settled");
        // The table counts the position itself; what it keeps elsewhere stays counted.
        known.insert(position, value, &mut self.meter)
    }
}

/// What the options seen so far amount to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    grundy: SmallVec<[u64; 2]>,
    /// Least remoteness of a P-option, greatest of an N-option.
    hurry: Option<u32>,
    delay: Option<u32>,
}

impl Options {
    #[inline]
    fn add(&mut self, value: Stored, meter: &mut Meter<'_>) -> Result<(), LimitReached> {
        let word = value.grundy as usize / 64;
        if word >= self.grundy.len() {
            let before = self.bytes();
            self.grundy.resize(word + 1, 0);
            meter.take(self.bytes() - before)?;
        }
        bits::set(&mut self.grundy, value.grundy as usize);
        match value.outcome() {
            Outcome::P => {
                let hurry = self.hurry.get_or_insert(value.remoteness());
                *hurry = (*hurry).min(value.remoteness());
            }
            Outcome::N => {
                let delay = self.delay.get_or_insert(value.remoteness());
                *delay = (*delay).max(value.remoteness());
            }
        }
        Ok(())
    }

    /// The bytes that are kept elsewhere.
    fn bytes(&self) -> usize {
        if self.grundy.spilled() { self.grundy.capacity() * size_of::<u64>() } else { 0 }
    }

    fn value(&self, play: Play) -> Stored {
        Stored::new(bits::mex(&self.grundy), decide(self.hurry, self.delay, play))
    }
}

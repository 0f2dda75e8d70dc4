//! Memoised search that knows nothing of a game but its moves.

use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{LimitReached, Limits, Meter};
use crate::{Game, Outcome, Play, Value};

/// The value of every position below a start.
#[derive(Clone, Debug)]
pub struct Explored<P> {
    values: FxHashMap<P, Stored>,
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
    limits: &Limits,
) -> Result<Explored<G::Position>, LimitReached> {
    // The table is at its emptiest half as large again as its entries, twice that while it grows.
    let bytes = game.bytes(&start).saturating_add(size_of::<Stored>());
    let mut meter = Meter::new(limits, bytes.saturating_mul(3));
    let mut values: FxHashMap<G::Position, Stored> = FxHashMap::default();
    let mut spare = Vec::new();
    let first = Frame::open(game, start, &values, &mut spare, &meter)?;
    meter.hold(first.pending.len() + 1)?;
    let mut stack = vec![first];
    while let Some(frame) = stack.last_mut() {
        let Some(option) = frame.pending.pop() else {
            let Frame { position, pending, options } = stack.pop().expect("there is a frame");
            meter.release(1);
            meter.count()?;
            values.insert(position, options.value(play));
            spare.push(pending);
            continue;
        };
        match values.get(&option) {
            Some(&value) => {
                meter.release(1);
                frame.options.add(value);
            }
            None => {
                let child = Frame::open(game, option.clone(), &values, &mut spare, &meter)?;
                frame.pending.push(option); // looked at again when the child is done
                meter.hold(child.pending.len() + 1)?;
                stack.push(child);
            }
        }
    }
    Ok(Explored { values })
}

struct Frame<P> {
    position: P,
    /// Options that had no value when the frame was opened.
    pending: Vec<P>,
    options: Options,
}

impl<P: Clone + Eq + std::hash::Hash> Frame<P> {
    fn open<G: Game<Position = P>>(
        game: &G,
        position: P,
        values: &FxHashMap<P, Stored>,
        spare: &mut Vec<Vec<P>>,
        meter: &Meter<'_>,
    ) -> Result<Frame<P>, LimitReached> {
        let mut pending = spare.pop().unwrap_or_default();
        let mut options = Options::default();
        let mut within = Ok(());
        let _ = game.each_move(&position, |_, option| {
            match values.get(&option) {
                Some(&value) => options.add(value),
                None => {
                    // A position can have more options than there is room for.
                    pending.push(option);
                    within = meter.foresee(pending.len());
                    if within.is_err() {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        within.map(|()| Frame { position, pending, options })
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
    fn add(&mut self, value: Stored) {
        let word = value.grundy as usize / 64;
        if word >= self.grundy.len() {
            self.grundy.resize(word + 1, 0);
        }
        self.grundy[word] |= 1 << (value.grundy % 64);
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
    }

    fn value(&self, play: Play) -> Stored {
        Stored::new(mex_of_bits(&self.grundy), decide(self.hurry, self.delay, play))
    }
}

/// The least number whose bit is not set.
pub(crate) fn mex_of_bits(words: &[u64]) -> u32 {
    match words.iter().position(|&word| word != u64::MAX) {
        Some(i) => i as u32 * 64 + words[i].trailing_ones(),
        None => words.len() as u32 * 64,
    }
}

/// Outcome and remoteness from the least remoteness of the P-options and the greatest of the
/// N-options.
pub(crate) fn decide(hurry: Option<u32>, delay: Option<u32>, play: Play) -> (Outcome, u32) {
    match (hurry, delay) {
        (Some(hurry), _) => (Outcome::N, hurry + 1),
        (None, Some(delay)) => (Outcome::P, delay + 1),
        (None, None) => (play.at_the_end(), 0),
    }
}

/// A value in eight bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored {
    pub(crate) grundy: u32,
    remoteness_and_p: u32,
}

impl Stored {
    pub(crate) fn new(grundy: u32, (outcome, remoteness): (Outcome, u32)) -> Stored {
        Stored { grundy, remoteness_and_p: remoteness << 1 | u32::from(outcome == Outcome::P) }
    }

    pub(crate) fn outcome(self) -> Outcome {
        Outcome::from_p(self.remoteness_and_p & 1 == 1)
    }

    pub(crate) fn remoteness(self) -> u32 {
        self.remoteness_and_p >> 1
    }

    pub(crate) fn value(self) -> Value {
        Value {
            outcome: self.outcome(),
            grundy: u64::from(self.grundy),
            remoteness: u64::from(self.remoteness()),
        }
    }
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
    limits: &Limits,
) -> Result<(Outcome, usize), LimitReached> {
    let mut meter = Meter::new(limits, game.bytes(&start).saturating_mul(3));
    let mut known: FxHashMap<G::Position, Outcome> = FxHashMap::default();
    let mut spare: Vec<Vec<G::Position>> = Vec::new();
    let mut stack: Vec<(G::Position, Vec<G::Position>)> = Vec::new();
    let mut next = Some(start);
    let mut last = Outcome::P;
    loop {
        if let Some(position) = next.take() {
            match known.entry(position) {
                Entry::Occupied(entry) => last = *entry.get(),
                Entry::Vacant(entry) => {
                    let position = entry.into_key();
                    let mut pending = spare.pop().unwrap_or_default();
                    let mut options = 0u64;
                    let mut within = Ok(());
                    let wins = game.each_move(&position, |_, option| {
                        options += 1;
                        match known.get(&option) {
                            Some(Outcome::P) => return ControlFlow::Break(()),
                            Some(Outcome::N) => {}
                            None => {
                                pending.push(option);
                                within = meter.foresee(pending.len());
                                if within.is_err() {
                                    return ControlFlow::Break(());
                                }
                            }
                        }
                        ControlFlow::Continue(())
                    });
                    within?;
                    if wins.is_continue() && !pending.is_empty() {
                        next = pending.pop();
                        meter.hold(pending.len() + 1)?;
                        stack.push((position, pending));
                        continue;
                    }
                    last = match (wins, options) {
                        (ControlFlow::Break(()), _) => Outcome::N,
                        (_, 0) => play.at_the_end(),
                        _ => Outcome::P,
                    };
                    pending.clear();
                    spare.push(pending);
                    meter.count()?;
                    known.insert(position, last);
                }
            }
        }
        let Some((_, pending)) = stack.last_mut() else {
            return Ok((last, known.len()));
        };
        if last == Outcome::P {
            meter.release(pending.len());
            pending.clear();
        }
        next = pending.pop();
        meter.release(1); // the option just taken, or the position itself
        if next.is_none() {
            let (position, pending) = stack.pop().expect("there is a frame");
            spare.push(pending);
            // Some option is P, or all are N.
            last = Outcome::from_p(last == Outcome::N);
            meter.count()?;
            known.insert(position, last);
        }
    }
}

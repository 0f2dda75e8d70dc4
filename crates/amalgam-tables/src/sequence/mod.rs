//! Grundy values of single heaps, n = 0, 1, 2, …, and their periods.
//!
//! Where heaps never merge, a position is worth the nim-sum of its heaps (Sprague–Grundy), so a game
//! is known when the sequence g(0), g(1), g(2), … of the values of single heaps is. A [`Sequence`]
//! computes it as far as asked, in the fastest of these ways:
//!
//! | moves | way | cost of a heap |
//! |---|---|---|
//! | take one of a few amounts | a ring of marks (`ring.rs`) | one step for each amount |
//! | take any amount from some on | a set that grows (`prefix.rs`) | one step for each smaller amount |
//! | take, also long ranges; split in two | rare and common heaps, by all threads (`sparse.rs`) | the rare heaps and a part of the pairs |
//! | codes that leave three heaps | sets of pairs as bits (`triples.rs`) | a third of the heap |
//! | all other moves in one heap | every option (`listed.rs`) | its options |
//!
//! ```
//! use amalgam::engines::sequence::{HeapMoves, Sequence};
//! let code = "0.77".parse()?;
//! let mut kayles = Sequence::new(HeapMoves::of_code(&code));
//! kayles.extend(100_000, &Default::default())?;
//! let values = kayles.values();
//! assert!(values.iter().take(10).eq([0, 1, 2, 3, 1, 4, 3, 2, 1, 4]));
//! assert_eq!(values.value(99_984), values.value(84)); // period 12 from 71 on
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`period`] looks for periodicity, and [`theorems`] prove it.

mod base;
mod bytes;
mod listed;
mod marks;
mod mask;
mod method;
mod moves;
// The twin of the tests and benches; it is no part of what the library offers.
#[doc(hidden)]
pub mod naive;
pub mod period;
mod prefix;
mod ring;
mod search;
mod sparse;
pub mod theorems;
mod triples;
mod values;

pub use moves::HeapMoves;
pub use values::Values;

use amalgam_core::base::budget::{
    Budget, Limit, LimitReached, Progress, Silent, Step, Task, reserved,
};
use listed::Listed;
use prefix::Prefix;
use ring::Ring;
use sparse::Sparse;
use triples::Triples;
use values::Kept;

/// Grundy values of the single heaps 0, 1, 2, … of a game, as far as they were asked for.
#[derive(Clone, Debug)]
pub struct Sequence {
    moves: HeapMoves,
    values: Values,
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    Ring(Ring),
    Prefix(Prefix),
    Sparse(Box<Sparse>),
    Triples(Box<Triples>),
    Listed(Listed),
}

/// The clock is looked at, and whoever watches is told, after about this many steps.
const STEPS: usize = 1 << 21;

/// This many steps count as one entry of a table.
const STEPS_AN_ENTRY: u64 = 64;

/// Heaps below this one are no work for several threads.
const SMALL: u64 = 1 << 12;

impl Sequence {
    /// The sequence of these moves, of which nothing is known yet.
    pub fn new(moves: HeapMoves) -> Sequence {
        if let Some(game) = &moves.listed {
            let engine = Engine::Listed(Listed::new(game));
            return Sequence { moves, values: Values::default(), engine };
        }
        let engine = match (Ring::new(&moves), Prefix::new(&moves)) {
            (Some(ring), _) => Engine::Ring(ring),
            (None, Some(prefix)) => Engine::Prefix(prefix),
            _ if moves.most_heaps() == 3 => Engine::Triples(Box::new(Triples::new(&moves))),
            _ => Engine::Sparse(Box::new(Sparse::new(&moves))),
        };
        Sequence { moves, values: Values::default(), engine }
    }

    /// The moves of the game.
    pub fn moves(&self) -> &HeapMoves {
        &self.moves
    }

    /// The values that are known.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Makes the values of the heaps 0..=to known. Goes on from where it was.
    ///
    /// # Errors
    /// [`LimitReached`] when a bound is met first; what is known by then stays.
    pub fn extend(&mut self, to: u64, limits: &Budget) -> Result<(), LimitReached> {
        self.extend_watched(to, limits, &Silent)
    }

    /// As [`extend`](Sequence::extend), and tells `progress` now and then how many heaps are known;
    /// it may stop the work.
    ///
    /// # Errors
    /// [`LimitReached`] when a bound is met first, or at the word of `progress`.
    pub fn extend_watched(
        &mut self,
        to: u64,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<(), LimitReached> {
        // Threads have nothing to do for small heaps, and to go to them takes longer than those.
        if to < SMALL {
            return self.extend_here(to, limits, progress);
        }
        limits.on_threads(|| rayon::scope(|_| self.extend_here(to, limits, progress)))?
    }

    fn extend_here(
        &mut self,
        to: u64,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<(), LimitReached> {
        // Heaps are kept in 32 bits.
        let beside = match &self.engine {
            Engine::Sparse(sparse) => sparse.bytes(),
            // A mark for each value, of which there are no more than heaps.
            Engine::Prefix(_) => 1,
            Engine::Listed(_) => size_of::<usize>() as u64,
            Engine::Ring(_) | Engine::Triples(_) => 0,
        };
        let mut bytes = self.values.bytes() + beside;
        let room = (limits.memory / bytes).min(u64::from(u32::MAX) - 1);
        let reached = |limit, heaps: usize| LimitReached {
            limit,
            done: heaps as u64,
            room,
            needed: None,
            unit: "heaps",
        };
        if to >= room {
            return Err(reached(Limit::Memory(limits.memory), self.values.len()));
        }
        if to >= limits.positions {
            return Err(reached(Limit::Positions(limits.positions), self.values.len()));
        }
        let more = (to as usize + 1).saturating_sub(self.values.len());
        if !self.values.reserve(more) {
            return Err(reached(Limit::Machine, self.values.len()));
        }
        let (mut work, mut all) = (STEPS, 0);
        for _ in 0..more {
            if work >= STEPS {
                work = 0;
                let step = Step::of(Task::Heaps, self.values.len() as u64, to);
                limits
                    .watch(progress, step)
                    .map_err(|over| reached(over.limit, self.values.len()))?;
            }
            if let Engine::Triples(triples) = &self.engine {
                let sets = 8 * triples.words() as u64;
                if sets + bytes * self.values.len() as u64 > limits.memory {
                    return Err(reached(Limit::Memory(limits.memory), self.values.len()));
                }
            }
            let (value, steps) = match (&mut self.engine, self.values.kept()) {
                (Engine::Ring(ring), _) => (ring.next(), 1),
                (Engine::Prefix(prefix), Kept::Narrow(values)) => prefix.next(values),
                (Engine::Prefix(prefix), Kept::Wide(values)) => prefix.next(values),
                (Engine::Sparse(sparse), Kept::Narrow(values)) => sparse.next(values),
                (Engine::Sparse(sparse), Kept::Wide(values)) => sparse.next(values),
                (Engine::Triples(triples), Kept::Narrow(values)) => triples.next(values),
                (Engine::Triples(triples), Kept::Wide(values)) => triples.next(values),
                (Engine::Listed(listed), kept) => {
                    let found = match kept {
                        Kept::Narrow(values) => listed.next(values, limits),
                        Kept::Wide(values) => listed.next(values, limits),
                    };
                    found.map_err(|over| reached(over.limit, self.values.len()))?
                }
            };
            self.values.push(value);
            if bytes < self.values.bytes() + beside {
                // A value was the first that needs 32 bits.
                bytes = self.values.bytes() + beside;
                if to >= limits.memory / bytes {
                    return Err(reached(Limit::Memory(limits.memory), self.values.len()));
                }
            }
            work += steps + 1;
            all += steps + 1;
        }
        limits.count(all as u64 / STEPS_AN_ENTRY);
        Ok(())
    }
}

/// The values of the heaps 0..=to, as a list.
///
/// # Errors
/// [`LimitReached`] when a bound is met first.
pub fn values(moves: HeapMoves, to: u64, limits: &Budget) -> Result<Vec<u32>, LimitReached> {
    let mut sequence = Sequence::new(moves);
    // The list stands beside the values for a moment.
    let room = limits.memory / (size_of::<u32>() as u64 + sequence.values.bytes());
    if to >= room {
        let limit = Limit::Memory(limits.memory);
        return Err(LimitReached { limit, done: 0, room, needed: None, unit: "heaps" });
    }
    sequence.extend(to, limits)?;
    let mut values = reserved(sequence.values.len())?;
    values.extend(sequence.values.iter());
    Ok(values)
}

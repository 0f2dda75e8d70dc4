//! The exact solver for any game.
//!
//! * [`explore`] values every position below a start: outcome, Grundy value, remoteness. It knows
//!   nothing of a game but its moves.
//! * [`outcome`] asks only who wins and stops at the first winning move of each position.
//! * For heap rules there are quicker ways, all exact. Positions are packed into one word; where
//!   any number may be taken, the options along one heap are summed up once for all its sizes
//!   (`lines`); heaps that never meet are valued one by one ([`heap_values`]).
//!
//! All of them keep their own stack, so that depth is bounded by memory and not by the thread's
//! stack, and stop with [`LimitReached`] when a bound of [`Limits`] is met.

pub(crate) mod closure;
mod explored;
pub mod heap_values;
mod limits;
pub(crate) mod lines;
mod memo;
mod packed;

pub use explored::{ExploredHeaps, explore_heaps, outcome_of_heaps};
pub(crate) use limits::Meter;
pub use limits::{Limit, LimitReached, Limits};
pub use memo::{Explored, explore, outcome};

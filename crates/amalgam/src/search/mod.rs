//! The exact solver for any game.
//!
//! * [`explore`] values every position below a start: outcome, Grundy value, remoteness. It knows
//!   nothing of a game but its moves.
//! * [`outcome`] asks only who wins and stops at the first winning move of each position.
//! * For heap rules there are quicker ways, all exact ([`explore_heaps`], [`outcome_of_heaps`]).
//!   Positions are packed into one word; where any number may be taken, they are numbered by their
//!   heaps and the options along one heap are summed up once for all its sizes; heaps that never
//!   meet are valued one by one ([`sequence`](crate::sequence)).
//!
//! All of them keep their own stack, so that depth is bounded by memory and not by the thread's
//! stack, and stop with [`LimitReached`] when a bound of [`Limits`] is met.

mod boxes;
mod closure;
mod explored;
mod limits;
mod lines;
mod memo;
pub(crate) mod ordered;
mod packed;

pub use explored::{ExploredHeaps, explore_heaps, outcome_of_heaps};
pub(crate) use limits::Meter;
pub use limits::{Limit, LimitReached, Limits};
pub use memo::{Explored, explore, outcome};
pub(crate) use memo::{Stored, decide};

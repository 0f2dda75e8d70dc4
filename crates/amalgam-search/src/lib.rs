//! The exact solver for any game.
//!
//! * [`explore`] values every position below a start: outcome, Grundy value, remoteness. It knows
//!   nothing of a game but its moves.
//! * [`outcome`] asks only who wins and stops at the first winning move of each position.
//! * For heap rules there are quicker ways, all exact ([`explore_heaps`], [`outcome_of_heaps`]).
//!   Positions are packed into one word; where any number may be taken, they are numbered by their
//!   heaps and the options along one heap are summed up once for all its sizes; heaps that never
//!   meet are valued one by one (`sequence`).
//!
//! All of them keep their own stack, so that depth is bounded by memory and not by the thread's
//! stack, and stop with [`LimitReached`](amalgam_core::LimitReached) when a bound of [`Budget`](amalgam_core::Budget) is met.
//!
//! ```
//! use amalgam::engines::search::{explore_heaps, outcome_of_heaps};
//! use amalgam::base::budget::Budget;
//! use amalgam::{Outcome, Play, Position, Rules};
//! let rules: Rules = "take any, merge".parse()?;
//! let start: Position = "[3,4,5]".parse()?;
//! let limits = Budget::default();
//! let explored = explore_heaps(&rules, &start, Play::Normal, &limits)?;
//! assert_eq!(explored.value(&start).map(|value| value.grundy), Some(3));
//! assert_eq!(outcome_of_heaps(&rules, &start, Play::Normal, &limits)?.0, Outcome::N);
//! // 73 positions arise; where ten are allowed there is no answer, rather than a guess.
//! assert_eq!(explored.positions(), 73);
//! assert!(explore_heaps(&rules, &start, Play::Normal, &limits.with_positions(10)).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boxes;
mod closure;
pub mod completion;
mod explored;
mod gathered;
pub mod greedy;
mod lines;
mod memo;
pub(crate) mod ordered;
mod packed;
pub(crate) mod ranks;
mod table;

pub use explored::{ExploredHeaps, explore_heaps, outcome_of_heaps};
pub use gathered::{GatheredValues, Visit, gather};
pub use memo::{Explored, explore, outcome};
pub use ranks::are_numbered_below;

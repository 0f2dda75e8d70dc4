//! What every room may use: text, positions, moves, nimbers, and what a game is.
//!
//! **Invariant.** Nothing here knows a game, a rule or an engine.

pub(crate) mod as_text;
pub mod bits;
pub mod budget;
pub mod bytes;
pub(crate) mod factors;
pub mod fault;
pub(crate) mod game;
pub mod listing;
pub(crate) mod moves;
pub mod nimber;
pub mod position;
pub mod stored;
pub mod text;

//! What every room may use: text, positions, moves, nimbers, and what a game is.
//!
//! **Invariant.** Nothing here knows a game, a rule or an engine.

#[cfg(feature = "serde")]
pub(crate) mod as_text;
pub mod budget;
pub(crate) mod fault;
pub(crate) mod game;
pub(crate) mod moves;
pub mod nimber;
pub(crate) mod position;
pub(crate) mod stored;
pub(crate) mod text;

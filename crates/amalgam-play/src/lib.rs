//! Heap games in the terminal.
//!
//! The game itself, its opponents and its hints are in [`amalgam::session`]; this crate shows them
//! and reads what people do. There are two ways: [`plain`] goes line by line and suits pipes, screen
//! readers and tests, [`screen`] fills the terminal. Both say things in the same words ([`narrate`]).
//!
//! Looking through a position can take long, so every look has a [`Patience`]; the screen also does it
//! on a thread of its own.
#![forbid(unsafe_code)]

pub mod learn;
pub mod narrate;
mod patience;
pub mod plain;
pub mod screen;

pub use patience::Patience;

use amalgam::session::{HintLevel, Session, Setup};

/// What a front end begins with.
#[derive(Clone, Debug)]
pub struct Options {
    /// How the game, and each new one, is set up.
    pub setup: Setup,
    /// The game to go on with.
    pub session: Session,
    /// How much help is given at first.
    pub level: HintLevel,
    /// How long a position may be looked at.
    pub patience: Patience,
}

/// How playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The player left.
    Left,
    /// The player or the system interrupted.
    Interrupted,
}

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

/// Whether the terminal shows more than ASCII, as the usual variables say it.
pub(crate) fn utf8() -> bool {
    static UTF8: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *UTF8.get_or_init(|| {
        let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set).unwrap_or_default();
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// How playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The player left.
    Left,
    /// The player or the system interrupted.
    Interrupted,
}

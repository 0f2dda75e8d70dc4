//! Parameters that several verbs share.

use amalgam::Play;
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The game if none is named.
pub(super) fn amalgamation() -> String {
    "amalgamation".to_owned()
}

/// Which game is played, and how it is won.
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Played {
    /// The game: a name, rules in words such as "take 1..3, merge if min >= 2", or your own script, ./mygame.rhai
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES|FILE")]
    #[serde(default = "amalgamation")]
    pub game: String,
    /// Misère play: whoever makes the last move loses
    #[arg(long, alias = "misère")]
    #[serde(default)]
    pub misere: bool,
}

impl Played {
    /// Who wins when no move is left.
    pub fn play(&self) -> Play {
        play(self.misere)
    }
}

/// Which game with heaps is played.
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Heaps {
    /// The game: a name, or rules in words such as "take 1..3, merge if min >= 2"
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    #[serde(default = "amalgamation")]
    pub game: String,
}

pub(super) fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

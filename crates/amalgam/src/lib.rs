//! Heap games in which heaps may merge.
#![forbid(unsafe_code)]

pub mod completion;
mod game;
pub mod naive;
pub mod nimber;
mod position;
pub mod rules;
pub mod search;
pub mod strategy;
mod sum;
mod text;
pub mod three;

pub use game::{Game, Outcome, Play, Value};
pub use position::Position;
pub use rules::Rules;
pub use search::{LimitReached, Limits};
pub use sum::{Part, PartMove, Sum};
pub use text::{ParseError, nearest};

//! What every part of amalgam applies to: positions, rules, games, bounds, and the naive oracle.
//!
//! * [`base`]: text, positions, moves, nimbers, bounds, faults, what a game is. It knows no game.
//! * [`games`]: rules in words and the families they belong to, octal codes, the classics, your own games,
//!   sums, names. It computes no values and knows no engine.
//! * [`naive`]: the definitions, with nothing clever about them. Every engine is compared with it.

pub mod base;
pub mod games;
pub mod naive;

pub use base::budget::{Budget, LimitReached};
pub use base::fault::{Classified, Fault};
pub use base::game::{Game, Outcome, Play, Value};
pub use base::listing::Listing;
pub use base::moves::Move;
pub use base::position::Position;
pub use base::text::{ParseError, Topic, columns, nearest, padded};
pub use games::AnyGame;
pub use games::part::{HeapPart, OwnPart, Part, PartMove, State};
pub use games::rules::Rules;
pub use games::sum::{ReadError, Sum};

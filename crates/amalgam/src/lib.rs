//! Heap games in which heaps may merge: exact answers, with reasons.
//!
//! In Nim a player takes coins from one heap. In *Amalgamation Nim* (Locke & Handley, Integers 21,
//! 2021) a player may instead merge two heaps. Heaps then no longer act independently, so the
//! theory that values them one by one does not apply, and even three heaps are unsolved in general.
//! This library solves such games exactly.
//!
//! # Positions, rules, games
//!
//! A [`Position`] is a multiset of heaps. [`Rules`] say what may be taken, split and merged; they are
//! data, and they have words. An [`AnyGame`](games::AnyGame) is a game with a name:
//! such rules, or one of the neighbouring [`classics`].
//!
//! ```
//! use amalgam::{Position, Rules};
//! let rules: Rules = "take any, merge".parse()?;
//! let position: Position = "[1,2,3]".parse()?;
//! assert_eq!(rules.moves(&position).len(), 1 + 2 + 3 + 3);
//! # Ok::<(), amalgam::ParseError>(())
//! ```
//!
//! # Asking
//!
//! [`strategy::decide`] answers a question in the cheapest exact way, and says which it was.
//!
//! ```
//! use amalgam::{Budget, Outcome, Play, Sum, strategy};
//! let sum = Sum::parse("[3,4,8]", &"amalgamation".parse()?)?;
//! let decided = strategy::decide(&sum, Play::Normal, &Budget::default())?;
//! assert_eq!(decided.outcome(), Outcome::P);
//! println!("{}", decided.reason());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! * [`search`] values every position below a start, for any [`Game`], and faster for heaps.
//! * [`completion`] rests on the one fact that survives merging: whatever heaps are there, exactly
//!   one more makes a P-position.
//! * [`Sum`] adds games; [`strategy::Equivalence`] compares them.
//! * [`naive`] is the oracle, the definitions without anything clever; every engine is compared with
//!   it.
//! * [`three`] looks at three heaps, where completions become a function f(a,b) with periodic rows.
//! * [`sequence`] values single heaps where heaps never merge, and proves periods; [`classics`] has
//!   the octal codes.
//! * [`census`] decides every position up to so many coins, [`cube`] values all of three heaps up to a
//!   size.
//! * [`theory`] has the closed forms with their proofs, and [`claims`] checks every statement of the
//!   papers.
//! * [`formula`] is the language of conjectures; [`compare`] sets two games side by side, [`survey`]
//!   a family of them.
//! * [`own`] takes games whose positions are any data.
//! * [`session`] is a game being played: opponents, hints, undo, and the game as text.
//!
//! The library prints nothing and opens no files.
#![forbid(unsafe_code)]

pub mod budget;
pub mod census;
pub mod claims;
pub mod classics;
pub mod compare;
pub mod completion;
pub mod cube;
pub mod explain;
pub mod formula;
mod game;
pub mod games;
mod moves;
pub mod naive;
pub mod nimber;
pub mod own;
mod position;
pub mod rules;
pub mod search;
pub mod sequence;
pub mod session;
pub mod strategy;
mod sum;
pub mod survey;
mod text;
pub mod theory;
pub mod three;

pub use budget::{Budget, LimitReached};
pub use game::{Game, Outcome, Play, Value};
pub use moves::Move;
pub use position::Position;
pub use rules::Rules;

pub use sum::{Part, PartMove, ReadError, Sum};
pub use text::{ParseError, columns, nearest};

//! Heap games in which heaps may merge: exact answers, with reasons.
//!
//! In Nim a player takes coins from one heap. In *Amalgamation Nim* (Locke & Handley, Integers 21,
//! 2021) a player may instead merge two heaps. Heaps then no longer act independently, so the
//! theory that values them one by one does not apply, and even three heaps are unsolved in general.
//! This library solves such games exactly.
//!
//! # Asking
//!
//! A [`Solver`] is the front door. It reads a position or a sum of games and answers.
//!
//! ```
//! use amalgam::{Outcome, Solver};
//! let answer = Solver::new().solve("amalgamation[3,4,5] + nim[2]")?;
//! assert_eq!(answer.outcome(), Outcome::N);
//! assert_eq!(answer.grundy(), Some(3 ^ 2));
//! for winning in answer.winning_moves() {
//!     println!("{} and leave {}", winning.action, answer.sum().show_result(&winning));
//! }
//! println!("proved by {}", answer.reason());
//! # Ok::<(), amalgam::SolveError>(())
//! ```
//!
//! Every question has an exact answer or none: a bound that is met is an error that says so. Which
//! way decided, a theorem, a table, the period of a row or a search, is part of the answer.
//!
//! # Positions, rules, games
//!
//! A [`Position`] is a multiset of heaps. [`Rules`] say what may be taken, split and merged; they are
//! data, and they have words. An [`AnyGame`] is a game with a name: such rules, an octal code, one of
//! the neighbouring [`classics`](games::classics), or [your own game](games::own).
//!
//! ```
//! use amalgam::{Position, Rules, Solver};
//! let rules: Rules = "take any, merge if min >= 2".parse()?;
//! let position: Position = "[1,2,3]".parse()?;
//! assert_eq!(rules.moves(&position).len(), 1 + 2 + 3 + 1); // only 2 and 3 may merge
//! let solver = Solver::new().game("wythoff".parse()?);
//! assert!(solver.outcome("[8,13]")?.is_p());
//! # Ok::<(), amalgam::SolveError>(())
//! ```
//!
//! # The crates
//!
//! This crate has no code of its own. It re-exports what users need of the crates that do the work; each of those may
//! use only the ones it names.
//!
//! * [`base`]: text, positions, moves, nimbers, bounds, what a game is.
//! * [`games`]: rules in words, codes, the classics, your own games, sums, names.
//! * [`engines`]: how answers are computed. The [naive](engines::naive) oracle, the definitions without
//!   anything clever, with which every other engine is compared; [search](engines::search) and
//!   [completion](engines::completion); [single heaps](engines::sequence);
//!   [three heaps](engines::three) with their periodic rows, and [more](engines::rests);
//!   [any number of equal heaps](engines::families); whole domains
//!   at once ([bulk](engines::bulk), [census](engines::census), [cube](engines::cube)).
//! * [`theory`]: closed forms with their proofs.
//! * [`solve`]: the front door, its one plan, reasons and explanations.
//! * [`lab`]: the language of conjectures, comparisons, surveys, and the ledger of the papers' claims.
//! * [`session`]: a game being played: opponents, hints, undo, the game as text.
//! * [`learn`]: lessons, puzzles and worksheets, judged by the solver.
//!
//! The library prints nothing and opens no files. Positions, rules, games, outcomes and conventions are (de)serialised by `serde` as
//! their text.
#![forbid(unsafe_code)]

pub use amalgam_core::{base, games};
pub use amalgam_lab as lab;
pub use amalgam_learn as learn;
pub use amalgam_learn::session;
pub use amalgam_solve as solve;
pub use amalgam_solve::theory;

/// How answers are computed: each engine exact, each with a naive twin.
pub mod engines {
    pub use amalgam_core::naive;
    pub use amalgam_families as families;
    pub use amalgam_rows::{rests, three};
    pub use amalgam_search as search;
    pub use amalgam_search::{completion, greedy};
    pub use amalgam_tables::{bulk, census, cube, sequence};
}

pub use amalgam_core::{
    AnyGame, Budget, Classified, Fault, Game, HeapPart, LimitReached, Listing, Move, Outcome,
    OwnPart, ParseError, Part, PartMove, Play, Position, ReadError, Rules, State, Sum, Topic,
    Value, columns, nearest, padded,
};
pub use amalgam_solve::{Answer, SolveError, Solver};

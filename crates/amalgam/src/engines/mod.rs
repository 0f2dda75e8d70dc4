//! How answers are computed: each engine exact, each with a naive twin.
//!
//! * [`naive`] is the oracle: the definitions, with nothing clever about them.
//! * [`search`] values every position below a start; [`completion`] finds the one heap that makes a
//!   P-position; [`greedy`] finds every P-position below a start.
//! * [`sequence`] values single heaps where heaps never meet.
//! * [`three`] looks at three heaps: the function f(a,b), its rows, their periods and covers.
//! * [`rests`] looks at any number of heaps: all but two or one fixed, the others of any size.
//! * [`bulk`], [`census`] and [`cube`] decide all positions of a domain at once.
//!
//! **Invariant.** An engine knows rules and games, and nothing of theorems, reasons or formulas.

pub mod bulk;
pub mod census;
pub mod completion;
pub mod cube;
pub mod greedy;
pub mod naive;
pub mod rests;
pub mod search;
pub mod sequence;
pub mod three;

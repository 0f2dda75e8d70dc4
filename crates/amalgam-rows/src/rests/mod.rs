//! Any number of heaps: the row of a rest, and why it repeats.
//!
//! For a multiset R of heaps, the *rest*, let row R pair c with d if R with c and d is a P-position. By
//! completion each c has just one partner, f(R,c), so the row is an
//! involution of 0, 1, 2, …; c may be its own partner. Three heaps are the case R = \[a\]. A position is
//! decided by the row of all its heaps but two, so if every row repeats, positions with any number of
//! heaps are decided however large two of them are.
//!
//! **Greedy.** Call d *excluded* for c if R with c and d has a move to a P-position in which neither c nor
//! d is taken from: if d is f(R′,c) for R with a heap lowered or gone, or f(R″,c) for R with two heaps
//! merged; if d is f(R ∖ r, m), m being c merged with a heap r of R; if d merged with r is f(R ∖ r, c); or
//! if c merged with d is f(R). Then f(R,c) is the least d that is neither excluded for c nor the partner of a
//! smaller c′. For with any less R, c, d has a move to a P-position; with this d only taking from d is left,
//! which leads to one of those. So a row is a machine: W is the set of values that are used before column c,
//! M the set of excluded values, and the value of column c is the least number in neither.
//!
//! **Bounds.** The excluded values of a column are boundedly many, say m, and exclusion is symmetric in c
//! and d. If d = f(R,c) ≥ c, every e from c to d − 1 is excluded for c, or has a partner e′ < c; then e′
//! passed over the free c on its way to e, so e′ is excluded for c. These are different members of one set
//! of m numbers, so d − c ≤ m. [`Setting`] has a sharper bound, and the one for Grundy values.
//!
//! **Theorem.** Every row repeats: f(R, c + p) = f(R,c) + p for all c ≥ s, for some s and p ≥ 1. *Proof*, by
//! induction on coins and heaps of R. Far out the exclusions, less c, are values of finitely many rows of
//! rests with fewer coins or fewer heaps, at columns c and c + r, less their columns (see [`Setting`] for the rules this needs). So
//! the mask M, seen from c, repeats. The window W, seen from c, is a set of boundedly many bits, since
//! everything below it is used and nothing above it is. A finite machine on an input that repeats
//! repeats. ∎ If a period has φ fixed points, p ≡ φ modulo 2, since the others come in pairs.
//!
//! **Grundy values.** Beside a rest R the Grundy value g(R,c) of one heap is the least number that is not
//! g(R,c′) for a smaller c′, nor g(R′,c), g(R″,c) or g(R ∖ r, m): the same machine with fewer exclusions.
//! So these rows repeat as well, and sums with huge heaps have values.
//!
//! How periods are found and proved, from the ground up:
//!
//! - [`Setting`]: the rules for which all this holds; [`Closure`]: rests with all they rest on.
//! - `walk`: all rows of a closure side by side, a few nanoseconds a row and column.
//! - `chain`: single heaps, each against the union of those below, with covers; `singles`: these and the
//!   rows of three heaps.
//! - `joint`: all rows until they stand as they stood before; least periods and preperiods. A [`Run`] of
//!   it can be kept as bytes and taken up again.
//! - `synchronise`: the Synchronisation Theorem, which needs no period to be walked.
//! - `far`, [`Stretch`]: values at columns however far out; `long`: periods too long to walk.
//!
//! ```
//! use amalgam::{Play, Position, base::budget::Silent, engines::rests::{self, *}};
//! let rules = "take any, merge".parse()?;
//! let setting = Setting::new(&rules, Play::Normal, Values::Completions)?;
//! let closure = Closure::below(&setting, &[Position::new([2, 3])], &Default::default())?;
//! let rows = rests::find(&setting, &closure, &Default::default(), &Silent)?;
//! let proved = rows.last().and_then(|row| row.proved()).expect("it is found at once");
//! assert_eq!((proved.preperiod, proved.period), (16, 8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bytes;
pub(crate) mod chain;
mod closure;
mod far;
mod joint;
mod long;
pub mod periodic;
mod run;
mod setting;
mod settle;
pub(crate) mod singles;
mod stretch;
mod synchronise;
pub mod table;
pub(crate) mod walk;

pub use crate::row::{Obstacle, Proof, Proved, Row, Status};
pub use bytes::BytesError;
pub use closure::Closure;
pub use run::Run;
pub use setting::{RowError, Setting, Values};
pub use stretch::Stretch;

use amalgam_core::base::budget::{Budget, Progress};

/// Finds and proves the period of every row of a closure, as far as the limits allow.
///
/// # Errors
/// If a bound is met first; a [`Run`] can go on then.
pub fn find(
    setting: &Setting,
    closure: &Closure,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Row>, RowError> {
    Run::new(setting.clone(), closure.clone(), limits, progress)?.advance(limits, progress)
}

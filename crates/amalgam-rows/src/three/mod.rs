//! Three heaps: the function f(a,b), its rows, their periods and covers.
//!
//! For two heaps a, b there is just one third heap f(a,b) that makes a P-position. Row a of that
//! function is a perfect matching of 0, 1, 2, …, and from some column on it repeats:
//! f(a, b + p) = f(a,b) + p. From the ground up:
//!
//! - [`Family`](amalgam_core::games::rules::Family): the games the row machine can run.
//! - [`naive`]: f(a,b) from the definition, for small heaps; what everything else is tested with.
//! - [`table`](mod@table): f(a,b) in bulk, and counts of P-positions.
//! - [`covers`]: rows 2k such that the rows up to 2k use the offsets −k..=k in every column from
//!   some column on. They cut the rows into blocks that depend on nothing below them.
//! - [`rows`]: the period of every row, proved; [`period`] holds the criterion and its proof.
//! - [`structure`]: why no period has to be walked: holes, defects and labels inside a block.
//! - [`row`]: one row as the papers write it, L1 and L2, and its matching.
//! - [`oracle`]: f(a,b) for heaps of any size.
//! - [`bytes`]: runs as bytes, to be stored; [`progress`]: watching and stopping.

mod block;
pub mod bytes;
pub(crate) mod columns;
pub mod covers;
// The twin of the tests and benches; it is no part of what the library offers.
#[doc(hidden)]
pub mod naive;
pub mod oracle;
pub mod period;
pub mod progress;
mod register;
pub mod row;
pub mod rows;
pub mod structure;
mod structured;
pub mod table;

pub use columns::MAX_ROW;

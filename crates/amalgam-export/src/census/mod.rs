//! A census in a directory.
//!
//! ```text
//! manifest.json                       rules, version, counts; rows and SHA-256 of every file
//! layers.csv                          coins, positions, P-positions, mirror P-positions
//! p-positions/coins-007.parquet       the P-positions of a layer
//! grundy/coins-007.parquet            the Grundy values of a layer, if they were asked for
//! ```
//!
//! The files of a layer are its checkpoint: when they are in place, the manifest that names them
//! follows, and only what the manifest names counts. A census that was interrupted, or that is to
//! go further, reads its P-positions back and goes on; a layer whose files are damaged can be found
//! again from the layers before it ([`repair`]). Files are written beside their place and
//! moved there, so that whatever happens each is there whole or not at all; their bytes depend on
//! the rules and the number of coins alone.

mod book;
mod grundy_table;
mod look;
mod manifest;
mod p_rows;
mod p_table;
mod repair;
mod run;
mod verify;

pub use book::{Book, done, layer};
pub use grundy_table::{grundy_columns, grundy_table, grundy_tables};
pub use look::{Filter, Found, look, p_tables};
pub use manifest::{FileEntry, Manifest, counts_csv};
pub use p_rows::{PFile, PRows};
pub use p_table::{p_columns, p_table};
pub use repair::{Mended, repair};
pub use run::{Wanted, decide, run};
pub use verify::{Verdict, verify};

//! Tables of heap games as files that other tools read: Parquet, CSV and JSON.
//!
//! [`census`] keeps every P-position up to n coins in a directory that can be added to, interrupted
//! and checked; [`cube`] writes the Grundy values of three heaps.
//!
//! [`table_answers`] has the JSON of large tables. [`whole_file`] is the one place that writes files; [`kept`] is the
//! folder in which proved rows and interrupted runs are kept.
//!
//! Everything else goes through one trait, [`format::Format`], with one file for each format:
//! [`bfile`] (OEIS), [`mod@csv`], [`jsonl`], [`mod@parquet`], [`latex`] and [`dot`].
#![forbid(unsafe_code)]

pub mod bfile;
pub mod census;
pub mod csv;
pub mod cube;
pub mod dot;
mod error;
pub mod format;
pub mod jsonl;
pub mod kept;
pub mod latex;
pub mod parquet;
mod part;
mod table;
pub mod table_answers;
pub mod whole_file;

pub use error::Error;

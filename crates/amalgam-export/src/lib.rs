//! Tables of heap games as files that other tools read: Parquet, CSV and JSON.
//!
//! [`census`] keeps every P-position up to n coins in a directory that can be added to, interrupted
//! and checked; [`cube`] writes the Grundy values of three heaps.
//!
//! [`three_answers`], [`rest_answers`] and [`table_answers`] have the JSON of verbs that are not yet in `amalgam-ask`.
//! [`whole_file`] is the one place that writes files.
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
pub mod latex;
pub mod parquet;
mod part;
pub mod rest_answers;
mod table;
pub mod table_answers;
pub mod three_answers;
pub mod whole_file;

pub use error::Error;

//! Tables of heap games as files that other tools read: Parquet, CSV and JSON.
//!
//! [`census`] keeps every P-position up to n coins in a directory that can be added to, interrupted
//! and checked; [`cube`] writes the Grundy values of three heaps. Parquet is written
//! and read by a few files of our own (`table`), which know what our tables need of it.
//!
//! [`answers`], [`single_answers`], [`three_answers`], [`table_answers`], [`conjecture_answers`],
//! [`survey_answers`], [`claim_answers`] and [`check_answers`] have the JSON of the command line and the
//! web: each schema `amalgam/…/1` is written in one place. [`ledger`] is the ledger as a document,
//! [`whole_file`] the one place that writes
//! files.
//! Everything else goes through one trait, [`format::Format`], with one file for each format:
//! [`bfile`] (OEIS), [`mod@csv`], [`jsonl`], [`mod@parquet`], [`latex`] and [`dot`].
#![forbid(unsafe_code)]

pub mod answers;
pub mod bfile;
pub mod census;
pub mod check_answers;
pub mod claim_answers;
pub mod conjecture_answers;
pub mod csv;
pub mod cube;
pub mod dot;
mod error;
pub mod format;
pub mod jsonl;
pub mod latex;
pub mod ledger;
pub mod parquet;
mod part;
pub mod rest_answers;
pub mod single_answers;
pub mod survey_answers;
mod table;
pub mod table_answers;
pub mod three_answers;
pub mod whole_file;

pub use error::Error;
#[doc(hidden)]
pub use table::comes_back;

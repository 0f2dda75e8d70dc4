//! One trait for every format, and what is exported.
//!
//! An [`Export`] is a stream of records under named columns, with a shape that says what more there
//! is to it: a sequence, a grid, the lists of a row, a graph. Records come one by one, so that no
//! format needs memory for all of them unless its [`Format::write`] says so.
//!
//! ```
//! use amalgam_export::format::{Cell, Export, FORMATS, Kind, Shape};
//! let mut squares = (0_u64..3).map(|n| [Cell::from(n), Cell::from(n * n)]);
//! let mut export = Export {
//!     title: "squares".to_owned(),
//!     comments: Vec::new(),
//!     columns: vec![("n", Kind::Number), ("square", Kind::Number)],
//!     shape: Shape::Sequence,
//!     next: Box::new(|record| squares.next().map(|cells| record.extend(cells)).is_some()),
//! };
//! let csv = FORMATS.iter().find(|format| format.name() == "csv").unwrap();
//! let mut file = Vec::new();
//! csv.write(&mut export, &mut file)?;
//! assert_eq!(file, b"n,square\n0,0\n1,1\n2,4\n");
//! # Ok::<(), amalgam_export::format::ExportError>(())
//! ```

use std::io::{self, Write};

use crate::error::of_system;
use amalgam::engines::rows::Lists;
use amalgam::{Classified, Fault};
use serde::Serialize;

/// One value of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number.
    Number(i64),
    /// True or false.
    Truth(bool),
    /// Words.
    Text(String),
    /// Nothing is known.
    Unknown,
}

impl Cell {
    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<i64> {
        if let Cell::Number(number) = self { Some(*number) } else { None }
    }

    pub(crate) fn truth(&self) -> Option<bool> {
        if let Cell::Truth(truth) = self { Some(*truth) } else { None }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Cell::Text(text) = self { Some(text) } else { None }
    }
}

impl From<u64> for Cell {
    /// A number that does not fit 63 bits is given in words.
    fn from(number: u64) -> Cell {
        i64::try_from(number).map_or_else(|_| Cell::Text(number.to_string()), Cell::Number)
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers.
    Number,
    /// True or false.
    Truth,
    /// Words.
    Text,
}

/// The name of a column and what it holds.
pub type Column = (&'static str, Kind);

/// What the records are, beside records.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Nothing more.
    Records,
    /// An index, which starts anywhere and counts on by one, and a value.
    Sequence,
    /// Row, column and value of each cell, row by row.
    Grid {
        /// How many columns a row has.
        columns: usize,
    },
    /// The lists L1 and L2 of a row.
    Lists(Lists),
    /// The two ends of an undirected edge.
    Matching,
    /// A graph that is written as it stands.
    Graph(String),
}

/// Fills in the next record, which is empty before, or says that there is none.
pub type Next<'a> = Box<dyn FnMut(&mut Vec<Cell>) -> bool + 'a>;

/// What is exported.
pub struct Export<'a> {
    /// What it is, in one line.
    pub title: String,
    /// Where it comes from: game, version, command.
    pub comments: Vec<String>,
    /// The columns.
    pub columns: Vec<Column>,
    /// What more there is to the records.
    pub shape: Shape,
    /// Fills in the next record, or says that there is none.
    pub next: Next<'a>,
}

impl std::fmt::Debug for Export<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Export")
            .field("title", &self.title)
            .field("columns", &self.columns)
            .field("shape", &self.shape)
            .finish_non_exhaustive()
    }
}

impl Export<'_> {
    /// Calls `visit` with each record; their number.
    ///
    /// # Errors
    /// The first error of `visit`.
    pub fn each<E>(&mut self, mut visit: impl FnMut(&[Cell]) -> Result<(), E>) -> Result<u64, E> {
        let mut record = Vec::with_capacity(self.columns.len());
        let mut number = 0;
        loop {
            record.clear();
            if !(self.next)(&mut record) {
                return Ok(number);
            }
            visit(&record)?;
            number += 1;
        }
    }
}

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The format cannot say this.
    #[error("{format} cannot hold {what}")]
    Unfit {
        /// The format.
        format: &'static str,
        /// What was to be exported.
        what: String,
        /// Formats that can.
        instead: &'static str,
    },
    /// The format would make too large a file.
    #[error("{what} is too large for {format}: {fits}")]
    TooLarge {
        /// The format.
        format: &'static str,
        /// What was to be exported.
        what: String,
        /// What would fit.
        fits: String,
    },
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Classified for ExportError {
    fn fault(&self) -> Fault {
        match self {
            ExportError::Unfit { .. } => Fault::Input,
            ExportError::TooLarge { .. } => Fault::TooLarge,
            ExportError::Io(error) => of_system(error),
        }
    }
}

/// A way to write an [`Export`].
pub trait Format {
    /// Its name, as it is asked for.
    fn name(&self) -> &'static str;

    /// Writes all records.
    ///
    /// # Errors
    /// If the format cannot hold them, or writing fails.
    fn write(
        &self,
        export: &mut Export<'_>,
        out: &mut (dyn Write + Send),
    ) -> Result<(), ExportError>;
}

/// The formats, by name.
pub const FORMATS: [&dyn Format; 6] = [
    &crate::bfile::BFile,
    &crate::csv::Csv,
    &crate::jsonl::JsonLines,
    &crate::parquet::Parquet,
    &crate::latex::Latex,
    &crate::dot::Dot,
];

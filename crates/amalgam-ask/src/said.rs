//! Text for people: lines, columns, and colours where somebody sees them.

use std::fmt::Display;
use std::io::{self, Write};

use amalgam::base::budget::Task;
use amalgam::columns;
use amalgam::lab::statement::Status;
use anstyle::{AnsiColor, Style};

/// Where an answer is written for people.
pub struct Page<'a> {
    out: &'a mut (dyn Write + Send),
    paint: Paint,
}

impl std::fmt::Debug for Page<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Page").field("paint", &self.paint).finish_non_exhaustive()
    }
}

/// Whether a text has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint(pub bool);

impl Paint {
    /// The text in a style.
    pub fn styled(self, style: Style, text: impl Display) -> String {
        match self.0 {
            true => format!("{style}{text}{style:#}"),
            false => text.to_string(),
        }
    }

    /// What a text is about.
    pub fn title(self, text: impl Display) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// What is sure, or went well.
    pub fn good(self, text: impl Display) -> String {
        self.styled(AnsiColor::Green.on_default().bold(), text)
    }

    /// What is refuted, or went wrong.
    pub fn bad(self, text: impl Display) -> String {
        self.styled(AnsiColor::Red.on_default().bold(), text)
    }

    /// What is open, or deserves a look.
    pub fn open(self, text: impl Display) -> String {
        self.styled(AnsiColor::Yellow.on_default().bold(), text)
    }

    /// What helps.
    pub fn hint(self, text: impl Display) -> String {
        self.styled(AnsiColor::Cyan.on_default().bold(), text)
    }

    /// A status, each in its colour.
    pub fn status(self, status: Status) -> String {
        match status {
            Status::Proved | Status::Verified => self.good(status),
            Status::Refuted => self.bad(status),
            Status::Observed | Status::Unknown => self.open(status),
        }
    }
}

impl<'a> Page<'a> {
    /// A page with or without colours.
    pub fn new(out: &'a mut (dyn Write + Send), paint: Paint) -> Page<'a> {
        Page { out, paint }
    }

    /// A page without colours.
    pub fn plain(out: &'a mut (dyn Write + Send)) -> Page<'a> {
        Page::new(out, Paint(false))
    }

    /// How to colour a text for this page.
    pub fn paint(&self) -> Paint {
        self.paint
    }

    /// Where it is written.
    pub fn out(&mut self) -> &mut (dyn Write + Send) {
        self.out
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Writes a text as it is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn text(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")
    }

    /// Writes lines in columns.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn columns(&mut self, rows: &[Vec<String>], indent: usize) -> io::Result<()> {
        self.out.write_all(columns(rows, indent).as_bytes())
    }
}

/// What a long answer is doing, in words; numbers of it are counted.
pub fn doing(task: Task) -> String {
    match task {
        Task::Covers => "cover rows, by column".to_owned(),
        Task::Row(row) => format!("row {row}, by column"),
        Task::Columns => "columns".to_owned(),
        Task::Table => "entries of a table".to_owned(),
        Task::Positions => "positions".to_owned(),
        Task::Heaps => "heaps".to_owned(),
        Task::Layer(coins) => format!("positions of {coins} coins"),
        Task::Restored(coins) => format!("positions of {coins} coins, read again"),
        Task::Member(n) => format!("members, n = {n}"),
        Task::Steps => "steps of the proof".to_owned(),
        Task::Claim(id) => format!("claims, {id}"),
    }
}

/// A number of things, in words: `1 heap`, `2 heaps`.
pub(crate) fn count(number: impl Display + PartialEq<u64>, one: &str) -> String {
    match number == 1 {
        true => format!("{number} {one}"),
        false => format!("{number} {one}s"),
    }
}

/// Cells of a table from anything that has a text.
#[macro_export]
#[doc(hidden)]
macro_rules! cells {
    ($($cell:expr),* $(,)?) => { vec![$($cell.to_string()),*] };
}

/// The program and its version, for what is written into files.
pub const PROGRAM: &str = concat!("amalgam ", env!("CARGO_PKG_VERSION"));

//! What is known of the row of a rest.

use std::fmt;

use amalgam_core::Position;

/// The row of one rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestRow {
    /// The rest.
    pub rest: Position,
    /// Its period, or what stopped the search.
    pub status: Status,
}

impl RestRow {
    /// The proved period, if there is one.
    pub fn proved(&self) -> Option<&Proved> {
        match &self.status {
            Status::Proved(proved) => Some(proved),
            Status::Unknown(_) => None,
        }
    }
}

/// The two ways a search can end.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Status {
    /// The row's period is proved.
    Proved(Proved),
    /// It is not known.
    Unknown(Obstacle),
}

/// A row's period: for all c >= `preperiod`, the value at c + `period` is `period` more than that at c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Proved {
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// How many columns of one period have themselves as their value; `None` where no period was
    /// walked and nothing else tells.
    pub fixed: Option<u64>,
    /// The least and the largest value less its column, over one period; `None` where no period
    /// was walked.
    pub offsets: Option<(i8, i8)>,
    /// What proves the period.
    pub proof: Proof,
}

/// What proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Proof {
    /// The row and all it rests on stand at a column as so many columns later.
    Recurrence {
        /// The column.
        column: u64,
        /// A multiple of the period.
        columns: u64,
    },
    /// It is a row of three heaps, and proved there without being walked
    /// ([`three::structure`](crate::three::structure)).
    ThreeHeaps,
    /// From a column on, every register forgets what it was within a stretch, so that the period
    /// divides that of the masks or its double.
    Synchronised {
        /// The column.
        column: u64,
        /// How many columns that takes.
        stretch: u64,
        /// What the period divides.
        divides: u64,
    },
}

/// What stopped a search.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Obstacle {
    /// The row has not come back within the columns that may be walked.
    Columns,
    /// The memory.
    Memory,
    /// The registers of a row never became one.
    Apart,
    /// A shorter period could be neither proved nor refuted.
    Shorter,
    /// A row that it rests on is unknown.
    Below(Position),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Columns => f.write_str("it does not come back within the columns walked"),
            Obstacle::Memory => f.write_str("the memory does not suffice"),
            Obstacle::Apart => f.write_str("its registers do not become one"),
            Obstacle::Shorter => f.write_str("it repeats, but perhaps sooner than is proved"),
            Obstacle::Below(rest) => write!(f, "it rests on the row of {rest}, which is unknown"),
        }
    }
}

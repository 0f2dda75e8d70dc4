//! What a run of [`super::rows`] has to say of each row.

use super::period::Witness;

/// What is known of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowReport {
    /// The row a.
    pub row: u64,
    /// Whether a is a proved cover row.
    pub cover: bool,
    /// Its period, or how far the search got.
    pub status: Status,
}

impl RowReport {
    /// The proved period, if there is one.
    pub fn proved(&self) -> Option<&Proved> {
        match &self.status {
            Status::Proved(proved) => Some(proved),
            Status::Unknown(_) => None,
        }
    }
}

/// The two ways a search can end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The row's period is proved.
    Proved(Box<Proved>),
    /// It is not known.
    Unknown(Unknown),
}

/// A row's period with what proves it and what proves it minimal.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Proved {
    /// The least s with f(a, b + period) = f(a, b) + period for all b >= s.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The least column from which the full mask (offsets of the rows before, negative ones too)
    /// repeats.
    pub mask_preperiod: u64,
    /// The least period of the mask.
    pub mask_period: u64,
    /// The least offset f(a,b) − b over b >= preperiod.
    pub min_offset: i64,
    /// The largest offset over b >= preperiod.
    pub max_offset: i64,
    /// The window at column `preperiod`: bit i of the words says that preperiod + i is matched with
    /// a smaller value.
    pub window: Vec<u64>,
    /// Why no prime can be taken out of the period.
    pub witnesses: Vec<Witness>,
    /// Why no prime can be taken out of the mask's period.
    pub mask_witnesses: Vec<Witness>,
    /// What the period rests on.
    pub proof: Proof,
}

/// How the period of a row was proved.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Proof {
    /// Its window came back: the whole period was walked.
    Walked,
    /// The structure of its block tells ([`super::structure`]); the period was not walked.
    Structure(RowStructure),
}

/// Where a row stands in its block, and what moves in it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RowStructure {
    /// The half width k of the cover row 2k below the block.
    pub half: u64,
    /// The row is the `place`th of its block: row 2k + `place`.
    pub place: u64,
    /// The column s at which the conditions of the block were checked.
    pub column: u64,
    /// The least column from which on they hold, and no defects vanish, in the rows up to this one (and
    /// in the next, if this is an even row with defects), the columns being regular for these.
    pub least: u64,
    /// The least period N of the row's mask from s on.
    pub over: u64,
    /// The register at s is back after so many times N columns, and not before.
    pub multiplier: u64,
    /// What comes back.
    pub parts: Parts,
}

/// What moves in a row of a block.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Parts {
    /// An odd row of the block: N columns permute the cells of its register, and turn some.
    Cycles(Vec<SignedCycle>),
    /// An even row: the cells at s in which its register differs from the holes of the rows before
    /// it. There are none in a cover row.
    Defects(Vec<Defect>),
}

/// A cycle of cells.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct SignedCycle {
    /// How many cells it has.
    pub length: u64,
    /// Whether a value that has gone round comes back turned (taken for free, free for taken).
    pub turns: bool,
}

/// A cell in which the register of an even row is not what the rows before it leave.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Defect {
    /// The cell: the value s + `offset`.
    pub offset: u64,
    /// Whether it is taken where it ought to be free; else it is free where it ought to be taken.
    pub plus: bool,
}

/// A row whose period was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The columns walked along this row beyond the irregular ones.
    pub columns: u64,
    /// What stopped the search.
    pub reason: Obstacle,
    /// What is proved all the same.
    pub offsets: Option<OffsetBounds>,
}

/// From `from` on every offset of a row lies in ±(smallest..=largest).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetBounds {
    /// The column from which the bounds hold.
    pub from: u64,
    /// The least absolute value of an offset.
    pub smallest: u64,
    /// The largest one.
    pub largest: u64,
}

/// What stops a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// [`amalgam_core::base::budget::Budget::max_columns`].
    Columns,
    /// [`amalgam_core::base::budget::Budget::memory`].
    Memory,
    /// The deadline, or the caller.
    Stopped,
    /// An earlier row of the same block is unknown.
    EarlierRow,
    /// The period does not fit 60 bits.
    Bits,
}

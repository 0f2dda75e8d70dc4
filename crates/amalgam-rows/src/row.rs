//! What is known of a row, whichever engine found it.

use std::fmt;

use amalgam_core::Position;
use serde::{Deserialize, Serialize};

/// The row of one rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The rest.
    pub rest: Position,
    /// Whether the rest is one heap 2k, and the rows of the heaps 0..=2k are proved to use just the offsets
    /// −k..=k from some column on.
    pub cover: bool,
    /// Its period, or what stopped the search.
    pub status: Status,
}

impl Row {
    /// The row of a rest that is no cover row.
    pub fn new(rest: Position, status: Status) -> Row {
        Row { rest, cover: false, status }
    }

    /// The proved period, if there is one.
    pub fn proved(&self) -> Option<&Proved> {
        match &self.status {
            Status::Proved(proved) => Some(proved),
            Status::Unknown(_) => None,
        }
    }

    /// The heap, if the rest is one heap.
    pub fn heap(&self) -> Option<u64> {
        match self.rest.heaps() {
            &[heap] => Some(heap),
            _ => None,
        }
    }

    /// How papers name the row: `7` for the rest \[7\], else the rest.
    pub fn name(&self) -> String {
        name(&self.rest)
    }
}

/// How papers name the row of a rest: `7` for the rest \[7\], else the rest.
pub fn name(rest: &Position) -> String {
    match rest.heaps() {
        [heap] => heap.to_string(),
        _ => rest.to_string(),
    }
}

/// The two ways a search can end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// The row's period is proved.
    Proved(Box<Proved>),
    /// It is not known.
    Unknown(Unknown),
}

impl Status {
    /// A row that is not known, and nothing else to say of it.
    pub(crate) fn unknown(why: Obstacle) -> Status {
        Status::Unknown(Unknown { columns: 0, why, offsets: None })
    }
}

impl From<Proved> for Status {
    fn from(proved: Proved) -> Status {
        Status::Proved(Box::new(proved))
    }
}

/// A row's period: for all c >= `preperiod`, the value at c + `period` is `period` more than that at c.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// How many columns of one period have themselves as their value; `None` where no period was
    /// walked and nothing else tells.
    pub fixed: Option<u64>,
    /// The least and the largest value less its column, from the preperiod on; `None` where no period was
    /// walked and nothing else tells.
    pub offsets: Option<(i64, i64)>,
    /// What the rows before it use, where they were looked at together.
    pub mask: Option<Mask>,
    /// What proves the period.
    pub proof: Proof,
}

/// The mask of a row of one heap: the offsets that the rows of smaller heaps use, negative ones too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mask {
    /// The least column from which it repeats.
    pub preperiod: u64,
    /// Its least period.
    pub period: u64,
    /// What a certificate needs, where it was found.
    pub evidence: Option<Evidence>,
}

/// What shows that a row of three heaps repeats, and not sooner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The window at column `preperiod`: bit i of the words says that preperiod + i is matched with
    /// a smaller value.
    pub window: Vec<u64>,
    /// Why no prime can be taken out of the period.
    pub witnesses: Vec<Witness>,
    /// Why no prime can be taken out of the mask's period.
    pub mask_witnesses: Vec<Witness>,
}

/// A prime q dividing a period p, and a column that shows that p / q is no period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The prime q.
    pub prime: u64,
    /// The least column b, not left of the preperiod, where b and b + p/q differ.
    pub column: u64,
}

/// What proves a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proof {
    /// The row's window came back at a multiple of the period of its mask: the whole period was walked.
    Walked,
    /// The structure of its block tells ([`three::structure`](crate::three::structure)); the period was not
    /// walked.
    Structure(RowStructure),
    /// The row and all it rests on stand at a column as this many columns later.
    Recurrence {
        /// The column.
        column: u64,
        /// A multiple of the period.
        columns: u64,
    },
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

impl Proof {
    /// What it rests on, in a word.
    pub fn by(&self) -> &'static str {
        match self {
            Proof::Walked | Proof::Recurrence { .. } => "walk",
            Proof::Structure(_) => "structure",
            Proof::Synchronised { .. } => "synchronisation",
        }
    }
}

/// Where a row stands in its block, and what moves in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The register at s is back after this many times N columns, and not before.
    pub multiplier: u64,
    /// What comes back.
    pub parts: Parts,
}

/// What moves in a row of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parts {
    /// An odd row of the block: N columns permute the cells of its register, and turn some.
    Cycles(Vec<SignedCycle>),
    /// An even row: the cells at s in which its register differs from the holes of the rows before
    /// it. There are none in a cover row.
    Defects(Vec<Defect>),
}

/// A cycle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SignedCycle {
    /// How many cells it has.
    pub length: u64,
    /// Whether a value that has gone round comes back turned (taken for free, free for taken).
    pub turns: bool,
}

/// A cell in which the register of an even row is not what the rows before it leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Defect {
    /// The cell: the value s + `offset`.
    pub offset: u64,
    /// Whether it is taken where it ought to be free; else it is free where it ought to be taken.
    pub plus: bool,
}

/// A row whose period was not found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    /// The columns walked along this row beyond the irregular ones, where that was counted.
    pub columns: u64,
    /// What stopped the search.
    pub why: Obstacle,
    /// What is proved all the same.
    pub offsets: Option<OffsetBounds>,
}

/// From `from` on every offset of a row lies in ±(smallest..=largest).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OffsetBounds {
    /// The column from which the bounds hold.
    pub from: u64,
    /// The least absolute value of an offset.
    pub smallest: u64,
    /// The largest one.
    pub largest: u64,
}

/// What stopped a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obstacle {
    /// The row has not come back within the columns that may be walked.
    Columns,
    /// The memory.
    Memory,
    /// The deadline, or the caller.
    Stopped,
    /// The period does not fit 60 bits.
    Bits,
    /// The registers of a row never became one.
    Apart,
    /// A shorter period could be neither proved nor refuted.
    Shorter,
    /// A row that it rests on is unknown.
    Below(Position),
    /// Nobody has looked for it.
    Unsought,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Columns => f.write_str("it does not come back within the columns walked"),
            Obstacle::Memory => f.write_str("the memory does not suffice"),
            Obstacle::Stopped => f.write_str("the time was over"),
            Obstacle::Bits => f.write_str("its period has more than 60 bits"),
            Obstacle::Apart => f.write_str("its registers do not become one"),
            Obstacle::Shorter => f.write_str("it repeats, but perhaps sooner than is proved"),
            Obstacle::Below(rest) => write!(f, "it rests on the row of {rest}, which is unknown"),
            Obstacle::Unsought => f.write_str("it was not searched for"),
        }
    }
}

/// Marks the cover rows among rows that hold every single heap up to some heap.
///
/// Rows of one column have different offsets: where none of the rows of 0..=2k exceeds k in the end, they use
/// just the offsets −k..=k.
pub(crate) fn mark_covers(rows: &mut [Row]) {
    let mut widest = Some(0);
    let mut next = 1;
    for row in rows.iter_mut() {
        if row.heap() != Some(next) {
            continue;
        }
        let most =
            row.proved().and_then(|proved| proved.offsets).map(|(least, most)| most.max(-least));
        widest = widest.zip(most).map(|(widest, most)| most.max(widest));
        row.cover |= next % 2 == 0 && widest.is_some_and(|k| k <= next as i64 / 2);
        next += 1;
    }
}

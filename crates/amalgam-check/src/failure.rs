//! What can go wrong, and what it is called.

use std::fmt;

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The certificate is written in another version of the format.
    Version(String),
    /// The file ends before its `sha256` line does.
    Truncated,
    /// A line does not follow the grammar (docs/certificate.md §2).
    Syntax {
        /// The number of the line, from 1.
        line: usize,
        /// The form that was expected there; `#` stands for a number.
        expected: &'static str,
    },
    /// It is a certificate, and a condition of docs/certificate.md §4 does not hold.
    Rejected(Rejection),
    /// It is a certificate for rows of rests, and a condition does not hold.
    Rest {
        /// The condition.
        condition: Condition,
        /// The rest of whose row it speaks.
        rest: String,
        /// The column at which it fails, if it fails at one.
        column: Option<u64>,
    },
    /// It exceeds a limit of docs/certificate.md §6; nothing is decided.
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much of it there is.
        needed: u128,
        /// How much there may be.
        most: u128,
    },
}

/// The first condition that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The condition.
    pub condition: Condition,
    /// The row the condition applies to, if it applies to one.
    pub row: Option<u64>,
    /// The column at which it fails, if it fails at one.
    pub column: Option<u64>,
}

/// What checking gives.
pub type Checked<T = ()> = Result<T, Failure>;

/// Refuses a certificate that needs more of something than there may be.
pub(crate) fn at_most(most: u128, needed: u128, what: &'static str) -> Checked {
    if needed <= most { Ok(()) } else { Err(Failure::TooLarge { what, needed, most }) }
}

macro_rules! conditions {
    ($($variant:ident $name:literal $complaint:literal,)*) => {
        /// The conditions of docs/certificate.md §4, under the names they have there.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Condition {
            $(#[doc = concat!("**", $name, "** fails: ", $complaint, ".")] $variant,)*
        }

        impl Condition {
            /// The name docs/certificate.md gives the condition, and what is wrong if it fails.
            pub fn name_and_complaint(self) -> (&'static str, &'static str) {
                match self { $(Condition::$variant => ($name, $complaint),)* }
            }
        }
    };
}

conditions! {
    Checksum "checksum" "the SHA-256 is not that of the rest of the file",
    FirstRow "first-row" "the claim begins neither at row 1 nor after a cover row of the file",
    RowOrder "row-order" "the rows are out of order",
    RowMissing "row-missing" "a claimed row is missing, or one is there that is not claimed",
    CoverOrder "cover-order" "the cover rows are not even, increasing and chained",
    HalfWidth "half-width" "the half width is not half the cover row",
    UnknownTail "unknown-tail" "a proved row follows an unknown row of its block",
    UnknownBounds "unknown-bounds" "the bounds are not those of the two cover rows around it",
    WitnessPrimes "witness-primes" "the witnesses are not one for each prime factor, in range",
    ListsShort "lists-short" "lists stand at a row that is too long for them",
    CoverNarrow "cover-narrow" "the block is too wide for the Balanced Lemma",
    CoverColumn "cover-column" "the proof of the cover starts at another column",
    Balanced "balanced" "the column is not balanced",
    CoverRecurs "cover-recurs" "the windows do not recur",
    CoverLeast "cover-least" "the windows recur from an earlier column on, or sooner",
    Covered "covered" "an offset lies outside the half width after the cover has begun",
    FromLeast "from-least" "the cover begins earlier",
    LayersColumn "layers-column" "the layers begin at another column, or on another row",
    LayerOrder "layer-order" "the rows 8m and 8m + 6 are not there once each and in order",
    LayerCloses "layer-closes" "the row has defects where it is said to cover",
    LayerOver "layer-over" "the lowest layer is another",
    LayerDefects "layer-defects" "the row has another number of defects",
    LayerColumn "layer-column-least" "the layers recur from another column on",
    LayerRecurs "layer-recurs" "the layers do not recur",
    LayerPeriod "layer-period-least" "the layers recur sooner",
    LayerQuiet "layer-quiet" "the row leaves odd holes",
    MaskStart "mask-start" "after a cover row the mask is constant from where the cover begins",
    MaskPeriodic "mask-periodic" "the mask does not repeat",
    MaskPreperiodLeast "mask-preperiod-least" "the mask repeats from an earlier column on",
    MaskPeriodLeast "mask-period-least" "the column is no witness, or not the first, that the mask's period is least",
    RowRecurs "row-recurs" "the window of the row does not recur",
    RowPeriodic "row-periodic" "the row does not repeat",
    RowPreperiodLeast "row-preperiod-least" "the row repeats from an earlier column on",
    RowPeriodLeast "row-period-least" "the column is no witness, or not the first, that the period is least",
    Window "window" "the window is another",
    Offsets "offsets" "the least and greatest offsets are others",
    CoverFlag "cover-flag" "the row is a cover row and not said to be, or the other way round",
    BlockRows "block-rows" "the lines of a structured block are not those of its rows",
    BlockColumn "block-column" "the structure is looked for at too early a column or too early a row",
    BlockLeast "block-column-least" "the structure is there at an earlier column",
    Holes "holes" "the holes of the rows up to this one are not as they should be",
    Defects "defects" "the row has another number of defects",
    Over "over" "the period of the mask that follows from the rows before is another",
    Violation "violation" "two defects meet and vanish",
    Cycles "cycles" "the cells are permuted in other cycles",
    Period "period" "the register of the row is back after another number of columns",
    Once "once" "the list of pairs that do not repeat is another",
    Repeating "repeating" "the list of pairs that repeat is another",
    RestMissing "rest-missing" "a rest that the claim rests on is missing or out of order",
    Fixed "fixed" "the number of columns of a period that are their own partners is another",
    FamilyForm "family-form" "the class is said twice, or its numbers do not belong together",
    FamilyTable "family-table" "the table has another outcome",
    FamilyOpened "family-opened" "a position is opened that need not be N, or has a P option, or too few equal heaps",
    FamilyCase "family-case" "a case is not refuted",
    FamilyLeft "family-left" "positions are opened after the last case",
}

impl Condition {
    /// Rejects, at a row and possibly a column, unless the condition holds there.
    pub(crate) fn require(self, row: u64, column: impl Into<Option<u64>>, holds: bool) -> Checked {
        let rejection = Rejection { condition: self, row: Some(row), column: column.into() };
        if holds { Ok(()) } else { Err(Failure::Rejected(rejection)) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Version(version) => {
                write!(f, "unreadable: version {version:?} is neither 1 nor 2")
            }
            Failure::Truncated => write!(f, "unreadable: it does not end with a sha256 line"),
            Failure::Syntax { line, expected } => {
                write!(f, "unreadable: line {line} is not of the form `{expected}`")
            }
            Failure::Rejected(Rejection { condition, row, column }) => {
                let (name, complaint) = condition.name_and_complaint();
                let row = row.map_or(String::new(), |row| format!("row {row}, "));
                let column = column.map_or(String::new(), |column| format!("column {column}, "));
                write!(f, "rejected: {row}{column}{name}: {complaint}")
            }
            Failure::Rest { condition, rest, column } => {
                let (name, complaint) = condition.name_and_complaint();
                let column = column.map_or(String::new(), |column| format!("column {column}, "));
                write!(f, "rejected: rest {rest}, {column}{name}: {complaint}")
            }
            Failure::TooLarge { what, needed, most } => {
                write!(f, "undecided: {needed} {what}; at most {most}")
            }
        }
    }
}

impl std::error::Error for Failure {}

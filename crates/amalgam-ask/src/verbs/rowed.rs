//! Rows as data: the one shape in which `row`, `rows` and every door tell what is known of a row.

use amalgam::engines::rows::{
    Mask, OffsetBounds, Parts, Proof, Proved, Row, RowStructure, Setting, Unknown, Values,
};
use amalgam::lab::statement::Status as Sure;
use amalgam::{AnyGame, ParseError, Play, Position};
use schemars::JsonSchema;
use serde::Serialize;

use super::statement::Status;
use crate::{Host, Problem};

/// What a row lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Listing {
    /// f(R,c), the heap that makes a P-position with the rest R and a heap of c coins.
    Completions,
    /// g(R,c), the Grundy value of the rest R with a heap of c coins.
    Grundy,
}

impl From<Values> for Listing {
    fn from(values: Values) -> Listing {
        match values {
            Values::Completions => Listing::Completions,
            Values::Grundy => Listing::Grundy,
        }
    }
}

/// What is known of the row of a rest.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RowSaid {
    /// The rest: all heaps but two, or but one for Grundy values.
    pub rest: Vec<u64>,
    /// proved or unknown.
    pub status: Status,
    /// What the status is about.
    pub scope: String,
    /// What proves the period: walk, structure or synchronisation.
    pub by: Option<&'static str>,
    /// The least column from which the row repeats.
    pub preperiod: Option<u64>,
    /// The least period p: the value at c + p is p more than the value at c.
    pub period: Option<u64>,
    /// How many columns of one period have themselves as their value.
    pub fixed_points: Option<u64>,
    /// The least value less its column, from the preperiod on.
    pub min_offset: Option<i64>,
    /// The largest one.
    pub max_offset: Option<i64>,
    /// For a single heap: how what the rows before it use repeats, where that is known.
    pub mask: Option<MaskSaid>,
    /// For a single heap: whether it is a cover row.
    pub cover: Option<bool>,
    /// Where the row stands between two cover rows, and what moves in it, if that proved the period.
    pub structure: Option<StructureSaid>,
    /// What is proved of the offsets of a row whose period is unknown.
    pub bounds: Option<BoundsSaid>,
    /// Why the period is unknown.
    pub limit: Option<String>,
    /// How many columns of a row of unknown period were walked.
    pub columns: Option<u64>,
}

/// How a mask repeats.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MaskSaid {
    /// The least column from which it does.
    pub preperiod: u64,
    /// Its least period.
    pub period: u64,
}

/// From some column on every offset lies in ±(smallest..=largest).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BoundsSaid {
    /// The column.
    pub from: u64,
    /// The least absolute value of an offset.
    pub smallest: u64,
    /// The largest one.
    pub largest: u64,
    /// How sure that is.
    pub status: Status,
    /// What the status is about.
    pub scope: String,
}

/// Where a row stands in its block, and what moves in it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StructureSaid {
    /// The half width k of the cover row 2k below the block.
    pub half_width: u64,
    /// The row is the `place`th of its block: row 2k + `place`.
    pub place: u64,
    /// The column at which the conditions of the block were checked.
    pub column: u64,
    /// The least period of the row's mask from that column on.
    pub over: u64,
    /// The register is back after this many times as many columns.
    pub multiplier: u64,
    /// For an odd row of the block: the cycles in which its cells are permuted.
    pub cycles: Option<Vec<CycleSaid>>,
    /// For an even row: its cells that differ from what the rows before it leave.
    pub defects: Option<Vec<DefectSaid>>,
}

/// A cycle of cells.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CycleSaid {
    /// How many cells it has.
    pub length: u64,
    /// Whether a value that has gone round comes back turned.
    pub turns: bool,
}

/// A cell that differs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DefectSaid {
    /// Which: this many columns after the one that was checked.
    pub offset: u64,
    /// `+` if it is taken and ought to be free, `-` if it is free and ought to be taken.
    pub sign: &'static str,
}

impl RowSaid {
    /// What is known of a row.
    pub fn new(row: &Row) -> RowSaid {
        let (proved, unknown) = match &row.status {
            amalgam::engines::rows::Status::Proved(proved) => (Some(&**proved), None),
            amalgam::engines::rows::Status::Unknown(unknown) => (None, Some(unknown)),
        };
        let offsets = proved.and_then(|proved| proved.offsets);
        RowSaid {
            rest: row.rest.heaps().to_vec(),
            status: Status(if proved.is_some() { Sure::Proved } else { Sure::Unknown }),
            scope: match proved {
                Some(Proved { preperiod, .. }) => from_column(*preperiod),
                None => "no column".to_owned(),
            },
            by: proved.map(|proved| proved.proof.by()),
            preperiod: proved.map(|proved| proved.preperiod),
            period: proved.map(|proved| proved.period),
            fixed_points: proved.and_then(|proved| proved.fixed),
            min_offset: offsets.map(|offsets| offsets.0),
            max_offset: offsets.map(|offsets| offsets.1),
            mask: proved
                .and_then(|proved| proved.mask.as_ref())
                .map(|&Mask { preperiod, period, .. }| MaskSaid { preperiod, period }),
            cover: row.heap().map(|_| row.cover),
            structure: proved.and_then(|proved| match &proved.proof {
                Proof::Structure(structure) => Some(StructureSaid::new(structure)),
                _ => None,
            }),
            bounds: unknown.and_then(|unknown| unknown.offsets).map(
                |OffsetBounds { from, smallest, largest }| BoundsSaid {
                    from,
                    smallest,
                    largest,
                    status: Status(Sure::Proved),
                    scope: from_column(from),
                },
            ),
            limit: unknown.map(|Unknown { why, .. }| why.to_string()),
            columns: unknown.map(|unknown| unknown.columns),
        }
    }

    /// How papers name it: `7` for the rest \[7\], else the rest.
    pub fn name(&self) -> String {
        amalgam::engines::rows::name(&Position::new(self.rest.iter().copied()))
    }
}

/// The columns that a statement about a row is about.
pub(super) fn from_column(column: u64) -> String {
    format!("all columns from {column} on")
}

impl StructureSaid {
    fn new(found: &RowStructure) -> StructureSaid {
        let (cycles, defects) = match &found.parts {
            Parts::Cycles(cycles) => {
                let cycles = cycles.iter();
                let said = |c: &amalgam::engines::rows::SignedCycle| CycleSaid {
                    length: c.length,
                    turns: c.turns,
                };
                (Some(cycles.map(said).collect()), None)
            }
            Parts::Defects(defects) => {
                let said = |d: &amalgam::engines::rows::Defect| DefectSaid {
                    offset: d.offset,
                    sign: if d.plus { "+" } else { "-" },
                };
                (None, Some(defects.iter().map(said).collect()))
            }
        };
        StructureSaid {
            half_width: found.half,
            place: found.place,
            column: found.column,
            over: found.over,
            multiplier: found.multiplier,
            cycles,
            defects,
        }
    }
}

impl Host<'_> {
    /// A game whose rests have rows, and which rows.
    pub(super) fn row_setting(
        &self,
        game: &str,
        grundy: bool,
    ) -> Result<(AnyGame, Setting), Problem> {
        let (game, rules) = self.heap_game(game)?;
        let values = if grundy { Values::Grundy } else { Values::Completions };
        Ok((game, Setting::new(&rules, Play::Normal, values)?))
    }
}

/// A rest as a text gives it: `7` is \[7\], and an empty heap in it would be a mistake.
///
/// # Errors
/// If it is no rest.
pub fn parse_rest(text: &str) -> Result<Position, ParseError> {
    let rest: Position = text.parse()?;
    if !text.trim_start().starts_with('<') {
        let mut start = 0;
        for number in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
            let digits = number.trim_end_matches(|c: char| !c.is_ascii_digit());
            if !digits.is_empty() && digits.bytes().all(|digit| digit == b'0') {
                let span = start..start + digits.len();
                return Err(ParseError::new(text, span, "a rest has no empty heaps")
                    .suggest("leave the 0 out"));
            }
            start += number.len();
        }
    }
    Ok(rest)
}

//! Answers on three heaps as JSON objects: tables, rows, covers, matchings.

use std::ops::Range;

use amalgam::engines::three::covers::{Cover, CoverProof, Decided, Open, Recurrence};
use amalgam::engines::three::row::Lists;
use amalgam::engines::three::rows::{
    Obstacle, OffsetBounds, Parts, Proof, Proved, RowReport, Status,
};
use amalgam::engines::three::table::{Count, Table};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// What the cells of a table show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// f(a,b)
    F,
    /// f(a,b) − b
    Offset,
}

/// `amalgam/table/1`: the cells of a table, row by row. They are written one by one, since a table can have
/// more of them than there is memory for as JSON.
pub fn table<'a>(game: &'a str, table: &'a Table, show: Cells) -> impl Serialize + use<'a> {
    TableAnswer {
        schema: "amalgam/table/1",
        game,
        rows: table.rows(),
        cols: table.cols(),
        show: if show == Cells::F { "f" } else { "offset" },
        rest: table.rest().heaps(),
        cells: CellsOf { table, show },
    }
}

#[derive(Serialize)]
struct TableAnswer<'a> {
    schema: &'static str,
    game: &'a str,
    rows: usize,
    cols: usize,
    show: &'static str,
    /// Three heaps have no rest.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    rest: &'a [u64],
    cells: CellsOf<'a>,
}

struct CellsOf<'a> {
    table: &'a Table,
    show: Cells,
}

impl Serialize for CellsOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CellsOf { table, show } = *self;
        serializer.collect_seq((0..table.rows()).map(|a| RowOf { table, a, show }))
    }
}

struct RowOf<'a> {
    table: &'a Table,
    a: usize,
    show: Cells,
}

impl Serialize for RowOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RowOf { table, a, show } = *self;
        match show {
            Cells::F => table.row(a).serialize(serializer),
            Cells::Offset => serializer.collect_seq((0..table.cols()).map(|b| table.offset(a, b))),
        }
    }
}

/// `amalgam/table-count/1`: the P-positions of three heaps up to `max`. A sum that does not fit in 64
/// bits is a text.
pub fn table_count(game: &str, max: u64, count: &Count) -> Value {
    let sum = count.sum_of_largest;
    json!({
        "schema": "amalgam/table-count/1",
        "game": game,
        "max": max,
        "p_positions": count.p_positions,
        "sum_of_largest": u64::try_from(sum).map_or_else(|_| sum.to_string().into(), Value::from),
    })
}

/// `amalgam/matching/1`: the partner pairs of a row with an end in some columns.
pub fn matching(game: &str, row: u64, columns: &Range<u64>, pairs: &[[u64; 2]]) -> Value {
    json!({
        "schema": "amalgam/matching/1",
        "game": game,
        "row": row,
        "from": columns.start,
        "to": columns.end,
        "pairs": pairs,
    })
}

/// `amalgam/row/1`: the lists L1 and L2 of a row.
pub fn row(game: &str, lists: &Lists) -> Value {
    json!({
        "schema": "amalgam/row/1",
        "game": game,
        "row": lists.row,
        "period": lists.period,
        "once": lists.once,
        "repeating": lists.repeating,
        "status": "proved",
    })
}

/// `amalgam/rows/1`: what is proved of the period of each row.
pub fn rows(game: &str, reports: &[RowReport]) -> Value {
    json!({
        "schema": "amalgam/rows/1",
        "game": game,
        "rows": reports.iter().map(row_report).collect::<Vec<_>>(),
    })
}

fn row_report(report: &RowReport) -> Value {
    match &report.status {
        Status::Proved(proved) => json!({
            "row": report.row,
            "preperiod": proved.preperiod,
            "period": proved.period,
            "mask_preperiod": proved.mask_preperiod,
            "mask_period": proved.mask_period,
            "cover": report.cover,
            "min_offset": proved.min_offset,
            "max_offset": proved.max_offset,
            "status": "proved",
            "by": by(proved),
        }),
        Status::Unknown(unknown) => json!({
            "row": report.row,
            "cover": report.cover,
            "status": "unknown",
            "limit": limit(unknown.reason),
            "columns": unknown.columns,
            "offsets": unknown.offsets.map(|OffsetBounds { from, smallest, largest }| json!({
                "from": from,
                "smallest": smallest,
                "largest": largest,
                "status": "proved",
            })),
        }),
    }
}

/// What the period of a row rests on, in a word.
pub fn by(proved: &Proved) -> &'static str {
    match proved.proof {
        Proof::Walked => "walk",
        Proof::Structure(_) => "structure",
    }
}

/// `amalgam/row/1` of a row whose lists are too long: how many classes L2 has, and no pairs.
pub fn long_row(game: &str, row: u64, proved: &Proved) -> Value {
    json!({
        "schema": "amalgam/row/1",
        "game": game,
        "row": row,
        "preperiod": proved.preperiod,
        "period": proved.period,
        "once": null,
        "repeating": null,
        "classes": proved.period / 2,
        "status": "proved",
    })
}

/// `amalgam/row-structure/1`: where a row stands in its block, and what moves in it.
pub fn structure(game: &str, row: u64, proved: &Proved) -> Value {
    let structure = match &proved.proof {
        Proof::Walked => Value::Null,
        Proof::Structure(found) => json!({
            "half_width": found.half,
            "place": found.place,
            "column": found.column,
            "over": found.over,
            "multiplier": found.multiplier,
            "cycles": match &found.parts {
                Parts::Cycles(cycles) => cycles
                    .iter()
                    .map(|cycle| json!({"length": cycle.length, "turns": cycle.turns}))
                    .collect(),
                Parts::Defects(_) => Value::Null,
            },
            "defects": match &found.parts {
                Parts::Cycles(_) => Value::Null,
                Parts::Defects(defects) => defects
                    .iter()
                    .map(|defect| {
                        json!({"offset": defect.offset, "sign": if defect.plus { "+" } else { "-" }})
                    })
                    .collect(),
            },
        }),
    };
    json!({
        "schema": "amalgam/row-structure/1",
        "game": game,
        "row": row,
        "preperiod": proved.preperiod,
        "period": proved.period,
        "by": by(proved),
        "structure": structure,
        "status": "proved",
    })
}

/// The bound that kept a row unknown, in words.
pub fn limit(limit: Obstacle) -> &'static str {
    match limit {
        Obstacle::Columns => "max-columns",
        Obstacle::Memory => "memory",
        Obstacle::Stopped => "time",
        Obstacle::EarlierRow => "an earlier row of the block is unknown",
        Obstacle::Bits => "a period of more than 60 bits",
    }
}

/// `amalgam/covers/1`: the rows 8m and 8m + 6 up to row `to`: those that are covers, each with its proof, those that
/// are proved to be none, and those that are open, with how far they are from a cover. `hidden` are the
/// rows, of any kind, that act as a cover on the rows above without being one.
pub fn covers(game: &str, to: u64, decided: &Decided) -> Value {
    json!({
        "schema": "amalgam/covers/1",
        "game": game,
        "to": to,
        "covers": decided.covers.covers.iter().map(cover).collect::<Vec<_>>(),
        "excluded": decided.excluded.iter().map(recurrence).collect::<Vec<_>>(),
        "hidden": decided.hidden.iter().map(recurrence).collect::<Vec<_>>(),
        "open": decided.open.iter().map(open).collect::<Vec<_>>(),
        "searched_to_column": decided.covers.searched_to_column,
    })
}

fn recurrence(recurrence: &Recurrence) -> Value {
    let Recurrence { row, over, defects, column, period } = *recurrence;
    json!({
        "row": row,
        "half_width": row / 2,
        "status": "proved",
        "proof": {
            "kind": "recurrence",
            "over": over,
            "d": defects,
            "column": column,
            "period": period,
        },
    })
}

fn open(open: &Open) -> Value {
    json!({
        "row": open.row,
        "half_width": open.row / 2,
        "status": "unknown",
        "d": open.defects,
        "steady_from": open.steady,
    })
}

fn cover(cover: &Cover) -> Value {
    let proof = match cover.proof {
        CoverProof::Balanced { after, column } => {
            json!({"kind": "balanced", "after": after, "column": column})
        }
        CoverProof::Period { column, period } => {
            json!({"kind": "period", "column": column, "period": period})
        }
    };
    json!({
        "row": cover.row,
        "half_width": cover.half_width,
        "from": cover.from,
        "status": "proved",
        "proof": proof,
    })
}

/// The proof that a row is no cover row, in words.
pub fn no_cover_proof(recurrence: &Recurrence) -> String {
    let Recurrence { over, defects, column, period, .. } = recurrence;
    format!(
        "{defects} defects for ever: the rows after {over} repeat from column {column} with period \
         {period}"
    )
}

/// The proof of a cover in words.
pub fn cover_proof(proof: &CoverProof) -> String {
    match proof {
        CoverProof::Balanced { after, column } => {
            format!("after cover {after}, column {column} is balanced")
        }
        CoverProof::Period { column, period } => {
            format!("the rows repeat together from column {column} with period {period}")
        }
    }
}

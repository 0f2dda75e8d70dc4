//! The JSON of rows of rests.

use std::ops::Range;

use amalgam::Position;
use amalgam::engines::rests::{Lists, Proved, RestRow, Status, Values};
use serde_json::{Value, json};

/// What a row lists, in one word.
fn values_of(values: Values) -> &'static str {
    match values {
        Values::Completions => "completions",
        Values::Grundy => "grundy",
    }
}

/// `amalgam/rest-row/1`: the lists L1 and L2 of a rest.
pub fn row(game: &str, values: Values, lists: &Lists) -> Value {
    json!({
        "schema": "amalgam/rest-row/1",
        "game": game,
        "values": values_of(values),
        "rest": lists.rest.heaps(),
        "preperiod": lists.preperiod,
        "period": lists.period,
        "once": lists.once,
        "repeating": lists.repeating,
        "status": "proved",
    })
}

/// `amalgam/rest-matching/1`: the pairs of a row of a rest with an end in some columns.
pub fn matching(
    game: &str,
    values: Values,
    rest: &Position,
    columns: &Range<u64>,
    pairs: &[[u64; 2]],
) -> Value {
    json!({
        "schema": "amalgam/rest-matching/1",
        "game": game,
        "values": values_of(values),
        "rest": rest.heaps(),
        "from": columns.start,
        "to": columns.end,
        "pairs": pairs,
    })
}

/// `amalgam/rest-rows/1`: what is proved of the period of each rest.
pub fn rows(game: &str, values: Values, rows: &[&RestRow]) -> Value {
    json!({
        "schema": "amalgam/rest-rows/1",
        "game": game,
        "values": values_of(values),
        "rows": rows.iter().map(|row| report(row)).collect::<Vec<_>>(),
    })
}

fn report(row: &RestRow) -> Value {
    let rest = row.rest.heaps();
    match &row.status {
        Status::Proved(Proved { preperiod, period, fixed, offsets, .. }) => json!({
            "rest": rest,
            "preperiod": preperiod,
            "period": period,
            "fixed_points": fixed,
            "min_offset": offsets.map(|offsets| offsets.0),
            "max_offset": offsets.map(|offsets| offsets.1),
            "status": "proved",
        }),
        Status::Unknown(why) => json!({
            "rest": rest,
            "status": "unknown",
            "limit": why.to_string(),
        }),
    }
}

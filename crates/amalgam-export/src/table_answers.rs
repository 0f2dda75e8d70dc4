//! What is told of large tables as JSON objects: censuses and cubes.

use amalgam::Position;
use amalgam::engines::census::LayerCounts;
use amalgam::engines::cube::Summary;
use serde_json::{Value, json};

use crate::census::{Found, Mended, Verdict};

/// `amalgam/census/1`: the counts of each layer.
pub fn census(game: &str, misere: bool, coins: usize, layers: &[LayerCounts]) -> Value {
    json!({
        "schema": "amalgam/census/1",
        "game": game,
        "misere": misere,
        "coins": coins,
        "layers": layers,
    })
}

/// What a census would take.
#[derive(Clone, Debug)]
pub struct Foreseen {
    /// The largest number of coins.
    pub coins: usize,
    /// How many positions there are up to it.
    pub positions: u64,
    /// How many ranks would share it, if any.
    pub ranks: Option<usize>,
    /// The bytes of memory for each rank, or for the one process.
    pub bytes: Vec<u64>,
    /// The bytes that each may have.
    pub memory: u64,
    /// The largest number of coins for which that is enough.
    pub fits: usize,
}

/// `amalgam/census-dry-run/1`: the memory of a census that is not made; `bytes` is a list if there are
/// ranks.
pub fn census_dry_run(game: &str, misere: bool, foreseen: &Foreseen) -> Value {
    let Foreseen { coins, positions, ranks, bytes, memory, fits } = foreseen;
    let bytes = if ranks.is_some() { json!(bytes) } else { json!(bytes.first()) };
    json!({
        "schema": "amalgam/census-dry-run/1",
        "game": game,
        "misere": misere,
        "coins": coins,
        "positions": positions,
        "ranks": ranks,
        "bytes": bytes,
        "memory": memory,
        "fits": fits,
    })
}

/// `amalgam/census-show/1`: P-positions that meet conditions.
pub fn census_show(found: &Found) -> Value {
    json!({
        "schema": "amalgam/census-show/1",
        "total": found.total,
        "positions": found.positions.iter().map(Position::heaps).collect::<Vec<_>>(),
    })
}

/// `amalgam/census-verify/1`: whether a census is right.
pub fn census_verify(verdict: &Verdict) -> Value {
    json!({
        "schema": "amalgam/census-verify/1",
        "sound": verdict.problems.is_empty(),
        "layers": verdict.layers,
        "files": verdict.files,
        "p_positions": verdict.p_positions,
        "n_positions": verdict.n_positions,
        "problems": verdict.problems,
    })
}

/// `amalgam/census-repair/1`: which layers were found again.
pub fn census_repair(mended: &Mended) -> Value {
    json!({
        "schema": "amalgam/census-repair/1",
        "layers": mended.layers,
        "found_anew": mended.found_anew,
        "csv_anew": mended.csv,
        "manifest_sealed": mended.sealed,
    })
}

/// `amalgam/cube/1`: counts and sums over all positions of three heaps up to a size.
pub fn cube(game: &str, max: u64, summary: &Summary) -> Value {
    let agreement = &summary.nim_sum_agreement;
    json!({
        "schema": "amalgam/cube/1",
        "game": game,
        "max": max,
        "positions": summary.positions,
        "zeros": summary.zeros,
        "sum": summary.sum,
        "largest": summary.largest,
        "nim_sum_agreement": {
            "exact": agreement.exact,
            "lowest_bit_alone": agreement.lowest_bit_alone,
            "different": agreement.different,
        },
    })
}

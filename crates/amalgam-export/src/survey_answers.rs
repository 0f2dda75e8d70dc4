//! A survey as a JSON object.

use amalgam::lab::compare::Comparison;
use amalgam::lab::survey::{Part, RowPeriod, Sizes, Surveyed, Thirds};
use amalgam::theory::merging::NimCriterion;
use amalgam::theory::restricted::PairRule;
use serde_json::{Value, json};

use crate::conjecture_answers::fact;

/// `amalgam/survey/1`: a family of rules, member by member; `asked` members were to be looked at.
pub fn survey(family: &str, sizes: &Sizes, asked: usize, members: &[Surveyed]) -> Value {
    json!({
        "schema": "amalgam/survey/1",
        "family": family,
        "heaps": sizes.heaps,
        "members_asked": asked,
        "members": members.iter().map(|found| member(sizes, found)).collect::<Vec<_>>(),
    })
}

fn member(sizes: &Sizes, found: &Surveyed) -> Value {
    json!({
        "n": found.member.n,
        "rules": found.member.game.in_words(),
        "max": found.max,
        "three_heaps": part(&found.thirds, |thirds| match thirds {
            Thirds::Completions(rows) => json!({
                "status": "verified",
                "scope": scope(sizes),
                "f": rows,
            }),
            Thirds::Positions { first, total, max } => json!({
                "status": "verified",
                "scope": format!("3 heaps, max {max}"),
                "p_positions": first.iter().map(|position| position.heaps()).collect::<Vec<_>>(),
                "total": total,
            }),
        }),
        "p_positions_beside_nim": beside_nim(found, &found.outcomes, false),
        "values_beside_nim": beside_nim(found, &found.values, true),
        "periods": part(&found.periods, |rows| rows.iter().map(period).collect()),
        "p_positions_by_coins": part(&found.counts, |counts| json!({
            "status": "verified",
            "counts": counts,
        })),
    })
}

/// For which f(a,b) is told, in words.
pub fn scope(sizes: &Sizes) -> String {
    format!("a <= {}, b <= {}", sizes.rows, sizes.cols)
}

fn part<T>(part: &Part<T>, found: impl FnOnce(&T) -> Value) -> Value {
    match part {
        Part::Found(inside) => found(inside),
        Part::Unknown(why) => json!({"status": "unknown", "why": why}),
        Part::Absent(why) => json!({"status": null, "why": why}),
    }
}

fn beside_nim(surveyed: &Surveyed, comparison: &Part<Comparison>, values: bool) -> Value {
    let status = status(comparison, surveyed.nim, surveyed.max);
    match comparison {
        Part::Found(found) => json!({
            "status": status,
            "positions": found.positions,
            "agree": found.agree,
            "lowest_bit_alone": values.then_some(found.nearly),
            "up_to_the_lowest_bit": values.then(|| pair_status(surveyed)),
            "first_difference": found.differences.first().map(|first| json!({
                "position": first.position.heaps(),
                "here": fact(first.left),
                "nim": fact(first.right),
            })),
        }),
        Part::Unknown(why) => json!({"status": status, "why": why}),
        Part::Absent(why) => json!({"status": null, "why": why}),
    }
}

/// How sure it is that a member agrees with Nim, in words.
pub fn status(part: &Part<Comparison>, nim: NimCriterion, max: u64) -> String {
    match (part, nim) {
        (_, NimCriterion::Nim) => "proved".to_owned(),
        (Part::Found(found), _) if !found.is_same() => "refuted".to_owned(),
        (Part::Found(_), NimCriterion::Differs { heaps: [x, y] }) => {
            format!("verified to max {max}, refuted beyond by [{x},{y}]")
        }
        (Part::Found(_), NimCriterion::Silent) => format!("verified to max {max}"),
        (_, NimCriterion::Differs { .. }) => "refuted".to_owned(),
        (Part::Unknown(_) | Part::Absent(_), NimCriterion::Silent) => "unknown".to_owned(),
    }
}

/// How sure it is that the values of a member are those of Nim but for the lowest bit, in words.
pub fn pair_status(surveyed: &Surveyed) -> String {
    let max = surveyed.max;
    match (&surveyed.values, &surveyed.pair_rule) {
        (_, PairRule::Holds) => "proved".to_owned(),
        (Part::Found(found), _) if found.agree + found.nearly < found.positions => {
            "refuted".to_owned()
        }
        (Part::Found(_), PairRule::FailsAt(position)) => {
            format!("verified to max {max}, refuted beyond by {position}")
        }
        (Part::Found(_), PairRule::Fails) => format!("verified to max {max}, refuted beyond"),
        (Part::Found(_), PairRule::Silent) => format!("verified to max {max}"),
        (_, PairRule::FailsAt(_) | PairRule::Fails) => "refuted".to_owned(),
        (Part::Unknown(_) | Part::Absent(_), PairRule::Silent) => "unknown".to_owned(),
    }
}

fn period(row: &RowPeriod) -> Value {
    match row {
        RowPeriod::Proved { preperiod, period } => {
            json!({"status": "proved", "preperiod": preperiod, "period": period})
        }
        RowPeriod::Observed { preperiod, period, to } => json!({
            "status": "observed",
            "preperiod": preperiod,
            "period": period,
            "to_column": to,
        }),
        RowPeriod::NoneTo { to } => json!({"status": "none observed", "to_column": to}),
        RowPeriod::Unknown(why) => json!({"status": "unknown", "why": why}),
    }
}

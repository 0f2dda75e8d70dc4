//! A survey as JSON, and as one line for each fact in CSV.

use amalgam::lab::compare::{Comparison, Fact};
use amalgam::lab::survey::{Part, RowPeriod, Surveyed, Thirds};
use amalgam_export::csv::Csv;
use amalgam_export::format::{Cell, Export, ExportError, Format, Kind, Shape};
use serde_json::{Value, json};

use super::Report;
use super::words::status;
use crate::failure::Failure;
use crate::output;

pub(super) fn object(report: &Report) -> Value {
    json!({
        "schema": "amalgam/survey/1",
        "family": report.family,
        "heaps": report.sizes.heaps,
        "members_asked": report.total,
        "members": report.members.iter().map(|found| member(report, found)).collect::<Vec<_>>(),
    })
}

fn member(report: &Report, found: &Surveyed) -> Value {
    json!({
        "n": found.member.n,
        "rules": found.member.game.in_words(),
        "max": found.max,
        "three_heaps": part(&found.thirds, |thirds| match thirds {
            Thirds::Completions(rows) => json!({
                "status": "verified",
                "scope": scope(report),
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

fn scope(report: &Report) -> String {
    format!("a <= {}, b <= {}", report.sizes.rows, report.sizes.cols)
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
    let fact = |fact: Fact| match fact {
        Fact::Outcome(outcome) => Value::from(outcome.to_string()),
        Fact::Value(value) => value.into(),
    };
    match comparison {
        Part::Found(found) => json!({
            "status": status,
            "positions": found.positions,
            "agree": found.agree,
            "lowest_bit_alone": values.then_some(found.nearly),
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

/// One fact in a line: whose, what, where, the value, and how sure it is.
pub(super) fn csv(report: &Report) -> Result<(), Failure> {
    let mut records: Vec<Vec<Cell>> = Vec::new();
    for found in &report.members {
        let mut facts = Facts { found, records: &mut records };
        facts.thirds(report);
        facts.beside_nim("p_positions_as_in_nim", &found.outcomes);
        facts.beside_nim("values_as_in_nim", &found.values);
        facts.periods();
        facts.counts(report);
    }
    let mut records = records.into_iter();
    let mut export = Export {
        title: format!("survey of {}", report.family),
        comments: Vec::new(),
        columns: vec![
            ("n", Kind::Number),
            ("rules", Kind::Text),
            ("what", Kind::Text),
            ("a", Kind::Number),
            ("b", Kind::Number),
            ("value", Kind::Text),
            ("status", Kind::Text),
        ],
        shape: Shape::Records,
        next: Box::new(move |record| {
            let next = records.next();
            let more = next.is_some();
            record.extend(next.into_iter().flatten());
            more
        }),
    };
    let mut out = Vec::new();
    Csv.write(&mut export, &mut out).map_err(|error| match error {
        ExportError::Io(error) => Failure::Output(error),
        other => Failure::Input(other.to_string(), None),
    })?;
    output::print(&String::from_utf8_lossy(&out))
}

/// The facts of a member, as they are put into lines.
struct Facts<'a> {
    found: &'a Surveyed,
    records: &'a mut Vec<Vec<Cell>>,
}

impl Facts<'_> {
    fn add(&mut self, what: &str, at: [Option<u64>; 2], value: Cell, status: &str) {
        let [a, b] = at.map(|number| number.map_or(Cell::Unknown, Cell::from));
        let rules = self.found.member.game.in_words();
        let text = |text: &str| Cell::Text(text.to_owned());
        self.records.push(vec![
            self.found.member.n.into(),
            Cell::Text(rules),
            text(what),
            a,
            b,
            value,
            text(status),
        ]);
    }

    fn thirds(&mut self, report: &Report) {
        match &self.found.thirds {
            Part::Found(Thirds::Completions(rows)) => {
                let status = format!("verified to {}", scope(report));
                for (a, row) in (1..).zip(rows) {
                    for (b, &f) in (0..).zip(row) {
                        self.add("f", [Some(a), Some(b)], f.into(), &status);
                    }
                }
            }
            Part::Found(Thirds::Positions { first, max, .. }) => {
                let status = format!("verified to 3 heaps, max {max}");
                for position in first {
                    self.add("p_position", [None; 2], Cell::Text(position.to_string()), &status);
                }
            }
            Part::Unknown(why) => self.unknown("three_heaps", why),
            Part::Absent(_) => {}
        }
    }

    fn beside_nim(&mut self, what: &str, comparison: &Part<Comparison>) {
        let status = status(comparison, self.found.nim, self.found.max);
        match comparison {
            Part::Found(found) => {
                // In a scope of so many positions.
                let scope = [None, Some(found.positions)];
                self.add(what, scope, found.agree.into(), &status);
                if found.nearly > 0 {
                    self.add(&format!("nearly_{what}"), scope, found.nearly.into(), "verified");
                }
                if let Some(first) = found.differences.first() {
                    let first = Cell::Text(first.position.to_string());
                    self.add(&format!("not_{what}"), [None; 2], first, "refuted");
                }
            }
            Part::Unknown(why) => self.unknown(what, why),
            Part::Absent(_) => {}
        }
    }

    fn periods(&mut self) {
        match &self.found.periods {
            Part::Found(rows) => {
                for (a, row) in (1..).zip(rows) {
                    let (known, status) = match row {
                        RowPeriod::Proved { preperiod, period } => {
                            (Some((*preperiod, *period)), "proved".to_owned())
                        }
                        RowPeriod::Observed { preperiod, period, to } => {
                            (Some((*preperiod, *period)), format!("observed to column {to}"))
                        }
                        RowPeriod::NoneTo { to } => (None, format!("none observed to column {to}")),
                        RowPeriod::Unknown(why) => (None, format!("unknown: {why}")),
                    };
                    let cell = |number: Option<u64>| number.map_or(Cell::Unknown, Cell::from);
                    let (preperiod, period) = known.unzip();
                    self.add("preperiod", [Some(a), None], cell(preperiod), &status);
                    self.add("period", [Some(a), None], cell(period), &status);
                }
            }
            Part::Unknown(why) => self.unknown("period", why),
            Part::Absent(why) => self.add("period", [None; 2], Cell::Unknown, why),
        }
    }

    fn counts(&mut self, report: &Report) {
        match &self.found.counts {
            Part::Found(counts) => {
                let status = format!("verified to {} coins", report.sizes.coins);
                for (coins, &count) in (0..).zip(counts) {
                    self.add("p_positions_of_coins", [None, Some(coins)], count.into(), &status);
                }
            }
            Part::Unknown(why) => self.unknown("p_positions_of_coins", why),
            Part::Absent(_) => {}
        }
    }

    fn unknown(&mut self, what: &str, why: &str) {
        self.add(what, [None; 2], Cell::Unknown, &format!("unknown: {why}"));
    }
}

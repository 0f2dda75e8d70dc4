//! A survey as one line for each fact, in CSV.

use std::io;

use amalgam::lab::compare::Comparison;
use amalgam::lab::statement::{Scope, Statement};
use amalgam::lab::survey::{Part, RowPeriod, Surveyed, Thirds};
use amalgam_export::csv::Csv;
use amalgam_export::format::{Cell, Export, ExportError, Format, Kind, Shape};

use super::Surveyed as Report;
use super::member::scope;
use crate::said::Page;

/// One fact in a line: whose, what, where, the value, and how sure it is.
pub(super) fn csv(report: &Report, page: &mut Page<'_>) -> io::Result<()> {
    let mut records: Vec<Vec<Cell>> = Vec::new();
    for found in &report.found {
        let mut facts = Facts { found, records: &mut records };
        facts.thirds(report);
        facts.beside_nim("p_positions_as_in_nim", &found.outcomes, &found.p_positions_as_in_nim);
        facts.beside_nim("values_as_in_nim", &found.values, &found.values_as_in_nim);
        facts.up_to_the_lowest_bit(report);
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
    Csv.write(&mut export, page.out()).map_err(|error| match error {
        ExportError::Io(error) => error,
        error => io::Error::other(error.to_string()),
    })
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
                let status = format!("verified to {}", scope(&report.sizes));
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

    fn beside_nim(&mut self, what: &str, compared: &Part<Comparison>, all: &Statement) {
        // In a scope of this many positions.
        let found = compared.found();
        let positions = found.map(|found| found.positions);
        let agree = found.map_or(Cell::Unknown, |found| found.agree.into());
        self.add(what, [None, positions], agree, &all.to_string());
        if let Some(first) = found.and_then(|found| found.differences.first()) {
            let first = Cell::Text(first.position.to_string());
            self.add(&format!("not_{what}"), [None; 2], first, "refuted");
        }
    }

    fn up_to_the_lowest_bit(&mut self, report: &Report) {
        let statement = self.found.values_up_to_the_lowest_bit.to_string();
        let found = self.found.values.found();
        let positions = found.map(|found| found.positions);
        let nearly = found.map_or(Cell::Unknown, |found| (found.agree + found.nearly).into());
        let what = "values_up_to_the_lowest_bit";
        self.add(what, [None, positions], nearly, &statement);
        if let Some(found) = found.filter(|found| found.nearly > 0) {
            let scope = Scope::of_heaps(report.sizes.heaps).up_to(self.found.max);
            let status = format!("verified for {scope}");
            let what = "nearly_values_as_in_nim";
            self.add(what, [None, positions], found.nearly.into(), &status);
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

//! A survey as tables for people.

use amalgam::lab::statement::Statement;
use amalgam::lab::survey::{Part, RowPeriod, Surveyed, Thirds};
use amalgam::{Position, columns};

use super::Surveyed as Report;
use crate::verbs::compare::percent;

pub(super) fn text(report: &Report) -> String {
    let mut text = format!("survey of {}\n", report.family);
    if report.found.is_empty() {
        return text;
    }
    let rows: Vec<Vec<String>> = report
        .found
        .iter()
        .map(|found| vec![parameter(found), found.member.game.in_words()])
        .collect();
    text += &columns(&rows, 2);
    text += &thirds(report);
    text += &beside_nim(report);
    text += &periods(report);
    text += &counts(report);
    text
}

fn parameter(found: &Surveyed) -> String {
    format!("n = {}", found.member.n)
}

fn line<I: IntoIterator<Item = String>>(first: &str, rest: I) -> Vec<String> {
    std::iter::once(first.to_owned()).chain(rest).collect()
}

/// f(a,b), or P-positions of three heaps: members of one family may have either.
fn thirds(report: &Report) -> String {
    let (rows, cols) = (report.sizes.rows, report.sizes.cols);
    let mut table =
        vec![line("n", ["a".to_owned()].into_iter().chain((0..=cols).map(|b| b.to_string())))];
    let mut lists = Vec::new();
    let mut unknown = Vec::new();
    for found in &report.found {
        let n = found.member.n.to_string();
        match &found.thirds {
            Part::Found(Thirds::Completions(cells)) => {
                for (a, row) in (1..).zip(cells) {
                    let n = if a == 1 { n.as_str() } else { "" };
                    let row = row.iter().map(u64::to_string);
                    table.push(line(n, std::iter::once(a.to_string()).chain(row)));
                }
            }
            Part::Found(Thirds::Positions { first, total, max }) => {
                let shown: Vec<String> = first.iter().map(ToString::to_string).collect();
                let rest = total - first.len() as u64;
                let rest = if rest > 0 { format!(" … and {rest} more") } else { String::new() };
                let status = format!("verified to max {max}:");
                lists.push(vec![n, status, format!("{}{rest}", shown.join(" "))]);
            }
            Part::Unknown(why) => unknown.push(vec![n, format!("unknown: {why}")]),
            Part::Absent(why) => unknown.push(vec![n, (*why).to_owned()]),
        }
    }
    let mut text = String::new();
    if table.len() > 1 {
        text += &format!("\nf(a,b) by columns b, verified to a <= {rows}, b <= {cols}\n");
        text += &columns(&table, 2);
    }
    if !lists.is_empty() {
        text += "\nP-positions of three heaps (no completion is promised)\n";
        text += &columns(&lists, 2);
    }
    if !unknown.is_empty() {
        text += "\nthree heaps\n";
        text += &columns(&unknown, 2);
    }
    text
}

fn beside_nim(report: &Report) -> String {
    let mut text = String::new();
    for (what, values) in [("P-positions", false), ("Grundy values", true)] {
        let mut heads = vec!["n", "positions", "as in Nim", "share"];
        heads.extend(values.then_some("up to the lowest bit"));
        heads.extend(["first difference", "all as in Nim"]);
        heads.extend(values.then_some("all up to the lowest bit"));
        let mut rows = vec![heads.into_iter().map(str::to_owned).collect::<Vec<_>>()];
        for found in &report.found {
            let mut row = vec![found.member.n.to_string()];
            let (compared, all) = match values {
                false => (&found.outcomes, &found.p_positions_as_in_nim),
                true => (&found.values, &found.values_as_in_nim),
            };
            let first = compared.found().and_then(|compared| compared.differences.first());
            match compared {
                Part::Found(comparison) => {
                    let shown = first.map_or("-".to_owned(), |first| {
                        format!("{} is {}, not {}", first.position, first.left, first.right)
                    });
                    row.push(comparison.positions.to_string());
                    row.push(comparison.agree.to_string());
                    row.push(percent(comparison.agree, comparison.positions));
                    let nearly = comparison.agree + comparison.nearly;
                    row.extend(values.then(|| nearly.to_string()));
                    row.push(shown);
                }
                Part::Unknown(why) => {
                    row.extend(vec!["?".to_owned(); if values { 4 } else { 3 }]);
                    row.push(format!("unknown: {why}"));
                }
                Part::Absent(why) => row.push((*why).to_owned()),
            }
            row.push(statement(all, first.map(|first| &first.position)));
            row.extend(values.then(|| statement(&found.values_up_to_the_lowest_bit, None)));
            rows.push(row);
        }
        let heaps = report.sizes.heaps;
        text += &format!("\n{what} beside Nim, at most {heaps} heaps\n");
        text += &columns(&rows, 2);
    }
    text
}

/// What is known of a statement; the heading has the number of heaps, and a column of its own may have
/// shown the position that refutes it.
fn statement(statement: &Statement, shown: Option<&Position>) -> String {
    let to = |max: Option<u64>| max.map_or(String::new(), |max| format!("verified to max {max}"));
    match statement {
        Statement::Verified(scope) => to(scope.max),
        Statement::Refuted { holds: Some(scope), by, .. } => {
            format!("{}, refuted beyond by {by}", to(scope.max))
        }
        Statement::Refuted { by, .. } if shown != Some(by) => format!("refuted by {by}"),
        statement => statement.status().to_string(),
    }
}

fn periods(report: &Report) -> String {
    let rows = 1..=report.sizes.periods;
    let mut table = vec![line("n", rows.map(|a| format!("row {a}")))];
    table[0].push("status".to_owned());
    for found in &report.found {
        let n = found.member.n.to_string();
        let Part::Found(rows) = &found.periods else {
            let why = match &found.periods {
                Part::Absent(why) => format!("-: {why}"),
                Part::Unknown(why) => format!("unknown: {why}"),
                Part::Found(_) => String::new(),
            };
            table.push(vec![n, why]);
            continue;
        };
        let cell = |row: &RowPeriod| match row {
            RowPeriod::Proved { preperiod, period } => format!("{preperiod}+{period}"),
            RowPeriod::Observed { preperiod, period, .. } => format!("{preperiod}+{period}?"),
            RowPeriod::NoneTo { .. } => "none?".to_owned(),
            RowPeriod::Unknown(_) => "?".to_owned(),
        };
        let mut row = line(&n, rows.iter().map(cell));
        row.push(sureness(rows));
        table.push(row);
    }
    // A sentence must not widen the column of the first row.
    let (sentences, table): (Vec<_>, Vec<_>) = table.into_iter().partition(|row| row.len() == 2);
    let mut text = "\npreperiod and period of the rows of f(a,b)\n".to_owned();
    if table.len() > 1 {
        text += &columns(&table, 2);
    }
    text.push_str(&columns(&sentences, 2));
    text
}

/// How sure the periods of some rows are, in words.
fn sureness(rows: &[RowPeriod]) -> String {
    let mut said: Vec<String> = Vec::new();
    for row in rows {
        let status = match row {
            RowPeriod::Proved { .. } => "proved".to_owned(),
            RowPeriod::Observed { to, .. } => format!("? observed to column {to}"),
            RowPeriod::NoneTo { to } => format!("none? seen to column {to}"),
            RowPeriod::Unknown(why) => format!("? unknown: {why}"),
        };
        if !said.contains(&status) {
            said.push(status);
        }
    }
    said.join("; ")
}

fn counts(report: &Report) -> String {
    let coins = report.sizes.coins;
    let mut table = vec![line("n", (0..=coins.min(1000)).map(|n| n.to_string()))];
    let mut unknown = Vec::new();
    for found in &report.found {
        let n = found.member.n.to_string();
        match &found.counts {
            Part::Found(counts) => table.push(line(&n, counts.iter().map(u64::to_string))),
            Part::Unknown(why) => unknown.push(vec![n, format!("unknown: {why}")]),
            Part::Absent(why) => unknown.push(vec![n, (*why).to_owned()]),
        }
    }
    let mut text = String::new();
    if table.len() > 1 {
        text += &format!("\nP-positions by coins, verified to {coins} coins\n");
        text += &columns(&table, 2);
    }
    if !unknown.is_empty() {
        text += "\nP-positions by coins\n";
        text += &columns(&unknown, 2);
    }
    text
}

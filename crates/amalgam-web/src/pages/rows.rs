//! Rows: every row of f(a,b) repeats; its period, its lists, its pictures, and the cover rows.

use std::time::Duration;

use amalgam::Budget;
use amalgam::engines::rows::{self, Lists, Obstacle, Proof, Row, Status, Unknown};
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::{covers, row};
use amalgam::games::rules::Family;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, PreEscaped, html};

use super::parts::{answered, command, family_field, grouped, number_field, status_badge, wide};
use crate::Problem;
use crate::api::{LAST_ROW, check_list, row_number};
use crate::app::Shared;
use crate::kept_rows::{Found, KeptRows};
use crate::layout::Nav;
use crate::params::{Params, address};
use crate::pool::Lane;
use crate::question::{self, DEFAULT_GAME};

/// The default last row, and the default row in detail.
const TO: u64 = 20;
const ROW: u64 = 7;

/// How many pairs of a list are written out.
const PAIRS: usize = 48;

struct Asked {
    game: String,
    family: Family,
    to: u64,
    row: u64,
}

/// `/rows`
pub(crate) async fn show(State(app): State<Shared>, params: Params) -> Response {
    let answer = answer(&app, &params).await;
    answered("Rows", Nav::Rows, form(&params), answer)
}

fn form(params: &Params) -> Markup {
    let text = |name: &str, usual: u64| params.text(name).map_or(usual.to_string(), str::to_owned);
    html! {
        h1 { "Rows" }
        p.lead { "Row a of f(a,b) repeats from some column on: f(a, b + p) = f(a, b) + p. The preperiod "
            "and the period shown here are the smallest possible, and both are proved." }
        form.panel.table action="/rows" method="get" data-swap="#answer" {
            (family_field(params))
            (number_field("to", "Rows up to", &text("to", TO), LAST_ROW))
            (number_field("row", "Row in detail", &text("row", ROW), LAST_ROW))
            button.primary type="submit" { "Show" }
        }
    }
}

async fn answer(app: &Shared, params: &Params) -> Result<Markup, Problem> {
    let (_, family) = question::family(params)?;
    let game = params.text("game").unwrap_or(DEFAULT_GAME).to_owned();
    let row = row_number(params, "row", ROW)?;
    let to = row_number(params, "to", TO)?;
    let question = format!("{to} {row} {game}");
    if let Some(page) = app.pages.get(&question) {
        return Ok(PreEscaped(page));
    }
    let asked = Asked { game, family, to, row };
    // A search for rows may take all its time, so it is never light.
    let kept = app.rows.clone();
    let found = app.pool.run(Lane::Heavy, move |limits| found(&asked, &kept, limits)).await?;
    if found.is_final {
        app.pages.keep(question, found.page.0.clone());
    }
    Ok(found.page)
}

/// A page, and whether it will always be the same.
struct Shown {
    page: Markup,
    is_final: bool,
}

/// `/rows/stop`: stops the search. What it has found is kept.
pub(crate) async fn stop(State(app): State<Shared>, headers: HeaderMap) -> Response {
    app.rows.stop();
    back(&headers)
}

/// `/rows/again`: searches again for the rows that were not found.
pub(crate) async fn again(
    State(app): State<Shared>,
    params: Params,
    headers: HeaderMap,
) -> Response {
    if let Ok((_, family)) = question::family(&params) {
        app.rows.again(family);
    }
    back(&headers)
}

/// Back to the page with the button. The guard has checked that it is one of ours.
fn back(headers: &HeaderMap) -> Response {
    let from = headers.get(header::REFERER).and_then(|from| from.to_str().ok()).unwrap_or("");
    let query = from.split_once("/rows?").map_or("", |(_, query)| query);
    Redirect::to(&format!("/rows?{query}")).into_response()
}

fn found(asked: &Asked, kept: &KeptRows, limits: &Budget) -> Result<Shown, Problem> {
    let last = asked.to.max(asked.row);
    let Found { reports, since } = kept.find(asked.family, last, limits)?;
    let detail = reports.iter().find(|report| report.heap() == Some(asked.row));
    let covers = covers::decide(asked.family, asked.to, None, limits, &Silent);
    let listed = &reports[..reports.len().min(asked.to as usize)];
    let unknown = reports.iter().filter(|report| report.proved().is_none()).count();
    let is_final = since.is_none() && unknown == 0 && covers.is_ok();
    let page = html! {
        @match since {
            Some(since) => (going_on(unknown, reports.len(), since)),
            None if unknown > 0 => (not_all(asked, unknown, reports.len())),
            None => {}
        }
        @if let Some(report) = detail { (in_detail(asked, report)) }
        h2 { "Rows 1 to " (asked.to) }
        (table(asked, listed))
        p.fine { "The mask of a row is what the rows before it use. The table shows its preperiod and its "
            "period." }
        (picture(
            "bars",
            &address("/rows/periods.svg", &[("game", &asked.game), ("to", &asked.to.to_string())]),
            &format!("Preperiods and periods of the rows up to {} on a logarithmic scale", asked.to),
        ))
        h2 { "Cover rows" }
        p { "2k is a cover row if from some column on the rows 0 to 2k use exactly the offsets −k to "
            "k. Then the rows after it do not depend on those before." }
        @match covers {
            Ok(found) => (cover_table(&found)),
            Err(error) => p { (status_badge("unknown")) " " (error) },
        }
        (command("cli", &question::command(&[
            "amalgam", "rows", "--game", &asked.game, "--to", &asked.to.to_string(),
        ])))
    };
    Ok(Shown { page, is_final })
}

/// The search is not done and continues.
fn going_on(unknown: usize, all: usize, since: Duration) -> Markup {
    html! {
        section.problem.limit role="status" data-poll="#answer" {
            h2 { span.glyph aria-hidden="true" { "◔" } " Still searching" }
            p { (all - unknown) " of " (all) " rows are proved after " (since.as_secs()) " seconds. The "
                "search continues, and this page updates itself. Without scripts, reload it." }
            progress max=(all) value=(all - unknown) aria-label="Rows proved" {}
            form action="/rows/stop" method="post" { button type="submit" { "Stop the search" } }
        }
    }
}

/// The limits of a page were too small for all rows.
fn not_all(asked: &Asked, unknown: usize, all: usize) -> Markup {
    html! {
        section.problem.limit role="status" {
            h2 { span.glyph aria-hidden="true" { "◔" } " Too much for this page" }
            p { (unknown) " of the " (all) " rows are unknown: the search was stopped, or it reached the memory "
                "limit of a page. Nothing is claimed about them; the others are proved." }
            form action=(address("/rows/again", &[("game", &asked.game)])) method="post" {
                button type="submit" { "Search again" }
            }
            p.help { "Ask for fewer rows, or use the command at the end of the page, where you set the "
                "limits yourself." }
        }
    }
}

/// Why a row is unknown.
fn why(unknown: &Unknown) -> String {
    let after = match unknown.columns {
        0 => "before its first column".to_owned(),
        columns => format!("after {} columns", grouped(columns)),
    };
    match &unknown.why {
        Obstacle::Stopped => format!("the time ran out {after}"),
        Obstacle::Memory => format!("the memory ran out {after}"),
        Obstacle::Columns => format!("the search gave up {after}"),
        Obstacle::Below(_) => "it depends on a row that is unknown".to_owned(),
        Obstacle::Bits => "its period does not fit in 60 bits".to_owned(),
        why @ (Obstacle::Apart | Obstacle::Shorter | Obstacle::Unsought) => why.to_string(),
    }
}

/// A picture in its place before it is loaded: `shape` is a class with the ratio of its sides.
fn picture(shape: &str, source: &str, about: &str) -> Markup {
    // Browsers do not load the picture that is not shown.
    html! {
        figure.picture.(shape) tabindex="0" role="group" aria-label=(about) {
            img.on-light src=(source) alt=(about) loading="lazy";
            img.on-dark src={ (source) "&dark=1" } alt=(about) loading="lazy";
        }
    }
}

fn in_detail(asked: &Asked, report: &Row) -> Markup {
    let number = asked.row.to_string();
    let same = [("game", &*asked.game), ("row", &*number)];
    html! {
        section.card.verdict {
            p.title { "Row " (asked.row) " in " (asked.game) }
            @match &report.status {
                Status::Proved(proved) => {
                    p.big {
                        "f(" (number) ", b + " (grouped(proved.period)) ") = f(" (number) ", b) + "
                        (grouped(proved.period)) " for all b ≥ " (grouped(proved.preperiod))
                    }
                    p.reason { (status_badge("proved")) " " (why_proved(proved)) "; no smaller period works." }
                    (lists(asked, proved))
                }
                Status::Unknown(unknown) => {
                    p.reason { (status_badge("unknown")) " " (why(unknown)) "." }
                }
            }
        }
        @if let Some(proved) = report.proved() {
            @match amalgam_draw::row::columns(proved.preperiod, proved.period) {
                Some(_) => (picture("wave", &address("/rows/row.svg", &same),
                    &format!("The offsets of row {number}, folded by its period"))),
                None => p.soft { "A period of " (grouped(proved.period)) " columns is too long for a "
                    "picture of the whole row." },
            }
        }
        (picture("arcs", &address("/rows/matching.svg", &same), &format!("Row {number} as arcs that join b and f({number},b)")))
        p.row.links {
            a href=(address("/api/v1/row", &same)) { "Lists as JSON" }
            a href=(address("/api/v1/row", &[("game", &*asked.game), ("row", &*number), ("matching", "0..40")])) {
                "Matching as JSON"
            }
        }
    }
}

fn why_proved(proved: &rows::Proved) -> &'static str {
    match proved.proof {
        Proof::Walked | Proof::Recurrence { .. } => {
            "because the state of the row is the same in both columns"
        }
        Proof::Synchronised { .. } => "because the row forgets its past",
        Proof::Structure(_) => {
            "by the structure of the rows between two cover rows, without walking the period"
        }
    }
}

fn lists(asked: &Asked, proved: &rows::Proved) -> Markup {
    let found = check_list(asked.row, proved)
        .and_then(|()| Ok(row::lists_of(asked.family, asked.row, proved)?));
    match found {
        Ok(Lists { rest, period, once, repeating, .. }) => html! {
            @let row = rows::name(&rest);
            dl.lists {
                dt { "L" sub { "1" } "(" (row) ")" }
                dd { (pairs(&once)) }
                dt { "L" sub { "2" } "(" (row) ")" }
                dd { (pairs(&repeating)) " + " (grouped(period)) "ℕ" }
            }
        },
        Err(problem) => html! { p.soft { "The lists are not shown: " (problem.message) "." } },
    }
}

fn pairs(pairs: &[[u64; 2]]) -> String {
    let shown: Vec<String> = pairs.iter().take(PAIRS).map(|[b, c]| format!("[{b},{c}]")).collect();
    match pairs.len().saturating_sub(PAIRS) {
        0 => format!("{{{}}}", shown.join(", ")),
        more => format!("{{{}, and {} more}}", shown.join(", "), grouped(more as u64)),
    }
}

fn table(asked: &Asked, reports: &[Row]) -> Markup {
    let to = asked.to.to_string();
    html! {
        (wide("Preperiods and periods", html! {
            table {
                thead { tr {
                    th.num scope="col" { "Row" } th.num scope="col" { "Preperiod" }
                    th.num scope="col" { "Period" } th scope="col" { "Status" }
                    th.num scope="col" { "Mask" } th.num scope="col" { "Offsets" }
                    th scope="col" { "Cover" }
                } }
                tbody {
                    @for report in reports {
                        @let row = report.name();
                        tr aria-current=[(report.heap() == Some(asked.row)).then_some("true")] {
                            th.num scope="row" {
                                a href=(address("/rows", &[("game", &asked.game), ("to", &to), ("row", &row)]))
                                    data-swap="#answer" { (row) }
                            }
                            @match &report.status {
                                Status::Proved(proved) => {
                                    td.num { (grouped(proved.preperiod)) }
                                    td.num { (grouped(proved.period)) }
                                    td { (status_badge("proved")) }
                                    td.num { @if let Some(mask) = &proved.mask {
                                        (grouped(mask.preperiod)) " + " (grouped(mask.period))
                                    } }
                                    td.num { @if let Some((least, most)) = proved.offsets { (least) " to " (most) } }
                                    td { @if report.cover { "● cover" } }
                                }
                                Status::Unknown(unknown) => {
                                    td.num { "?" } td.num { "?" }
                                    td { (status_badge("unknown")) " " span.fine { (why(unknown)) } }
                                    td {} td {}
                                    td { @if report.cover { "● cover" } }
                                }
                            }
                        }
                    }
                }
            }
        }))
    }
}

fn listed(rows: impl Iterator<Item = u64>) -> String {
    let rows: Vec<String> = rows.map(|row| row.to_string()).collect();
    if rows.is_empty() { "none".to_owned() } else { rows.join(", ") }
}

fn cover_table(found: &covers::Decided) -> Markup {
    html! {
        (wide("Cover rows", html! {
            table.covers {
                thead { tr {
                    th.num scope="col" { "Row" } th.num scope="col" { "Half width" }
                    th.num scope="col" { "From column" } th scope="col" { "Status" }
                    th scope="col" { "Proof" }
                } }
                tbody {
                    @for cover in &found.covers.covers {
                        tr {
                            th.num scope="row" { (cover.row) }
                            td.num { (cover.half_width) }
                            td.num { (grouped(cover.from)) }
                            td { (status_badge("proved")) }
                            td { (cover_proof(&cover.proof)) }
                        }
                    }
                }
            }
        }))
        p.fine { "Only the rows 8m and 8m + 6 can be cover rows. Proved not to be: "
            (listed(found.excluded.iter().map(|row| row.row))) ". Open: "
            (listed(found.open.iter().map(|row| row.row))) ", searched up to column "
            (grouped(found.covers.searched_to_column)) "." }
    }
}

fn cover_proof(proof: &covers::CoverProof) -> String {
    match proof {
        covers::CoverProof::Balanced { after, column } => {
            format!("after cover {after}, column {column} is balanced")
        }
        covers::CoverProof::Period { column, period } => {
            format!("the rows repeat together from column {column} with period {period}")
        }
    }
}

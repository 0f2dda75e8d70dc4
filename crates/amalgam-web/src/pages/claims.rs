//! Claims: the ledger, with a status for each statement and a command that checks it.

use amalgam::Position;
use amalgam::lab::claims::{Claim, Erratum, Paper, Replay, Status, Verdict};
use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};

use super::parts::{answered, command, status_badge};
use crate::Problem;
use crate::app::Shared;
use crate::layout::Nav;
use crate::params::{Params, address};
use crate::question::DEFAULT_GAME;
use crate::verdicts::EFFORT;

/// A claim whose check is not done.
const PENDING: &str = "not yet checked";

/// The choices of the filter.
const STATUSES: [&str; 7] =
    ["all", "proved", "verified", "refuted", "observed", "unknown", PENDING];

type Checked = (&'static Claim, Option<Verdict>);

/// `/claims`
pub(crate) async fn show(State(app): State<Shared>, params: Params) -> Response {
    // This costs nothing: the checks run on their own thread.
    let ledger = app.verdicts.look(app.memory);
    answered("Claims", Nav::Claims, form(&params), answer(&ledger, &params))
}

fn form(params: &Params) -> Markup {
    let (status, paper) =
        (params.text("status").unwrap_or("all"), params.text("paper").unwrap_or("all"));
    html! {
        h1 { "Claims" }
        p.lead { "Every numbered or emphasised statement of the papers on Amalgamation Nim, and what the "
            "literature says about neighbouring games, in our own words, with what the program "
            "found. Some of the statements are wrong." }
        form.panel.claims action="/claims" method="get" data-swap="#answer" {
            label.field {
                "Status"
                select name="status" data-live {
                    @for name in STATUSES { option selected[name == status] { (name) } }
                }
            }
            label.field {
                "Source"
                select name="paper" data-live {
                    option { "all" }
                    @for known in Paper::ALL {
                        option value=(known.name()) selected[known.name() == paper] { (known.title()) }
                    }
                }
            }
            label.field.grow {
                "Words"
                input type="search" name="q" value=(params.text("q").unwrap_or("")) data-live;
            }
            button.primary type="submit" { "Filter" }
        }
    }
}

fn status_of(verdict: Option<&Verdict>) -> String {
    verdict.map_or(PENDING.to_owned(), |verdict| verdict.status.to_string())
}

fn answer(ledger: &[Checked], params: &Params) -> Result<Markup, Problem> {
    let status = params.one_of("status", &STATUSES)?;
    let names = Paper::ALL.map(Paper::name);
    let papers = [&["all"], &names[..]].concat();
    let paper = params.one_of("paper", &papers)?;
    let words = params.text("q").unwrap_or("").to_lowercase();
    let wanted = |(claim, verdict): &&Checked| {
        let text = || format!("{} {} {}", claim.id, claim.statement, claim.source()).to_lowercase();
        (status == "all" || status_of(verdict.as_ref()) == status)
            && (paper == "all" || claim.paper().name() == paper)
            && words.split_whitespace().all(|word| text().contains(word))
    };
    let shown: Vec<&Checked> = ledger.iter().filter(wanted).collect();
    let pending = ledger.iter().filter(|(_, verdict)| verdict.is_none()).count();
    Ok(html! {
        (counts(ledger))
        @if pending > 0 {
            p role="status" data-poll="#answer" {
                span aria-hidden="true" { "… " }
                (pending) " of " (ledger.len()) " claims are still being checked. This page updates itself."
            }
        }
        p.fine { "This server checks with effort “" (EFFORT) "”. A verified claim is verified only within the "
            "scope that it names. The published ledger goes further." }
        @if shown.is_empty() {
            p { @if pending > 0 && status != "all" { "No claim matches so far." } @else { "No claim matches." } }
        }
        div.claims { @for (claim, verdict) in shown { (entry(claim, verdict.as_ref())) } }
    })
}

fn counts(ledger: &[Checked]) -> Markup {
    let all =
        [Status::Proved, Status::Verified, Status::Refuted, Status::Observed, Status::Unknown];
    html! {
        ul.row.counts {
            @for status in all.map(|status| status.to_string()) {
                @let count = ledger.iter().filter(|(_, v)| v.is_some() && status_of(v.as_ref()) == status).count();
                li {
                    a href=(address("/claims", &[("status", &status)])) data-swap="main" {
                        (status_badge(&status)) " " (count)
                    }
                }
            }
        }
    }
}

fn entry(claim: &Claim, verdict: Option<&Verdict>) -> Markup {
    let command_id = format!("c-{}", claim.id.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    html! {
        article.claim id=(claim.id) {
            header.row {
                (status_badge(&status_of(verdict)))
                h2 { a href={ "#" (claim.id) } { (claim.id) } }
                span.fine { (claim.source()) }
            }
            p.statement { (claim.statement) }
            @if let Some(verdict) = verdict {
                @for line in [&verdict.evidence, &verdict.scope] {
                    @if !line.is_empty() { p.evidence { (line) } }
                }
            }
            @match claim.erratum {
                Some(Erratum::Printed { meant }) => {
                    p.evidence { "This is the statement as printed; " (other(meant)) " is what is meant." }
                }
                Some(Erratum::Meant { printed }) => {
                    p.evidence { "This is what is meant; " (other(printed)) " is the statement as printed." }
                }
                None => {}
            }
            @if let Some(note) = claim.note { p.evidence { (note) } }
            div.row {
                @if let Some(found) = verdict.and_then(|verdict| verdict.counterexample.as_ref()) {
                    @if let Some((address, words)) = replay(&found.replay) {
                        a.button.small href=(address) { (words) }
                    }
                }
                (command(&command_id, &format!("amalgam claims {}", claim.id)))
            }
        }
    }
}

/// A link to another claim on the page without a filter: a filter may hide it here.
fn other(id: &str) -> Markup {
    html! { a href={ "/claims#" (id) } { (id) } }
}

/// The page that answers a question, and the text of the link.
fn replay(question: &Replay) -> Option<(String, &'static str)> {
    let solve = |game: &str, position: &Position| {
        let game = if game == DEFAULT_GAME { "" } else { game };
        let address = address("/solve", &[("position", &position.to_string()), ("game", game)]);
        Some((address, "Open the counterexample in Solve"))
    };
    match question {
        Replay::Solve { game, position, .. } => solve(game, position),
        Replay::Moves(position) | Replay::Row(position) => solve(DEFAULT_GAME, position),
        Replay::Table { rows, cols } => {
            let cols = cols.map_or(String::new(), |cols| cols.to_string());
            let address = address("/table", &[("rows", &rows.to_string()), ("cols", &cols)]);
            Some((address, "Open in Table"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_become_links() {
        let link = |question| replay(&question).map(|(address, _)| address);
        let solve = |game: &str, heaps: &[u64]| {
            let position = Position::new(heaps.iter().copied());
            link(Replay::Solve { game: game.to_owned(), position, explain: false }).unwrap()
        };
        assert_eq!(
            solve("take any, merge", &[1, 2, 5, 6]),
            "/solve?position=%5B1%2C2%2C5%2C6%5D&game=take+any%2C+merge"
        );
        assert_eq!(solve("amalgamation", &[]), "/solve?position=%5B%5D");
        assert_eq!(link(Replay::Table { rows: 12, cols: None }).unwrap(), "/table?rows=12");
        assert_eq!(link(Replay::Equivalent([1, 2])), None);
        assert_eq!(link(Replay::Claim("LH-O1".to_owned())), None);
    }
}

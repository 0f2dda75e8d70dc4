//! What several pages show: badges, fields, numbers, and a page with its answer.

use amalgam::Outcome;
use amalgam::games::NAMED;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::Problem;
use crate::layout::{Nav, page, problem_box};
use crate::params::Params;
use crate::question::DEFAULT_GAME;

/// A page with a form and the answer or the problem. Scripts can replace the answer alone.
pub(crate) fn answered(
    title: &str,
    nav: Nav,
    form: Markup,
    answer: Result<Markup, Problem>,
) -> Response {
    match answer {
        Ok(answer) => page(title, nav, html! { (form) div #answer { (answer) } }).into_response(),
        Err(problem) => {
            let body = html! { (form) div #answer { (problem_box(&problem)) } };
            problem.respond(page(title, nav, body))
        }
    }
}

/// A picture, or the reason why there is none.
pub(crate) fn picture(kind: &'static str, made: Result<Vec<u8>, Problem>) -> Response {
    match made {
        Ok(bytes) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Err(problem) => {
            let text = format!("{}\n", problem.message);
            problem.respond(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
        }
    }
}

/// The field for a game: a name or rules in words, with the names to choose from.
pub(crate) fn game_field(params: &Params) -> Markup {
    html! {
        label.field {
            "Game, or rules in words"
            input type="text" name="game" list="games" autocomplete="off" spellcheck="false"
                autocapitalize="none" placeholder=(DEFAULT_GAME)
                value=(params.text("game").unwrap_or(DEFAULT_GAME));
        }
        datalist #games {
            @for named in &NAMED { option value=(named.typical) { (named.source) } }
        }
    }
}

/// The choice among games that have a table of f(a,b).
pub(crate) fn family_field(params: &Params) -> Markup {
    let chosen = params.text("game").unwrap_or(DEFAULT_GAME);
    let known = [
        "amalgamation",
        "restricted-amalgamation",
        "restricted-amalgamation(3)",
        "merge-take-one",
        "nim",
    ];
    html! {
        label.field {
            "Game"
            select name="game" data-live {
                @if !known.contains(&chosen) { option selected { (chosen) } }
                @for name in known { option selected[name == chosen] { (name) } }
            }
        }
    }
}

/// The most bytes of a list on a page.
const ROOM: usize = 1_000_000;

/// A longer explanation is not shown.
pub(crate) const LONGEST_STEPS: usize = 200_000;

/// As many of these rows as fit on a page.
pub(crate) fn fitting(rows: impl Iterator<Item = Markup>) -> Vec<Markup> {
    let mut room = ROOM;
    let fits = |row: &Markup| {
        let left = room.checked_sub(row.0.len());
        room = left.unwrap_or(0);
        left.is_some()
    };
    rows.take_while(fits).collect()
}

/// A field for a whole number.
pub(crate) fn number_field(name: &str, label: &str, value: &str, most: u64) -> Markup {
    html! {
        label.field {
            (label)
            input type="number" name=(name) min="0" max=(most) value=(value) inputmode="numeric";
        }
    }
}

/// Whether a move wins, by the outcome of the position it leaves. It has the same glyph and colour on
/// every page.
pub(crate) fn move_badge(leaves: Option<Outcome>) -> Markup {
    let (kind, glyph, words) = match leaves {
        Some(Outcome::P) => ("good", "✓", "P wins"),
        Some(Outcome::N) => ("bad", "✗", "N loses"),
        None => ("open", "?", "unknown"),
    };
    html! { span.badge.(kind) { span aria-hidden="true" { (glyph) } (words) } }
}

/// A part that is wider than a phone. It scrolls, also by keys, and shows that there is more.
pub(crate) fn wide(label: &str, table: Markup) -> Markup {
    html! { div.wide tabindex="0" role="region" aria-label=(label) { (table) } }
}

/// P or N of a position, with a shape of its own. The colours are not those of moves.
pub(crate) fn outcome_badge(outcome: Outcome) -> Markup {
    match outcome {
        Outcome::P => html! { span.badge.p { span aria-hidden="true" { "◆" } "P" } },
        Outcome::N => html! { span.badge.n { span aria-hidden="true" { "▷" } "N" } },
    }
}

/// The status of a statement: glyph, word, frame and colour.
pub(crate) fn status_badge(status: &str) -> Markup {
    let (kind, glyph) = match status {
        "proved" => ("good", "✓"),
        "verified" => ("sure", "≤"),
        "refuted" => ("bad", "✗"),
        "observed" => ("seen", "◌"),
        "unknown" => ("open", "?"),
        _ => ("open", "…"),
    };
    html! { span.badge.(kind) { span aria-hidden="true" { (glyph) } (status) } }
}

/// A number that people can read: 1 234 567.
pub(crate) fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{202f}'); // a narrow space that does not break
        }
        text.push(digit);
    }
    text
}

/// A command to copy.
pub(crate) fn command(id: &str, text: &str) -> Markup {
    html! {
        div.command {
            code id=(id) { (text) }
            button.small type="button" data-copy={ "#" (id) } { "Copy" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_threes() {
        let shown = |number: u64| grouped(number).replace('\u{202f}', " ");
        assert_eq!(shown(0), "0");
        assert_eq!(shown(999), "999");
        assert_eq!(shown(1000), "1 000");
        assert_eq!(shown(12_345_678), "12 345 678");
    }

    #[test]
    fn no_two_statuses_look_alike() {
        let all = ["proved", "verified", "refuted", "observed", "unknown", "not yet checked"];
        let mut shown: Vec<String> =
            all.iter().map(|status| status_badge(status).into_string()).collect();
        let glyphs: std::collections::BTreeSet<String> = shown
            .iter()
            .map(|badge| badge.split("\"true\">").nth(1).unwrap().chars().take(1).collect())
            .collect();
        assert_eq!(glyphs.len(), all.len());
        shown.sort();
        shown.dedup();
        assert_eq!(shown.len(), all.len());
    }
}

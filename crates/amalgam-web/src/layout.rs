//! What every page has: the head, the navigation, the foot; and how problems look.

use amalgam::learn::glossary;
use axum::response::Response;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{Problem, assets};

/// The entries of the navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nav {
    /// None of them: the front page, or a page about a problem.
    Home,
    Learn,
    Play,
    Solve,
    Table,
    Rows,
    Claims,
    Games,
}

/// Every entry with its address, its name and what people find there.
pub(crate) const ENTRIES: [(Nav, &str, &str, &str); 7] = [
    (
        Nav::Learn,
        "/learn",
        "Learn",
        "Lessons on the board and puzzles, from the rules of Nim to rows that repeat.",
    ),
    (
        Nav::Play,
        "/play",
        "Play",
        "A game against a perfect opponent, with as much help as you like.",
    ),
    (Nav::Solve, "/solve", "Solve", "Who wins, every move with its value, and the reason."),
    (Nav::Table, "/table", "Table", "The heat map of f(a,b), the heap that completes two others."),
    (Nav::Rows, "/rows", "Rows", "Every row repeats: periods, covers, matchings, lists."),
    (
        Nav::Claims,
        "/claims",
        "Claims",
        "The statements of the papers, and of others on neighbouring games, each checked.",
    ),
    (Nav::Games, "/games", "Games", "The named games: rules, history, and where to start."),
];

/// A whole page: `title` for the tab of the browser, `active` for the navigation.
pub(crate) fn page(title: &str, active: Nav, body: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · amalgam" }
                link rel="icon" href=(assets::url("icon.svg")) type="image/svg+xml";
                link rel="stylesheet" href=(assets::url("style.css"));
                @if matches!(active, Nav::Play | Nav::Learn) { link rel="stylesheet" href=(assets::url("play.css")); }
                // Before anything is drawn, so that a dark page never flashes light.
                script src=(assets::url("theme.js")) {}
                script src=(assets::url("swap.js")) defer {}
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.brand href="/" { (MARK) span { "amalgam" } }
                    nav aria-label="Pages" {
                        @for (entry, address, name, _) in ENTRIES {
                            a href=(address) aria-current=[(entry == active).then_some("page")] {
                                (name)
                            }
                        }
                    }
                    @if matches!(active, Nav::Play | Nav::Learn) {
                        button #wall type="button" hidden aria-pressed="false"
                            title="Large, for a projector" { "Projector" }
                    }
                    button #theme type="button" hidden title="Light or dark" { "Theme" }
                }
                main #main tabindex="-1" { (body) }
                footer.foot {
                    details #words {
                        summary { "Glossary" }
                        dl.words {
                            @for term in glossary::terms() {
                                div { dt { (term.word) } dd { (term.meaning) } }
                            }
                        }
                    }
                    p {
                        "amalgam " (env!("CARGO_PKG_VERSION"))
                        " · runs on this computer only · "
                        a href="/api" { "JSON API" }
                    }
                }
            }
        }
    }
}

/// Two heaps that merge.
const MARK: PreEscaped<&str> = PreEscaped(
    "<svg viewBox=\"0 0 24 24\" width=\"24\" height=\"24\" aria-hidden=\"true\">\
     <circle cx=\"9\" cy=\"12\" r=\"6.5\" fill=\"currentColor\" opacity=\".55\"/>\
     <circle cx=\"15\" cy=\"12\" r=\"6.5\" fill=\"currentColor\" opacity=\".55\"/></svg>",
);

/// A script of one page, for the end of its body.
pub(crate) fn script(name: &str) -> Markup {
    html! { script src=(assets::url(name)) defer {} }
}

/// A problem inside a page, in the place of the answer.
pub(crate) fn problem_box(problem: &Problem) -> Markup {
    let (kind, glyph, heading) = match problem.status.as_u16() {
        422 => ("limit", "◔", "Too large for this page"),
        429 => ("limit", "◔", "Busy"),
        404 => ("wrong", "?", "Not found"),
        500..=599 => ("wrong", "!", "Internal error"),
        _ => ("wrong", "✗", "This could not be read"),
    };
    html! {
        section.problem.(kind) role="alert" {
            h2 { span.glyph aria-hidden="true" { (glyph) } " " (heading) }
            p { (sentence(&problem.message)) }
            @if let Some(place) = &problem.place {
                pre.caret { (place.caret) }
            }
            @if let Some(suggestion) = &problem.suggestion {
                p.help { (sentence(suggestion)) }
            }
        }
    }
}

/// The heading of a page about a problem.
fn heading(problem: &Problem) -> &'static str {
    match problem.status.as_u16() {
        404 => "There is no such page",
        422 | 429 => "No answer",
        500..=599 => "Something went wrong",
        _ => "There is a mistake in this request",
    }
}

/// A page about a problem.
pub(crate) fn problem_page(problem: &Problem) -> Response {
    let body = html! {
        h1 { (heading(problem)) }
        (problem_box(problem))
        p { "Go to: " @for (i, (_, address, name, _)) in ENTRIES.iter().enumerate() {
            @if i > 0 { " · " }
            a href=(address) { (name) }
        } }
    };
    problem.respond(page(heading(problem), Nav::Home, body))
}

/// A sentence with the text between backquotes in bold.
pub(crate) fn ticked(text: &str) -> Markup {
    html! {
        @for (i, piece) in text.split('`').enumerate() {
            @if i % 2 == 1 { b.nowrap { (piece) } } @else { (piece) }
        }
    }
}

/// With a capital letter and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let mut sentence: String = match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => return String::new(),
    };
    if !sentence.ends_with(['.', '?', '!', ':']) {
        sentence.push('.');
    }
    sentence
}

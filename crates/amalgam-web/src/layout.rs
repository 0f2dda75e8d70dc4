//! What every page has: the head, the navigation, the foot; and how problems look.
//!
//! There are two kinds of pages. A *hub* scrolls, and on a phone its tabs are at the thumb. A *stage* has a
//! board that fills the screen: no tabs on a phone, but an arrow back.

use amalgam::learn::glossary;
use axum::response::Response;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{Problem, assets};

/// Where a page belongs in the navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nav {
    /// None of the tabs: a page about a problem, or for programs.
    Home,
    Play,
    Learn,
    Puzzles,
    /// The list of the pages for research.
    Research,
    Solve,
    Table,
    Rows,
    Claims,
    Games,
}

/// The tabs: what people come for.
const TABS: [(Nav, &str, &str, &str); 4] = [
    (Nav::Play, "/", "Play", "M5 17h14M7 13h10M9 9h6M8 5.5a4 1.8 0 108 0 4 1.8 0 10-8 0"),
    (Nav::Learn, "/learn", "Learn", "M3 8l9-4 9 4-9 4zM7 10.5V15c3 2.5 7 2.5 10 0v-4.5"),
    (
        Nav::Puzzles,
        "/puzzles",
        "Puzzles",
        "M12 3l2.5 5.5 6 .7-4.4 4.1 1.2 5.9L12 16.2 6.7 19.2l1.2-5.9L3.5 9.2l6-.7z",
    ),
    (Nav::Research, "/research", "Research", "M4 4v16h16M8 16v-4M12 16V8M16 16v-6"),
];

/// The pages for research with their addresses, and what people find there.
pub(crate) const RESEARCH: [(Nav, &str, &str, &str); 5] = [
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

impl Nav {
    fn tab(self) -> Nav {
        match RESEARCH.iter().any(|(entry, ..)| *entry == self) {
            true => Nav::Research,
            false => self,
        }
    }
}

/// A page that scrolls: `title` for the tab of the browser, `active` for the navigation.
pub(crate) fn page(title: &str, active: Nav, body: Markup) -> Markup {
    let body = match RESEARCH.iter().any(|(entry, ..)| *entry == active) {
        true => html! { (research(active)) (body) },
        false => body,
    };
    framed(title, active, "hub", html! {}, body)
}

/// The pages for research, above each of them.
fn research(active: Nav) -> Markup {
    html! {
        nav.seg.research aria-label="Research" {
            @for (entry, address, name, _) in RESEARCH {
                a href=(address) aria-current=[(entry == active).then_some("page")] { (name) }
            }
        }
    }
}

/// A page whose board fills the screen: `back` is where the arrow leads, `middle` stands in the top bar.
pub(crate) fn stage(title: &str, active: Nav, back: &str, middle: Markup, body: Markup) -> Markup {
    let top = html! {
        a.back href=(back) aria-label="Back" { (icon("M15 5l-7 7 7 7")) }
        (middle)
    };
    framed(title, active, "stage", top, body)
}

fn framed(title: &str, active: Nav, kind: &str, top: Markup, body: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                title { (title) " · amalgam" }
                link rel="icon" href=(assets::url("icon.svg")) type="image/svg+xml";
                // The style sheet names it without a mark.
                link rel="preload" href="/assets/figtree.woff2" as="font" type="font/woff2" crossorigin;
                link rel="stylesheet" href=(assets::url("style.css"));
                link rel="stylesheet" href=(assets::url("board.css"));
                // Before anything is drawn, so that a dark page never flashes light.
                script src=(assets::url("theme.js")) {}
                script src=(assets::url("swap.js")) defer {}
            }
            body.(kind) {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.brand href="/" aria-label="amalgam, start" { (MARK) span { "amalgam" } }
                    nav.tabs aria-label="Pages" {
                        @for (entry, address, name, path) in TABS {
                            a href=(address) aria-current=[(entry == active.tab()).then_some("page")] {
                                (icon(path)) (name)
                            }
                        }
                    }
                    (top)
                    button #wall type="button" hidden aria-pressed="false"
                        title="Large, for a projector" { "Projector" }
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
                        "amalgam " (env!("CARGO_PKG_VERSION")) " · "
                        a href="/teach" { "For teachers" } " · "
                        a href="/claims" { "What is proved" } " · "
                        a href="/api" { "JSON API" }
                    }
                }
            }
        }
    }
}

/// A drawing of lines, 24 by 24.
pub(crate) fn icon(path: &str) -> Markup {
    html! {
        svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor"
            stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" {
            path d=(path) {}
        }
    }
}

/// Two coins that merge.
const MARK: PreEscaped<&str> = PreEscaped(
    "<svg width=\"34\" height=\"24\" viewBox=\"0 0 34 24\" aria-hidden=\"true\" stroke=\"#8a5b08\" \
     stroke-width=\"1.5\"><circle cx=\"12\" cy=\"12\" r=\"11\" fill=\"#f2bd42\"/>\
     <circle cx=\"22\" cy=\"12\" r=\"11\" fill=\"#f2bd42\"/>\
     <path d=\"M17 2.2a11 11 0 010 19.6 11 11 0 010-19.6z\" fill=\"#fff0c4\"/></svg>",
);
/// A script of one page, for the end of its body.
pub(crate) fn script(name: &str) -> Markup {
    html! { script src=(assets::url(name)) defer {} }
}

/// A problem inside a page, in the place of the answer.
pub(crate) fn problem_box(problem: &Problem) -> Markup {
    let (kind, glyph, heading) = match problem.status.as_u16() {
        401 => ("limit", "◔", "Ask for the link"),
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
        401 => "This server needs the link of your teacher",
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
        p { a.button.primary href="/" { "Play a game" } }
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

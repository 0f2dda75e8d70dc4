//! `/api`: a page that explains the API, from the same table as the OpenAPI document.

use maud::{Markup, html};

use super::routes::{Kind, Parameter, ROUTES, Route};
use crate::layout::{Nav, page, ticked};

/// The page.
pub(super) fn show() -> Markup {
    page(
        "JSON API",
        Nav::Home,
        html! {
            h1 { "JSON API" }
            p.lead { "The same answers for programs. Each address answers a GET request with one JSON "
                "object, the same as the command line prints with --json. An error is an object too: it "
                "says where the mistake is and what to write instead." }
            p { "All of this is also an " a href="/api/openapi.json" { "OpenAPI document" } "." }
            @for route in &ROUTES { (question(route)) }
        },
    )
}

fn question(route: &Route) -> Markup {
    let path = route.path();
    let example = format!("{path}?{}", route.example);
    let example = example.trim_end_matches('?');
    html! {
        section.card.question id=(route.name) {
            h2 { code { (path) } }
            p { (ticked(route.summary)) }
            @if !route.parameters.is_empty() {
                dl.lists { @for parameter in route.parameters { (described(parameter)) } }
            }
            p { "For example " a href=(example) { code { (example) } } }
        }
    }
}

fn described(parameter: &Parameter) -> Markup {
    let kind = match parameter.kind {
        Kind::Text => "text".to_owned(),
        Kind::Tick => "1 or 0".to_owned(),
        Kind::Number { most } => format!("a whole number up to {most}"),
        Kind::Choice(words) => words.join(" or "),
    };
    html! {
        dt { code { (parameter.name) } }
        dd { (ticked(parameter.about)) " (" (kind) @if parameter.required { ", required" } ")" }
    }
}

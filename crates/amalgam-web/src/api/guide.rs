//! `/api`: a page that explains the API, from the same list as the OpenAPI document.

use amalgam_ask::{Parameter, ParameterKind as Kind};
use maud::{Markup, html};

use super::Offer;
use crate::layout::{Nav, page, ticked};

/// The page.
pub(super) fn show<'a>(offers: impl Iterator<Item = &'a Offer>) -> Markup {
    page(
        "JSON API",
        Nav::Home,
        html! {
            h1 { "JSON API" }
            p.lead { "The same answers for programs. Each address answers a GET request, or a POST request with \
                the parameters as JSON, with one JSON object: the same as the command line prints with --json. An \
                error is an object too: it says where the mistake is and what to write instead." }
            p { "A question that takes longer than this server waits for is a job: POST "
                code { "{\"verb\": …, \"parameters\": {…}}" } " to " code { "/api/v1/jobs" } ", then read "
                code { "/api/v1/jobs/ID" } " or follow " code { "/api/v1/jobs/ID/events" } "." }
            p { "All of this is also an " a href="/api/openapi.json" { "OpenAPI document" } "." }
            @for offer in offers { (question(offer)) }
        },
    )
}

fn question(offer: &Offer) -> Markup {
    let example = offer.example();
    html! {
        section.card.question id=(offer.name) {
            h2 { code { (offer.path()) } }
            p { (ticked(&offer.about)) "." }
            @if !offer.parameters.is_empty() {
                dl.lists { @for parameter in &offer.parameters { (described(parameter)) } }
            }
            p { "For example " a href=(example) { code { (example) } } }
        }
    }
}

fn described(parameter: &Parameter) -> Markup {
    let kind = match &parameter.kind {
        Kind::Text => "text".to_owned(),
        Kind::Truth => "1 or 0".to_owned(),
        Kind::Number => "a whole number".to_owned(),
        Kind::Numbers => "whole numbers with commas between them".to_owned(),
        Kind::Choice(words) => words.join(" or "),
    };
    html! {
        dt { code { (parameter.name) } }
        dd { (ticked(&parameter.about)) " (" (kind) @if parameter.required { ", required" } ")" }
    }
}

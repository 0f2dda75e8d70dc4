//! Play: a game against a perfect opponent.

use axum::Router;
use axum::routing::get;
use maud::{Markup, html};

use crate::app::Shared;
use crate::layout::{Nav, page};

/// The routes of the page.
pub(crate) fn routes() -> Router<Shared> {
    Router::new().route("/play", get(show))
}

async fn show() -> Markup {
    page(
        "Play",
        Nav::Play,
        html! {
            h1 { "Play" }
            p { "Not here yet: `amalgam play` plays in the terminal." }
        },
    )
}

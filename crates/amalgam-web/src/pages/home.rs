//! The front page: an overview.

use maud::{Markup, html};

use crate::layout::{ENTRIES, Nav, page};

/// `/`
pub(crate) async fn show() -> Markup {
    page(
        "Heap games",
        Nav::Home,
        html! {
            h1 { "Heap games in which heaps may merge" }
            p.lead {
                "In Amalgamation Nim a move takes coins from one heap, or merges two heaps into one. "
                "Whoever makes the last move wins. All answers here are exact, and each says how it "
                "was proved."
            }
            ul.cards {
                @for (_, address, name, about) in ENTRIES {
                    li { a.card href=(address) { strong { (name) } span { (about) } } }
                }
            }
        },
    )
}

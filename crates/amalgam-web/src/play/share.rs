//! The moves made, and the game as text and as a link.

use amalgam::session::say;
use maud::{Markup, html};

use super::view::View;
use super::who::{GLYPHS, name};

/// The moves, each with the address of the game after it.
pub(super) fn moves(view: &View) -> Markup {
    let game = &view.game;
    let now = game.made().len();
    // Moves that were undone are still there, to be gone back to.
    let mut whole = game.clone();
    while whole.redo() {}
    html! {
        section #moves .box aria-labelledby="moves-title" {
            h2 #moves-title { "Moves" }
            @if whole.made().is_empty() {
                p.fine { "None yet. The start is " code { (game.start()) } "." }
            } @else {
                ol.made {
                    li value="0" { a data-play href=(view.address_at(0, view.hint))
                        aria-current=[(now == 0).then_some("step")] { "start " (game.start()) } }
                    @for (ply, action) in whole.made().iter().enumerate() {
                        li.(format!("player{}", ply % 2)).undone[ply >= now] value=(ply + 1) {
                            span.mark title=(name(game, ply % 2)) { (GLYPHS[ply % 2]) } " "
                            a data-play href=(view.address_at(ply + 1, view.hint))
                                aria-current=[(ply + 1 == now).then_some("step")] {
                                (say(game.start(), action))
                            }
                            @if ply >= now { span.unseen { " (undone)" } }
                        }
                    }
                }
            }
        }
    }
}

/// To copy: the position, the game, the link.
pub(super) fn share(view: &View, host: &str) -> Markup {
    let copy = |id: &str, title: &str, content: Markup| {
        html! {
            div.copy {
                div.row { span { (title) }
                    button.small type="button" data-copy={ "#" (id) } hidden { "Copy" } }
                (content)
            }
        }
    };
    let address = format!("http://{host}{}", view.address());
    html! {
        section #share .box aria-labelledby="share-title" {
            h2 #share-title { "Keep and share" }
            (copy("position-text", "Position", html! {
                pre #position-text tabindex="0" { (view.game.sum()) }
            }))
            (copy("link-text", "Link to this very moment", html! {
                pre #link-text tabindex="0" { (address) }
            }))
            details {
                summary { "The game as text" }
                (copy("game-text", "Read again on the page that begins a game", html! {
                    pre #game-text tabindex="0" { (view.game.to_text()) }
                }))
            }
        }
    }
}

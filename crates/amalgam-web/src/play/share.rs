//! The moves made, and the game as text and as a link.

use amalgam::session::say;
use maud::{Markup, html};

use super::view::View;
use super::who::{GLYPHS, is_you, name};

/// The moves, each with the address of the game after it; of a long game those around the current position.
pub(super) fn moves(view: &View) -> Markup {
    let game = &view.game;
    let (now, linked) = (game.made().len(), view.linked());
    html! {
        section #moves .box aria-labelledby="moves-title" {
            h2 #moves-title { "Moves" }
            @if view.made.is_empty() {
                p.fine { "None yet. The start is " code { (game.start()) } "." }
            } @else {
                @if linked.len() <= view.plies() {
                    p.fine {
                        "Moves " (linked.start.max(1)) " to " (linked.end - 1) " of " (view.plies()) " are shown: "
                        a data-play href=(view.address_at(0, view.hint)) { "first moves" } ", "
                        a data-play href=(view.address_at(view.plies(), view.hint)) { "last moves" } "."
                    }
                }
                ol.made {
                    @if linked.contains(&0) {
                        li value="0" { a data-play href=(view.address_at(0, view.hint))
                            aria-current=[(now == 0).then_some("step")] { "start " (game.start()) } }
                    }
                    @for (ply, action) in view.made.iter().enumerate().filter(|(ply, _)| linked.contains(&(ply + 1))) {
                        li.(format!("player{}", usize::from(!is_you(game, ply % 2)))).undone[ply >= now] value=(ply + 1) {
                            span.mark title=(name(game, ply % 2)) { (GLYPHS[usize::from(!is_you(game, ply % 2))]) } " "
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
        details #share .why.noprint {
            summary { "Save, share, rules" }
            p { @for part in view.game.start().parts() { (super::exercise::plain(part)) " " } (crate::layout::sentence(view.aim())) }
            p.row {
                a.button.small href="/play" { "New game" }
                @if view.game.sum().as_single().is_some() && !view.game.is_over() {
                    a.button.small href=(crate::pages::add_to_worksheet(view.game.sum(), view.game.play())) { "Add to worksheet" }
                }
            }
            (copy("position-text", "Position", html! {
                pre #position-text tabindex="0" { (view.game.sum()) }
            }))
            (copy("link-text", "Link to this position", html! {
                pre #link-text tabindex="0" { (address) }
            }))
            details {
                summary { "The game as text" }
                (copy("game-text", "You can open it again on the page where a game begins", html! {
                    pre #game-text tabindex="0" { (view.game.to_text()) }
                }))
            }
        }
    }
}

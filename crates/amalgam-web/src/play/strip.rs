//! Who was winning after each move: a strip with a cell for each, and a table. And what to learn from it.

use amalgam::session::{Analysis, Blunder, say};
use maud::{Markup, html};

use super::view::View;
use super::who::{GLYPHS, is_you, name};
use crate::pages::{fitting, wide};
use crate::params::address;

/// How many mistakes are listed. The table has all of them.
const MOST_TOLD: usize = 20;

/// One cell a position: the upper half is yours, the lower half the opponent's. A slip is marked.
pub(super) fn strip(view: &View, analysis: &Analysis, controls: Markup) -> Markup {
    let linked = view.linked();
    let now = view.game.made().len();
    let slip = |ply: usize| ply > 0 && analysis.blunders.iter().any(|of| of.ply + 1 == ply);
    html! {
        div.sides {
            b { (if view.game.is_over() { "Who was winning" } else { "Who is winning" }) }
            span.push {}
            @for player in 0..2 {
                span.fine { span.you[is_you(&view.game, player)].opp[!is_you(&view.game, player)] {
                    (glyph(view, player)) } " " (name(&view.game, player)) }
            }
            (controls)
        }
        ol.strip tabindex="0" aria-label="Who was winning after each move" {
            @for (ply, winner) in analysis.winners.iter().enumerate().filter(|(ply, _)| linked.contains(ply)) {
                @let kind = match winner {
                    Some(player) if is_you(&view.game, *player) => "y",
                    Some(_) => "o",
                    None => "x",
                };
                li { a data-play .(kind).slip[slip(ply)] href=(view.address_at(ply, view.hint))
                    aria-current=[(ply == now).then_some("step")]
                    aria-label={ "After " (ply) " moves: " (winning(view, *winner)) @if slip(ply) { ", a slip" } } {
                    @if slip(ply) { i { "✗" } }
                    span { (winner.map_or("?", |player| glyph(view, player))) }
                } }
            }
        }
    }
}

fn glyph(view: &View, player: usize) -> &'static str {
    GLYPHS[usize::from(!is_you(&view.game, player))]
}

/// The slips of the game, and the same as a table.
pub(super) fn chart(view: &View, analysis: &Analysis) -> Markup {
    html! {
        section #after .box aria-labelledby="after-title" {
            h2 #after-title { "What decided it" }
            (verdict(view, analysis))
            details {
                summary { "Move by move" }
                (table(view, analysis))
            }
        }
    }
}

/// The moves that threw a win away, if any.
fn verdict(view: &View, analysis: &Analysis) -> Markup {
    let game = &view.game;
    let unknown = analysis.winners.iter().any(Option::is_none);
    let told = fitting(analysis.blunders.iter().take(MOST_TOLD).map(|of| blundered(view, of)));
    let own = analysis.blunders.iter().filter(|of| game.players()[of.player].is_human()).count();
    html! {
        @match (analysis.blunders.as_slice(), analysis.winners.first()) {
            ([], Some(Some(winner))) if !unknown => p #verdict {
                (super::who::does(game, *winner, "were", "was")) " winning from the start to the end."
            },
            ([], _) => p #verdict { "No move is known to have thrown a win away." },
            (blunders, _) => {
                @if own > 0 {
                    p { a.button.small href=(series(view)) {
                        @if own == 1 { "Find the better move" } @else { "Find the " (own) " better moves" } } }
                }
                ul #verdict .blunders {
                    @for blunder in &told { (blunder) }
                    @if told.len() < blunders.len() {
                        li { "The first " (told.len()) " of " (blunders.len()) " such moves are shown." }
                    }
                }
            },
        }
        @if unknown {
            p.fine { "Some positions were too large to solve in time; they are marked ?." }
        }
    }
}

fn blundered(view: &View, blunder: &Blunder) -> Markup {
    let game = &view.game;
    html! {
        li {
            span.glyph aria-hidden="true" { "✗" } " Move " (blunder.ply + 1) ", "
            b { (say(game.start(), &game.made()[blunder.ply])) } ": "
            (name(game, blunder.player)) " threw the win away."
            @if let Some(instead) = blunder.instead.first() {
                details.answer { summary { "What would have won" }
                    p { b { (say(game.start(), instead)) }
                        @if blunder.instead.len() > 1 {
                            ", or " (blunder.instead.len() - 1) " more"
                        } "." } }
            }
        }
    }
}

/// The mistakes of this game as exercises, one after the other.
pub(super) fn series(view: &View) -> String {
    address("/learn/mistakes", &[("link", &view.link)])
}

/// Who was winning, with the glyph of the player.
fn winning(view: &View, winner: Option<usize>) -> String {
    match winner {
        Some(player) => format!("{} {}", glyph(view, player), name(&view.game, player)),
        None => "? not solved".to_owned(),
    }
}

fn table(view: &View, analysis: &Analysis) -> Markup {
    let game = &view.game;
    let left = |ply: usize| analysis.left[ply].map_or("–".to_owned(), |left| left.to_string());
    let blundered = |ply: usize| analysis.blunders.iter().any(|blunder| blunder.ply == ply);
    html! {
        (wide("Who was winning after each move", html! {
            table {
                thead { tr {
                    th.num scope="col" { "No." } th scope="col" { "Move" }
                    th scope="col" { "By" } th scope="col" { "Then winning" }
                    th.num scope="col" title="Moves that follow with best play" { "Left" }
                } }
                tbody {
                    tr { td.num { "0" } td { "start " (game.start()) } td {}
                        td { (winning(view, analysis.winners[0])) } td.num { (left(0)) } }
                    @for (ply, action) in game.made().iter().enumerate() {
                        tr {
                            td.num { (ply + 1) }
                            td { (say(game.start(), action)) }
                            td { (name(game, ply % 2)) }
                            td {
                                (winning(view, analysis.winners[ply + 1]))
                                @if blundered(ply) { " " span.badge.bad { "✗ slip" } }
                            }
                            td.num { (left(ply + 1)) }
                        }
                    }
                }
            }
        }))
    }
}

//! Who was winning after each move, as a picture and as a table: after the game, and during it for those who
//! want help.

use amalgam::Play;
use amalgam::session::{Analysis, Blunder, say};
use maud::{Markup, html};

use super::view::View;
use super::who::{GLYPHS, does, name};
use crate::pages::wide;
use crate::params::address;

/// Lengths in the picture.
const LEFT: usize = 16;
const NARROWEST: usize = 28;
const WIDEST: usize = 72;
const WIDTH: usize = 380;
const LANES: [usize; 2] = [34, 94];
const BOTTOM: usize = 132;

/// The graph, once the game is over what decided it, and the same as a table.
pub(super) fn chart(view: &View, analysis: &Analysis) -> Markup {
    let over = view.game.is_over();
    html! {
        section #after .box aria-labelledby="after-title" {
            h2 #after-title { (if over { "Who was winning" } else { "Who is winning, so far" }) }
            @if over { (verdict(view, analysis)) }
            div.graph {
                div.lanes aria-hidden="true" {
                    @for player in 0..2 {
                        span.(format!("player{player}")) { (GLYPHS[player]) " " (name(&view.game, player)) }
                    }
                }
                div.scroll tabindex="0" role="group"
                    aria-label="Graph of who was winning; each point leads to its moment, and the table below says the same" {
                    (picture(view, analysis))
                }
            }
            details {
                summary { "The same as a table" }
                (table(view, analysis))
            }
        }
    }
}

/// The moves that threw a win away, or that there was none.
fn verdict(view: &View, analysis: &Analysis) -> Markup {
    let game = &view.game;
    let unknown = analysis.winners.iter().any(Option::is_none);
    html! {
        @match (analysis.blunders.as_slice(), analysis.winners.first()) {
            ([], Some(Some(winner))) if !unknown => p #verdict {
                (does(game, *winner, "were", "was")) " winning from the start and never let go."
            },
            ([], _) => p #verdict { "No move is known to have thrown a win away." },
            (blunders, _) => ul #verdict .blunders {
                @for blunder in blunders { (blundered(view, blunder)) }
            },
        }
        @if unknown {
            p.fine { "Some positions were too large to be worked out in time; they are marked ?." }
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
                " "
                details.answer { summary { "What would have won" }
                    p { b { (say(game.start(), instead)) }
                        @if blunder.instead.len() > 1 {
                            ", or " (blunder.instead.len() - 1) " more"
                        } "." } }
                a.button.small href=(again(view, blunder)) { "Find it yourself" }
            }
        }
    }
}

/// The position before a mistake as an exercise, with the answer withheld.
fn again(view: &View, blunder: &Blunder) -> String {
    let before = view.game.sums().nth(blunder.ply).map(|sum| sum.to_string()).unwrap_or_default();
    let misere = if view.game.play() == Play::Misere { "on" } else { "" };
    address("/learn/try", &[("position", &before), ("misere", misere), ("task", "win")])
}

/// Two lanes; the line is in the lane of the player who was winning.
fn picture(view: &View, analysis: &Analysis) -> Markup {
    let winners = &analysis.winners;
    let moves = winners.len() - 1;
    let step = (WIDTH / moves.max(1)).clamp(NARROWEST, WIDEST);
    let width = 2 * LEFT + step * moves;
    let x = |ply: usize| LEFT + step * ply;
    let every = winners.len().div_ceil(40).max(1);
    html! {
        svg width=(width) height=(BOTTOM + 14) viewBox={ "0 0 " (width) " " (BOTTOM + 14) } {
            @for lane in LANES {
                line.rule x1="0" x2=(width) y1=(lane) y2=(lane) {}
            }
            @for (ply, pair) in winners.windows(2).enumerate() {
                @if let [Some(before), Some(after)] = pair {
                    line.(if before == after { "stay" } else { "fall" })
                        x1=(x(ply)) y1=(LANES[*before]) x2=(x(ply + 1)) y2=(LANES[*after]) {}
                }
            }
            @for (ply, winner) in winners.iter().enumerate() {
                a data-play href=(view.address_at(ply, view.hint))
                    aria-label={ "After " (ply) " moves: " (winning(view, *winner)) } {
                    rect.touch x=(x(ply).saturating_sub(step / 2)) y="14" width=(step) height="100" {}
                    (point(x(ply), *winner))
                }
                @if ply % every == 0 {
                    text x=(x(ply)) y=(BOTTOM + 6) text-anchor="middle" { (ply) }
                }
            }
            @for blunder in &analysis.blunders {
                text.cross x=(x(blunder.ply + 1)) y=(LANES[1 - blunder.player] - 14)
                    text-anchor="middle" { "✗" }
            }
        }
    }
}

/// A disc for the first player, a square for the second, a question mark for what is not known.
fn point(x: usize, winner: Option<usize>) -> Markup {
    let middle = (LANES[0] + LANES[1]) / 2;
    match winner {
        Some(0) => html! { circle.player0 cx=(x) cy=(LANES[0]) r="7" {} },
        Some(_) => html! {
            rect.player1 x=(x - 6) y=(LANES[1] - 6) width="12" height="12" rx="2" {}
        },
        None => html! { text x=(x) y=(middle + 5) text-anchor="middle" { "?" } },
    }
}

/// Who was winning, with the glyph of the player.
fn winning(view: &View, winner: Option<usize>) -> String {
    match winner {
        Some(player) => format!("{} {}", GLYPHS[player], name(&view.game, player)),
        None => "? not worked out".to_owned(),
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
                                @if blundered(ply) { " " span.badge.bad { "✗ threw the win away" } }
                            }
                            td.num { (left(ply + 1)) }
                        }
                    }
                }
            }
        }))
    }
}

//! Who was winning after each move, as a picture and as a table: after the game, and during it if help is
//! on.

use amalgam::Play;
use amalgam::session::{Analysis, Blunder, say};
use maud::{Markup, html};

use super::view::View;
use super::who::{GLYPHS, does, name};
use crate::pages::{fitting, wide};
use crate::params::address;

/// Lengths in the picture.
const LEFT: usize = 16;
const NARROWEST: usize = 28;
const WIDEST: usize = 72;
const WIDTH: usize = 380;
const LANES: [usize; 2] = [34, 94];
const BOTTOM: usize = 132;

/// How many mistakes are listed. The table has all of them.
const MOST_TOLD: usize = 20;

/// The graph and the table, and after the game the mistakes.
pub(super) fn chart(view: &View, analysis: &Analysis) -> Markup {
    let over = view.game.is_over();
    html! {
        section #after .box aria-labelledby="after-title" {
            h2 #after-title { (if over { "Who was winning" } else { "Who is winning so far" }) }
            @if over { (verdict(view, analysis)) }
            div.graph {
                div.lanes aria-hidden="true" {
                    @for player in 0..2 {
                        span.(format!("player{player}")) { (GLYPHS[player]) " " (name(&view.game, player)) }
                    }
                }
                div.scroll tabindex="0" role="group"
                    aria-label="Graph of who was winning; each point links to its position, and the table below shows the same" {
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

/// The moves that threw a win away, if any.
fn verdict(view: &View, analysis: &Analysis) -> Markup {
    let game = &view.game;
    let unknown = analysis.winners.iter().any(Option::is_none);
    let told = fitting(analysis.blunders.iter().take(MOST_TOLD).map(|of| blundered(view, of)));
    html! {
        @match (analysis.blunders.as_slice(), analysis.winners.first()) {
            ([], Some(Some(winner))) if !unknown => p #verdict {
                (does(game, *winner, "were", "was")) " winning from the start to the end."
            },
            ([], _) => p #verdict { "No move is known to have thrown a win away." },
            (blunders, _) => ul #verdict .blunders {
                @for blunder in &told { (blunder) }
                @if told.len() < blunders.len() {
                    li { "The first " (told.len()) " of " (blunders.len()) " such moves are shown." }
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

/// The position before a mistake as an exercise.
fn again(view: &View, blunder: &Blunder) -> String {
    let before = view.game.sums().nth(blunder.ply).map(|sum| sum.to_string()).unwrap_or_default();
    let misere = if view.game.play() == Play::Misere { "on" } else { "" };
    address("/learn/try", &[("position", &before), ("misere", misere), ("task", "win")])
}

/// Two lanes; the line is in the lane of the player who was winning. A long game is drawn only around
/// the current position.
fn picture(view: &View, analysis: &Analysis) -> Markup {
    let linked = view.linked();
    let (first, end) = (linked.start, linked.end.min(analysis.winners.len()));
    let winners = &analysis.winners[first..end];
    let moves = winners.len().saturating_sub(1);
    let step = (WIDTH / moves.max(1)).clamp(NARROWEST, WIDEST);
    let width = 2 * LEFT + step * moves;
    let x = |at: usize| LEFT + step * at;
    let every = winners.len().div_ceil(40).max(1);
    let blunders = analysis.blunders.iter().filter(|of| (first..end).contains(&(of.ply + 1)));
    html! {
        svg width=(width) height=(BOTTOM + 14) viewBox={ "0 0 " (width) " " (BOTTOM + 14) } {
            @for lane in LANES {
                line.rule x1="0" x2=(width) y1=(lane) y2=(lane) {}
            }
            @for (at, pair) in winners.windows(2).enumerate() {
                @if let [Some(before), Some(after)] = pair {
                    line.(if before == after { "stay" } else { "fall" })
                        x1=(x(at)) y1=(LANES[*before]) x2=(x(at + 1)) y2=(LANES[*after]) {}
                }
            }
            @for (at, winner) in winners.iter().enumerate() {
                @let ply = first + at;
                a data-play href=(view.address_at(ply, view.hint))
                    aria-label={ "After " (ply) " moves: " (winning(view, *winner)) } {
                    rect.touch x=(x(at).saturating_sub(step / 2)) y="14" width=(step) height="100" {}
                    (point(x(at), *winner))
                }
                @if ply % every == 0 {
                    text x=(x(at)) y=(BOTTOM + 6) text-anchor="middle" { (ply) }
                }
            }
            @for blunder in blunders {
                text.cross x=(x(blunder.ply + 1 - first)) y=(LANES[1 - blunder.player] - 14)
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

//! The front page: a game that can be played at once. And the list of the pages for research.

use amalgam::games::NAMED;
use amalgam::session::{OPPONENTS, Player};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::drawn::stacks;
use super::games;
use crate::layout::{Nav, RESEARCH, page, problem_page, script};
use crate::params::{Params, address};
use crate::play::{any_seed, at_once, who::face};

/// `/?against=juno`
pub(super) async fn show(params: Params) -> Response {
    let names = ["pip", "juno", "ada", "friend"];
    let against = match params.one_of("against", &names) {
        Ok(against) => against,
        Err(problem) => return problem_page(&problem),
    };
    let opponent = against.parse().unwrap_or(Player::Human);
    let board = match at_once(opponent, any_seed()) {
        Ok(board) => board,
        Err(problem) => return problem_page(&problem),
    };
    let choices = OPPONENTS.iter().map(|of| (of.name, of.level, of.player));
    let choices: Vec<_> = choices.chain([("Friend", "here", Player::Human)]).collect();
    let plays = opponent.opponent().map_or("You play in turn.", |opponent| opponent.plays);
    let body = html! {
        section #hero .hero {
            div.flow {
                h1.huge { "Take or merge. Last coin wins." }
                p.lead { "Take coins from one heap, or merge two heaps into one. Whoever takes the last coin wins." }
                nav.seg.faces aria-label="Play against" {
                    @for (name, level, player) in choices {
                        @let value = name.to_lowercase();
                        a href=(address("/", &[("against", &value)])) data-swap="#hero"
                            aria-current=[(value == against).then_some("true")] {
                            (face(player)) (name) " " small.fine { (level) }
                        }
                    }
                }
                p.soft { (plays) }
            }
            div #play .demo { (board) }
        }
        ul.cards.few.sec {
            li { a.card href="/learn" { div.pic { (stacks(&[3, 3], "M108 66h24M115 60l-7 6 7 6M125 60l7 6-7 6")) }
                h2 { "Learn to win" } p { "Eleven short lessons, from the first coin to heaps of a million." } } }
            li { a.card href="/puzzles" { div.pic { (stacks(&[3, 5, 7], "M176 14l3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z")) }
                h2 { "Puzzle of the day" } p { "One position, one answer. The same for everyone." } } }
            li { a.card href="/research" { div.pic { (stacks(&[1, 2, 4, 8], "M40 104h160")) }
                h2 { "Research" } p { "Solve positions, read the table, check the claims of the papers." } } }
        }
        section.sec {
            h2 { "More games" }
            ul.cards.few.games {
                @for name in ["nim", "wythoff", "lasker", "grundy", "kayles", "chomp"] {
                    @if let Some(named) = NAMED.iter().find(|named| named.name == name) {
                        li { (games::tile(named)) }
                    }
                }
            }
            p { a href="/games" { "All games" } " · " a href="/play" { "Choose start and opponent" } }
        }
        (script("play.js"))
    };
    page("Heap games", Nav::Play, body).into_response()
}

/// `/research`
pub(super) async fn research() -> Markup {
    let body = html! {
        h1 { "Research" }
        p.lead { "All answers are exact, and each says how it was proved." }
        ul.cards {
            @for (_, address, name, about) in RESEARCH {
                li { a.card href=(address) { h2 { (name) } p { (about) } } }
            }
        }
    };
    page("Research", Nav::Research, body)
}

//! Help in levels. A level stays until it is changed.

use amalgam::games::Board;
use amalgam::session::{Hint, HintLevel, Valued, say};
use amalgam::{Part, Sum};
use maud::{Markup, html};

use super::Insight;
use super::view::View;
use super::who::{GLYPHS, does, is_you};
use crate::layout::{problem_box, sentence, ticked};
use crate::pages::{LONGEST_STEPS, fitting, grouped, move_badge, status_badge, wide};

/// How many moves are shown at first, and when all are asked for, if they fit on a page.
const MOVES_SHOWN: usize = 100;
const MOST_SHOWN: usize = 2000;

/// The levels, and the help of the current level.
pub(super) fn panel(view: &View, insight: &Insight) -> Markup {
    let at = view.game.made().len();
    html! {
        section #hints .box.noprint aria-labelledby="hints-title" {
            h2 #hints-title { "Help" }
            div.levels role="group" aria-label="How much help" {
                @for level in HintLevel::ALL {
                    a.level data-play href=(view.address_at(at, level))
                        aria-current=[(level == view.hint).then_some("true")]
                        data-next[level == view.hint.next()] { (short(level)) }
                }
            }
            @match insight {
                Insight::None => p.soft { "On your own. Good luck!" span.by-keys { " Key " kbd { "h" } " shows more." } },
                Insight::Unknown(problem) => (problem_box(problem)),
                Insight::Game(_) => p.soft { "The game is over. “Who was winning” shows how it went." },
                Insight::Position(evaluation, why, _) => {
                    @let hint = Hint::new(view.hint, &view.game, evaluation);
                    (winner(view, &hint))
                    @if view.hint >= HintLevel::Heaps { (which(view, &hint)) }
                    @if view.hint >= HintLevel::Moves {
                        @if !why.is_empty() {
                            ul.why { @for reason in why { li { (ticked(reason)) } } }
                        }
                        (moves(view, &hint))
                        @if (1..=LONGEST_STEPS).contains(&evaluation.steps.len()) {
                            details.why { summary { "How this is calculated" }
                                pre tabindex="0" { (evaluation.steps) } }
                        }
                    }
                }
            }
        }
    }
}

fn short(level: HintLevel) -> &'static str {
    match level {
        HintLevel::Nothing => "None",
        HintLevel::Winner => "Who wins",
        HintLevel::Heaps => "Which heap",
        HintLevel::Moves => "Every move",
    }
}

fn winner(view: &View, hint: &Hint) -> Markup {
    html! {
        @if let Some(winner) = hint.winner {
            p.winner {
                span.you[is_you(&view.game, winner)].opp[!is_you(&view.game, winner)] aria-hidden="true" {
                    (GLYPHS[usize::from(!is_you(&view.game, winner))]) } " "
                strong { (does(&view.game, winner, "can win", "can win")) }
                " from here."
            }
        }
        @if let Some(reason) = &hint.reason {
            p.reason { (status_badge("proved")) " " (sentence(&reason.to_string())) }
        }
    }
}

fn which(view: &View, hint: &Hint) -> Markup {
    let mut sizes: Vec<String> = Vec::new();
    let chomp = |of: &Part| of.board() == Board::Squares;
    let heap = if view.game.sum().parts().iter().all(chomp) { "row" } else { "heap" };
    for &(part, heap) in &hint.heaps {
        let size = view.game.sum().parts()[part].heaps()[heap].to_string();
        let text = match view.game.sum().as_single() {
            Some(_) => size,
            None => format!("{size} of part {}", Sum::part_name(part)),
        };
        if !sizes.contains(&text) {
            sizes.push(text);
        }
    }
    html! {
        @match sizes.as_slice() {
            [] => p #which { "No move wins here." },
            [one] => p #which { span.star { "★" } " A winning move uses the " (heap) " of " (one) "." },
            [most @ .., last] => p #which { span.star { "★" } " Winning moves use the " (heap) "s of "
                (most.join(", ")) " and " (last) "." },
        }
    }
}

fn moves(view: &View, hint: &Hint) -> Markup {
    let most = if view.all { MOST_SHOWN } else { MOVES_SHOWN };
    let grundy = hint.moves.iter().any(|valued| valued.known.is_some_and(|of| of.grundy.is_some()));
    let left = hint.moves.iter().any(|valued| valued.remoteness().is_some());
    let rows = hint.moves.iter().map(|valued| row(view, valued, grundy, left));
    let (shown, all) = (fitting(rows.take(most)), hint.moves.len());
    html! {
        (wide("The moves with their values", html! {
            table #values {
                thead { tr {
                    th scope="col" { "Move" }
                    th scope="col" { "Result" }
                    @if grundy { th.num scope="col" title="Grundy value of what is left" { "Grundy" } }
                    @if left { th.num scope="col" title="Moves that follow with best play" { "Left" } }
                } }
                tbody { @for row in &shown { (row) } }
            }
        }))
        @if shown.len() < all {
            p.fine {
                "The first " (grouped(shown.len() as u64)) " of " (grouped(all as u64)) " moves are shown. "
                @if shown.len() == MOVES_SHOWN && !view.all {
                    a href={ (view.address()) "&all=1" } data-play { "Show more" }
                }
            }
        }
    }
}

fn row(view: &View, valued: &Valued, grundy: bool, left: bool) -> Markup {
    let words = say(view.game.sum(), &valued.action);
    let sum = view.game.sum();
    let number = |number: Option<u64>| number.map_or("–".to_owned(), |number| number.to_string());
    html! {
        tr {
            td {
                @match view.game.awaits_human() {
                    true => button.link form="board" name="move" value=(words) { (words) },
                    false => (words),
                }
                small.leaves { " → " (sum.brief_result(&valued.action)) }
            }
            td { (move_badge(valued.known.map(|known| known.outcome))) }
            @if grundy { td.num { (number(valued.known.and_then(|known| known.grundy))) } }
            @if left { td.num { (number(valued.remoteness())) } }
        }
    }
}

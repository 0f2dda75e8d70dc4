//! Below the board: what can follow the chosen heaps, a field for a move in words, and problems.

use amalgam::session::{Gesture, legal_moves, say};
use amalgam::{Move, Part, PartMove, Rules};
use maud::{Markup, html};

use super::board::{TALLEST, hidden};
use super::options::Options;
use super::pins;
use super::view::{View, write_pick};
use crate::Problem;
use crate::layout::problem_box;
use crate::pages::fitting;

/// How many buttons are shown; the other moves can be typed.
const MOST_BUTTONS: usize = 60;

/// All of it.
pub(super) fn panel(view: &View, options: &Options<'_>, problem: Option<&Problem>) -> Markup {
    let turn = view.game.awaits_human();
    let stuck = problem.is_some_and(|problem| problem.status.as_u16() == 422) && !turn;
    html! {
        @if let Some(problem) = problem { (problem_box(problem)) }
        @if stuck && !view.game.is_over() {
            form #any .row action=(view.page.path) method="get" {
                (hidden(view))
                button name="reply" value="any" { "Let it make any move" }
                span.fine { "a random legal move" }
            }
        }
        // It stays while the opponent moves, so that the page does not jump.
        @if !view.game.is_over() {
            section #next .next aria-label="Your move" {
                @match view.pick.is_empty() {
                    true => p.fine { (advice(view)) },
                    false => (picked(view, options)),
                }
                @match turn {
                    true => (typed(view, problem)),
                    false => details.other {
                        summary { "Type a move, or choose from a list" }
                        p.fine { "It is the opponent’s turn." }
                    },
                }
            }
        }
        @if !view.game.is_over() { (keys()) }
    }
}

/// How to move in this game; the same from its start to its end.
fn advice(view: &View) -> String {
    let start = view.game.start();
    let kinds: Vec<&str> = legal_moves(start).iter().map(|legal| legal.action.kind()).collect();
    let has = |kind: &str| kinds.contains(&kind);
    let mut advice = Vec::new();
    let pins = start.parts().iter().all(pins::fits);
    if pins {
        advice.push("Click a pin to knock it down, or the mark below two pins to knock down both.");
    }
    if has("take") && !pins {
        advice.push("Click a coin to take it and the coins above it.");
    }
    let parts = start.parts().iter();
    if has("take") && parts.flat_map(Part::heaps).any(|&heap| heap > TALLEST) {
        advice.push("If a heap is too tall to draw, click its number.");
    }
    if has("take-split") && !pins {
        advice.push("Then choose whether and how to split the rest.");
    }
    if has("split") {
        advice.push("Click between two coins to split a heap there.");
    }
    if has("merge") {
        advice.push("To merge two heaps, click the numbers of both, or drag one onto the other.");
    }
    if has("take-several") || has("shift") {
        advice.push(
            "To take from several heaps, click their numbers one after the other, then a coin.",
        );
    }
    if has("bite") {
        advice.push("Click a square to bite it off with all squares to its right and below.");
    }
    advice.join(" ")
}

/// What can follow the chosen heaps.
fn picked(view: &View, options: &Options<'_>) -> Markup {
    let pick = &view.pick;
    let part = &view.game.sum().parts()[pick.part];
    let sizes = pick.heaps.iter().filter_map(|&heap| part.heaps().get(heap));
    let sizes: Vec<String> = sizes.map(u64::to_string).collect();
    let takes: Vec<u64> =
        options.following.takes.iter().copied().filter(|&take| take > 0).collect();
    let following = view.game.follow(pick);
    let moves = &following.moves;
    html! {
        p.chosen {
            strong {
                @match (sizes.as_slice(), pick.take) {
                    ([one], None) => { "The heap of " (one) " is chosen." }
                    ([one], Some(take)) => { "Take " (take) " from " (one) ", and leave …" }
                    (several, None) => { "The heaps of " (several.join(" and ")) " are chosen." }
                    (several, Some(take)) => { "Take " (take) " from " (several.join(" and ")) " …" }
                }
            }
            " "
            a.button.small #cancel data-play href=(view.address()) { "Cancel" }
        }
        @if let (None, [least, .., most]) | (None, [least @ most]) = (pick.take, takes.as_slice()) {
            form.row.amount action=(view.page.path) method="get" {
                (hidden(view))
                input type="hidden" name="pick" value=(write_pick(&Gesture { take: None, ..pick.clone() }));
                label.row {
                    "Take"
                    input #amount type="number" name="take" min=(least) max=(most) required
                        inputmode="numeric";
                    @if pick.heaps.len() > 1 { "from each" } @else { "coins" }
                }
                button type="submit" { "Take" }
                @match pick.heaps.len() == 1 && part.rules().is_some_and(Rules::takes_any) {
                    true => span.fine { (least) " to " (most) },
                    false => span.fine { (amounts(&takes)) },
                }
            }
        }
        @if !options.following.heaps.is_empty() {
            p.fine { "Or click another heap that is marked ◇ to add it." }
        }
        (choices(view, moves))
    }
}

/// Which amounts, as runs.
fn amounts(takes: &[u64]) -> String {
    let runs = takes.chunk_by(|x, y| x + 1 == *y).map(|run| match run {
        [one] => one.to_string(),
        run => format!("{} to {}", run[0], run[run.len() - 1]),
    });
    let runs: Vec<String> = runs.take(8).collect();
    runs.join(", ")
}

/// The moves that begin with the chosen heaps, as buttons.
fn choices(view: &View, moves: &[PartMove]) -> Markup {
    let shown: Vec<&PartMove> = match view.pick.take {
        Some(_) => moves.iter().collect(),
        None => moves.iter().filter(|action| !by_amount(&action.action)).collect(),
    };
    let value = |action: &&PartMove| view.game.say_with(action, &view.pick.heaps);
    buttons(shown.len(), shown.iter().map(|action| (value(action), left(view, action))))
}

/// The first of `all` moves as buttons: the value and the text of each.
fn buttons(all: usize, moves: impl Iterator<Item = (String, String)>) -> Markup {
    let button = |(value, words)| {
        html! { button.small form="board" name="move" value=(value) { (words) } }
    };
    let shown = fitting(moves.take(MOST_BUTTONS).map(button));
    html! {
        @if all > 0 { div.moves { @for button in &shown { (button) } } }
        @if shown.len() < all {
            p.fine { "and " (all - shown.len()) " more, which you can type." }
        }
    }
}

/// Whether the coins and the field for their number lead to this move.
fn by_amount(action: &Move) -> bool {
    match action {
        Move::Take { .. } | Move::TakeSplit { .. } | Move::Shift { .. } | Move::Bite { .. } => true,
        Move::TakeSeveral { from, to } => {
            let mut takes = from.iter().zip(to).map(|(from, to)| from - to);
            let first = takes.next();
            takes.all(|take| Some(take) == first)
        }
        _ => false,
    }
}

/// The text of a button. If the number of coins is chosen, only the rest is named.
fn left(view: &View, action: &PartMove) -> String {
    match (&action.action, view.pick.take) {
        (Move::Take { to: 0, .. }, Some(_)) => "nothing".to_owned(),
        (Move::Take { to, .. }, Some(_)) => format!("one heap of {to}"),
        (Move::TakeSplit { to: [x, y], .. }, Some(_)) => format!("{x} and {y}"),
        _ => say(view.game.sum(), action),
    }
}

/// A move in words, and all moves to choose from.
fn typed(view: &View, problem: Option<&Problem>) -> Markup {
    let wrong = problem.is_some_and(|problem| problem.field.as_deref() == Some("move"));
    let moves = view.game.moves();
    html! {
        details.other open[wrong] {
            summary { "Type a move, or choose from a list" }
            form.row action=(view.page.path) method="get" {
                (hidden(view))
                input #words type="text" name="move" aria-label="A move in words" autocomplete="off"
                    spellcheck="false" required aria-invalid=[wrong.then_some("true")]
                    placeholder=[moves.first().map(|first| say(view.game.sum(), first))];
                button type="submit" { "Move" }
            }
            (buttons(moves.len(), moves.iter().map(|action| {
                let words = say(view.game.sum(), action);
                (words.clone(), words)
            })))
            @if let Some(others) = view.game.not_listed() { p.fine { (others) } }
        }
    }
}

fn keys() -> Markup {
    let keys = [
        ("← →", "between heaps"),
        ("↑ ↓", "between the coins of a heap and its number"),
        ("1 2 3 …", "to the coin that takes this many"),
        ("Enter", "take, choose a heap, merge with the chosen one"),
        ("Esc", "cancel"),
        ("u, r", "undo, redo"),
        ("h", "more help; after the highest level, none"),
        ("?", "show these keys"),
    ];
    html! {
        details #keys {
            summary { "Keys" }
            dl.keys {
                @for (key, what) in keys { div { dt { kbd { (key) } } dd { (what) } } }
            }
        }
    }
}

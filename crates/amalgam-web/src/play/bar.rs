//! The bar: one place for the turn, what can follow the chosen heaps, problems and the end of the game. It is
//! directly below the board, where the thumb is.

use amalgam::games::Board;
use amalgam::session::{Analysis, Gesture, HintLevel, legal_moves, say};
use amalgam::{Move, Part, PartMove, Play};
use maud::{Markup, html};

use super::board::{TALLEST, hidden};
use super::options::Options;
use super::view::{View, write_pick};
use super::who::{against_machine, does, face, is_you, name};
use super::{begin, pins, strip};
use crate::Problem;
use crate::layout::problem_box;
use crate::pages::fitting;

/// How many buttons are shown; the other moves can be typed.
const MOST_BUTTONS: usize = 60;

/// The line above the board: the other player, and what it did.
pub(super) fn who(view: &View) -> Markup {
    let game = &view.game;
    let other = (0..2).find(|&player| !is_you(game, player)).unwrap_or(1);
    let last = game.made().len().checked_sub(1).filter(|ply| ply % 2 == other);
    html! {
        div.who {
            (face(game.players()[other]))
            p {
                b { (name(game, other)) } " " span.opp aria-hidden="true" { "■" } " "
                span.soft {
                    @match (last, game.winner()) {
                        (_, Some(winner)) if winner != other => "Well played!",
                        (Some(last), _) => (did(&say(game.start(), &game.made()[last]))),
                        (None, _) if !game.players()[other].is_human() => (super::who::strength(game.players()[other])),
                        (None, _) => "",
                    }
                }
            }
            span.push {}
            p.soft.desk { (view.title()) " · " (view.aim()) }
        }
    }
}

/// `take 4 from 5` as something that has happened.
fn did(words: &str) -> String {
    let past = [("take ", "took "), ("merge ", "merged "), ("split ", "split ")];
    let found = past.iter().find(|(now, _)| words.starts_with(now));
    found.map_or_else(|| words.to_owned(), |(now, then)| format!("{then}{}", &words[now.len()..]))
}

/// The bar below the board.
pub(super) fn bar(view: &View, analysis: Option<&Analysis>, problem: Option<&Problem>) -> Markup {
    let game = &view.game;
    if let (true, Some(analysis)) = (game.is_over(), analysis) {
        return html! {
            div #status .bar.over {
                p.unseen #say { (over_words(view)) }
                (strip::strip(view, analysis, html! { (undo(view)) (redo(view)) }))
            }
        };
    }
    let turn = game.awaits_human();
    let player = game.to_move().unwrap_or(0);
    let stuck = problem.is_some_and(|problem| problem.status.as_u16() == 422) && !turn;
    html! {
        div #status .bar.them[!is_you(game, player)].over[game.is_over()] {
            (face(game.players()[player]))
            p.say #say {
                @if !view.pick.is_empty() && turn { (chosen(view)) } @else {
                    b { (whose(view)) } " "
                    span.soft { @if game.made().is_empty() || view.hint > HintLevel::Nothing || !turn { (advice(view)) } @else { (last_of(view)) } }
                }
            }
            @if let Some(problem) = problem { (problem_box(problem)) }
            @if stuck && !game.is_over() {
                form #any .row action=(view.page.path) method="get" {
                    (hidden(view))
                    button name="reply" value="any" { "Let it make any move" }
                }
            }
            @if turn && !view.pick.is_empty() { (picked(view)) } @else {
                div.row.noprint {
                    (undo(view)) (redo(view))
                    @if !turn && !game.is_over() { (reply(view)) }
                    @else if view.page.path == "/play" { (help(view)) }
                }
            }
        }
    }
}

fn whose(view: &View) -> String {
    let game = &view.game;
    match game.to_move() {
        Some(next) if name(game, next) == "You" && game.made().is_empty() => "You start".to_owned(),
        Some(next) if name(game, next) == "You" => "Your turn".to_owned(),
        Some(next) if game.players()[next].is_human() => format!("{}’s turn", name(game, next)),
        Some(next) => format!("{} is thinking…", name(game, next)),
        None => over_words(view),
    }
}

/// The last move, for people who see the board only in words.
fn last_of(view: &View) -> Markup {
    let game = &view.game;
    let last = game.made().len() - 1;
    html! {
        (name(game, last % 2)) " " (did(&say(game.start(), &game.made()[last]))) "."
    }
}

/// How the game ended.
pub(super) fn over_words(view: &View) -> String {
    let game = &view.game;
    let Some(winner) = game.winner() else { return String::new() };
    let last = 1 - game.made().len() % 2;
    let coin = match game.made().last().map(|last| &last.action) {
        Some(Move::Take { .. }) => "took the last coin",
        _ => "made the last move",
    };
    let loses = if game.play() == Play::Misere { ", and that loses" } else { "" };
    format!(
        "{}! {} {coin}{loses}, in {} moves.",
        does(game, winner, "win", "wins"),
        name(game, last),
        game.made().len()
    )
    .replace(", in 1 moves", ", in 1 move")
}

/// The end of a game, over the board.
pub(super) fn party(view: &View) -> Markup {
    let game = &view.game;
    let Some(winner) = game.winner() else { return html! {} };
    let won = !against_machine(game) || is_you(game, winner);
    let words = over_words(view);
    let (head, rest) = words.split_once("! ").unwrap_or((&words, ""));
    html! {
        div.party.won[won] {
            strong { (head) @if won { "!" } }
            p { (rest) @if !won { " Close one." } }
            @if view.page.path == "/play" {
                div.row.noprint {
                    a.button.primary #again href=(begin::rematch(view)) {
                        @if won && against_machine(game) { "Play again, a little harder" } @else { "Play again" }
                    }
                    a.button #new href=(begin::another(view)) { "New game" }
                }
            }
        }
    }
}

fn step(id: &str, key: &str, words: &str, address: Option<String>) -> Markup {
    html! {
        @match address {
            Some(address) => a.button id=(id) data-play href=(address) aria-keyshortcuts=(key)
                title={ "Key " (key) } { (words) },
            None => button type="button" id=(id) disabled { (words) },
        }
    }
}

fn undo(view: &View) -> Markup {
    step("undo", "u", "↶ Undo", view.undone().map(|at| view.address_at(at, view.hint)))
}

/// Only where there is something to do again.
fn redo(view: &View) -> Markup {
    let at = view.redone().map(|at| view.address_at(at, view.hint));
    html! { @if at.is_some() { (step("redo", "r", "↷ Redo", at)) } }
}

/// The values of all moves on the board, or none.
fn help(view: &View) -> Markup {
    let (words, level) = match view.hint {
        HintLevel::Moves => ("Hide help", HintLevel::Nothing),
        _ => ("Help", HintLevel::Moves),
    };
    let address = view.address_at(view.game.made().len(), level);
    html! { a.button #help data-play href=(address) { (words) } }
}

/// The button that asks for the opponent's move. The script presses it after a moment.
fn reply(view: &View) -> Markup {
    let game = &view.game;
    let auto = game.undone() == 0 && against_machine(game);
    html! {
        form #reply action=(view.page.path) method="get" data-auto[auto] {
            (hidden(view))
            button.primary name="reply" value="1" { (name(game, game.made().len() % 2)) " moves" }
        }
    }
}

/// How to move in this game; the same from its start to its end.
pub(super) fn advice(view: &View) -> String {
    let start = view.game.start();
    let kinds: Vec<&str> = legal_moves(start).iter().map(|legal| legal.action.kind()).collect();
    let has = |kind: &str| kinds.contains(&kind);
    let mut advice = Vec::new();
    let pins = start.parts().iter().all(pins::fits);
    if pins {
        advice.push("Tap a pin to knock it down, or the mark below two pins to hit both.");
    }
    if has("take") && !pins {
        advice.push("Tap a coin: it goes, with all above it.");
    }
    let heaps = start.parts().iter().filter(|part| part.board() == Board::Heaps);
    if has("take") && heaps.flat_map(Part::heaps).any(|&heap| heap > TALLEST) {
        advice.push("Big heap? Tap its number and type how many.");
    }
    if has("take-split") && !pins {
        advice.push("Then choose whether and how to split the rest.");
    }
    if has("split") {
        advice.push("Tap ✂ to split a heap there.");
    }
    if has("merge") {
        advice.push("To merge, tap two numbers, or drag one onto the other.");
    }
    if has("take-several") || has("shift") {
        advice.push("To take from several heaps, tap their numbers, then a coin.");
    }
    if has("bite") {
        advice.push("Tap a square: it goes, with all to its right and below.");
    }
    advice.join(" ")
}

/// Which heaps are chosen.
fn chosen(view: &View) -> Markup {
    let pick = &view.pick;
    let part = &view.game.sum().parts()[pick.part];
    let sizes = pick.heaps.iter().filter_map(|&heap| part.heaps().get(heap));
    let sizes: Vec<String> = sizes.map(u64::to_string).collect();
    let more = !Options::of(view).following.heaps.is_empty();
    html! {
        b {
            @match (sizes.as_slice(), pick.take) {
                ([one], None) => { "Heap of " (one) " chosen" }
                ([one], Some(take)) => { "Take " (take) " from the " (one) ", and leave …" }
                (several, None) => { (several.join(" and ")) " chosen" }
                (several, Some(take)) => { "Take " (take) " from " (several.join(" and ")) " …" }
            }
        }
        " "
        @if more && pick.take.is_none() { span.soft { "Tap another number, or a coin." } }
    }
}

/// What can follow the chosen heaps.
fn picked(view: &View) -> Markup {
    let options = Options::of(view);
    let pick = &view.pick;
    let takes: Vec<u64> =
        options.following.takes.iter().copied().filter(|&take| take > 0).collect();
    let following = view.game.follow(pick);
    let moves = &following.moves;
    let cancel = html! { a.button #cancel data-play href=(view.address()) { "Cancel" } };
    html! {
        (choices(view, moves))
        @match (pick.take, takes.as_slice()) {
            (None, [least, .., most]) | (None, [least @ most]) => {
                form.row.amount action=(view.page.path) method="get" {
                    (hidden(view))
                    input type="hidden" name="pick" value=(write_pick(&Gesture { take: None, ..pick.clone() }));
                    label {
                        span.unseen { "How many coins" @if pick.heaps.len() > 1 { " from each" } ", from " (least) " to " (most) }
                        input #amount type="number" name="take" min=(least) max=(most) required
                            inputmode="numeric" placeholder={ (least) " to " (most) };
                    }
                    button.primary type="submit" { "Take" }
                    (cancel)
                }
            },
            _ => div.row { (cancel) },
        }
    }
}

/// The moves that begin with the chosen heaps, as buttons.
fn choices(view: &View, moves: &[PartMove]) -> Markup {
    let shown: Vec<&PartMove> = match view.pick.take {
        Some(_) => moves.iter().collect(),
        None => moves.iter().filter(|action| !by_amount(&action.action)).collect(),
    };
    // To merge, people tap the other heap; the buttons are for what cannot be pointed at.
    let merges = shown.iter().all(|action| matches!(action.action, Move::Merge { .. }));
    if merges && view.pick.heaps.len() == 1 {
        return html! {};
    }
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
pub(super) fn typed(view: &View, problem: Option<&Problem>) -> Markup {
    let wrong = problem.is_some_and(|problem| problem.field.as_deref() == Some("move"));
    let moves = view.game.moves();
    let turn = view.game.awaits_human();
    html! {
        details.other.noprint open[wrong] {
            summary { "Type a move, or choose from a list" }
            @if turn {
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
            } @else { p.fine { "It is not your turn." } }
        }
    }
}

pub(super) fn keys() -> Markup {
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
        details #keys .noprint {
            summary { "Keys" }
            dl.keys {
                @for (key, what) in keys { div { dt { kbd { (key) } } dd { (what) } } }
            }
        }
    }
}

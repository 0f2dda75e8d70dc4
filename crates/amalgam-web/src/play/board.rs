//! The heaps as stacks of coins, and the line that says whose turn it is.

use amalgam::session::{Evaluation, Hint, say};
use amalgam::{Move, Part, Sum};
use maud::{Markup, html};

use super::options::{HeapOptions, Options, Role};
use super::panel;
use super::view::View;
use super::who::{GLYPHS, against_machine, does, name, strength};
use super::{begin, chomp, pins};
use crate::Problem;
use crate::layout::sentence;

/// The tallest heap that is drawn coin by coin.
pub(super) const TALLEST: u64 = 30;

/// The tallest heap whose coins are drawn in full size.
const FULL_SIZE: u64 = 12;

/// With more heaps than this, heaps are drawn as numbers.
const MOST_STACKS: usize = 40;

/// The game, the players and the state of the game.
pub(super) fn header(view: &View) -> Markup {
    let game = &view.game;
    html! {
        div.what {
            h1 { (view.title()) }
            p.fine {
                @for part in game.start().parts() {
                    @if game.start().as_single().is_none() { b { (part.name()) } ": " }
                    (super::exercise::plain(part)) " "
                }
                (sentence(view.aim())) " "
                @for (player, kind) in game.players().into_iter().enumerate() {
                    @if !kind.is_human() {
                        (name(game, player)) " " span.nowrap { "(" (GLYPHS[player]) ")" } ": "
                        (strength(kind)) ". "
                    }
                }
            }
        }
        (status(view))
    }
}

/// Whose turn it is, and the last move. The script announces it to screen readers.
pub(super) fn status(view: &View) -> Markup {
    let game = &view.game;
    let last = game.made().len().checked_sub(1);
    let (mark, turn) = match (game.winner(), game.to_move()) {
        (Some(winner), _) => (GLYPHS[winner], does(game, winner, "have won", "has won")),
        (None, Some(next)) if name(game, next) == "You" => (GLYPHS[next], "Your turn".to_owned()),
        (None, Some(next)) => (GLYPHS[next], format!("{}’s turn", name(game, next))),
        (None, None) => ("", String::new()),
    };
    let player = game.winner().or(game.to_move()).unwrap_or(0);
    html! {
        p #status .(format!("player{player}")) .over[game.is_over()] {
            span.mark aria-hidden="true" { (mark) }
            span #say {
                strong { (turn) "." }
                @if let Some(last) = last {
                    " " span.last {
                        (name(game, last % 2)) ": " b { (say(game.start(), &game.made()[last])) } "."
                    }
                }
            }
        }
    }
}

/// The form that all buttons of the board belong to.
pub(super) fn board(
    view: &View,
    evaluation: Option<&Evaluation>,
    problem: Option<&Problem>,
) -> Markup {
    html! {
        (controls(view))
        (table(view, evaluation, problem))
    }
}

/// The heaps, and what can be done with them.
pub(super) fn table(
    view: &View,
    evaluation: Option<&Evaluation>,
    problem: Option<&Problem>,
) -> Markup {
    let options = Options::of(view);
    let hint = evaluation.map(|evaluation| Hint::new(view.hint, &view.game, evaluation));
    let parts = view.game.sum().parts();
    let single = parts.len() == 1;
    let waiting = !view.game.awaits_human();
    html! {
        form #board .board.waiting[waiting] action=(view.page.path) method="get" {
            (hidden(view))
            @for (index, part) in parts.iter().enumerate() {
                section.part aria-label=(called(index, part, single)) {
                    @if !single { h2 { (called(index, part, single)) } }
                    @if chomp::fits(part) {
                        (chomp::rows(view, index, hint.as_ref()))
                    } @else if pins::fits(part) {
                        (pins::rows(view, index, &options, hint.as_ref()))
                    } @else {
                        (heaps(view, index, part, &options, hint.as_ref()))
                    }
                }
            }
        }
        (panel::panel(view, &options, problem))
    }
}

/// The name of a part; in a sum of several parts with its letter.
fn called(index: usize, part: &Part, single: bool) -> String {
    match single {
        true => part.name().to_owned(),
        false => format!("Part {}: {}", Sum::part_name(index), part.name()),
    }
}

/// What every form on the page sends along.
pub(super) fn hidden(view: &View) -> Markup {
    html! {
        @for (name, value) in &view.page.fixed { input type="hidden" name=(name) value=(value); }
        input type="hidden" name="link" value=(view.link);
        @if view.game.undone() > 0 {
            input type="hidden" name="at" value=(view.game.made().len());
        }
        input type="hidden" name="hint" value=(view.hint);
    }
}

/// Undo, redo, and a button for the opponent's move if it is due.
pub(super) fn controls(view: &View) -> Markup {
    let step = |id: &str, key: &str, title: &str, at: Option<usize>| {
        html! {
            @match at {
                Some(at) => a.button id=(id) data-play href=(view.address_at(at, view.hint))
                    aria-keyshortcuts=(key) title={ "Key " (key) } { (title) },
                None => button type="button" id=(id) disabled { (title) },
            }
        }
    };
    let game = &view.game;
    let replies = !game.is_over() && !game.awaits_human();
    let auto = replies && game.undone() == 0 && against_machine(game);
    html! {
        div.controls role="group" aria-label="The game" {
            (step("undo", "u", "↶ Undo", view.undone()))
            (step("redo", "r", "↷ Redo", view.redone()))
            @if replies {
                form #reply action=(view.page.path) method="get" data-auto[auto] {
                    (hidden(view))
                    button.primary name="reply" value="1" {
                        (name(game, game.made().len() % 2)) " moves"
                    }
                }
            }
            @if view.page.path == "/play" {
                @if game.is_over() {
                    a.button.primary #again href=(begin::rematch(view)) { "Rematch" }
                }
                a.button #new href=(begin::another(view)) { "New game" }
            }
        }
    }
}

/// The heaps of a part side by side, each in its place.
fn heaps(
    view: &View,
    index: usize,
    part: &Part,
    options: &Options<'_>,
    hint: Option<&Hint>,
) -> Markup {
    let places = view.game.places(index);
    let drawn = |heap: u64| heap <= TALLEST && places.len() <= MOST_STACKS;
    let reach = reach(view, index);
    let small = reach > FULL_SIZE;
    html! {
        div.heaps.small[small] {
            // The height of the tallest heap that can arise, so that the page below never moves.
            svg.room width="1" height=(room(reach, small)) aria-hidden="true" {}
            @for (slot, of) in places.iter().enumerate() {
                @match of.index {
                    Some(at) => {
                        @let can = options.heap(index, at);
                        @let starred = hint.is_some_and(|hint| hint.heaps.contains(&(index, at)));
                        @let place = Place { part: index, heap: at, size: of.heap };
                        @let lost = of.was.saturating_sub(of.heap).min(TALLEST.saturating_sub(of.heap));
                        div.heap.big[!drawn(of.heap)].picked[can.role == Role::Picked]
                            .partner[can.role == Role::Partner].starred[starred].fresh[of.is_fresh()]
                            data-heap={ (index) "." (at) } data-slot={ (index) "." (slot) }
                            data-joined=[(of.was > 0 && of.heap > of.was).then(|| of.heap - of.was)] {
                            @if starred { span.star title="A winning move uses this heap" { "★" } }
                            div.stack {
                                @if drawn(of.heap) {
                                    @for _ in 0..lost { span.ghost {} }
                                    (coins(place, &can, options, hint))
                                } @else {
                                    (pile())
                                }
                            }
                            (head(place, &can, options, of.is_fresh()))
                        }
                    }
                    None => {
                        div.heap.gone.fresh[of.is_fresh()] data-slot={ (index) "." (slot) }
                            aria-hidden="true" {
                            div.stack {
                                @if drawn(of.was) { @for _ in 0..of.was { span.ghost {} } }
                            }
                            span.label { @if of.is_fresh() { "gone" } @else { "–" } }
                        }
                    }
                }
            }
            @if part.heaps().is_empty() { p.unseen { "No heap is left." } }
        }
    }
}

/// The most coins that a drawn heap can have before the game ends: if heaps merge, all coins of the
/// start.
fn reach(view: &View, part: usize) -> u64 {
    let start = &view.game.start().parts()[part];
    let merges = start.rules().is_some_and(|rules| !rules.merges().is_empty());
    let heaps = start.heaps().iter().copied();
    let most = match merges {
        true => heaps.fold(0, u64::saturating_add),
        false => heaps.filter(|&heap| heap <= TALLEST).max().unwrap_or(0),
    };
    let shifted = view.game.places(part).iter().map(|of| of.heap).filter(|&of| of <= TALLEST).max();
    most.min(TALLEST).max(shifted.unwrap_or(0))
}

/// The height of a heap as the style sheet draws it, with the number below.
fn room(coins: u64, small: bool) -> u64 {
    const HEAD: u64 = 80;
    HEAD + coins * if small { 12 } else { 24 }
}

/// A heap that is too tall to draw coin by coin: a stack with a gap.
pub(super) fn pile() -> Markup {
    html! {
        span.pile aria-hidden="true" {
            @for _ in 0..6 { span {} }
            span.more { "⋮" }
            @for _ in 0..6 { span {} }
        }
    }
}

/// Which heap is meant.
#[derive(Clone, Copy)]
struct Place {
    part: usize,
    heap: usize,
    size: u64,
}

/// The coins of a heap from the top. A click takes the coin and those above it.
fn coins(place: Place, can: &HeapOptions, options: &Options<'_>, hint: Option<&Hint>) -> Markup {
    let Place { part, heap, size } = place;
    let partner = can.role == Role::Partner;
    html! {
        @for take in 1..=size {
            @let able = partner || can.takes.binary_search(&take).is_ok();
            @let wins = hint.is_some_and(|hint| hint.winning.iter().any(|action| {
                action.part == part
                    && action.action == (Move::Take { from: size, to: size - take })
            }));
            @let chosen = can.role == Role::Picked && options.take().is_some_and(|most| take <= most);
            button.coin.wins[wins].taken[chosen] name="pick" value=(options.ask(part, heap, Some(take)))
                data-take=(take) disabled[!able]
                aria-label=(coin_label(place, take, partner, wins)) {
                span aria-hidden="true" { @if wins { "★" } (take) }
            }
            @let rest = size - take;
            @let into = [rest.min(take), rest.max(take)];
            @if rest > 0 && !partner && can.splits.contains(&into) {
                button.gap name="move" value=(split_words(options, place, into))
                    aria-label={ "Split the heap of " (size) " into " (take) " and " (rest) }
                    title={ (take) " and " (rest) } { span aria-hidden="true" { "✂" } }
            }
        }
    }
}

fn coin_label(place: Place, take: u64, partner: bool, wins: bool) -> String {
    let star = if wins { ", which wins" } else { "" };
    match partner {
        true => format!("Add the heap of {}", place.size),
        false => format!("Take {take} from the heap of {}{star}", place.size),
    }
}

/// The split in the words of the legal move.
fn split_words(options: &Options<'_>, place: Place, to: [u64; 2]) -> String {
    let action = Move::Split { from: place.size, to };
    options.words(place.part, place.heap, &action).unwrap_or_else(|| action.to_string())
}

/// The number below a heap. A click chooses the heap.
fn head(place: Place, can: &HeapOptions, options: &Options<'_>, fresh: bool) -> Markup {
    let Place { part, heap, size } = place;
    let (value, label) = match can.role {
        Role::Picked => (String::new(), format!("Heap of {size}, chosen: release")),
        Role::Partner => {
            (options.ask(part, heap, None), format!("Heap of {size}: together with the chosen one"))
        }
        Role::Open | Role::Idle => {
            (options.ask(part, heap, None), format!("Heap of {size}: choose"))
        }
    };
    html! {
        button.head name="pick" value=(value) disabled[can.role == Role::Idle]
            aria-pressed=(if can.role == Role::Picked { "true" } else { "false" })
            aria-label=(label) {
            span.number { (size) }
            @if fresh { span.label { "changed" } }
            @if can.role == Role::Picked { span.label { "chosen" } }
        }
    }
}

//! The heaps as stacks of coins, and the line that says whose turn it is.

use amalgam::games::Board;
use amalgam::session::{Evaluation, Hint, say};
use amalgam::{Move, Part};
use maud::{Markup, html};

use super::chomp;
use super::options::{HeapOptions, Options, Role};
use super::panel;
use super::view::View;
use super::who::{GLYPHS, against_machine, does, name, strength};
use crate::Problem;
use crate::layout::sentence;

/// The tallest heap that is drawn coin by coin.
pub(super) const TALLEST: u64 = 30;

/// The tallest heap whose coins are drawn in full size.
const FULL_SIZE: u64 = 12;

/// With more heaps than this they are drawn as numbers.
const MOST_STACKS: usize = 40;

/// What is played, by whom, and how it stands.
pub(super) fn header(view: &View) -> Markup {
    let game = &view.game;
    html! {
        div.what {
            h1 { (view.title()) }
            p.fine {
                @for part in game.start().parts() {
                    @if game.start().as_single().is_none() { b { (part.name()) } ": " }
                    (sentence(&part.in_words())) " "
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

/// Whose turn it is, and what the last moves were. The script reads it out.
fn status(view: &View) -> Markup {
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
    let options = Options::of(view);
    let hint = evaluation.map(|evaluation| Hint::new(view.hint, &view.game, evaluation));
    let parts = view.game.sum().parts();
    let single = parts.len() == 1;
    let waiting = !view.game.awaits_human();
    html! {
        (controls(view))
        form #board .board.waiting[waiting].done[view.game.is_over()] action="/play" method="get" {
            (hidden(view))
            @for (index, part) in parts.iter().enumerate() {
                section.part aria-label={ "Part " (index) ": " (part.name()) } {
                    @if !single { h2 { "Part " (index) ": " (part.name()) } }
                    @if part.board() == Board::Squares && chomp::fits(part) {
                        (chomp::rows(view, index, hint.as_ref()))
                    } @else {
                        (heaps(view, index, part, &options, hint.as_ref()))
                    }
                }
            }
        }
        (panel::panel(view, &options, problem))
    }
}

/// What every form on the page sends along.
pub(super) fn hidden(view: &View) -> Markup {
    html! {
        input type="hidden" name="link" value=(view.link);
        @if view.game.undone() > 0 {
            input type="hidden" name="at" value=(view.game.made().len());
        }
        input type="hidden" name="hint" value=(view.hint);
    }
}

/// Undo, redo, and the opponent's move where it is still to be made.
fn controls(view: &View) -> Markup {
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
                form #reply action="/play" method="get" data-auto[auto] {
                    (hidden(view))
                    button.primary name="reply" value="1" {
                        (name(game, game.made().len() % 2)) " moves"
                    }
                }
            }
            a.button #new .primary[game.is_over()] href="/play" { "New game" }
        }
    }
}

/// The heaps of a part side by side.
fn heaps(
    view: &View,
    index: usize,
    part: &Part,
    options: &Options<'_>,
    hint: Option<&Hint>,
) -> Markup {
    let heaps = part.heaps();
    let drawn = |heap: u64| heap <= TALLEST && heaps.len() <= MOST_STACKS;
    let tallest = heaps.iter().copied().filter(|&heap| drawn(heap)).max().unwrap_or(0);
    let mut changed = Changed::by_last_move(view, index);
    html! {
        div.heaps.small[tallest > FULL_SIZE] {
            @for (at, &heap) in heaps.iter().enumerate() {
                @let can = options.heap(index, at);
                @let starred = hint.is_some_and(|hint| hint.heaps.contains(&(index, at)));
                @let fresh = changed.is_fresh(heap);
                @let place = Place { part: index, heap: at, size: heap };
                div.heap.big[!drawn(heap)].picked[can.role == Role::Picked]
                    .partner[can.role == Role::Partner].starred[starred].fresh[fresh.is_some()]
                    data-heap={ (index) "." (at) } {
                    @if starred { span.star title="A winning move touches this heap" { "★" } }
                    div.stack {
                        @if drawn(heap) {
                            @for _ in 0..fresh.unwrap_or(0).min(TALLEST.saturating_sub(heap)) {
                                span.ghost {}
                            }
                            (coins(place, &can, options, hint))
                        } @else {
                            (pile())
                        }
                    }
                    (head(place, &can, options, fresh.is_some()))
                }
            }
            @if let Some(gone) = changed.gone.filter(|&gone| drawn(gone)) {
                div.heap.gone aria-hidden="true" {
                    div.stack { @for _ in 0..gone { span.ghost {} } }
                    span.label { "gone" }
                }
            }
            @if heaps.is_empty() && changed.gone.is_none() { p.soft { "No heap is left." } }
        }
    }
}

/// A heap that is too tall to be drawn coin by coin: a stack with a break in it.
fn pile() -> Markup {
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

/// The coins of a heap from the top. One takes itself and those above it.
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
                button.gap name="move" value=(split_words(options, part, size, into))
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
fn split_words(options: &Options<'_>, part: usize, from: u64, to: [u64; 2]) -> String {
    let action = Move::Split { from, to };
    options.words(part, &action).unwrap_or_else(|| action.to_string())
}

/// The number below a heap, with which the heap itself is pointed at.
fn head(place: Place, can: &HeapOptions, options: &Options<'_>, fresh: bool) -> Markup {
    let Place { part, heap, size } = place;
    let (value, label) = match can.role {
        Role::Picked => (String::new(), format!("Heap of {size}, chosen: let go")),
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

/// What the last move did to the heaps of a part.
struct Changed {
    /// The sizes that were not there before.
    fresh: Vec<u64>,
    /// How many coins were taken from the one heap that is left changed.
    taken: u64,
    /// The heap that was taken whole.
    gone: Option<u64>,
}

impl Changed {
    fn by_last_move(view: &View, part: usize) -> Changed {
        let mut changed = Changed { fresh: Vec::new(), taken: 0, gone: None };
        let Some(last) = view.game.made().last().filter(|last| last.part == part) else {
            return changed;
        };
        let mut before = view.game.clone();
        before.undo();
        let mut left = before.sum().parts()[part].heaps().to_vec();
        for &heap in last.result.heaps() {
            match left.iter().position(|&other| other == heap) {
                Some(at) => drop(left.swap_remove(at)),
                None => changed.fresh.push(heap),
            }
        }
        if let Move::Take { from, to } = last.action {
            changed.taken = from - to;
            changed.gone = (to == 0).then_some(from);
            // Among equal heaps one has changed all the same.
            if to > 0 && changed.fresh.is_empty() {
                changed.fresh.push(to);
            }
        }
        changed
    }

    /// Whether a heap of this size is new, and how many coins it lost; each counts once.
    fn is_fresh(&mut self, heap: u64) -> Option<u64> {
        let at = self.fresh.iter().position(|&fresh| fresh == heap)?;
        self.fresh.swap_remove(at);
        Some(self.taken)
    }
}

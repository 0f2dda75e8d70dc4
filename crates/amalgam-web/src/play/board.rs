//! The heaps as stacks of coins.
//!
//! The server draws them, so that the board works without scripts; the style sheet makes the coins as large as
//! the room allows. Up to ten coins are one column, up to 120 are columns of ten that can be counted, and
//! larger heaps are a torn stack whose number is typed. The height is fixed when a game starts and only grows
//! (when heaps merge), so the ground stays where it is.

use std::collections::BTreeMap;

use amalgam::games::Board;
use amalgam::session::{Evaluation, Hint, HintLevel, Place};
use amalgam::{Move, Outcome, Part, Sum};
use maud::{Markup, html};

use super::options::{HeapOptions, Options, Role};
use super::view::View;
use super::{chomp, pins};
use crate::pages::grouped;
use crate::titles::title;

/// The tallest column.
const TEN: u64 = 10;

/// The tallest heap that is drawn coin by coin.
pub(super) const TALLEST: u64 = 120;

/// The most columns side by side: with more, a coin would be too small for a finger on a phone.
const MOST_COLUMNS: u64 = 12;

/// The same where heaps are split, which needs room beside each stack.
const MOST_WITH_CUTS: u64 = 7;

/// The most coins that are drawn as taken.
const MOST_GHOSTS: u64 = 6;

/// The form that all buttons of the board belong to.
pub(super) fn board(view: &View, evaluation: Option<&Evaluation>, over: Markup) -> Markup {
    let options = Options::of(view);
    let hint = evaluation.map(|evaluation| Hint::new(view.hint, &view.game, evaluation));
    let values = hint.as_ref().map(Values::of).unwrap_or_default();
    let parts = view.game.sum().parts();
    let single = parts.len() == 1;
    let waiting = !view.game.awaits_human();
    html! {
        div.slot {
            form #board .board.waiting[waiting] action=(view.page.path) method="get" {
                (hidden(view))
                @for (index, part) in parts.iter().enumerate() {
                    section.part.hasjoins[!values.joins(index).is_empty()] aria-label=(called(index, part, single)) {
                        @if !single { h2 { (called(index, part, single)) } }
                        @if chomp::fits(part) {
                            (chomp::rows(view, index, hint.as_ref()))
                        } @else if pins::fits(part) {
                            (pins::rows(view, index, &options, hint.as_ref()))
                        } @else {
                            (heaps(view, index, part, &options, hint.as_ref(), &values))
                        }
                    }
                }
            }
            (over)
        }
    }
}

/// The name of a part; in a sum of several parts with its letter.
pub(super) fn called(index: usize, part: &Part, single: bool) -> String {
    match single {
        true => title(part.name()),
        false => format!("Part {}: {}", Sum::part_name(index), title(part.name())),
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

/// Which moves win, as far as the help shows it: chips on the coins, and merges above them.
#[derive(Default)]
struct Values {
    takes: BTreeMap<(usize, u64, u64), bool>,
    joins: Vec<(usize, [u64; 2], bool)>,
}

impl Values {
    fn of(hint: &Hint) -> Values {
        let mut values = Values::default();
        for valued in hint.moves.iter().filter(|_| hint.level == HintLevel::Moves) {
            let Some(known) = valued.known else { continue };
            let wins = known.outcome == Outcome::P;
            match valued.action.action {
                Move::Take { from, to } => {
                    values.takes.insert((valued.action.part, from, to), wins);
                }
                Move::Merge { from, .. } => values.joins.push((valued.action.part, from, wins)),
                _ => {}
            }
        }
        values
    }

    /// The merges of a part, the winning ones first.
    fn joins(&self, part: usize) -> Vec<&(usize, [u64; 2], bool)> {
        let mut joins: Vec<_> = self.joins.iter().filter(|(of, ..)| *of == part).collect();
        joins.sort_by_key(|(_, from, wins)| (!wins, *from));
        joins.truncate(24);
        joins
    }
}

/// How the heaps of a part are drawn.
struct Shape {
    /// Coins in the highest column, from the start of the game on.
    tall: u64,
    /// Columns side by side.
    columns: u64,
    /// Larger heaps are torn.
    whole: u64,
    /// Too many heaps for stacks: only their numbers are shown.
    many: bool,
}

fn columns(heap: u64) -> u64 {
    heap.div_ceil(TEN).max(1)
}

impl Shape {
    /// The shape of a row of places; `before` are all positions of the game so far.
    fn of<'a>(
        places: &[u64],
        cuts: bool,
        before: impl Iterator<Item = &'a [u64]> + Clone,
    ) -> Shape {
        let room = if cuts { MOST_WITH_CUTS } else { MOST_COLUMNS };
        let mut whole = TALLEST;
        let wide = |heap: u64, whole: u64| if heap > whole { 1 } else { columns(heap) };
        let all = |whole: u64| places.iter().map(|&heap| wide(heap, whole)).sum::<u64>();
        while all(whole) > room && whole > TEN {
            // The largest heap that is still drawn is torn next.
            let next = places.iter().copied().filter(|&heap| heap <= whole && heap > TEN).max();
            whole = next.map_or(TEN, |heap| heap - 1);
        }
        let high = |heap: u64| if heap > whole { 9 } else { heap.min(TEN) };
        let now = places.iter().map(|&heap| high(heap)).max().unwrap_or(1);
        let ever = before.clone().flatten().map(|&heap| high(heap)).max().unwrap_or(1);
        let gaps = |heaps: &[u64]| (places.len() as u64).saturating_sub(heaps.len() as u64);
        let widest = before
            .map(|heaps| heaps.iter().map(|&heap| wide(heap, whole)).sum::<u64>() + gaps(heaps));
        Shape {
            tall: now.max(ever).max(1),
            columns: widest.max().unwrap_or(1).max(all(whole)).clamp(1, MOST_COLUMNS),
            whole,
            many: places.len() as u64 > MOST_COLUMNS,
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
    values: &Values,
) -> Markup {
    let places = view.game.places(index);
    let sizes: Vec<u64> = places.iter().map(|of| of.heap).collect();
    let cuts = part.rules().is_some_and(|rules| rules.split().is_some());
    let before: Vec<Sum> = view.game.sums().collect();
    let shape = Shape::of(&sizes, cuts, before.iter().map(|sum| sum.parts()[index].heaps()));
    let last = (view.game.made().len() + 1) % 2;
    html! {
        div.heaps.cuts[cuts].many[shape.many].(format!("t{}", shape.tall)).(format!("c{}", shape.columns)) {
            @for (slot, of) in places.iter().enumerate() {
                @match of.index {
                    Some(at) => {
                        @let can = options.heap(index, at);
                        @let starred = hint.is_some_and(|hint| hint.heaps.contains(&(index, at)));
                        @let place = Spot { part: index, heap: at, size: of.heap };
                        div.heap.big[of.heap > shape.whole].picked[can.role == Role::Picked]
                            .partner[can.role == Role::Partner].starred[starred].fresh[of.is_fresh()]
                            role="group" aria-label={ "Heap of " (of.heap) }
                            data-heap={ (index) "." (at) } data-slot={ (index) "." (slot) }
                            data-size=(of.heap)
                            data-joined=[(of.was > 0 && of.heap > of.was).then(|| of.heap - of.was)] {
                            @if !shape.many {
                                div.pile.(format!("by{last}")) {
                                    (note(of))
                                    @if of.heap > shape.whole { (torn(place, &can, options)) }
                                    @else { (stack(place, &can, options, values, ghosts(of, shape.tall))) }
                                }
                            }
                            (head(place, &can, options, starred))
                        }
                    }
                    None => {
                        div.heap.gone.fresh[of.is_fresh()] data-slot={ (index) "." (slot) } {
                            div.pile.(format!("by{last}")) {
                                @if of.is_fresh() { (note(of)) }
                                div.col { @for _ in 0..ghosts(of, shape.tall) { i.ghost {} } }
                            }
                            span.head { }
                        }
                    }
                }
            }
            @if part.heaps().is_empty() { p.unseen { "No heap is left." } }
        }
        @let joins = values.joins(index);
        @if !joins.is_empty() {
            div.joins role="group" aria-label="Merges" {
                @for (_, [x, y], wins) in joins {
                    button name="move" value={ @if view.game.sum().as_single().is_none() { "part " (Sum::part_name(index)) ": " } "merge " (x) " and " (y) }
                        disabled[!view.game.awaits_human()] {
                        (x) " + " (y) " "
                        @if *wins { span.win { "✓ wins" } } @else { span.lose { "✗" span.unseen { " loses" } } }
                    }
                }
            }
        }
    }
}

/// What the last move did here: `−4`, or `15 + 25`.
fn note(of: &Place) -> Markup {
    html! {
        @if of.was > of.heap && of.heap > 0 { span.note { "−" (of.was - of.heap) } }
        @else if of.was > 0 && of.heap > of.was {
            span.note { (of.was) " + " (of.heap - of.was) }
        }
    }
}

/// How many coins are drawn as taken.
fn ghosts(of: &Place, tall: u64) -> u64 {
    let room = (tall.saturating_sub(of.heap % TEN) * 8 / 5).max(1);
    of.was.saturating_sub(of.heap).min(MOST_GHOSTS).min(room)
}

/// Which heap is meant.
#[derive(Clone, Copy)]
struct Spot {
    part: usize,
    heap: usize,
    size: u64,
}

/// The coins of a heap from the ground up, in columns of ten. A click takes the coin and those above it.
fn stack(
    place: Spot,
    can: &HeapOptions,
    options: &Options<'_>,
    values: &Values,
    ghosts: u64,
) -> Markup {
    let Spot { part, size, .. } = place;
    html! {
        @for column in 0..columns(size) {
            div.col {
                @for below in column * TEN..size.min((column + 1) * TEN) {
                    @let take = size - below;
                    @if below > 0 { (cut(place, can, options, below)) }
                    (coin(place, can, options, take, values.takes.get(&(part, size, below)).copied()))
                }
                @if column + 1 == columns(size) { @for _ in 0..ghosts { i.ghost {} } }
            }
        }
    }
}

/// A heap that is too large to draw: its top coins can be taken, any other number is typed.
fn torn(place: Spot, can: &HeapOptions, options: &Options<'_>) -> Markup {
    html! {
        div.col {
            @for _ in 0..3 { i.coin {} }
            i.tear { svg viewBox="0 0 80 30" preserveAspectRatio="none" aria-hidden="true" {
                path d="M0 6l10 6 10-6 10 6 10-6 10 6 10-6 10 6 10-6v18l-10 6-10-6-10 6-10-6-10 6-10-6-10 6-10-6z" {} } }
            @for take in (1..=4).rev() { (coin(place, can, options, take, None)) }
        }
    }
}

fn coin(
    place: Spot,
    can: &HeapOptions,
    options: &Options<'_>,
    take: u64,
    wins: Option<bool>,
) -> Markup {
    let Spot { part, heap, size } = place;
    let partner = can.role == Role::Partner;
    let able = partner || can.takes.binary_search(&take).is_ok();
    let chosen = can.role == Role::Picked && options.take().is_some_and(|most| take <= most);
    let end = match wins {
        Some(true) => ", wins",
        Some(false) => ", loses",
        None => "",
    };
    let label = match partner {
        true => format!("Add the heap of {size}"),
        false => format!("Take {take} from the heap of {size}{end}"),
    };
    html! {
        button.coin.wins[wins == Some(true)].go[chosen] name="pick"
            value=(options.ask(part, heap, Some(take))) data-take=(take) disabled[!able] aria-label=(label) {
            @match wins {
                Some(true) => b.win aria-hidden="true" { "✓" },
                Some(false) => b aria-hidden="true" { "✗" },
                None => {},
            }
        }
    }
}

/// Where a heap can be split into the coins below and those above.
fn cut(place: Spot, can: &HeapOptions, options: &Options<'_>, below: u64) -> Markup {
    let above = place.size - below;
    let into = [below.min(above), below.max(above)];
    let able = can.role != Role::Partner && can.splits.contains(&into);
    let action = Move::Split { from: place.size, to: into };
    let words = options.words(place.part, place.heap, &action);
    html! {
        @if able {
            button.gap name="move" value=(words.unwrap_or_else(|| action.to_string()))
                aria-label={ "Split the heap of " (place.size) " into " (above) " and " (below) }
                title={ (above) " and " (below) } { span aria-hidden="true" { "✂" } }
        }
    }
}

/// The number below a heap. A click chooses the heap.
fn head(place: Spot, can: &HeapOptions, options: &Options<'_>, starred: bool) -> Markup {
    let Spot { part, heap, size } = place;
    let star = if starred { ", a winning move uses it" } else { "" };
    let shown = grouped(size);
    let (value, label) = match can.role {
        Role::Picked => (String::new(), format!("{shown}: chosen heap, release it")),
        Role::Partner => (options.ask(part, heap, None), format!("{shown}: add this heap")),
        Role::Open | Role::Idle => {
            (options.ask(part, heap, None), format!("{shown}: choose this heap{star}"))
        }
    };
    html! {
        button.head.digits[size > 99_999] name="pick" value=(value) disabled[can.role == Role::Idle]
            aria-pressed=(if can.role == Role::Picked { "true" } else { "false" })
            aria-label=(label) {
            span.number { (plate(size)) }
            @if starred { span.star aria-hidden="true" { "★" } }
        }
    }
}

/// A size on the plate of a heap: huge ones as a power of ten, rounded unless they are one.
fn plate(size: u64) -> Markup {
    let exponent = size.checked_ilog10().unwrap_or(0);
    if exponent < 7 {
        return html! { (grouped(size)) };
    }
    let power = 10u64.pow(exponent);
    let tenths = size / (power / 10);
    html! {
        @if size != power { "≈" (tenths / 10) "." (tenths % 10) "·" }
        "10" sup { (exponent) }
    }
}

/// A position as a picture, without buttons. `open` leaves room for one more heap.
pub(crate) fn still(sum: &Sum, open: bool, label: &str) -> Markup {
    html! {
        div.slot { div.board role="img" aria-label=(label) {
            @for part in sum.parts() {
                div.part {
                    @if part.board() == Board::Pins && pins::fits(part) {
                        div.pins { @for &row in part.heaps() { div.balls {
                            @for _ in 0..row { span.pin {} } span.number { (row) } } } }
                    } @else if chomp::fits(part) {
                        div.squares { @for &row in part.heaps().iter().rev() { div.squares-row {
                            @for _ in 0..row { span.square {} } span.number { (row) } } } }
                    } @else { (still_heaps(part.heaps(), open)) }
                }
            }
        } }
    }
}

fn still_heaps(heaps: &[u64], open: bool) -> Markup {
    let mut places = heaps.to_vec();
    places.extend(open.then_some(0));
    let shape = Shape::of(&places, false, std::iter::once(heaps));
    html! {
        div.heaps.many[shape.many].(format!("t{}", shape.tall)).(format!("c{}", shape.columns)) {
            @for &heap in heaps {
                div.heap {
                    @if !shape.many { div.pile {
                        @if heap > shape.whole {
                            div.col { @for _ in 0..3 { i.coin {} } i.tear {} @for _ in 0..4 { i.coin {} } }
                        } @else {
                            @for column in 0..columns(heap) {
                                div.col { @for _ in column * TEN..heap.min((column + 1) * TEN) { i.coin {} } }
                            }
                        }
                    } }
                    span.head.digits[heap > 99_999] { span.number { (plate(heap)) } }
                }
            }
            @if open { div.heap { div.pile { div.col { i.ghost {} } } span.head { span.number { "?" } } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(places: &[u64]) -> (u64, u64, u64) {
        let shape = Shape::of(places, false, std::iter::once(places));
        (shape.tall, shape.columns, shape.whole)
    }

    #[test]
    fn heaps_are_columns_of_ten_until_they_are_torn() {
        assert_eq!(shape(&[3, 4, 5]), (5, 3, 120));
        assert_eq!(shape(&[3, 12, 40]), (10, 7, 120));
        assert_eq!(shape(&[120]), (10, 12, 120));
        assert_eq!(shape(&[121]), (9, 1, 120));
        assert_eq!(shape(&[90, 80]), (10, 9, 89), "the larger one is torn");
        assert!(Shape::of(&[1; 13], false, std::iter::empty()).many);
    }

    #[test]
    fn the_ground_stays_where_it_is() {
        let start: &[u64] = &[3, 4, 9];
        let shape = Shape::of(&[3, 4, 1], false, [start, &[1, 3, 4]].into_iter());
        assert_eq!((shape.tall, shape.columns), (9, 3));
    }
}

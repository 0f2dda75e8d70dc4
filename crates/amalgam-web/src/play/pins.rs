//! Kayles: rows of pins. A ball knocks down the pin it hits, or two side by side.

use amalgam::games::Board;
use amalgam::session::Hint;
use amalgam::{Move, Part};
use maud::{Markup, html};

use super::options::Options;
use super::view::View;

/// Longer rows, or more of them, are shown as stacks.
const MOST: u64 = 24;

/// Whether the heaps of a part are rows of pins, and can be drawn as such.
pub(super) fn fits(part: &Part) -> bool {
    let heaps = part.heaps();
    part.board() == Board::Pins
        && heaps.len() as u64 <= MOST
        && heaps.iter().all(|&heap| heap <= MOST)
}

/// The rows, each in its place. Between two pins there is room for a ball that hits both.
pub(super) fn rows(
    view: &View,
    index: usize,
    options: &Options<'_>,
    hint: Option<&Hint>,
) -> Markup {
    html! {
        div.pins {
            @for (slot, of) in view.game.places(index).iter().enumerate() {
                @if let Some(at) = of.index {
                    @let starred = hint.is_some_and(|hint| hint.heaps.contains(&(index, at)));
                    div.pins-row.starred[starred] data-heap={ (index) "." (at) }
                        data-slot={ (index) "." (slot) } {
                        div.balls {
                            @for pin in 1..=of.heap {
                                (ball(view, options, hint, Place { part: index, heap: at, row: of.heap }, pin, 1))
                            }
                            span.number { (of.heap) @if starred {
                                " " span.star title="A winning move uses this row" { "★" } } }
                        }
                        div.balls.two {
                            @for pin in 1..of.heap {
                                (ball(view, options, hint, Place { part: index, heap: at, row: of.heap }, pin, 2))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Which row is meant.
#[derive(Clone, Copy)]
struct Place {
    part: usize,
    heap: usize,
    row: u64,
}

/// The move that knocks down this many pins of a row, starting with the given one, counted from 1.
fn hit(row: u64, pin: u64, pins: u64) -> Move {
    let (left, right) = (pin - 1, (row + 1).saturating_sub(pin + pins));
    match (left.min(right), left.max(right)) {
        (0, to) => Move::Take { from: row, to },
        (less, more) => Move::TakeSplit { from: row, to: [less, more] },
    }
}

fn ball(
    view: &View,
    options: &Options<'_>,
    hint: Option<&Hint>,
    place: Place,
    pin: u64,
    pins: u64,
) -> Markup {
    let Place { part, heap, row } = place;
    let action = hit(row, pin, pins);
    let words = options.words(part, heap, &action).filter(|_| view.game.awaits_human());
    let wins = hint
        .is_some_and(|hint| hint.winning.iter().any(|of| of.part == part && of.action == action));
    let which = match pins {
        1 => format!("Knock down pin {pin} of {row}"),
        _ => format!("Knock down pins {pin} and {} of {row}", pin + 1),
    };
    let label = if wins { format!("{which}, which wins") } else { which };
    html! {
        button.pin[pins == 1].pair[pins == 2].wins[wins] name="move" value=[&words]
            disabled[words.is_none()] data-column=(pin) aria-label=(label) {
            span aria-hidden="true" { @if wins { "★" } @else if pins == 2 { "◡" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_on_both_sides_make_two_rows() {
        assert_eq!(hit(5, 1, 1), Move::Take { from: 5, to: 4 });
        assert_eq!(hit(5, 5, 1), Move::Take { from: 5, to: 4 });
        assert_eq!(hit(5, 2, 1), Move::TakeSplit { from: 5, to: [1, 3] });
        assert_eq!(hit(5, 3, 2), Move::TakeSplit { from: 5, to: [1, 2] });
        assert_eq!(hit(2, 1, 2), Move::Take { from: 2, to: 0 });
        assert_eq!(hit(1, 1, 1), Move::Take { from: 1, to: 0 });
    }
}

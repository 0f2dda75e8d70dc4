//! Chomp: rows of squares, the longest on top.

use amalgam::games::Board;
use amalgam::session::{Hint, say};
use amalgam::{Move, Part};
use maud::{Markup, html};

use super::view::View;

/// Longer rows, or more of them, are shown as numbers, like heaps.
const MOST: u64 = 24;

/// Whether the rows can be drawn.
pub(super) fn fits(part: &Part) -> bool {
    let heaps = part.heaps();
    part.board() == Board::Squares
        && heaps.len() as u64 <= MOST
        && heaps.iter().all(|&heap| heap <= MOST)
}

/// The rows. A click bites off the square and all squares to its right and below.
pub(super) fn rows(view: &View, index: usize, hint: Option<&Hint>) -> Markup {
    let game = &view.game;
    let heaps = game.sum().parts()[index].heaps();
    let legal = |row: u64, column: u64| {
        let bite = Move::Bite { row, column };
        let found = |of: &&amalgam::PartMove| of.part == index && of.action == bite;
        game.moves().iter().find(found).filter(|_| game.awaits_human())
    };
    let wins = |row: u64, column: u64| {
        let bite = Move::Bite { row, column };
        hint.is_some_and(|hint| hint.winning.iter().any(|of| of.part == index && of.action == bite))
    };
    let count = heaps.len();
    html! {
        div.squares {
            @for (at, &length) in heaps.iter().enumerate().rev() {
                @let row = (count - at) as u64;
                @let starred = hint.is_some_and(|hint| hint.heaps.contains(&(index, at)));
                div.squares-row.starred[starred] data-heap={ (index) "." (at) }
                    data-slot={ (index) "." (row) } data-row=(row) {
                    @for column in 1..=length {
                        @let (bite, star) = (legal(row, column), wins(row, column));
                        @let poison = row == 1 && column == 1;
                        button.square.wins[star].poison[poison] name="move"
                            value=[bite.map(|bite| say(game.sum(), bite))]
                            data-column=(column) disabled[bite.is_none()]
                            aria-label=(label(row, column, poison, star)) {
                            span aria-hidden="true" {
                                @if poison { "☠" } @else if star { "★" }
                            }
                        }
                    }
                    span.number { (length) @if starred {
                        " " span.star title="A winning bite begins in this row" { "★" } } }
                }
            }
        }
    }
}

fn label(row: u64, column: u64, poison: bool, wins: bool) -> String {
    match (poison, wins) {
        (true, _) => "The poisoned square: it cannot be bitten".to_owned(),
        (false, true) => format!("Bite at row {row}, column {column}, which wins"),
        (false, false) => format!("Bite at row {row}, column {column}"),
    }
}

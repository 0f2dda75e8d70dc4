//! The heaps as stacks of coins, and numbers where they are too tall for that.

use amalgam::session::{Hint, Place, Session};
use amalgam::{Part, Sum};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::hand::Hand;

/// A coin, and one that is to be taken: told apart by their letters, not by colour alone.
fn coin() -> &'static str {
    if crate::utf8() { "(●)" } else { "(o)" }
}
const TAKEN: &str = "(x)";

/// The place of a heap that is gone.
const GAP: &str = "-";

/// Where the heaps stand.
struct Layout {
    /// The places that are visible with their part, and the column at which each begins.
    columns: Vec<(usize, Place, u16)>,
    /// The width of a column.
    wide: u16,
    /// The rows for coins.
    stack: Rect,
    /// How many heaps are out of sight on either side.
    hidden: (usize, usize),
    /// Whether the parts of a sum are named above the heaps.
    named: bool,
}

fn layout(session: &Session, at: (usize, usize), area: Rect) -> Layout {
    let parts = 0..session.sum().parts().len();
    let all: Vec<(usize, Place)> = parts
        .flat_map(|part| session.places(part).into_iter().map(move |place| (part, place)))
        .collect();
    let largest = session.sum().parts().iter().flat_map(Part::heaps).max().copied();
    let digits = largest.unwrap_or(0).to_string().len() as u16;
    let wide = (digits + 4).max(7).min(area.width.max(1));
    let fit = usize::from((area.width / wide).max(1));
    let here = |(part, place): &(usize, Place)| (*part, place.index) == (at.0, Some(at.1));
    let now = all.iter().position(here).unwrap_or(0);
    // Keep the hand in sight, near the middle where there is more on both sides.
    let first = now.saturating_sub(fit / 2).min(all.len().saturating_sub(fit));
    let last = (first + fit).min(all.len());
    let columns = all[first..last]
        .iter()
        .enumerate()
        .map(|(i, &(part, place))| (part, place, area.x + i as u16 * wide))
        .collect();
    let named = session.sum().as_single().is_none();
    let top = u16::from(named);
    let stack = Rect {
        y: area.y + top.min(area.height),
        height: area.height.saturating_sub(2 + top),
        ..area
    };
    Layout { columns, wide, stack, hidden: (first, all.len() - last), named }
}

/// The heap at a place on the screen, and how many coins lie from there to the top.
pub(super) fn hit(
    session: &Session,
    at: (usize, usize),
    area: Rect,
    x: u16,
    y: u16,
) -> Option<((usize, usize), Option<u64>)> {
    let inside = (area.x..area.right()).contains(&x) && (area.y..area.bottom()).contains(&y);
    if !inside {
        return None;
    }
    let layout = layout(session, at, area);
    let here = |column: &&(usize, Place, u16)| (column.2..column.2 + layout.wide).contains(&x);
    let &(part, place, _) = layout.columns.iter().find(here)?;
    let (heap, size) = ((part, place.index?), place.heap);
    let stack = layout.stack;
    let above = y.checked_sub(stack.y).map(u64::from)?;
    let height = u64::from(stack.height);
    let coins = match size <= height && above < height {
        // The topmost coin lies `height - size` rows below the top.
        true => (above + 1 + size).checked_sub(height).filter(|&coins| coins > 0),
        false => None,
    };
    Some((heap, coins.map(|below| below.min(size))))
}

/// Draws the heaps.
pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    session: &Session,
    hand: &Hand,
    hint: Option<&Hint>,
    colour: bool,
) {
    let layout = layout(session, hand.at, area);
    let mine = session.awaits_human();
    let mut part_before = None;
    for &(part, place, left) in &layout.columns {
        let column = Rect { x: left, width: layout.wide, ..layout.stack };
        if layout.named && part_before != Some(part) {
            let game = session.sum().parts()[part].name();
            put(
                buffer,
                left,
                area.y,
                area.right(),
                &format!("{}: {game}", Sum::part_name(part)),
                Style::new(),
            );
        }
        part_before = Some(part);
        let Some(index) = place.index else {
            let label = if place.is_fresh() { "gone" } else { GAP };
            let dim = Style::new().add_modifier(Modifier::DIM);
            centred(buffer, column, layout.stack.bottom(), label, dim);
            continue;
        };
        let (heap, size) = ((part, index), place.heap);
        let pointed = mine && heap == hand.at;
        let held = mine && heap.0 == hand.at.0 && hand.held.contains(&heap.1);
        let taken = if pointed || held { hand.take.unwrap_or(0) } else { 0 };
        stack(buffer, column, size, taken, colour);
        let style = match pointed {
            true => Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED),
            false => Style::new(),
        };
        let label = if pointed { format!(">{size}<") } else { size.to_string() };
        centred(buffer, column, layout.stack.bottom(), &label, style);
        let mut marks: Vec<String> = Vec::new();
        // Next to a number of coins a word would run into the mark of the next heap.
        if taken > 0 {
            marks.push(format!("-{taken}"));
        } else if held {
            marks.push("held".to_owned());
        } else if mine && !hand.held.is_empty() && hand.joins(heap) {
            marks.push("join".to_owned());
        }
        if hint.is_some_and(|hint| hint.heaps.contains(&heap)) {
            marks.push("*".to_owned());
        }
        let style = paint(colour, Color::Green);
        centred(buffer, column, layout.stack.bottom() + 1, &marks.join(" "), style);
    }
    let (before, after) = layout.hidden;
    let more = match (before, after) {
        (0, 0) => return,
        (0, after) => format!("{after} more heaps >"),
        (before, 0) => format!("< {before} more heaps"),
        (before, after) => format!("< {before} more   {after} more >"),
    };
    let x = area.right().saturating_sub(more.chars().count() as u16);
    put(buffer, x.max(area.x), layout.stack.y, area.right(), &more, Style::new());
}

/// One stack, from the bottom up; where it is too tall, its ends and dots between them.
fn stack(buffer: &mut Buffer, column: Rect, size: u64, taken: u64, colour: bool) {
    let height = u64::from(column.height);
    let red = paint(colour, Color::Red);
    let yellow = paint(colour, Color::Yellow);
    for row in 0..size.min(height) {
        let y = column.bottom() - 1 - row as u16;
        if size <= height {
            let gone = row >= size - taken.min(size);
            let (coin, style) = if gone { (TAKEN, red) } else { (coin(), yellow) };
            centred(buffer, column, y, coin, style);
        } else if row + 2 >= height && taken > 0 {
            centred(buffer, column, y, TAKEN, red);
        } else if row == height / 2 {
            centred(buffer, column, y, ":", Style::new());
        } else {
            centred(buffer, column, y, coin(), yellow);
        }
    }
}

/// A colour, or none where colours are not wanted.
pub(super) fn paint(colour: bool, paint: Color) -> Style {
    if colour { Style::new().fg(paint) } else { Style::new() }
}

fn centred(buffer: &mut Buffer, column: Rect, y: u16, text: &str, style: Style) {
    let width = text.chars().count() as u16;
    let x = column.x + column.width.saturating_sub(width) / 2;
    put(buffer, x, y, column.right(), text, style);
}

/// Writes what fits before `right`; nothing outside the screen.
fn put(buffer: &mut Buffer, x: u16, y: u16, right: u16, text: &str, style: Style) {
    let screen = *buffer.area();
    let right = right.min(screen.right());
    if y >= screen.bottom() || x >= right {
        return;
    }
    buffer.set_stringn(x, y, text, usize::from(right - x), style);
}

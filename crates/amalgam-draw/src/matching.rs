//! A row as arcs over the number line: the graph G_a of the papers.

use std::f64::consts::PI;
use std::ops::Range;

use crate::DrawError;
use crate::axis;
use crate::frame::{self, Area, Caption, LABEL, RIGHT, TOP};
use crate::palette::{self, Color, GREY, INK};
use crate::scene::{Anchor, Element, Scene, Stroke};

/// The most columns that are drawn.
pub const MOST: u64 = 400;

/// Checks the size before anything is computed.
///
/// # Errors
/// If there are no columns, or too many.
pub fn check(columns: &Range<u64>) -> Result<(), DrawError> {
    let number = columns.end.saturating_sub(columns.start);
    if number == 0 {
        return Err(DrawError::Empty(format!("columns {}..{}", columns.start, columns.end)));
    }
    if number > MOST {
        return Err(DrawError::TooLarge {
            what: format!("a matching of {number} columns"),
            fits: format!("the limit is {MOST} columns; use --to {}", columns.start + MOST),
        });
    }
    Ok(())
}

/// Draws the pairs [b, f(a,b)] that have an end in `columns`.
///
/// # Errors
/// If there are no columns, or too many.
pub fn draw(
    row: impl std::fmt::Display,
    columns: Range<u64>,
    pairs: &[[u64; 2]],
    caption: &Caption,
) -> Result<Scene, DrawError> {
    check(&columns)?;
    let number = (columns.end - columns.start) as f64;
    let offsets = pairs.iter().map(|[b, c]| c - b);
    let (least, most) = (offsets.clone().min().unwrap_or(1), offsets.max().unwrap_or(1));
    let bounds_width = frame::WIDTH - 2.0 * (RIGHT + 14.0);
    let unit = bounds_width / number;
    // Arcs are half circles if there is room, and flatter otherwise.
    let tall = (most as f64 * unit / 2.0).clamp(60.0, 420.0);
    let body = 40.0 + tall + 62.0;
    let title = format!("Row {row} as a matching: arcs join b and f({row},b)");
    let subtitle = format!(
        "{}, {} ≤ b < {}, colours by offset f({row},b) − b",
        caption.game, columns.start, columns.end
    );
    let mut scene = frame::start(frame::WIDTH, body, &title, &subtitle, caption);
    let base = TOP + 40.0 + tall;
    let area = Area {
        bounds: [RIGHT + 14.0, base, bounds_width, 0.0],
        x: [columns.start as f64, columns.end as f64],
        y: [0.0, 1.0],
    };
    let color = |offset: u64| {
        // The yellow end of the ramp is too pale for thin lines on white.
        let t = (offset - least) as f64 / (most - least).max(1) as f64;
        palette::sequential(t * 0.86)
    };
    let middle = |b: u64| area.left(b as f64 + 0.5);
    let thick = (unit * 0.16).clamp(0.9, 2.4);
    // Long arcs first, so that short ones lie above.
    let mut by_length: Vec<&[u64; 2]> = pairs.iter().collect();
    by_length.sort_by_key(|[b, c]| (std::cmp::Reverse(c - b), *b));
    for &&[b, c] in &by_length {
        let height = tall * (c - b) as f64 / most as f64;
        let stroke = Stroke::new(color(c - b), thick);
        if columns.contains(&b) && columns.contains(&c) {
            let ends = [middle(b), middle(c)];
            scene.elements.push(Element::Arc { ends, base, height, stroke });
        } else {
            // An arc that leaves the picture is dashed and ends at the border.
            let inside = if columns.contains(&b) { b } else { c };
            let points = part_of_arc(inside, [b, c], &columns, &area, base, height);
            scene.elements.push(Element::Line { points, stroke: stroke.dashed() });
        }
    }
    let line = Stroke::new(GREY, 1.2);
    scene.line([area.bounds[0], base], [area.right(), base], line);
    if unit >= 9.0 {
        for b in columns.clone() {
            scene.dot([middle(b), base], (unit * 0.16).clamp(1.6, 3.6), INK);
        }
    }
    let wanted = if unit >= 26.0 { number as usize } else { 16 };
    let ticks = axis::ticks(columns.start as i64, columns.end as i64 - 1, wanted.max(1));
    area.draw_x_ticks(&mut scene, &ticks, 0.5, "b");
    let offsets: std::collections::BTreeSet<u64> = pairs.iter().map(|[b, c]| c - b).collect();
    draw_legend(&mut scene, &offsets.into_iter().collect::<Vec<_>>(), &color);
    Ok(scene)
}

/// An arc from its end inside to the border of the picture.
fn part_of_arc(
    inside: u64,
    [b, c]: [u64; 2],
    columns: &Range<u64>,
    area: &Area,
    base: f64,
    height: f64,
) -> Vec<[f64; 2]> {
    let (center, radius) = ((b + c) as f64 / 2.0, (c - b) as f64 / 2.0);
    let (start, border) = if inside == b { (PI, columns.end) } else { (0.0, columns.start) };
    let end = ((border as f64 - 0.5 - center) / radius).clamp(-1.0, 1.0).acos();
    // Steps of equal angle: steps of equal width would be too coarse where the arc is steep.
    let steps = 24;
    (0..=steps)
        .map(|i| {
            let angle = start + (end - start) * f64::from(i) / f64::from(steps);
            [area.left(center + radius * angle.cos() + 0.5), base - height * angle.sin()]
        })
        .collect()
}

fn draw_legend(scene: &mut Scene, offsets: &[u64], color: &dyn Fn(u64) -> Color) {
    let shown: Vec<u64> = if offsets.len() <= 16 {
        offsets.to_vec()
    } else {
        (0..8).map(|i| offsets[i * (offsets.len() - 1) / 7]).collect()
    };
    let mut x = frame::WIDTH - RIGHT;
    for &offset in shown.iter().rev() {
        let label = axis::label(offset as i64);
        x -= crate::font::width(&label, LABEL);
        scene.text([x, TOP + 9.6], LABEL, Anchor::Start, label);
        x -= 22.0;
        scene.line([x, TOP + 5.0], [x + 17.0, TOP + 5.0], Stroke::new(color(offset), 3.0));
        x -= 16.0;
    }
    scene.text([x + 6.0, TOP + 9.6], LABEL, Anchor::End, "offset");
}

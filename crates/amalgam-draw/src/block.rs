//! The rows between two covers: holes and defects of an even row, and labels of the odd row after it,
//! column by column.

use amalgam::engines::three::structure::view::{BlockView, ViewColumn};

use crate::DrawError;
use crate::axis;
use crate::frame::{self, Area, Caption, LABEL, LEFT, Mark, RIGHT, TOP};
use crate::image::Image;
use crate::palette::{self, BLUE, Color, ORANGE, PALE, WHITE};
use crate::scene::{Anchor, Element, Scene};

/// The most columns that are drawn.
pub const MOST: u64 = 2000;

/// Checks the number of columns before anything is computed.
///
/// # Errors
/// If there are none, or too many.
pub fn check(columns: u64) -> Result<(), DrawError> {
    match columns {
        0 => Err(DrawError::Empty("a block without columns".to_owned())),
        1..=MOST => Ok(()),
        _ => Err(DrawError::TooLarge {
            what: format!("a block of {columns} columns"),
            fits: format!("the limit is {MOST} columns"),
        }),
    }
}

/// Draws a block: the cells of the even row above, the ring of labels below.
///
/// # Errors
/// If there are no columns, or too many.
pub fn draw(view: &BlockView, caption: &Caption) -> Result<Scene, DrawError> {
    check(view.columns.len() as u64)?;
    let (cells, row) = (view.cells, view.row);
    let high = (cells as f64 * 9.0).clamp(120.0, 420.0);
    let gap = 96.0;
    let title = format!("Rows {row} and {} between two covers", row + 1);
    let subtitle = format!(
        "{}, after cover row {}, from column {} on",
        caption.game,
        2 * view.half,
        axis::label(view.first as i64)
    );
    let body = 20.0 + 2.0 * high + gap + 46.0;
    let mut scene = frame::start(frame::WIDTH, body, &title, &subtitle, caption);
    let width = frame::WIDTH - LEFT - RIGHT;
    let last = view.columns.len() as f64;
    let area = |top: f64| Area {
        bounds: [LEFT, top, width, high],
        x: [0.0, last],
        y: [0.0, cells as f64],
    };
    let upper = area(TOP + 20.0);
    let cell = |column: &ViewColumn, x: u64| match () {
        () if column.plus >> x & 1 == 1 => 2,
        () if column.minus >> x & 1 == 1 => 3,
        () => (column.holes >> x & 1) as u8,
    };
    draw_cells(&mut scene, view, &upper, vec![WHITE, PALE, ORANGE, BLUE], cell);
    finish(&mut scene, view, &upper, &format!("Row {row}: its cells"), "value − column");
    let key = [
        (Mark::Box(PALE), "hit by a hole"),
        (Mark::Box(ORANGE), "defect +"),
        (Mark::Box(BLUE), "defect −"),
    ];
    frame::draw_key(&mut scene, upper.right(), upper.bounds[1] - 12.0, &key);
    let lower = area(TOP + 20.0 + high + gap);
    let most = (cells - 1).max(1) as f64;
    let colors: Vec<Color> =
        (0..cells).map(|label| palette::sequential(label as f64 / most)).collect();
    let label = |column: &ViewColumn, index: u64| column.labels[index as usize].0;
    draw_cells(&mut scene, view, &lower, colors, label);
    let what = format!("Row {}: its labels, which change places only at events", row + 1);
    finish(&mut scene, view, &lower, &what, "value mod cells");
    Ok(scene)
}

fn draw_cells(
    scene: &mut Scene,
    view: &BlockView,
    area: &Area,
    colors: Vec<Color>,
    color: impl Fn(&ViewColumn, u64) -> u8,
) {
    let rows = (0..view.cells).rev();
    let cells = rows.flat_map(|y| view.columns.iter().map(move |column| (column, y)));
    let cells: Vec<u8> = cells.map(|(column, y)| color(column, y)).collect();
    let (wide, high) = (view.columns.len() as u32, view.cells as u32);
    if let Some(image) = Image::new(wide, high, colors, cells) {
        scene.elements.push(Element::Cells { bounds: area.bounds, image });
    }
}

fn finish(scene: &mut Scene, view: &BlockView, area: &Area, what: &str, y_name: &str) {
    area.draw_border(scene);
    scene.text([area.bounds[0], area.bounds[1] - 8.0], LABEL + 1.0, Anchor::Start, what);
    let ticks = axis::ticks(0, view.columns.len() as i64 - 1, 10);
    area.draw_x_ticks(scene, &ticks, 0.5, &format!("column − {}", axis::label(view.first as i64)));
    let ticks: Vec<_> = axis::ticks(0, view.cells as i64 - 1, 5)
        .into_iter()
        .map(|tick| (tick as f64 + 0.5, axis::label(tick)))
        .collect();
    area.draw_y_ticks(scene, &ticks, false);
    area.draw_y_name(scene, y_name);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_drawn_cell_by_cell() {
        let column = ViewColumn {
            holes: 0b011,
            plus: 0b100,
            minus: 0b001,
            labels: vec![(0, false), (2, true), (1, false)],
        };
        let columns = vec![column; 5];
        let view = BlockView { half: 1, row: 4, cells: 3, first: 90, columns };
        let scene = draw(&view, &Caption::new("g", "p", "c")).unwrap();
        let images = scene.elements.iter().filter_map(|element| match element {
            Element::Cells { image, .. } => Some(image),
            _ => None,
        });
        let images: Vec<_> = images.collect();
        assert_eq!(images.len(), 2);
        assert_eq!((0..3).map(|y| images[0].color(4, y)).collect::<Vec<_>>(), [ORANGE, PALE, BLUE]);
        assert_eq!(images[1].color(0, 0), palette::sequential(0.5));
        assert!(check(0).is_err() && check(MOST + 1).is_err());
    }
}

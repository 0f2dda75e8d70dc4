//! Preperiods and periods of many rows, on a log scale.

use amalgam::engines::rows::Row;

use crate::DrawError;
use crate::axis;
use crate::frame::{self, Area, Caption, LEFT, Mark, RIGHT, TOP};
use crate::palette::{BLUE, GREY, ORANGE};
use crate::scene::{Element, Scene, Stroke};

/// Draws the reports of rows 1, 2, …
///
/// # Errors
/// If there are no rows.
pub fn draw(rows: &[Row], caption: &Caption) -> Result<Scene, DrawError> {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return Err(DrawError::Empty("no rows".to_owned()));
    };
    let largest = rows.iter().filter_map(Row::proved);
    let largest = largest.map(|proved| proved.preperiod.max(proved.period)).max().unwrap_or(1);
    let top = (log(largest) + 0.35).max(1.0);
    let unknown = rows.iter().filter(|row| row.proved().is_none()).count();
    let height = 460.0;
    let above = 30.0;
    let subtitle = format!(
        "{}, rows {} to {}; {}",
        caption.game,
        first.name(),
        last.name(),
        match unknown {
            0 => "all proved".to_owned(),
            _ => format!("{} proved, {unknown} unknown within the limits", rows.len() - unknown),
        }
    );
    let title = "Preperiod and period of the rows of f(a,b)";
    let mut scene = frame::start(frame::WIDTH, above + height + 46.0, title, &subtitle, caption);
    let area = Area {
        bounds: [LEFT, TOP + above, frame::WIDTH - LEFT - RIGHT, height],
        x: [number(first) - 1.0, number(last) + 1.0],
        y: [-0.25, top],
    };
    let exponents = 0..=top.floor() as u32;
    let step = if top > 14.0 { 2 } else { 1 };
    let ticks: Vec<_> = exponents
        .step_by(step)
        .map(|exponent| (f64::from(exponent), axis::power_label(exponent)))
        .collect();
    area.draw_y_ticks(&mut scene, &ticks, true);
    for row in rows.iter().filter(|row| row.cover) {
        let x = area.left(number(row));
        let stroke = Stroke::new(GREY, 1.0).dashed();
        scene.line([x, area.bounds[1]], [x, area.bottom()], stroke);
    }
    let known: Vec<_> = rows.iter().filter_map(|row| Some((number(row), row.proved()?))).collect();
    // Lines join neighbouring rows only, because unknown rows have no value.
    for part in known.chunk_by(|(row, _), (next, _)| row + 1.0 == *next) {
        let points: Vec<[f64; 2]> = part
            .iter()
            .map(|(row, proved)| [area.left(*row), area.top(log(proved.period))])
            .collect();
        scene.elements.push(Element::Line { points, stroke: Stroke::new(BLUE, 1.0) });
    }
    let size = (area.bounds[2] / rows.len() as f64 * 0.3).clamp(2.0, 5.0);
    for (row, proved) in &known {
        let x = area.left(*row);
        scene.elements.push(Element::Circle {
            center: [x, area.top(log(proved.preperiod))],
            radius: size,
            fill: None,
            stroke: Some(Stroke::new(ORANGE, 1.6)),
        });
        scene.dot([x, area.top(log(proved.period))], size, BLUE);
    }
    for row in rows.iter().filter(|row| row.proved().is_none()) {
        frame::draw_cross(&mut scene, [area.left(number(row)), area.bounds[1] + 9.0]);
    }
    area.draw_border(&mut scene);
    let wanted = if rows.len() <= 30 { rows.len() } else { 14 };
    let ticks = axis::ticks(number(first) as i64, number(last) as i64, wanted);
    area.draw_x_ticks(&mut scene, &ticks, 0.0, "row a");
    area.draw_y_name(&mut scene, "columns, log scale");
    let mut key = vec![(Mark::Dot(BLUE), "period"), (Mark::Ring(ORANGE), "preperiod")];
    if rows.iter().any(|row| row.cover) {
        key.push((Mark::Dashes, "cover row"));
    }
    if unknown > 0 {
        key.push((Mark::Cross, "unknown"));
    }
    frame::draw_key(&mut scene, area.right(), area.bounds[1] - 16.0, &key);
    Ok(scene)
}

/// The logarithm to base 10; 0 has none and is drawn at 1.
fn log(number: u64) -> f64 {
    (number.max(1) as f64).log10()
}

fn number(row: &Row) -> f64 {
    row.rest.largest() as f64
}

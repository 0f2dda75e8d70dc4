//! One row: its offsets f(a,b) − b against b, and its period folded.

use std::ops::Range;

use crate::DrawError;
use crate::axis;
use crate::font;
use crate::frame::{self, Area, Caption, LABEL, LEFT, Mark, RIGHT, TOP};
use crate::image::Image;
use crate::palette::{self, BLUE, Color, GREY, INK, SHADE};
use crate::scene::{Anchor, Element, Scene, Stroke};

/// The drawn part of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The fixed heaps: the row a, or a rest such as "2,3".
    pub heaps: String,
    /// Its least preperiod.
    pub preperiod: u64,
    /// Its least period.
    pub period: u64,
    /// The first column that is drawn.
    pub first: u64,
    /// f(a,b) − b from there on.
    pub offsets: Vec<i64>,
}

/// The most columns that are drawn.
pub const MOST: u64 = 200_000;

/// The longest period that is folded.
pub const LONGEST_FOLD: u64 = 20_000;

/// How many columns to draw: the preperiod and several periods. `None` if that is too much for a
/// picture.
pub fn columns(preperiod: u64, period: u64) -> Option<u64> {
    let wanted = preperiod.checked_add(period.checked_mul(8)?)?.max(160);
    let least = preperiod.checked_add(period.checked_mul(2)?)?;
    (least <= MOST).then(|| wanted.min(MOST))
}

impl Row {
    /// A row from its pairs [b, f(a,b)] in these columns.
    pub fn new(
        heaps: impl ToString,
        preperiod: u64,
        period: u64,
        pairs: &[[u64; 2]],
        columns: Range<u64>,
    ) -> Row {
        let first = columns.start;
        let mut offsets = vec![0; columns.end.saturating_sub(first).min(MOST) as usize];
        let mut set = |b: u64, c: u64| {
            let place = b.checked_sub(first).and_then(|place| usize::try_from(place).ok());
            if let Some(offset) = place.and_then(|place| offsets.get_mut(place)) {
                // f(a,b) and b differ by a + 1 at the most.
                *offset = (i128::from(c) - i128::from(b)) as i64;
            }
        };
        for &[b, c] in pairs {
            set(b, c);
            set(c, b);
        }
        Row { heaps: heaps.to_string(), preperiod, period, first, offsets }
    }

    fn is_of_rest(&self) -> bool {
        self.heaps.contains(',')
    }
}

/// Draws a row.
///
/// # Errors
/// If there are no columns, or too many.
pub fn draw(row: &Row, caption: &Caption) -> Result<Scene, DrawError> {
    let columns = row.offsets.len();
    if columns == 0 {
        return Err(DrawError::Empty("a row without columns".to_owned()));
    }
    if columns as u64 > MOST {
        return Err(DrawError::TooLarge {
            what: format!("a row of {columns} columns"),
            fits: format!("the limit is {MOST} columns"),
        });
    }
    let fold = Fold::of(row);
    let (upper, gap) = (300.0, 104.0);
    let lower = fold.as_ref().map_or(0.0, |fold| (fold.rows as f64 * 26.0).clamp(60.0, 300.0));
    let body = 20.0 + upper + 46.0 + fold.as_ref().map_or(0.0, |_| gap + lower - 46.0 + 46.0);
    let name = if row.is_of_rest() { format!("[{}]", row.heaps) } else { row.heaps.clone() };
    let title = format!("Row {name}: the offsets f({},b) − b", row.heaps);
    let subtitle = format!(
        "{}, {} ≤ b < {}; from b = {} on the row repeats with period {}",
        caption.game,
        axis::label(row.first as i64),
        axis::label((row.first + columns as u64) as i64),
        axis::label(row.preperiod as i64),
        axis::label(row.period as i64),
    );
    let mut scene = frame::start(frame::WIDTH, body, &title, &subtitle, caption);
    let width = frame::WIDTH - LEFT - RIGHT;
    draw_offsets(&mut scene, row, [LEFT, TOP + 20.0, width, upper]);
    if let Some(fold) = fold {
        draw_fold(&mut scene, row, &fold, [LEFT, TOP + 20.0 + upper + gap, width, lower]);
    }
    Ok(scene)
}

fn draw_offsets(scene: &mut Scene, row: &Row, bounds: [f64; 4]) {
    let columns = row.offsets.len();
    let (low, high) = extremes(&row.offsets);
    let pad = ((high - low) as f64 * 0.06).max(0.5);
    let first = row.first as f64;
    let last = first + columns as f64;
    let area = Area { bounds, x: [first, last], y: [low as f64 - pad, high as f64 + pad] };
    let shaded = area.left((row.preperiod as f64).clamp(first, last)) - bounds[0];
    scene.fill([bounds[0], bounds[1], shaded, bounds[3]], SHADE);
    let ticks: Vec<_> = axis::ticks(low, high, 8)
        .into_iter()
        .map(|tick| (tick as f64, axis::label(tick)))
        .collect();
    area.draw_y_ticks(scene, &ticks, true);
    let radius = (area.bounds[2] / columns as f64 * 0.42).clamp(1.3, 3.4);
    if columns <= 3000 {
        for (b, &offset) in row.offsets.iter().enumerate() {
            let x = area.left(first + b as f64 + 0.5);
            scene.dot([x, area.top(offset as f64)], radius, BLUE);
        }
    } else {
        draw_cloud(scene, &area, &row.offsets);
    }
    area.draw_border(scene);
    let ticks = axis::ticks(first as i64, last as i64 - 1, 10);
    area.draw_x_ticks(scene, &ticks, 0.5, "column b");
    match row.is_of_rest() {
        true => area.draw_y_name(scene, &format!("offset f({},b) − b", row.heaps)),
        false => area.draw_y_name(scene, "offset f(a,b) − b"),
    }
    let key = [(Mark::Box(SHADE), "preperiod"), (Mark::Dot(BLUE), "offset")];
    frame::draw_key(scene, area.right(), bounds[1] - 14.0, &key);
}

/// Draws very many dots: equal offsets in one unit of the width share a mark.
fn draw_cloud(scene: &mut Scene, area: &Area, offsets: &[i64]) {
    let wide = area.bounds[2] as usize;
    let mut seen: Vec<Vec<i64>> = vec![Vec::new(); wide + 1];
    for (b, &offset) in offsets.iter().enumerate() {
        let x = (area.left(area.x[0] + b as f64 + 0.5) - area.bounds[0]) as usize;
        if let Some(seen) = seen.get_mut(x)
            && let Err(place) = seen.binary_search(&offset)
        {
            seen.insert(place, offset);
        }
    }
    for (x, offsets) in seen.iter().enumerate() {
        for &offset in offsets {
            let (x, y) = (area.bounds[0] + x as f64, area.top(offset as f64));
            scene.fill([x, y - 1.0, 1.0, 2.0], BLUE);
        }
    }
}

/// The row cut into lines of whole periods.
struct Fold {
    /// Columns in a line: the period, or a multiple of it if the period is short.
    width: u64,
    rows: u64,
}

impl Fold {
    fn of(row: &Row) -> Option<Fold> {
        let columns = row.offsets.len() as u64;
        // Lines are counted from column 0, so a window cannot be folded.
        let fits = row.first == 0 && row.period >= 1 && row.period <= LONGEST_FOLD;
        if !fits || columns < row.preperiod.saturating_add(2 * row.period) {
            return None;
        }
        let mut width = row.period * 32_u64.div_ceil(row.period);
        if columns / width < 3 {
            width = row.period;
        }
        let rows = (columns / width).min(40);
        (rows >= 2).then_some(Fold { width, rows })
    }
}

fn draw_fold(scene: &mut Scene, row: &Row, fold: &Fold, bounds: [f64; 4]) {
    let cells = fold.width * fold.rows;
    let shown = &row.offsets[..cells as usize];
    // Include the preperiod: its offsets can be the largest.
    let (low, high) = extremes(shown);
    let most = high.max(-low).clamp(1, 127);
    let colors: Vec<Color> =
        (0..=2 * most).map(|i| palette::diverging(i as f64 / (2 * most) as f64)).collect();
    let index = |&offset: &i64| (offset.clamp(-most, most) + most) as u8;
    let area = Area { bounds, x: [0.0, fold.width as f64], y: [fold.rows as f64, 0.0] };
    let image = Image::new(
        fold.width as u32,
        fold.rows as u32,
        colors.clone(),
        shown.iter().map(index).collect(),
    );
    if let Some(image) = image {
        scene.elements.push(Element::Cells { bounds, image });
    }
    area.draw_border(scene);
    draw_preperiod(scene, row, fold, &area);
    let periods = fold.width / row.period;
    let what = match periods {
        1 => {
            format!("Folded: each line is one period of {} columns", axis::label(row.period as i64))
        }
        _ => format!("Folded: each line is {periods} periods, {} columns", fold.width),
    };
    scene.text([bounds[0], bounds[1] - 13.0], LABEL + 1.0, Anchor::Start, what);
    draw_scale(scene, area.right(), bounds[1] - 24.0, most, &colors);
    let ticks = axis::ticks(0, fold.width as i64 - 1, if fold.width <= 40 { 40 } else { 10 });
    area.draw_x_ticks(scene, &ticks, 0.5, &format!("b mod {}", axis::label(fold.width as i64)));
    let first: Vec<_> = axis::ticks(0, fold.rows as i64 - 1, 6)
        .into_iter()
        .map(|line| (line as f64 + 0.5, axis::label(line * fold.width as i64)))
        .collect();
    area.draw_y_ticks(scene, &first, false);
    if first.iter().all(|(_, label)| font::width(label, LABEL) < 36.0) {
        area.draw_y_name(scene, "line starts at b");
    }
}

/// Draws the border between the preperiod and the rest.
fn draw_preperiod(scene: &mut Scene, row: &Row, fold: &Fold, area: &Area) {
    let (line, column) = (row.preperiod / fold.width, row.preperiod % fold.width);
    if row.preperiod == 0 || line >= fold.rows {
        return;
    }
    let (line, column) = (line as f64, column as f64);
    let points = vec![
        [area.bounds[0], area.top(line + 1.0)],
        [area.left(column), area.top(line + 1.0)],
        [area.left(column), area.top(line)],
        [area.right(), area.top(line)],
    ];
    scene.elements.push(Element::Line { points, stroke: Stroke::new(INK, 2.0) });
}

fn draw_scale(scene: &mut Scene, right: f64, y: f64, most: i64, colors: &[Color]) {
    let name = axis::label(most);
    let wide = 160.0;
    let x = right - font::width(&name, LABEL) - 6.0 - wide;
    let order: Vec<u8> = (0..=254).take(colors.len()).collect();
    if let Some(image) = Image::new(colors.len() as u32, 1, colors.to_vec(), order) {
        scene.elements.push(Element::Cells { bounds: [x, y, wide, 12.0], image });
    }
    scene.border([x, y, wide, 12.0], Stroke::new(GREY, 0.8));
    scene.text([right, y + 11.0], LABEL, Anchor::End, name);
    scene.text([x - 6.0, y + 11.0], LABEL, Anchor::End, format!("offset {}", axis::label(-most)));
}

fn extremes(offsets: &[i64]) -> (i64, i64) {
    let low = offsets.iter().copied().min().unwrap_or(0);
    (low, offsets.iter().copied().max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Large offsets in the preperiod have their own colours.
    #[test]
    fn no_offset_is_clipped() {
        let mut offsets = [1, -1].repeat(100);
        (offsets[0], offsets[1]) = (10, -10);
        let row = Row { heaps: "9".to_owned(), preperiod: 2, period: 2, first: 0, offsets };
        let scene = draw(&row, &Caption::new("", "", "")).unwrap();
        let image = scene.elements.iter().find_map(|element| match element {
            Element::Cells { image, .. } => Some(image),
            _ => None,
        });
        let image = image.expect("the fold");
        assert_eq!(image.color(0, 0), palette::diverging(1.0));
        assert_eq!(image.color(1, 0), palette::diverging(0.0));
        assert_eq!(image.color(2, 0), palette::diverging(0.55));
    }

    #[test]
    fn offsets_go_both_ways() {
        // Row 2 of Amalgamation Nim.
        let row = Row::new(2, 3, 2, &[[0, 2], [1, 4], [3, 6], [5, 8]], 0..6);
        assert_eq!(row.offsets, [2, 3, -2, 3, -3, 3]);
        let window = Row::new(2, 3, 2, &[[1, 4], [3, 6], [5, 8]], 3..6);
        assert_eq!(window.offsets, [3, -3, 3]);
        // A heap may be its own partner beside a rest.
        let row = Row::new("1,1", 0, 1, &[[0, 0], [1, 1]], 0..2);
        let scene = draw(&row, &Caption::new("", "", "")).unwrap();
        assert!(row.offsets == [0, 0] && scene.to_svg().contains("Row [1,1]"));
    }

    #[test]
    fn long_periods_are_not_folded() {
        assert_eq!(columns(2, 4), Some(160));
        assert_eq!(columns(20, 40), Some(340));
        assert_eq!(columns(1029, 1_706_443_200), None);
        assert_eq!(columns(0, u64::MAX), None);
        let heaps = "1".to_owned();
        let row = Row { heaps, preperiod: 2, period: 1_000_000, first: 0, offsets: vec![0; 100] };
        assert!(Fold::of(&row).is_none());
        assert!(draw(&row, &Caption::new("", "", "")).is_ok());
    }
}

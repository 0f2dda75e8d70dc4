//! Heat maps: a colour for each cell, with axes and a legend.
//!
//! Up to [`FEW`] columns and rows every cell shows its number; above that the cells become one
//! embedded image, so that a picture of millions of cells stays one small file.

use crate::DrawError;
use crate::axis;
use crate::font;
use crate::frame::{self, Area, Caption, LABEL, LEFT, RIGHT, TOP};
use crate::image::Image;
use crate::palette::{self, Color, GREY, WHITE};
use crate::scene::{Anchor, Element, Scene, Stroke};

/// With up to this many columns and rows the cells show their numbers.
pub const FEW: usize = 30;

/// The most columns and the most rows of a heat map.
pub const MOST: usize = 8192;

/// How numbers become colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// From the smallest number to the largest.
    Sequential,
    /// The same distance to both sides of 0.
    Diverging,
    /// 0, 1, …, m − 1, a colour each.
    Classes(u32),
}

/// The numbers of a heat map, row 0 at the top. Cells without a number are grey.
pub struct HeatMap<'a> {
    /// What the picture shows.
    pub title: String,
    /// The game and the range.
    pub subtitle: String,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// The first row and the first column.
    pub first: [usize; 2],
    /// The name of the vertical axis.
    pub row_name: &'a str,
    /// The name of the horizontal axis.
    pub column_name: &'a str,
    /// What the colours stand for.
    pub legend: String,
    /// How numbers become colours.
    pub scale: Scale,
    /// The number in a row and column; both count from 0, not from `first`.
    pub cell: &'a dyn Fn(usize, usize) -> Option<i64>,
}

impl HeatMap<'_> {
    /// The number of a cell of the map.
    fn at(&self, row: usize, column: usize) -> Option<i64> {
        (self.cell)(self.first[0] + row, self.first[1] + column)
    }
}

impl std::fmt::Debug for HeatMap<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HeatMap")
            .field("title", &self.title)
            .field("rows", &self.rows)
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }
}

/// Checks the size before anything is computed.
///
/// # Errors
/// If there are no cells, or too many.
pub fn check(rows: usize, columns: usize) -> Result<(), DrawError> {
    let what = format!("a heat map of {rows} x {columns} cells");
    if rows == 0 || columns == 0 {
        return Err(DrawError::Empty(what));
    }
    if rows > MOST || columns > MOST {
        return Err(DrawError::TooLarge {
            what,
            fits: format!("the limit is {MOST} x {MOST} cells"),
        });
    }
    Ok(())
}

/// Draws a heat map.
///
/// # Errors
/// If there are no cells, or too many.
pub fn draw(map: &HeatMap<'_>, caption: &Caption) -> Result<Scene, DrawError> {
    check(map.rows, map.columns)?;
    let (rows, columns) = (map.rows, map.columns);
    let [first_row, first_column] = map.first;
    let colors = Colors::of(map);
    let legend_room = 104.0;
    let room = frame::WIDTH - LEFT - RIGHT - legend_room;
    // Cells are square, but a long strip is stretched to stay visible.
    let height = (room * rows as f64 / columns as f64).clamp(120.0, 1100.0);
    let width = (height * columns as f64 / rows as f64).clamp(160.0, room);
    let above = 26.0;
    let body = above + height + 46.0;
    let mut scene = frame::start(frame::WIDTH, body, &map.title, &map.subtitle, caption);
    let area = Area {
        bounds: [LEFT, TOP + above, width, height],
        x: [first_column as f64, (first_column + columns) as f64],
        y: [(first_row + rows) as f64, first_row as f64],
    };
    if rows <= FEW && columns <= FEW {
        draw_numbers(&mut scene, &area, map, &colors);
    } else {
        scene.elements.push(Element::Cells { bounds: area.bounds, image: colors.image(map)? });
    }
    area.draw_border(&mut scene);
    let wanted = |length: f64, most: f64| (length / most).max(2.0) as usize;
    let range = |first: usize, number: usize| first as i64..(first + number) as i64;
    let (across, down) = (range(first_column, columns), range(first_row, rows));
    let x_ticks = axis::ticks(across.start, across.end - 1, wanted(width, 58.0));
    // Every column has its number, unless the numbers are too long.
    let all = columns <= FEW && across.end <= 100;
    let x_ticks = if all { across.collect() } else { x_ticks };
    area.draw_x_ticks(&mut scene, &x_ticks, 0.5, map.column_name);
    let y_ticks = axis::ticks(down.start, down.end - 1, wanted(height, 44.0));
    let y_ticks = if rows <= FEW { down.collect() } else { y_ticks };
    let y_ticks: Vec<_> =
        y_ticks.iter().map(|&tick| (tick as f64 + 0.5, axis::label(tick))).collect();
    area.draw_y_ticks(&mut scene, &y_ticks, false);
    area.draw_y_name(&mut scene, map.row_name);
    colors.draw_legend(&mut scene, area.right() + 28.0, area.bounds[1], height, &map.legend);
    Ok(scene)
}

/// The cells without axes and legend, one pixel each, and the meaning of their colours.
///
/// # Errors
/// If there are no cells, or too many.
pub fn cells(map: &HeatMap<'_>) -> Result<(Image, Key), DrawError> {
    check(map.rows, map.columns)?;
    let colors = Colors::of(map);
    let image = colors.image(map)?;
    let ramp = colors.colors[..colors.colors.len() - 1].to_vec();
    Ok((image, Key { low: colors.low, high: colors.high, colors: ramp }))
}

/// The meaning of the colours of a heat map: even steps from `low` to `high`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The number of the first colour.
    pub low: i64,
    /// The number of the last.
    pub high: i64,
    /// The colours from the first to the last.
    pub colors: Vec<Color>,
}

fn draw_numbers(scene: &mut Scene, area: &Area, map: &HeatMap<'_>, colors: &Colors) {
    let [first_row, first_column] = map.first;
    let (across, down) = (area.bounds[2] / map.columns as f64, area.bounds[3] / map.rows as f64);
    let widest = |texts: &[String], size: f64| {
        texts.iter().map(|text| font::width(text, size)).fold(1.0, f64::max)
    };
    let text = |a, b| map.at(a, b).map_or(String::new(), axis::label);
    let texts: Vec<String> = (0..map.rows)
        .flat_map(|a| (0..map.columns).map(move |b| (a, b)))
        .map(|(a, b)| text(a, b))
        .collect();
    let size = (down * 0.6).min(17.0).min(10.0 * across * 0.82 / widest(&texts, 10.0));
    for a in 0..map.rows {
        for b in 0..map.columns {
            let color = colors.of_cell(map.at(a, b));
            let (x, y) = (area.left((first_column + b) as f64), area.top((first_row + a) as f64));
            scene.fill([x, y, across + 0.3, down + 0.3], color);
            let at = [x + across / 2.0, y + down / 2.0 + size * 0.36];
            let text = texts[a * map.columns + b].clone();
            scene.colored_text(at, size, Anchor::Middle, color.ink(), text);
        }
    }
}

/// A table of colours for the numbers from `low` to `high`.
struct Colors {
    low: i64,
    high: i64,
    scale: Scale,
    colors: Vec<Color>,
}

/// The colour of a cell without a number.
const NOTHING: Color = Color(0xc8, 0xc8, 0xc8);

impl Colors {
    fn of(map: &HeatMap<'_>) -> Colors {
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        if let Scale::Classes(classes) = map.scale {
            (low, high) = (0, i64::from(classes) - 1);
        } else {
            for a in 0..map.rows {
                for value in (0..map.columns).filter_map(|b| map.at(a, b)) {
                    (low, high) = (low.min(value), high.max(value));
                }
            }
        }
        if low > high {
            (low, high) = (0, 0);
        }
        if map.scale == Scale::Diverging {
            high = high.max(low.saturating_neg()).max(1);
            low = -high;
        }
        let number = high.saturating_sub(low).saturating_add(1).clamp(1, 255) as usize;
        let color = |i: usize| {
            let t = if number == 1 { 0.5 } else { i as f64 / (number - 1) as f64 };
            match map.scale {
                Scale::Diverging => palette::diverging(t),
                _ => palette::sequential(t),
            }
        };
        let mut colors: Vec<Color> = (0..number).map(color).collect();
        colors.push(NOTHING);
        Colors { low, high, scale: map.scale, colors }
    }

    /// The place of a value's colour; the last colour means no number.
    fn index(&self, value: Option<i64>) -> u8 {
        let steps = self.colors.len() - 2;
        let Some(value) = value else { return (steps + 1) as u8 };
        let span = self.high.saturating_sub(self.low).max(1) as u128;
        let above = value.clamp(self.low, self.high).saturating_sub(self.low) as u128;
        ((above * steps as u128 * 2 + span) / (2 * span)) as u8
    }

    fn of_cell(&self, value: Option<i64>) -> Color {
        self.colors[usize::from(self.index(value))]
    }

    fn image(&self, map: &HeatMap<'_>) -> Result<Image, DrawError> {
        let mut cells = Vec::with_capacity(map.rows * map.columns);
        for a in 0..map.rows {
            cells.extend((0..map.columns).map(|b| self.index(map.at(a, b))));
        }
        let refused = || DrawError::Render("the image has no cells".to_owned());
        // No side exceeds MOST.
        Image::new(map.columns as u32, map.rows as u32, self.colors.clone(), cells)
            .ok_or_else(refused)
    }

    fn draw_legend(&self, scene: &mut Scene, x: f64, y: f64, height: f64, name: &str) {
        let tall = height.min(420.0);
        let wide = 18.0;
        scene.text([x, y - 10.0], LABEL, Anchor::Start, name);
        let steps = self.colors.len() - 1;
        let step = tall / steps as f64;
        let order: Vec<u8> = (0..steps as u8).rev().collect();
        let ramp = self.colors[..steps].to_vec();
        if let Some(image) = Image::new(1, steps as u32, ramp, order) {
            scene.elements.push(Element::Cells { bounds: [x, y, wide, tall], image });
        }
        if matches!(self.scale, Scale::Classes(_)) {
            for i in 1..steps {
                let top = y + step * i as f64;
                scene.line([x, top], [x + wide, top], Stroke::new(WHITE, 1.0));
            }
        }
        scene.border([x, y, wide, tall], Stroke::new(GREY, 1.0));
        // A number stands at the middle of its step if each number has its own.
        let span = self.high.saturating_sub(self.low).max(1) as f64;
        let few = steps as i64 == self.high.saturating_sub(self.low).saturating_add(1);
        let place = |value: i64| {
            let t = value.saturating_sub(self.low) as f64 / span;
            let t = if few { (t * (steps - 1) as f64 + 0.5) / steps as f64 } else { t };
            y + tall - t * tall
        };
        for tick in axis::ticks(self.low, self.high, ((tall / 34.0) as usize).max(2)) {
            let at = place(tick);
            scene.line([x + wide, at], [x + wide + 4.0, at], Stroke::new(GREY, 1.0));
            scene.text([x + wide + 8.0, at + 4.6], LABEL, Anchor::Start, axis::label(tick));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(rows: usize, columns: usize, cell: &dyn Fn(usize, usize) -> Option<i64>) -> HeatMap<'_> {
        HeatMap {
            title: "t".into(),
            subtitle: "s".into(),
            rows,
            columns,
            first: [0, 0],
            row_name: "a",
            column_name: "b",
            legend: "l".into(),
            scale: Scale::Diverging,
            cell,
        }
    }

    #[test]
    fn zero_is_grey_and_the_ends_are_the_ends() {
        let cell = |a: usize, b: usize| Some(a as i64 - b as i64);
        let colors = Colors::of(&map(5, 3, &cell));
        assert_eq!((colors.low, colors.high), (-4, 4));
        assert_eq!(colors.of_cell(Some(0)), palette::diverging(0.5));
        assert_eq!(colors.of_cell(Some(-4)), palette::diverging(0.0));
        assert_eq!(colors.of_cell(Some(4)), palette::diverging(1.0));
        assert_eq!(colors.of_cell(None), NOTHING);
    }

    #[test]
    fn a_window_shows_its_own_cells() {
        let cell = |a: usize, b: usize| Some((100 * a + b) as i64);
        let window = HeatMap { first: [3, 7], ..map(2, 2, &cell) };
        let scene = draw(&window, &Caption::new("", "", "")).unwrap();
        let has = |word: &str| {
            scene
                .elements
                .iter()
                .any(|element| matches!(element, Element::Text { text, .. } if text == word))
        };
        assert!(["307", "308", "407", "408"].iter().all(|number| has(number)));
        assert!(has("3") && has("4") && has("7") && has("8"), "ticks");
    }

    #[test]
    fn extreme_numbers_do_not_overflow() {
        let cell = |a: usize, _: usize| Some(if a == 0 { i64::MIN } else { i64::MAX });
        let caption = Caption::new("", "", "");
        assert!(draw(&map(2, 2, &cell), &caption).is_ok());
        assert!(draw(&map(40, 2, &cell), &caption).is_ok());
    }

    #[test]
    fn empty_and_too_large_maps_are_refused() {
        assert!(matches!(check(0, 5), Err(DrawError::Empty(_))));
        assert!(matches!(check(5, MOST + 1), Err(DrawError::TooLarge { .. })));
        assert!(check(MOST, MOST).is_ok());
    }
}

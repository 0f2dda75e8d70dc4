//! The shape of an element: a path, where it lies, and its colours.
//!
//! PDF and PNG draw these shapes. SVG has its own words for most elements.

use tiny_skia::{Path, PathBuilder, Rect, Transform};

use crate::font;
use crate::palette::Color;
use crate::scene::{Anchor, Element, Stroke};

/// A path in its colours, filled by the nonzero rule.
pub(crate) struct Shape {
    pub(crate) path: Path,
    /// Takes the path to its place: the same words have the same path everywhere.
    pub(crate) place: Transform,
    pub(crate) fill: Option<Color>,
    pub(crate) stroke: Option<Stroke>,
}

impl Shape {
    /// The shape of an element; `None` for an image of cells, and if there is nothing to see.
    pub(crate) fn of(element: &Element) -> Option<Shape> {
        let mut place = Transform::identity();
        let (path, fill, stroke) = match element {
            Element::Rect { bounds, round, fill, stroke } => {
                (rect(*bounds, *round)?, *fill, *stroke)
            }
            Element::Circle { center: [x, y], radius, fill, stroke } => {
                // SVG does not draw a circle without a radius, not even its border.
                let radius = Some(*radius as f32).filter(|&radius| radius > 0.0)?;
                (PathBuilder::from_circle(*x as f32, *y as f32, radius)?, *fill, *stroke)
            }
            Element::Line { points, stroke } => (line(points)?, None, Some(*stroke)),
            Element::Arc { ends, base, height, stroke } => {
                (arc(*ends, *base, *height)?, None, Some(*stroke))
            }
            Element::Text { at: [x, y], size, anchor, color, upwards, text } => {
                let [a, b, c, d] =
                    if *upwards { [0.0, -1.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0, 1.0] };
                place = Transform::from_row(a, b, c, d, *x as f32, *y as f32);
                let left = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => -font::width(text, *size) / 2.0,
                    Anchor::End => -font::width(text, *size),
                };
                (font::outline(text, left, *size)?, Some(*color), None)
            }
            Element::Cells { .. } => return None,
        };
        // SVG draws no line without a width; PDF and tiny-skia draw their thinnest.
        let stroke = stroke.filter(|stroke| stroke.width > 0.0);
        Some(Shape { path, place, fill, stroke })
    }
}

/// Where the control points of a quarter of a circle lie.
const QUARTER: f32 = 0.552_284_8;

/// A rectangle with corners of a radius, clockwise.
fn rect(bounds: [f64; 4], round: f64) -> Option<Path> {
    let [x, y, wide, high] = bounds.map(|length| length as f32);
    if wide <= 0.0 || high <= 0.0 {
        return None;
    }
    if round <= 0.0 {
        return Rect::from_xywh(x, y, wide, high).map(PathBuilder::from_rect);
    }
    let (right, bottom) = (x + wide, y + high);
    // The radii, and how far the control points are from the corners.
    let (r, s) = ((round as f32).min(wide / 2.0), (round as f32).min(high / 2.0));
    let (k, l) = (r * (1.0 - QUARTER), s * (1.0 - QUARTER));
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.cubic_to(right - k, y, right, y + l, right, y + s);
    path.line_to(right, bottom - s);
    path.cubic_to(right, bottom - l, right - k, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.cubic_to(x + k, bottom, x, bottom - l, x, bottom - s);
    path.line_to(x, y + s);
    path.cubic_to(x, y + l, x + k, y, x + r, y);
    path.close();
    path.finish()
}

fn line(points: &[[f64; 2]]) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first[0] as f32, first[1] as f32);
    rest.iter().for_each(|to| path.line_to(to[0] as f32, to[1] as f32));
    path.finish()
}

/// The upper half of an ellipse.
fn arc(ends: [f64; 2], base: f64, height: f64) -> Option<Path> {
    let ([left, right], base, height) = (ends.map(|x| x as f32), base as f32, height as f32);
    let (middle, half) = ((left + right) / 2.0, (right - left) / 2.0 * QUARTER);
    let (top, up) = (base - height, base - height * QUARTER);
    let mut path = PathBuilder::new();
    path.move_to(left, base);
    path.cubic_to(left, up, middle - half, top, middle, top);
    path.cubic_to(middle + half, top, right, up, right, base);
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::INK;

    fn bounds(element: &Element) -> Option<[f32; 4]> {
        let Shape { path, place, .. } = Shape::of(element)?;
        let bounds = path.transform(place)?.compute_tight_bounds()?;
        Some([bounds.left(), bounds.top(), bounds.right(), bounds.bottom()])
    }

    fn assert_near(found: Option<[f32; 4]>, expected: [f32; 4]) {
        let found = found.expect("a shape");
        assert!(found.iter().zip(expected).all(|(x, y)| (x - y).abs() < 0.01), "{found:?}");
    }

    #[test]
    fn shapes_lie_where_their_elements_do() {
        let (fill, stroke) = (Some(INK), Stroke::new(INK, 1.0));
        for round in [0.0, 3.0, 99.0] {
            let rect = Element::Rect { bounds: [5.0, 6.0, 20.0, 8.0], round, fill, stroke: None };
            assert_near(bounds(&rect), [5.0, 6.0, 25.0, 14.0]);
        }
        let circle = Element::Circle { center: [9.0, 7.0], radius: 4.0, fill, stroke: None };
        assert_near(bounds(&circle), [5.0, 3.0, 13.0, 11.0]);
        let arc = Element::Arc { ends: [3.0, 11.0], base: 20.0, height: 6.0, stroke };
        assert_near(bounds(&arc), [3.0, 14.0, 11.0, 20.0]);
    }

    #[test]
    fn words_stand_at_their_point() {
        let word = |anchor, upwards| {
            let (at, size, text) = ([100.0, 50.0], 10.0, "HHHH".to_owned());
            bounds(&Element::Text { at, size, anchor, color: INK, upwards, text }).unwrap()
        };
        let width = font::width("HHHH", 10.0) as f32;
        let [left, top, right, bottom] = word(Anchor::Start, false);
        assert!(bottom == 50.0 && (42.0..44.0).contains(&top), "capitals stand on the base line");
        assert!((100.0..102.0).contains(&left) && right < 100.0 + width && right > 97.0 + width);
        let [from, _, to, _] = word(Anchor::Middle, false);
        assert!((from + to - 200.0).abs() < 0.01);
        assert!(word(Anchor::End, false)[2] < 100.0);
        // Turned to the left around its point.
        let [x, y, u, v] = word(Anchor::Start, true);
        assert_near(Some([150.0 - v, x - 50.0, 150.0 - y, u - 50.0]), [left, top, right, bottom]);
    }

    #[test]
    fn nothing_is_drawn_where_svg_draws_nothing() {
        let stroke = Some(Stroke::new(INK, 1.0));
        let flat = Element::Rect { bounds: [0.0, 0.0, 9.0, 0.0], round: 0.0, fill: None, stroke };
        let point = Element::Circle { center: [0.0; 2], radius: 0.0, fill: None, stroke };
        let none = Element::Line { points: Vec::new(), stroke: Stroke::new(INK, 1.0) };
        assert!([flat, point, none].iter().all(|element| Shape::of(element).is_none()));
        let points = vec![[0.0; 2], [5.0; 2]];
        let thin = Element::Line { points, stroke: Stroke::new(INK, 0.0) };
        assert_eq!(Shape::of(&thin).unwrap().stroke, None);
    }
}

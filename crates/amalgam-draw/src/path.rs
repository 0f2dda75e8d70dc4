//! What an element is made of: lines and curves, filled and stroked in its colours.
//!
//! Pages and pixels are drawn from these; an SVG file has words of its own for most elements.

use crate::font;
use crate::palette::Color;
use crate::scene::{Anchor, Element, Stroke, left_of};

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    /// A contour begins here.
    Move([f64; 2]),
    /// A straight line.
    Line([f64; 2]),
    /// A curve with one control point before its end.
    Quad([[f64; 2]; 2]),
    /// A curve with two control points before its end.
    Cubic([[f64; 2]; 3]),
    /// Back to where the contour began.
    Close,
}

impl Segment {
    /// The points of it, the last being its end.
    pub(crate) fn points(&self) -> &[[f64; 2]] {
        match self {
            Segment::Move(to) | Segment::Line(to) => std::slice::from_ref(to),
            Segment::Quad(points) => points,
            Segment::Cubic(points) => points,
            Segment::Close => &[],
        }
    }

    /// The same with its points moved.
    fn map(self, to: impl Fn([f64; 2]) -> [f64; 2]) -> Segment {
        match self {
            Segment::Move(point) => Segment::Move(to(point)),
            Segment::Line(point) => Segment::Line(to(point)),
            Segment::Quad(points) => Segment::Quad(points.map(to)),
            Segment::Cubic(points) => Segment::Cubic(points.map(to)),
            Segment::Close => Segment::Close,
        }
    }
}

/// A path in its colours; whatever winds around a point fills it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) path: Vec<Segment>,
    pub(crate) fill: Option<Color>,
    pub(crate) stroke: Option<Stroke>,
}

impl Shape {
    /// The shape of an element that is not an image of cells. By the rules of SVG nothing is seen of
    /// a rectangle or circle without width or height, nor of a line without width.
    pub(crate) fn of(element: &Element) -> Option<Shape> {
        let (path, fill, stroke) = match element {
            Element::Rect { bounds, round, fill, stroke } => {
                (rect(*bounds, *round), *fill, *stroke)
            }
            Element::Circle { center, radius, fill, stroke } => {
                (circle(*center, *radius), *fill, *stroke)
            }
            Element::Line { points, stroke } => {
                let lines = points.iter().skip(1).map(|&to| Segment::Line(to));
                let start = points.first().map(|&start| Segment::Move(start));
                (start.into_iter().chain(lines).collect(), None, Some(*stroke))
            }
            Element::Arc { ends, base, height, stroke } => {
                (arc(*ends, *base, *height), None, Some(*stroke))
            }
            Element::Text { at: [x, y], size, anchor, color, upwards, text } => {
                let letters = letters(text, *size, *anchor);
                let place = |[right, down]: [f64; 2]| match upwards {
                    true => [x + down, y - right],
                    false => [x + right, y + down],
                };
                (letters.into_iter().map(|piece| piece.map(place)).collect(), Some(*color), None)
            }
            Element::Cells { .. } => return None,
        };
        let stroke = stroke.filter(|stroke| stroke.width > 0.0);
        (path.len() > 1 && (fill.is_some() || stroke.is_some())).then_some(Shape {
            path,
            fill,
            stroke,
        })
    }
}

/// The letters of a text whose point is the origin.
pub(crate) fn letters(text: &str, size: f64, anchor: Anchor) -> Vec<Segment> {
    font::segments(text, left_of(anchor, text, size), 0.0, size)
}

/// Where the control points of a quarter of a circle lie.
const QUARTER: f64 = 0.552_284_75;

/// A rectangle with corners of a radius, clockwise.
pub(crate) fn rect([x, y, wide, high]: [f64; 4], round: f64) -> Vec<Segment> {
    use Segment::{Close, Cubic, Line, Move};
    if wide <= 0.0 || high <= 0.0 {
        return Vec::new();
    }
    let (right, bottom) = (x + wide, y + high);
    if round <= 0.0 {
        return vec![
            Move([x, y]),
            Line([right, y]),
            Line([right, bottom]),
            Line([x, bottom]),
            Close,
        ];
    }
    // The radii, and how far the control points are from the corners.
    let (r, s) = (round.min(wide / 2.0), round.min(high / 2.0));
    let (k, l) = (r * (1.0 - QUARTER), s * (1.0 - QUARTER));
    vec![
        Move([x + r, y]),
        Line([right - r, y]),
        Cubic([[right - k, y], [right, y + l], [right, y + s]]),
        Line([right, bottom - s]),
        Cubic([[right, bottom - l], [right - k, bottom], [right - r, bottom]]),
        Line([x + r, bottom]),
        Cubic([[x + k, bottom], [x, bottom - l], [x, bottom - s]]),
        Line([x, y + s]),
        Cubic([[x, y + l], [x + k, y], [x + r, y]]),
        Close,
    ]
}

/// A circle, clockwise from its right, where dashes begin.
fn circle([x, y]: [f64; 2], radius: f64) -> Vec<Segment> {
    if radius <= 0.0 {
        return Vec::new();
    }
    let mut path = vec![Segment::Move([x + radius, y])];
    for [u, v] in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
        // A quarter from the direction (u, v) to (-v, u).
        let at = |along: f64, across: f64| {
            [x + radius * (along * u - across * v), y + radius * (along * v + across * u)]
        };
        path.push(Segment::Cubic([at(1.0, QUARTER), at(QUARTER, 1.0), at(0.0, 1.0)]));
    }
    path.push(Segment::Close);
    path
}

/// The upper half of an ellipse.
fn arc([left, right]: [f64; 2], base: f64, height: f64) -> Vec<Segment> {
    let (middle, half) = ((left + right) / 2.0, (right - left) / 2.0 * QUARTER);
    let (top, up) = (base - height, base - height * QUARTER);
    vec![
        Segment::Move([left, base]),
        Segment::Cubic([[left, up], [middle - half, top], [middle, top]]),
        Segment::Cubic([[middle + half, top], [right, up], [right, base]]),
    ]
}

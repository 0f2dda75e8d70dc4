//! How much of each pixel a path covers, exactly, and no more work than the pixels along its border.
//!
//! Every piece of a border tells the pixel it crosses how much lies on its right there, and the pixels
//! further right that they are inside. Sums of these along a row are the winding number, weighted by area;
//! so what winds around a pixel twice covers it once.

use crate::path::Segment;
use crate::scene::Stroke;

/// How far a line may be from the curve it stands for, in pixels.
const FLAT: f64 = 0.02;

/// How often a curve is halved at most.
const MOST_HALVINGS: u32 = 10;

/// How many times as long as the line is wide a corner may be, as in SVG.
const LONGEST_CORNER: f64 = 4.0;

type Point = [f64; 2];

/// A piece of a border, within one pixel.
#[derive(Clone, Copy, Debug)]
struct Piece {
    row: u32,
    /// The pixel; -1 for all that is left of the first.
    column: i64,
    /// How far it goes down.
    down: f64,
    /// What of that it takes from the pixel on its left.
    left: f64,
}

/// Borders on a grid of pixels.
#[derive(Debug)]
pub(crate) struct Borders {
    size: [u32; 2],
    pieces: Vec<Piece>,
}

impl Borders {
    /// The borders of what a path encloses.
    pub(crate) fn of_area(path: &[Segment], scale: f64, size: [u32; 2]) -> Borders {
        let mut borders = Borders { size, pieces: Vec::new() };
        for contour in contours(path, scale, 0.0) {
            borders.polygon(&contour.points);
        }
        borders
    }

    /// The borders of a line along a path, with corners and ends as in SVG.
    pub(crate) fn of_line(path: &[Segment], line: Stroke, scale: f64, size: [u32; 2]) -> Borders {
        let mut borders = Borders { size, pieces: Vec::new() };
        let half = line.width * scale / 2.0;
        for contour in contours(path, scale, half) {
            if line.dashed {
                let lengths = Stroke::DASHES.map(|length| length * scale);
                dashed(&contour, lengths).iter().for_each(|dash| borders.line(dash, half));
            } else {
                borders.line(&contour, half);
            }
        }
        borders
    }

    /// Calls for each run of pixels in a row with how much of them is covered.
    pub(crate) fn fill(mut self, mut paint: impl FnMut(u32, std::ops::Range<u32>, f64)) {
        self.pieces.sort_unstable_by_key(|piece| (piece.row, piece.column));
        let mut pieces = self.pieces.into_iter().peekable();
        let mut winding = 0.0;
        while let Some(Piece { row, column, mut down, mut left }) = pieces.next() {
            while let Some(more) =
                pieces.next_if(|piece| (piece.row, piece.column) == (row, column))
            {
                down += more.down;
                left += more.left;
            }
            if let Ok(pixel) = u32::try_from(column) {
                paint(row, pixel..pixel + 1, winding + down - left);
            }
            winding += down;
            match pieces.peek() {
                Some(next) if next.row == row => {
                    // Both are at least -1 and at most the last pixel.
                    paint(row, (column + 1) as u32..next.column as u32, winding);
                }
                _ => {
                    paint(row, (column + 1) as u32..self.size[0], winding);
                    winding = 0.0;
                }
            }
        }
    }

    /// A line with corners: its straight parts, all turning the same way, and what is between two.
    fn line(&mut self, contour: &Contour, half: f64) {
        let closing = contour.points.first().filter(|_| contour.closed);
        let points: Vec<Point> = contour.points.iter().chain(closing).copied().collect();
        let mut parts: Vec<Part> =
            points.windows(2).filter_map(|pair| Part::new(pair[0], pair[1], half)).collect();
        for next in 1..parts.len() {
            let (before, after) = parts.split_at_mut(next);
            self.corner(&mut before[next - 1], &mut after[0]);
        }
        if let (true, [first, .., last]) = (contour.closed, &mut parts[..]) {
            self.corner(last, first);
        }
        for Part { sides: [left, right], .. } in &parts {
            self.polygon(&[left[0], right[0], right[1], left[1]]);
        }
    }

    /// What two parts that meet leave open on the outer side: a triangle, or up to the tip. On the inner
    /// side they are cut, so that nothing is covered twice, if they are long enough.
    fn corner(&mut self, one: &mut Part, other: &mut Part) {
        let (n, m, at) = (one.normal, other.normal, other.from);
        let square = n[0] * n[0] + n[1] * n[1];
        let (sine, cosine) =
            ((n[0] * m[1] - n[1] * m[0]) / square, (n[0] * m[0] + n[1] * m[1]) / square);
        let tip = [n[0] + m[0], n[1] + m[1]].map(|x| x / (1.0 + cosine));
        let (inner, outer) = if sine > 0.0 { (0, -1.0) } else { (1, 1.0) };
        let cut = square.sqrt() * sine.abs() / (1.0 + cosine);
        let mut within = at;
        if cut <= one.length.min(other.length) / 2.0 {
            within = beside(at, tip, -outer);
            (one.sides[inner][1], other.sides[inner][0]) = (within, within);
        }
        let mut corner = vec![within, beside(at, n, outer)];
        if 2.0 <= (1.0 + cosine) * LONGEST_CORNER * LONGEST_CORNER {
            corner.push(beside(at, tip, outer));
        }
        corner.push(beside(at, m, outer));
        if outer > 0.0 {
            corner.reverse();
        }
        self.polygon(&corner);
    }

    fn polygon(&mut self, points: &[Point]) {
        let Some(&last) = points.last() else { return };
        points.iter().fold(last, |from, &to| {
            self.border(from, to);
            to
        });
    }

    /// Cuts a border into pieces, row by row.
    fn border(&mut self, from: Point, to: Point) {
        let (sign, [x, y], [u, v]) =
            if from[1] <= to[1] { (1.0, from, to) } else { (-1.0, to, from) };
        let last = f64::from(self.size[1]);
        let (top, bottom) = (y.max(0.0), v.min(last));
        if top >= bottom {
            return;
        }
        let slope = (u - x) / (v - y);
        for row in top as u32..(bottom.ceil() as u32) {
            let (top, bottom) = (top.max(row.into()), bottom.min(f64::from(row) + 1.0));
            let at = |height: f64| x + (height - y) * slope;
            self.within_row(row, [at(top), at(bottom)], sign * (bottom - top));
        }
    }

    /// Cuts it column by column; what is right of the picture is not seen.
    fn within_row(&mut self, row: u32, [from, to]: [f64; 2], down: f64) {
        let (left, right) = (from.min(to), from.max(to));
        let beyond = f64::from(self.size[0]);
        let [mut column, last] = [left, right].map(|x| x.floor().clamp(-1.0, beyond));
        while column <= last && column < beyond {
            let start = if column < 0.0 { left } else { left.max(column) };
            let end = right.min(column + 1.0);
            let part = if right > left { (end - start) / (right - left) * down } else { down };
            let taken = (start + end) / 2.0 - column;
            self.pieces.push(Piece { row, column: column as i64, down: part, left: part * taken });
            column += 1.0;
        }
    }
}

/// A straight part of a line.
#[derive(Debug)]
struct Part {
    from: Point,
    length: f64,
    /// Across, half as long as the line is wide.
    normal: Point,
    /// The two long sides, each from its start.
    sides: [[Point; 2]; 2],
}

impl Part {
    fn new(from: Point, to: Point, half: f64) -> Option<Part> {
        let (x, y) = (to[0] - from[0], to[1] - from[1]);
        let length = x.hypot(y);
        let normal = [-y / length * half, x / length * half];
        let sides = [1.0, -1.0].map(|side| [from, to].map(|end| beside(end, normal, side)));
        (length > 0.0).then_some(Part { from, length, normal, sides })
    }
}

fn beside(at: Point, normal: Point, times: f64) -> Point {
    [at[0] + normal[0] * times, at[1] + normal[1] * times]
}

/// Points one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
struct Contour {
    points: Vec<Point>,
    /// Whether a line leads from the last back to the first.
    closed: bool,
}

/// A path in pixels, its curves as lines that are so near to them that even the sides of a line along
/// the path are, half its width away.
fn contours(path: &[Segment], scale: f64, half: f64) -> Vec<Contour> {
    let mut contours: Vec<Contour> = Vec::new();
    for segment in path {
        let points: Vec<Point> = segment.points().iter().map(|p| p.map(|x| x * scale)).collect();
        match (segment, contours.last_mut()) {
            (Segment::Move(_), _) | (_, None) => contours.push(Contour { points, closed: false }),
            (Segment::Close, Some(contour)) => contour.closed = true,
            (_, Some(contour)) => {
                let start = contour.points.last().copied();
                let curve: Vec<Point> = start.into_iter().chain(points).collect();
                flatten(&curve, half, MOST_HALVINGS, &mut contour.points);
            }
        }
    }
    contours
}

/// Adds the points of a curve with these control points, all but the first.
fn flatten(curve: &[Point], half: f64, halvings: u32, points: &mut Vec<Point>) {
    let degree = curve.len() - 1;
    let to = |i: usize| [curve[i + 1][0] - curve[i][0], curve[i + 1][1] - curve[i][1]];
    // Second differences bound the second derivative, and that how far the curve is from a line.
    let bend = (1..degree).map(|i| (to(i)[0] - to(i - 1)[0]).hypot(to(i)[1] - to(i - 1)[1]));
    let bend = bend.fold(0.0, f64::max) * (degree * (degree - 1)) as f64 / 8.0;
    let ([x, y], [u, v]) = (to(0), to(degree - 1));
    let turn = (x * v - y * u).atan2(x * u + y * v);
    if halvings == 0 || bend.max(half * turn * turn / 8.0) <= FLAT {
        return points.push(curve[degree]);
    }
    // The control points of the two halves are met where lines between the points are halved.
    let (mut first, mut last, mut rest) = (Vec::new(), Vec::new(), curve.to_vec());
    while let (Some(&start), Some(&end)) = (rest.first(), rest.last()) {
        first.push(start);
        last.push(end);
        let middle = |pair: &[Point]| [0, 1].map(|i| (pair[0][i] + pair[1][i]) / 2.0);
        rest = rest.windows(2).map(middle).collect();
    }
    last.reverse();
    flatten(&first, half, halvings - 1, points);
    flatten(&last, half, halvings - 1, points);
}

/// The dashes along a contour, in turn as long as these, the second of them not drawn.
fn dashed(contour: &Contour, lengths: [f64; 2]) -> Vec<Contour> {
    let mut dashes: Vec<Contour> = Vec::new();
    let (mut drawn, mut rest) = (true, lengths[0]);
    let mut points = contour.points.clone();
    points.extend(contour.points.first().filter(|_| contour.closed));
    dashes.extend(points.first().map(|&start| Contour { points: vec![start], closed: false }));
    for pair in points.windows(2) {
        let ([x, y], to) = (pair[0], pair[1]);
        let (u, v) = (to[0] - x, to[1] - y);
        let length = u.hypot(v);
        let mut gone = 0.0;
        while length - gone > rest {
            gone += rest;
            let at = [x + u * gone / length, y + v * gone / length];
            match dashes.last_mut() {
                Some(dash) if drawn => dash.points.push(at),
                _ => dashes.push(Contour { points: vec![at], closed: false }),
            }
            drawn = !drawn;
            rest = lengths[usize::from(!drawn)];
        }
        rest -= length - gone;
        if drawn && let Some(dash) = dashes.last_mut() {
            dash.points.push(to);
        }
    }
    // Where a dash leads around the start there is a corner as elsewhere.
    if contour.closed && drawn && dashes.len() > 1 {
        let first = dashes.swap_remove(0);
        dashes[0].points.extend(&first.points[1..]);
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::INK;
    use crate::path::{Shape, rect};
    use crate::scene::Element;

    /// How much of each pixel is covered, row by row.
    fn covered(borders: Borders) -> Vec<f64> {
        let [width, height] = borders.size;
        let mut all = vec![0.0; (width * height) as usize];
        borders.fill(|row, columns, part| {
            for column in columns {
                all[(row * width + column) as usize] += part.abs().min(1.0);
            }
        });
        all
    }

    fn circle(center: Point, radius: f64) -> Vec<Segment> {
        Shape::of(&Element::Circle { center, radius, fill: Some(INK), stroke: None }).unwrap().path
    }

    fn total(path: &[Segment], scale: f64) -> f64 {
        covered(Borders::of_area(path, scale, [40, 30])).iter().sum()
    }

    #[test]
    fn a_pixel_is_covered_by_its_part_of_an_area() {
        let path = rect([1.25, 0.5, 1.5, 2.0], 0.0);
        let parts = covered(Borders::of_area(&path, 1.0, [4, 3]));
        let expected = [0.0, 0.375, 0.375, 0.0, 0.0, 0.75, 0.75, 0.0, 0.0, 0.375, 0.375, 0.0];
        assert_eq!(parts, expected);
        // Half of each pixel along the diagonal.
        let half =
            [Segment::Move([0.0, 0.0]), Segment::Line([2.0, 2.0]), Segment::Line([0.0, 2.0])];
        assert_eq!(covered(Borders::of_area(&half, 1.0, [2, 2])), [0.5, 0.0, 1.0, 0.5]);
        let area = std::f64::consts::PI * 81.0;
        assert!((total(&circle([20.0, 15.0], 9.0), 1.0) - area).abs() < 0.5);
        assert!((total(&circle([2.0, 1.5], 0.9), 10.0) - area).abs() < 0.5);
    }

    #[test]
    fn lines_are_as_long_and_wide_as_they_are() {
        let path = [[9.0, 5.0], [25.0, 5.0], [25.0, 20.0]];
        let path = [Segment::Move(path[0]), Segment::Line(path[1]), Segment::Line(path[2])];
        let area = |line: Stroke, path: &[Segment]| -> f64 {
            covered(Borders::of_line(path, line, 1.0, [40, 30])).iter().sum()
        };
        for width in [0.25, 1.0, 2.0] {
            let line = Stroke::new(INK, width);
            // Both parts, and the corner has its tip.
            assert!((area(line, &path) - 31.0 * width).abs() < 1e-9);
            // Five dashes, of which the third has the corner and the last is cut.
            assert!((area(line.dashed(), &path) - 19.0 * width).abs() < 1e-9);
            let around = 2.0 * std::f64::consts::PI * 9.0 * width;
            assert!((area(line, &circle([20.0, 15.0], 9.0)) - around).abs() < around / 500.0);
        }
        // Eight dashes, and three corners in the gaps: the last dash leads around the start into the first.
        let square = rect([5.0, 5.0, 13.25, 13.25], 0.0);
        assert!((area(Stroke::new(INK, 2.0).dashed(), &square) - 64.0).abs() < 1e-9);
        // Too sharp for a tip: there and back.
        let back =
            [Segment::Move([5.0, 5.0]), Segment::Line([25.0, 5.0]), Segment::Line([5.0, 5.5])];
        assert!(
            covered(Borders::of_line(&back, Stroke::new(INK, 2.0), 1.0, [40, 30]))
                .chunks(40)
                .all(|row| row[27..].iter().all(|&part| part < 1e-9))
        );
        assert_eq!(area(Stroke::new(INK, 1.0), &[Segment::Move([5.0, 5.0]); 2]), 0.0);
    }

    /// A picture is a window: what is outside changes nothing within.
    #[test]
    fn a_window_shows_its_part_of_the_whole() {
        let line = Stroke::new(INK, 3.0).dashed();
        for center in
            [[0.0, 0.0], [40.0, 30.0], [-3.0, 15.0], [43.0, 15.0], [20.0, -5.0], [20.0, 33.0]]
        {
            let path = circle(center, 12.5);
            let moved = circle(center.map(|x| x + 100.0), 12.5);
            let whole = [300, 300];
            for [window, whole] in [
                [Borders::of_area(&path, 1.0, [40, 30]), Borders::of_area(&moved, 1.0, whole)],
                [
                    Borders::of_line(&path, line, 1.0, [40, 30]),
                    Borders::of_line(&moved, line, 1.0, whole),
                ],
            ] {
                let (window, whole) = (covered(window), covered(whole));
                for (i, part) in window.iter().enumerate() {
                    let same = whole[(i / 40 + 100) * 300 + i % 40 + 100];
                    assert!((part - same).abs() < 1e-9, "{center:?}, pixel {i}");
                }
            }
        }
        // Nothing of it is seen, or nothing else, however far it reaches.
        let far = rect([-1e12, -1e12, 2e12, 2e12], 0.0);
        assert_eq!(total(&far, 1.0), 1200.0);
        assert_eq!(total(&rect([-1e12, -1e12, 1e11, 1e11], 0.0), 1.0), 0.0);
    }
}

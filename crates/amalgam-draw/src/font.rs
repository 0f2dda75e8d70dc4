//! DejaVu Sans: how wide a text is, and its outlines.
//!
//! In an SVG file words stay words, so that they can be searched and read aloud; the outlines are
//! for PDF and PNG, which thus look the same on a machine without any fonts. Letters are set one beside
//! the other with the widths of the font: the labels of a plot need no shaping.

use std::sync::OnceLock;

use crate::path::Segment;
use crate::truetype::{Font, Point};

/// The families an SVG asks for: the one measured here, and the ones most like it.
pub const FAMILIES: &str = "DejaVu Sans, Verdana, Bitstream Vera Sans, sans-serif";

/// The width of a text set at `size`.
pub fn width(text: &str, size: f64) -> f64 {
    let units: f64 = text.chars().map(|c| advance(glyph(c))).sum();
    units * size / face().units_per_em
}

/// The outlines of a text that starts at (`x`, `y`) on its base line.
pub(crate) fn segments(text: &str, mut x: f64, y: f64, size: f64) -> Vec<Segment> {
    let scale = size / face().units_per_em;
    let mut path = Vec::new();
    for c in text.chars() {
        let glyph = glyph(c);
        let place = |Point { at, on }| Point { at: [x + at[0] * scale, y - at[1] * scale], on };
        for contour in face().contours(glyph).expect(BUILT_IN) {
            path.extend(segments_of(contour.into_iter().map(place).collect()));
        }
        x += advance(glyph) * scale;
    }
    path
}

/// A contour: between two points beside it there is one on it, half-way.
fn segments_of(mut points: Vec<Point>) -> Vec<Segment> {
    let middle = |[x, y]: [f64; 2], [u, v]: [f64; 2]| [(x + u) / 2.0, (y + v) / 2.0];
    let Some(&first) = points.first() else { return Vec::new() };
    if !first.on {
        let next = points[1 % points.len()];
        if next.on {
            points.rotate_left(1);
        } else {
            let start = middle(first.at, next.at);
            points.rotate_left(1);
            points.insert(0, Point { at: start, on: true });
        }
    }
    let start = points[0].at;
    let mut path = vec![Segment::Move(start)];
    let mut beside: Option<[f64; 2]> = None;
    for &Point { at, on } in &points[1..] {
        match (beside, on) {
            (None, true) => path.push(Segment::Line(at)),
            (Some(control), true) => path.push(Segment::Quad([control, at])),
            (Some(control), false) => path.push(Segment::Quad([control, middle(control, at)])),
            (None, false) => {}
        }
        beside = (!on).then_some(at);
    }
    // The line back is drawn by closing, a curve is not.
    path.extend(beside.map(|control| Segment::Quad([control, start])));
    path.push(Segment::Close);
    path
}

const BUILT_IN: &str = "the font is built in";

fn face() -> &'static Font<'static> {
    static FACE: OnceLock<Font<'static>> = OnceLock::new();
    FACE.get_or_init(|| Font::read(dejavu::sans::regular()).expect(BUILT_IN))
}

/// The glyph of a character; what the font lacks is shown as its empty box.
fn glyph(c: char) -> u16 {
    face().glyph(c).unwrap_or(NO_GLYPH)
}

const NO_GLYPH: u16 = 0;

fn advance(glyph: u16) -> f64 {
    face().advance(glyph).expect(BUILT_IN)
}

#[cfg(test)]
mod tests {
    use std::mem::discriminant;

    use skrifa::instance::{LocationRef, Size};
    use skrifa::outline::{DrawSettings, OutlinePen, pen::PathStyle};
    use skrifa::{FontRef, GlyphId, MetadataProvider};

    use super::*;

    #[test]
    fn every_sign_the_pictures_use_is_in_the_font() {
        let signs = "0123456789abcxyz−⊕⊖·→≤…ℕ⁰¹²³⁴⁵⁶⁷⁸⁹\u{2009}×≡–—♦(),[]{}";
        for c in signs.chars() {
            assert_ne!(glyph(c), NO_GLYPH, "{c}");
        }
    }

    #[test]
    fn widths_add_up() {
        assert_eq!(width("", 10.0), 0.0);
        assert!((width("ab", 10.0) - width("a", 10.0) - width("b", 10.0)).abs() < 1e-9);
        assert!((width("7", 20.0) - 2.0 * width("7", 10.0)).abs() < 1e-9);
        assert!(matches!(segments("7", 0.0, 0.0, 10.0)[0], Segment::Move(_)));
        assert_eq!(segments(" ", 0.0, 0.0, 10.0), []);
    }

    /// What skrifa, which reads all fonts, makes of a character.
    #[derive(Default)]
    struct Pen(Vec<Segment>);

    impl OutlinePen for Pen {
        fn move_to(&mut self, x: f32, y: f32) {
            self.0.push(Segment::Move([x, -y].map(f64::from)));
        }

        fn line_to(&mut self, x: f32, y: f32) {
            self.0.push(Segment::Line([x, -y].map(f64::from)));
        }

        fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
            self.0.push(Segment::Quad([[x1, -y1], [x, -y]].map(|point| point.map(f64::from))));
        }

        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
            panic!("a cubic curve in a TrueType font");
        }

        fn close(&mut self) {
            self.0.push(Segment::Close);
        }
    }

    #[test]
    fn every_character_is_drawn_as_skrifa_draws_it() {
        let font = FontRef::new(dejavu::sans::regular()).unwrap();
        let (size, location) = (Size::unscaled(), LocationRef::default());
        let (letters, metrics) = (font.charmap(), font.glyph_metrics(size, location));
        let outlines = font.outline_glyphs();
        let em = face().units_per_em;
        assert_eq!(em, f64::from(font.metrics(size, location).units_per_em));
        let mut drawn = 0;
        for c in '\0'..=char::MAX {
            let id = letters.map(c);
            assert_eq!(face().glyph(c).map(u32::from), id.map(GlyphId::to_u32), "{c:?}");
            let Some(id) = id else { continue };
            drawn += 1;
            let text = c.to_string();
            assert_eq!(width(&text, em), f64::from(metrics.advance_width(id).unwrap()), "{c:?}");
            let settings =
                DrawSettings::unhinted(size, location).with_path_style(PathStyle::HarfBuzz);
            let mut pen = Pen::default();
            outlines.get(id).unwrap().draw(settings, &mut pen).unwrap();
            let ours = segments(&text, 0.0, 0.0, em);
            assert_eq!(ours.len(), pen.0.len(), "{c:?}: {ours:?} {:?}", pen.0);
            for (one, other) in ours.iter().zip(&pen.0) {
                assert_eq!(discriminant(one), discriminant(other), "{c:?}");
                for (one, other) in one.points().iter().zip(other.points()) {
                    // skrifa has 24 bits of a number.
                    assert!((0..2).all(|i| (one[i] - other[i]).abs() < 1e-3), "{c:?}");
                }
            }
        }
        assert!(drawn > 5000, "{drawn}");
    }
}

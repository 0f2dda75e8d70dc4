//! DejaVu Sans: how wide a text is, and its outlines.
//!
//! In an SVG file words stay words, so that they can be searched and read aloud; the outlines are
//! for PNG, which thus looks the same on a machine without any fonts. Letters are set one beside
//! the other with the widths of the font: the labels of a plot need no shaping.

use std::fmt::Write;
use std::sync::OnceLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlinePen, pen::PathStyle};
use skrifa::{FontRef, GlyphId, MetadataProvider, OutlineGlyphCollection, charmap::Charmap};

/// The families an SVG asks for: the one measured here, and the ones most like it.
pub const FAMILIES: &str = "DejaVu Sans, Verdana, Bitstream Vera Sans, sans-serif";

/// The width of a text set at `size`.
pub fn width(text: &str, size: f64) -> f64 {
    let face = face();
    let units: f64 = text.chars().map(|c| face.advance(face.glyph(c))).sum();
    units * size / face.units_per_em
}

/// A piece of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    /// A contour begins here.
    Move([f64; 2]),
    /// A straight line.
    Line([f64; 2]),
    /// A curve with one control point before its end.
    Quad([[f64; 2]; 2]),
    /// A curve with two of them.
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
}

/// The text as the data of an SVG path that starts at (`x`, `y`) on its base line.
pub fn outline(text: &str, x: f64, y: f64, size: f64) -> String {
    let mut path = String::new();
    for segment in segments(text, x, y, size) {
        path.push(match segment {
            Segment::Move(_) => 'M',
            Segment::Line(_) => 'L',
            Segment::Quad(_) => 'Q',
            Segment::Cubic(_) => 'C',
            Segment::Close => 'Z',
        });
        for [x, y] in segment.points() {
            let _ = write!(path, "{x:.3} {y:.3} ");
        }
    }
    path
}

/// The outlines of a text that starts at (`x`, `y`) on its base line.
pub(crate) fn segments(text: &str, x: f64, y: f64, size: f64) -> Vec<Segment> {
    let face = face();
    let scale = size / face.units_per_em;
    let mut pen = Pen { path: Vec::new(), x, y, scale };
    for c in text.chars() {
        let glyph = face.glyph(c);
        if let Some(outline) = face.outlines.get(glyph) {
            // Contours start where those of HarfBuzz do; what is inside of them is the same.
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default())
                .with_path_style(PathStyle::HarfBuzz);
            outline.draw(settings, &mut pen).expect("a glyph of the font that is built in");
        }
        pen.x += face.advance(glyph) * scale;
    }
    pen.path
}

/// The parts of the font that are asked for, looked up once; all in units of the font.
struct Face {
    units_per_em: f64,
    letters: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
}

fn face() -> &'static Face {
    static FACE: OnceLock<Face> = OnceLock::new();
    FACE.get_or_init(|| {
        let font = FontRef::new(dejavu::sans::regular()).expect("the font is built in");
        let (size, location) = (Size::unscaled(), LocationRef::default());
        Face {
            units_per_em: f64::from(font.metrics(size, location).units_per_em),
            letters: font.charmap(),
            metrics: font.glyph_metrics(size, location),
            outlines: font.outline_glyphs(),
        }
    })
}

impl Face {
    /// The glyph of a character; what the font lacks is shown as its empty box.
    fn glyph(&self, c: char) -> GlyphId {
        self.letters.map(c).unwrap_or(GlyphId::NOTDEF)
    }

    fn advance(&self, glyph: GlyphId) -> f64 {
        f64::from(self.metrics.advance_width(glyph).unwrap_or(0.0))
    }
}

struct Pen {
    path: Vec<Segment>,
    x: f64,
    y: f64,
    scale: f64,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> [f64; 2] {
        [self.x + f64::from(x) * self.scale, self.y - f64::from(y) * self.scale]
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.push(Segment::Move(self.at(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.push(Segment::Line(self.at(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.push(Segment::Quad([self.at(x1, y1), self.at(x, y)]));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.push(Segment::Cubic([self.at(x1, y1), self.at(x2, y2), self.at(x, y)]));
    }

    fn close(&mut self) {
        self.path.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_the_pictures_use_is_in_the_font() {
        let signs = "0123456789abcxyz−⊕⊖·→≤…ℕ⁰¹²³⁴⁵⁶⁷⁸⁹\u{2009}×≡–—♦(),[]{}";
        for c in signs.chars() {
            assert_ne!(face().glyph(c), GlyphId::NOTDEF, "{c}");
        }
    }

    #[test]
    fn widths_add_up() {
        assert_eq!(width("", 10.0), 0.0);
        assert!((width("ab", 10.0) - width("a", 10.0) - width("b", 10.0)).abs() < 1e-9);
        assert!((width("7", 20.0) - 2.0 * width("7", 10.0)).abs() < 1e-9);
        assert!(outline("7", 0.0, 0.0, 10.0).starts_with('M'));
        assert_eq!(outline(" ", 0.0, 0.0, 10.0), "");
    }
}

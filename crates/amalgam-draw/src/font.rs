//! DejaVu Sans: how wide a text is, and its outlines.
//!
//! An SVG file keeps words as words, so that they can be searched and read aloud. PDF and PNG draw
//! the outlines and look the same on a machine without fonts. Letters stand side by side with the
//! widths of the font: the labels of a plot need no shaping.

use std::sync::OnceLock;

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider, OutlineGlyphCollection};
use tiny_skia::{Path, PathBuilder};

/// The families an SVG asks for: the one measured here, and the ones most like it.
pub const FAMILIES: &str = "DejaVu Sans, Verdana, Bitstream Vera Sans, sans-serif";

/// The width of a text set at `size`.
pub fn width(text: &str, size: f64) -> f64 {
    let face = face();
    let units: f64 = text.chars().map(|c| face.advance(face.glyph(c))).sum();
    units * size / face.units_per_em
}

/// The outlines of a text whose base line begins at (`left`, 0); `None` if it has only spaces.
pub(crate) fn outline(text: &str, left: f64, size: f64) -> Option<Path> {
    let face = face();
    let scale = size / face.units_per_em;
    let mut pen = Pen { path: PathBuilder::new(), left, scale };
    for c in text.chars() {
        let glyph = face.glyph(c);
        if let Some(outline) = face.outlines.get(glyph) {
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            outline.draw(settings, &mut pen).expect(BUILT_IN);
        }
        pen.left += face.advance(glyph) * scale;
    }
    pen.path.finish()
}

const BUILT_IN: &str = "the font is built in";

/// The parts of the font that are used, looked up once. Lengths are in units of the font.
struct Face {
    units_per_em: f64,
    letters: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
}

fn face() -> &'static Face {
    static FACE: OnceLock<Face> = OnceLock::new();
    FACE.get_or_init(|| {
        let font = FontRef::new(dejavu::sans::regular()).expect(BUILT_IN);
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
    /// The glyph of a character; the font's empty box if it has none.
    fn glyph(&self, c: char) -> GlyphId {
        self.letters.map(c).unwrap_or(GlyphId::NOTDEF)
    }

    fn advance(&self, glyph: GlyphId) -> f64 {
        f64::from(self.metrics.advance_width(glyph).expect(BUILT_IN))
    }
}

/// Draws glyphs side by side, y growing downwards.
struct Pen {
    path: PathBuilder,
    left: f64,
    scale: f64,
}

impl Pen {
    fn x(&self, x: f32) -> f32 {
        (self.left + f64::from(x) * self.scale) as f32
    }

    fn y(&self, y: f32) -> f32 {
        (f64::from(-y) * self.scale) as f32
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x(x), self.y(y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x(x), self.y(y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.x(x1), self.y(y1), self.x(x), self.y(y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [x1, x2, x] = [x1, x2, x].map(|x| self.x(x));
        let [y1, y2, y] = [y1, y2, y].map(|y| self.y(y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_the_pictures_use_has_an_outline() {
        let signs = "0123456789abcxyz−⊕⊖·→≤…ℕ⁰¹²³⁴⁵⁶⁷⁸⁹×≡–—♦(),[]{}";
        for c in signs.chars() {
            assert_ne!(face().glyph(c), GlyphId::NOTDEF, "{c}");
            assert!(outline(&c.to_string(), 0.0, 10.0).is_some(), "{c}");
        }
        // A thin space has a width and no outline.
        assert!(face().glyph('\u{2009}') != GlyphId::NOTDEF && width("\u{2009}", 10.0) > 0.0);
        assert!(outline(" \u{2009}", 0.0, 10.0).is_none());
    }

    #[test]
    fn widths_add_up() {
        assert_eq!(width("", 10.0), 0.0);
        assert!((width("ab", 10.0) - width("a", 10.0) - width("b", 10.0)).abs() < 1e-9);
        assert!((width("7", 20.0) - 2.0 * width("7", 10.0)).abs() < 1e-9);
    }
}

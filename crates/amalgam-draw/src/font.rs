//! DejaVu Sans: how wide a text is, and its outlines.
//!
//! In an SVG file words stay words, so that they can be searched and read aloud; the outlines are
//! for PNG, which thus looks the same on a machine without any fonts. Letters are set one beside
//! the other with the widths of the font: the labels of a plot need no shaping.

use std::fmt::Write;
use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The families an SVG asks for: the one measured here, and the ones most like it.
pub const FAMILIES: &str = "DejaVu Sans, Verdana, Bitstream Vera Sans, sans-serif";

/// The width of a text set at `size`.
pub fn width(text: &str, size: f64) -> f64 {
    let face = face();
    let units: f64 = text.chars().map(|c| advance(face, glyph(face, c))).sum();
    units * size / f64::from(face.units_per_em())
}

/// The text as the data of an SVG path that starts at (`x`, `y`) on its base line.
pub fn outline(text: &str, x: f64, y: f64, size: f64) -> String {
    let face = face();
    let scale = size / f64::from(face.units_per_em());
    let mut pen = Pen { path: String::new(), x, y, scale };
    for c in text.chars() {
        let glyph = glyph(face, c);
        face.outline_glyph(glyph, &mut pen);
        pen.x += advance(face, glyph) * scale;
    }
    pen.path
}

fn face() -> &'static Face<'static> {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(dejavu::sans::regular(), 0).expect("the font is built in"))
}

/// The glyph of a character; what the font lacks is shown as its empty box.
fn glyph(face: &Face<'_>, c: char) -> GlyphId {
    face.glyph_index(c).unwrap_or(GlyphId(0))
}

fn advance(face: &Face<'_>, glyph: GlyphId) -> f64 {
    f64::from(face.glyph_hor_advance(glyph).unwrap_or(0))
}

struct Pen {
    path: String,
    x: f64,
    y: f64,
    scale: f64,
}

impl Pen {
    fn command(&mut self, name: char, points: &[(f32, f32)]) {
        self.path.push(name);
        for &(x, y) in points {
            let x = self.x + f64::from(x) * self.scale;
            let y = self.y - f64::from(y) * self.scale;
            let _ = write!(self.path, "{x:.3} {y:.3} ");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_the_pictures_use_is_in_the_font() {
        let signs = "0123456789abcxyz−⊕⊖·→≤…ℕ⁰¹²³⁴⁵⁶⁷⁸⁹\u{2009}×≡–—♦(),[]{}";
        for c in signs.chars() {
            assert_ne!(glyph(face(), c), GlyphId(0), "{c}");
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

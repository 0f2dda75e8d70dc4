//! Scenes as PNG.

use tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, StrokeDash, Transform};

use crate::DrawError;
use crate::image::Image;
use crate::palette::Color;
use crate::path::{Segment, Shape};
use crate::scene::{Element, Scene, Stroke};

/// The widest PNG.
pub const WIDEST: u32 = 16_384;

/// The most pixels of a PNG: 64 million, 256 MB while it is rendered.
const MOST_PIXELS: u64 = 1 << 26;

impl Scene {
    /// A width in pixels that shows everything: twice the units, and a pixel or more for each cell.
    pub fn sharp_width(&self) -> u32 {
        let mut scale: f64 = 2.0;
        for element in &self.elements {
            if let Element::Cells { bounds, image } = element {
                let (columns, rows) = image.size();
                scale = scale.max(f64::from(columns) / bounds[2]).max(f64::from(rows) / bounds[3]);
            }
        }
        ((self.width * scale).ceil() as u32).min(WIDEST)
    }

    /// The picture as a PNG file of so many pixels across.
    ///
    /// # Errors
    /// If it would be empty or too large.
    pub fn to_png(&self, width: u32) -> Result<Vec<u8>, DrawError> {
        let scale = f64::from(width) / self.width;
        let height = (self.height * scale).ceil() as u64;
        let pixels = u64::from(width).saturating_mul(height);
        if width == 0 || height == 0 {
            return Err(DrawError::Empty(format!("a PNG of {width} x {height} pixels")));
        }
        if width > WIDEST || pixels > MOST_PIXELS {
            let most = (MOST_PIXELS as f64 * self.width / self.height).sqrt();
            return Err(DrawError::TooLarge {
                what: format!("a PNG of {width} x {height} pixels"),
                fits: format!("up to {} pixels across fit", WIDEST.min(most as u32)),
            });
        }
        let no_memory = || DrawError::Render("not enough memory".to_owned());
        // The height is at most MOST_PIXELS.
        let mut pixmap = Pixmap::new(width, height as u32).ok_or_else(no_memory)?;
        if let Some(Color(r, g, b)) = self.ground {
            pixmap.fill(tiny_skia::Color::from_rgba8(r, g, b, 255));
        }
        for element in &self.elements {
            if let Element::Cells { bounds, image } = element {
                copy(*bounds, image, scale, &mut pixmap);
            } else if let Some(shape) = Shape::of(element) {
                draw(&shape, scale, &mut pixmap);
            }
        }
        encode(&pixmap, self.ground.is_none())
    }
}

/// Fills and strokes a path, with the joins and ends that lines have in SVG: tiny-skia's are the same.
fn draw(shape: &Shape, scale: f64, pixmap: &mut Pixmap) {
    let mut path = PathBuilder::new();
    for segment in &shape.path {
        match *segment.points().as_flattened() {
            [x, y] if matches!(segment, Segment::Move(_)) => path.move_to(x as f32, y as f32),
            [x, y] => path.line_to(x as f32, y as f32),
            [a, b, x, y] => path.quad_to(a as f32, b as f32, x as f32, y as f32),
            [a, b, c, d, x, y] => {
                path.cubic_to(a as f32, b as f32, c as f32, d as f32, x as f32, y as f32);
            }
            _ => path.close(),
        }
    }
    let Some(path) = path.finish() else { return };
    let transform = Transform::from_scale(scale as f32, scale as f32);
    let mut paint = Paint::default();
    if let Some(Color(r, g, b)) = shape.fill {
        paint.set_color_rgba8(r, g, b, 255);
        pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None);
    }
    if let Some(Stroke { color: Color(r, g, b), width, dashed }) = shape.stroke {
        paint.set_color_rgba8(r, g, b, 255);
        let dashes = Stroke::DASHES.map(|length| length as f32).to_vec();
        let dash = if dashed { StrokeDash::new(dashes, 0.0) } else { None };
        let stroke = tiny_skia::Stroke { width: width as f32, dash, ..Default::default() };
        pixmap.stroke_path(&path, &paint, &stroke, transform, None);
    }
}

/// Copies an image of cells into its rectangle. A pixel over several cells gets their mean.
fn copy(bounds: [f64; 4], image: &Image, scale: f64, pixmap: &mut Pixmap) {
    let [left, top, wide, high] = bounds.map(|length| length * scale);
    let (columns, rows) = image.size();
    // Which cells lie under each pixel, at least one.
    let under = |pixels: u32, start: f64, length: f64, cells: u32| -> Vec<(u32, u32, u32)> {
        let (from, to) = (start.round().max(0.0) as u32, (start + length).round() as u32);
        let to = to.min(pixels);
        let each = f64::from(cells) / f64::from(to.saturating_sub(from).max(1));
        (from..to)
            .map(|pixel| {
                let at = f64::from(pixel - from) * each;
                let first = (at as u32).min(cells - 1);
                (pixel, first, ((at + each) as u32).clamp(first + 1, cells))
            })
            .collect()
    };
    let across = under(pixmap.width(), left, wide, columns);
    let down = under(pixmap.height(), top, high, rows);
    let stride = pixmap.width() as usize * 4;
    let bytes = pixmap.data_mut();
    for (y, first_row, last_row) in down {
        let line = &mut bytes[y as usize * stride..][..stride];
        for &(x, first, last) in &across {
            let mut sum = [0_u32; 3];
            for row in first_row..last_row {
                for column in first..last {
                    let Color(r, g, b) = image.color(column, row);
                    sum[0] += u32::from(r);
                    sum[1] += u32::from(g);
                    sum[2] += u32::from(b);
                }
            }
            let number = (last - first) * (last_row - first_row);
            let pixel = &mut line[x as usize * 4..][..4];
            for (to, sum) in pixel.iter_mut().zip(sum) {
                *to = ((sum + number / 2) / number) as u8;
            }
            pixel[3] = 255;
        }
    }
}

/// A ground hides everything, so that the fourth channel says nothing; without one it is kept.
fn encode(pixmap: &Pixmap, transparent: bool) -> Result<Vec<u8>, DrawError> {
    let mut bytes = Vec::with_capacity(pixmap.pixels().len() * 4);
    for pixel in pixmap.pixels() {
        let color = pixel.demultiply();
        bytes.extend([color.red(), color.green(), color.blue()]);
        if transparent {
            bytes.push(color.alpha());
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(if transparent { png::ColorType::Rgba } else { png::ColorType::Rgb });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let render = |error: png::EncodingError| DrawError::Render(error.to_string());
    let mut writer = encoder.write_header().map_err(render)?;
    writer.write_image_data(&bytes).map_err(render)?;
    writer.finish().map_err(render)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use resvg::usvg::{Options, Tree};

    use super::*;
    use crate::font;
    use crate::palette::{BLUE, INK, WHITE};
    use crate::scene::{Anchor, left_of};

    /// The scene as resvg draws its SVG, with letters as outlines, for it has no fonts here.
    fn by_resvg(scene: &Scene, width: u32) -> Vec<u8> {
        let svg = scene.to_svg();
        // A line for each element, after the head and before the end.
        let lines: Vec<&str> = svg.lines().collect();
        let start = lines.len() - 1 - scene.elements.len();
        let mut outlined = lines[..start].concat();
        for (line, element) in lines[start..].iter().zip(&scene.elements) {
            let Element::Text { at: [x, y], size, anchor, color, upwards, text } = element else {
                outlined.push_str(line);
                continue;
            };
            outlined.push_str("<path d=\"");
            for segment in font::segments(text, x + left_of(*anchor, text, *size), *y, *size) {
                outlined.push(match segment {
                    Segment::Move(_) => 'M',
                    Segment::Line(_) => 'L',
                    Segment::Quad(_) => 'Q',
                    Segment::Cubic(_) => 'C',
                    Segment::Close => 'Z',
                });
                let _ = write!(outlined, "{:?}", segment.points().as_flattened());
            }
            let turn = if *upwards { -90 } else { 0 };
            let _ = write!(
                outlined,
                "\" fill=\"{}\" transform=\"rotate({turn} {x} {y})\"/>",
                color.hex()
            );
        }
        let svg = outlined.replace(['[', ']'], " ") + "</svg>";
        let tree = Tree::from_str(&svg, &Options::default()).unwrap();
        let scale = width as f32 / tree.size().width();
        let height = (tree.size().height() * scale).ceil() as u32;
        let mut pixmap = Pixmap::new(width, height).unwrap();
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        pixmap.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect()
    }

    fn by_us(scene: &Scene, width: u32) -> Vec<u8> {
        let file = scene.to_png(width).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        bytes
    }

    /// Numbers of two decimals, as SVG files have them, that are no more random than they need be.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) % bound
        }

        fn length(&mut self, most: u64) -> f64 {
            self.below(100 * most) as f64 / 100.0
        }

        fn point(&mut self) -> [f64; 2] {
            [self.length(100), self.length(80)]
        }

        fn color(&mut self) -> Color {
            [INK, BLUE, WHITE, Color(200, 30, 90)][self.below(4) as usize]
        }

        fn stroke(&mut self) -> Stroke {
            // None, a hair, and wide ones.
            let width = [0.0, 0.3, 1.0, 1.5, self.length(9)][self.below(5) as usize];
            Stroke { color: self.color(), width, dashed: self.below(3) == 0 }
        }

        fn element(&mut self) -> Element {
            let fill = (self.below(2) == 0).then(|| self.color());
            let stroke = (self.below(2) == 0).then(|| self.stroke());
            // Now and then without width, height or radius.
            let side = |numbers: &mut Numbers| match numbers.below(6) {
                0 => 0.0,
                _ => numbers.length(40),
            };
            match self.below(6) {
                0 | 1 => {
                    let ([x, y], wide, high) = (self.point(), side(self), side(self));
                    let round = side(self).min(10.0);
                    Element::Rect { bounds: [x, y, wide, high], round, fill, stroke }
                }
                2 => {
                    let (center, radius) = (self.point(), side(self));
                    Element::Circle { center, radius, fill, stroke }
                }
                3 => {
                    let points = (0..self.below(6)).map(|_| self.point()).collect();
                    Element::Line { points, stroke: self.stroke() }
                }
                4 => {
                    let ([left, base], wide) = (self.point(), 2.0 + 2.0 * self.length(30));
                    let (height, stroke) = (1.0 + self.length(40), self.stroke());
                    Element::Arc { ends: [left, left + wide], base, height, stroke }
                }
                _ => {
                    let anchor = [Anchor::Start, Anchor::Middle, Anchor::End];
                    Element::Text {
                        at: self.point(),
                        size: 4.0 + self.length(20),
                        anchor: anchor[self.below(3) as usize],
                        color: self.color(),
                        upwards: self.below(2) == 0,
                        text: "f(8) ⊕ ℕ".chars().take(self.below(9) as usize).collect(),
                    }
                }
            }
        }
    }

    #[test]
    fn every_element_is_drawn_as_resvg_draws_it() {
        let empty = Scene::new(100.0, 100.0, "", "");
        // At most a sixteenth of what is painted, and no more than two pixels of the smallest, may be
        // different: tiny-skia looks at four lines of each pixel.
        for width in [100, 237] {
            let ground = by_us(&empty, width);
            let mut numbers = Numbers(1);
            let far = |one: &[u8], other: &[u8]| -> u64 {
                one.iter().zip(other).map(|(a, b)| u64::from(a.abs_diff(*b))).sum()
            };
            for _ in 0..400 {
                let mut scene = empty.clone();
                scene.elements.push(numbers.element());
                let (ours, theirs) = (by_us(&scene, width), by_resvg(&scene, width));
                assert_eq!(ours.len(), theirs.len());
                let (far, painted) = (far(&ours, &theirs), far(&ground, &theirs));
                let bound = painted / 16 + 500;
                assert!(far <= bound, "{far} of {painted}, {width}: {:?}", scene.elements);
            }
        }
    }
}

//! Scenes as PNG.

use crate::DrawError;
use crate::image::Image;
use crate::palette::Color;
use crate::path::Shape;
use crate::png_file::{self, Kind};
use crate::raster::Borders;
use crate::scene::{Element, Scene};

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
        // The height is at most MOST_PIXELS.
        let mut pixels = Pixels::new([width, height as u32], self.ground)?;
        for element in &self.elements {
            if let Element::Cells { bounds, image } = element {
                pixels.copy(bounds.map(|length| length * scale), image);
            } else if let Some(shape) = Shape::of(element) {
                pixels.draw(&shape, scale);
            }
        }
        Ok(pixels.to_file(self.ground.is_some()))
    }
}

/// Red, green, blue and how opaque it is, for each pixel; the colours as they are on black.
struct Pixels {
    size: [u32; 2],
    bytes: Vec<[u8; 4]>,
}

fn opaque(Color(r, g, b): Color) -> [u8; 4] {
    [r, g, b, 255]
}

impl Pixels {
    fn new(size: [u32; 2], ground: Option<Color>) -> Result<Pixels, DrawError> {
        let number = size[0] as usize * size[1] as usize;
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(number)
            .map_err(|_| DrawError::Render("not enough memory".to_owned()))?;
        bytes.resize(number, ground.map_or([0; 4], opaque));
        Ok(Pixels { size, bytes })
    }

    /// Fills and strokes a path.
    fn draw(&mut self, Shape { path, fill, stroke }: &Shape, scale: f64) {
        if let Some(color) = *fill {
            self.paint(Borders::of_area(path, scale, self.size), color);
        }
        if let Some(stroke) = *stroke {
            self.paint(Borders::of_line(path, stroke, scale, self.size), stroke.color);
        }
    }

    fn paint(&mut self, borders: Borders, color: Color) {
        let (color, width) = (opaque(color), self.size[0] as usize);
        borders.fill(|row, columns, covered| {
            let run = row as usize * width + columns.start as usize;
            let run = &mut self.bytes[run..][..columns.len()];
            match (covered.abs().min(1.0) * 255.0).round() as u32 {
                0 => {}
                255 => run.fill(color),
                part => run.iter_mut().for_each(|pixel| {
                    for (to, color) in pixel.iter_mut().zip(color) {
                        let both = u32::from(*to) * (255 - part) + u32::from(color) * part;
                        *to = ((both + 127) / 255) as u8;
                    }
                }),
            }
        });
    }

    /// Copies an image of cells into its rectangle. A pixel over several cells gets their mean.
    fn copy(&mut self, [left, top, wide, high]: [f64; 4], image: &Image) {
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
        let across = under(self.size[0], left, wide, columns);
        let down = under(self.size[1], top, high, rows);
        let width = self.size[0] as usize;
        for (y, first_row, last_row) in down {
            let line = &mut self.bytes[y as usize * width..][..width];
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
                let [r, g, b] = sum.map(|sum| ((sum + number / 2) / number) as u8);
                line[x as usize] = opaque(Color(r, g, b));
            }
        }
    }

    /// A ground hides everything, so that the fourth channel says nothing; without one it is kept.
    fn to_file(&self, ground: bool) -> Vec<u8> {
        let rows = self.bytes.chunks(self.size[0] as usize);
        if ground {
            let colors = |&[r, g, b, _]: &[u8; 4]| [r, g, b];
            let rows = rows.map(|row| row.iter().flat_map(colors).collect::<Vec<u8>>());
            return png_file::write(self.size, &Kind::Rgb, rows);
        }
        let clear = |&[r, g, b, part]: &[u8; 4]| {
            let whole = |color: u8| {
                let part = u32::from(part).max(1);
                ((u32::from(color) * 255 + part / 2) / part).min(255) as u8
            };
            [whole(r), whole(g), whole(b), part]
        };
        let rows = rows.map(|row| row.iter().flat_map(clear).collect::<Vec<u8>>());
        png_file::write(self.size, &Kind::Rgba, rows)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    use super::*;
    use crate::font;
    use crate::palette::{BLUE, INK, WHITE};
    use crate::path::Segment;
    use crate::scene::{Anchor, Stroke, left_of};

    /// resvg looks at four lines of a pixel, so it draws larger what it is asked about.
    const FINER: u32 = 8;

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
        let scale = (FINER * width) as f32 / tree.size().width();
        let height = (tree.size().height() * scale).ceil() as u32;
        let mut pixmap = Pixmap::new(FINER * width, height).unwrap();
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        let mut sums = vec![[0; 3]; (width * height / FINER) as usize];
        for (i, pixel) in (0..).zip(pixmap.pixels()) {
            let (x, y) = (i % (FINER * width) / FINER, i / (FINER * width) / FINER);
            let sum: &mut [u32; 3] = &mut sums[(y * width + x) as usize];
            for (sum, part) in sum.iter_mut().zip([pixel.red(), pixel.green(), pixel.blue()]) {
                *sum += u32::from(part);
            }
        }
        sums.into_iter().flatten().map(|sum| (sum / (FINER * FINER)) as u8).collect()
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

    /// Whether a line is wider than what it goes around: resvg leaves a hole in the middle then.
    fn is_overdrawn(element: &Element) -> bool {
        match element {
            Element::Rect { bounds, stroke: Some(stroke), .. } => {
                stroke.width > bounds[2].min(bounds[3])
            }
            Element::Circle { radius, stroke: Some(stroke), .. } => stroke.width > *radius,
            Element::Arc { height, stroke, .. } => stroke.width > *height,
            _ => false,
        }
    }

    #[test]
    fn every_element_is_drawn_as_resvg_draws_it() {
        let mut numbers = Numbers(1);
        let far = |one: &[u8], other: &[u8]| -> u64 {
            one.iter().zip(other).map(|(a, b)| u64::from(a.abs_diff(*b))).sum()
        };
        for _ in 0..200 {
            let mut scene = Scene::new(100.0, 100.0, "", "");
            scene.elements.push(numbers.element());
            let (ours, theirs) = (by_us(&scene, 100), by_resvg(&scene, 100));
            assert_eq!(ours.len(), theirs.len());
            let (far, painted) = (far(&ours, &theirs), far(&vec![255; ours.len()], &theirs));
            // Of hair lines and of dashes along curves resvg draws a little more or less.
            let bound = if is_overdrawn(&scene.elements[0]) { painted / 4 } else { painted / 15 };
            assert!(far <= bound + 50, "{far} of {painted}: {:?}", scene.elements);
        }
    }

    /// What lies above is seen, in its place, and what is below shows through where nothing else is.
    #[test]
    fn elements_lie_above_each_other_as_resvg_puts_them() {
        let mut numbers = Numbers(7);
        for _ in 0..5 {
            let mut scene = Scene::new(100.0, 100.0, "", "");
            scene.elements = (0..20).map(|_| numbers.element()).collect();
            scene.elements.retain(|element| !is_overdrawn(element));
            let (ours, theirs) = (by_us(&scene, 100), by_resvg(&scene, 100));
            let far = ours.iter().zip(&theirs).filter(|(a, b)| a.abs_diff(**b) > 24).count();
            assert!(far * 200 < ours.len(), "{far} of {}", ours.len());
        }
    }
}

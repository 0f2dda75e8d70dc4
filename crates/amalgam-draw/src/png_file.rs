//! Scenes as PNG, rendered by resvg.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::DrawError;
use crate::palette::Color;
use crate::scene::{Element, Scene};
use crate::svg::{Words, write_svg};

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
            pixmap.fill(resvg::tiny_skia::Color::from_rgba8(r, g, b, 255));
        }
        // Cells are copied, which needs no decoder of images; resvg draws what lies between them.
        for part in self.elements.chunk_by(|x, y| is_cells(x) == is_cells(y)) {
            if is_cells(&part[0]) {
                part.iter().for_each(|cells| copy(cells, scale, &mut pixmap));
                continue;
            }
            let layer = Scene { elements: part.to_vec(), ..self.clone_empty() };
            let tree = Tree::from_str(&write_svg(&layer, Words::Outlined), &Options::default())
                .map_err(|error| DrawError::Render(error.to_string()))?;
            let transform = Transform::from_scale(scale as f32, scale as f32);
            resvg::render(&tree, transform, &mut pixmap.as_mut());
        }
        encode(&pixmap, self.ground.is_none())
    }
}

fn is_cells(element: &Element) -> bool {
    matches!(element, Element::Cells { .. })
}

/// Copies an image of cells into its rectangle. A pixel over several cells gets their mean.
fn copy(element: &Element, scale: f64, pixmap: &mut Pixmap) {
    let Element::Cells { bounds, image } = element else { return };
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

//! Scenes as PNG, painted by tiny-skia.

use tiny_skia::{FillRule, IntSize, Paint, Pixmap, StrokeDash};

use crate::DrawError;
use crate::image::Image;
use crate::palette::Color;
use crate::scene::{Element, Scene, Stroke};
use crate::shape::Shape;

/// The widest PNG.
pub const WIDEST: u32 = 16_384;

/// The most pixels of a PNG: 64 million, which take 256 MB while it is rendered.
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

    /// The picture as a PNG file, `width` pixels wide.
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
                fits: format!("the largest width is {} pixels", WIDEST.min(most as u32)),
            });
        }
        // The height is at most MOST_PIXELS.
        let mut pixels = empty(width, height as u32)
            .ok_or_else(|| DrawError::Render("not enough memory".to_owned()))?;
        if let Some(Color(r, g, b)) = self.ground {
            pixels.fill(tiny_skia::Color::from_rgba8(r, g, b, 255));
        }
        for element in &self.elements {
            if let Element::Cells { bounds, image } = element {
                copy(&mut pixels, bounds.map(|length| length * scale), image);
            } else if let Some(shape) = Shape::of(element) {
                draw(&mut pixels, &shape, scale as f32);
            }
        }
        encode(pixels, self.ground.is_none()).map_err(|error| DrawError::Render(error.to_string()))
    }
}

/// Pixels to paint on; `None` if the memory for them cannot be had, where `Pixmap::new` would abort.
fn empty(width: u32, height: u32) -> Option<Pixmap> {
    let number = 4 * width as usize * height as usize;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(number).ok()?;
    bytes.resize(number, 0);
    Pixmap::from_vec(bytes, IntSize::from_wh(width, height)?)
}

/// Fills and strokes a path.
fn draw(pixels: &mut Pixmap, Shape { path, place, fill, stroke }: &Shape, scale: f32) {
    let place = place.post_scale(scale, scale);
    let paint = |Color(r, g, b): Color| {
        let mut paint = Paint::default();
        paint.set_color_rgba8(r, g, b, 255);
        paint
    };
    if let Some(color) = *fill {
        pixels.fill_path(path, &paint(color), FillRule::Winding, place, None);
    }
    if let Some(Stroke { color, width, dashed }) = *stroke {
        let dashes = Stroke::DASHES.map(|length| length as f32).to_vec();
        let stroke = tiny_skia::Stroke {
            width: width as f32,
            dash: dashed.then(|| StrokeDash::new(dashes, 0.0)).flatten(),
            ..tiny_skia::Stroke::default()
        };
        pixels.stroke_path(path, &paint(color), &stroke, place, None);
    }
}

/// Copies an image of cells into its rectangle. A pixel over several cells gets their mean:
/// tiny-skia would leave cells out, and numbers that repeat would show patterns they do not have.
fn copy(pixels: &mut Pixmap, [left, top, wide, high]: [f64; 4], image: &Image) {
    let (columns, rows) = image.size();
    let across = under(pixels.width(), left, wide, columns);
    let down = under(pixels.height(), top, high, rows);
    let stride = 4 * pixels.width() as usize;
    let bytes = pixels.data_mut();
    for (y, covered) in down {
        let line = &mut bytes[y as usize * stride..][..stride];
        for (x, columns) in &across {
            let number = (columns.len() * covered.len()) as u32;
            let mut sum = [0; 3];
            for row in covered.clone() {
                for column in columns.clone() {
                    let Color(r, g, b) = image.color(column, row);
                    sum = [sum[0] + u32::from(r), sum[1] + u32::from(g), sum[2] + u32::from(b)];
                }
            }
            let [r, g, b] = sum.map(|sum| ((sum + number / 2) / number) as u8);
            line[4 * *x as usize..][..4].copy_from_slice(&[r, g, b, 255]);
        }
    }
}

/// The pixels of a side that `cells` cells are drawn on, each with the cells under it, at least one.
fn under(pixels: u32, start: f64, length: f64, cells: u32) -> Vec<(u32, std::ops::Range<u32>)> {
    let from = start.round().max(0.0) as u32;
    let to = ((start + length).round() as u32).min(pixels);
    let each = f64::from(cells) / f64::from(to.saturating_sub(from).max(1));
    let covered = |pixel: u32| {
        let at = f64::from(pixel - from) * each;
        let first = (at as u32).min(cells - 1);
        (pixel, first..((at + each) as u32).clamp(first + 1, cells))
    };
    (from..to).map(covered).collect()
}

/// Without a ground the file says how opaque each pixel is; otherwise all are.
fn encode(pixels: Pixmap, transparent: bool) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_compression(png::Compression::Fast);
    let mut bytes = pixels.take_demultiplied();
    if transparent {
        encoder.set_color(png::ColorType::Rgba);
    } else {
        encoder.set_color(png::ColorType::Rgb);
        // In place: the largest picture has no second copy.
        let pixels = bytes.len() / 4;
        (0..pixels).for_each(|i| bytes.copy_within(4 * i..4 * i + 3, 3 * i));
        bytes.truncate(3 * pixels);
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(file)
}

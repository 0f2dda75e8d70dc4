//! Scenes as PDF, for papers: one page of lines and curves, cells as an image that stays sharp.
//!
//! Words are outlines, so the page needs no fonts; the title and the caption are in the properties
//! of the document. It has no date: the same scene always gives the same bytes.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use tiny_skia::{Path, PathSegment, Point};

use crate::image::Image;
use crate::palette::Color;
use crate::scene::{Element, Scene, Stroke};
use crate::shape::Shape;

/// Points of a page in a unit of a scene: an inch is 96 units and 72 points.
const POINTS: f32 = 0.75;

/// The objects of the document; the images follow.
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const PROPERTIES: Ref = Ref::new(5);
const FIRST_IMAGE: i32 = 6;

impl Scene {
    /// The picture as a PDF document of one page.
    pub fn to_pdf(&self) -> Vec<u8> {
        let [width, height] = [self.width, self.height].map(|length| length as f32 * POINTS);
        let mut page = Page::new(height);
        if let Some(ground) = self.ground {
            page.set_fill(ground);
            page.content.rect(0.0, 0.0, self.width as f32, self.height as f32).fill_nonzero();
        }
        self.elements.iter().for_each(|element| page.draw(element));

        let mut pdf = Pdf::new();
        pdf.catalog(CATALOG).pages(PAGES);
        pdf.pages(PAGES).kids([PAGE]).count(1);
        let mut sheet = pdf.page(PAGE);
        sheet.parent(PAGES).contents(CONTENT).media_box(Rect::new(0.0, 0.0, width, height));
        let mut resources = sheet.resources();
        let mut names = resources.x_objects();
        let ids = || (FIRST_IMAGE..).map(Ref::new);
        for (i, id) in (0..page.images.len()).zip(ids()) {
            names.pair(Name(image_name(i).as_bytes()), id);
        }
        names.finish();
        resources.finish();
        sheet.finish();
        let content = compressed(&page.content.finish());
        pdf.stream(CONTENT, &content).filter(Filter::FlateDecode);
        for (image, id) in page.images.into_iter().zip(ids()) {
            write_image(&mut pdf, id, image);
        }
        let mut properties = pdf.document_info(PROPERTIES);
        properties.title(TextStr(&self.title)).subject(TextStr(&self.about));
        properties.finish();
        pdf.finish()
    }
}

/// What is drawn on the page, and the images it names.
struct Page<'a> {
    content: Content,
    images: Vec<&'a Image>,
}

impl<'a> Page<'a> {
    fn new(height: f32) -> Page<'a> {
        let mut content = Content::new();
        // In PDF y grows upwards, and corners are longer than in SVG.
        content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height]).set_miter_limit(4.0);
        Page { content, images: Vec::new() }
    }

    fn draw(&mut self, element: &'a Element) {
        if let Element::Cells { bounds, image } = element {
            let [x, y, wide, high] = bounds.map(|length| length as f32);
            self.content.save_state().transform([wide, 0.0, 0.0, -high, x, y + high]);
            self.content.x_object(Name(image_name(self.images.len()).as_bytes())).restore_state();
            self.images.push(image);
        } else if let Some(shape) = Shape::of(element) {
            self.shape(&shape);
        }
    }

    fn shape(&mut self, Shape { path, place, fill, stroke }: &Shape) {
        self.content.save_state();
        if !place.is_identity() {
            let tiny_skia::Transform { sx, ky, kx, sy, tx, ty } = *place;
            self.content.transform([sx, ky, kx, sy, tx, ty].map(short));
        }
        // The colours come before the path.
        if let Some(color) = *fill {
            self.set_fill(color);
        }
        if let Some(Stroke { color, width, dashed }) = *stroke {
            let [r, g, b] = rgb(color);
            self.content.set_stroke_rgb(r, g, b).set_line_width(short(width as f32));
            if dashed {
                self.content.set_dash_pattern(Stroke::DASHES.map(|length| length as f32), 0.0);
            }
        }
        self.path(path);
        match (fill, stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
        self.content.restore_state();
    }

    fn set_fill(&mut self, color: Color) {
        let [r, g, b] = rgb(color);
        self.content.set_fill_rgb(r, g, b);
    }

    fn path(&mut self, path: &Path) {
        let mut from = Point::zero();
        for segment in path.segments() {
            from = match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(short(to.x), short(to.y));
                    to
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(short(to.x), short(to.y));
                    to
                }
                // PDF has cubic curves only.
                PathSegment::QuadTo(by, to) => {
                    let near = |end: f32, by: f32| end + (by - end) * 2.0 / 3.0;
                    let near = |end: Point| Point::from_xy(near(end.x, by.x), near(end.y, by.y));
                    self.cubic(near(from), near(to), to);
                    to
                }
                PathSegment::CubicTo(first, second, to) => {
                    self.cubic(first, second, to);
                    to
                }
                PathSegment::Close => {
                    self.content.close_path();
                    from
                }
            };
        }
    }

    fn cubic(&mut self, first: Point, second: Point, to: Point) {
        let [x1, y1, x2, y2] = [first.x, first.y, second.x, second.y].map(short);
        self.content.cubic_to(x1, y1, x2, y2, short(to.x), short(to.y));
    }
}

fn image_name(i: usize) -> String {
    format!("I{i}")
}

fn write_image(pdf: &mut Pdf, id: Ref, image: &Image) {
    let ((width, height), palette) = (image.size(), image.palette());
    let cells = compressed(image.cells());
    let mut object = pdf.image_xobject(id, &cells);
    object.filter(Filter::FlateDecode);
    // At most 2^13 cells on a side and 2^8 colours.
    object.width(width as i32).height(height as i32).bits_per_component(8);
    let last = palette.len() as i32 / 3 - 1;
    object.color_space().indexed(Name(b"DeviceRGB"), last, &palette);
}

fn rgb(Color(r, g, b): Color) -> [f32; 3] {
    [r, g, b].map(|part| short(f32::from(part) / 255.0))
}

/// Three decimals, which are enough for a page and short in the file.
fn short(number: f32) -> f32 {
    (number * 1000.0).round() / 1000.0
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::palette::{BLUE, INK, WHITE};
    use crate::scene::Anchor;

    fn scene() -> Scene {
        let mut scene = Scene::new(96.0, 48.0, "f(a,b) − b", "about");
        scene.text([10.0, 20.0], 12.0, Anchor::Middle, "8 ⊕ 3");
        scene.upward_text([10.0, 20.0], 12.0, "b");
        scene.dot([30.0, 20.0], 4.0, BLUE);
        scene.line([0.0, 0.0], [9.0, 9.0], Stroke::new(INK, 1.5).dashed());
        let image = Image::new(2, 1, vec![WHITE, BLUE], vec![1, 0]).unwrap();
        scene.elements.push(Element::Cells { bounds: [50.0, 0.0, 20.0, 10.0], image });
        scene
    }

    /// What the first stream of a file says, which is the content of the page.
    fn content(file: &[u8]) -> String {
        let start = b"stream\n";
        let start = start.len() + file.windows(7).position(|bytes| bytes == start).unwrap();
        let mut text = String::new();
        flate2::read::ZlibDecoder::new(&file[start..]).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn the_page_has_its_size_and_its_title_and_the_same_scene_the_same_bytes() {
        let file = scene().to_pdf();
        let text = String::from_utf8_lossy(&file);
        assert!(text.contains("/MediaBox [0 0 72 36]"), "an inch is an inch: {text}");
        // UTF-16 with its mark: f(a,b) − b
        assert!(text.contains("/Title <FEFF006600280061002C006200290020221200200062>"), "{text}");
        assert!(text.contains("/Subject (about)") && text.contains("/XObject"), "{text}");
        assert!(!text.contains("Date"), "{text}");
        assert_eq!(file, scene().to_pdf());
    }

    #[test]
    fn the_page_draws_every_element() {
        let text = content(&scene().to_pdf());
        let lines: Vec<&str> = text.lines().collect();
        let has = |line: &str| lines.contains(&line);
        assert!(has("1 1 1 rg") && has("0 0 96 48 re"), "the ground: {text}");
        assert!(has("1 0 0 1 10 20 cm") && has("0 -1 1 0 10 20 cm"), "the words: {text}");
        assert!(has("0.122 0.373 0.659 rg"), "the dot: {text}");
        assert!(has("1.5 w") && has("[4 3] 0 d") && has("9 9 l"), "the line: {text}");
        assert!(has("20 0 0 -10 50 10 cm") && has("/I0 Do"), "the cells: {text}");
        assert_eq!(lines.iter().filter(|line| **line == "q").count(), 5);
        assert_eq!(lines.iter().filter(|line| **line == "Q").count(), 5);
    }
}

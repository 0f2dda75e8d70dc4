//! Scenes as PDF, for papers: one page of lines and curves, cells as an image that stays sharp.
//!
//! Words are outlines, so that the page needs no fonts; the title and what the picture shows are in the
//! properties of the document. There is no date in it: the same scene always gives the same bytes.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::image::Image;
use crate::palette::Color;
use crate::path::{self, Segment, Shape};
use crate::scene::{Element, Scene, Stroke};

/// Points of a page in a unit of a scene: 96 units are an inch, and so are 72 points.
const POINTS: f64 = 0.75;

impl Scene {
    /// The picture as a PDF document of one page.
    pub fn to_pdf(&self) -> Vec<u8> {
        let (width, height) = (self.width * POINTS, self.height * POINTS);
        let mut page = Page::default();
        // Upside down, as everywhere but in PDF.
        page.op(&[POINTS, 0.0, 0.0, -POINTS, 0.0, height], "cm");
        if let Some(ground) = self.ground {
            let all = [0.0, 0.0, self.width, self.height];
            page.shape(&Shape { path: path::rect(all, 0.0), fill: Some(ground), stroke: None });
        }
        self.elements.iter().for_each(|element| page.draw(element));
        let mut file = File::new();
        let names: String =
            (0..page.images.len()).map(|i| format!("/I{i} {} 0 R ", 5 + i)).collect();
        file.object("<< /Type /Catalog /Pages 2 0 R >>", None);
        file.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>", None);
        file.object(
            &format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2} {height:.2}] /Contents 4 0 R \
                 /Resources << /XObject << {names}>> >> >>"
            ),
            None,
        );
        file.object("<< /Filter /FlateDecode", Some(&compressed(page.text.as_bytes())));
        for image in &page.images {
            file.object(&image.0, Some(&image.1));
        }
        file.object(
            &format!("<< /Title {} /Subject {} >>", words(&self.title), words(&self.about)),
            None,
        );
        file.end()
    }
}

/// What is drawn, in the language of pages, and the images it names.
#[derive(Default)]
struct Page {
    text: String,
    images: Vec<(String, Vec<u8>)>,
}

impl Page {
    fn op(&mut self, numbers: &[f64], operator: &str) {
        for number in numbers {
            let _ = write!(self.text, "{} ", short(*number));
        }
        self.text.push_str(operator);
        self.text.push('\n');
    }

    fn draw(&mut self, element: &Element) {
        match element {
            Element::Cells { bounds: [x, y, wide, high], image } => {
                self.text.push_str("q\n");
                self.op(&[*wide, 0.0, 0.0, -high, *x, y + high], "cm");
                let _ = writeln!(self.text, "/I{} Do\nQ", self.images.len());
                self.images.push(cells(image));
            }
            // Each from its own origin, so that the same words are the same text, and compressed.
            Element::Text { at: [x, y], size, anchor, color, upwards, text } => {
                let [a, b, c, d] =
                    if *upwards { [0.0, -1.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0, 1.0] };
                self.text.push_str("q\n");
                self.op(&[a, b, c, d, *x, *y], "cm");
                let path = path::letters(text, *size, *anchor);
                self.shape(&Shape { path, fill: Some(*color), stroke: None });
                self.text.push_str("Q\n");
            }
            _ => Shape::of(element).iter().for_each(|shape| self.shape(shape)),
        }
    }

    /// Its colours must be named before the path begins.
    fn shape(&mut self, Shape { path, fill, stroke }: &Shape) {
        let rgb = |Color(r, g, b): Color| [r, g, b].map(|part| f64::from(part) / 255.0);
        if let Some(color) = *fill {
            self.op(&rgb(color), "rg");
        }
        if let Some(Stroke { color, width, dashed }) = *stroke {
            self.op(&rgb(color), "RG");
            self.op(&[width], "w");
            let [dash, gap] = Stroke::DASHES;
            self.op(&[], &if dashed { format!("[{dash} {gap}] 0 d") } else { "[] 0 d".to_owned() });
        }
        self.path(path);
        let operator = match (fill, stroke) {
            (Some(_), Some(_)) => "B",
            (Some(_), None) => "f",
            (None, Some(_)) => "S",
            (None, None) => "n",
        };
        self.op(&[], operator);
    }

    fn path(&mut self, path: &[Segment]) {
        let mut at = [0.0; 2];
        for segment in path {
            match *segment {
                Segment::Move(to) => self.op(&to, "m"),
                Segment::Line(to) => self.op(&to, "l"),
                // Pages know cubic curves only.
                Segment::Quad([by, to]) => {
                    let near = |end: [f64; 2], i: usize| end[i] + (by[i] - end[i]) * 2.0 / 3.0;
                    let (a, b) = (near(at, 0), near(at, 1));
                    self.op(&[a, b, near(to, 0), near(to, 1), to[0], to[1]], "c");
                }
                Segment::Cubic(points) => self.op(points.as_flattened(), "c"),
                Segment::Close => self.op(&[], "h"),
            }
            at = segment.points().last().copied().unwrap_or(at);
        }
    }
}

/// An image as an object: what it is, and its cells.
fn cells(image: &Image) -> (String, Vec<u8>) {
    let (width, height) = image.size();
    let colors = image.colors();
    let table: String =
        colors.iter().map(|Color(r, g, b)| format!("{r:02x}{g:02x}{b:02x}")).collect();
    let about = format!(
        "<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /BitsPerComponent 8 \
         /ColorSpace [/Indexed /DeviceRGB {} <{table}>] /Filter /FlateDecode",
        colors.len() - 1
    );
    (about, compressed(image.cells()))
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// At most three decimals, and none that are zero.
fn short(number: f64) -> String {
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Words of any language, in UTF-16 as PDF wants them.
fn words(text: &str) -> String {
    let units: String = text.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
    format!("<feff{units}>")
}

/// A document as it grows, and where each of its objects begins.
struct File {
    bytes: Vec<u8>,
    starts: Vec<usize>,
}

impl File {
    fn new() -> File {
        // The second line tells that the file is no text.
        File { bytes: b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec(), starts: Vec::new() }
    }

    /// An object, or the head of one that carries data.
    fn object(&mut self, head: &str, data: Option<&[u8]>) {
        self.starts.push(self.bytes.len());
        let number = self.starts.len();
        self.bytes.extend(format!("{number} 0 obj\n{head}").as_bytes());
        if let Some(data) = data {
            self.bytes.extend(format!(" /Length {} >>\nstream\n", data.len()).as_bytes());
            self.bytes.extend(data);
            self.bytes.extend(b"\nendstream");
        }
        self.bytes.extend(b"\nendobj\n");
    }

    /// The table of objects and the end; the last object tells about the document.
    fn end(mut self) -> Vec<u8> {
        let (table, count) = (self.bytes.len(), self.starts.len() + 1);
        let mut text = format!("xref\n0 {count}\n0000000000 65535 f \n");
        for start in &self.starts {
            let _ = writeln!(text, "{start:010} 00000 n ");
        }
        let info = count - 1;
        let _ = write!(
            text,
            "trailer\n<< /Size {count} /Root 1 0 R /Info {info} 0 R >>\nstartxref\n{table}\n%%EOF\n"
        );
        self.bytes.extend(text.as_bytes());
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{BLUE, INK, WHITE};
    use crate::scene::Anchor;

    fn scene() -> Scene {
        let mut scene = Scene::new(96.0, 48.0, "f(a,b) − b", "about");
        scene.text([10.0, 20.0], 12.0, Anchor::Middle, "8 ⊕ 3");
        scene.upward_text([10.0, 20.0], 12.0, "b");
        scene.dot([30.0, 20.0], 4.0, BLUE);
        scene.line([0.0, 0.0], [9.0, 9.0], Stroke::new(INK, 1.0).dashed());
        let image = Image::new(2, 1, vec![WHITE, BLUE], vec![1, 0]).unwrap();
        scene.elements.push(Element::Cells { bounds: [50.0, 0.0, 20.0, 10.0], image });
        scene
    }

    /// The table at the end says where each object begins, and it begins there.
    #[test]
    fn the_table_of_objects_is_right() {
        let file = scene().to_pdf();
        assert!(file.starts_with(b"%PDF-1.4\n") && file.ends_with(b"%%EOF\n"));
        let find = |needle: &[u8]| file.windows(needle.len()).rposition(|at| at == needle).unwrap();
        let table = find(b"xref\n0 ");
        let told = String::from_utf8(file[find(b"startxref\n") + 10..].to_vec()).unwrap();
        assert_eq!(told.lines().next().unwrap().parse::<usize>().unwrap(), table);
        let text = String::from_utf8(file[table..].to_vec()).unwrap();
        let starts: Vec<usize> = text
            .lines()
            .filter(|line| line.ends_with(" n "))
            .map(|line| line[..10].parse().unwrap())
            .collect();
        assert_eq!(starts.len(), 6, "catalogue, pages, page, content, image, properties");
        for (i, start) in starts.iter().enumerate() {
            assert!(file[*start..].starts_with(format!("{} 0 obj\n", i + 1).as_bytes()));
        }
    }

    #[test]
    fn the_page_has_its_size_and_the_same_scene_the_same_bytes() {
        let file = scene().to_pdf();
        let text = String::from_utf8_lossy(&file);
        assert!(text.contains("/MediaBox [0 0 72.00 36.00]"), "an inch is an inch");
        assert!(text.contains("/ColorSpace [/Indexed /DeviceRGB 1 <ffffff1f5fa8>]"));
        assert!(text.contains(&words("f(a,b) − b")));
        assert_eq!(file, scene().to_pdf());
    }
}

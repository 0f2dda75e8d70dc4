//! How a picture looks: dark, transparent, or without title and caption.
//!
//! Every picture is drawn on white and changed afterwards, so the drawing code knows one look only.

use crate::palette::{Color, NIGHT};
use crate::scene::{Element, Scene, Stroke};

/// Changes to a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Light on a dark background.
    pub dark: bool,
    /// No background.
    pub transparent: bool,
    /// No visible title and caption; they stay in the properties of the file.
    pub untitled: bool,
}

impl Scene {
    /// The same picture with this look.
    #[must_use]
    pub fn with_look(mut self, look: Look) -> Scene {
        if look.untitled {
            self.leave_out_frame();
        }
        if look.dark {
            self.ground = Some(NIGHT);
            self.elements.iter_mut().for_each(darken);
        }
        if look.transparent {
            self.ground = None;
        }
        self
    }

    fn leave_out_frame(&mut self) {
        let Some(frame) = self.frame.take() else { return };
        self.elements.drain(..frame.elements);
        let [above, below] = frame.room;
        self.height -= above + below;
        for element in &mut self.elements {
            match element {
                Element::Rect { bounds, .. } | Element::Cells { bounds, .. } => bounds[1] -= above,
                Element::Circle { center: point, .. } | Element::Text { at: point, .. } => {
                    point[1] -= above;
                }
                Element::Line { points, .. } => points.iter_mut().for_each(|p| p[1] -= above),
                Element::Arc { base, .. } => *base -= above,
            }
        }
    }
}

fn darken(element: &mut Element) {
    let area = |fill: &mut Option<Color>| *fill = fill.map(Color::in_the_dark);
    let line = |stroke: &mut Stroke| stroke.color = stroke.color.line_in_the_dark();
    match element {
        Element::Rect { fill, stroke, .. } => {
            area(fill);
            stroke.iter_mut().for_each(line);
        }
        Element::Circle { fill, stroke, .. } => {
            *fill = fill.map(Color::line_in_the_dark);
            stroke.iter_mut().for_each(line);
        }
        Element::Line { stroke, .. } | Element::Arc { stroke, .. } => line(stroke),
        Element::Text { color, .. } => *color = color.in_the_dark(),
        Element::Cells { image, .. } => image.recolored(Color::in_the_dark),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{self, Caption};
    use crate::palette::{INK, WHITE};
    use crate::scene::Anchor;

    fn scene() -> Scene {
        let caption = Caption::new("nim", "program", "command");
        let mut scene = frame::start(400.0, 100.0, "Title", "Subtitle", &caption);
        scene.text([10.0, frame::TOP + 50.0], 12.0, Anchor::Start, "word");
        scene
    }

    #[test]
    fn a_dark_picture_is_light_on_dark() {
        let svg = scene().with_look(Look { dark: true, ..Look::default() }).to_svg();
        assert!(svg.contains(&NIGHT.hex()) && !svg.contains(&WHITE.hex()), "{svg}");
        assert!(!svg.contains(&INK.hex()), "{svg}");
    }

    #[test]
    fn without_a_background_pixels_are_transparent() {
        let clear = scene().with_look(Look { transparent: true, ..Look::default() });
        assert!(!clear.to_svg().contains("<rect width"));
        let file = clear.to_png(400).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        assert_eq!(bytes[3], 0, "the corner");
        assert!(bytes.chunks(4).any(|pixel| pixel[3] == 255), "the words");
    }

    #[test]
    fn without_a_title_only_the_picture_is_left_and_nothing_is_cut() {
        let whole = scene();
        let bare = whole.clone().with_look(Look { untitled: true, ..Look::default() });
        assert!(bare.height < whole.height - 80.0 && bare.height > 100.0);
        let svg = bare.to_svg();
        assert!(svg.contains("<title>Title</title>") && svg.contains(">word</text>"));
        assert!(!svg.contains(">Title</text>") && !svg.contains("command</text>"));
        let Element::Text { at, .. } = &bare.elements[0] else { panic!("one word") };
        assert!((0.0..bare.height).contains(&at[1]));
    }
}

//! A picture before it is a file.

use crate::image::Image;
use crate::palette::{Color, INK, WHITE};

/// A picture: what is drawn later lies above.
#[derive(Clone, Debug)]
pub struct Scene {
    /// In user units, 1 unit being 1 pixel on a screen.
    pub width: f64,
    /// In user units.
    pub height: f64,
    /// What the picture shows, in one line.
    pub title: String,
    /// Game, range, version and command.
    pub about: String,
    /// The background colour; `None` for a transparent picture.
    pub ground: Option<Color>,
    /// The title and the caption, if there are any.
    pub(crate) frame: Option<Frame>,
    /// From the bottom to the top.
    pub elements: Vec<Element>,
}

/// The title and the caption of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// How many elements belong to it; they come first.
    pub(crate) elements: usize,
    /// The heights of the title and of the caption.
    pub(crate) room: [f64; 2],
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The point is at its left end.
    Start,
    /// The point is in its middle.
    Middle,
    /// The point is at its right end.
    End,
}

/// The colour and width of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width.
    pub width: f64,
    /// Whether it is dashed.
    pub dashed: bool,
}

impl Stroke {
    /// The length of a dash, and of the gap after it.
    pub(crate) const DASHES: [f64; 2] = [4.0, 3.0];

    /// A plain line.
    pub fn new(color: Color, width: f64) -> Stroke {
        Stroke { color, width, dashed: false }
    }

    /// The same, dashed.
    pub fn dashed(self) -> Stroke {
        Stroke { dashed: true, ..self }
    }
}

/// A part of a picture.
#[derive(Clone, Debug)]
pub enum Element {
    /// A rectangle with corners of a radius.
    Rect {
        /// Left, top, width, height.
        bounds: [f64; 4],
        /// The radius of its corners.
        round: f64,
        /// Its colour, if it is filled.
        fill: Option<Color>,
        /// Its border, if it has one.
        stroke: Option<Stroke>,
    },
    /// A circle.
    Circle {
        /// Its centre.
        center: [f64; 2],
        /// Its radius.
        radius: f64,
        /// Its colour, if it is filled.
        fill: Option<Color>,
        /// Its border, if it has one.
        stroke: Option<Stroke>,
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<[f64; 2]>,
        /// How it looks.
        stroke: Stroke,
    },
    /// The upper half of an ellipse that stands on two points of a horizontal line.
    Arc {
        /// The left and the right end.
        ends: [f64; 2],
        /// The height of the horizontal line.
        base: f64,
        /// How high it rises.
        height: f64,
        /// How it looks.
        stroke: Stroke,
    },
    /// Words.
    Text {
        /// The point on the base line.
        at: [f64; 2],
        /// The font size.
        size: f64,
        /// Where the point is in the text.
        anchor: Anchor,
        /// The colour.
        color: Color,
        /// Whether the text runs upwards.
        upwards: bool,
        /// The words.
        text: String,
    },
    /// An image of cells, stretched over a rectangle.
    Cells {
        /// Left, top, width, height.
        bounds: [f64; 4],
        /// The cells.
        image: Image,
    },
}

impl Scene {
    /// An empty picture.
    pub fn new(width: f64, height: f64, title: &str, about: &str) -> Scene {
        let (title, about) = (title.to_owned(), about.to_owned());
        Scene {
            width,
            height,
            title,
            about,
            ground: Some(WHITE),
            frame: None,
            elements: Vec::new(),
        }
    }

    /// A filled rectangle.
    pub fn fill(&mut self, bounds: [f64; 4], color: Color) {
        self.elements.push(Element::Rect { bounds, round: 0.0, fill: Some(color), stroke: None });
    }

    /// The border of a rectangle.
    pub fn border(&mut self, bounds: [f64; 4], stroke: Stroke) {
        self.elements.push(Element::Rect { bounds, round: 0.0, fill: None, stroke: Some(stroke) });
    }

    /// A straight line.
    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], stroke: Stroke) {
        self.elements.push(Element::Line { points: vec![from, to], stroke });
    }

    /// A filled circle.
    pub fn dot(&mut self, center: [f64; 2], radius: f64, color: Color) {
        self.elements.push(Element::Circle { center, radius, fill: Some(color), stroke: None });
    }

    /// Words in ink.
    pub fn text(&mut self, at: [f64; 2], size: f64, anchor: Anchor, text: impl Into<String>) {
        self.colored_text(at, size, anchor, INK, text);
    }

    /// Words in a colour.
    pub fn colored_text(
        &mut self,
        at: [f64; 2],
        size: f64,
        anchor: Anchor,
        color: Color,
        text: impl Into<String>,
    ) {
        let text = text.into();
        self.elements.push(Element::Text { at, size, anchor, color, upwards: false, text });
    }

    /// Words that run upwards, as along the left axis.
    pub fn upward_text(&mut self, at: [f64; 2], size: f64, text: impl Into<String>) {
        let (anchor, color, text) = (Anchor::Middle, INK, text.into());
        self.elements.push(Element::Text { at, size, anchor, color, upwards: true, text });
    }
}

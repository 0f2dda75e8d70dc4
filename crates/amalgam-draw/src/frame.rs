//! The parts of every picture: title, subtitle, caption, axes and key.

use crate::axis;
use crate::font;
use crate::palette::{Color, GREY, INK, PALE};
use crate::scene::{Anchor, Frame, Scene, Stroke};

/// Where a picture comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The game.
    pub game: String,
    /// The program and its version.
    pub program: String,
    /// The command that made the picture.
    pub command: String,
}

impl Caption {
    /// The three together.
    pub fn new(game: &str, program: &str, command: &str) -> Caption {
        Caption { game: game.to_owned(), program: program.to_owned(), command: command.to_owned() }
    }
}

/// The usual width of a picture.
pub(crate) const WIDTH: f64 = 960.0;
/// The left margin, wide enough for labels of ticks.
pub(crate) const LEFT: f64 = 78.0;
/// The margin at the right.
pub(crate) const RIGHT: f64 = 24.0;
/// Where the part below the subtitle starts.
pub(crate) const TOP: f64 = 86.0;

const TITLE: f64 = 24.0;
const SUBTITLE: f64 = 14.0;
const FINE: f64 = 11.0;
/// The size of labels.
pub(crate) const LABEL: f64 = 13.0;

/// Starts a picture with room of height `body`, and writes title, subtitle and caption.
pub(crate) fn start(
    width: f64,
    body: f64,
    title: &str,
    subtitle: &str,
    caption: &Caption,
) -> Scene {
    let room = width - 2.0 * RIGHT;
    let made = format!("{} · {}", caption.program, caption.command);
    let lines = wrapped(&made, FINE, room);
    let foot = 22.0 + 15.0 * lines.len() as f64;
    let about = format!("{subtitle}\n{made}");
    let mut scene = Scene::new(width, TOP + body + foot, title, &about);
    let title_size = TITLE.min(TITLE * room / font::width(title, TITLE).max(1.0));
    scene.text([RIGHT, 38.0], title_size, Anchor::Start, title);
    let size = SUBTITLE.min(SUBTITLE * room / font::width(subtitle, SUBTITLE).max(1.0));
    scene.colored_text([RIGHT, 62.0], size, Anchor::Start, GREY, subtitle);
    for (i, line) in lines.into_iter().enumerate() {
        let y = TOP + body + 22.0 + 15.0 * i as f64;
        scene.colored_text([RIGHT, y], FINE, Anchor::Start, GREY, line);
    }
    scene.frame = Some(Frame { elements: scene.elements.len(), room: [TOP - 8.0, foot - 6.0] });
    scene
}

/// Breaks a text into lines at its spaces.
fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if font::width(line, size) + font::width(word, size) + size < room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A rectangle of the page with a range of numbers along each side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    /// Left, top, width, height.
    pub bounds: [f64; 4],
    /// The numbers at the left and at the right end.
    pub x: [f64; 2],
    /// The numbers at the lower and at the upper end.
    pub y: [f64; 2],
}

impl Area {
    pub(crate) fn left(&self, x: f64) -> f64 {
        self.bounds[0] + (x - self.x[0]) / (self.x[1] - self.x[0]) * self.bounds[2]
    }

    pub(crate) fn top(&self, y: f64) -> f64 {
        let [_, top, _, height] = self.bounds;
        top + height - (y - self.y[0]) / (self.y[1] - self.y[0]) * height
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.bounds[1] + self.bounds[3]
    }

    pub(crate) fn right(&self) -> f64 {
        self.bounds[0] + self.bounds[2]
    }

    /// A thin border.
    pub(crate) fn draw_border(&self, scene: &mut Scene) {
        scene.border(self.bounds, Stroke::new(GREY, 1.0));
    }

    /// Ticks below, each in the middle of the unit it stands for if `middle` is ½.
    pub(crate) fn draw_x_ticks(&self, scene: &mut Scene, ticks: &[i64], middle: f64, name: &str) {
        let y = self.bottom();
        for &tick in ticks {
            let x = self.left(tick as f64 + middle);
            scene.line([x, y], [x, y + 5.0], Stroke::new(GREY, 1.0));
            scene.text([x, y + 19.0], LABEL, Anchor::Middle, axis::label(tick));
        }
        let x = self.bounds[0] + self.bounds[2] / 2.0;
        scene.text([x, y + 40.0], LABEL + 1.0, Anchor::Middle, name);
    }

    /// Ticks at the left, with pale lines across if `grid`.
    pub(crate) fn draw_y_ticks(&self, scene: &mut Scene, ticks: &[(f64, String)], grid: bool) {
        let x = self.bounds[0];
        for (tick, label) in ticks {
            let y = self.top(*tick);
            if grid {
                scene.line([x, y], [self.right(), y], Stroke::new(PALE, 1.0));
            }
            scene.line([x - 5.0, y], [x, y], Stroke::new(GREY, 1.0));
            scene.text([x - 9.0, y + 4.6], LABEL, Anchor::End, label);
        }
    }

    /// The name of the left axis.
    pub(crate) fn draw_y_name(&self, scene: &mut Scene, name: &str) {
        let y = self.bounds[1] + self.bounds[3] / 2.0;
        scene.upward_text([self.bounds[0] - 54.0, y], LABEL + 1.0, name);
    }
}

/// Draws the key: a row of marks and words that ends at `right`.
pub(crate) fn draw_key(scene: &mut Scene, right: f64, y: f64, entries: &[(Mark, &str)]) {
    let mut x = right;
    for (mark, text) in entries.iter().rev() {
        x -= font::width(text, LABEL);
        scene.text([x, y + 4.6], LABEL, Anchor::Start, *text);
        x -= 14.0;
        match *mark {
            Mark::Dot(color) => scene.dot([x, y], 4.5, color),
            Mark::Ring(color) => scene.elements.push(crate::Element::Circle {
                center: [x, y],
                radius: 4.0,
                fill: None,
                stroke: Some(Stroke::new(color, 1.6)),
            }),
            Mark::Box(color) => {
                scene.fill([x - 8.0, y - 6.0, 16.0, 12.0], color);
                scene.border([x - 8.0, y - 6.0, 16.0, 12.0], Stroke::new(GREY, 0.5));
            }
            Mark::Dashes => {
                let stroke = Stroke::new(INK, 1.0).dashed();
                scene.line([x, y - 8.0], [x, y + 8.0], stroke);
            }
            Mark::Cross => draw_cross(scene, [x, y]),
        }
        x -= 24.0;
    }
}

/// A mark of a key.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    Dot(Color),
    Ring(Color),
    Box(Color),
    Dashes,
    Cross,
}

/// A small cross, for an unknown value.
pub(crate) fn draw_cross(scene: &mut Scene, [x, y]: [f64; 2]) {
    let stroke = Stroke::new(GREY, 1.5);
    scene.line([x - 4.0, y - 4.0], [x + 4.0, y + 4.0], stroke);
    scene.line([x - 4.0, y + 4.0], [x + 4.0, y - 4.0], stroke);
}

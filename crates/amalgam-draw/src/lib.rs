//! Pictures of heap games.
//!
//! A picture is a [`Scene`]: rectangles, lines, circles, words and images, with a title and a
//! caption. The caption names the game, the range, the version and the command. A scene becomes SVG
//! ([`Scene::to_svg`]), PDF ([`Scene::to_pdf`]) or PNG ([`Scene::to_png`]); the same scene always gives
//! the same bytes. [`Look`] makes a scene dark, transparent or untitled.
//!
//! Each kind of picture has its own module:
//!
//! - [`table`]: f(a,b) of three heaps as a heat map, and [`grundy`]: Grundy values of two heaps or
//!   of a slice of three, both drawn by [`heat_map`]. Many cells become one embedded image.
//! - [`free_pairs`]: where the lowest bit of the nim-sum is turned, by the theorem on free pairs.
//! - [`heights`]: who wins with heaps up to four, over the numbers of single coins and of heaps of 3.
//! - [`row`]: the offsets f(a,b) − b of one row, and its period folded.
//! - [`matching`]: a row as arcs over the number line, the graph G_a of the papers.
//! - [`block`]: holes, defects and labels in the rows between two covers.
//! - [`period`]: preperiods and periods of many rows on a log scale.
//! - [`position`]: a position as coins, pins or chocolate.
//! - [`tree`]: a game tree or graph with P- and N-positions, also as Graphviz dot.
//!
//! They share [`palette`] (even steps, safe for colour-blind readers, and in order of lightness for
//! grey printers), [`axis`] (round ticks), [`font`] (the widths and outlines of DejaVu Sans) and
//! [`frame`] (title, caption, plot area).
//!
//! ```
//! use amalgam::engines::three::table::Table;
//! use amalgam::games::rules::Family;
//! use amalgam_draw::{Caption, table};
//! let cells = Table::new(Family::AMALGAMATION, 9, 15, &Default::default())?;
//! let caption = Caption::new("amalgamation", "amalgam 0.1.0", "amalgam plot table");
//! let scene = table::draw(&cells, table::Show::Offset, [0, 0], &caption)?;
//! assert!(scene.to_svg().starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod axis;
pub mod block;
pub mod font;
pub mod frame;
pub mod free_pairs;
pub mod grundy;
pub mod heat_map;
pub mod heights;
pub mod image;
mod look;
pub mod matching;
pub mod palette;
mod pdf;
pub mod period;
mod pixels;
pub mod position;
pub mod row;
mod scene;
mod shape;
mod svg;
pub mod table;
pub mod tree;
mod values;

use amalgam::{Classified, Fault};
pub use frame::Caption;
pub use look::Look;
pub use scene::{Anchor, Element, Scene, Stroke};

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The range is empty.
    #[error("there is nothing to draw: {0}")]
    Empty(String),
    /// The range is too large for a picture.
    #[error("{what} is too large for a picture: {fits}")]
    TooLarge {
        /// What is too large.
        what: String,
        /// The limit.
        fits: String,
    },
    /// The picture could not be rendered.
    #[error("the picture could not be rendered: {0}")]
    Render(String),
}

impl Classified for DrawError {
    fn fault(&self) -> Fault {
        match self {
            DrawError::Empty(_) => Fault::Input,
            DrawError::TooLarge { .. } => Fault::TooLarge,
            DrawError::Render(_) => Fault::Broken,
        }
    }
}

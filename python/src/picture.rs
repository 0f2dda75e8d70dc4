//! Pictures as SVG, for notebooks.

use amalgam::{AnyGame, Part};
use amalgam_draw::Caption;

use crate::sum::Piece;

/// Says where a picture comes from: what was called.
pub(crate) fn caption(game: &str, call: &str) -> Caption {
    Caption::new(game, concat!("amalgam ", env!("CARGO_PKG_VERSION")), call)
}

/// A position or a sum as it lies on a table; what cannot be drawn has no picture.
pub(crate) fn position(pieces: &[Piece], game: &AnyGame) -> Option<String> {
    let part = |piece: &Piece| match piece {
        Piece::Unnamed(position) => Some(Part::heaps_of(game.clone(), position.clone())),
        Piece::Heaps(game, position) => Some(Part::heaps_of(game.clone(), position.clone())),
        Piece::Own(..) => None,
    };
    let parts: Option<Vec<Part>> = pieces.iter().map(part).collect();
    let sum = amalgam::Sum::of(parts?)?;
    let scene = amalgam_draw::position::draw(&sum, concat!("amalgam ", env!("CARGO_PKG_VERSION")));
    scene.ok().map(|scene| scene.to_svg())
}

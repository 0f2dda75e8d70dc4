//! The table of f(a,b) as a heat map.

use amalgam::engines::three::table::Table;

use crate::heat_map::{self, HeatMap, Key, Scale};
use crate::image::Image;
use crate::{Caption, DrawError, Scene};

/// What the cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// f(a,b).
    F,
    /// f(a,b) − b.
    Offset,
    /// f(a,b) mod m.
    Mod(u32),
    /// f(a,b) − (a ⊕ b), which in Nim would be 0.
    NimSum,
}

/// Draws a table.
///
/// # Errors
/// If it is too large for a picture, or the modulus is not from 2 to 64.
pub fn draw(table: &Table, show: Show, caption: &Caption) -> Result<Scene, DrawError> {
    with_map(table, show, &caption.game, |map| heat_map::draw(map, caption))
}

/// The cells of a table alone, one pixel each, and what their colours stand for.
///
/// # Errors
/// If it is too large for a picture, or the modulus is not from 2 to 64.
pub fn cells(table: &Table, show: Show) -> Result<(Image, Key), DrawError> {
    with_map(table, show, "", heat_map::cells)
}

fn with_map<T>(
    table: &Table,
    show: Show,
    game: &str,
    then: impl FnOnce(&HeatMap<'_>) -> Result<T, DrawError>,
) -> Result<T, DrawError> {
    let (what, scale) = match show {
        Show::F => ("f(a,b)".to_owned(), Scale::Sequential),
        Show::Offset => ("f(a,b) − b".to_owned(), Scale::Diverging),
        Show::NimSum => ("f(a,b) − (a ⊕ b)".to_owned(), Scale::Diverging),
        Show::Mod(m @ 2..=64) => (format!("f(a,b) mod {m}"), Scale::Classes(m)),
        Show::Mod(m @ 0..=1) => return Err(DrawError::Empty(format!("classes modulo {m}"))),
        Show::Mod(m) => {
            return Err(DrawError::TooLarge {
                what: format!("a palette of {m} classes"),
                fits: "up to 64 can be told apart".to_owned(),
            });
        }
    };
    let cell = |a: usize, b: usize| {
        // Everything is below 2^32.
        let f = table.get(a, b)? as i64;
        Some(match show {
            Show::F => f,
            Show::Offset => f - b as i64,
            Show::Mod(m) => f % i64::from(m),
            Show::NimSum => f - (a ^ b) as i64,
        })
    };
    let (rows, columns) = (table.rows(), table.cols());
    let map = HeatMap {
        title: match show {
            Show::F => "f(a,b), the third heap of a P-position [a, b, f(a,b)]".to_owned(),
            _ => format!("{what} for the P-positions [a, b, f(a,b)]"),
        },
        subtitle: format!("{game}, 0 ≤ a < {rows}, 0 ≤ b < {columns}"),
        rows,
        columns,
        row_name: "heap a",
        column_name: "heap b",
        legend: what.replace("f(a,b) − (a ⊕ b)", "difference"),
        scale,
        cell: &cell,
    };
    then(&map)
}

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

/// Draws a table, starting at the row and column `first`.
///
/// # Errors
/// If it is too large for a picture, or the modulus is not from 2 to 64.
pub fn draw(
    table: &Table,
    show: Show,
    first: [usize; 2],
    caption: &Caption,
) -> Result<Scene, DrawError> {
    with_map(table, show, first, &caption.game, |map| heat_map::draw(map, caption))
}

/// The cells of a table, one pixel each, and the meaning of their colours.
///
/// # Errors
/// If it is too large for a picture, or the modulus is not from 2 to 64.
pub fn cells(table: &Table, show: Show) -> Result<(Image, Key), DrawError> {
    with_map(table, show, [0, 0], "", heat_map::cells)
}

fn with_map<T>(
    table: &Table,
    show: Show,
    first: [usize; 2],
    game: &str,
    then: impl FnOnce(&HeatMap<'_>) -> Result<T, DrawError>,
) -> Result<T, DrawError> {
    let f = table.name();
    let (what, scale) = match show {
        Show::F => (f.clone(), Scale::Sequential),
        Show::Offset => (format!("{f} − b"), Scale::Diverging),
        Show::NimSum => (format!("{f} − (a ⊕ b)"), Scale::Diverging),
        Show::Mod(m @ 2..=64) => (format!("{f} mod {m}"), Scale::Classes(m)),
        Show::Mod(m @ 0..=1) => return Err(DrawError::Empty(format!("classes modulo {m}"))),
        Show::Mod(m) => {
            return Err(DrawError::TooLarge {
                what: format!("a palette of {m} classes"),
                fits: "the limit is 64 colours".to_owned(),
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
    let beside: String = table.rest().heaps().iter().map(|heap| format!("{heap}, ")).collect();
    let map = HeatMap {
        title: match show {
            Show::F if beside.is_empty() => {
                format!("{f}, the third heap of a P-position [a, b, {f}]")
            }
            Show::F => format!("{f}, the last heap of a P-position [{beside}a, b, {f}]"),
            _ => format!("{what} for the P-positions [{beside}a, b, {f}]"),
        },
        subtitle: format!("{game}, {} ≤ a < {rows}, {} ≤ b < {columns}", first[0], first[1]),
        rows: rows.saturating_sub(first[0]),
        columns: columns.saturating_sub(first[1]),
        first,
        row_name: "heap a",
        column_name: "heap b",
        legend: if show == Show::NimSum { "difference".to_owned() } else { what },
        scale,
        cell: &cell,
    };
    then(&map)
}

//! Grundy values of two heaps, or of a slice of three, as a heat map.

use amalgam::base::budget::{Budget, LimitReached};
use amalgam::games::AnyGame;
use amalgam::{Play, Position};

use crate::heat_map::{self, HeatMap, Scale};
use crate::values::PositionValues;
use crate::{Caption, DrawError, Scene};

/// Grundy values of the positions [x, a, b] with a, b ≤ max, x being the same for all of them.
#[derive(Clone, Debug)]
pub struct Slice {
    heap: u64,
    side: usize,
    values: Vec<Option<u64>>,
}

impl Slice {
    /// Finds the values of all positions that can be reached from [`heap`, `max`, `max`]. Other
    /// positions have no value.
    ///
    /// # Errors
    /// [`LimitReached`] if a limit is reached first.
    pub fn find(
        game: &AnyGame,
        heap: u64,
        max: u64,
        limits: &Budget,
    ) -> Result<Slice, LimitReached> {
        let start = Position::new([heap, max, max]);
        let explored = PositionValues::find(game, &start, Play::Normal, limits)?;
        let mut values = Vec::new();
        for a in 0..=max {
            for b in 0..=max {
                let value = explored.value(&Position::new([heap, a, b]));
                values.push(value.map(|value| value.grundy));
            }
        }
        // That many values are in memory, so their number fits.
        Ok(Slice { heap, side: max as usize + 1, values })
    }

    /// The value of [x, a, b], if it is known.
    pub fn get(&self, a: usize, b: usize) -> Option<u64> {
        let inside = a < self.side && b < self.side;
        inside.then(|| self.values[a * self.side + b]).flatten()
    }
}

/// What the cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// The Grundy value.
    Value,
    /// The low bit of its nim-sum with the heaps: 0 where the parity is as in Nim.
    LowBit,
}

/// Draws the part of a slice with heaps of at least `first`.
///
/// # Errors
/// If it is too large for a picture, or empty.
pub fn draw(
    slice: &Slice,
    show: Show,
    first: usize,
    caption: &Caption,
) -> Result<Scene, DrawError> {
    let cell = |a: usize, b: usize| {
        let value = slice.get(a, b)?;
        let shown = match show {
            Show::Value => value,
            Show::LowBit => (value ^ slice.heap ^ a as u64 ^ b as u64) & 1,
        };
        i64::try_from(shown).ok()
    };
    let heap = slice.heap;
    let position = if heap == 0 { "[a, b]".to_owned() } else { format!("[{heap}, a, b]") };
    let nim_sum = if heap == 0 { "a ⊕ b".to_owned() } else { format!("{heap} ⊕ a ⊕ b") };
    let (title, legend, scale) = match show {
        Show::Value => {
            (format!("Grundy values of {position}"), "value".to_owned(), Scale::Sequential)
        }
        Show::LowBit => (
            format!("Low bit of (Grundy value of {position}) ⊕ {nim_sum}"),
            "low bit".to_owned(),
            Scale::Classes(2),
        ),
    };
    let most = slice.side - 1;
    let map = HeatMap {
        title,
        subtitle: format!("{}, {first} ≤ a, b ≤ {most}", caption.game),
        rows: slice.side.saturating_sub(first),
        columns: slice.side.saturating_sub(first),
        first: [first, first],
        row_name: "heap a",
        column_name: "heap b",
        legend,
        scale,
        cell: &cell,
    };
    heat_map::draw(&map, caption)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In Wythoff's game the value is 0 at the pairs of the golden ratio.
    #[test]
    fn wythoff_has_values_too() {
        let game: AnyGame = "wythoff".parse().unwrap();
        let slice = Slice::find(&game, 0, 7, &Budget::default()).unwrap();
        let zeros: Vec<_> = (0..8)
            .flat_map(|a| (a..8).map(move |b| (a, b)))
            .filter(|&(a, b)| slice.get(a, b) == Some(0))
            .collect();
        assert_eq!(zeros, [(0, 0), (1, 2), (3, 5), (4, 7)]);
    }
}

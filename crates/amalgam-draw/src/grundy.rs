//! Grundy values of two heaps, or of a slice of three, as a heat map.

use amalgam::base::budget::{Budget, LimitReached};
use amalgam::engines::search::explore_heaps;
use amalgam::games::rules::Rules;
use amalgam::{Play, Position};

use crate::heat_map::{self, HeatMap, Scale};
use crate::{Caption, DrawError, Scene};

/// Grundy values of the positions [x, a, b] with a, b ≤ max, x being the same for all of them.
#[derive(Clone, Debug)]
pub struct Slice {
    heap: u64,
    side: usize,
    values: Vec<Option<u64>>,
}

impl Slice {
    /// Finds the values by exploring all that can arise from [`heap`, `max`, `max`]. A position
    /// that does not arise from there has no value.
    ///
    /// # Errors
    /// [`LimitReached`] when a bound is met first.
    pub fn find(
        rules: &Rules,
        heap: u64,
        max: u64,
        limits: &Budget,
    ) -> Result<Slice, LimitReached> {
        let explored =
            explore_heaps(rules, &Position::new([heap, max, max]), Play::Normal, limits)?;
        let mut values = Vec::new();
        for a in 0..=max {
            for b in 0..=max {
                let value = explored.value(&Position::new([heap, a, b]));
                values.push(value.map(|value| value.grundy));
            }
        }
        // So many values were kept that their number fits.
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
    /// The low bit of its nim-sum with the heaps: 0 where parity is that of Nim.
    LowBit,
}

/// Draws a slice.
///
/// # Errors
/// If it is too large for a picture.
pub fn draw(slice: &Slice, show: Show, caption: &Caption) -> Result<Scene, DrawError> {
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
        subtitle: format!("{}, 0 ≤ a, b ≤ {most}", caption.game),
        rows: slice.side,
        columns: slice.side,
        row_name: "heap a",
        column_name: "heap b",
        legend,
        scale,
        cell: &cell,
    };
    heat_map::draw(&map, caption)
}

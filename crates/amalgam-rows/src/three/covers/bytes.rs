//! Searches for covers as bytes ([`amalgam_core::base::bytes`]), and what is checked when they are read.

use super::first::First;
use super::layer::Layer;
use super::stack::{Fact, Open, Recurrence, Stack};
use super::walk::Walk;
use super::{MAX_ROW, Search, Start};
use crate::three::bytes::near;
use amalgam_core::base::bytes::{self, BytesError, Kind, ensure};
use amalgam_core::games::rules::Family;

const SEARCH: &Kind = b"amalcov2";

impl Search {
    /// The state of the search.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Search { family, to, limit, walk, first, tried, start, facts, stacks } = self;
        bytes::write(SEARCH, &(family, to, limit, walk, first, tried, start, facts, stacks))
    }

    /// The search that [`Search::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are no such search.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError> {
        type State =
            (Family, u64, u64, Walk, Option<First>, Vec<u64>, Option<Start>, Vec<Fact>, Vec<Stack>);
        let (family, to, limit, walk, first, tried, start, facts, stacks): State =
            bytes::read(SEARCH, bytes)?;
        let fresh = Search::new(family, to, Some(limit)).map_err(|_| BytesError::Damaged("row"))?;
        let search = Search { family, to, limit, walk, first, tried, start, facts, stacks };
        search.check(&fresh)?;
        Ok(search)
    }

    /// Checks a search, given the one that has not started.
    fn check(&self, fresh: &Search) -> Result<(), BytesError> {
        ensure(self.limit == fresh.limit, "limit")?;
        ensure(self.walk.fits(&fresh.walk) && self.tried.len() == fresh.tried.len(), "walk")?;
        if let Some(First { half, from, joint: (column, period) }) = self.first {
            let fits = (1..self.walk.broken.len() as u64).contains(&half);
            let counted = [from, column, period].into_iter().all(near) && period > 0;
            ensure(fits && counted, "first cover")?;
        }
        ensure(self.start != Some(Start::Layers) || self.first.is_some(), "start")?;
        ensure(self.facts.is_sorted_by(|a, b| a < b), "facts")?;
        for fact in &self.facts {
            let (row, numbers) = match *fact {
                Fact::Cover(half, from) => (half, [from, 0, 0, 0]),
                Fact::Excluded(found) | Fact::Hidden(found) => {
                    let Recurrence { row, over, defects, column, period } = found;
                    (row, [over, defects, column, period])
                }
                Fact::Open(Open { row, defects, steady }) => (row, [defects, steady, 0, 0]),
            };
            ensure(row <= MAX_ROW && numbers.into_iter().all(near), "fact")?;
            // Covers stand above the first.
            let above = self.first.as_ref().is_some_and(|first| row > first.half);
            ensure(above || !matches!(fact, Fact::Cover(..)), "fact")?;
        }
        ensure(self.stacks.is_empty() || self.start == Some(Start::Layers), "stack")?;
        self.stacks.iter().try_for_each(|stack| stack.check(self.to))
    }
}

impl Stack {
    fn check(&self, to: u64) -> Result<(), BytesError> {
        ensure(near(self.column) && near(self.since), "stack")?;
        check_layers(&self.layers, to)?;
        if let Some(mark) = &self.mark {
            check_layers(&mark.layers, to)?;
            let behind = mark.column <= self.column && mark.laps < mark.most && near(mark.most);
            let same = mark.layers.len() >= self.layers.len()
                && mark.layers[0].half == self.layers[0].half;
            ensure(behind && same && self.is_marked_in_time(), "mark")?;
        }
        Ok(())
    }
}

/// Checks layers, of which the lowest has no defects.
fn check_layers(layers: &[Layer], to: u64) -> Result<(), BytesError> {
    let lowest = layers.first().map_or(0, |layer| layer.half);
    ensure((3..=to).contains(&lowest) && layers.len() as u64 <= to, "layers")?;
    let rising = (lowest..).zip(layers).all(|(half, layer)| layer.half == half && layer.fits());
    ensure(rising && layers[0].defects == 0, "layer")
}

//! The cells of an odd row as a ring, on which nothing moves but at events.
//!
//! By part (4) of the Structure Theorem a column of row 2j+3 does z(b + L) := not z(b), L = k+j+2, and in
//! the cases (c) and (e) the cells of b + L and b + c then change places. If the value v stands on a ring
//! at the index v mod L, the first is a turn in place at the index of b; and b + L has the index of b. So
//! labels stay where they are until an event at b swaps the indices of b and of b + c:
//!
//! ```text
//!      index   0   1   2  …  p  …  L−1          column b = p mod L: turn p
//!      label   a   d   c  …  g  …  f            event (c), (e) at b: swap p with (b + c) mod L
//! ```
//!
//! How often an index has been turned is not kept but counted: of the columns 0..b those that are p
//! mod L are (b + L − 1 − p) / L, rounded down. When two indices change places after the turn at column
//! b, they have been turned equally often exactly if the index of b + c is less than p; otherwise both
//! labels are turned to make up for it. (c = L − e with 1 <= e <= j + 1, so that index is p − e, or
//! p − e + L.)

use super::cells::Moved;
use super::defects::{Change, Event};
use super::holes::{Column, Label, Left};

/// The labels at the indices 0..L.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Ring(pub Vec<Label>);

impl Ring {
    /// Each cell of the register at column 0 has its own label.
    pub fn new(cells: u32) -> Self {
        Ring((0..cells).map(|cell| Label(cell as u8)).collect())
    }

    pub fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// Swaps two indices after the turn at the column of index `own`.
    #[inline(always)]
    pub fn swap(&mut self, own: usize, other: usize) {
        self.0.swap(own, other);
        if other > own {
            self.0[own].turn();
            self.0[other].turn();
        }
    }

    /// What an event does; `lowest` is k + 1.
    pub fn change(&mut self, event: Event, lowest: u64) {
        if let Change::Pushed(slot) | Change::Falls(slot) = event.change {
            let own = event.column % self.len();
            let other = (event.column + lowest + u64::from(slot)) % self.len();
            self.swap(own as usize, other as usize);
        }
    }

    /// The label of the value `value` before column `column` is dealt with.
    pub fn label(&self, value: u64, column: u64) -> Label {
        let index = value % self.len();
        let turns = (column + self.len() - 1 - index) / self.len();
        let mut label = self.0[index as usize];
        if turns % 2 == 1 {
            label.turn();
        }
        label
    }

    /// What all columns left of `column` have done to the cells.
    pub fn moved(&self, column: u64) -> Moved {
        let mut moved = Moved { to: vec![0; self.0.len()], turned: 0 };
        for cell in 0..self.len() {
            let label = self.label(column + cell, column);
            moved.to[label.cell()] = cell as u8;
            moved.turned |= u128::from(label.is_turned()) << label.cell();
        }
        moved
    }

    /// What is left to the row at a column, and by which label that is decided. `largest` is the
    /// offset taken where nothing happens, counted from k + 1 as all are.
    pub fn column(&self, column: u64, event: Option<Event>, lowest: u64, largest: u8) -> Column {
        let own = self.label(column, column);
        match event.map(|event| event.change) {
            None => Column::new(own, Left::One(largest)),
            Some(Change::Pushed(slot)) => Column::new(own, Left::One(slot)),
            Some(Change::Rises) => Column::new(own, Left::Nothing),
            Some(Change::Falls(slot)) => {
                let other = self.label(column + lowest + u64::from(slot), column);
                Column::new(other, Left::Two(slot))
            }
        }
    }
}

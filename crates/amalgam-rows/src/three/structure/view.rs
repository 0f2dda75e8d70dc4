//! What moves in a block, column by column, for pictures.

use super::Structure;
use super::conditions::cells;

/// An even row 2k+2j+2 of a block and the labels of the odd row after it, over some columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockView {
    /// The half width k of the cover row below the block.
    pub half: u64,
    /// The even row.
    pub row: u64,
    /// The cells of its register, k + j + 2.
    pub cells: u64,
    /// The first column.
    pub first: u64,
    /// What is there at each column.
    pub columns: Vec<ViewColumn>,
}

/// One column of a [`BlockView`]. Bit x stands for the value b + x.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewColumn {
    /// The cells that a hole of the rows before has hit.
    pub holes: u128,
    /// The defects that are taken but ought to be free.
    pub plus: u128,
    /// Those that are free but ought to be taken.
    pub minus: u128,
    /// The labels on the ring of the row after, index by index, with whether they are turned.
    pub labels: Vec<(u8, bool)>,
}

impl Structure {
    /// The level j from a column on, at the earliest and unless told otherwise the start.
    pub fn view(&self, j: usize, from: Option<u64>, columns: u64) -> Option<BlockView> {
        let first = from.unwrap_or(self.start);
        let (walk, table) = (self.walk(j)?, self.levels.get(j)?.holes.as_ref()?);
        let period = walk.period?;
        let begin = first.checked_sub(self.start)?;
        begin.checked_add(columns)?;
        let seen = (begin..begin + columns).map(|column| {
            let place = walk.at(table, column % period).ok()?;
            let defects = place.defects();
            let register = *self.registers(2 * j + 2, self.start + column).last()?;
            let ring = &place.ring;
            let label = |index: u64| {
                let label = ring.label(index, column % period);
                (label.cell() as u8, label.is_turned())
            };
            Some(ViewColumn {
                holes: (register ^ defects.all()) & cells(self.half + j as u32 + 1),
                plus: defects.plus,
                minus: defects.minus,
                labels: (0..ring.len()).map(label).collect(),
            })
        });
        let (half, row) = (u64::from(self.half), 2 * u64::from(self.half) + 2 * j as u64 + 2);
        let columns = seen.collect::<Option<Vec<_>>>()?;
        Some(BlockView { half, row, cells: half + j as u64 + 2, first, columns })
    }
}

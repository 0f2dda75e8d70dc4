//! The columns that prove the covers found.

use super::search::{Found, balanced};
use super::{CHUNK, Cover, CoverProof};
use crate::engines::three::columns::Columns;
use crate::engines::three::progress::{Progress, Step, Task};
use crate::games::rules::Family;
use std::ops::ControlFlow;

/// The walk on which they are looked for.
#[derive(Clone)]
pub(crate) struct Proofs {
    pub rows: Columns<4>,
    /// The balanced columns found so far, in the order in which the walk meets them.
    pub columns: Vec<u64>,
}

impl Proofs {
    /// A walk along the rows up to the last cover that has not started.
    pub fn new(family: Family, last: u64) -> Self {
        Proofs { rows: Columns::new(family, last), columns: Vec::new() }
    }

    /// Adds to each cover the column that proves it.
    pub fn find<const W: usize>(
        &mut self,
        found: &[Found],
        progress: &dyn Progress,
    ) -> ControlFlow<(), Vec<Cover>> {
        let mut covers: Vec<Cover> = Vec::new();
        // Where the cover is whole before the lemma may be applied, the first column allowed will do.
        // The others are to be looked for, from a column on which is not balanced yet.
        let mut open = Vec::new();
        for pair in found.windows(2) {
            let (below, cover) = (pair[0], pair[1]);
            let proof = match cover.joint {
                Some((column, period)) => CoverProof::Period { column, period },
                None => {
                    let first = below.from.max(2 * cover.half + 1);
                    let column = first.max(cover.from.saturating_sub(cover.half + 1));
                    if cover.from > first {
                        open.push((column, covers.len(), below));
                    }
                    CoverProof::Balanced { after: 2 * below.half, column }
                }
            };
            let (row, half_width) = (2 * cover.half, cover.half);
            covers.push(Cover { row, half_width, from: cover.from, proof });
        }
        open.sort_by_key(|&(column, ..)| column);
        let mut rows = self.rows.resized::<W>();
        let mut masks = vec![[0; W]; CHUNK as usize];
        for (place, &(column, which, below)) in open.iter().enumerate() {
            if place < self.columns.len() {
                continue;
            }
            let needed = open[place..].iter().map(|(_, _, below)| below.half).min().unwrap_or(0);
            while rows.column < column {
                if progress.tick(Step::new(Task::Covers, rows.column)).is_break() {
                    self.rows = rows.resized();
                    return ControlFlow::Break(());
                }
                // A larger cover may hold earlier, and says nothing of the rows up to a smaller one.
                let known = |cover: &&Found| cover.half <= needed && cover.from <= rows.column;
                rows.drop_below(found.iter().rev().find(known).map_or(0, |cover| cover.half));
                let len = (column - rows.column).min(CHUNK) as usize;
                rows.walk(&mut masks[..len], |_, _, _| {});
            }
            let mut look = rows.clone();
            look.drop_below(below.half);
            let count = 2 * (covers[which].half_width - below.half) as usize;
            look.windows.truncate(count);
            while !balanced(below.half, &look.windows) && look.column < covers[which].from {
                look.walk(&mut masks[..1], |_, _, _| {});
            }
            self.columns.push(look.column);
        }
        for (&(_, which, below), &column) in open.iter().zip(&self.columns) {
            covers[which].proof = CoverProof::Balanced { after: 2 * below.half, column };
        }
        ControlFlow::Continue(covers)
    }
}
